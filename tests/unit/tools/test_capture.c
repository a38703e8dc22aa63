// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "capture.h"
#include "tap.h"

#define TRACE	4096

static char path[64];
static uint8_t trace[TRACE];

static const struct build_attr bare[] = {
	{ BUILD_HTM_TYPE, 0x2001, 0, BUILD_SAMPLE_TYPE, 0 },
	{ 1, 9, 0, BUILD_SAMPLE_TYPE & ~PERF_SAMPLE_RAW, 0 },
};

static const struct build_attr three[] = {
	{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0x1001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0x0002, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
};

/* A file, read */
struct read {
	struct build b;
	struct reader r;
	struct capture c;
	int err;
	uint8_t got[4 * TRACE];	/* the trace of the last event that fetch() was called for */
	size_t size;
};

static void read_records(struct read *f)
{
	struct reader_record record;
	enum reader_next got;

	f->err = reader_open(&f->r, path, false);
	if (!f->err)
		f->err = capture_begin(&f->c, &f->r);
	if (f->err)
		return;
	while ((got = reader_next(&f->r, &record)) == READER_RECORD && !f->err)
		f->err = capture_record(&f->c, &record);
	if (!f->err)
		f->err = got == READER_ERROR ? -EINVAL : capture_end(&f->c);
}

static void read_file(struct read *f, size_t size)
{
	memset(&f->c, 0, sizeof(f->c));
	build_save(&f->b, path, size);
	read_records(f);
}

static void finish(struct read *f)
{
	build_end(&f->b);
	read_file(f, f->b.size);
}

static void close_file(struct read *f)
{
	capture_free(&f->c);
	reader_close(&f->r);
}

static void done(struct read *f)
{
	close_file(f);
	build_free(&f->b);
}

static void fetch_pieces(struct read *f, const capture_pieces *pieces)
{
	for (size_t i = 0; i < pieces->count; i++) {
		const struct capture_piece *piece = &pieces->items[i];

		if (f->size + piece->size > sizeof(f->got))
			return;
		if (pread(piece->fd, f->got + f->size, piece->size, piece->offset) !=
		    (ssize_t)piece->size)
			return;
		f->size += piece->size;
	}
}

static bool fetch(struct read *f, uint64_t config, const void *want, size_t size)
{
	const struct capture_event *event = capture_find(&f->c, config);

	f->size = 0;
	if (f->err || !event)
		return false;
	fetch_pieces(f, &event->raw.pieces);
	if (event->aux)
		fetch_pieces(f, &event->aux->trace.pieces);
	return f->size == size && !memcmp(f->got, want, size) && capture_bytes(event) == size;
}

static void is_verdict(struct read *f, uint64_t config, enum capture_verdict want,
		       const char *problem, const char *what)
{
	const struct capture_event *event = capture_find(&f->c, config);
	bool found = !problem;

	if (f->err || !event) {
		ok(false, "%s: it can be read", what);
		diag("%s", f->r.error);
		return;
	}
	for (int i = 0; problem && i < event->problems && i < CAPTURE_PROBLEMS; i++)
		found |= !!strstr(event->problem[i], problem);
	if (!ok(event->verdict == want && found, "%s", what)) {
		diag("verdict %d", event->verdict);
		for (int i = 0; i < event->problems && i < CAPTURE_PROBLEMS; i++)
			diag("%s", event->problem[i]);
	}
}

static void is_refused(struct read *f, const char *text, const char *what)
{
	if (!ok(f->err == -EINVAL && strstr(f->r.error, text), "%s", what))
		diag("%d, %s", f->err, f->r.error);
}

/* As the driver and perf deliver one window through AUX: the data ring goes first. */
static void aux_window(struct build *b)
{
	build_start(b, 0, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_block(b, 0, 0, 5, 5);
	build_block(b, 0, 5, 2, UINT64_MAX);
	build_aux(b, 0, 0, 1024, 0, 3);
	build_auxtrace(b, 3, 0, trace, 1024);
	build_aux(b, 0, 1024, TRACE - 1024, 0, 3);
	build_stop(b, 0, 0, TRACE, 2, 0);
	build_auxtrace(b, 3, 1024, trace + 1024, TRACE - 1024);
}

static void raw_window(struct build *b, size_t attr, uint32_t window)
{
	build_start(b, attr, window, TRACE, 3, HTM_PMU_SINK_RAW);
	build_block(b, attr, 0, 7, 0);
	build_trace(b, attr, window, 0, trace, 1000);
	build_lost(b, attr, 2);
	build_trace(b, attr, window, 1000, trace + 1000, TRACE - 1000);
	build_stop(b, attr, window, TRACE, 1, 0);
}

static void check_whole(bool big_endian)
{
	const char *order = big_endian ? "big-endian" : "little-endian";
	struct read f;

	build_begin(&f.b, big_endian, build_events, 2);
	aux_window(&f.b);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL, "a whole AUX window is complete");
	ok(fetch(&f, 0x2001, trace, TRACE), "%s: the AUX trace is found, in order", order);
	is_u64(f.c.events.items[0].expected, TRACE, "%s: END's bytes are expected", order);
	ok(f.c.events.items[0].table.have_good && f.c.events.items[0].table.good.count == 2,
	   "%s: both blocks of the memory configuration are there", order);
	done(&f);

	build_begin(&f.b, big_endian, build_events, 2);
	raw_window(&f.b, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL, "a whole raw window is complete");
	ok(fetch(&f, 0x2001, trace, TRACE), "%s: the raw trace is found, in order", order);
	is_u64(f.c.lost, 2, "%s: lost records are counted", order);
	done(&f);
}

static void check_windows(void)
{
	uint8_t twice[2 * TRACE];
	struct read f;

	memcpy(twice, trace, TRACE);
	memcpy(twice + TRACE, trace, TRACE);
	build_begin(&f.b, false, build_events, 2);
	raw_window(&f.b, 0, 0);
	raw_window(&f.b, 0, 1);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL, "two raw windows are complete");
	ok(fetch(&f, 0x2001, twice, sizeof(twice)), "raw windows follow each other");
	is_u64(f.c.events.items[0].table.good.count, 1, "the second table replaces the first");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	aux_window(&f.b);
	build_start(&f.b, 0, 1, TRACE, 3, HTM_PMU_SINK_AUX);
	build_auxtrace(&f.b, 3, TRACE, trace, TRACE);
	build_stop(&f.b, 0, 1, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL, "two AUX windows are complete");
	ok(fetch(&f, 0x2001, twice, sizeof(twice)), "AUX windows follow each other");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	raw_window(&f.b, 0, 0);
	raw_window(&f.b, 0, 2);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "missing", "a missing window is noticed");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	raw_window(&f.b, 0, 1);
	raw_window(&f.b, 0, 0);
	finish(&f);
	is_refused(&f, "window 0 after window 1", "windows in the wrong order are refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	finish(&f);
	is_refused(&f, "starts twice", "a window that starts twice is refused");
	done(&f);
}

