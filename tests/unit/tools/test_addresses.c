// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "annotate.h"
#include "maps.h"
#include "seed.h"
#include "tap.h"

static struct translation_index map;

/* What came of a text: the addresses, then the counts */
struct result {
	char text[16384];
	size_t length;
	bool cut;
	int err;
};

static int note(void *context, uint64_t logical)
{
	struct result *r = context;

	if (logical == 0xbad)
		return -ENOSPC;
	r->length += snprintf(r->text + r->length, sizeof(r->text) - r->length, "%" PRIx64 " ",
			      logical);
	return 0;
}

/* In pieces of at most @most bytes */
static void take(struct result *r, const struct translation_index *with, const char *text,
		 size_t size, size_t most)
{
	struct addresses a;

	*r = (struct result) {};
	addresses_begin(&a, with, 1, note, r);
	while (size && !r->err) {
		size_t n = 1 + rand() % most;

		n = n < size ? n : size;
		r->err = addresses_text(&a, text, n);
		text += n;
		size -= n;
	}
	if (!r->err)
		r->err = addresses_end(&a, &r->cut);
	snprintf(r->text + r->length, sizeof(r->text) - r->length, "own %" PRIu64 " foreign %"
		 PRIu64 " bare %" PRIu64 " unknown %" PRIu64 " unanswered %" PRIu64,
		 a.count[TRANSLATION_OWN], a.count[TRANSLATION_FOREIGN],
		 a.count[TRANSLATION_BARE], a.count[TRANSLATION_UNKNOWN], a.unanswered);
}

static void check(const struct translation_index *with, const char *text, const char *want,
		  const char *what)
{
	struct result r;

	for (size_t most = 1; most < 64; most *= 3) {
		take(&r, with, text, strlen(text), most);
		if (strcmp(r.text, want) || r.cut || r.err)
			break;
	}
	if (!ok(!strcmp(r.text, want) && !r.cut && !r.err, "%s", what))
		diag("got %s%s, want %s", r.text, r.cut ? ", cut" : "", want);
}

static void check_answers(void)
{
	check(NULL, "", "own 0 foreign 0 bare 0 unknown 0 unanswered 0", "an empty text has no address");
	check(NULL, "pc addr:0x10 logical:0x0000000000000020\n", "20 own 1 foreign 0 bare 0 unknown 0 unanswered 0",
	      "a logical address is taken");
	check(NULL, "addr:0x1 logical:0x0000000000000002,f addr:0x3 logical:0xffffffffffffffffff",
	      "2 ffffffffffffffff own 2 foreign 0 bare 0 unknown 0 unanswered 0",
	      "it ends with its last digit");
	check(NULL, "addr:0x1 logical:lpar12 addr:0x1 logical:- addr:0x1 logical:? addr:0x1 logical:lpar4294967295",
	      "own 0 foreign 2 bare 1 unknown 1 unanswered 0", "others are counted");
	check(NULL, "addr:0x1 logical:0x0000000000000002 logical:0x0000000000000003 addr:0x4 logical:-",
	      "2 own 1 foreign 0 bare 1 unknown 0 unanswered 0",
	      "of several logical addresses the first is taken");
	check(NULL, "logical:0x0000000000000002 addr:0x4 logical:-", "own 0 foreign 0 bare 1 unknown 0 unanswered 0",
	      "one without an address before it is not taken");
	check(NULL, "addr:0x1 addr:0x2 logical:0x1\naddr:0x3 logical:lpar addr:0x4logical:-\n",
	      "own 0 foreign 0 bare 0 unknown 0 unanswered 4", "addresses without an answer are told");
	check(NULL, "addr:0x1\nlogical:-\n", "own 0 foreign 0 bare 0 unknown 0 unanswered 1",
	      "an answer is in the line of its address");
}

static void check_map(void)
{
	check(&map, "addr:0x10000010 addr:0x20000000 addr:0x10 addr:0x900000000 addr:0x10000000000000010",
	      "40000010 own 1 foreign 1 bare 1 unknown 2 unanswered 0", "addresses are looked up");
	check(&map, "addr:0x10000010 logical:- addr:0x1fffffff",
	      "40000010 4fffffff own 2 foreign 0 bare 0 unknown 0 unanswered 0",
	      "whatever the text has behind them");
	check(&map, "addr:0x30000900", "5900 own 1 foreign 0 bare 0 unknown 0 unanswered 0",
	      "where ranges overlap, the partition's own is taken, and once");
}

static void check_cuts(void)
{
	static const char text[] = "addr:0x10 logical:0x0000000000000020 addr:0x10 logical:lpar3";
	struct result r;
	int wrong = 0;

	for (size_t size = 0; size < sizeof(text); size++) {
		/* Behind the first address and before the end of what follows it; and so on */
		bool want = (size > 7 && size < 36) || (size > 44 && size < 60);

		take(&r, NULL, text, size, 100);
		wrong += r.cut != want || r.err;
	}
	is_int(wrong, 0, "a text that ends in an answer is cut, and no other");
	take(&r, NULL, "addr:0x1 logical:0x0000000000000bad addr:0x1 logical:-", 54, 100);
	is_int(r.err, -ENOSPC, "what takes an address can end it");
}

/* As htm decode has it, by code of its own; to be freed */
static char *annotated(const char *text, size_t size)
{
	char *result = NULL;
	struct annotate a;
	size_t length;
	FILE *out = open_memstream(&result, &length);

	annotate_begin(&a, &map, 1, out);
	annotate_text(&a, text, size);
	annotate_end(&a);
	fclose(out);
	return result;
}

static void put_random(char *text, size_t room)
{
	static const char *const parts[] = {
		"addr:0x ", "addr:0x1,", "addr:0x20000 ", " logical:", "\n", " ", "0", "f", "lpar1", "-",
		"addr:", "addr", "x", "ffffffffffffffff",
	};
	size_t length = 0;

	while (length + 64 < room) {
		/* "addr:" in the digits of a logical address and what is behind them would be one. */
		if (rand() % 3)
			length += sprintf(text + length, "addr:0x%x%c", (unsigned int)
					  (rand() % 5 * 0x10000000LL + rand() % 0x2000),
					  " \n,z"[rand() % 4]);
		else
			length += sprintf(text + length, "%s",
					  parts[rand() % (sizeof(parts) / sizeof(parts[0]))]);
	}
}

static void check_random(void)
{
	struct result by_map, by_text;
	char text[2048], *with;
	int wrong = 0;

	seed_random();
	for (int round = 0; round < 2000; round++) {
		put_random(text, 128 + rand() % (sizeof(text) - 128));
		with = annotated(text, strlen(text));
		take(&by_map, &map, text, strlen(text), 1 + rand() % 100);
		take(&by_text, NULL, with, strlen(with), 1 + rand() % 100);
		if (strcmp(by_map.text, by_text.text) && !wrong++)
			diag("%s\nby the map: %s\nby the text: %s", with, by_map.text, by_text.text);
		free(with);
	}
	is_int(wrong, 0, "what htm decode writes gives what looking up gives");
}

int main(void)
{
	maps_read(&map);
	check_answers();
	check_map();
	check_cuts();
	check_random();
	translation_index_free(&map);
	return done_testing();
}
