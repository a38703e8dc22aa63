// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#include "htm_pmu.h"
#include "target.h"

/* One "<letter><decimal>" field; @text moves behind it. */
static int parse_field(const char **text, char letter, unsigned int max, uint8_t *value)
{
	const char *s = *text;
	unsigned int number = 0;

	if (*s++ != letter || !isdigit((unsigned char)*s))
		return -EINVAL;
	while (isdigit((unsigned char)*s)) {
		number = number * 10 + (*s++ - '0');
		if (number > max)
			return -ERANGE;
	}
	*value = number;
	*text = s;
	return 0;
}

/**
 * target_parse() - read a target as the user writes it
 * @text: as in "n0.p2.c0.t1"
 * @target: where to put it
 *
 * Return: 0, -EINVAL if @text does not have that form, -ERANGE if an index is
 * above 255 or the type is not one of 1 (nest), 2 (core) and 3 (llat).
 */
int target_parse(const char *text, struct htm_target *target)
{
	static const char letters[] = "npct";
	uint8_t *fields[] = { &target->node, &target->chip, &target->core, &target->type };
	int err;

	for (int i = 0; i < 4; i++) {
		if (i && *text++ != '.')
			return -EINVAL;
		err = parse_field(&text, letters[i], i < 3 ? HTM_PMU_INDEX_MASK : HTM_PMU_LLAT,
				  fields[i]);
		if (err)
			return err;
	}
	if (*text)
		return -EINVAL;
	return target->type < HTM_PMU_NEST ? -ERANGE : 0;
}

/**
 * target_format() - write a target as users and file names have it
 * @target: the target
 * @name: where to put "nN.pN.cN.tN"
 */
void target_format(const struct htm_target *target, char name[HTM_TARGET_NAME_SIZE])
{
	snprintf(name, HTM_TARGET_NAME_SIZE, "n%u.p%u.c%u.t%u",
		 target->node, target->chip, target->core, target->type & 0xfu);
}

/**
 * target_config() - the perf_event_attr.config that names a target
 * @target: the target
 *
 * Return: the config.
 */
uint64_t target_config(const struct htm_target *target)
{
	return (uint64_t)target->type << HTM_PMU_TYPE_SHIFT |
	       (uint64_t)target->node << HTM_PMU_NODE_SHIFT |
	       (uint64_t)target->chip << HTM_PMU_CHIP_SHIFT |
	       (uint64_t)target->core << HTM_PMU_CORE_SHIFT;
}

/**
 * target_from_config() - the target that a perf_event_attr.config names
 * @config: the config of an event of the htm PMU
 * @target: where to put it
 *
 * Return: 0, or -EINVAL if bits are set that name no target.
 */
int target_from_config(uint64_t config, struct htm_target *target)
{
	if (config & ~HTM_PMU_CONFIG_MASK)
		return -EINVAL;
	target->type = config >> HTM_PMU_TYPE_SHIFT & HTM_PMU_TYPE_MASK;
	target->node = config >> HTM_PMU_NODE_SHIFT & HTM_PMU_INDEX_MASK;
	target->chip = config >> HTM_PMU_CHIP_SHIFT & HTM_PMU_INDEX_MASK;
	target->core = config >> HTM_PMU_CORE_SHIFT & HTM_PMU_INDEX_MASK;
	return 0;
}
