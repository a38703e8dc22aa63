// SPDX-License-Identifier: GPL-2.0
/*
 * lifetimes [SLOW-TARGET BUSY-TARGET]: every way in which an event, its rings and its CPU
 * go away, with TAP for each. The trace buffers hold 4 MiB. SLOW-TARGET's dumps take long,
 * those of BUSY-TARGET are to be made again later: with these, only how long closing takes
 * is looked at.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../lib/seed.h"
#include "lib/clock.h"
#include "lib/event.h"

#define DATA_BYTES	(512U << 10)
#define AUX_BYTES	(1U << 20)
#define TOGGLES		60
/* No state takes so long, on any machine: what does is a hang. */
#define HANG_MS		60000

struct session {
	struct target target;
	int fd;
	struct rings rings;
	struct seen seen;
};

static struct session opened(const char *name, int cpu)
{
	struct session s = {};
	struct perf_event_attr attr;

	if (!target_parse(name, &s.target))
		errx(2, "%s is no target", name);
	attr = event_attr(&s.target);
	s.fd = event_open(&attr, cpu, PERF_FLAG_FD_CLOEXEC);
	if (s.fd < 0)
		err(2, "%s: perf_event_open", name);
	return s;
}

static void map(struct session *s, size_t aux_bytes)
{
	if (!rings_map_data(&s->rings, s->fd, DATA_BYTES))
		err(2, "mmap of the data ring");
	if (aux_bytes && !rings_map_aux(&s->rings, s->fd, aux_bytes))
		err(2, "mmap of the AUX area");
}

static void unmap(struct session *s)
{
	rings_unmap_aux(&s->rings);
	rings_unmap_data(&s->rings);
}

static void closed(struct session *s)
{
	unmap(s);
	close(s->fd);
}

static void enable(const struct session *s)
{
	if (ioctl(s->fd, PERF_EVENT_IOC_ENABLE, 0))
		err(2, "enable");
}

static void disable(const struct session *s)
{
	if (ioctl(s->fd, PERF_EVENT_IOC_DISABLE, 0))
		err(2, "disable");
}

static bool is_in(const struct session *s, const char *want)
{
	char state[32];

	return session_state(s->target.name, state, sizeof(state)) && !strcmp(state, want);
}

static bool reaches(const struct session *s, const char *want)
{
	int ms;

	for (ms = 0; !is_in(s, want) && ms < HANG_MS; ms += 10)
		usleep(10000);
	return is_in(s, want);
}

/* The drain has filled the AUX area, and waits. */
static bool full(const struct session *s)
{
	uint64_t head = 0, before;
	int ms;

	for (ms = 0; ms < HANG_MS; ms += 100) {
		before = head;
		usleep(100000);
		head = __atomic_load_n(&s->rings.user->aux_head, __ATOMIC_ACQUIRE);
		if (head && head == before)
			return is_in(s, "draining");
	}
	return false;
}

/* Reads the window that is being drained until its END. */
static bool read_whole(struct session *s, int sessions)
{
	struct seen seen[2];
	int i, ended = 0, ms = 0;
	bool all = true;

	for (i = 0; i < sessions; i++)
		seen[i] = seen_nothing(&s[i].target);
	while (ended < sessions && ms < HANG_MS) {
		if (!rings_read(&s->rings, seen, sessions)) {
			usleep(1000);
			ms++;
		}
		for (i = ended = 0; i < sessions; i++)
			ended += seen[i].end;
	}
	for (i = 0; i < sessions; i++) {
		if (!seen_all(&seen[i]))
			diag("%s: %lu bytes, %s, END %s", seen[i].target->name,
			     (unsigned long)seen[i].bytes, seen[i].wrong ? "wrong" : "right",
			     seen[i].end ? "came" : "did not come");
		all &= seen_all(&seen[i]);
	}
	return all;
}

static bool captures(struct session *s)
{
	enable(s);
	disable(s);
	return read_whole(s, 1);
}

static void test_unmapped(bool draining, bool data_first)
{
	const char *first = data_first ? "data ring" : "AUX area";
	const char *when = draining ? "in mid-drain" : "while tracing";
	struct session s = opened("n0.p0.c0.t1", 0);

	map(&s, AUX_BYTES);
	enable(&s);
	if (draining) {
		disable(&s);
		ok(full(&s), "a drain waits for its reader");
	}
	if (data_first)
		rings_unmap_data(&s.rings);
	else
		rings_unmap_aux(&s.rings);
	unmap(&s);
	ok(reaches(&s, "drained"), "%s unmapped %s: the drain ends", first, when);
	disable(&s);
	map(&s, AUX_BYTES);
	ok(captures(&s), "%s unmapped %s: rings mapped anew bring a whole trace", first, when);
	closed(&s);
}