static void check_targets(void)
{
	uint8_t other[TRACE];
	struct read f;

	build_pattern(other, sizeof(other), 2);
	build_begin(&f.b, false, three, 3);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_start(&f.b, 2, 0, TRACE, 4, HTM_PMU_SINK_AUX);
	build_start(&f.b, 1, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_trace(&f.b, 0, 0, 0, trace, TRACE);
	build_auxtrace(&f.b, 4, 0, trace, 512);
	build_auxtrace(&f.b, 3, 0, other, TRACE);
	build_auxtrace(&f.b, 4, 512, trace + 512, TRACE - 512);
	for (size_t i = 0; i < 3; i++)
		build_stop(&f.b, i, 0, TRACE, 0, 0);
	finish(&f);
	ok(fetch(&f, 0x2001, trace, TRACE), "the first target has its raw trace");
	ok(fetch(&f, 0x1001, other, TRACE), "the second has the AUX area of its CPU");
	ok(fetch(&f, 0x0002, trace, TRACE), "the third has the AUX area of its other CPU");
	is_verdict(&f, 0x1001, CAPTURE_COMPLETE, NULL, "each is complete");
	done(&f);
}

static void check_incomplete(void)
{
	struct read f;

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_trace(&f.b, 0, 0, 0, trace, 1000);
	build_trace(&f.b, 0, 0, 2000, trace + 2000, TRACE - 2000);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "1000 bytes are missing, the first at 1000",
		   "a hole in the raw trace is noticed");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_trace(&f.b, 0, 0, 0, trace, 1000);
	build_trace(&f.b, 0, 0, 500, trace + 500, TRACE - 500);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "500 bytes came twice", "an overlap is noticed");
	ok(fetch(&f, 0x2001, trace, TRACE), "bytes that came twice are written once");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_auxtrace(&f.b, 3, 1024, trace + 1024, TRACE - 1024);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "1024 bytes are missing, the first at 0",
		   "a hole at the beginning of the AUX trace is noticed");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_auxtrace(&f.b, 3, 0, trace, TRACE - 128);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "delivered 4096 bytes, 3968 are here",
		   "an AUX trace that is shorter than END says is noticed");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_AUX);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "is not in the file", "a missing AUX area is noticed");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_trace(&f.b, 0, 0, 0, trace, TRACE);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "no END", "a window without END is not complete");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_trace(&f.b, 0, 0, 0, trace, TRACE);
	build_stop(&f.b, 0, 0, TRACE, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "no START", "a window without START is not complete");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_stop(&f.b, 0, 0, 0, 0, -EBUSY);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, strerror(EBUSY), "the driver's error is told");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_stop(&f.b, 0, 0, 0, 0, INT32_MIN);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "unknown reason", "what is no errno is not taken for one");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_block(&f.b, 0, 0, 2, 0);
	build_trace(&f.b, 0, 0, 0, trace, TRACE);
	build_stop(&f.b, 0, 0, TRACE, 2, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "1 of 2 blocks", "a missing block of memory configuration is noticed");
	ok(!f.c.events.items[0].table.have_good, "a table with a missing block is not good");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_NONE);
	build_stop(&f.b, 0, 0, 0, 0, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "-R", "a window without a way out is told");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_lost(&f.b, 1, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "nothing was traced", "no window is not a complete trace");
	done(&f);
}

