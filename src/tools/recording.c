// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew.h"
#include "drain.h"
#include "interrupt.h"
#include "message.h"
#include "opening.h"
#include "progress.h"
#include "workload.h"

/* How often perf's files are looked at, and the user told that it takes long */
#define TICK_MS		20
#define NOTICE_MS	10000

#define NS_PER_US	1000

/* Tell all at once, then hear all. */
static int command_all(struct recording *rec, const char *command)
{
	int err;

	crew_send(rec, command);
	err = crew_wait(rec);
	if (err == -ETIMEDOUT)
		message("perf did not answer to %s for %u s", command, rec->patience);
	crew_check(rec);
	return err;
}

/* How long to wait for an end that is set, at most */
static long time_left(const struct recording *rec, long begun)
{
	return rec->duration ? begun + rec->duration - crew_now_ms() : LONG_MAX;
}

/*
 * Until the command ends, or that which the user has set as the end, or the user
 * ends it, or no perf is left. A command that is told to end may take its time: the
 * drain does not wait for it.
 */
static void wait_for_end(struct recording *rec, pid_t *pid, int *status)
{
	long begun = crew_now_ms();

	while (crew_check(rec) && !interrupt_count() && !rec->watched_ended &&
	       time_left(rec, begun) > 0) {
		if (*pid && waitpid(*pid, status, WNOHANG) == *pid) {
			*pid = 0;
			return;
		}
		crew_pause(rec, time_left(rec, begun));
	}
	if (*pid)
		kill(*pid, SIGTERM);
}

static void reap_command(struct recording *rec, pid_t pid, int *status)
{
	int interrupts = interrupt_count();

	while (pid && waitpid(pid, status, WNOHANG) != pid) {
		if (interrupt_count() != interrupts)
			kill(pid, SIGKILL);
		crew_pause(rec, LONG_MAX);
	}
}

static bool draining(const struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++)
		if (!rec->runs[i].drained)
			return true;
	return false;
}

static void say_waiting(const struct recording *rec, const char *what)
{
	for (size_t i = 0; i < rec->count; i++)
		if (!rec->runs[i].drained)
			message("%s: %s", crew_name(&rec->runs[i]), what);
}

/* One look at each file, and a command to each perf so that it writes what it has. */
static bool drain_step(struct recording *rec)
{
	bool grown = false;

	crew_check(rec);
	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (run->drained)
			continue;
		grown |= drain_look(run);
		if (!run->drained && !run->perf.due)
			perf_send(&run->perf, "ping");
	}
	return grown;
}

static void tick(struct recording *rec)
{
	long end = crew_now_ms() + TICK_MS;
	int interrupts = interrupt_count();

	while (crew_now_ms() < end && interrupt_count() == interrupts)
		crew_pause(rec, end - crew_now_ms());
}

/* The user wants to end it, once or twice. */
static bool abandoned(const struct recording *rec, int *said)
{
	int interrupts = interrupt_count();

	if (interrupts && interrupts != *said)
		say_waiting(rec, interrupts > 1 ? "abandoned" :
			    "bringing the trace home; Ctrl-C again abandons it");
	*said = interrupts;
	return interrupts > 1;
}

/* The window that a run traces, or NULL if its START record has not come */
static const struct capture_window *window_of(struct recording_run *run)
{
	const struct capture_event *event;
	const struct capture_window *window;

	if (!run->following)
		return NULL;
	event = capture_find(&run->capture, target_config(&run->setup.target));
	window = event ? capture_first_window(event) : NULL;
	return window && window->started ? window : NULL;
}

/* A bar, once it is known of all targets how much they have. */
static void show_progress(struct recording *rec, struct progress *progress)
{
	uint64_t total = 0, done = 0;

	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];
		const struct capture_window *window = window_of(run);

		if (run->failed || recording_is_beside(run))
			continue;
		if (!window)
			return;
		total += window->start.buffer_size;
		done += capture_so_far(&run->capture);
	}
	if (total != progress->total)
		progress_begin(progress, "draining", total);
	progress_set(progress, done);
}

/* Until all END records are there, or the user or htm loses patience. */
static void drain(struct recording *rec)
{
	struct progress progress = {};
	long noticed = crew_now_ms();
	long grown = noticed;
	int said = 0;

	for (;;) {
		if (drain_step(rec)) {
			grown = crew_now_ms();
			noticed = grown;
		}
		show_progress(rec, &progress);
		if (!draining(rec) || abandoned(rec, &said))
			break;
		if (crew_now_ms() - grown >= rec->patience * 1000L) {
			say_waiting(rec, "nothing came any more: given up");
			break;
		}
		if (crew_now_ms() - noticed >= NOTICE_MS) {
			say_waiting(rec, "still waiting for the rest of the trace");
			noticed = crew_now_ms();
		}
		tick(rec);
	}
	progress_end(&progress);
}

