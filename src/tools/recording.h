/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording: perf processes, one per target, enabled together, and disabled when
 * the user's command ends, or a process, or time, or the user says so. Then the
 * drain: perf runs on until each file shows the END record of its target, so that
 * no trace is left in the machine.
 */
#ifndef HTM_RECORDING_H
#define HTM_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "capture.h"
#include "perf.h"

/**
 * struct recording_run - what one perf process records: a target, or other events
 * @setup: what perf is told
 * @path: of its perf.data
 * @perf: its perf process
 * @reader: follows the file, once @following
 * @capture: what the file has so far
 * @following: @reader and @capture are in use
 * @started: there has been a perf process
 * @opened: its events were open
 * @drained: there is nothing to wait for any more
 * @failed: the recording of this target failed; the user knows why
 * @size: of the file when last looked at
 */
struct recording_run {
	struct perf_setup setup;
	char *path;
	struct perf perf;
	struct reader reader;
	struct capture capture;
	bool following;
	bool started;
	bool opened;
	bool drained;
	bool failed;
	uint64_t size;
};

/**
 * struct recording - what to record
 * @runs: one per target, and one if there are other events
 * @count: how many
 * @directory: where the files go
 * @command: what runs meanwhile, ends with NULL; or NULL
 * @pid: without @command: the process with whose end tracing ends; or 0
 * @duration: after how long tracing ends, at the latest, in milliseconds; or 0
 * @patience: how long perf may be silent and files may not grow, in seconds
 * @watched: a descriptor that can be read when @pid has ended; or -1
 * @watched_ended: it has
 */
struct recording {
	struct recording_run *runs;
	size_t count;
	const char *directory;
	char **command;
	pid_t pid;
	long duration;
	unsigned int patience;
	int watched;
	bool watched_ended;
};

/**
 * recording_is_beside() - are these other events than a target's?
 * @run: what one perf process records
 *
 * Return: true if so.
 */
static inline bool recording_is_beside(const struct recording_run *run)
{
	return run->setup.events;
}

int recording_run(struct recording *recording);

#endif /* HTM_RECORDING_H */
