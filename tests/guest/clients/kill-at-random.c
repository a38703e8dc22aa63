// SPDX-License-Identifier: GPL-2.0
/*
 * kill-at-random KILLS: kill a process that captures, at any moment, KILLS times. After
 * each, its target has to be free at once and a capture of it whole. SEED repeats a run.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../lib/seed.h"
#include "lib/event.h"

#define DATA_BYTES	(256U << 10)
#define AUX_BYTES	(256U << 10)
#define HANG_MS		60000
/* In which captures are in every state */
#define LIFE_US		40000

static bool capture(const struct target *t, int cpu, bool aux, int reads)
{
	struct perf_event_attr attr = event_attr(t);
	int fd = event_open(&attr, cpu, PERF_FLAG_FD_CLOEXEC);
	struct seen seen = seen_nothing(t);
	struct rings rings = {};
	int idle = 0;

	if (fd < 0) {
		diag("%s: perf_event_open: %s", t->name, strerror(errno));
		return false;
	}
	if (!rings_map_data(&rings, fd, DATA_BYTES) ||
	    (aux && !rings_map_aux(&rings, fd, AUX_BYTES)))
		err(2, "mmap");
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	while (!seen.end && idle < HANG_MS && reads--) {
		if (!rings_read(&rings, &seen, 1)) {
			usleep(1000);
			idle++;
		}
	}
	rings_unmap_aux(&rings);
	rings_unmap_data(&rings);
	close(fd);
	return seen_all(&seen);
}

/* Captures until killed; each time it is another capture that is left half done. */
static void live(const struct target *t)
{
	for (;;)
		capture(t, rand() % 2, rand() % 2, rand() % 3 ? -1 : rand() % 20);
}

static bool killed(const struct target *t)
{
	int us = rand() % LIFE_US, next = rand(), status;
	pid_t pid = fork();

	if (!pid) {
		srand(next);
		live(t);
	}
	usleep(us);
	kill(pid, SIGKILL);
	return waitpid(pid, &status, 0) == pid && WIFSIGNALED(status);
}

int main(int argc, char **argv)
{
	int i, kills = argc == 2 ? atoi(argv[1]) : 0;
	int died = 0, held = 0, whole = 0;
	struct target t;
	char state[32];

	if (kills < 1)
		errx(2, "usage: kill-at-random KILLS");
	seed_random();
	target_parse("n0.p2.c0.t1", &t);
	for (i = 0; i < kills; i++) {
		died += killed(&t);
		held += session_state(t.name, state, sizeof(state));
		whole += capture(&t, rand() % 2, rand() % 2, -1);
	}
	is_int(died, kills, "%d processes were killed while they captured", kills);
	is_int(held, 0, "killed: the target is free as soon as the process is gone");
	is_int(whole, kills, "killed: the next capture is whole, each time");
	return tap_failed;
}
