/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event of the htm PMU, its rings, and what they bring: for programs that use
 * perf_event_open() without perf.
 */
#ifndef CLIENTS_EVENT_H
#define CLIENTS_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htm_pmu.h"

struct target {
	char name[32];
	uint64_t node;
	uint64_t chip;
	uint64_t core;
	uint64_t type;
};

/**
 * struct rings - the mapped rings of an event
 * @user: the page before the data, or NULL
 * @data: the data ring
 * @data_bytes: its size
 * @aux: the AUX area, or NULL
 * @aux_bytes: its size
 */
struct rings {
	struct perf_event_mmap_page *user;
	unsigned char *data;
	size_t data_bytes;
	unsigned char *aux;
	size_t aux_bytes;
};

/**
 * struct seen - what one window of one event has brought so far
 * @target: what it traces
 * @size: bytes of the trace buffer, told by the START record
 * @bytes: bytes of trace
 * @blocks: blocks of the memory configuration, if only this event uses the ring
 * @wrong: a byte is not the hypervisor's, or a record is out of place
 * @end: the END record has come
 * @told: and is this
 */
struct seen {
	const struct target *target;
	uint64_t size;
	uint64_t bytes;
	uint64_t blocks;
	bool wrong;
	bool end;
	struct htm_pmu_end told;
};

bool target_parse(const char *name, struct target *t);
struct perf_event_attr event_attr(const struct target *t);
int event_open(struct perf_event_attr *attr, int cpu, unsigned long flags);
bool rings_map_data(struct rings *r, int fd, size_t bytes);
bool rings_map_aux(struct rings *r, int fd, size_t bytes);
void rings_unmap_data(struct rings *r);
void rings_unmap_aux(struct rings *r);
bool trace_right(const struct target *t, const unsigned char *trace, uint64_t offset,
		 uint64_t bytes);
struct seen seen_nothing(const struct target *t);
bool seen_all(const struct seen *seen);
bool rings_read(struct rings *r, struct seen *seen, int events);
bool session_state(const char *target, char *state, size_t bytes);

#endif /* CLIENTS_EVENT_H */
