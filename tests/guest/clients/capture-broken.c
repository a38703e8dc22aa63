// SPDX-License-Identifier: GPL-2.0
/*
 * capture-broken CONFIG AUX-BYTES FILE: break free memory into single pages, map
 * an AUX area of these, and capture a trace through it into FILE.
 *
 * Memory is broken by taking nearly all of it and giving every second page back.
 * What is kept is locked, and the kernel told not to move locked pages, so that
 * nothing can put the free pages together again. No process can be made then
 * (that takes eight pages in a row), so all is done in this one, without perf.
 */
#include <err.h>
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
#include <unistd.h>

#include "htm_pmu.h"

#ifndef MADV_DONTNEED_LOCKED
#define MADV_DONTNEED_LOCKED	24	/* Linux 5.18 */
#endif

#define ROUNDS		2
#define LEAVE		(32UL << 20)
#define DATA_PAGES	64

static unsigned long read_number(const char *path, const char *format)
{
	FILE *f = fopen(path, "r");
	unsigned long n = 0;
	char line[128];

	if (!f)
		err(2, "%s", path);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, format, &n) == 1)
			break;
	fclose(f);
	return n;
}

static void write_sysctl(const char *path, const char *value)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(value, f) < 0 || fclose(f))
		err(2, "%s", path);
}

static void break_free_memory(size_t page)
{
	size_t bytes = read_number("/proc/meminfo", "MemFree: %lu") * 1024, i;
	char *mem;

	if (bytes <= LEAVE)
		errx(2, "only %zu bytes are free", bytes);
	bytes = (bytes - LEAVE) / page * page;
	mem = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem == MAP_FAILED)
		err(2, "mmap of %zu bytes", bytes);
	if (madvise(mem, bytes, MADV_NOHUGEPAGE))
		err(2, "madvise(MADV_NOHUGEPAGE)");
	if (mlock(mem, bytes))
		err(2, "mlock of %zu bytes", bytes);
	for (i = 0; i < bytes; i += 2 * page)
		if (madvise(mem + i, page, MADV_DONTNEED_LOCKED))
			err(2, "giving back page %zu", i / page);
}

static void break_memory(size_t page)
{
	int i;

	write_sysctl("/proc/sys/vm/compact_unevictable_allowed", "0");
	write_sysctl("/proc/sys/vm/drop_caches", "3");
	for (i = 0; i < ROUNDS; i++)
		break_free_memory(page);
	/* What was left alone is whole, too: huge pages take it. */
	write_sysctl("/proc/sys/vm/nr_hugepages", "64");
}

struct rings {
	struct perf_event_mmap_page *user;
	char *data;
	size_t data_bytes;
	char *aux;
	size_t aux_bytes;
};

static int open_event(uint64_t config)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = read_number("/sys/bus/event_source/devices/htm/type", "%lu"),
		.config = config,
		.config1 = HTM_PMU_META,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_RAW,
		.disabled = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);

	if (fd < 0)
		err(3, "perf_event_open");
	return fd;
}

static struct rings map_rings(int fd, size_t page, size_t aux_bytes)
{
	struct rings r = { .data_bytes = DATA_PAGES * page, .aux_bytes = aux_bytes };

	r.user = mmap(NULL, r.data_bytes + page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (r.user == MAP_FAILED)
		err(4, "mmap of the data ring");
	r.data = (char *)r.user + page;
	r.user->aux_offset = r.data_bytes + page;
	r.user->aux_size = aux_bytes;
	r.aux = mmap(NULL, aux_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, r.user->aux_offset);
	if (r.aux == MAP_FAILED)
		err(4, "mmap of the AUX area");
	return r;
}

static void copy_ring(const struct rings *r, uint64_t at, void *to, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i++)
		((char *)to)[i] = r->data[(at + i) % r->data_bytes];
}

/* Read the data ring; true if the END record was there. */
static bool drained(const struct rings *r)
{
	uint64_t head = __atomic_load_n(&r->user->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->user->data_tail;
	bool end = false;

	while (tail < head) {
		struct {
			struct perf_event_header header;
			uint64_t time;
			uint32_t raw_bytes;
			char raw[sizeof(struct htm_pmu_header)];
		} __attribute__((packed)) sample;
		struct htm_pmu_header htm;

		copy_ring(r, tail, &sample, sizeof(sample));
		memcpy(&htm, sample.raw, sizeof(htm));
		if (sample.header.type == PERF_RECORD_SAMPLE && htm.magic == HTM_PMU_MAGIC &&
		    htm.type == HTM_PMU_RECORD_END)
			end = true;
		tail += sample.header.size;
	}
	__atomic_store_n(&r->user->data_tail, tail, __ATOMIC_RELEASE);
	return end;
}

static void read_aux(const struct rings *r, FILE *out)
{
	uint64_t head = __atomic_load_n(&r->user->aux_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->user->aux_tail;

	while (tail < head) {
		size_t at = tail % r->aux_bytes, bytes = head - tail;

		if (bytes > r->aux_bytes - at)
			bytes = r->aux_bytes - at;
		if (fwrite(r->aux + at, 1, bytes, out) != bytes)
			err(5, "write");
		tail += bytes;
	}
	__atomic_store_n(&r->user->aux_tail, tail, __ATOMIC_RELEASE);
}

int main(int argc, char **argv)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct rings rings;
	bool end = false;
	FILE *out;
	int fd;

	if (argc != 4)
		errx(2, "usage: capture-broken CONFIG AUX-BYTES FILE");
	out = fopen(argv[3], "w");
	if (!out)
		err(5, "%s", argv[3]);

	break_memory(page);
	fd = open_event(strtoull(argv[1], NULL, 0));
	rings = map_rings(fd, page, strtoull(argv[2], NULL, 0));
	/* The area has its pages: let the kernel have some in a row again. */
	write_sysctl("/proc/sys/vm/nr_hugepages", "0");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(6, "ioctl");
	while (!end) {
		end = drained(&rings);
		read_aux(&rings, out);
		usleep(1000);
	}
	if (fclose(out))
		err(5, "%s", argv[3]);
	return 0;
}
