// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "directory.h"
#include "drain.h"
#include "interrupt.h"
#include "message.h"
#include "recording.h"
#include "verdict.h"
#include "workload.h"

/* How often perf's files are looked at, and the user told that it takes long */
#define TICK_MS		20
#define NOTICE_MS	10000

/* The most that can be waited for at once */
#define POLL_MAX_MS	1000

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *name_of(const struct recording_run *run)
{
	static char name[HTM_TARGET_NAME_SIZE];

	target_format(&run->setup.target, name);
	return name;
}

/* Wait until perf says something, something ends, or @ms are over. */
static void pause_for(struct recording *rec, long ms)
{
	struct pollfd fds[rec->count];

	for (size_t i = 0; i < rec->count; i++)
		fds[i] = (struct pollfd) { .fd = rec->runs[i].perf.ack, .events = POLLIN };
	interrupt_poll(fds, rec->count, ms < 0 ? 0 : ms < POLL_MAX_MS ? ms : POLL_MAX_MS);
	for (size_t i = 0; i < rec->count; i++)
		perf_collect(&rec->runs[i].perf);
}

static bool any_due(const struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid && rec->runs[i].perf.due)
			return true;
	return false;
}

static void send_all(struct recording *rec, const char *command)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid)
			perf_send(&rec->runs[i].perf, command);
}

/* Until all that live have answered. 0, -EINTR or -ETIMEDOUT. */
static int wait_for_answers(struct recording *rec)
{
	long end = now_ms() + rec->patience * 1000L;
	int interrupts = interrupt_count();

	while (any_due(rec)) {
		if (interrupt_count() != interrupts)
			return -EINTR;
		if (now_ms() >= end)
			return -ETIMEDOUT;
		pause_for(rec, end - now_ms());
	}
	return 0;
}

static void advise(void)
{
	if (access("/sys/bus/event_source/devices/htm", F_OK))
		message("there is no htm PMU here: load its module with 'modprobe htm_pmu'");
	else
		message("the kernel log may say more: dmesg | grep htm_pmu");
}

/* A perf that has ended while it should not have. */
static void complain(struct recording_run *run, const char *what)
{
	if (run->failed)
		return;
	run->failed = true;
	message("%s: %s", name_of(run), what);
	perf_print_log(&run->perf);
	advise();
}

static bool check_alive(struct recording *rec, const char *what)
{
	bool all = true;

	for (size_t i = 0; i < rec->count; i++) {
		if (rec->runs[i].perf.pid)
			continue;
		complain(&rec->runs[i], what);
		all = false;
	}
	return all;
}

static int start_run(struct recording_run *run)
{
	int err = perf_start(&run->perf, &run->setup);

	if (err == -ENOENT)
		message("there is no perf command: install the perf of your distribution");
	else if (err)
		message("perf does not start: %s", strerror(-err));
	if (!err)
		perf_send(&run->perf, "ping");
	return err;
}

static int wait_until_ready(struct recording *rec)
{
	int err = wait_for_answers(rec);

	if (err == -EINTR)
		message("interrupted before anything was traced");
	if (err == -ETIMEDOUT)
		message("perf did not answer for %u s: is it older than 5.12?", rec->patience);
	if (!err && !check_alive(rec, "perf could not open the event"))
		err = -EIO;
	return err;
}

static void stop_run(struct recording *rec, struct recording_run *run)
{
	long end = now_ms() + rec->patience * 1000L;

	perf_send(&run->perf, "stop");
	while (run->perf.pid && now_ms() < end && !interrupt_count())
		pause_for(rec, end - now_ms());
	perf_release(&run->perf);
	unlink(run->path);
}

/*
 * The first perf shows whether this version knows an AUX area for htm. If it does
 * not, the trace has to go through the data ring, which then has to have the
 * size that was asked for.
 */
static int start_first(struct recording *rec)
{
	struct recording first = *rec;
	int err;

	first.count = 1;
	err = start_run(&rec->runs[0]);
	if (!err)
		err = wait_until_ready(&first);
	if (err || drain_has_aux(&rec->runs[0]))
		return err;
	for (size_t i = 0; i < rec->count; i++)
		rec->runs[i].setup.aux = false;
	stop_run(&first, &rec->runs[0]);
	err = start_run(&rec->runs[0]);
	return err ? err : wait_until_ready(&first);
}

static int start_all(struct recording *rec)
{
	int err = start_first(rec);

	for (size_t i = 1; i < rec->count && !err; i++)
		err = start_run(&rec->runs[i]);
	return err ? err : wait_until_ready(rec);
}

/* Tell all at once, then hear all. */
static int command_all(struct recording *rec, const char *command)
{
	int err;

	send_all(rec, command);
	err = wait_for_answers(rec);
	if (err == -ETIMEDOUT)
		message("perf did not answer to %s for %u s", command, rec->patience);
	check_alive(rec, "perf ended before the trace was complete");
	return err;
}

