// SPDX-License-Identifier: GPL-2.0
/*
 * capture-cycles N: for each line "TARGET CPU" of the input, a process that captures that
 * target N times, all of them at once. A line for each says what came of its N cycles:
 *
 *   n0.p0.c0.t1 fine open:EIO short
 *
 *   fine          all bytes, the right ones, and the END record says so
 *   open:E        refused
 *   end:E         the END record tells an error; the bytes before it are right
 *   sysmem:E      as fine, but without the memory configuration
 *   short         the END record tells no error, but bytes are missing
 *   wrong         other bytes than the hypervisor's, or an END record that lies
 *   never-traced, no-end   nothing happened for long enough to be called a hang
 */
#define _GNU_SOURCE
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "htm_pmu.h"

#define RING_BYTES	(512U << 10)
/* Above the longest hint of a hypervisor that is busy, 100 s */
#define HANG_US		240000000L

struct target {
	char name[32];
	uint64_t node, chip, core, type;
	int cpu;
};

struct ring {
	struct perf_event_mmap_page *user;
	char *data;
	size_t mapped;
};

/* What the records told so far */
struct seen {
	uint64_t bytes;
	bool wrong;
	bool end;
	struct htm_pmu_end told;
};

static unsigned int pmu_type(void)
{
	FILE *f = fopen("/sys/bus/event_source/devices/htm/type", "r");
	unsigned int type;

	if (!f || fscanf(f, "%u", &type) != 1)
		err(2, "the htm PMU");
	fclose(f);
	return type;
}

