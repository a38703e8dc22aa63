/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_BLOCK_H
#define HTM_BLOCK_H

#include "pure.h"

/**
 * struct htm_block - what the header of a paged answer says
 * @bytes: bytes of the block: its header and whole entries
 * @next: where the next block begins
 * @last: no block follows
 */
struct htm_block {
	u64 bytes;
	u64 next;
	bool last;
};

int htm_block_parse(const void *buf, u64 size, u32 entry, u64 position, struct htm_block *block);
u64 htm_status_buffer_size(const void *buf);

#endif /* HTM_BLOCK_H */
