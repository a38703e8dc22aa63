// SPDX-License-Identifier: GPL-2.0
/* htm inject from outside: what it writes, by our reader and by stock perf; messages, statuses. */
#include <inttypes.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "cli.h"
#include "reader.h"
#include "tap.h"

#define TARGET	"n0.p2.c0.t1"
#define OUT	"htm.bin." TARGET ".out"
#define KERNEL	0xc000000000000000ULL

/* When build_start() and build_stop() have the tracing start and stop, ns */
#define START	123456
#define STOP	234567

#define BUILD_ID (1 << 14)

static const char table[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000000000000000 - 0x0000000010000000 0 0 0\n"
	"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 1 1\n"
	"0x0000003000000000 0x0000000000000000 0x0000000010000000 2 1 1\n"
	"0x0000004000000000 0x0008000000000000 0x0000000010000000 1 1 1\n"
	"# end: 4 entries\n";

static const char printed[] =
	"pc addr:0x0000002000001000\n"
	"pc addr:0x0000002000001004\n"
	"pc addr:0x0000003000000080\n"
	"pc addr:0x0000002000002000\n"
	"pc addr:0x0000000000001000\n"
	"pc addr:0x7f00000000000001\n"
	"pc addr:0x0000004000000000\n"
	"pc addr:0x0000002000001000\n";

static const uint64_t own[] = { 0x1000, 0x1004, 0x2000, 0x1000 };

#define SAMPLES	(sizeof(own) / sizeof(own[0]))

static const char result[] = TARGET ": 4 samples; left out: 1 of other LPARs, 1 without logical "
	"address, 1 unknown, 1 beyond the linear mapping";

static const char *path_of(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	return path;
}

static void save(const char *name, const void *bytes, size_t size)
{
	FILE *file = fopen(path_of(name), "w");

	fwrite(bytes, 1, size, file);
	fclose(file);
}

static void put_trace(struct build *b)
{
	uint8_t trace[128];

	build_pattern(trace, sizeof(trace), 1);
	build_start(b, 0, 0, sizeof(trace), 3, HTM_PMU_SINK_RAW);
	build_block(b, 0, 0, 1, 0);
	build_trace(b, 0, 0, 0, trace, sizeof(trace));
	build_stop(b, 0, 0, sizeof(trace), 1, 0);
}

static void put_maps(struct build *b, uint16_t misc)
{
	build_map(b, 1, 1 | misc, KERNEL, 0x100000, "[kernel.kallsyms]_text");
	build_map(b, 1, 1, 0xc008000000000000, 0x10000, "[htm_pmu]");
	build_map(b, 1, 2, 0x10000000, 0x10000, "/usr/bin/true");
}

/* A recording as htm record leaves it, to be saved under that name */
static void record(const char *name, bool big_endian)
{
	struct build b;

	build_begin(&b, big_endian, build_events, 2);
	put_maps(&b, BUILD_ID);
	put_trace(&b);
	build_end(&b);
	build_save(&b, path_of(name), b.size);
	build_free(&b);
}

static void begin(void)
{
	shell("rm -rf trace out *.data && mkdir trace out");
	record("trace/perf.data." TARGET, false);
	save("out/translation." TARGET, table, sizeof(table) - 1);
	save("out/htm.bin." TARGET, "", 0);
	save("printed", printed, sizeof(printed) - 1);
	shell("$htm decode -i out -l 1 -d 'sh -c \"cat printed\" %%i'");
}

static void has_files(const char *names, const char *what)
{
	is_status(shell("test \"$(ls -A | grep -v -x -e out -e trace -e said -e printed -e kallsyms -e vmlinux | tr '\\n' ' ')\" = '%s'",
			names), 0, "%s", what);
}

static uint64_t word(const struct reader *r, const struct reader_record *record, size_t index)
{
	return reader_u64(r, record->data + 8 + 8 * index);
}

static uint64_t time_of(uint64_t index, uint64_t count)
{
	return START + (STOP - START) * index / (count - 1);
}

static bool is_sample(const struct reader *r, const struct reader_record *record, size_t index)
{
	return index < SAMPLES && record->type == PERF_RECORD_SAMPLE && record->misc == 1 &&
	       record->size == 32 && word(r, record, 0) == KERNEL + own[index] &&
	       word(r, record, 1) == time_of(index, SAMPLES) && word(r, record, 2) == own[index];
}

static bool is_map(const struct reader_record *record, size_t index)
{
	static const char *const names[] = { "[kernel.kallsyms]_text", "[htm_pmu]" };
	size_t at = record->type == PERF_RECORD_MMAP2 ? 72 : 40;

	return index < 2 && (record->type == PERF_RECORD_MMAP2) == !index &&
	       !strcmp((const char *)record->data + at, names[index]);
}

static uint64_t last_time(const char *name)
{
	struct reader_record record;
	struct reader r;
	uint64_t time = 0;

	if (!reader_open(&r, path_of(name), false))
		while (reader_next(&r, &record) == READER_RECORD)
			if (record.type == PERF_RECORD_SAMPLE)
				time = word(&r, &record, 1);
	reader_close(&r);
	return time;
}

static bool has_feature(const struct reader *r, unsigned int bit, uint64_t size)
{
	for (size_t i = 0; i < r->features.count; i++)
		if (r->features.items[i].bit == bit)
			return !size || r->features.items[i].size == size;
	return false;
}

/* What is written is what was meant, as our own reader has it */
static void check_written(const char *name, bool big_endian, const char *what)
{
	struct reader_record record;
	struct reader r;
	size_t maps = 0, samples = 0;
	int wrong = 0;

	is_int(reader_open(&r, path_of(name), false), 0, "%s: our reader opens it", what);
	ok(r.big_endian == big_endian, "%s: it has the recording's byte order", what);
	ok(r.attrs.count == 1 && r.attrs.items[0].type == BUILD_HTM_TYPE &&
	   r.attrs.items[0].config == 0x2001 && r.attrs.items[0].config1 == 0 &&
	   r.attrs.items[0].sample_type == (PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR),
	   "%s: it has one event, that of the target", what);
	ok(r.attrs.items[0].htm == READER_HTM_YES, "%s: which is of htm", what);
	ok(r.features.count == 4 && has_feature(&r, 3, 8) && has_feature(&r, 16, 0) &&
	   has_feature(&r, 12, 0) && has_feature(&r, 21, 16),
	   "%s: the features of the machine are there, and its own", what);
	while (reader_next(&r, &record) == READER_RECORD) {
		if (record.type == PERF_RECORD_SAMPLE)
			wrong += !is_sample(&r, &record, samples++);
		else
			wrong += !is_map(&record, maps++);
	}
	ok(maps == 2 && samples == SAMPLES && !wrong,
	   "%s: the maps of the kernel and a sample for each address are there", what);
	ok(!r.cut && !r.unfinished && !r.error[0], "%s: it is whole", what);
	reader_close(&r);
}

static void check_sources(void)
{
	begin();
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 0, "what htm decode wrote is taken");
	ok(said(result), "it says what became of each address");
	check_written("injected.data", false, "from .out.l");
	has_files("injected.data ", "nothing else is left there");
	is_status(shell("$htm report -i injected.data -o none; status=$?; rm -r none; exit $status"), 2,
		  "htm report finds no trace in it");
	ok(said("perf report is for what htm inject wrote"), "it says who reads that");
	is_status(shell("$htm inject -i trace -o a.data -m out/translation." TARGET " -l 1 out/" OUT " && cmp a.data injected.data"),
		  0, "a translation file gives the same, byte for byte");
	is_status(shell("$htm inject -i trace -o a.data -l 2 -m out/translation." TARGET " out/" OUT ".l"),
		  0, "it wins over what the text has");
	ok(said(TARGET ": 1 samples; left out: 5 of other LPARs"), "--lpar says whose addresses");
	is_status(shell("$htm inject -i trace/perf.data." TARGET " -o a.data <out/" OUT ".l && cmp a.data injected.data"),
		  0, "standard input is taken");
	is_status(shell("cat out/" OUT ".l | $htm inject -i trace -o a.data && cmp a.data injected.data"),
		  0, "so is a pipe");
	is_status(shell("$htm inject -i - -o a.data out/" OUT ".l <trace/perf.data." TARGET " && cmp a.data injected.data"),
		  0, "so is the recording from there");
	is_status(shell("head -n 3 printed >1; tail -n +4 printed >2; $htm inject -i trace -o a.data -l 1 -m out/translation." TARGET " 1 2 && cmp a.data injected.data; status=$?; rm 1 2; exit $status"),
		  0, "several files go one after the other");
	is_status(shell("mkdir other && cd other && umask 027 && $htm inject -i ../trace ../out/" OUT ".l && ls -l injected.data | grep -q ^-rw-r-----; status=$?; cd ..; rm -r other; exit $status"),
		  0, "it goes to the current directory, with the rights that the umask leaves");
	record("trace/perf.data." TARGET, true);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 0, "a big-endian recording is taken");
	check_written("injected.data", true, "big-endian");
}

