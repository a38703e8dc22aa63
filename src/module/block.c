// SPDX-License-Identifier: GPL-2.0
/*
 * The paged answers of STATUS, DUMP_SYSMEM_CONF and DUMP_SYSPROC_CONF: a header
 * of 32 big-endian bytes, then entries. Pure: also built on the host.
 */
#include "block.h"
#include "papr.h"

/* Smaller than one trace record, or larger than any machine: not a size. */
#define LOG2_SIZE_MIN	7
#define LOG2_SIZE_MAX	47

static u64 be64_at(const u8 *p)
{
	u64 v = 0;
	int i;

	for (i = 0; i < 8; i++)
		v = v << 8 | p[i];
	return v;
}

/**
 * htm_block_parse - check and read the header of one block
 * @buf: what the hypervisor wrote
 * @size: bytes that it was allowed to write
 * @entry: bytes of one entry
 * @position: the position that was asked for
 * @block: what was found
 *
 * Both 0 and all ones are seen as "no more". A next position that is the one
 * just asked for would never end, so it is an error.
 *
 * Context: any.
 * Return: 0, or -EIO if the header contradicts itself or the buffer.
 */
int htm_block_parse(const void *buf, u64 size, u32 entry, u64 position, struct htm_block *block)
{
	const u8 *header = buf;
	u64 entries;

	if (size < HTM_BLOCK_HEADER)
		return -EIO;
	entries = be64_at(header + HTM_BLOCK_ENTRIES);
	if (entries > (size - HTM_BLOCK_HEADER) / entry)
		return -EIO;

	block->bytes = HTM_BLOCK_HEADER + entries * entry;
	block->next = be64_at(header + HTM_BLOCK_NEXT);
	block->last = block->next == 0 || block->next == ~0ULL;
	if (!block->last && (block->next == position || !entries))
		return -EIO;
	return 0;
}

/**
 * htm_status_buffer_size - bytes of the trace buffer behind a target
 * @buf: at least 32 bytes of an answer to STATUS
 *
 * Context: any.
 * Return: bytes, or 0 if no buffer has been set up.
 */
u64 htm_status_buffer_size(const void *buf)
{
	u8 log2 = ((const u8 *)buf)[HTM_BLOCK_LOG2_SIZE];

	if (log2 < LOG2_SIZE_MIN || log2 > LOG2_SIZE_MAX)
		return 0;
	return 1ULL << log2;
}
