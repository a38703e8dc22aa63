/* SPDX-License-Identifier: GPL-2.0 */
/* Tables that are answered page by page, and what is in the two big ones. */
#ifndef HYPERVISOR_TABLE_H
#define HYPERVISOR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYSMEM_ENTRY_SIZE	32
#define SYSPROC_ENTRY_SIZE	16

/* A physical address with this bit is the address without it, and a flag */
#define SYSMEM_PHYSICAL_FLAG	(UINT64_C(1) << 63)
/* Memory that has no logical address */
#define SYSMEM_NO_LOGICAL	UINT64_MAX

/**
 * struct sysmem_entry - one range of memory
 * @physical: physical real address, perhaps with SYSMEM_PHYSICAL_FLAG
 * @logical: logical real address, or SYSMEM_NO_LOGICAL
 * @size: of the range, in bytes
 * @lpar: index of the partition it belongs to
 * @tier: memory tier
 * @type: memory type
 */
struct sysmem_entry {
	uint64_t physical;
	uint64_t logical;
	uint64_t size;
	uint32_t lpar;
	uint8_t tier;
	uint8_t type;
};

/**
 * struct table - a table to be answered page by page
 * @entries: how many it has
 * @page: the most of them in one answer; 0: as many as fit
 * @end_ones: the position after the last entry is all-ones, not 0
 * @entry_size: bytes of one entry
 * @write: writes the bytes of the entry @index
 * @ctx: for @write
 */
struct table {
	uint64_t entries;
	uint64_t page;
	bool end_ones;
	size_t entry_size;
	void (*write)(const void *ctx, uint64_t index, uint8_t *bytes);
	const void *ctx;
};

/**
 * struct table_answer - one page of a table
 * @size: bytes of it, header included
 * @more: it is not the last one
 */
struct table_answer {
	uint64_t size;
	bool more;
};

struct sysmem_entry sysmem_entry(uint64_t index);
struct table sysmem_table(uint64_t entries, uint64_t page, bool end_ones);
struct table sysproc_table(uint64_t entries, uint64_t page, bool end_ones);
uint64_t table_room(const struct table *table, uint64_t size);
uint64_t table_count(const struct table *table, uint64_t position, uint64_t size);
struct table_answer table_answer(const struct table *table, uint64_t position, uint64_t size,
				 uint8_t *bytes);
void put_be(uint8_t *bytes, uint64_t value, size_t size);

#endif /* HYPERVISOR_TABLE_H */