static void check_pipe(void)
{
	struct build b;

	begin();
	build_begin_pipe(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	put_trace(&b);
	build_save(&b, path_of("piped.data"), b.size);
	build_free(&b);
	is_status(shell("$htm inject -i piped.data out/" OUT ".l"), 0,
		  "what perf record wrote to a pipe is taken");
	check_written("injected.data", false, "of a pipe");
}

static void check_targets(void)
{
	begin();
	record("trace/perf.data.n0.p1.c0.t1", false);
	is_status(shell("$htm inject -i trace <out/" OUT ".l"), 1, "of two targets one has to be named");
	ok(said("2 targets in it: say with --target"), "it says so");
	is_status(shell("$htm inject -i trace -t " TARGET " <out/" OUT ".l"), 0, "--target names it");
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 0, "so does the name of a text");
	is_status(shell("cp out/" OUT ".l htm.bin.n0.p1.c0.t1.out.l; $htm inject -i trace htm.bin.n0.p1.c0.t1.out.l"),
		  1, "a recording of another target is refused");
	ok(said("no trace of n0.p1.c0.t1 in it"), "it says so");
	is_status(shell("$htm inject -i trace out/" OUT ".l htm.bin.n0.p1.c0.t1.out.l"), 1,
		  "texts of two targets are refused");
	shell("rm htm.bin.*");
	is_status(shell("$htm inject -i trace -t n0.p9.c0.t1 <out/" OUT ".l"), 1,
		  "a target that is not there is an error");
}

