// SPDX-License-Identifier: GPL-2.0
/*
 * hold TARGET CPU tracing|draining: open an event, bring it to that state, and do nothing
 * any more. The trace buffer is larger than the rings here, so that a drain stays one.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/event.h"

int main(int argc, char **argv)
{
	size_t bytes = sysconf(_SC_PAGESIZE) * 2;
	struct perf_event_attr attr;
	struct rings rings = {};
	struct target t;
	int fd;

	if (argc != 4 || !target_parse(argv[1], &t))
		errx(2, "usage: hold TARGET CPU tracing|draining");
	attr = event_attr(&t);
	fd = event_open(&attr, atoi(argv[2]), 0);
	if (fd < 0)
		err(3, "perf_event_open");
	if (!rings_map_data(&rings, fd, bytes) || !rings_map_aux(&rings, fd, bytes))
		err(4, "mmap");
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) ||
	    (!strcmp(argv[3], "draining") && ioctl(fd, PERF_EVENT_IOC_DISABLE, 0)))
		err(5, "ioctl");
	for (;;)
		pause();
}
