/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Translation files, which say whose memory a physical real address is and
 * what logical real address its partition knows it by; and the look-up of
 * addresses in them, in either direction. htm-report(1) has their format.
 *
 * Read files into a struct translation, make an index of it, walk the pieces
 * of an address or a range of addresses.
 */
#ifndef HTM_TRANSLATION_H
#define HTM_TRANSLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sysmem.h"
#include "vector.h"

/**
 * struct translation - what translation files say; zeroed at first
 * @entries: their lines
 * @error: what translation_read() has to say of the last file
 */
struct translation {
	VECTOR(struct sysmem_entry) entries;
	char error[128];
};

/**
 * enum translation_from - the addresses that are looked up
 * @TRANSLATION_PHYSICAL: physical real addresses
 * @TRANSLATION_LOGICAL: logical real addresses; memory that has none is left out
 */
enum translation_from {
	TRANSLATION_PHYSICAL,
	TRANSLATION_LOGICAL,
};

/**
 * struct translation_range - addresses in a row that have the like in another
 * @first: the first address, of those that are looked up
 * @last: the last one
 * @other: what @first is on the other side, when @has_other
 * @lpar: whose they are
 * @has_other: false for memory without logical address
 */
struct translation_range {
	uint64_t first;
	uint64_t last;
	uint64_t other;
	uint32_t lpar;
	bool has_other;
};

/* More than memory has room for ranges: eight to that power */
#define TRANSLATION_LEVELS	20

/**
 * struct translation_index - ranges to look addresses up in
 * @ranges: the ranges, sorted by their first addresses
 * @count: how many they are
 * @levels: how many levels of @reach there are
 * @reach: a tree: [0] has the last addresses of all ranges, [n + 1] the highest of each
 *	eight of [n]; the uppermost has no more than eight
 */
struct translation_index {
	struct translation_range *ranges;
	size_t count;
	unsigned int levels;
	uint64_t *reach[TRANSLATION_LEVELS];
};

/**
 * struct translation_piece - an answer
 * @range: the addresses, no others than were asked for, and what they are
 * @hole: no file has them; then @range has no more than its first and last address
 * @overlap: some of them are in another piece, too
 */
struct translation_piece {
	struct translation_range range;
	bool hole;
	bool overlap;
};

/**
 * struct translation_walk - on the way through the pieces of a range
 * @index: where they are looked up
 * @first: the first address
 * @last: the last address
 * @at: the first address that no piece had yet, unless @covered
 * @covered: there is no such address
 * @next: the next of the ranges that may have some
 */
struct translation_walk {
	const struct translation_index *index;
	uint64_t first;
	uint64_t last;
	uint64_t at;
	bool covered;
	size_t next;
};

/**
 * enum translation_owner - what an address is to a partition
 * @TRANSLATION_OWN: memory of its own
 * @TRANSLATION_FOREIGN: another one's
 * @TRANSLATION_BARE: memory without a logical address
 * @TRANSLATION_UNKNOWN: in no file
 */
enum translation_owner {
	TRANSLATION_OWN,
	TRANSLATION_FOREIGN,
	TRANSLATION_BARE,
	TRANSLATION_UNKNOWN,
};

/**
 * translation_owner() - what a piece is to a partition
 * @piece: the piece, of physical addresses
 * @lpar: the partition
 *
 * Return: enum translation_owner.
 */
static inline enum translation_owner translation_owner(const struct translation_piece *piece,
						       uint32_t lpar)
{
	if (piece->hole)
		return TRANSLATION_UNKNOWN;
	if (!piece->range.has_other)
		return TRANSLATION_BARE;
	return piece->range.lpar == lpar ? TRANSLATION_OWN : TRANSLATION_FOREIGN;
}

int translation_read(struct translation *t, FILE *in);
void translation_free(struct translation *t);
int translation_index_make(struct translation_index *index, const struct translation *t,
			   enum translation_from from, const uint32_t *lpar);
void translation_index_free(struct translation_index *index);
void translation_walk_begin(struct translation_walk *w, const struct translation_index *index,
			    uint64_t first, uint64_t last);
bool translation_walk_next(struct translation_walk *w, struct translation_piece *piece);

#endif /* HTM_TRANSLATION_H */
