// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>

#include "crew.h"
#include "interrupt.h"
#include "message.h"

/* The most that can be waited for at once */
#define POLL_MAX_MS	1000

/* What perf needs to end with a good file: less than this is a full disk. */
#define ROOM_MIN	(1ULL << 20)

/**
 * crew_now_ms() - the time
 *
 * Return: milliseconds since some moment.
 */
long crew_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/**
 * crew_name() - what the user calls the recording of one perf process
 * @run: that recording
 *
 * Return: its name, until the next call.
 */
const char *crew_name(const struct recording_run *run)
{
	static char name[HTM_TARGET_NAME_SIZE];

	if (recording_is_beside(run))
		return "-e";
	target_format(&run->setup.target, name);
	return name;
}

/**
 * crew_pause() - wait until perf says something, something ends, or time is over
 * @rec: the recording
 * @ms: how long, at most, in milliseconds
 */
void crew_pause(struct recording *rec, long ms)
{
	struct pollfd fds[rec->count + 1];

	for (size_t i = 0; i < rec->count; i++)
		fds[i] = (struct pollfd) { .fd = rec->runs[i].perf.ack, .events = POLLIN };
	fds[rec->count] = (struct pollfd) { .fd = rec->watched, .events = POLLIN };
	interrupt_poll(fds, rec->count + 1, ms < 0 ? 0 : ms < POLL_MAX_MS ? ms : POLL_MAX_MS);
	if (fds[rec->count].revents)
		rec->watched_ended = true;
	for (size_t i = 0; i < rec->count; i++)
		perf_collect(&rec->runs[i].perf);
}

/**
 * crew_send() - give a command to all that live
 * @rec: the recording
 * @command: the command
 */
void crew_send(struct recording *rec, const char *command)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid)
			perf_send(&rec->runs[i].perf, command);
}

static unsigned int count_due(const struct recording *rec)
{
	unsigned int due = 0;

	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid)
			due += rec->runs[i].perf.due;
	return due;
}

/**
 * crew_wait() - wait until all that live have answered
 * @rec: the recording
 *
 * Return: 0, -EINTR or -ETIMEDOUT.
 */
int crew_wait(struct recording *rec)
{
	long heard = crew_now_ms(), patience = rec->patience * 1000L;
	int interrupts = interrupt_count();
	unsigned int due, before = 0;

	/* Many that start at once take their time; silence of all is what counts. */
	for (; (due = count_due(rec)); before = due) {
		if (due != before)
			heard = crew_now_ms();
		if (interrupt_count() != interrupts)
			return -EINTR;
		if (crew_now_ms() - heard >= patience)
			return -ETIMEDOUT;
		crew_pause(rec, heard + patience - crew_now_ms());
	}
	return 0;
}

/* A disk that is full has many symptoms, of which perf names some. */
static bool say_full(const struct recording_run *run)
{
	char *path = strdup(run->path);
	struct statvfs fs;
	bool full = path && !statvfs(dirname(path), &fs) &&
		    (uint64_t)fs.f_bavail * fs.f_frsize < ROOM_MIN;

	if (full)
		message("%s: no space is left there: what is not in the file is lost; record to a larger disk with -o",
			run->path);
	free(path);
	return full;
}

/**
 * crew_complain() - tell the user of a perf that has ended while it should not have
 * @run: what it recorded; from now on it has failed
 * @what: what is wrong; only the first is told
 */
void crew_complain(struct recording_run *run, const char *what)
{
	if (run->failed)
		return;
	run->failed = true;
	run->drained = true;
	message("%s: %s", crew_name(run), what);
	if (!say_full(run))
		perf_print_log(&run->perf);
}

/* With the process whose events it records, perf itself ends. */
static bool is_done(const struct recording_run *run)
{
	return recording_is_beside(run) && run->setup.pid && !run->perf.status;
}

/**
 * crew_check() - look whether all perf processes live, and tell if not
 * @rec: the recording, which traces
 *
 * Return: true if one lives that traces.
 */
bool crew_check(struct recording *rec)
{
	bool any = false;

	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (!run->opened)
			continue;
		if (!run->perf.pid && !is_done(run))
			crew_complain(run, "perf ended before the trace was complete");
		any |= !run->failed && !recording_is_beside(run);
	}
	return any;
}

/**
 * crew_lives() - does any perf process live?
 * @rec: the recording
 *
 * Return: true if so.
 */
bool crew_lives(const struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid)
			return true;
	return false;
}
