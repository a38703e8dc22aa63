/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counts what the tracepoints of htm_pmu tell: in the kernel, by a BPF program, or where
 * that cannot be, here, from the events that perf hands out.
 */
#ifndef HTM_COUNTER_H
#define HTM_COUNTER_H

#include <poll.h>

#include "tallies.h"
#include "tracepoint.h"

/* The fields that are counted, of htm_hcall and of htm_wait; both begin alike. */
enum {
	COUNTER_NODE,
	COUNTER_CHIP,
	COUNTER_CORE,
	COUNTER_TYPE,
	COUNTER_NS,
	COUNTER_OP,
	COUNTER_CODE,
	COUNTER_BYTES,
	COUNTER_FIELDS,
};

#define COUNTER_WAIT_FIELDS	COUNTER_OP

struct counter_points {
	struct tracepoint hcall;
	struct tracepoint wait;
	struct tracepoint_field hcall_fields[COUNTER_FIELDS];
	struct tracepoint_field wait_fields[COUNTER_WAIT_FIELDS];
};

/**
 * struct counter - what counts
 * @how: in words
 * @fds: become readable when counter_collect() is due
 * @fd_count: how many
 * @state: of the one that counts
 * @collect: take in what has happened; NULL if that needs nobody. 0 or a negative errno
 * @read: all that was counted so far, added to an empty table. 0 or a negative errno
 * @lost: events that were not counted
 * @close: end it
 */
struct counter {
	const char *how;
	struct pollfd *fds;
	size_t fd_count;
	void *state;
	int (*collect)(struct counter *c);
	int (*read)(struct counter *c, struct tallies *t);
	uint64_t (*lost)(const struct counter *c);
	void (*close)(struct counter *c);
};

int counter_find(struct counter_points *points);
int counter_open(struct counter *c, const struct counter_points *points);
int counter_perf_open(struct counter *c, const struct counter_points *points);

#ifdef HAVE_BPF
int counter_bpf_open(struct counter *c, const struct counter_points *points);
#endif

#endif /* HTM_COUNTER_H */
