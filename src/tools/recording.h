/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording: perf processes, one per target, enabled together, with the
 * user's command between enabling and disabling. Then the drain: perf runs on
 * until each file shows the END record of its target, so that no trace is left
 * in the machine.
 */
#ifndef HTM_RECORDING_H
#define HTM_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "capture.h"
#include "perf.h"

/* The exit status of a recording that does not pass its command's on */
enum {
	RECORDING_INCOMPLETE = 123,	/* some of the trace is missing */
	RECORDING_FAILED = 125,		/* nothing was traced */
	RECORDING_CANNOT_RUN = 126,	/* the command cannot be run */
	RECORDING_NOT_FOUND = 127,	/* the command does not exist */
};

/**
 * struct recording_run - one target of a recording
 * @setup: what perf is told
 * @path: of its perf.data
 * @perf: its perf process
 * @reader: follows the file, once @following
 * @capture: what the file has so far
 * @following: @reader and @capture are in use
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
	bool drained;
	bool failed;
	uint64_t size;
};

/**
 * struct recording - what to record
 * @runs: one per target
 * @count: how many
 * @directory: where the files go
 * @command: what runs meanwhile, ends with NULL
 * @patience: how long perf may be silent and files may not grow, in seconds
 */
struct recording {
	struct recording_run *runs;
	size_t count;
	const char *directory;
	char **command;
	unsigned int patience;
};

int recording_run(struct recording *recording);

#endif /* HTM_RECORDING_H */
