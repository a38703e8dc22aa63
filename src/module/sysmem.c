// SPDX-License-Identifier: GPL-2.0
/*
 * The system memory configuration: each block becomes one raw sample, exactly
 * as the hypervisor gave it.
 */
#include "block.h"
#include "hcall.h"
#include "room.h"
#include "sample.h"
#include "sysmem.h"

/* More blocks than any machine has memory: a hypervisor that goes in circles. */
#define BLOCKS_MAX	0x100000

#define BLOCK_MIN	(HTM_BLOCK_HEADER + HTM_SYSMEM_ENTRY)

/* A ring too small for the block: ask the hypervisor for a smaller one. */
static int write_block(struct htm_session *s, struct htm_block *block)
{
	u64 position = s->window.sysmem_next;
	int err;

	do {
		if (!htm_sample_has_ring(s->event))
			return -ENXIO;
		err = htm_hcall_dump_table(HTM_OP_DUMP_SYSMEM_CONF, &s->target, s->buf,
					   s->piece.bytes, position, &s->cancel);
		if (err)
			return err;
		err = htm_block_parse(s->buf, s->piece.bytes, HTM_SYSMEM_ENTRY, position, block);
		if (err)
			return err;
		err = htm_room_write_piece(s, s->buf, block->bytes, NULL, 0, BLOCK_MIN);
	} while (err == -EAGAIN);
	if (err)
		return err;

	s->window.sysmem_blocks++;
	s->window.sysmem_next = block->next;
	return 0;
}

/**
 * htm_sysmem_write - write all blocks into the data ring
 * @s: the session, draining
 *
 * Goes on where it was cancelled.
 *
 * Context: process, on the event's CPU; sleeps while the ring is full or the
 * hypervisor busy.
 * Return: 0; -ENXIO without a ring; -ECANCELED; or the hypervisor's errno.
 */
int htm_sysmem_write(struct htm_session *s)
{
	struct htm_block block = {};

	while (!block.last) {
		int err;

		if (s->window.sysmem_blocks == BLOCKS_MAX)
			return -EIO;
		err = write_block(s, &block);
		if (err)
			return err == -ENODATA ? 0 : err;
	}
	return 0;
}
