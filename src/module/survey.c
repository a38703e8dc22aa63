// SPDX-License-Identifier: GPL-2.0
/*
 * Which targets this machine has. Nothing lists them: each is asked for its STATUS,
 * which changes nothing, and those that there are not say so. A target that is open
 * here is not asked, for its session knows.
 */
#include <linux/err.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "block.h"
#include "hcall.h"
#include "survey.h"
#include "target.h"

/* More than any machine has; a type's core beyond that is no core. */
#define NODES		32
#define CHIPS		32
#define CORES		64
#define TYPES		3
#define NO_CORE		255

#define CHIP_PLACES	(CORES * TYPES)
#define PLACES		((loff_t)NODES * CHIPS * CHIP_PLACES)

static struct htm_target target_at(loff_t place)
{
	u32 n = place;

	return (struct htm_target) {
		.type = HTM_PMU_NEST + n % TYPES,
		.core = n / TYPES % CORES,
		.chip = n / CHIP_PLACES % CHIPS,
		.node = n / CHIP_PLACES / CHIPS,
	};
}

static bool absent(int err)
{
	return err == -EINVAL || err == -ENODATA || err == -ENODEV;
}

/* 0, or why the hypervisor does not tell; @found says what it tells. */
static int ask(struct htm_survey *survey, const struct htm_target *target)
{
	struct htm_cancel cancel;
	int err;

	survey->target = *target;
	survey->buffer_size = 0;
	if (htm_target_held(target, &survey->buffer_size))
		return 0;

	/* Only for its reader's signals, which end a wait for a busy hypervisor. */
	htm_cancel_init(&cancel);
	err = htm_hcall_status(target, survey->answer, sizeof(survey->answer), 0, &cancel);
	if (!err)
		survey->buffer_size = htm_status_buffer_size(survey->answer);
	return err;
}

/*
 * How many cores of a chip are worth asking for a type. Of a type without cores, a
 * hypervisor may not look at the core: then one stands for all.
 */
static u32 count_cores(struct htm_survey *survey, struct htm_target target)
{
	target.core = NO_CORE;
	return absent(ask(survey, &target)) ? CORES : 1;
}

/* A chip is there if its first core has a target of any type. */
static int look_at_chip(struct htm_survey *survey, loff_t place)
{
	bool there = false;
	int type;

	for (type = 0; type < TYPES && !there; type++) {
		struct htm_target target = target_at(place + type);
		int err = ask(survey, &target);

		if (err == -EINTR)
			return err;
		there = !absent(err);
	}
	for (type = 0; type < TYPES; type++)
		survey->cores[type] = there ? count_cores(survey, target_at(place + type)) : 0;
	survey->there = there;
	survey->chip = (u32)place / CHIP_PLACES + 1;
	return 0;
}

/* The chip of a place, known from here on; where it is not there, the next chip's place */
static int enter_chip(struct htm_survey *survey, loff_t *place)
{
	u32 within = (u32)*place % CHIP_PLACES;
	int err = 0;

	if (survey->chip != (u32)*place / CHIP_PLACES + 1)
		err = look_at_chip(survey, *place - within);
	if (!err && !survey->there)
		*place += CHIP_PLACES - within;
	return err;
}

/**
 * htm_survey_next - the next target that there is
 * @survey: zeroed at first, kmalloc'ed
 * @place: where to look first, 0 for all; where it was found on return
 *
 * Context: process, may sleep. A signal ends it.
 * Return: 1 with @survey telling of the target, 0 if there is no more, or a negative
 * errno.
 */
int htm_survey_next(struct htm_survey *survey, loff_t *place)
{
	while (*place < PLACES) {
		struct htm_target target;
		int err;

		cond_resched();
		if (signal_pending(current))
			return -EINTR;
		err = enter_chip(survey, place);
		if (err)
			return err;
		if (!survey->there)
			continue;
		target = target_at(*place);
		if (target.core < survey->cores[target.type - HTM_PMU_NEST]) {
			survey->error = ask(survey, &target);
			if (survey->error == -EINTR)
				return -EINTR;
			if (!absent(survey->error))
				return 1;
		}
		++*place;
	}
	return 0;
}
