/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_RECHECK_H
#define HTM_RECHECK_H

#include "pure.h"

/**
 * struct htm_pages - the pages of an AUX area, each wherever it is
 * @pages: perf's array of their addresses
 * @nr: how many
 * @bytes: bytes of a page
 * @phys: real address of a page, from its address in @pages
 */
struct htm_pages {
	void *const *pages;
	u64 nr;
	u64 bytes;
	u64 (*phys)(void *page);
};

u64 htm_recheck(const struct htm_pages *area, u64 offset, u64 phys, u64 bytes);

#endif /* HTM_RECHECK_H */
