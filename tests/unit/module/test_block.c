// SPDX-License-Identifier: GPL-2.0
/* Paged answers of the hypervisor, honest and not. */
#include <stdlib.h>
#include <string.h>

#include "../../../src/module/block.h"
#include "../../../src/module/papr.h"
#include "tap.h"

static void put_be64(u8 *p, u64 v)
{
	int i;

	for (i = 7; i >= 0; i--, v >>= 8)
		p[i] = v;
}

/* A block in memory of exactly its size, for the sanitizer to watch over. */
static int parse(u64 size, u64 entries, u64 next, u64 position, struct htm_block *block)
{
	u8 *buf = calloc(1, size);
	int err;

	if (size >= HTM_BLOCK_HEADER) {
		put_be64(buf + HTM_BLOCK_NEXT, next);
		put_be64(buf + HTM_BLOCK_ENTRIES, entries);
	}
	err = htm_block_parse(buf, size, HTM_SYSMEM_ENTRY, position, block);
	free(buf);
	return err;
}

static void test_good(void)
{
	struct htm_block b;

	is_int(parse(4096, 127, 127, 0, &b), 0, "a full block is good");
	is_u64(b.bytes, 4096, "and as long as its entries make it");
	is_u64(b.next, 127, "its next position is read");
	ok(!b.last, "and another follows");

	is_int(parse(4096, 3, 0, 127, &b), 0, "a last block that says 0 is good");
	ok(b.last && b.bytes == 128, "it is the last, with 3 entries");
	is_int(parse(4096, 3, ~0ULL, 127, &b), 0, "a last block that says all ones is good");
	ok(b.last && b.bytes == 128, "it is the last, with 3 entries");
	is_int(parse(HTM_BLOCK_HEADER, 0, 0, 0, &b), 0, "an empty table is good");
	is_u64(b.bytes, HTM_BLOCK_HEADER, "it is a header only");
}

static void test_bad(void)
{
	struct htm_block b;

	is_int(parse(4096, 128, 0, 0, &b), -EIO, "one entry too many for the buffer is refused");
	is_int(parse(4096, ~0ULL, 0, 0, &b), -EIO, "entries that overflow are refused");
	is_int(parse(4096, 1ULL << 59, 0, 0, &b), -EIO, "entries that wrap to zero bytes are refused");
	is_int(parse(HTM_BLOCK_HEADER - 1, 0, 0, 0, &b), -EIO, "less than a header is refused");
	is_int(parse(4096, 5, 77, 77, &b), -EIO, "a next position that stands still is refused");
	is_int(parse(4096, 0, 78, 77, &b), -EIO, "an empty block that promises more is refused");
}

static void test_status(void)
{
	u8 buf[HTM_BLOCK_HEADER] = {};
	int log2;

	is_u64(htm_status_buffer_size(buf), 0, "log2 of 0 means that there is no buffer");
	for (log2 = 7; log2 <= 47; log2 += 8) {
		buf[1] = log2;
		is_u64(htm_status_buffer_size(buf), 1ULL << log2, "log2 of %d is read", log2);
	}
	buf[1] = 64;
	is_u64(htm_status_buffer_size(buf), 0, "log2 of 64 does not overflow into a size");
	buf[1] = 255;
	is_u64(htm_status_buffer_size(buf), 0, "nor does 255");
}

int main(void)
{
	test_good();
	test_bad();
	test_status();
	return done_testing();
}
