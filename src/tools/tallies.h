/* SPDX-License-Identifier: GPL-2.0 */
/* What has been counted so far, by target and operation. */
#ifndef HTM_TALLIES_H
#define HTM_TALLIES_H

#include <linux/types.h>
#include <stdint.h>

#include "tally.h"
#include "target.h"
#include "vector.h"

struct tallies_row {
	struct tally_key key;
	struct tally tally;
};

/**
 * struct tallies - a table
 * @items: one row for each operation on each target, in their order once sorted
 * @count: how many
 * @room: of the vector
 */
struct tallies {
	struct tallies_row *items;
	size_t count, room;
};

struct tally *tallies_get(struct tallies *t, const struct tally_key *key);
void tallies_sort(struct tallies *t);
int tallies_since(struct tallies *now, const struct tallies *before, struct tallies *change);
size_t tallies_target(const struct tallies *t, size_t begin, struct htm_target *target);
void tallies_free(struct tallies *t);
const char *tallies_operation(uint32_t op);
uint64_t tallies_slot_ns(unsigned int slot);

#endif /* HTM_TALLIES_H */
