// SPDX-License-Identifier: GPL-2.0
/*
 * reload-module N TARGET: load the module and remove it, N times. Each time the PMU has to
 * come and go; every tenth time a trace is captured through it, and the module removed
 * as soon as the event is closed.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/event.h"

#define RING_BYTES	(256U << 10)
#define POLL_US		1000
#define HANG_US		120000000L
#define PMU		"/sys/bus/event_source/devices/htm"

static int open_module(void)
{
	struct utsname name;
	char path[256];
	int fd;

	uname(&name);
	snprintf(path, sizeof(path), "/usr/lib/modules/%s/updates/htm_pmu.ko", name.release);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(2, "%s", path);
	return fd;
}

static void capture(const struct target *t)
{
	struct perf_event_attr attr = event_attr(t);
	struct seen seen = seen_nothing(t);
	struct rings rings = {};
	long waited = 0;
	int fd = event_open(&attr, 0, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		err(1, "perf_event_open");
	if (!rings_map_data(&rings, fd, RING_BYTES))
		err(1, "mmap");
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(1, "ioctl");
	while (!seen.end && waited < HANG_US) {
		if (rings_read(&rings, &seen, 1))
			continue;
		usleep(POLL_US);
		waited += POLL_US;
	}
	if (!seen_all(&seen))
		errx(1, "a capture is not what it should be");
	rings_unmap_data(&rings);
	close(fd);
}

int main(int argc, char **argv)
{
	struct target t;
	int fd, i, n;

	if (argc != 3 || !target_parse(argv[2], &t))
		errx(2, "usage: reload-module N TARGET");
	n = atoi(argv[1]);
	fd = open_module();
	for (i = 0; i < n; i++) {
		if (syscall(SYS_finit_module, fd, "", 0))
			err(1, "load number %d", i);
		if (access(PMU "/type", R_OK))
			err(1, "load number %d: the PMU", i);
		if (i % 10 == 9)
			capture(&t);
		if (syscall(SYS_delete_module, "htm_pmu", O_NONBLOCK))
			err(1, "unload number %d", i);
		if (!access(PMU, F_OK))
			errx(1, "unload number %d: the PMU is still there", i);
	}
	return 0;
}
