// SPDX-License-Identifier: GPL-2.0
/* What people write: sizes, times, targets, names. */
#include <stdlib.h>
#include <string.h>

#include "htm.h"
#include "names.h"
#include "spec.h"
#include "tap.h"
#include "text.h"

static void test_sizes(void)
{
	static const char *const bad[] = {
		"", "M", "1T", "-1", " 1", "1 ", "1MB", "0x", "99999999999999999999",
		"99999999999G",
	};
	uint64_t size = 0;

	ok(text_size("4096", &size) && size == 4096, "a plain number is a size");
	ok(text_size("0x1000", &size) && size == 4096, "so is one in hex");
	ok(text_size("4K", &size) && size == 4096, "K is 2^10");
	ok(text_size("64M", &size) && size == 64 << 20, "M is 2^20");
	ok(text_size("8G", &size) && size == 8ULL << 30, "G is 2^30");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!text_size(bad[i], &size), "'%s' is no size", bad[i]);
	ok(!text_number("4K", &size), "a plain number has no unit");
}

static void test_times(void)
{
	uint64_t ns = 0;

	ok(text_time("500us", &ns) && ns == 500000, "us are microseconds");
	ok(text_time("2ms", &ns) && ns == 2000000, "ms are milliseconds");
	ok(text_time("3s", &ns) && ns == 3000000000, "s are seconds");
	ok(!text_time("3", &ns), "a time without a unit is refused");
}

static void test_specs(void)
{
	static const char *const bad[] = {
		"", "n0", "n0.p2.c0", "n0.p2.c0.t0", "n0.p2.c0.t4", "n0.p2.c0.t1x", "n256.p2.c0.t1",
		"p2.n0.c0.t1", "n0.p.c0.t1", "n-1.p2.c0.t1", "n0,p2,c0,t1",
		"n99999999999999999999.p2.c0.t1",
	};
	char room[SPEC_MAX_LEN];
	struct spec spec;

	ok(spec_parse("n255.p2.c31.t3", &spec), "a target is read");
	ok(spec.node == 255 && spec.chip == 2 && spec.core == 31 && spec.type == 3,
	   "each index is where it belongs");
	ok(!strcmp(spec_format(&spec, room), "n255.p2.c31.t3"), "and it is written as it was");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!spec_parse(bad[i], &spec), "'%s' is no target", bad[i]);
}

static void test_operations(void)
{
	unsigned int op;
	int wrong = 0;

	for (unsigned int i = HTM_CAPABILITIES; i < HTM_OP_END; i++)
		wrong += !op_name(i) || !op_number(op_name(i), &op) || op != i;
	is_int(wrong, 0, "each of the eleven operations has a name that leads back to it");
	ok(!op_name(0) && !op_name(0xc) && !op_name(0xffff), "other numbers have no name");
	ok(!op_number("DUMP", &op), "half a name is none");
}

static void test_codes(void)
{
	char room[NAME_MAX_LEN];
	long code = 0;

	ok(code_number("H_STATE", &code) && code == -75, "a return code is known by name");
	ok(code_number("H_LONG_BUSY_10_MSEC", &code) && code == 9901, "also by its short name");
	ok(!strcmp(code_name(9901, room), "H_LONG_BUSY_ORDER_10_MSEC"),
	   "it is written by its full name");
	ok(code_number("-9999", &code) && code == -9999, "any number will do");
	ok(!strcmp(code_name(-9999, room), "-9999"), "and is written as it is");
	ok(!code_number("H_NONSENSE", &code) && !code_number("", &code) &&
	   !code_number("1x", &code),
	   "nothing else is a return code");
}

static void test_lines(void)
{
	char line[] = "  key \t value with blanks  # comment\n";
	char empty[] = " \t # only a comment\n";
	char *rest = text_strip(line);

	ok(!strcmp(rest, "key \t value with blanks"), "comment and blanks around are taken off");
	ok(!strcmp(text_word(&rest), "key"), "the first word is taken");
	ok(!strcmp(rest, "value with blanks"), "the rest is left as it is");
	ok(!*text_strip(empty), "a line with nothing but a comment is empty");
	rest = empty + strlen(empty);
	ok(!text_word(&rest), "there is no word in an empty line");
}

int main(void)
{
	test_sizes();
	test_times();
	test_specs();
	test_operations();
	test_codes();
	test_lines();
	return done_testing();
}
