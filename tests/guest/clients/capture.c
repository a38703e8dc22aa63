// SPDX-License-Identifier: GPL-2.0
/*
 * capture TARGET CPU DATA-BYTES AUX-BYTES: capture one window through rings of these sizes
 * (no AUX area with 0), and compare each byte. Fails if one is missing or wrong.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/event.h"

int main(int argc, char **argv)
{
	struct perf_event_attr attr;
	struct rings rings = {};
	size_t aux_bytes;
	struct target t;
	struct seen seen;
	int fd;

	if (argc != 5 || !target_parse(argv[1], &t))
		errx(2, "usage: capture TARGET CPU DATA-BYTES AUX-BYTES");
	attr = event_attr(&t);
	fd = event_open(&attr, atoi(argv[2]), 0);
	if (fd < 0)
		err(3, "perf_event_open");
	if (!rings_map_data(&rings, fd, strtoull(argv[3], NULL, 0)))
		err(4, "mmap of the data ring");
	aux_bytes = strtoull(argv[4], NULL, 0);
	if (aux_bytes && !rings_map_aux(&rings, fd, aux_bytes))
		err(4, "mmap of the AUX area");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(5, "ioctl");
	seen = seen_nothing(&t);
	while (!seen.end)
		if (!rings_read(&rings, &seen, 1))
			usleep(1000);
	printf("%lu of %llu bytes, %s, error %d\n", (unsigned long)seen.bytes,
	       (unsigned long long)seen.told.buffer_size,
	       seen.wrong ? "some of them wrong" : "all as they should be", seen.told.error);
	return !seen_all(&seen);
}
