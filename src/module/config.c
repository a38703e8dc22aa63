// SPDX-License-Identifier: GPL-2.0
/*
 * An event's config: which target, which options. Pure: also built on the host.
 */
#include "config.h"
#include "../../include/uapi/htm_pmu.h"

/**
 * htm_config_fault - what is wrong with an event's config, if anything
 * @config: perf_event_attr.config
 * @config1: perf_event_attr.config1
 * @config2: perf_event_attr.config2
 *
 * Bits without a meaning are refused, so that they can be given one later.
 *
 * Context: any.
 * Return: NULL when all is well, else what to change, for the log.
 */
const char *htm_config_fault(u64 config, u64 config1, u64 config2)
{
	u64 type = (config >> HTM_PMU_TYPE_SHIFT) & HTM_PMU_TYPE_MASK;

	if (config & ~HTM_PMU_CONFIG_MASK)
		return "bits 28-63 of config must be zero";
	if (config1 & ~HTM_PMU_META)
		return "bits 1-63 of config1 must be zero; only meta=1 is known";
	if (config2)
		return "config2 must be zero";
	if (type < HTM_PMU_NEST || type > HTM_PMU_LLAT)
		return "htm_type must be 1 (nest), 2 (core) or 3 (llat)";
	return NULL;
}

/**
 * htm_config_target - the target that an event's config names
 * @config: perf_event_attr.config, found good by htm_config_fault()
 *
 * Context: any.
 * Return: the target.
 */
struct htm_target htm_config_target(u64 config)
{
	return (struct htm_target) {
		.type = (config >> HTM_PMU_TYPE_SHIFT) & HTM_PMU_TYPE_MASK,
		.node = (config >> HTM_PMU_NODE_SHIFT) & HTM_PMU_INDEX_MASK,
		.chip = (config >> HTM_PMU_CHIP_SHIFT) & HTM_PMU_INDEX_MASK,
		.core = (config >> HTM_PMU_CORE_SHIFT) & HTM_PMU_INDEX_MASK,
	};
}

/**
 * htm_target_name - a target as users write it: n0.p2.c0.t1
 * @target: the target
 * @name: where to put its name
 *
 * Context: any.
 */
void htm_target_name(const struct htm_target *target, char name[HTM_TARGET_NAME])
{
	snprintf(name, HTM_TARGET_NAME, "n%u.p%u.c%u.t%u", target->node, target->chip,
		 target->core, target->type);
}

/**
 * htm_target_equal - are these the same trace macro?
 * @a: one target
 * @b: another
 *
 * Context: any.
 * Return: true if every index and the type agree.
 */
bool htm_target_equal(const struct htm_target *a, const struct htm_target *b)
{
	return a->type == b->type && a->node == b->node &&
	       a->chip == b->chip && a->core == b->core;
}
