/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_CONFIG_H
#define HTM_CONFIG_H

#include "pure.h"

/**
 * struct htm_target - one hardware trace macro of the machine
 * @type: nest, core or llat, as the hypervisor counts them
 * @node: index of the node
 * @chip: index of the chip in its node
 * @core: index of the core on its chip
 */
struct htm_target {
	u8 type;
	u8 node;
	u8 chip;
	u8 core;
};

/* The longest name, "n255.p255.c255.t255", and its end */
#define HTM_TARGET_NAME	20

const char *htm_config_fault(u64 config, u64 config1, u64 config2);
struct htm_target htm_config_target(u64 config);
void htm_target_name(const struct htm_target *target, char name[HTM_TARGET_NAME]);
bool htm_target_equal(const struct htm_target *a, const struct htm_target *b);

#endif /* HTM_CONFIG_H */
