// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "maps.h"
#include "seed.h"
#include "tap.h"

static struct translation_index map;

/* In pieces of at most @most bytes; to be freed */
static char *annotated(const char *text, size_t size, size_t most, struct annotate *a)
{
	char *result = NULL;
	size_t length;
	FILE *out = open_memstream(&result, &length);
	int err = 0;

	annotate_begin(a, &map, 1, out);
	while (size && !err) {
		size_t n = 1 + rand() % most;

		n = n < size ? n : size;
		err = annotate_text(a, text, n);
		text += n;
		size -= n;
	}
	err |= annotate_end(a);
	fclose(out);
	ok(!err, "text is written without an error");
	return result;
}

static void check(const char *text, const char *want, const char *what)
{
	struct annotate a;
	char *got = annotated(text, strlen(text), 4, &a);

	if (!ok(!strcmp(got, want), "%s", what))
		diag("got %s\nwant %s", got, want);
	free(got);
}

static void check_counts(void)
{
	static const char text[] = "addr:0x10000000 addr:0x10000001 addr:0x1fffffff\n"
		"addr:0x20000000 addr:0x2fffffff addr:0x0 addr:0x40000000 addr:0x30000800";
	struct annotate a;

	free(annotated(text, sizeof(text) - 1, 1, &a));
	is_u64(a.counts.own, 4, "the partition's addresses are counted, each once");
	is_u64(a.counts.foreign, 2, "those of others are counted");
	is_u64(a.counts.bare, 1, "those without logical address are counted");
	is_u64(a.counts.unknown, 1, "those of no range are counted");
}

/* Far longer than any buffer, without a newline */
static void check_long_line(void)
{
	static char text[1 << 20];
	struct annotate a;
	char *got;

	memset(text, 'a', sizeof(text));
	memcpy(text + sizeof(text) / 2, "addr:0x10000000.", 16);
	got = annotated(text, sizeof(text), 100000, &a);
	is_u64(a.counts.own, 1, "an address in a line of a megabyte is found");
	is_u64(strlen(got), sizeof(text) + strlen(" logical:0x0000000040000000"),
	       "and all of the line is there");
	free(got);
}

static void check_full(void)
{
	FILE *out = fopen("/dev/full", "w");
	char text[8192] = "addr:0x1";
	struct annotate a;
	int err = 0;

	annotate_begin(&a, &map, 1, out);
	for (int i = 0; i < 100 && !err; i++)
		err = annotate_text(&a, text, sizeof(text));
	ok(err < 0, "text that cannot be written is an error");
	annotate_begin(&a, &map, 1, out);
	clearerr(out);
	err = annotate_text(&a, "addr:0x1", 8);
	ok(err < 0 || annotate_end(&a) < 0, "at its end, too");
	fclose(out);
}

int main(void)
{
	seed_random();
	maps_read(&map);
	check("", "", "no text stays none");
	check("no address\n", "no address\n", "text without an address stays as it is");
	check("x addr:0x10000010 y\n", "x addr:0x10000010 logical:0x0000000040000010 y\n",
	      "the partition's address gets its logical one");
	check("addr:0x000000001fffffff", "addr:0x000000001fffffff logical:0x000000004fffffff",
	      "so does the last one of a range, at the end of the text");
	check("(addr:0X10000000,addr:0x1000000A)\n",
	      "(addr:0X10000000,addr:0x1000000A logical:0x000000004000000a)\n",
	      "digits are taken in either case, the prefix is not");
	check("addr:0x20000000.", "addr:0x20000000 logical:lpar2.", "another partition's is told");
	check("addr:0x5 ", "addr:0x5 logical:- ", "memory without a logical address is told");
	check("addr:0x31000000 ", "addr:0x31000000 logical:- ", "the partition's own, too");
	check("addr:0x99999999 ", "addr:0x99999999 logical:? ", "an address in no range is told");
	check("addr:0x10000000000000000 ", "addr:0x10000000000000000 logical:? ",
	      "a number of 65 bits is no address of its lower 64");
	check("addr:0x30000000 ", "addr:0x30000000 logical:0x0000000000005000 ",
	      "of ranges that overlap, the partition's own is taken");
	check("addr:0x30000900 ",
	      "addr:0x30000900 logical:0x0000000000005900 logical:0x0000000000009900 ",
	      "all of them are");
	check_counts();
	check_long_line();
	check_full();
	translation_index_free(&map);
	return done_testing();
}
