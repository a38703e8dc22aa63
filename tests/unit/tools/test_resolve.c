// SPDX-License-Identifier: GPL-2.0
/* htm resolve from outside: answers, messages, exit statuses. */
#include <linux/limits.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "tap.h"

static void save(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	file = fopen(path, "w");
	fputs(text, file);
	fclose(file);
}

/* What the last shell() printed is this, and nothing else */
static void is_said(const char *want, const char *what)
{
	char got[4096], path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/said", cli_dir);
	file = fopen(path, "r");
	got[fread(got, 1, sizeof(got) - 1, file)] = '\0';
	fclose(file);
	if (!ok(!strcmp(got, want), "%s", what))
		diag("%s", got);
}

static const char map[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 0 1\n"
	"0x0000002010000000 0x0000000010000000 0x0000000010000000 1 1 1\n"
	"0x0000002020000000 - 0x0000000000001000 0 0 1\n"
	"0x0000002080000000 0x0000000000000000 0x0000000010000000 2 0 1\n"
	"# end: 4 entries\n";

static const char more[] =
	"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 0 1\n"
	"0x0000002000000000 0x0000000070000000 0x0000000000001000 3 0 1\n"
	"0x0000003000000000 0x0000000020000000 0x0000000010000000 1 0 1\n"
	"# end: 3 entries\n";

static int resolve(const char *arguments)
{
	return shell("$htm resolve %s", arguments);
}

static void check_answers(void)
{
	is_status(resolve("-m map 0x2000134000"), 0, "an address is resolved");
	is_said("0x0000002000134000 1 0x0000000000134000\n", "to LPAR and logical address alone");
	is_status(resolve("-m map 2000134000 0x2020000fff 208fffffff"), 0, "so are several");
	is_said("0x0000002000134000 1 0x0000000000134000\n"
		"0x0000002020000fff 0 -\n"
		"0x000000208fffffff 2 0x000000000fffffff\n",
		"in their order, also where there is no logical address");
	is_status(resolve("-m map 0x2020001000 0x2000000000"), 2, "a hole has status 2");
	is_said("0x0000002020001000 - - # hole\n"
		"0x0000002000000000 1 0x0000000000000000\n", "it says so, and goes on");
	is_status(resolve("-m map 0x200ffffffe-0x2010000001 0x2020000ff0+20"), 2,
		  "ranges are resolved");
	is_said("0x000000200ffffffe-0x0000002010000001 1 0x000000000ffffffe-0x0000000010000001\n"
		"0x0000002020000ff0-0x0000002020000fff 0 -\n"
		"0x0000002020001000-0x000000202000100f - - # hole\n", "to their pieces, and holes");
	is_status(resolve("-m map -l 2 0x2080000001 0x2000000000"), 2, "--lpar looks at one LPAR");
	is_said("0x0000002080000001 2 0x0000000000000001\n"
		"0x0000002000000000 - - # hole\n", "what another has is a hole");
	is_status(resolve("-m map --reverse --lpar 2 0x134000"), 0, "logical addresses are resolved");
	is_said("0x0000000000134000 2 0x0000002080134000\n", "to the LPAR's physical one");
	is_status(resolve("-m map -r -l1 0x10000000 0x20000000"), 2, "one that it has not is a hole");
	is_said("0x0000000010000000 1 0x0000002010000000\n"
		"0x0000000020000000 - - # hole\n", "it says so");
	is_status(resolve("-m map -m more 0x3000000000 0x2000001000"), 0, "several files are one");
	is_said("0x0000003000000000 1 0x0000000020000000\n"
		"0x0000002000001000 1 0x0000000000001000\n", "what both have is no overlap");
	is_status(resolve("-m more -m map 0x2000000800"), 0, "overlaps are resolved");
	is_said("0x0000002000000800 3 0x0000000070000800 # overlap\n"
		"0x0000002000000800 1 0x0000000000000800 # overlap\n", "to each of the answers");
}

static void check_input(void)
{
	is_status(shell("printf '# all\\n\\n 0x2000134000\\t# one\\r\\n\\n2010000000+1' | $htm resolve -m map"),
		  0, "addresses are read from standard input, also without a last newline");
	is_said("0x0000002000134000 1 0x0000000000134000\n"
		"0x0000002010000000 1 0x0000000010000000\n", "but not comments and empty lines");
	is_status(shell("$htm resolve -m map </dev/null"), 0, "no address is no error");
	is_said("", "and nothing is said");
	is_status(shell("printf '2000000000\\n1000g\\n2000000000\\n' | $htm resolve -m map"), 1,
		  "what is no address is an error");
	ok(said("standard input, line 2: ") && said(" is no address"), "it says where");
	is_status(shell("printf '2000000000\\n1000g\\n' | $htm resolve -m map 2>/dev/null | grep -c ."),
		  0, "the answers before it");
	is_said("1\n", "are there");
	is_status(shell("printf '2000000000 2010000000\\n' | $htm resolve -m map"), 1,
		  "two in a line are an error");
	is_status(shell("printf '2000000000\\0\\n' | $htm resolve -m map"), 1,
		  "so are bytes that are no text");
	is_status(shell("$htm resolve -m map <."), 1, "so is an input that cannot be read");
	ok(said("standard input: Is a directory"), "it says so");
	is_status(shell("yes 0x2000134000 | $htm resolve -m map | head -n 1"), 0,
		  "when nobody reads on, it ends");
	is_said("0x0000002000134000 1 0x0000000000134000\n", "without a word");
	is_status(shell("{ trap '' PIPE; yes 0x2000134000 2>/dev/null | { $htm resolve -m map; echo $? >status; }; } | head -n 1; exit $(cat status)"),
		  1, "where that is no signal, it is an error");
	ok(said("standard output: Broken pipe"), "it says so");
}

static void check_errors(void)
{
	is_status(resolve("0x2000134000"), 1, "no translation file is an error");
	ok(said("name it with --map"), "it says what to do");
	is_status(resolve("-m nowhere 0x2000134000"), 1, "one that is not there is an error");
	ok(said("nowhere: No such file"), "it says so");
	is_status(resolve("-m . 0x2000134000"), 1, "so is a directory");
	is_status(resolve("-m bad 0x2000134000"), 1, "so is a file of another kind");
	ok(said("bad: line 1: not the six fields that htm report writes"), "it says where");
	is_status(resolve("-m map -m bad 0x2000134000"), 1, "also when another one is good");
	is_status(resolve("-m cut 0x2000134000 0x2080000000"), 2, "one that is cut short has status 2");
	ok(said("cut: cut short behind 1 entries") && said("1 0x0000000000134000") && said("# hole"),
	   "it says so, and what it knows");
	is_status(resolve("-m cut -m map 0x2000134000"), 2, "also when another one is whole");
	is_status(resolve("-m map 0x2000134000 nonsense"), 1, "an argument that is no address is an error");
	ok(said("nonsense") && said("is no address: an address is hexadecimal") && !said("0x0000002000134000"),
	   "it says so before anything else");
	is_status(resolve("-m map 0x2000-0x1000"), 1, "so is a range without addresses");
	is_status(resolve("-m map -r 0x1000"), 1, "logical addresses of no LPAR are an error");
	ok(said("--reverse needs --lpar"), "it says what is missing");
	is_status(resolve("-m map -l x 0x1000"), 1, "so is a LPAR that is none");
	is_status(resolve("-m map -l 4294967296 0x1000"), 1, "or none that there can be");
	is_status(resolve("-m map 0x2000134000 >/dev/full"), 1, "so is output that cannot be written");
	ok(said("standard output: No space left"), "it says so");
	is_status(resolve("--help && grep -q 'Exit status' said"), 0, "--help has the statuses");
}

int main(void)
{
	cli_begin();
	save("map", map);
	save("more", more);
	save("bad", "PERFILE2 and more\n");
	save("cut", "0x0000002000000000 0x0000000000000000 0x0000000010000000 1 0 1\n0x00");
	check_answers();
	check_input();
	check_errors();
	cli_end();
	return done_testing();
}
