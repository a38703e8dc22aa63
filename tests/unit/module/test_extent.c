// SPDX-License-Identifier: GPL-2.0
/* Physically contiguous extents: against a page-by-page look at random areas. */
#include <stdlib.h>

#include "../../../src/module/extent.h"
#include "seed.h"
#include "tap.h"

#define PAGE	4096ULL

static struct htm_extents build(const u64 *phys, u32 nr_pages)
{
	struct htm_extents count = {}, x = {};
	u32 i;

	for (i = 0; i < nr_pages; i++)
		htm_extents_add(&count, phys[i], PAGE);
	x.extent = calloc(count.nr, sizeof(*x.extent));
	x.max = count.nr;
	for (i = 0; i < nr_pages; i++)
		if (htm_extents_add(&x, phys[i], PAGE))
			abort();
	return x;
}

/* Where the page table says that byte is, and how far it goes on from there */
static void check_area(const u64 *phys, u32 nr_pages, const char *what)
{
	struct htm_extents x = build(phys, nr_pages);
	u64 offset, wrong_place = 0, crosses = 0, short_of = 0;

	for (offset = 0; offset < nr_pages * PAGE; offset += PAGE / 4) {
		const struct htm_extent *e = htm_extents_find(&x, offset);
		u64 into = offset - e->offset;
		u64 page, end = (offset + e->bytes - into) / PAGE;

		wrong_place += e->phys + into != phys[offset / PAGE] + offset % PAGE;
		for (page = offset / PAGE + 1; page < end; page++)
			crosses += phys[page] != phys[page - 1] + PAGE;
		if (end < nr_pages)
			short_of += phys[end] == phys[end - 1] + PAGE;
	}
	is_u64(wrong_place, 0, "%s: every offset is found where its page is", what);
	is_u64(crosses, 0, "%s: no extent crosses a gap", what);
	is_u64(short_of, 0, "%s: no extent ends where memory goes on", what);
	is_u64(x.bytes, nr_pages * PAGE, "%s: the extents cover the area", what);
	free(x.extent);
}

int main(void)
{
	static u64 phys[512];
	struct htm_extent one;
	struct htm_extents full = { .max = 1, .extent = &one };
	u32 i, round;

	for (i = 0; i < 512; i++)
		phys[i] = 0x10000000 + i * PAGE;
	check_area(phys, 512, "one piece");
	for (i = 0; i < 512; i++)
		phys[i] = 0x10000000 + i * 2 * PAGE;
	check_area(phys, 512, "single pages");
	for (i = 0; i < 512; i++)
		phys[i] = 0x10000000 - i * PAGE;
	check_area(phys, 512, "pages in falling order");

	seed_random();
	for (round = 0; round < 20; round++) {
		for (i = 0; i < 512; i++) {
			if (i && rand() % 4)
				phys[i] = phys[i - 1] + PAGE;
			else
				phys[i] = (rand() % 100000 + 1) * PAGE;
		}
		check_area(phys, 512, "random pieces");
	}

	is_int(htm_extents_add(&full, 0, PAGE), 0, "a table of one takes one extent");
	is_int(htm_extents_add(&full, PAGE, PAGE), 0, "and all that continues it");
	is_int(htm_extents_add(&full, 8 * PAGE, PAGE), -ENOSPC, "but not a second");
	return done_testing();
}