/* Without meta=1 there is no proof, but there can be proof of the contrary. */
static void check_bare(void)
{
	struct read f;

	build_begin(&f.b, false, bare, 2);
	build_block(&f.b, 0, 0, 3, 3);
	build_block(&f.b, 0, 3, 3, 0);
	build_block(&f.b, 0, 0, 3, 3);
	build_block(&f.b, 0, 3, 3, UINT64_MAX);
	build_block(&f.b, 0, 0, 3, 3);
	build_aux(&f.b, 0, 0, TRACE, 0, 3);
	build_auxtrace(&f.b, 3, 0, trace, TRACE);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_UNPROVEN, NULL, "without meta, AUX is not proven complete");
	ok(fetch(&f, 0x2001, trace, TRACE), "without meta, the AUX trace is found");
	is_u64(f.c.events.items[0].table.good.count, 2, "without meta, the last whole table is taken");
	done(&f);

	build_begin(&f.b, false, bare, 2);
	build_trace(&f.b, 0, 0, 0, trace, TRACE);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_UNPROVEN, NULL, "without meta, raw is not proven complete");
	done(&f);

	build_begin(&f.b, false, bare, 2);
	build_trace(&f.b, 0, 0, 128, trace, TRACE);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "128 bytes are missing", "without meta, holes are noticed");
	done(&f);

	build_begin(&f.b, false, bare, 2);
	build_aux(&f.b, 0, 0, TRACE, 0, 3);
	build_auxtrace(&f.b, 3, 0, trace, 1024);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "last 3072 bytes are missing",
		   "what the kernel put into the AUX area and perf did not copy is noticed");
	done(&f);

	build_begin(&f.b, false, bare, 2);
	build_aux(&f.b, 0, 0, TRACE, PERF_AUX_FLAG_TRUNCATED, 3);
	build_auxtrace(&f.b, 3, 0, trace, TRACE);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "no room", "AUX records with the truncated flag are noticed");
	done(&f);

	build_begin(&f.b, false, bare, 2);
	build_block(&f.b, 0, 0, 3, 0);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "no trace in it", "no trace at all is told");
	done(&f);
}

