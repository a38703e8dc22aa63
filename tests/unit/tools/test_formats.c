// SPDX-License-Identifier: GPL-2.0
/* One capture in all the forms that perf record has: htm report makes the same of each. */
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "cli.h"
#include "pack.h"
#include "tap.h"

#define TRACE	100000

static uint8_t trace[TRACE];

static const struct build_attr attrs[] = {
	{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0xf03012, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ 1, 9, 0, BUILD_SAMPLE_TYPE & ~PERF_SAMPLE_RAW, 0 },
};

static const char *form(bool big_endian)
{
	return big_endian ? "big-endian" : "little-endian";
}

static void save(const struct build *b, size_t size, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	build_save(b, path, size);
}

/* One target's trace comes as raw samples, the other's through an AUX area. */
static void put_records(struct build *b)
{
	size_t at = 0;

	build_sample(b, 2, NULL, 0);
	build_start(b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_start(b, 1, 0, TRACE, 4, HTM_PMU_SINK_AUX);
	build_block(b, 0, 0, 3, 3);
	build_block(b, 1, 0, 4, 0);
	build_block(b, 0, 3, 2, 0);
	for (int i = 0; at < TRACE; i++) {
		size_t size = at + 9000 > TRACE ? TRACE - at : 9000;

		build_trace(b, 0, 0, at, trace + at, size);
		if (i == 2)
			build_lost(b, 0, 1);
		build_aux(b, 1, at, size, 0, 4);
		build_auxtrace(b, 4, at, trace + at, size);
		at += size;
	}
	build_stop(b, 0, 0, TRACE, 2, 0);
	build_stop(b, 1, 0, TRACE, 1, 0);
}

/* The same bytes and words as from the plain file */
static void is_same(const char *command, const char *what, bool big_endian)
{
	is_status(shell("rm -rf out && %s", command), 0, "%s, %s: it is reported", what,
		  form(big_endian));
	ok(said("n0.p2.c0.t1: 100000 of 100000 bytes, complete") &&
	   said("n1.p3.c15.t2: 100000 of 100000 bytes, complete"),
	   "%s, %s: both targets are complete", what, form(big_endian));
	is_status(shell("diff -r out plain.out"), 0, "%s, %s: the files are those of a plain perf.data",
		  what, form(big_endian));
}

static void check_plain(bool big_endian)
{
	struct build b;

	build_begin(&b, big_endian, attrs, 3);
	put_records(&b);
	build_end(&b);
	save(&b, b.size, "plain");
	build_free(&b);
	shell("rm -rf plain.out && $htm report -i plain -o plain.out");
	is_status(shell("cmp plain.out/htm.bin.n0.p2.c0.t1 trace && cmp plain.out/htm.bin.n1.p3.c15.t2 trace"),
		  0, "plain perf.data, %s: the trace is what was recorded", form(big_endian));
	is_same("$htm report -i - -o out < plain", "a plain file on standard input", big_endian);
	is_same("cat plain | $htm report -i - -o out", "a plain file from a pipe", big_endian);
}

static void check_pipe(bool big_endian)
{
	int silent = 0, partial = 0;
	struct build b;
	size_t last;

	build_begin_pipe(&b, big_endian, attrs, 3);
	put_records(&b);
	save(&b, b.size, "piped");
	is_same("$htm report -i piped -o out", "perf record -o - to a file", big_endian);
	is_same("cat piped | $htm report -i - -o out", "perf record -o - to htm", big_endian);
	is_same("mkfifo fifo && { cat piped > fifo & $htm report -i fifo -o out; s=$?; rm fifo; (exit $s); }",
		"perf record -o - to a named pipe", big_endian);
	is_status(shell("cat piped | (ulimit -f 64; trap '' XFSZ; $htm report -i - -o out)"), 1,
		  "%s: a pipe for which there is no room is an error", form(big_endian));
	ok(said("cannot be kept in out"), "%s: it says where room is needed", form(big_endian));
	last = b.size;
	for (size_t size = last - 300; size < last; size += 7) {
		save(&b, size, "cut");
		if (shell("$htm report -i cut -o out") != 2)
			silent++;
		partial += said("INCOMPLETE");
	}
	is_int(silent, 0, "%s: no cut of what came from a pipe passes for all of it",
	       form(big_endian));
	ok(partial > 40, "%s: it says that it is incomplete", form(big_endian));
	build_free(&b);
}

#ifdef HAVE_ZSTD
static void check_compressed(bool big_endian)
{
	static const size_t chunks[] = { 16, 1000, 60001 };
	char what[64];
	struct build b, packed;

	build_begin(&b, big_endian, attrs, 3);
	put_records(&b);
	for (uint32_t type = 81; type <= 83; type += 2) {
		for (size_t i = 0; i < 3; i++) {
			build_begin(&packed, big_endian, attrs, 3);
			pack_compress(&packed, &b, type, chunks[i]);
			build_end(&packed);
			save(&packed, packed.size, "packed");
			snprintf(what, sizeof(what), "records of type %u with %zu bytes in each",
				 type, chunks[i]);
			is_same("$htm report -i packed -o out", what, big_endian);
			build_free(&packed);
		}
	}
	build_free(&b);

	build_begin_pipe(&b, big_endian, attrs, 3);
	build_begin_pipe(&packed, big_endian, attrs, 3);
	b.data_offset = b.size;
	packed.data_offset = b.size;
	put_records(&b);
	pack_compress(&packed, &b, 83, 5000);
	save(&packed, packed.size, "packed");
	is_same("cat packed | $htm report -i - -o out", "compressed and piped", big_endian);
	build_free(&b);
	build_free(&packed);
}

static int status_of_packed(struct build *packed, size_t size)
{
	save(packed, size, "packed");
	return shell("rm -rf out && $htm report -i packed -o out");
}

static void check_bad_compression(void)
{
	int silent = 0, partial = 0, status;
	struct build b, packed;
	size_t end;

	build_begin(&b, false, attrs, 3);
	put_records(&b);
	build_begin(&packed, false, attrs, 3);
	pack_compress(&packed, &b, 83, 1000);
	end = packed.size;
	/* perf was killed: no end of the data is known. */
	for (size_t size = packed.data_offset; size < end; size += 1501) {
		status = status_of_packed(&packed, size);
		silent += !status;
		partial += status == 2;
	}
	is_int(silent, 0, "no cut of compressed data passes for all of it");
	ok(partial > 10, "what a cut file has of compressed data is written");
	memset(packed.data + packed.data_offset + 16, 0x55, 4);
	is_status(status_of_packed(&packed, end), 1, "what is not zstd's is an error");
	ok(said("packed: at byte"), "it says where that is");
	build_patch_u64(&packed, packed.data_offset + 8, 1 << 20);
	is_status(status_of_packed(&packed, end), 1,
		  "a record with more compressed bytes than it has is an error");
	build_free(&packed);
	build_free(&b);

	build_begin(&b, false, attrs, 3);
	build_header(&b, 81, 8);
	build_begin(&packed, false, attrs, 3);
	pack_compress(&packed, &b, 83, 8);
	end = packed.size;
	is_status(status_of_packed(&packed, end), 1, "what is compressed twice is an error");
	ok(said("in what is compressed up to byte"), "it says where that is");
	build_free(&b);
	build_free(&packed);
}
#else
static void check_compressed(bool big_endian)
{
	struct build b;

	build_begin(&b, big_endian, attrs, 3);
	build_header(&b, 81, 16);
	build_u64(&b, 0);
	build_end(&b);
	save(&b, b.size, "packed");
	is_status(shell("$htm report -i packed -o out"), 1,
		  "without libzstd, compressed records are an error");
	ok(said("without libzstd"), "it says why");
	build_free(&b);
}

static void check_bad_compression(void)
{
}
#endif

/* perf record --threads: a file for each ring, and one with all else. There is no AUX area. */
static void check_directory(bool big_endian)
{
	struct build b, head, streams[11];
	size_t at, next;
	int n = 0;

	build_begin(&head, big_endian, attrs, 3);
	build_begin(&b, big_endian, attrs, 3);
	for (int i = 0; i < 11; i++)
		streams[i] = (struct build) { .big_endian = big_endian };
	put_records(&b);
	/* In turns, so that the files have to be read in the order of their numbers */
	for (at = b.data_offset; at < b.size; at = next, n++) {
		next = pack_next(&b, at);
		build_bytes(pack_is_auxtrace(&b, at) ? &head : &streams[n * 11 / 60],
			    b.data + at, next - at);
	}
	build_end(&head);
	shell("rm -rf threads && mkdir threads && echo no trace > threads/data.old");
	save(&head, head.size, "threads/data");
	for (int i = 0; i < 11; i++) {
		char name[32];

		snprintf(name, sizeof(name), "threads/data.%d", i);
		save(&streams[i], streams[i].size, name);
		build_free(&streams[i]);
	}
	is_same("$htm report -i threads -o out", "perf record --threads", big_endian);
	is_status(shell("(ulimit -Sn 12; $htm report -i threads -o out)"), 0,
		  "%s: more files than may usually be open are no obstacle", form(big_endian));
	is_status(shell("truncate -s -3 threads/data.1; $htm report -i threads -o out"), 2,
		  "%s: a file of a directory that is cut is noticed", form(big_endian));
	is_status(shell("rm threads/data.1; $htm report -i threads -o out"), 2,
		  "%s: a file of a directory that is missing is noticed", form(big_endian));
	build_free(&head);
	build_free(&b);
}

#define SWITCHED "switched.20241231235959"

static void save_switched(struct build *b, int number)
{
	char name[64];

	snprintf(name, sizeof(name), SWITCHED "%02d", number);
	build_end(b);
	save(b, b->size, name);
	build_free(b);
}

/* A new file after each few records. What it does not have is in another. */
static int switch_output(const struct build *from, bool big_endian, size_t begin)
{
	struct build b;
	int n = 0;

	build_begin(&b, big_endian, attrs, 3);
	for (size_t at = begin; at < from->size; at = pack_next(from, at)) {
		build_bytes(&b, from->data + at, pack_next(from, at) - at);
		if (b.size < 30000)
			continue;
		save_switched(&b, n++);
		build_begin(&b, big_endian, attrs, 3);
	}
	save_switched(&b, n++);
	return n;
}

static void check_switched(bool big_endian)
{
	static const struct build_attr other[] = {
		{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	};
	struct build b;
	int files;

	build_begin(&b, big_endian, attrs, 3);
	put_records(&b);
	files = switch_output(&b, big_endian, b.data_offset);
	ok(files > 5, "%s: there are many files", form(big_endian));
	is_same("$htm report -i switched -o out", "perf record --switch-output", big_endian);
	is_status(shell("mkdir -p far && rm -f far/* && mv switched.* far && $htm report -i $PWD/far/switched -o out && mv far/* ."),
		  0, "%s: they may be elsewhere", form(big_endian));
	for (int i = 0; i < files; i++)
		is_status(shell("mv " SWITCHED "%02d away; $htm report -i switched -o out; s=$?; mv away " SWITCHED "%02d; (exit $s)",
				i, i), 2, "%s: file %d of %d is missed", form(big_endian), i, files);
	is_status(shell("$htm report -i " SWITCHED "03 -o out"), 2,
		  "%s: one of the files is not the whole recording", form(big_endian));
	build_free(&b);
	build_begin(&b, big_endian, other, 1);
	save_switched(&b, 99);
	is_status(shell("$htm report -i switched -o out"), 1,
		  "%s: files of two recordings are an error", form(big_endian));
	ok(said(SWITCHED "99: at byte 0: this is of another recording"), "%s: it says which one",
	   form(big_endian));
	shell("rm -f switched.*");
}

#ifdef HAVE_ZSTD
/* perf goes on with its stream of compressed data in the next file. */
static void check_switched_compressed(bool big_endian)
{
	struct build b, packed;

	build_begin(&b, big_endian, attrs, 3);
	put_records(&b);
	build_begin(&packed, big_endian, attrs, 3);
	pack_compress(&packed, &b, 83, 2000);
	switch_output(&packed, big_endian, packed.data_offset);
	is_same("$htm report -i switched -o out", "perf record -z --switch-output", big_endian);
	is_status(shell("rm " SWITCHED "00; $htm report -i switched -o out"), 1,
		  "%s: compressed data whose beginning is missing is an error", form(big_endian));
	shell("rm -f switched.*");
	build_free(&b);
	build_free(&packed);
}
#else
static void check_switched_compressed(bool big_endian)
{
	(void)big_endian;
}
#endif

int main(void)
{
	struct build b = {};

	cli_begin();
	build_pattern(trace, sizeof(trace), 1);
	build_bytes(&b, trace, sizeof(trace));
	save(&b, b.size, "trace");
	build_free(&b);
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		check_plain(big_endian);
		check_pipe(big_endian);
		check_compressed(big_endian);
		check_directory(big_endian);
		check_switched(big_endian);
		check_switched_compressed(big_endian);
	}
	check_bad_compression();
	cli_end();
	return done_testing();
}
