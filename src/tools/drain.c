// SPDX-License-Identifier: GPL-2.0
#include <sys/stat.h>

#include "drain.h"
#include "message.h"
#include "verdict.h"

/**
 * drain_has_aux() - whether perf brings an event's trace through an AUX area
 * @run: the target; its perf is ready
 *
 * That depends on the version of perf, and on what a distribution added to it.
 * A perf that does it says so by an AUXTRACE_INFO record, before it answers its
 * first command. That it maps an AUX area proves nothing: before 5.19 perf maps
 * one for any event if -m asks for it, and crashes when it finds trace there.
 *
 * Return: true if so.
 */
bool drain_has_aux(const struct recording_run *run)
{
	struct reader_record record;
	struct reader r;
	bool found = false;

	if (!reader_open(&r, run->path, true))
		while (!found && reader_next(&r, &record) == READER_RECORD)
			found = record.type == READER_AUXTRACE_INFO;
	reader_close(&r);
	return found;
}

/* perf has written the header before it answers the first command. */
static int follow(struct recording_run *run)
{
	int err;

	if (run->following)
		return 0;
	run->following = true;
	err = reader_open(&run->reader, run->path, true);
	return err ? err : capture_begin(&run->capture, &run->reader);
}

static int take_records(struct recording_run *run)
{
	struct reader_record record;
	enum reader_next got;

	while ((got = reader_next(&run->reader, &record)) == READER_RECORD) {
		int err = capture_record(&run->capture, &record);

		if (err)
			return err;
	}
	return got == READER_ERROR ? -1 : 0;
}

static void give_up(struct recording_run *run)
{
	message("%s", run->reader.error);
	run->failed = true;
	run->drained = true;
}

static bool has_grown(struct recording_run *run)
{
	struct stat st;

	if (stat(run->path, &st) || (uint64_t)st.st_size == run->size)
		return false;
	run->size = st.st_size;
	return true;
}

/**
 * drain_look() - take in what perf has written since the last time
 * @run: the target; becomes drained when its END record is there
 *
 * END is the last that the driver writes into the data ring, and perf copies
 * the data ring before the AUX area: so the trace itself may still be on its way
 * to the file, but perf will have written it before it heeds another command.
 *
 * Return: whether the file has grown.
 */
bool drain_look(struct recording_run *run)
{
	const struct capture_event *event;

	if (follow(run) || take_records(run)) {
		give_up(run);
		return false;
	}
	event = capture_find(&run->capture, target_config(&run->setup.target));
	if (event && capture_last_end(event))
		run->drained = true;
	return has_grown(run);
}

/**
 * drain_judge() - perf has ended: say whether all of the trace is there
 * @run: the target
 *
 * Return: true if it is.
 */
bool drain_judge(struct recording_run *run)
{
	const struct capture_event *event;
	char name[HTM_TARGET_NAME_SIZE];

	if (follow(run) || reader_settle(&run->reader) || take_records(run) ||
	    capture_end(&run->capture)) {
		message("%s", run->reader.error);
		return false;
	}
	event = capture_find(&run->capture, target_config(&run->setup.target));
	if (!event) {
		target_format(&run->setup.target, name);
		message("%s: nothing was traced", name);
		return false;
	}
	verdict_print(stderr, &run->capture, event);
	return event->verdict == CAPTURE_COMPLETE && !run->failed;
}

/**
 * drain_release() - let go of what following the file holds
 * @run: the target
 */
void drain_release(struct recording_run *run)
{
	if (!run->following)
		return;
	capture_free(&run->capture);
	reader_close(&run->reader);
	run->following = false;
}
