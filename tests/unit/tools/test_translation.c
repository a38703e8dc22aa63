// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"
#include "seed.h"
#include "tap.h"

static const char good[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 0 1\n"
	"0x0000002010000000 - 0x0000000000001000 0 0 0\n"
	"0x0000002080000000 0x0000000000000000 0x0000000010000000 4294967295 255 255\n"
	"# end: 3 entries\n";

/* Of exactly this size, so that reading more than that is seen */
static int read_bytes(struct translation *t, const char *text, size_t size)
{
	char *copy = malloc(size + !size);
	FILE *in;
	int result;

	memcpy(copy, text, size);
	/* fmemopen() takes no size of 0 */
	in = size ? fmemopen(copy, size, "r") : fopen("/dev/null", "r");
	result = translation_read(t, in);
	fclose(in);
	free(copy);
	return result;
}

static int read_text(struct translation *t, const char *text)
{
	return read_bytes(t, text, strlen(text));
}

static void check_good(void)
{
	struct translation t = {};
	const struct sysmem_entry *e;

	is_int(read_text(&t, good), 0, "a file as htm report writes it is whole");
	is_u64(t.entries.count, 3, "it has its entries");
	e = &t.entries.items[2];
	ok(e->physical == 0x2080000000 && !e->logical && e->size == 0x10000000 &&
	   e->lpar == UINT32_MAX && e->tier == 255 && e->type == 255, "with all their fields");
	ok(t.entries.items[1].logical == SYSMEM_NO_LOGICAL, "and no address where there is none");
	is_int(read_text(&t, "\n  \n# remark\n 10\t20  30 1 2 3 \r\n# end: 1 entries\r\n"), 0,
	       "blanks, empty lines, comments and other line ends do no harm");
	is_u64(t.entries.count, 4, "a second file comes behind the first");
	is_u64(t.entries.items[3].size, 0x30, "numbers without 0x are hexadecimal");
	translation_free(&t);
	is_int(read_text(&t, "0 0 1 1 0 0\n# end: 1 entries\n0 0 1 2 0 0\n# end: 1 entries\n"), 0,
	       "files that were put together are whole");
	is_u64(t.entries.count, 2, "with the entries of both");
	translation_free(&t);
}

static bool begins_like(const struct translation *t, const struct translation *whole)
{
	if (t->entries.count > whole->entries.count)
		return false;
	for (size_t i = 0; i < t->entries.count; i++) {
		const struct sysmem_entry *a = &t->entries.items[i], *b = &whole->entries.items[i];

		if (a->physical != b->physical || a->logical != b->logical || a->size != b->size ||
		    a->lpar != b->lpar || a->tier != b->tier || a->type != b->type)
			return false;
	}
	return true;
}

static void check_cut(void)
{
	struct translation whole = {}, t = {};
	int wrong = 0;

	read_text(&whole, good);
	for (size_t size = 0; size < sizeof(good) - 1; size++) {
		int result = read_bytes(&t, good, size);

		if (result != 1 || !begins_like(&t, &whole) || !strstr(t.error, "cut short")) {
			diag("cut at byte %zu: %d, %s", size, result, t.error);
			wrong++;
		}
		translation_free(&t);
	}
	is_int(wrong, 0, "a file that is cut anywhere says so, and has no entries but its own");
	translation_free(&whole);
}

static void check_partial(const char *text, size_t entries, const char *says)
{
	struct translation t = {};

	is_int(read_text(&t, text), 1, "a file that is not whole, for '%s'", says);
	is_u64(t.entries.count, entries, "what there is can be used");
	if (!ok(strstr(t.error, says), "it says why"))
		diag("%s", t.error);
	translation_free(&t);
}

static void check_partials(void)
{
	check_partial("0 0 1 1 0 0\n# end: 1 entries of a table that may not be complete\n", 1,
		      "may not be complete");
	check_partial("0 0 1 1 0 0\n# end: 2 entries\n", 1, "line 2: the end of 2 entries");
	check_partial("0 0 1 1 0 0\n# end: 2 entries\n0 0 1 1 0 0\n# end: 1 entries\n", 2, "line 2");
	check_partial("# end: 0 entries\n0 0 1 1 0 0\n", 1, "cut short behind 1 entries");
	check_partial("0 0 1 1 0 0\n# end: 1 entries\n0 0 1", 1, "cut short behind 0 entries");
}

static void check_refused(const char *line)
{
	struct translation t = {};
	char text[1024];

	read_text(&t, good);
	snprintf(text, sizeof(text), "0 0 1 1 0 0\n%s\n# end: 2 entries\n", line);
	is_int(read_text(&t, text), -EINVAL, "this is no line: %.100s", line);
	ok(!strncmp(t.error, "line 2: ", 8), "it says where");
	is_u64(t.entries.count, 3, "nothing of the file is taken");
	translation_free(&t);
}

/* Bytes of another kind of file, from the beginning on or behind what is right */
static void check_other(const char *bytes, size_t size, const char *what)
{
	struct translation t = {};

	is_int(read_bytes(&t, bytes, size), -EINVAL, "%s is refused", what);
	if (!ok(strstr(t.error, "this is no translation file"), "%s is said to be none of ours", what))
		diag("%s", t.error);
	is_u64(t.entries.count, 0, "nothing of %s is taken", what);
	translation_free(&t);
}

static void check_others(void)
{
	char bytes[sizeof(good) + 100] = "";

	check_other(bytes, 1, "a file of one NUL byte");
	check_other(bytes, 100, "a file of NUL bytes");
	check_other("\0\0# end: 0 entries\n", 19, "a file that begins with NUL bytes");
	check_other("PERFILE2", 8, "a file of one line that is none");
	memcpy(bytes, good, sizeof(good) - 1);
	check_other(bytes, sizeof(bytes), "a file that ends with NUL bytes");
}

static void check_bad(void)
{
	static const char *const bad[] = {
		"nonsense", "0", "0 0 1 1 0", "0 0 1 1 0 0 0", "- 0 1 1 0 0", "0 -- 1 1 0 0",
		"0 -0 1 1 0 0", "0 0 - 1 0 0", "0 0 1 0x1 0 0", "0 0 1 4294967296 0 0",
		"0 0 1 1 256 0", "0 0 1 1 0 256", "0 0 1 -1 0 0", "0,0,1,1,0,0", "0x 0 1 1 0 0",
		"10000000000000000 0 1 1 0 0", "0 0 1 1 0 0x", "# end: ", "# end: x entries",
		"# end: 2", "# end: -1 entries", "0 0 1 1 0 0 # remark",
		/* past 2^64 */
		"ffffffffffffffff 0 2 1 0 0", "0 ffffffffffffff00 101 1 0 0",
		"8000000000000000 - 8000000000000001 1 0 0",
	};
	char line[1000];
	struct translation t = {};
	FILE *directory;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		check_refused(bad[i]);
	memset(line, '0', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	check_refused(line);
	is_int(read_bytes(&t, "\0\0\n", 3), -EINVAL, "bytes that are no text are refused");
	directory = fopen("/", "r");
	is_int(translation_read(&t, directory), -EISDIR, "what cannot be read is an error");
	fclose(directory);
}

/* The pieces of a range, as text */
static void check_pieces(const char *entries, enum translation_from from, int64_t lpar,
			 uint64_t first, uint64_t last, const char *want)
{
	struct translation t = {};
	struct translation_index index;
	struct translation_walk walk;
	struct translation_piece p;
	char got[1024] = "";
	size_t n = 0;

	read_text(&t, entries);
	translation_index_make(&index, &t, from, lpar < 0 ? NULL : &(uint32_t){ lpar });
	translation_free(&t);
	translation_walk_begin(&walk, &index, first, last);
	while (translation_walk_next(&walk, &p) && n < sizeof(got)) {
		n += snprintf(got + n, sizeof(got) - n, "%" PRIx64 "-%" PRIx64 ":",
			      p.range.first, p.range.last);
		if (p.hole)
			n += snprintf(got + n, sizeof(got) - n, "hole ");
		else if (p.range.has_other)
			n += snprintf(got + n, sizeof(got) - n, "%u:%" PRIx64 "%s ", p.range.lpar,
				      p.range.other, p.overlap ? "!" : "");
		else
			n += snprintf(got + n, sizeof(got) - n, "%u:-%s ", p.range.lpar,
				      p.overlap ? "!" : "");
	}
	if (!ok(!strcmp(got, want), "%" PRIx64 "-%" PRIx64 " is %s", first, last, want))
		diag("got %s", got);
	translation_index_free(&index);
}

#define ALL	-1
#define PHYSICAL	TRANSLATION_PHYSICAL
#define LOGICAL	TRANSLATION_LOGICAL

static void check_lookups(void)
{
	static const char two[] = "2000 500 100 1 0 0\n1000 - 100 2 0 0\n";
	static const char over[] = "1000 0 100 1 0 0\n1010 - 10 2 0 0\n1080 9000 100 3 0 0\n";
	static const char edge[] = "fffffffffffffff0 0 10 1 0 0\n0 fffffffffffffff0 f 1 0 0\n";
	static const char same[] = "0 1000 10 1 0 0\n10 1010 10 1 2 3\n0 1000 10 1 0 0\n"
				   "8 1008 4 1 9 9\n20 1020 10 2 0 0\n30 2000 10 2 0 0\n";

	check_pieces("", PHYSICAL, ALL, 0, UINT64_MAX, "0-ffffffffffffffff:hole ");
	check_pieces("0 0 0 1 0 0\n", PHYSICAL, ALL, 0, 0, "0-0:hole ");
	check_pieces(two, PHYSICAL, ALL, 0xfff, 0xfff, "fff-fff:hole ");
	check_pieces(two, PHYSICAL, ALL, 0x1000, 0x1000, "1000-1000:2:- ");
	check_pieces(two, PHYSICAL, ALL, 0x20ff, 0x20ff, "20ff-20ff:1:5ff ");
	check_pieces(two, PHYSICAL, ALL, 0x2100, 0x2100, "2100-2100:hole ");
	check_pieces(two, PHYSICAL, ALL, 0x1080, 0x2010,
		     "1080-10ff:2:- 1100-1fff:hole 2000-2010:1:500 ");
	check_pieces(two, PHYSICAL, 1, 0x1000, 0x2000, "1000-1fff:hole 2000-2000:1:500 ");
	check_pieces(two, LOGICAL, 1, 0x4ff, 0x600,
		     "4ff-4ff:hole 500-5ff:1:2000 600-600:hole ");
	check_pieces(two, LOGICAL, 2, 0x500, 0x500, "500-500:hole ");
	check_pieces(two, LOGICAL, 2, UINT64_MAX, UINT64_MAX,
		     "ffffffffffffffff-ffffffffffffffff:hole ");
	check_pieces(over, PHYSICAL, ALL, 0x1018, 0x1018, "1018-1018:1:18! 1018-1018:2:-! ");
	check_pieces(over, PHYSICAL, ALL, 0x1020, 0x1020, "1020-1020:1:20 ");
	check_pieces(over, PHYSICAL, ALL, 0xff0, 0x1190,
		     "ff0-fff:hole 1000-10ff:1:0! 1010-101f:2:-! 1080-117f:3:9000! 1180-1190:hole ");
	check_pieces(over, PHYSICAL, ALL, 0x1020, 0x107f, "1020-107f:1:20 ");
	check_pieces(edge, PHYSICAL, ALL, 0, UINT64_MAX,
		     "0-e:1:fffffffffffffff0 f-ffffffffffffffef:hole "
		     "fffffffffffffff0-ffffffffffffffff:1:0 ");
	check_pieces(edge, PHYSICAL, ALL, UINT64_MAX, UINT64_MAX,
		     "ffffffffffffffff-ffffffffffffffff:1:f ");
	check_pieces(edge, LOGICAL, 1, 0, UINT64_MAX,
		     "0-f:1:fffffffffffffff0 10-ffffffffffffffef:hole "
		     "fffffffffffffff0-fffffffffffffffe:1:0 ffffffffffffffff-ffffffffffffffff:hole ");
	check_pieces(same, PHYSICAL, ALL, 0, 0x3f, "0-1f:1:1000 20-2f:2:1020 30-3f:2:2000 ");
	/* The same distance, but around the end of 64 bits: not one range */
	check_pieces("0 fffffffffffffff0 10 1 0 0\n10 0 10 1 0 0\n", PHYSICAL, ALL, 0, 0x1f,
		     "0-f:1:fffffffffffffff0 10-1f:1:0 ");
}

#define SMALL	64

/* Entries begin in the first @space addresses, or near the end of 64 bits. */
static uint64_t random_base(unsigned int space)
{
	return rand() % 2 ? 0 : UINT64_MAX - space - SMALL;
}

static struct sysmem_entry random_entry(unsigned int space)
{
	uint64_t base = random_base(space);
	uint64_t logical = rand() % space + (rand() % 2 ? base : 0);

	return (struct sysmem_entry) {
		.physical = base + rand() % space,
		.logical = rand() % 8 ? logical : SYSMEM_NO_LOGICAL,
		.size = rand() % (rand() % 4 ? SMALL / 8 : SMALL),
		.lpar = rand() % 3,
	};
}

static const char *compare_random(const struct translation *t, unsigned int space,
				  enum translation_from from, const uint32_t *lpar)
{
	struct translation_index index;
	struct scan scan = { t, &index, from, lpar };
	const char *wrong = NULL;

	translation_index_make(&index, t, from, lpar);
	for (int i = 0; i < 8 && !wrong; i++) {
		uint64_t first = random_base(space) + rand() % space;
		uint64_t last = first + rand() % SMALL, probes[SMALL];

		for (int j = 0; j < SMALL; j++)
			probes[j] = first + j;
		if (i % 2)
			last = first;
		wrong = scan_compare(&scan, first, last, probes, SMALL);
	}
	translation_index_free(&index);
	return wrong;
}

static void check_random(int rounds, int entries, unsigned int space)
{
	const char *wrong = NULL;
	struct translation t = {};

	for (int round = 0; round < rounds && !wrong; round++) {
		uint32_t lpar = rand() % 3;

		t.entries.count = 0;
		for (int n = rand() % entries; n; n--)
			*vector_push(&t.entries) = random_entry(space);
		wrong = compare_random(&t, space, TRANSLATION_PHYSICAL, NULL);
		wrong = wrong ?: compare_random(&t, space, TRANSLATION_PHYSICAL, &lpar);
		wrong = wrong ?: compare_random(&t, space, TRANSLATION_LOGICAL, NULL);
		wrong = wrong ?: compare_random(&t, space, TRANSLATION_LOGICAL, &lpar);
	}
	if (!ok(!wrong, "up to %d random ranges that overlap are as a linear scan has them",
		entries))
		diag("%s", wrong);
	translation_free(&t);
}

int main(void)
{
	check_good();
	check_cut();
	check_partials();
	check_bad();
	check_others();
	check_lookups();
	seed_random();
	check_random(3000, 20, SMALL);
	check_random(200, 1200, 64 * SMALL);
	return done_testing();
}
