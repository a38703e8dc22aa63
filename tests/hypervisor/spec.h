/* SPDX-License-Identifier: GPL-2.0 */
/* Which trace macro: a place in the machine and a type, as in n0.p2.c0.t1. */
#ifndef HYPERVISOR_SPEC_H
#define HYPERVISOR_SPEC_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct spec - names a target
 * @node: index of the node in the machine
 * @chip: index of the chip in its node
 * @core: index of the core on its chip
 * @type: enum htm_type
 */
struct spec {
	uint16_t node;
	uint16_t chip;
	uint16_t core;
	uint16_t type;
};

/* Room for "n65535.p65535.c65535.t65535" */
#define SPEC_MAX_LEN	32

bool spec_parse(const char *text, struct spec *spec);
const char *spec_format(const struct spec *spec, char room[SPEC_MAX_LEN]);
bool spec_same_place(const struct spec *a, const struct spec *b);
bool spec_same(const struct spec *a, const struct spec *b);

#endif /* HYPERVISOR_SPEC_H */
