// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "sysmem.h"

/* Bit 63 of a physical address is a flag, not a part of it. */
#define PHYSICAL_MASK	(UINT64_MAX >> 1)

static uint64_t be64_at(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return be64toh(v);
}

static uint32_t be32_at(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return be32toh(v);
}

/**
 * sysmem_parse() - check a block
 * @raw: the block
 * @size: bytes there are of it; more than it needs is fine
 * @entries: how many entries it has
 * @last: whether the table ends with it
 *
 * Return: 0, or -EINVAL if its entries do not fit in @size.
 */
int sysmem_parse(const uint8_t *raw, size_t size, uint64_t *entries, bool *last)
{
	uint64_t next;

	if (size < SYSMEM_HEADER_SIZE)
		return -EINVAL;
	next = be64_at(raw + 0x08);
	*entries = be64_at(raw + 0x10);
	/* Hypervisors say "no more" in either way. */
	*last = next == 0 || next == UINT64_MAX;
	if (*entries > (size - SYSMEM_HEADER_SIZE) / SYSMEM_ENTRY_SIZE)
		return -EINVAL;
	return 0;
}

/**
 * sysmem_entry() - read an entry
 * @raw: its SYSMEM_ENTRY_SIZE bytes
 * @entry: where to put it
 */
void sysmem_entry(const uint8_t *raw, struct sysmem_entry *entry)
{
	*entry = (struct sysmem_entry) {
		.physical = be64_at(raw) & PHYSICAL_MASK,
		.logical = be64_at(raw + 8),
		.lpar = be32_at(raw + 16),
		.tier = raw[20],
		.type = raw[21],
		.size = be64_at(raw + 24),
	};
}

/**
 * sysmem_print_heading() - the first line of a translation file
 * @out: the file
 */
void sysmem_print_heading(FILE *out)
{
	fputs("# physical-address logical-address size lpar tier type\n", out);
}

/**
 * sysmem_print() - the line of an entry in a translation file
 * @out: the file
 * @entry: the entry
 */
void sysmem_print(FILE *out, const struct sysmem_entry *entry)
{
	fprintf(out, "0x%016" PRIx64 " ", entry->physical);
	if (entry->logical == SYSMEM_NO_LOGICAL)
		fputs("-", out);
	else
		fprintf(out, "0x%016" PRIx64, entry->logical);
	fprintf(out, " 0x%016" PRIx64 " %" PRIu32 " %u %u\n", entry->size, entry->lpar,
		entry->tier, entry->type);
}

/**
 * sysmem_print_end() - the last line of a translation file
 * @out: the file
 * @entries: how many lines of entries it has
 * @whole: whether they are known to be all that the hypervisor has
 */
void sysmem_print_end(FILE *out, uint64_t entries, bool whole)
{
	fprintf(out, "# end: %" PRIu64 " entries%s\n", entries,
		whole ? "" : " of a table that may not be complete");
}
