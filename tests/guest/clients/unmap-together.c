// SPDX-License-Identifier: GPL-2.0
/*
 * unmap-together TARGET ROUNDS: two processes unmap mappings of one ring at the same
 * time, again and again, while the event drains into it. Neither may hang. TARGET's trace
 * is larger than the ring.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../lib/tap.h"
#include "lib/event.h"

#define DATA_BYTES	(64U << 10)
/* No unmapping takes so long, on any machine: what does is a hang. */
#define HANG_S		60
#define UNMAPPERS	2

struct together {
	atomic_uint arrived;
	atomic_uint rounds[UNMAPPERS];
};

/* The children unmap within a moment of each other. */
static void meet(struct together *t, unsigned int round)
{
	atomic_fetch_add(&t->arrived, 1);
	while (atomic_load(&t->arrived) < UNMAPPERS * (round + 1))
		;
}

static void unmap_often(struct together *t, int me, int fd, unsigned int rounds)
{
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		struct rings r = {};

		if (!rings_map_data(&r, fd, DATA_BYTES))
			err(2, "mmap");
		meet(t, i);
		rings_unmap_data(&r);
		atomic_store(&t->rounds[me], i + 1);
	}
}

/* Waits for all children, as long as there is progress. */
static bool all_ended(const struct together *t)
{
	unsigned int left = UNMAPPERS, before = 0, now;
	time_t since = time(NULL);
	int status;

	while (left) {
		pid_t pid = waitpid(-1, &status, WNOHANG);

		if (pid > 0) {
			left--;
			if (status)
				return false;
			continue;
		}
		now = atomic_load(&t->rounds[0]) + atomic_load(&t->rounds[1]);
		if (now != before)
			since = time(NULL);
		before = now;
		if (time(NULL) - since > HANG_S)
			return false;
		usleep(10000);
	}
	return true;
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr;
	struct rings rings = {};
	struct together *t;
	struct target target;
	struct seen seen;
	pid_t child[UNMAPPERS];
	bool ended;
	int fd, i, ms;

	if (argc < 3 || !target_parse(argv[1], &target))
		errx(2, "usage: unmap-together TARGET ROUNDS");
	attr = event_attr(&target);
	fd = event_open(&attr, 0, 0);
	if (fd < 0)
		err(2, "perf_event_open");
	t = mmap(NULL, sizeof(*t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t == MAP_FAILED || !rings_map_data(&rings, fd, DATA_BYTES))
		err(2, "mmap");

	/* Nobody reads: the drain waits for room until this process makes some. */
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(2, "enable and disable");
	for (i = 0; i < UNMAPPERS; i++) {
		child[i] = fork();
		if (!child[i]) {
			unmap_often(t, i, fd, strtoul(argv[2], NULL, 0));
			_exit(0);
		}
	}
	ended = all_ended(t);
	ok(ended, "two processes unmap one ring at once, %s times: neither hangs", argv[2]);
	if (!ended)
		diag("hung after %u and %u unmappings", atomic_load(&t->rounds[0]),
		     atomic_load(&t->rounds[1]));
	for (i = 0; !ended && i < UNMAPPERS; i++)
		kill(child[i], SIGKILL);

	seen = seen_nothing(&target);
	for (ms = 0; !seen.end && ms < HANG_S * 1000; ms++)
		if (!rings_read(&rings, &seen, 1))
			usleep(1000);
	ok(seen_all(&seen), "unmapped together: the mapping that stayed brings the whole trace");
	rings_unmap_data(&rings);
	close(fd);
	return tap_failed;
}