static void check_filling(void)
{
	struct read f;

	build_begin(&f.b, false, bare, 2);
	build_aux(&f.b, 0, 0, 1003, 0, 3);
	build_auxtrace(&f.b, 3, 0, trace, 501);
	build_auxtrace(&f.b, 3, 501, trace + 501, 502);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_UNPROVEN, NULL, "perf's filling is not taken for an overlap");
	ok(fetch(&f, 0x2001, trace, 1003), "perf's filling is not taken for trace");
	done(&f);
}

static void check_owner(void)
{
	static const struct build_attr both[] = {
		{ BUILD_HTM_TYPE, 0x2001, 0, BUILD_SAMPLE_TYPE, 0 },
		{ BUILD_HTM_TYPE, 0x1001, 0, BUILD_SAMPLE_TYPE, 0 },
	};
	struct read f;

	build_begin(&f.b, false, both, 2);
	build_auxtrace(&f.b, 3, 0, trace, TRACE);
	build_aux(&f.b, 1, 0, TRACE, 0, 3);
	finish(&f);
	ok(fetch(&f, 0x1001, trace, TRACE), "without meta, AUX records tell whose the AUX area is");
	ok(fetch(&f, 0x2001, trace, 0), "and the other event gets nothing of it");
	done(&f);

	build_begin(&f.b, false, both, 2);
	build_auxtrace(&f.b, 3, 0, trace, TRACE);
	finish(&f);
	is_refused(&f, "nothing tells which event", "an AUX area of which nothing tells the owner is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_trace(&f.b, 0, 0, 0, trace, 128);
	build_auxtrace(&f.b, 3, 0, trace, TRACE);
	finish(&f);
	is_refused(&f, "in raw samples and in the AUX area", "trace that came in both ways is refused");
	done(&f);

	build_begin(&f.b, false, (struct build_attr []) { build_events[0], build_events[0] }, 2);
	build_lost(&f.b, 1, 0);
	finish(&f);
	is_refused(&f, "two htm events of one target", "two events of one target are refused");
	done(&f);
}

/* perf was killed: no features, and no size of the data. */
static void check_killed(void)
{
	struct read f;

	build_begin(&f.b, true, build_events, 2);
	aux_window(&f.b);
	read_file(&f, f.b.size);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL,
		   "an event that perf did not name is found by its records");
	ok(fetch(&f, 0x2001, trace, TRACE), "and so is its trace");
	close_file(&f);
	read_file(&f, f.b.size - 100);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "cut short", "a file that ends inside of its data is not complete");
	ok(fetch(&f, 0x2001, trace, TRACE - 100), "what it has of the trace is found");
	done(&f);
}