/* perf writes its last records and the header, and ends. */
static void stop_all(struct recording *rec)
{
	long end = crew_now_ms() + rec->patience * 1000L;
	int interrupts = interrupt_count();

	crew_send(rec, "stop");
	while (crew_lives(rec) && crew_now_ms() < end && interrupt_count() == interrupts)
		crew_pause(rec, end - crew_now_ms());
	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (run->perf.pid)
			crew_complain(run, "perf did not end: killed");
		else if (run->perf.status)
			crew_complain(run, "perf ended with an error");
		perf_release(&run->perf);
	}
}

/* Say what came of each target. */
static bool all_complete(struct recording *rec)
{
	bool complete = true;

	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (recording_is_beside(run))
			complete &= !run->failed;
		else
			complete &= run->opened && drain_judge(run);
	}
	return complete;
}

struct span {
	size_t count;
	uint64_t first;
	uint64_t last;
};

static void add_time(struct span *span, uint64_t time)
{
	if (!span->count++)
		span->first = span->last = time;
	if (time < span->first)
		span->first = time;
	if (time > span->last)
		span->last = time;
}

static uint64_t microseconds(const struct span *span)
{
	return (span->last - span->first) / NS_PER_US;
}

/* By the driver's own times: what lies between them, no reader of the traces can tell. */
static void say_apart(struct recording *rec)
{
	struct span start = {}, stop = {};

	for (size_t i = 0; i < rec->count; i++) {
		const struct capture_window *window = window_of(&rec->runs[i]);

		if (window)
			add_time(&start, window->start.time);
		if (window && window->ended)
			add_time(&stop, window->end.time);
	}
	if (start.count > 1)
		message("%zu targets started within %" PRIu64 " us of each other", start.count,
			microseconds(&start));
	if (stop.count > 1)
		message("%zu targets stopped within %" PRIu64 " us of each other", stop.count,
			microseconds(&stop));
}

static void remove_files(struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++) {
		perf_release(&rec->runs[i].perf);
		unlink(rec->runs[i].path);
	}
	rmdir(rec->directory);
}

/* Before anything is traced: a process that is not there would have ended at once. */
static int watch(struct recording *rec)
{
	if (!rec->pid)
		return 0;
	rec->watched = syscall(SYS_pidfd_open, rec->pid, 0);
	if (rec->watched >= 0)
		return 0;
	message("-p %d: %s", rec->pid, errno == ESRCH ? "no such process" : strerror(errno));
	return -ESRCH;
}

/* @traced: whether there is something in the files, complete or not */
static int trace(struct recording *rec, bool *traced)
{
	int ended, status = 0;
	pid_t pid;

	*traced = false;
	if (watch(rec) || opening_start(rec) || command_all(rec, "enable") == -ETIMEDOUT)
		return WORKLOAD_FAILED;
	ended = workload_start(rec->command, &pid);
	if (ended)
		return ended;
	*traced = true;
	wait_for_end(rec, &pid, &status);
	command_all(rec, "disable");
	drain(rec);
	reap_command(rec, pid, &status);
	stop_all(rec);
	if (!all_complete(rec))
		ended = WORKLOAD_INCOMPLETE;
	say_apart(rec);
	return ended ? ended : workload_exit_status(status);
}

static void release(struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++) {
		perf_release(&rec->runs[i].perf);
		drain_release(&rec->runs[i]);
	}
	if (rec->watched >= 0)
		close(rec->watched);
}

/**
 * recording_run() - make a recording
 * @rec: what to record
 *
 * Return: the exit status for htm: the command's, or 0, if all of the trace is there.
 */
int recording_run(struct recording *rec)
{
	bool traced;
	int status;

	for (size_t i = 0; i < rec->count; i++)
		rec->runs[i].perf = (struct perf) { .control = -1, .ack = -1, .log = -1 };
	/* What is not the driver's has no end that could be seen in its file. */
	for (size_t i = 0; i < rec->count; i++)
		rec->runs[i].drained = recording_is_beside(&rec->runs[i]);
	rec->watched = -1;
	interrupt_setup();
	status = trace(rec, &traced);
	if (!traced)
		remove_files(rec);
	release(rec);
	return status;
}
