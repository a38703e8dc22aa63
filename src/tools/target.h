/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace target: node, chip, core and type, as users write it (n0.p2.c0.t1)
 * and as an event's config holds it.
 */
#ifndef HTM_TARGET_H
#define HTM_TARGET_H

#include <stdint.h>

struct htm_target {
	uint8_t node;
	uint8_t chip;
	uint8_t core;
	uint8_t type;
};

/* "n255.p255.c255.t15" and its end */
#define HTM_TARGET_NAME_SIZE	20

int target_parse(const char *text, struct htm_target *target);
void target_format(const struct htm_target *target, char name[HTM_TARGET_NAME_SIZE]);
uint64_t target_config(const struct htm_target *target);
int target_from_config(uint64_t config, struct htm_target *target);

#endif /* HTM_TARGET_H */
