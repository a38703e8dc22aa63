// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "crew.h"
#include "drain.h"
#include "interrupt.h"
#include "machine.h"
#include "message.h"
#include "opening.h"

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

/* What the driver knows is more to the point than what perf makes of an errno. */
static bool explain_target(const struct recording_run *run, const struct machine *m)
{
	const struct machine_target *t = machine_find(m, &run->setup.target);
	const char *name = crew_name(run);

	if (!t)
		message("%s: this machine has no such target: 'htm list' shows those that it has",
			name);
	else if (t->held)
		message("%s: is being traced already, by %s (pid %d): end that first", name,
			t->holder.command, t->holder.pid);
	else if (!t->error && !t->buffer)
		message("%s: has no trace buffer: one has to be set up (H_HTM SETUP), which takes a restart of the machine",
			name);
	else
		return false;
	return true;
}

static bool explain(const struct recording_run *run)
{
	struct machine machine = {};
	bool said = false;

	if (perf_said(&run->perf, "nknown option")) {
		message("this perf is too old: htm takes that of Linux 5.12 or later");
		return true;
	}
	if (!machine_has_pmu() && perf_said(&run->perf, "PMU")) {
		machine_complain(-ENODEV);
		return true;
	}
	if (!recording_is_beside(run) && !machine_read(&machine))
		said = explain_target(run, &machine);
	machine_free(&machine);
	return said;
}

/* It could not open its event: nothing is to be had of it, and nothing stays of it. */
static void drop_run(struct recording_run *run)
{
	run->failed = true;
	run->drained = true;
	if (!explain(run)) {
		message("%s: perf could not open the event", crew_name(run));
		perf_print_log(&run->perf);
		if (!recording_is_beside(run))
			message("the kernel log may say more: dmesg | grep htm_pmu");
	}
	perf_release(&run->perf);
	unlink(run->path);
}

/*
 * Until those that were started are ready, or have failed. Targets that fail are done
 * without; other events are the user's to correct.
 */
static int wait_until_ready(struct recording *rec)
{
	int err = crew_wait(rec);

	if (err == -EINTR)
		message("interrupted before anything was traced");
	if (err == -ETIMEDOUT)
		message("perf did not answer for %u s: is it older than 5.12?", rec->patience);
	for (size_t i = 0; i < rec->count && !err; i++) {
		struct recording_run *run = &rec->runs[i];

		if (run->started && !run->failed && !run->perf.pid)
			drop_run(run);
		else if (run->started && !run->failed)
			run->opened = true;
		if (run->failed && recording_is_beside(run))
			err = -EINVAL;
	}
	return err;
}

static void stop_run(struct recording *rec, struct recording_run *run)
{
	long end = crew_now_ms() + rec->patience * 1000L;

	perf_send(&run->perf, "stop");
	while (run->perf.pid && crew_now_ms() < end && !interrupt_count())
		crew_pause(rec, end - crew_now_ms());
	perf_release(&run->perf);
	run->opened = false;
	unlink(run->path);
}

static int start_and_wait(struct recording *rec, struct recording_run *run)
{
	int err = start_run(run);

	run->started = true;
	return err ? err : wait_until_ready(rec);
}

/*
 * The first perf shows whether this version knows an AUX area for htm: by the name that
 * another PMU's events have, by that of the PMU itself, or not at all. If not, the trace has
 * to go through the data ring, which then has to have the size that was asked for.
 */
static int find_way(struct recording *rec, struct recording_run *run)
{
	static const enum perf_way ways[] = { PERF_AUX_BY_NAME, PERF_RAW, PERF_AUX };
	int err = 0;

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool aux;

		run->setup.way = ways[i];
		err = start_and_wait(rec, run);
		if (err || run->failed || ways[i] == PERF_AUX)
			break;
		aux = drain_has_aux(run);
		if (aux == (ways[i] == PERF_AUX_BY_NAME))
			break;
		stop_run(rec, run);
	}
	for (size_t i = 0; i < rec->count; i++)
		rec->runs[i].setup.way = run->setup.way;
	return err;
}

static bool any_opened(const struct recording *rec)
{
	for (size_t i = 0; i < rec->count; i++)
		if (rec->runs[i].opened && !recording_is_beside(&rec->runs[i]))
			return true;
	return false;
}

/**
 * opening_start() - start all perf processes, until they wait for a command
 * @rec: the recording
 *
 * A target that cannot be opened has failed, and the user knows why; the others go on.
 *
 * Return: 0 if there is a target to trace, else a negative errno; the user knows why.
 */
int opening_start(struct recording *rec)
{
	size_t next = 0;
	int err = 0;

	for (; next < rec->count && !err && !any_opened(rec); next++)
		if (!recording_is_beside(&rec->runs[next]))
			err = find_way(rec, &rec->runs[next]);
	for (size_t i = 0; i < rec->count && !err; i++) {
		if (rec->runs[i].started)
			continue;
		rec->runs[i].started = true;
		err = start_run(&rec->runs[i]);
	}
	if (!err)
		err = wait_until_ready(rec);
	return err || any_opened(rec) ? err : -EIO;
}
