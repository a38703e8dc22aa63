// SPDX-License-Identifier: GPL-2.0
/* htm report from outside: files, messages, exit statuses. */
#include <linux/limits.h>
#include <string.h>

#include "build.h"
#include "cli.h"
#include "tap.h"

#define TRACE	100000

static uint8_t trace[TRACE];

static const struct build_attr attrs[] = {
	{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0xf03012, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
};

static const struct build_attr bare[] = {
	{ BUILD_HTM_TYPE, 0x2001, 0, BUILD_SAMPLE_TYPE, 0 },
};

static const struct build_attr software[] = {
	{ 1, 9, 0, BUILD_SAMPLE_TYPE, 0 },
};

static void save(struct build *b, const char *name, size_t drop)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	build_save(b, path, b->size - drop);
	build_free(b);
}

static void save_bytes(const char *name, const void *bytes, size_t size)
{
	struct build b = {};

	build_bytes(&b, bytes, size);
	save(&b, name, 0);
}

static void raw_window(struct build *b, size_t attr)
{
	build_start(b, attr, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_block(b, attr, 0, 3, 3);
	build_block(b, attr, 3, 2, 0);
	build_trace(b, attr, 0, 0, trace, 60000);
	build_trace(b, attr, 0, 60000, trace + 60000, TRACE - 60000);
	build_stop(b, attr, 0, TRACE, 2, 0);
}

static void aux_window(struct build *b, size_t attr)
{
	build_start(b, attr, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_auxtrace(b, 3, 0, trace, 50000);
	build_auxtrace(b, 3, 50000, trace + 50000, TRACE - 50000);
	build_stop(b, attr, 0, TRACE, 0, 0);
}

static const char table[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000000000000000 - 0x0000000010000000 0 0 0\n"
	"0x0000000010000000 0x0000000040000000 0x0000000010000000 1 1 1\n"
	"0x0000000020000000 0x0000000080000000 0x0000000010000000 2 2 2\n"
	"0x0000000030000000 - 0x0000000010000000 3 3 3\n"
	"0x0000000040000000 0x0000000100000000 0x0000000010000000 4 0 4\n"
	"# end: 5 entries\n";

static void check_file(void)
{
	struct build b;

	build_begin(&b, true, attrs, 2);
	raw_window(&b, 0);
	aux_window(&b, 1);
	build_end(&b);
	save(&b, "perf.data", 0);
	is_status(shell("$htm report -i perf.data -o out"), 0, "a whole file is reported with status 0");
	ok(said("n0.p2.c0.t1: 100000 of 100000 bytes, complete"), "it says how much there is");
	ok(said("n0.p2.c0.t1: 2 chunks, 0 holes, 2 memory blocks, start 0.000123456, stop 0.000234567"),
	   "and in what pieces, and of when");
	ok(said("n1.p3.c15.t2: 2 chunks, 0 holes, 0 memory blocks, start"), "likewise of the other target");
	is_status(shell("cmp out/htm.bin.n0.p2.c0.t1 trace"), 0, "raw trace is written as it was");
	is_status(shell("cmp out/htm.bin.n1.p3.c15.t2 trace"), 0, "AUX trace is written as it was");
	is_status(shell("diff out/translation.n0.p2.c0.t1 table"), 0, "so is the memory configuration");
	is_status(shell("test $(ls -A out | wc -l) = 3"), 0, "nothing else is left in the directory");
	is_status(shell("umask 022; $htm report -i perf.data -o out && ls -l out/htm.bin.n0* | grep -q ^-rw-r--r--"),
		  0, "the files have the rights that the umask leaves them");
	is_status(shell("mkdir -p two && cp perf.data two/perf.data.n0.p2.c0.t1 && cp perf.data two/perf.data.n0.p0.c0.t1; $htm report -i two -o out"),
		  1, "two files with one target are refused");
	ok(said("is in another file already"), "and it says why");
	is_status(shell("mkdir -p noway && $htm report -i perf.data -o noway/out/deep"), 1,
		  "a directory that cannot be made is an error");
	is_status(shell("$htm report -i perf.data -o out > /dev/full"), 1,
		  "so is standard output that cannot be written");
}

static void check_directory(void)
{
	struct build b;

	shell("rm -rf trace.d out && mkdir trace.d");
	build_begin(&b, false, attrs, 1);
	raw_window(&b, 0);
	build_end(&b);
	save(&b, "trace.d/perf.data.n0.p2.c0.t1", 0);
	build_begin(&b, false, attrs + 1, 1);
	aux_window(&b, 0);
	build_end(&b);
	save(&b, "trace.d/perf.data.n1.p3.c15.t2", 0);
	shell("echo no perf.data > trace.d/perf.data.n0.p2.c0.t1.old");
	is_status(shell("$htm report -i trace.d -o out"), 0, "a directory of htm record is reported");
	is_status(shell("cmp out/htm.bin.n0.p2.c0.t1 trace && cmp out/htm.bin.n1.p3.c15.t2 trace"), 0,
		  "each of its targets is written");
	is_status(shell("mkdir -p empty && $htm report -i empty -o out"), 1, "an empty directory is an error");
	is_status(shell("rm -rf out; $htm report -i nowhere -o out"), 1, "so is one that is not there");
	ok(said("nowhere: No such file"), "it says that");
	is_status(shell("test ! -e out"), 0, "and makes no directory for nothing");
}

static void check_incomplete(void)
{
	struct build b;

	shell("rm -rf out");
	build_begin(&b, false, attrs, 1);
	raw_window(&b, 0);
	save(&b, "cut", 200);
	is_status(shell("$htm report -i cut -o out"), 2, "a trace without END has status 2");
	ok(said("INCOMPLETE") && said("no END record"), "it says what is missing");
	is_status(shell("cmp -n 60000 out/htm.bin.n0.p2.c0.t1 trace"), 0, "what there is is written");

	build_begin(&b, false, attrs, 1);
	build_start(&b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_block(&b, 0, 0, 3, 3);
	save(&b, "half", 0);
	is_status(shell("$htm report -i half -o half.d"), 2, "half a memory configuration has status 2");
	is_status(shell("tail -n 1 half.d/translation.* | grep '^# end: 3 entries of a table that may not'"),
		  0, "the translation file itself says that it may not be complete");

	build_begin(&b, false, bare, 1);
	build_trace(&b, 0, 0, 0, trace, 60000);
	build_lost(&b, 0, 3);
	build_end(&b);
	save(&b, "bare", 0);
	is_status(shell("$htm report -i bare -o out"), 0, "a trace that may be complete has status 0");
	ok(said("1 chunks, 0 holes, 0 memory blocks, start unknown, stop unknown"),
	   "of when it is it does not claim to know");
	ok(said("not proven complete") && said("3 lost records"), "but it says that this is not proven");
	ok(said("no memory configuration"), "and that there is no memory configuration");

	build_begin(&b, false, attrs, 1);
	build_start(&b, 0, 0, 2 * TRACE, 3, HTM_PMU_SINK_RAW);
	build_trace(&b, 0, 0, 0, trace, 60000);
	build_stop(&b, 0, 0, 60000, 0, 0);
	build_end(&b);
	save(&b, "part", 0);
	is_status(shell("$htm report -i part -o out"), 0, "a buffer of which the hypervisor had a part is complete with that");
	ok(said("had 60000 bytes of trace in its buffer of 200000"), "but it says that this is not all");
}

static void check_errors(void)
{
	struct build b;

	shell("rm -rf out");
	build_begin(&b, false, software, 1);
	build_lost(&b, 0, 0);
	build_end(&b);
	save(&b, "other", 0);
	is_status(shell("$htm report -i other -o out"), 1, "a file without htm events is an error");
	ok(said("no htm event"), "it says so");

	build_begin(&b, false, attrs, 1);
	raw_window(&b, 0);
	build_end(&b);
	memset(b.data + b.data_offset + 6, 0, 2);
	save(&b, "broken", 0);
	is_status(shell("$htm report -i broken -o out"), 1, "a broken file is an error");
	ok(said("broken: at byte 264: record of 0 bytes"), "it says where it is broken");
	is_status(shell("test ! -e out || test -z \"$(ls -A out)\""), 0, "and leaves nothing behind");
	is_status(shell("$htm report -i /dev/null -o out"), 1, "what is no file is an error");
	is_status(shell("$htm report something"), 1, "an argument too many is an error");
	is_status(shell("$htm report --help && grep -q 'Exit status' said"), 0, "--help has the statuses");
	is_status(shell("$htm --version && grep -q '^htm [0-9]' said"), 0, "--version has a version");
	is_status(shell("$htm"), 1, "no command is an error");
	is_status(shell("$htm nonsense"), 1, "an unknown command is an error");
}

static void check_full_disk(void)
{
	struct build b;

	shell("rm -rf out");
	build_begin(&b, false, attrs, 1);
	raw_window(&b, 0);
	build_end(&b);
	save(&b, "perf.data", 0);
	is_status(shell("ulimit -f 64; trap '' XFSZ; $htm report -i perf.data -o out"), 1,
		  "a trace that does not fit on the disk is an error");
	is_status(shell("test ! -e out || test -z \"$(ls -A out)\""), 0, "and leaves nothing behind");
}

#define LARGE	(64 << 20)

/* Large enough for a bar; its trace takes no room. */
static void check_progress(void)
{
	struct build b;
	size_t at;

	build_begin(&b, false, attrs, 1);
	build_start(&b, 0, 0, LARGE, 3, HTM_PMU_SINK_AUX);
	build_stop(&b, 0, 0, LARGE, 0, 0);
	at = b.size;
	build_auxtrace(&b, 3, 0, NULL, 0);
	build_patch_u64(&b, at + 8, LARGE);
	build_patch_u64(&b, 48, b.size - b.data_offset + LARGE);
	at = b.size;
	save(&b, "large", 0);
	shell("rm -rf out; truncate -s %zu large && truncate -s %u zeros", at + LARGE, LARGE);
	is_status(shell("script -qec \"$htm report -i large -o out\" /dev/null"), 0, "a large trace is reported");
	ok(said("reading [") && said("n0.p2.c0.t1 [") && said("] 100%"), "a terminal gets a bar");
	is_status(shell("cmp out/htm.bin.n0.p2.c0.t1 zeros"), 0, "the trace is written all the same");
	shell("rm -rf out; $htm report -i large -o out");
	ok(said("complete") && !said("["), "what is no terminal gets none");
	shell("rm -rf out large zeros");
}

int main(void)
{
	cli_begin();
	build_pattern(trace, sizeof(trace), 1);
	save_bytes("trace", trace, sizeof(trace));
	save_bytes("table", table, sizeof(table) - 1);
	check_file();
	check_directory();
	check_incomplete();
	check_errors();
	check_full_disk();
	check_progress();
	cli_end();
	return done_testing();
}
