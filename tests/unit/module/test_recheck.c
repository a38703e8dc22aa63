// SPDX-License-Identifier: GPL-2.0
/* The recheck before a dump: each single page that is elsewhere is noticed. */
#include "../../../src/module/recheck.h"
#include "tap.h"

#define PAGE	4096ULL
#define PAGES	64

/* The array holds the real addresses themselves. */
static u64 phys_of(void *page)
{
	return (u64)(unsigned long)page;
}

static void *page_at[PAGES];
static const struct htm_pages area = {
	.pages = page_at, .nr = PAGES, .bytes = PAGE, .phys = phys_of,
};

static u64 real(u64 page)
{
	return 0x40000000 + page * PAGE;
}

static void in_a_row(void)
{
	u64 i;

	for (i = 0; i < PAGES; i++)
		page_at[i] = (void *)(unsigned long)real(i);
}

/* Of all dumps of whole and of part pages */
static void each_page_elsewhere(void)
{
	u64 missed = 0, wrong_place = 0, blamed = 0;
	u64 moved, first, last;

	for (moved = 0; moved < PAGES; moved++) {
		in_a_row();
		page_at[moved] = (void *)(unsigned long)(real(moved) + PAGES * PAGE);
		for (first = 0; first < PAGES; first++) {
			for (last = first; last < PAGES; last++) {
				u64 offset = first * PAGE + 128;
				u64 bytes = (last - first) * PAGE + 256;
				u64 good = htm_recheck(&area, offset, real(first) + 128, bytes);

				if (moved < first || moved > last)
					blamed += good != bytes;
				else if (good == bytes)
					missed++;
				else if (moved == first)
					wrong_place += good != 0;
				else
					wrong_place += offset + good != moved * PAGE;
			}
		}
	}
	is_u64(missed, 0, "a page of the dump that is elsewhere is noticed, whichever it is");
	is_u64(wrong_place, 0, "and named");
	is_u64(blamed, 0, "a page beside the dump is not");
}

int main(void)
{
	in_a_row();
	is_u64(htm_recheck(&area, 0, real(0), PAGES * PAGE), PAGES * PAGE,
	       "an area in one piece is good as a whole");
	is_u64(htm_recheck(&area, 5 * PAGE + 128, real(5) + 128, 128), 128,
	       "a dump within a page is good");
	is_u64(htm_recheck(&area, 0, real(0) + 128, PAGE), 0,
	       "a dump that is off by an entry is not");
	is_u64(htm_recheck(&area, 0, real(1), 4 * PAGE), 0, "nor one that is off by a page");
	is_u64(htm_recheck(&area, (PAGES - 2) * PAGE, real(PAGES - 2), 3 * PAGE), 2 * PAGE,
	       "a dump beyond the last page ends there");
	each_page_elsewhere();
	return done_testing();
}
