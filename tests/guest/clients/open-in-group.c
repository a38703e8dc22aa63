// SPDX-License-Identifier: GPL-2.0
/*
 * open-in-group PID TARGET: open TARGET on CPU 0, in the group of a software event that
 * counts process PID there. Fails with what perf_event_open() says.
 */
#include <err.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/event.h"

int main(int argc, char **argv)
{
	struct perf_event_attr software = {
		.size = sizeof(software),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
	};
	struct perf_event_attr attr;
	struct target t;
	int leader;

	if (argc != 3 || !target_parse(argv[2], &t))
		errx(2, "usage: open-in-group PID TARGET");
	leader = syscall(SYS_perf_event_open, &software, atoi(argv[1]), 0, -1, 0);
	if (leader < 0)
		err(3, "the software event");
	attr = event_attr(&t);
	if (syscall(SYS_perf_event_open, &attr, -1, 0, leader, 0) < 0)
		err(1, "perf_event_open");
	return 0;
}
