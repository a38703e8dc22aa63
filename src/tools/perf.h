/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One stock perf record that has one target and no workload, steered through
 * its --control descriptors. htm has one such process per target because only
 * the first event of a perf process can get an AUX area; and one more for all
 * other events that the user wants beside.
 *
 * perf answers each command with "ack\n\0" once it has done it. It looks at its
 * rings whenever something wakes it: the kernel does when a ring is half full,
 * and so does any command. "ping" does nothing else, so that is how htm has the
 * last, small records of a drain written to the file.
 */
#ifndef HTM_PERF_H
#define HTM_PERF_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "target.h"

/**
 * struct perf - a perf process
 * @pid: its id, or 0 when there is none
 * @control: commands go in here
 * @ack: answers come out here
 * @log: what it prints
 * @due: answers that have not come
 * @status: of waitpid(), once @pid is 0 again
 */
struct perf {
	pid_t pid;
	int control;
	int ack;
	int log;
	unsigned int due;
	int status;
};

/* How the trace gets to perf */
enum perf_way {
	PERF_RAW,		/* through the data ring */
	PERF_AUX_BY_NAME,	/* an AUX area, by the name of another PMU's event */
	PERF_AUX,		/* an AUX area: this perf knows the htm PMU */
};

/**
 * struct perf_setup - what a perf process is to do
 * @path: of its perf.data
 * @target: what to trace
 * @cpu: on which CPU the event is opened
 * @ring: bytes of the ring that carries the trace
 * @way: which ring that is
 * @events: instead of a target: other events, as perf -e takes them, ends with NULL
 * @pid: whose, of these; 0: of all that runs
 */
struct perf_setup {
	const char *path;
	struct htm_target target;
	unsigned int cpu;
	uint64_t ring;
	enum perf_way way;
	const char *const *events;
	pid_t pid;
};

int perf_start(struct perf *p, const struct perf_setup *setup);
int perf_send(struct perf *p, const char *command);
void perf_collect(struct perf *p);
bool perf_said(const struct perf *p, const char *what);
void perf_print_log(const struct perf *p);
void perf_release(struct perf *p);

#endif /* HTM_PERF_H */