static void check_hostile(void)
{
	struct read f;
	size_t at;

	build_begin(&f.b, false, build_events, 2);
	at = f.b.size + 8 + 5 * 8 + 4;
	build_trace(&f.b, 0, 0, 0, trace, 128);
	build_patch_u64(&f.b, at + 40, 1 << 20);
	finish(&f);
	is_refused(&f, "malformed", "a TRACE of more bytes than it has is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_trace(&f.b, 0, 0, UINT64_MAX - 64, trace, 128);
	finish(&f);
	is_refused(&f, "trace at position", "a TRACE whose end overflows is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_patch_u64(&f.b, at + 16, 0x1001);
	finish(&f);
	is_refused(&f, "another target", "a record that names another target is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_auxtrace(&f.b, 3, UINT64_MAX - 8, trace, 128);
	finish(&f);
	is_refused(&f, "AUXTRACE at position", "an AUXTRACE whose end overflows is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_aux(&f.b, 0, UINT64_MAX - 8, 128, 0, 3);
	finish(&f);
	is_refused(&f, "AUX record", "an AUX record whose end overflows is refused");
	done(&f);

	build_begin(&f.b, false, build_events, 2);
	build_block(&f.b, 0, 0, 3, 0);
	build_patch_u64(&f.b, at + 16, UINT64_MAX);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_INCOMPLETE, "1 malformed blocks", "a block with too many entries is told");
	done(&f);
}

/* A good file that is cut anywhere: never complete unless all of the trace is there. */
static void check_cuts(void)
{
	int wrong = 0, partial = 0;
	struct read f;

	build_begin(&f.b, false, build_events, 2);
	aux_window(&f.b);
	build_end(&f.b);
	for (size_t size = 0; size < f.b.size; size++) {
		const struct capture_event *event;

		read_file(&f, size);
		event = f.err ? NULL : capture_find(&f.c, 0x2001);
		if (event && event->verdict != CAPTURE_INCOMPLETE)
			wrong += !fetch(&f, 0x2001, trace, TRACE);
		else if (event)
			partial += capture_bytes(event) > 0;
		close_file(&f);
	}
	is_int(wrong, 0, "no cut file passes for complete without all of its trace");
	ok(partial > 1000, "cut files give what they have");
	build_free(&f.b);
}

static void check_damage(void)
{
	uint32_t x = 99;
	struct read f;
	int complete = 0;

	for (int round = 0; round < 4000; round++) {
		build_begin(&f.b, round & 1, round & 2 ? three : build_events, round & 2 ? 3 : 2);
		if (round & 4)
			aux_window(&f.b);
		else
			raw_window(&f.b, 0, 0);
		build_end(&f.b);
		for (int i = 0; i <= round % 3; i++) {
			x = x * 1664525 + 1013904223;
			/* Half of the damage at the records' headers, half anywhere */
			f.b.data[(x >> 8) % (x & 64 ? f.b.size : 1500)] = round % 5 ? x >> 24 : 0xff;
		}
		read_file(&f, f.b.size);
		if (!f.err && f.c.events.count && f.c.events.items[0].verdict == CAPTURE_COMPLETE)
			complete++;
		done(&f);
	}
	ok(complete > 0 && complete < 4000, "4000 damaged files are read to an end");
}

/* What perf copies twice is there once. */
static void check_copies(void)
{
	struct read f;
	size_t begin;

	build_begin(&f.b, false, build_events, 2);
	build_start(&f.b, 0, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	begin = f.b.size;
	build_block(&f.b, 0, 0, 3, 3);
	build_again(&f.b, begin);
	begin = f.b.size;
	build_block(&f.b, 0, 3, 2, 0);
	build_trace(&f.b, 0, 0, 0, trace, 1000);
	build_again(&f.b, begin);
	build_trace(&f.b, 0, 0, 1000, trace + 1000, TRACE - 1000);
	begin = f.b.size;
	build_stop(&f.b, 0, 0, TRACE, 2, 0);
	build_again(&f.b, begin);
	finish(&f);
	is_verdict(&f, 0x2001, CAPTURE_COMPLETE, NULL, "samples that perf copied twice are no fault");
	ok(fetch(&f, 0x2001, trace, TRACE), "the trace has them once");
	is_u64(capture_find(&f.c, 0x2001)->table.good.count, 2,
	       "the memory configuration has them once");
	done(&f);
}

int main(void)
{
	snprintf(path, sizeof(path), "/tmp/test_capture.%d", getpid());
	build_pattern(trace, sizeof(trace), 1);
	check_whole(false);
	check_whole(true);
	check_windows();
	check_targets();
	check_copies();
	check_incomplete();
	check_bare();
	check_filling();
	check_owner();
	check_killed();
	check_hostile();
	check_cuts();
	check_damage();
	unlink(path);
	return done_testing();
}
