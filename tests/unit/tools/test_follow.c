// SPDX-License-Identifier: GPL-2.0
/* htm record's follower: a file that grows while it is read. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "drain.h"
#include "tap.h"

#define TRACE	2048

static char path[64];
static uint8_t trace[TRACE];

static void append(const uint8_t *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_APPEND);

	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size || close(fd)) {
		perror(path);
		exit(2);
	}
}

static void begin(struct recording_run *run, const struct build *b, size_t size)
{
	memset(run, 0, sizeof(*run));
	run->path = path;
	run->setup.target = (struct htm_target) { .chip = 2, .type = 1 };
	build_save(b, path, size);
}

/* END is in the data ring: perf writes it before the last of the AUX area. */
static size_t build_aux_file(struct build *b, int32_t error)
{
	size_t end;

	build_begin(b, false, build_events, 2);
	build_start(b, 0, 0, TRACE, 0, HTM_PMU_SINK_AUX);
	build_auxtrace(b, 0, 0, trace, 1000);
	build_stop(b, 0, 0, TRACE, 0, error);
	end = b->size;
	build_auxtrace(b, 0, 1000, trace + 1000, TRACE - 1000);
	return end;
}

static void check_growth(void)
{
	struct recording_run run;
	size_t end, early = 0, still = 0;
	struct build b;

	end = build_aux_file(&b, 0);
	begin(&run, &b, b.data_offset);
	for (size_t size = b.data_offset + 1; size <= b.size; size++) {
		append(b.data + size - 1, 1);
		still += !drain_look(&run);
		early += run.drained && size < end;
		if (size == end)
			ok(run.drained, "the drain is over when END is there");
	}
	is_u64(early, 0, "the drain is not over before END is whole");
	is_u64(still, 0, "each byte counts as growth");
	ok(!run.failed, "a half-written record is waited for");
	ok(!drain_look(&run), "no growth is seen when nothing came");
	build_end(&b);
	build_save(&b, path, b.size);
	ok(drain_judge(&run), "when perf has ended, all is found to be there");
	drain_release(&run);
	build_free(&b);
}

/* perf writes its features behind the data when it ends: these are no records. */
static void check_settled(size_t drop, bool final, const char *what)
{
	struct recording_run run;
	struct build b;
	size_t end;

	end = build_aux_file(&b, 0);
	begin(&run, &b, end);
	drain_look(&run);
	if (final)
		build_end(&b);
	build_save(&b, path, b.size - drop);
	ok(drain_judge(&run) == final, "%s", what);
	drain_release(&run);
	build_free(&b);
}

static void check_errors(void)
{
	struct recording_run run;
	struct build b;

	build_aux_file(&b, -16);
	begin(&run, &b, b.size);
	drain_look(&run);
	ok(run.drained, "an END with an error ends the waiting");
	ok(!drain_judge(&run), "and the trace is not called complete");
	drain_release(&run);

	memset(b.data + b.data_offset + 6, 0, 2);
	begin(&run, &b, b.size);
	drain_look(&run);
	ok(run.drained && run.failed, "a damaged file is not waited for");
	drain_release(&run);

	begin(&run, &b, 50);
	drain_look(&run);
	ok(run.drained && run.failed, "a file without header is not waited for");
	drain_release(&run);
	build_free(&b);
}

int main(void)
{
	snprintf(path, sizeof(path), "/tmp/test_follow.%d", getpid());
	build_pattern(trace, sizeof(trace), 1);
	/* What drain_judge() tells the user goes to stderr. */
	if (!freopen("/dev/null", "w", stderr))
		return 2;
	check_growth();
	check_settled(0, true, "features behind the data are not taken for records");
	check_settled(100, false, "a file that perf left inside of a record is not complete");
	check_errors();
	unlink(path);
	return done_testing();
}