/* Another mapping of the ring is in use still. */
static void test_unmapped_twice(void)
{
	struct session s = opened("n0.p0.c0.t1", 0);
	struct rings second = {};
	bool mapped;

	map(&s, 0);
	mapped = rings_map_data(&second, s.fd, DATA_BYTES);
	ok(mapped, "a data ring can be mapped twice");
	enable(&s);
	disable(&s);
	/* full: none of it has been read */
	usleep(300000);
	rings_unmap_data(&second);
	ok(read_whole(&s, 1), "one of two mappings unmapped in mid-drain: the other brings the whole trace");
	closed(&s);
}

static void pause_randomly(struct session *s)
{
	int us = rand() % 20000;

	/* sometimes the reader reads, sometimes not */
	if (rand() % 2)
		usleep(us);
	else
		while (!s->seen.end && us > 0 && rings_read(&s->rings, &s->seen, 1))
			us -= 1000;
}

static void test_toggles(size_t aux_bytes)
{
	const char *sink = aux_bytes ? "AUX" : "raw samples";
	struct session s = opened("n0.p1.c0.t1", 0);
	int i, windows = 0, whole = 0, idle = 0;

	map(&s, aux_bytes);
	s.seen = seen_nothing(&s.target);
	for (i = 0; i < TOGGLES || idle < HANG_MS; i++) {
		if (i < TOGGLES) {
			if (rand() % 2)
				enable(&s);
			else
				disable(&s);
			pause_randomly(&s);
		} else if (i == TOGGLES) {
			disable(&s);
		}
		while (!s.seen.end && rings_read(&s.rings, &s.seen, 1))
			;
		if (s.seen.end) {
			whole += seen_all(&s.seen) && s.seen.told.header.window == (__u32)windows;
			windows++;
			s.seen = seen_nothing(&s.target);
		} else if (i > TOGGLES && is_in(&s, "drained")) {
			/* what came between the last read and this */
			if (!rings_read(&s.rings, &s.seen, 1))
				break;
		} else {
			usleep(1000);
			idle++;
		}
	}
	ok(windows && whole == windows && !s.seen.bytes,
	   "%s: enabled and disabled at random, each of its windows is whole", sink);
	diag("%d of %d windows whole, %lu bytes of another", whole, windows,
	     (unsigned long)s.seen.bytes);
	closed(&s);
}

/* It has no mapping of its own whose end would stop the drain: only the close does. */
static void test_redirected_closed(void)
{
	struct session s[2] = { opened("n0.p0.c1.t1", 0), opened("n0.p0.c2.t2", 0) };
	char state[32];

	map(&s[0], 0);
	if (ioctl(s[1].fd, PERF_EVENT_IOC_SET_OUTPUT, s[0].fd))
		err(2, "redirect");
	enable(&s[1]);
	disable(&s[1]);
	usleep(300000);
	ok(is_in(&s[1], "draining"), "redirected: it drains into another's ring, which is full");
	close(s[1].fd);
	ok(!session_state(s[1].target.name, state, sizeof(state)),
	   "redirected and closed in mid-drain: it is gone, though the ring is there");
	while (rings_read(&s[0].rings, (struct seen []) { seen_nothing(&s[1].target) }, 1))
		;
	ok(captures(&s[0]), "and whose ring that was traces into it");
	closed(&s[0]);
}

static void test_redirected(size_t aux_bytes)
{
	const char *sink = aux_bytes ? "AUX" : "raw samples";
	struct session s[2] = { opened("n0.p0.c1.t1", 0), opened("n0.p0.c2.t2", 0) };

	map(&s[0], aux_bytes);
	ok(!ioctl(s[1].fd, PERF_EVENT_IOC_SET_OUTPUT, s[0].fd), "%s: output is redirected", sink);
	enable(&s[0]);
	enable(&s[1]);
	disable(&s[0]);
	disable(&s[1]);
	ok(read_whole(s, 2), "%s: redirected output: both traces are whole", sink);

	enable(&s[1]);
	disable(&s[1]);
	unmap(&s[0]);
	ok(reaches(&s[1], "drained"), "%s: the ring goes in mid-drain of who was redirected to it",
	   sink);
	close(s[0].fd);
	map(&s[1], AUX_BYTES);
	ok(captures(&s[1]), "%s: who was redirected traces into rings of its own", sink);
	closed(&s[1]);
}

/* Sends descriptor @fd over socket @to. */
static void send_fd(int to, int fd)
{
	char byte = 0, control[CMSG_SPACE(sizeof(int))] = {};
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	if (sendmsg(to, &msg, 0) != 1)
		err(2, "sendmsg");
}

static int receive_fd(int from)
{
	char byte, control[CMSG_SPACE(sizeof(int))] = {};
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	int fd;

	if (recvmsg(from, &msg, 0) != 1 || !CMSG_FIRSTHDR(&msg))
		err(2, "recvmsg");
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
	return fd;
}

