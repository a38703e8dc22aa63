// SPDX-License-Identifier: GPL-2.0
/* htm report --json, read by another. */
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "cli.h"
#include "tap.h"

#define TRACE	20000

static uint8_t trace[TRACE];

static const struct build_attr attrs[] = {
	{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0xf03012, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ BUILD_HTM_TYPE, 0x1001, 0, BUILD_SAMPLE_TYPE, 0 },
};

/* A whole trace in two windows, one with two holes, and one without START and END */
static void save_recording(void)
{
	char path[PATH_MAX];
	struct build b;

	build_begin(&b, false, attrs, 3);
	for (int i = 0; i < 2; i++) {
		build_start(&b, 0, i, TRACE, 3, HTM_PMU_SINK_RAW);
		build_block(&b, 0, 0, 3, 3);
		build_block(&b, 0, 3, 2, 0);
		build_trace(&b, 0, i, 0, trace, TRACE);
		build_stop(&b, 0, i, TRACE, 2, 0);
	}
	build_start(&b, 1, 0, TRACE, 3, HTM_PMU_SINK_RAW);
	build_trace(&b, 1, 0, 1000, trace, 2000);
	build_trace(&b, 1, 0, 3500, trace, TRACE - 3500);
	build_trace(&b, 2, 0, 0, trace, 640);
	build_lost(&b, 0, 7);
	build_end(&b);
	snprintf(path, sizeof(path), "%s/perf.data", cli_dir);
	build_save(&b, path, b.size);
	build_free(&b);
}

#ifdef HAVE_JSON
#include <json-c/json.h>

static struct json_object *read_summary(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/said", cli_dir);
	return json_object_from_file(path);
}

static struct json_object *target(struct json_object *summary, const char *name)
{
	struct json_object *list = json_object_object_get(summary, "targets");

	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		struct json_object *its = json_object_object_get(item, "target");

		if (its && !strcmp(json_object_get_string(its), name))
			return item;
	}
	return NULL;
}

/* -1: null, -2: not there */
static int64_t number(struct json_object *of, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(of, key, &value))
		return -2;
	return value ? json_object_get_int64(value) : -1;
}

static bool is_text(struct json_object *of, const char *key, const char *want)
{
	struct json_object *value = json_object_object_get(of, key);

	return value && !strcmp(json_object_get_string(value), want);
}

static size_t length(struct json_object *of, const char *key)
{
	struct json_object *list = json_object_object_get(of, key);

	return list ? json_object_array_length(list) : SIZE_MAX;
}

static void check_complete(struct json_object *item)
{
	struct json_object *window;

	ok(is_text(item, "verdict", "complete"), "a complete trace is called so");
	is_int(number(item, "bytes"), 2 * TRACE, "its bytes are told");
	is_int(number(item, "expected_bytes"), 2 * TRACE, "and how many there should be");
	is_int(number(item, "chunks"), 2, "its chunks are counted");
	is_int(number(item, "holes"), 0, "it has no holes");
	is_int(number(item, "start"), 123456, "START's time is told");
	is_int(number(item, "stop"), 234567, "END's time is told");
	is_int(number(item, "memory_blocks"), 2, "blocks of memory configuration are counted");
	is_int(number(item, "lost_records"), 7, "what perf lost is told");
	is_u64(length(item, "windows"), 2, "both windows are there");
	is_u64(length(item, "problems"), 0, "there are no problems");
	window = json_object_array_get_idx(json_object_object_get(item, "windows"), 1);
	is_int(number(window, "window"), 1, "windows have their numbers");
	is_int(number(window, "memory_blocks"), 2, "and their blocks");
}

static void check_others(struct json_object *holes, struct json_object *bare)
{
	ok(is_text(holes, "verdict", "incomplete"), "an incomplete trace is called so");
	is_int(number(holes, "holes"), 2, "holes are counted");
	is_int(number(holes, "hole_bytes"), 1500, "and what is missing in them");
	is_int(number(holes, "stop"), -1, "without END it is not claimed to have stopped");
	is_u64(length(holes, "problems"), 2, "what is wrong is listed");
	ok(is_text(bare, "verdict", "unproven"), "a trace without START and END is not called complete");
	is_int(number(bare, "start"), -1, "nor is it known when it started");
	is_int(number(bare, "expected_bytes"), -1, "nor how much there should be");
	is_int(number(bare, "bytes"), 640, "but what is there");
}

static void check_json(void)
{
	struct json_object *summary;

	is_status(shell("$htm report --json -i perf.data -o out 2>messages"), 2,
		  "the exit status is the same with --json");
	summary = read_summary();
	ok(summary, "all of standard output is one JSON value");
	if (!summary)
		return;
	is_u64(length(summary, "targets"), 3, "all targets are there");
	check_complete(target(summary, "n0.p2.c0.t1"));
	check_others(target(summary, "n1.p3.c15.t2"), target(summary, "n0.p1.c0.t1"));
	json_object_put(summary);

	shell("mkdir two && cp perf.data two/perf.data.n0.p2.c0.t1 && $htm report --json -i two -o out 2>messages");
	summary = read_summary();
	ok(summary, "a directory is one JSON value, too");
	json_object_put(summary);
	is_status(shell("$htm report --json -i nowhere -o out 2>messages"), 1,
		  "the exit status of an error is the same with --json");
	summary = read_summary();
	ok(summary && !length(summary, "targets"), "after an error there is JSON without targets");
	json_object_put(summary);
	is_status(shell("$htm report --json -i perf.data -o out >/dev/full"), 1,
		  "JSON that cannot be written is an error");
}
#else
static void check_json(void)
{
	is_status(shell("$htm report --json -i perf.data -o out"), 1, "without json-c, --json is an error");
	ok(said("without json-c"), "it says why");
}
#endif

int main(void)
{
	cli_begin();
	build_pattern(trace, sizeof(trace), 1);
	save_recording();
	check_json();
	cli_end();
	return done_testing();
}
