// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "choice.h"
#include "htm_pmu.h"

/**
 * choice_is_pattern() - is this a pattern, rather than the name of a target?
 * @text: what the user gave
 *
 * Return: true if so.
 */
bool choice_is_pattern(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

/**
 * choice_add() - choose a target
 * @chosen: those that are chosen
 * @target: one more
 *
 * Return: 0, -EEXIST if it is chosen already, or -ENOMEM.
 */
int choice_add(htm_targets *chosen, const struct htm_target *target)
{
	struct htm_target *added;

	for (size_t i = 0; i < chosen->count; i++)
		if (target_config(&chosen->items[i]) == target_config(target))
			return -EEXIST;
	added = vector_push(chosen);
	if (!added)
		return -ENOMEM;
	*added = *target;
	return 0;
}

/* What could be traced if nobody else had it: whether somebody has, opening it tells. */
static bool is_usable(const struct machine_target *t)
{
	return t->buffer && !t->error;
}

static int add_all(htm_targets *chosen, const struct machine *m,
		   bool (*wanted)(const struct machine_target *t, const char *pattern),
		   const char *pattern)
{
	int count = 0;

	for (size_t i = 0; i < m->targets.count; i++) {
		const struct machine_target *t = &m->targets.items[i];

		if (!is_usable(t) || !wanted(t, pattern))
			continue;
		if (choice_add(chosen, &t->target) == -ENOMEM)
			return -ENOMEM;
		count++;
	}
	return count;
}

static bool matches(const struct machine_target *t, const char *pattern)
{
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&t->target, name);
	return !fnmatch(pattern, name, 0);
}

/**
 * choice_add_matches() - choose the targets whose names a pattern matches
 * @chosen: those that are chosen; one that is among them stays there once
 * @m: the machine
 * @pattern: as shells have them: *, ? and [...]
 *
 * Those without a trace buffer, and those that the hypervisor refuses, are left out.
 *
 * Return: how many match, or -ENOMEM.
 */
int choice_add_matches(htm_targets *chosen, const struct machine *m, const char *pattern)
{
	return add_all(chosen, m, matches, pattern);
}

static bool is_nest(const struct machine_target *t, const char *unused)
{
	(void)unused;
	return t->target.type == HTM_PMU_NEST;
}

/**
 * choice_add_chips() - choose every nest target
 * @chosen: those that are chosen; one that is among them stays there once
 * @m: the machine
 *
 * Those without a trace buffer, and those that the hypervisor refuses, are left out.
 *
 * Return: how many there are, or -ENOMEM.
 */
int choice_add_chips(htm_targets *chosen, const struct machine *m)
{
	return add_all(chosen, m, is_nest, NULL);
}