static void check_errors(void)
{
	begin();
	is_status(shell("$htm inject -i nowhere out/" OUT ".l"), 1, "no recording is an error");
	is_status(shell("mkdir empty; $htm inject -i empty out/" OUT ".l; status=$?; rmdir empty; exit $status"),
		  1, "so is a directory without any");
	is_status(shell("$htm inject -i trace out/nothing"), 1, "so is a text that is not there");
	ok(said("out/nothing: No such file"), "it says so");
	is_status(shell("$htm inject -i trace out"), 1, "so is a directory in its place");
	is_status(shell("$htm inject -i trace out/" OUT), 1,
		  "a text without logical addresses is an error without --map");
	ok(said("8 addresses without logical: behind them") && said("--map"), "it says what to do");
	is_status(shell("$htm inject -i trace -l 1 out/" OUT ".l"), 1, "--lpar alone is an error");
	is_status(shell("$htm inject -i trace -m out/" OUT " -l 1 out/" OUT), 1,
		  "so is what is no translation file");
	is_status(shell("$htm inject -i trace -m out/nothing -l 1 out/" OUT), 1, "or none");
	is_status(shell("echo nothing here | $htm inject -i trace"), 1,
		  "a text without addresses is an error");
	ok(said("nothing was written"), "it says so");
	is_status(shell("$htm inject -i - <out/" OUT ".l"), 1, "standard input cannot be both");
	is_status(shell("$htm inject -i printed out/" OUT ".l"), 1, "what is no perf.data is an error");
	ok(said("this is no perf.data file"), "it says so");
	is_status(shell("$htm inject -i trace -o /dev/null out/" OUT ".l"), 1,
		  "what is no file is not written to");
	is_status(shell("$htm inject -i trace/perf.data." TARGET " -o trace/perf.data." TARGET " out/" OUT ".l"),
		  1, "nor is the recording");
	is_status(shell("$htm inject -i trace -o no/such/place out/" OUT ".l"), 1,
		  "nor what has no directory");
	is_status(shell("$htm inject -i trace -t n0 out/" OUT ".l"), 1, "a target is written as one");
	is_status(shell("$htm inject -i trace -l x -m out/translation." TARGET " out/" OUT), 1,
		  "an LPAR is a number");
	has_files("", "none of these leaves anything behind");
	is_status(shell("$htm inject -i trace out/" OUT ".l >/dev/full"), 1,
		  "standard output that cannot be written is an error");
	is_status(shell("$htm inject --help && grep -q 'Exit status' said"), 0, "--help has the statuses");
}

static void check_partial(void)
{
	begin();
	shell("mv out/" OUT ".l out/" OUT ".l.partial");
	is_status(shell("$htm inject -i trace out/" OUT ".l.partial"), 2,
		  "the output of a decoder that failed is not whole");
	ok(said("the decoder did not end as it should") && said(result), "it says so, and takes it");
	check_written("injected.data", false, "of a part");
	is_status(shell("head -c -5 out/" OUT ".l.partial >cut; $htm inject -i trace cut; status=$?; rm cut; exit $status"),
		  2, "a text that was cut in an address is not whole");
	ok(said("cut short, in an address"), "it says so");
	is_status(shell("head -c -20 out/translation." TARGET " >map; $htm inject -i trace -m map -l 1 printed; status=$?; rm map; exit $status"),
		  2, "nor is a translation file that was cut");
}