static void test_passed(void)
{
	struct session s;
	int pair[2], status;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		err(2, "socketpair");
	/* before the event is opened, so that the descriptor comes by the socket alone */
	child = fork();
	if (!child) {
		target_parse("n0.p2.c0.t1", &s.target);
		s.fd = receive_fd(pair[1]);
		memset(&s.rings, 0, sizeof(s.rings));
		map(&s, AUX_BYTES);
		_exit(captures(&s) ? 0 : 1);
	}
	s = opened("n0.p2.c0.t1", 0);
	send_fd(pair[0], s.fd);
	close(s.fd);
	waitpid(child, &status, 0);
	ok(!status, "passed to another process and closed by its first: the trace is whole");
	close(pair[0]);
	close(pair[1]);
}

static void set_online(int cpu, bool online)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, online ? "1" : "0", 1) != 1)
		err(2, "%s", path);
	close(fd);
}

static void test_offline(bool draining, size_t aux_bytes)
{
	const char *sink = aux_bytes ? "AUX" : "raw samples";
	const char *when = draining ? "in mid-drain" : "while tracing";
	struct session s = opened("n0.p3.c0.t1", 1);

	map(&s, aux_bytes);
	enable(&s);
	if (draining) {
		disable(&s);
		usleep(300000);
	}
	set_online(1, false);
	ok(reaches(&s, "draining"), "%s: CPU offline %s: the drain waits for it", sink, when);
	set_online(1, true);
	ok(read_whole(&s, 1), "%s: CPU offline %s and online again: the trace is whole", sink, when);
	closed(&s);
}

static void test_closed_offline(void)
{
	struct session s = opened("n0.p3.c0.t1", 1);
	struct perf_event_attr attr = event_attr(&s.target);

	map(&s, 0);
	enable(&s);
	disable(&s);
	usleep(300000);
	set_online(1, false);
	closed(&s);
	ok(event_open(&attr, 1, 0) < 0 && errno == ENODEV, "no event on a CPU that is offline");
	s = opened("n0.p3.c0.t1", 0);
	map(&s, AUX_BYTES);
	ok(captures(&s), "closed in mid-drain while its CPU was offline: the target is free");
	closed(&s);
	set_online(1, true);
}

/* A call that the hypervisor's log shows, and that touches no trace */
static void mark(void)
{
	char byte;
	int fd = open("/sys/kernel/debug/htm_pmu/capabilities", O_RDONLY);

	if (fd < 0 || read(fd, &byte, 1) != 1)
		err(2, "capabilities");
	close(fd);
}

/* On the drain's CPU it would only ever run between two calls. */
static void leave_drains_cpu(void)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		err(2, "sched_setaffinity");
}

/* Closed from another CPU than the drain's, as perf does it. */
static void measure_close(const char *target, size_t aux_bytes, int after_ms)
{
	struct session s = opened(target, 1);
	double begin;

	map(&s, aux_bytes);
	enable(&s);
	disable(&s);
	usleep(after_ms * 1000);
	ok(is_in(&s, "draining"), "%s: it drains for %d ms already", target, after_ms);
	mark();
	begin = now_ms();
	closed(&s);
	printf("# %s: closed after %.1f ms, %d ms into the drain\n",
	       aux_bytes ? "AUX" : "raw samples", now_ms() - begin, after_ms);
	mark();
}

/* Redirected: with nothing to unmap, the close alone ends the drain. */
static void measure_redirected_close(const char *target, int after_ms)
{
	struct session s[2] = { opened("n0.p0.c1.t1", 1), opened(target, 1) };
	double begin;

	map(&s[0], 0);
	if (ioctl(s[1].fd, PERF_EVENT_IOC_SET_OUTPUT, s[0].fd))
		err(2, "redirect");
	enable(&s[1]);
	disable(&s[1]);
	usleep(after_ms * 1000);
	ok(is_in(&s[1], "draining"), "%s: it drains for %d ms already, redirected", target,
	   after_ms);
	begin = now_ms();
	close(s[1].fd);
	printf("# %s, redirected: closed after %.1f ms, %d ms into the drain\n", target,
	       now_ms() - begin, after_ms);
	closed(&s[0]);
}

int main(int argc, char **argv)
{
	int after_ms;

	if (argc > 2) {
		leave_drains_cpu();
		measure_redirected_close(argv[1], 150);
		measure_redirected_close(argv[2], 300);
		for (after_ms = 50; after_ms < 800; after_ms += 110) {
			measure_close(argv[1], AUX_BYTES, after_ms);
			measure_close(argv[1], 0, after_ms);
		}
		return tap_failed;
	}

	seed_random();
	test_unmapped(false, false);
	test_unmapped(false, true);
	test_unmapped(true, false);
	test_unmapped(true, true);
	test_unmapped_twice();
	test_toggles(AUX_BYTES);
	test_toggles(0);
	test_redirected(AUX_BYTES);
	test_redirected(0);
	test_redirected_closed();
	test_passed();
	test_offline(false, AUX_BYTES);
	test_offline(true, AUX_BYTES);
	test_offline(false, 0);
	test_offline(true, 0);
	test_closed_offline();
	return tap_failed;
}
