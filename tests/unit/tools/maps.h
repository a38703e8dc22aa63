/* SPDX-License-Identifier: GPL-2.0 */
/* The memory of a machine, for tests of what looks addresses up in it. */
#ifndef TESTS_MAPS_H
#define TESTS_MAPS_H

#include <stdio.h>

#include "tap.h"
#include "translation.h"

/* Of partitions 1 and 2 and of none, with overlaps, and holes behind them */
static const char maps_table[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000000000000000 - 0x0000000010000000 0 0 0\n"
	"0x0000000010000000 0x0000000040000000 0x0000000010000000 1 1 1\n"
	"0x0000000020000000 0x0000000080000000 0x0000000010000000 2 2 2\n"
	"0x0000000030000000 0x0000000000000000 0x0000000000001000 2 2 2\n"
	"0x0000000030000000 0x0000000000005000 0x0000000000001000 1 2 2\n"
	"0x0000000030000800 0x0000000000009800 0x0000000000000800 1 2 2\n"
	"0x0000000031000000 - 0x0000000000001000 1 2 2\n"
	"# end: 7 entries\n";

static void maps_read(struct translation_index *map)
{
	FILE *in = fmemopen((char *)maps_table, sizeof(maps_table) - 1, "r");
	struct translation t = {};

	ok(!translation_read(&t, in), "the translation file of the test is one");
	ok(!translation_index_make(map, &t, TRANSLATION_PHYSICAL, NULL),
	   "and addresses can be looked up in it");
	fclose(in);
	translation_free(&t);
}

#endif /* TESTS_MAPS_H */
