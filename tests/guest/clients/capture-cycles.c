// SPDX-License-Identifier: GPL-2.0
/*
 * capture-cycles N: for each line "TARGET CPU [AUX-BYTES]" of the input, a process that
 * captures that target N times, all of them at once, through an AUX area or raw samples. A
 * line for each says what came of its N cycles:
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
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/event.h"

#define RING_BYTES	(512U << 10)
/* Above the longest hint of a hypervisor that is busy, 100 s */
#define HANG_US		240000000L

struct capture {
	struct target target;
	int cpu;
	size_t aux_bytes;
	struct rings rings;
	struct seen seen;
};

/* Neither configured nor starting any more? */
static bool under_way(struct capture *c)
{
	char state[32];

	return session_state(c->target.name, state, sizeof(state)) &&
	       strcmp(state, "configured") && strcmp(state, "starting");
}

static bool ended(struct capture *c)
{
	while (!c->seen.end && rings_read(&c->rings, &c->seen, 1))
		;
	return c->seen.end;
}

/* Ask again and again, less and less often, before a hang is called one. */
static bool wait_for(bool (*done)(struct capture *c), struct capture *c)
{
	long us = 1000, waited = 0;

	while (!done(c)) {
		if (waited > HANG_US)
			return false;
		usleep(us);
		waited += us;
		if (us < 500000)
			us *= 2;
	}
	return true;
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

static void cycle(struct capture *c)
{
	struct perf_event_attr attr = event_attr(&c->target);
	int fd = event_open(&attr, c->cpu, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0) {
		printf(" open:%s", strerrorname_np(errno));
		return;
	}
	c->seen = seen_nothing(&c->target);
	if (!rings_map_data(&c->rings, fd, RING_BYTES) ||
	    (c->aux_bytes && !rings_map_aux(&c->rings, fd, c->aux_bytes)))
		err(2, "mmap of the rings");
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(2, "enable");
	if (!wait_for(under_way, c)) {
		printf(" never-traced");
	} else {
		if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
			err(2, "disable");
		if (wait_for(ended, c))
			judge(&c->seen);
		else
			printf(" no-end");
	}
	rings_unmap_aux(&c->rings);
	rings_unmap_data(&c->rings);
	close(fd);
}

static void capture(struct capture *c, int cycles)
{
	static char line[4096];

	/* one write at the end: lines of many processes stay whole */
	setvbuf(stdout, line, _IOFBF, sizeof(line));
	printf("%s", c->target.name);
	while (cycles--)
		cycle(c);
	putchar('\n');
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	struct capture c;
	int status, failed = 0;
	char line[128], name[32];

	if (argc != 2)
		errx(2, "usage: capture-cycles N <TARGETS");
	while (fgets(line, sizeof(line), stdin)) {
		c = (struct capture) {};
		if (sscanf(line, "%31s %d %zu", name, &c.cpu, &c.aux_bytes) < 2 ||
		    !target_parse(name, &c.target))
			errx(2, "not a target and a CPU: %s", line);
		switch (fork()) {
		case 0:
			capture(&c, atoi(argv[1]));
			break;
		case -1:
			err(2, "fork");
		}
	}
	while (wait(&status) > 0)
		failed |= status;
	return failed ? 1 : 0;
}
