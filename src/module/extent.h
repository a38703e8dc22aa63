/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_EXTENT_H
#define HTM_EXTENT_H

#include "pure.h"

/**
 * struct htm_extent - a physically contiguous part of an AUX area
 * @offset: where it begins in the AUX area, in bytes
 * @phys: where it begins in real memory
 * @bytes: how long it is
 */
struct htm_extent {
	u64 offset;
	u64 phys;
	u64 bytes;
};

/**
 * struct htm_extents - all extents of an AUX area, in order and without gaps
 * @max: room in @extent; with no room the extents are only counted
 * @nr: extents so far
 * @bytes: bytes so far
 * @end: real address behind the last byte so far
 * @extent: the table, or NULL to count
 */
struct htm_extents {
	u32 max;
	u32 nr;
	u64 bytes;
	u64 end;
	struct htm_extent *extent;
};

int htm_extents_add(struct htm_extents *x, u64 phys, u64 bytes);
const struct htm_extent *htm_extents_find(const struct htm_extents *x, u64 offset);

#endif /* HTM_EXTENT_H */
