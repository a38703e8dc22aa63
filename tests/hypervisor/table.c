// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "htm.h"
#include "table.h"

#define GIB	(1ULL << 30)

/**
 * put_be - write a big-endian number
 * @bytes: where it goes
 * @value: the number
 * @size: how many bytes it has, up to 8
 */
void put_be(uint8_t *bytes, uint64_t value, size_t size)
{
	while (size) {
		bytes[--size] = value;
		value >>= 8;
	}
}

/**
 * sysmem_entry - one range of the machine's memory
 * @index: which, counted from 0
 *
 * Four partitions share the memory in turns, a gigabyte of address space each,
 * of which one quarter, one half or all is there. Some ranges have no logical
 * address and some have the flag in their physical one; the first has neither.
 */
struct sysmem_entry sysmem_entry(uint64_t index)
{
	struct sysmem_entry entry = {
		.physical = 0x2000000000 + index * GIB,
		.logical = index / 4 * GIB,
		.size = GIB / 4 << index % 3,
		.lpar = 1 + index % 4,
		.tier = index / 2 % 3,
		.type = 1 + index / 3 % 2,
	};

	if (index % 5 == 3)
		entry.physical |= SYSMEM_PHYSICAL_FLAG;
	if (index % 7 == 6)
		entry.logical = SYSMEM_NO_LOGICAL;
	return entry;
}

static void sysmem_write(const void *ctx, uint64_t index, uint8_t *bytes)
{
	struct sysmem_entry entry = sysmem_entry(index);

	(void)ctx;
	put_be(bytes, entry.physical, 8);
	put_be(bytes + 8, entry.logical, 8);
	put_be(bytes + 16, entry.lpar, 4);
	put_be(bytes + 20, entry.tier, 1);
	put_be(bytes + 21, entry.type, 1);
	put_be(bytes + 22, 0, 2);
	put_be(bytes + 24, entry.size, 8);
}

/**
 * sysmem_table - the system memory configuration
 * @entries: how many ranges there are
 * @page: the most of them in one answer; 0: as many as fit
 * @end_ones: the position after the last entry is all-ones, not 0
 */
struct table sysmem_table(uint64_t entries, uint64_t page, bool end_ones)
{
	return (struct table) {
		.entries = entries,
		.page = page,
		.end_ones = end_ones,
		.entry_size = SYSMEM_ENTRY_SIZE,
		.write = sysmem_write,
	};
}

/*
 * The layout of a processor's entry is not public. Ours: node, chip, core and
 * thread as u16, the processor's number and its partition as u32.
 */
static void sysproc_write(const void *ctx, uint64_t index, uint8_t *bytes)
{
	(void)ctx;
	put_be(bytes, index / 128 % 4, 2);
	put_be(bytes + 2, index / 32 % 4, 2);
	put_be(bytes + 4, index / 8 % 4, 2);
	put_be(bytes + 6, index % 8, 2);
	put_be(bytes + 8, index, 4);
	put_be(bytes + 12, 1 + index / 8 % 4, 4);
}

/**
 * sysproc_table - the system processor configuration
 * @entries: how many processors there are
 * @page: the most of them in one answer; 0: as many as fit
 * @end_ones: the position after the last entry is all-ones, not 0
 */
struct table sysproc_table(uint64_t entries, uint64_t page, bool end_ones)
{
	return (struct table) {
		.entries = entries,
		.page = page,
		.end_ones = end_ones,
		.entry_size = SYSPROC_ENTRY_SIZE,
		.write = sysproc_write,
	};
}

/**
 * table_room - how many entries one answer can have
 * @table: the table
 * @size: bytes that the caller has room for
 *
 * Return: 0 if there is no room for a header and one entry.
 */
uint64_t table_room(const struct table *table, uint64_t size)
{
	uint64_t room = size < HTM_HEADER_SIZE ? 0 : (size - HTM_HEADER_SIZE) / table->entry_size;

	return table->page && table->page < room ? table->page : room;
}

/**
 * table_count - how many entries the answer to a call has
 * @table: the table
 * @position: of the first entry in it, not past the end
 * @size: bytes that the caller has room for
 *
 * Return: entries.
 */
uint64_t table_count(const struct table *table, uint64_t position, uint64_t size)
{
	uint64_t left = table->entries - position;
	uint64_t room = table_room(table, size);

	return left < room ? left : room;
}

/**
 * table_answer - write one page of a table
 * @table: the table
 * @position: of the first entry in it, not past the end
 * @size: bytes that the caller has room for, at least for one entry
 * @bytes: where the page goes; header and entries are written, nothing else
 *
 * Return: the size of the page, and whether more follows.
 */
struct table_answer table_answer(const struct table *table, uint64_t position, uint64_t size,
				 uint8_t *bytes)
{
	uint64_t count = table_count(table, position, size);
	bool more = position + count < table->entries;
	uint64_t end = table->end_ones ? ~0ULL : 0;

	memset(bytes, 0, HTM_HEADER_SIZE);
	put_be(bytes + HTM_HEADER_NEXT, more ? position + count : end, 8);
	put_be(bytes + HTM_HEADER_ENTRIES, count, 8);
	for (uint64_t i = 0; i < count; i++)
		table->write(table->ctx, position + i,
			     bytes + HTM_HEADER_SIZE + i * table->entry_size);
	return (struct table_answer) {
		.size = HTM_HEADER_SIZE + count * table->entry_size,
		.more = more,
	};
}
