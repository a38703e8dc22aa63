// SPDX-License-Identifier: GPL-2.0
/*
 * map-aux TARGET AUX-BYTES: map an AUX area of that size, and say how many microseconds
 * that took.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/clock.h"
#include "lib/event.h"

#define DATA_BYTES	(1UL << 20)

int main(int argc, char **argv)
{
	struct perf_event_attr attr;
	struct rings rings = {};
	struct target t;
	double begin;
	int fd;

	if (argc != 3 || !target_parse(argv[1], &t))
		errx(2, "usage: map-aux TARGET AUX-BYTES");
	attr = event_attr(&t);
	fd = event_open(&attr, 0, 0);
	if (fd < 0)
		err(3, "perf_event_open");
	if (!rings_map_data(&rings, fd, DATA_BYTES))
		err(4, "mmap of the data ring");
	begin = now_ms();
	if (!rings_map_aux(&rings, fd, strtoull(argv[2], NULL, 0)))
		err(4, "mmap of the AUX area");
	printf("%.0f\n", (now_ms() - begin) * 1e3);
	return 0;
}
