// SPDX-License-Identifier: GPL-2.0
/* Tables in pages, and the ranges of memory in one of them. */
#include <string.h>

#include "fixture.h"
#include "table.h"
#include "tap.h"

#define ENTRIES	5000

static void test_entry_bytes(void)
{
	struct table table = sysmem_table(20, 0, false);
	uint8_t bytes[4096];
	const uint8_t *entry = bytes + 32;

	table_answer(&table, 0, sizeof(bytes), bytes);
	is_u64(get_be(entry, 8), 0x2000000000, "an entry begins with the physical address");
	is_u64(get_be(entry + 8, 8), 0, "then the logical address");
	is_u64(get_be(entry + 16, 4), 1, "then the partition");
	is_u64(entry[20], 0, "then the tier");
	is_u64(entry[21], 1, "then the type");
	is_u64(get_be(entry + 22, 2), 0, "then a reserved field");
	is_u64(get_be(entry + 24, 8), 0x10000000, "and last the size");
	is_u64(get_be(entry + 3 * 32, 8), 0x80000020c0000000, "an address can have the flag");
	is_u64(get_be(entry + 6 * 32 + 8, 8), UINT64_MAX, "memory can be without logical address");
}

static void test_variety(void)
{
	unsigned int flagged = 0, unmapped = 0, lpars = 0, tiers = 0, types = 0;
	uint64_t end = 0;
	int overlaps = 0;

	for (uint64_t i = 0; i < ENTRIES; i++) {
		struct sysmem_entry entry = sysmem_entry(i);
		uint64_t physical = entry.physical & ~SYSMEM_PHYSICAL_FLAG;

		flagged += physical != entry.physical;
		unmapped += entry.logical == SYSMEM_NO_LOGICAL;
		lpars |= 1 << entry.lpar;
		tiers |= 1 << entry.tier;
		types |= 1 << entry.type;
		overlaps += physical < end;
		end = physical + entry.size;
	}
	ok(flagged && flagged < ENTRIES, "some addresses have the flag, some have not");
	ok(unmapped && unmapped < ENTRIES, "some memory has a logical address, some has not");
	ok(__builtin_popcount(lpars) > 1, "there are several partitions");
	ok(__builtin_popcount(tiers) > 1, "there are several tiers");
	ok(__builtin_popcount(types) > 1, "there are several types");
	is_int(overlaps, 0, "no memory is there twice");
}

/* Reads a table to its end; returns how many answers that took. */
static unsigned int walk(const struct table *table, uint64_t size, uint64_t *entries,
			 uint64_t *last_next)
{
	uint8_t bytes[4096];
	struct table_answer answer;
	uint64_t position = 0;
	unsigned int answers = 0;

	*entries = 0;
	do {
		answer = table_answer(table, position, size, bytes);
		position = get_be(bytes + 0x08, 8);
		*entries += get_be(bytes + 0x10, 8);
		answers++;
	} while (answer.more);
	*last_next = position;
	return answers;
}

static void test_pages(void)
{
	struct table table = sysmem_table(ENTRIES, 0, false);
	uint64_t entries, next;

	/* 127 entries fit into 4096 bytes with the header */
	is_u64(walk(&table, 4096, &entries, &next), 40, "there are as many pages as needed");
	is_u64(entries, ENTRIES, "with all entries");
	is_u64(next, 0, "the last page ends with 0");
	table = sysmem_table(ENTRIES, 100, true);
	is_u64(walk(&table, 4096, &entries, &next), 50, "pages can be smaller than fits");
	is_u64(entries, ENTRIES, "with all entries all the same");
	is_u64(next, UINT64_MAX, "the last page can end with all-ones");
	table = sysmem_table(ENTRIES, 5000, false);
	is_u64(walk(&table, 4096, &entries, &next), 40, "a page never has more than fits");
	table = sysmem_table(127, 0, false);
	is_u64(walk(&table, 4096, &entries, &next), 1, "a table that just fits has one page");
	table = sysmem_table(0, 0, false);
	is_u64(walk(&table, 4096, &entries, &next), 1, "an empty table has one page");
	is_u64(entries, 0, "with no entries");
}

static void test_room(void)
{
	struct table table = sysmem_table(20, 0, false);
	struct table_answer answer;
	uint8_t bytes[4096];

	is_u64(table_room(&table, 0), 0, "in no room there is no room");
	is_u64(table_room(&table, 63), 0, "nor for half an entry");
	is_u64(table_room(&table, 64), 1, "one entry has room in 64 bytes");
	memset(bytes, RAM_FILL, sizeof(bytes));
	answer = table_answer(&table, 18, 4096, bytes);
	is_u64(answer.size, 32 + 2 * 32, "a page is as large as its entries");
	is_u64(bytes[answer.size], RAM_FILL, "nothing is written behind it");
}

int main(void)
{
	test_entry_bytes();
	test_variety();
	test_pages();
	test_room();
	return done_testing();
}