/*
 * Until the command ends, or the user ends it, or no perf is left. A command
 * that is told to end may take its time: the drain does not wait for it.
 */
static void wait_for_command(struct recording *rec, pid_t *pid, int *status)
{
	for (;;) {
		bool alive = false;

		if (waitpid(*pid, status, WNOHANG) == *pid) {
			*pid = 0;
			return;
		}
		check_alive(rec, "perf ended before the trace was complete");
		for (size_t i = 0; i < rec->count; i++)
			alive |= !rec->runs[i].failed;
		if (interrupt_count() || !alive) {
			kill(*pid, SIGTERM);
			return;
		}
		pause_for(rec, POLL_MAX_MS);
	}
}

static void reap_command(struct recording *rec, pid_t pid, int *status)
{
	int interrupts = interrupt_count();

	while (pid && waitpid(pid, status, WNOHANG) != pid) {
		if (interrupt_count() != interrupts)
			kill(pid, SIGKILL);
		pause_for(rec, POLL_MAX_MS);
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
			message("%s: %s", name_of(&rec->runs[i]), what);
}

/* One look at each file, and a command to each perf so that it writes what it has. */
static bool drain_step(struct recording *rec)
{
	bool grown = false;

	check_alive(rec, "perf ended before the trace was complete");
	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (run->drained)
			continue;
		grown |= drain_look(run);
		if (run->failed)
			run->drained = true;
		else if (!run->drained && !run->perf.due)
			perf_send(&run->perf, "ping");
	}
	return grown;
}

static void tick(struct recording *rec)
{
	long end = now_ms() + TICK_MS;
	int interrupts = interrupt_count();

	while (now_ms() < end && interrupt_count() == interrupts)
		pause_for(rec, end - now_ms());
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

/* Until all END records are there, or the user or htm loses patience. */
static void drain(struct recording *rec)
{
	long noticed = now_ms();
	long grown = noticed;
	int said = 0;

	for (;;) {
		if (drain_step(rec)) {
			grown = now_ms();
			noticed = grown;
		}
		if (!draining(rec) || abandoned(rec, &said))
			return;
		if (now_ms() - grown >= rec->patience * 1000L) {
			say_waiting(rec, "nothing came any more: given up");
			return;
		}
		if (now_ms() - noticed >= NOTICE_MS) {
			say_waiting(rec, "still waiting for the rest of the trace");
			noticed = now_ms();
		}
		tick(rec);
	}
}

static bool any_lives(const struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].perf.pid)
			return true;
	return false;
}

/* perf writes its last records and the header, and ends. */
static void stop_all(struct recording *rec)
{
	long end = now_ms() + rec->patience * 1000L;
	int interrupts = interrupt_count();

	send_all(rec, "stop");
	while (any_lives(rec) && now_ms() < end && interrupt_count() == interrupts)
		pause_for(rec, end - now_ms());
	for (size_t i = 0; i < rec->count; i++) {
		struct recording_run *run = &rec->runs[i];

		if (run->perf.pid)
			complain(run, "perf did not end: killed");
		else if (run->perf.status)
			complain(run, "perf ended with an error");
		perf_release(&run->perf);
	}
}

/* Say what came of each target. */
static bool all_complete(struct recording *rec)
{
	bool complete = true;

	for (size_t i = 0; i < rec->count; i++)
		complete &= drain_judge(&rec->runs[i]);
	return complete;
}

static void remove_files(struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++) {
		perf_release(&rec->runs[i].perf);
		unlink(rec->runs[i].path);
	}
	rmdir(rec->directory);
}

/* @traced: whether there is something in the files, complete or not */
static int trace_command(struct recording *rec, bool *traced)
{
	int err, status = 0;
	pid_t pid;

	*traced = false;
	if (start_all(rec) || command_all(rec, "enable") == -ETIMEDOUT)
		return RECORDING_FAILED;
	err = workload_start(rec->command, &pid);
	if (err) {
		message("%s: %s", rec->command[0], strerror(-err));
		return err == -ENOENT ? RECORDING_NOT_FOUND : RECORDING_CANNOT_RUN;
	}
	*traced = true;
	wait_for_command(rec, &pid, &status);
	command_all(rec, "disable");
	drain(rec);
	reap_command(rec, pid, &status);
	stop_all(rec);
	return all_complete(rec) ? workload_exit_status(status) : RECORDING_INCOMPLETE;
}

static void release(struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++) {
		perf_release(&rec->runs[i].perf);
		drain_release(&rec->runs[i]);
	}
}

/**
 * recording_run() - make a recording
 * @rec: what to record
 *
 * Return: the exit status for htm: the command's if all of the trace is there.
 */
int recording_run(struct recording *rec)
{
	bool traced;
	int status;

	for (size_t i = 0; i < rec->count; i++)
		rec->runs[i].perf = (struct perf) { .control = -1, .ack = -1, .log = -1 };
	interrupt_setup();
	status = trace_command(rec, &traced);
	if (!traced)
		remove_files(rec);
	release(rec);
	return status;
}
