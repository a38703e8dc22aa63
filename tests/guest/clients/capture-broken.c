// SPDX-License-Identifier: GPL-2.0
/*
 * capture-broken TARGET AUX-BYTES: break free memory into single pages, map an AUX
 * area of these, and capture a trace through it. Fails if it is not the hypervisor's,
 * byte for byte.
 *
 * Memory is broken by taking nearly all of it and giving every second page back.
 * What is kept is locked, and the kernel told not to move locked pages, so that
 * nothing can put the free pages together again. No process can be made then
 * (that takes eight pages in a row), so all is done in this one, without perf.
 */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/event.h"

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
	/* a kernel without huge pages refuses to do without */
	if (madvise(mem, bytes, MADV_NOHUGEPAGE) && errno != EINVAL)
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

int main(int argc, char **argv)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct perf_event_attr attr;
	struct rings rings = {};
	struct seen seen;
	struct target t;
	int fd;

	if (argc != 3 || !target_parse(argv[1], &t))
		errx(2, "usage: capture-broken TARGET AUX-BYTES");

	/* The driver makes the event's thread here, of eight pages in a row. */
	attr = event_attr(&t);
	fd = event_open(&attr, 0, 0);
	if (fd < 0)
		err(3, "perf_event_open");
	break_memory(page);
	if (!rings_map_data(&rings, fd, DATA_PAGES * page) ||
	    !rings_map_aux(&rings, fd, strtoull(argv[2], NULL, 0)))
		err(4, "mmap");
	/* The area has its pages: let the kernel have some in a row again. */
	write_sysctl("/proc/sys/vm/nr_hugepages", "0");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(6, "ioctl");
	seen = seen_nothing(&t);
	while (!seen.end)
		if (!rings_read(&rings, &seen, 1))
			usleep(1000);
	if (!seen_all(&seen))
		errx(1, "%lu of %llu bytes, %s, error %d", (unsigned long)seen.bytes,
		     (unsigned long long)seen.told.buffer_size,
		     seen.wrong ? "some of them wrong" : "all as they should be",
		     seen.told.error);
	return 0;
}
