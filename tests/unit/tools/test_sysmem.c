// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sysmem.h"
#include "tap.h"

/* Three entries, as a hypervisor would write them */
static const uint8_t block[SYSMEM_HEADER_SIZE + 3 * SYSMEM_ENTRY_SIZE] = {
	[0x0f] = 3,		/* next position */
	[0x17] = 3,		/* entries */
	[0x20] = 0x80, 0, 0, 0x20, [0x2e] = 1,
	[0x33] = 7, [0x34] = 2, 5, [0x3b] = 0, 0x10,
	[0x40] = 0, 0, 0x20, [0x48] = 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	[0x50] = 1, 2, 3, 4, 0xff, 0xff, [0x5f] = 1,
};

static int parse(const void *raw, size_t size)
{
	/* Of exactly this size, so that reading more than that is seen */
	uint8_t *copy = malloc(size + !size);
	uint64_t entries;
	bool last;
	int err;

	memcpy(copy, raw, size);
	err = sysmem_parse(copy, size, &entries, &last);
	free(copy);
	return err;
}

static void check_sizes(void)
{
	uint8_t huge[sizeof(block)];
	int wrong = 0;

	for (size_t size = 0; size < sizeof(block); size++)
		wrong += parse(block, size) != -EINVAL;
	is_int(wrong, 0, "a block that is cut short anywhere is refused");
	is_int(parse(block, sizeof(block)), 0, "the whole block is taken");
	memcpy(huge, block, sizeof(huge));
	memset(huge + 0x10, 0xff, 8);
	is_int(parse(huge, sizeof(huge)), -EINVAL, "as many entries as can be said are refused");
	memset(huge + 0x10, 0, 8);
	huge[0x10] = 0x08;
	is_int(parse(huge, sizeof(huge)), -EINVAL, "entries whose size overflows are refused");
}

static bool is_last(uint8_t byte)
{
	uint8_t copy[sizeof(block)];
	uint64_t entries = 0;
	bool last = false;

	memcpy(copy, block, sizeof(copy));
	memset(copy + 8, byte, 8);
	ok(!sysmem_parse(copy, sizeof(copy), &entries, &last) && entries == 3,
	   "a next position of %02x... does not change the entries", byte);
	return last;
}

static void check_lines(void)
{
	static const char want[] =
		"# physical-address logical-address size lpar tier type\n"
		"0x0000002000000000 0x0000000000000100 0x0000000010000000 7 2 5\n"
		"0x0000200000000000 - 0x0000000000000001 16909060 255 255\n"
		"# end: 2 entries\n"
		"# end: 2 entries of a table that may not be complete\n";
	struct sysmem_entry entry;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	sysmem_print_heading(out);
	for (int i = 0; i < 2; i++) {
		sysmem_entry(block + SYSMEM_HEADER_SIZE + i * SYSMEM_ENTRY_SIZE, &entry);
		sysmem_print(out, &entry);
	}
	sysmem_print_end(out, 2, true);
	sysmem_print_end(out, 2, false);
	fclose(out);
	if (!ok(!strcmp(text, want), "entries are written as decoders read them"))
		diag("%s", text);
	free(text);
}

int main(void)
{
	check_sizes();
	ok(is_last(0), "a next position of 0 ends the table");
	ok(is_last(0xff), "a next position of all ones ends the table");
	ok(!is_last(1), "another one does not");
	check_lines();
	return done_testing();
}