static int open_event(const struct target *t)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = pmu_type(),
		.config = t->type << HTM_PMU_TYPE_SHIFT | t->node << HTM_PMU_NODE_SHIFT |
			  t->chip << HTM_PMU_CHIP_SHIFT | t->core << HTM_PMU_CORE_SHIFT,
		.config1 = HTM_PMU_META,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.disabled = 1,
	};

	return syscall(SYS_perf_event_open, &attr, -1, t->cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static struct ring map_ring(int fd)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct ring r = { .mapped = RING_BYTES + page };

	r.user = mmap(NULL, r.mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (r.user == MAP_FAILED)
		err(2, "mmap of the data ring");
	r.data = (char *)r.user + page;
	return r;
}

static void copy_out(const struct ring *r, uint64_t at, void *to, size_t bytes)
{
	size_t begin = at % RING_BYTES, first = RING_BYTES - begin;

	if (first > bytes)
		first = bytes;
	memcpy(to, r->data + begin, first);
	memcpy((char *)to + first, r->data, bytes - first);
}

/* The pattern of tests/hypervisor/README.md */
static bool right(const struct target *t, const unsigned char *trace, uint64_t offset,
		  uint64_t bytes)
{
	uint64_t i, word;

	for (i = 0; i < bytes; i += 8) {
		memcpy(&word, trace + i, 8);
		if (be64toh(word) != (t->type << 60 | t->node << 52 | t->chip << 44 |
				      t->core << 36 | (offset + i) >> 3))
			return false;
	}
	return true;
}

static void take_raw(const struct target *t, const unsigned char *raw, uint32_t bytes,
		     struct seen *seen)
{
	struct htm_pmu_header header = {};
	struct htm_pmu_trace trace;

	if (bytes >= sizeof(header))
		memcpy(&header, raw, sizeof(header));
	if (header.magic != HTM_PMU_MAGIC)
		return;		/* a block of the memory configuration */

	if (header.type == HTM_PMU_RECORD_END) {
		memcpy(&seen->told, raw, sizeof(seen->told));
		seen->end = true;
	} else if (header.type == HTM_PMU_RECORD_TRACE) {
		memcpy(&trace, raw, sizeof(trace));
		if (trace.offset != seen->bytes || sizeof(trace) + trace.bytes > bytes ||
		    !right(t, raw + sizeof(trace), trace.offset, trace.bytes))
			seen->wrong = true;
		seen->bytes += trace.bytes;
	}
}

static void read_ring(const struct target *t, const struct ring *r, struct seen *seen)
{
	uint64_t head = __atomic_load_n(&r->user->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->user->data_tail;
	static unsigned char record[65536];

	while (tail < head) {
		struct perf_event_header header;
		uint32_t raw_bytes;

		copy_out(r, tail, &header, sizeof(header));
		copy_out(r, tail, record, header.size);
		if (header.type == PERF_RECORD_SAMPLE) {
			memcpy(&raw_bytes, record + sizeof(header), sizeof(raw_bytes));
			take_raw(t, record + sizeof(header) + sizeof(raw_bytes), raw_bytes, seen);
		}
		tail += header.size;
	}
	__atomic_store_n(&r->user->data_tail, tail, __ATOMIC_RELEASE);
}

/* Neither configured nor starting any more? */
static bool under_way(const struct target *t)
{
	FILE *f = fopen("/sys/kernel/debug/htm_pmu/sessions", "r");
	char line[256], name[32], state[32];
	bool found = false;

	if (!f)
		err(2, "sessions");
	while (!found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%31s %31s", name, state) == 2 && !strcmp(name, t->name) &&
			strcmp(state, "configured") && strcmp(state, "starting");
	fclose(f);
	return found;
}

/* Ask again and again, less and less often, before a hang is called one. */
static bool wait_for(bool (*done)(const struct target *t, const struct ring *r,
				  struct seen *seen),
		     const struct target *t, const struct ring *r, struct seen *seen)
{
	long us = 1000, waited = 0;

	while (!done(t, r, seen)) {
		if (waited > HANG_US)
			return false;
		usleep(us);
		waited += us;
		if (us < 500000)
			us *= 2;
	}
	return true;
}

static bool is_under_way(const struct target *t, const struct ring *r, struct seen *seen)
{
	(void)r;
	(void)seen;
	return under_way(t);
}

static bool is_ended(const struct target *t, const struct ring *r, struct seen *seen)
{
	uint64_t before = seen->bytes;

	/* a ring's worth at a time: no sleep while there is something */
	do {
		before = seen->bytes;
		read_ring(t, r, seen);
	} while (seen->bytes != before && !seen->end);
	return seen->end;
}

static void judge(const struct seen *seen)
{
	if (seen->wrong || seen->told.delivered != seen->bytes)
		printf(" wrong");
	else if (seen->told.error)
		printf(" end:%s", strerrorname_np(-seen->told.error));
	else if (seen->bytes != seen->told.buffer_size)
		printf(" short");
	else if (seen->told.sysmem_error)
		printf(" sysmem:%s", strerrorname_np(-seen->told.sysmem_error));
	else
		printf(" fine");
}

static void cycle(const struct target *t)
{
	struct seen seen = {};
	struct ring r;
	int fd = open_event(t);

	if (fd < 0) {
		printf(" open:%s", strerrorname_np(errno));
		return;
	}
	r = map_ring(fd);
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(2, "enable");
	if (!wait_for(is_under_way, t, &r, &seen)) {
		printf(" never-traced");
	} else {
		if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
			err(2, "disable");
		if (wait_for(is_ended, t, &r, &seen))
			judge(&seen);
		else
			printf(" no-end");
	}
	munmap(r.user, r.mapped);
	close(fd);
}

static void capture(const struct target *t, int cycles)
{
	static char line[4096];

	/* one write at the end: lines of many processes stay whole */
	setvbuf(stdout, line, _IOFBF, sizeof(line));
	printf("%s", t->name);
	while (cycles--)
		cycle(t);
	putchar('\n');
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	struct target t;
	int status, failed = 0;

	if (argc != 2)
		errx(2, "usage: capture-cycles N <TARGETS");
	while (scanf("%31s %d", t.name, &t.cpu) == 2) {
		if (sscanf(t.name, "n%lu.p%lu.c%lu.t%lu", &t.node, &t.chip, &t.core, &t.type) != 4)
			errx(2, "%s is no target", t.name);
		switch (fork()) {
		case 0:
			capture(&t, atoi(argv[1]));
			break;
		case -1:
			err(2, "fork");
		}
	}
	while (wait(&status) > 0)
		failed |= status;
	return failed ? 1 : 0;
}
