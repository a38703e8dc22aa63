// SPDX-License-Identifier: GPL-2.0
/*
 * capture-bytes TARGET SAMPLE-TYPE AUX-BYTES OUT: capture one window, without moving a
 * tail, and keep every byte that it brings, whether or not a record claims it:
 *
 *   OUT.user   the page that user and kernel share
 *   OUT.ring   the data ring, from its first byte to its last
 *   OUT.aux    the AUX area likewise; with AUX-BYTES 0 there is none
 *   OUT.trace  the trace: what the AUX area begins with, or, if samples have nothing but
 *              raw data, what TRACE records hold
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/event.h"

#define RING_BYTES	(2U << 20)
#define HANG_US		120000000L
#define POLL_US		10000
/* All general registers: the extended ones are refused to other PMUs than the CPU's. */
#define REGISTERS	0xffffffffffULL
#define STACK_BYTES	8192

static FILE *create(const char *out, const char *what)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s.%s", out, what);
	f = fopen(path, "w");
	if (!f)
		err(2, "%s", path);
	return f;
}

static void keep(const char *out, const char *what, const void *bytes, size_t n)
{
	FILE *f = create(out, what);

	if (fwrite(bytes, 1, n, f) != n || fclose(f))
		err(2, "%s.%s", out, what);
}

static void wait_for_drain(const char *target)
{
	char state[32];
	long waited = 0;

	do {
		usleep(POLL_US);
		waited += POLL_US;
		if (!session_state(target, state, sizeof(state)) || waited > HANG_US)
			errx(1, "the drain does not end");
	} while (strcmp(state, "drained"));
}

/* Records do not wrap here: the ring is larger than all of them. */
static void keep_trace_records(const struct rings *r, const char *out)
{
	FILE *f = create(out, "trace");
	uint64_t at = 0;

	if (r->user->data_head > r->data_bytes)
		errx(2, "the ring is too small");
	while (at < r->user->data_head) {
		const struct perf_event_header *header = (void *)(r->data + at);
		struct htm_pmu_trace trace;

		memcpy(&trace, (char *)(header + 1) + sizeof(uint32_t), sizeof(trace));
		if (header->type == PERF_RECORD_SAMPLE && trace.header.magic == HTM_PMU_MAGIC &&
		    trace.header.type == HTM_PMU_RECORD_TRACE)
			fwrite((char *)(header + 1) + sizeof(uint32_t) + sizeof(trace), 1,
			       trace.bytes, f);
		at += header->size;
	}
	if (fclose(f))
		err(2, "%s.trace", out);
}

static void capture(int fd, const char *target)
{
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(2, "ioctl");
	wait_for_drain(target);
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr;
	struct rings rings = {};
	struct target t;
	size_t aux_bytes;
	int fd;

	if (argc != 5 || !target_parse(argv[1], &t))
		errx(2, "usage: capture-bytes TARGET SAMPLE-TYPE AUX-BYTES OUT");
	attr = event_attr(&t);
	attr.sample_type = strtoull(argv[2], NULL, 0);
	aux_bytes = strtoull(argv[3], NULL, 0);
	if (attr.sample_type & PERF_SAMPLE_REGS_USER)
		attr.sample_regs_user = REGISTERS;
	if (attr.sample_type & PERF_SAMPLE_REGS_INTR)
		attr.sample_regs_intr = REGISTERS;
	if (attr.sample_type & PERF_SAMPLE_STACK_USER)
		attr.sample_stack_user = STACK_BYTES;

	fd = event_open(&attr, 0, 0);
	if (fd < 0)
		err(3, "perf_event_open");
	if (!rings_map_data(&rings, fd, RING_BYTES) ||
	    (aux_bytes && !rings_map_aux(&rings, fd, aux_bytes)))
		err(4, "mmap");
	capture(fd, t.name);

	keep(argv[4], "user", rings.user, sysconf(_SC_PAGESIZE));
	keep(argv[4], "ring", rings.data, rings.data_bytes);
	if (aux_bytes) {
		keep(argv[4], "aux", rings.aux, aux_bytes);
		keep(argv[4], "trace", rings.aux, rings.user->aux_head);
	} else if (attr.sample_type == PERF_SAMPLE_RAW) {
		keep_trace_records(&rings, argv[4]);
	}
	return 0;
}
