// SPDX-License-Identifier: GPL-2.0
/*
 * Which parts of an AUX area are physically contiguous. A dump writes to one
 * range of real memory and nothing checks it, so no dump may leave an extent.
 * Pure: also built on the host.
 */
#include "extent.h"

/**
 * htm_extents_add - the next page of the area
 * @x: the extents so far; zeroed, but for @x->extent and @x->max, at first
 * @phys: real address of the page
 * @bytes: bytes of the page
 *
 * Context: any.
 * Return: 0, or -ENOSPC if the table is full.
 */
int htm_extents_add(struct htm_extents *x, u64 phys, u64 bytes)
{
	if (!x->nr || phys != x->end) {
		if (x->extent) {
			if (x->nr == x->max)
				return -ENOSPC;
			x->extent[x->nr] = (struct htm_extent) {
				.offset = x->bytes,
				.phys = phys,
			};
		}
		x->nr++;
	}
	if (x->extent)
		x->extent[x->nr - 1].bytes += bytes;
	x->bytes += bytes;
	x->end = phys + bytes;
	return 0;
}

/**
 * htm_extents_find - the extent that holds an offset
 * @x: the extents of the area
 * @offset: bytes from the start of the area, less than @x->bytes
 *
 * Context: any.
 * Return: the extent.
 */
const struct htm_extent *htm_extents_find(const struct htm_extents *x, u64 offset)
{
	u32 lo = 0, hi = x->nr;

	while (hi - lo > 1) {
		u32 mid = lo + (hi - lo) / 2;

		if (x->extent[mid].offset <= offset)
			lo = mid;
		else
			hi = mid;
	}
	return &x->extent[lo];
}
