// SPDX-License-Identifier: GPL-2.0
/*
 * Is a range of real memory that of these pages? For CONFIG_HTM_PMU_CHECK_CONTIGUITY:
 * knows nothing of extents, and so finds what is wrong with them. Pure: also built on
 * the host.
 */
#include "recheck.h"

/**
 * htm_recheck - look up each page that a dump is to write to
 * @area: the pages of the AUX area
 * @offset: where in the area the dump begins
 * @phys: the real address that the hypervisor would be given
 * @bytes: how long the dump is
 *
 * Context: any.
 * Return: how many bytes from @offset on are where they should be; @bytes when all is
 * well.
 */
u64 htm_recheck(const struct htm_pages *area, u64 offset, u64 phys, u64 bytes)
{
	u64 good = 0;

	while (good < bytes) {
		u64 page = (offset + good) / area->bytes;
		u64 into = (offset + good) % area->bytes;

		if (page >= area->nr || area->phys(area->pages[page]) + into != phys + good)
			return good;
		good += area->bytes - into;
	}
	return bytes;
}