/* What there is of a recording when perf was killed, or the file was cut */
static void check_unfinished(void)
{
	struct build b;

	begin();
	build_begin(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	put_trace(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 2,
		  "a recording whose perf was killed is not whole");
	ok(said("perf did not end as it should") && said(result), "it says so, and takes it");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	b.time = STOP;
	build_start(&b, 0, 0, 128, 3, HTM_PMU_SINK_RAW);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 2,
		  "a recording without END is not whole");
	is_u64(last_time("injected.data"), STOP + 1,
	       "its samples end with what came last of it");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	build_start(&b, 0, 0, 128, 3, HTM_PMU_SINK_RAW);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 1,
		  "a recording that stops before it starts is refused");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 1,
		  "a recording without START has no times");
	ok(said("nothing in it tells when"), "it says so");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	put_trace(&b);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 2,
		  "a recording that does not tell where the kernel is lacks something");
	ok(said("kptr_restrict"), "it says what");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	put_maps(&b, 0);
	put_trace(&b);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	is_status(shell("$htm inject -i trace out/" OUT ".l"), 0, "one without a build id does");
	ok(said("no build id of the kernel in it"), "but it is said");
	build_free(&b);
}

/* Each cut: no crash, no status 0, and never a file that our reader does not take */
static void check_cuts(void)
{
	int wrong = 0, written = 0;
	struct build b;

	begin();
	build_begin(&b, false, build_events, 2);
	put_maps(&b, BUILD_ID);
	put_trace(&b);
	build_end(&b);
	for (size_t size = 0; size < b.size; size += 13) {
		struct reader r;
		int status;

		build_save(&b, path_of("trace/perf.data." TARGET), size);
		status = shell("rm -f injected.data; $htm inject -i trace out/" OUT ".l");
		wrong += status != 1 && status != 2;
		wrong += !access(path_of("injected.data"), F_OK) != (status == 2);
		if (status != 2)
			continue;
		written++;
		wrong += reader_open(&r, path_of("injected.data"), false) || r.cut;
		reader_close(&r);
	}
	is_int(wrong, 0, "no cut of a recording passes for a whole one");
	ok(written > 5, "what can be had of cut ones is had");
	has_files("injected.data ", "nothing else is left there");
	build_free(&b);
}

/* Many: more than fit into any buffer, and evenly in time */
static void check_many(void)
{
	struct reader_record record;
	uint64_t count = 0, before = 0;
	struct reader r;
	int wrong = 0;

	begin();
	is_status(shell("seq 0 299999 | awk '{ printf \"addr:0x%%x logical:0x%%016x\\n\", $1, $1 }' | $htm inject -i trace"),
		  0, "300000 addresses are taken");
	is_int(reader_open(&r, path_of("injected.data"), false), 0, "our reader opens it");
	while (reader_next(&r, &record) == READER_RECORD) {
		if (record.type != PERF_RECORD_SAMPLE)
			continue;
		wrong += word(&r, &record, 2) != count || word(&r, &record, 0) != KERNEL + count ||
			 word(&r, &record, 1) != time_of(count, 300000) ||
			 word(&r, &record, 1) < before;
		before = word(&r, &record, 1);
		count++;
	}
	ok(count == 300000 && !wrong, "each has its sample, in its place and time");
	is_u64(before, STOP, "the last when tracing stopped");
	reader_close(&r);
	is_status(shell("echo addr:0x1 logical:0x0000000000001000 | $htm inject -i trace"), 0,
		  "a single one is taken");
}

static void check_disk_full(void)
{
	begin();
	save("injected.data", "old", 3);
	is_status(shell("trap '' XFSZ; seq 0 99999 | awk '{ printf \"addr:0x%%x logical:0x%%016x\\n\", $1, $1 }' | (ulimit -f 3000; $htm inject -i trace)"),
		  1, "samples that do not fit on the disk are an error");
	ok(said("injected.data: File too large"), "it says so");
	is_status(shell("trap '' XFSZ; seq 0 99999 | awk '{ printf \"addr:0x%%x logical:0x%%016x\\n\", $1, $1 }' | (ulimit -f 100; $htm inject -i trace)"),
		  1, "so are addresses");
	ok(said(".: no room for the addresses: File too large"), "it says so");
	has_files("injected.data ", "nothing is left behind");
	is_status(shell("grep -qx old injected.data"), 0, "but what was there before");
}

static void check_interrupt(void)
{
	begin();
	save("injected.data", "old", 3);
	is_status(shell("mkfifo texts; { timeout 60 $htm inject -i trace <texts & }; exec 3>texts; echo addr:0x1 logical:0x0000000000000001 >&3; "
			"for i in $(seq 100); do ls -A | grep -q '^.injected' && break; sleep 0.1; done; kill -TERM $!; wait $!; status=$?; rm texts; exit $status"),
		  2, "a SIGTERM has status 2");
	ok(said("interrupted: nothing was written"), "it says so");
	has_files("injected.data ", "nothing is left behind");
	is_status(shell("grep -qx old injected.data"), 0, "but what was there before");
}

/* A kernel of three functions, and its symbols */
static void make_kernel(void)
{
	static const char source[] =
		".globl _text, first, second\\n_text:\\n.zero 0x1000\\n.type first,@function\\nfirst:\\n"
		"li 3,1\\nli 3,2\\n.zero 0xff8\\n.size first,.-first\\n.type second,@function\\nsecond:\\n"
		"blr\\n.zero 0xffc\\n.size second,.-second\\n";

	shell("printf 'c000000000000000 T _text\\nc000000000001000 T first\\nc000000000002000 T second\\nc000000000003000 T _etext\\n' >kallsyms");
	shell("printf '%s' | powerpc64le-linux-gnu-gcc -xassembler - -nostdlib -static -Wl,-Ttext=0xc000000000000000,-e0,--build-id=none -o vmlinux", source);
}

static void check_perf(bool big_endian)
{
	const char *order = big_endian ? "big-endian" : "little-endian";

	begin();
	record("trace/perf.data." TARGET, big_endian);
	shell("$htm inject -i trace out/" OUT ".l");
	is_status(shell("/usr/bin/perf script --kallsyms kallsyms -i injected.data -F event,time,ip,sym,symoff,addr --ns 2>&1 | sed 's/ \\+/ /g; s/^ //' >got; cat got; "
			"printf '%%s\\n' '0.000123456: htm: 1000 c000000000001000 first+0x0' '0.000160493: htm: 1004 c000000000001004 first+0x4' "
			"'0.000197530: htm: 2000 c000000000002000 second+0x0' '0.000234567: htm: 1000 c000000000001000 first+0x0' | diff - got"),
		  0, "%s: perf script prints each sample, with its symbol", order);
	is_status(shell("/usr/bin/perf report --stdio --kallsyms kallsyms -i injected.data >got 2>&1; cat got; grep -q \"Samples: 4 .*of event 'htm'\" got && "
			"grep -q '75.00%% .*\\[kernel.kallsyms\\] *\\[k\\] first$' got && grep -q '25.00%% .*\\[kernel.kallsyms\\] *\\[k\\] second$' got"),
		  0, "%s: perf report counts them by symbol", order);
	is_status(shell("/usr/bin/perf report --header-only -i injected.data >got 2>&1; cat got; grep -q 'hostname : host$' got && grep -q 'htm = 77' got && "
			"grep -q 'event : name = htm, .*type = 77, .*config = 0x2001' got && grep -q 'time of first sample : 0.000123' got"),
		  0, "%s: perf knows the machine and the event", order);
	shell("rm -f got");
}

static void check_annotate(void)
{
	struct build b;

	begin();
	build_begin(&b, false, build_events, 2);
	put_maps(&b, 0);
	put_trace(&b);
	build_end(&b);
	build_save(&b, path_of("trace/perf.data." TARGET), b.size);
	build_free(&b);
	shell("$htm inject -i trace out/" OUT ".l");
	is_status(shell("/usr/bin/perf annotate --stdio -k vmlinux --objdump powerpc64le-linux-gnu-objdump -i injected.data -s first >got 2>&1; cat got; "
			"grep -q '66.67 .*c000000000001000:.*li *r3,1' got && grep -q '33.33 .*c000000000001004:.*li *r3,2' got"),
		  0, "perf annotate has them at their instructions");
	shell("rm -f got");
}

int main(void)
{
	cli_begin();
	check_sources();
	check_pipe();
	check_targets();
	check_errors();
	check_partial();
	check_unfinished();
	check_cuts();
	check_many();
	check_disk_full();
	check_interrupt();
	make_kernel();
	check_perf(false);
	check_perf(true);
	check_annotate();
	cli_end();
	return done_testing();
}
