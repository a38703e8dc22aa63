// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz-events SEED CALLS: open events of the htm PMU CALLS times, with attributes that
 * are often wrong, and do to them and to their rings whatever a process can do, in an
 * order that nobody would choose. Several processes do so at once, on the same few
 * targets; now and then one is killed in the middle, and another takes its place.
 *
 * What a process does follows from SEED; which of them is first does not. The last line
 * says how much was done:
 *
 *   SEED=1 calls=100 opened=9 software=3 ... kills=2 died=0 EINVAL=60 EBUSY=8
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/event.h"
#include "lib/random.h"
#include "lib/random_attr.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

#define PROCESSES	4
#define EVENTS		4
#define MAPS		12
#define PAGES_MAX	32
#define TICK_US		20000
/* After so many calls, on average, a process is killed. */
#define CALLS_A_KILL	400

/* What all processes have done, in memory that they share */
struct tally {
	uint64_t calls, opened, software, ioctls, ioctls_fine, mmaps, mmaps_fine, munmaps;
	uint64_t reads, polls, forks, passed, taken, kills, died;
	uint64_t errors[256];
};

/**
 * struct event - an event that is open here
 * @fd: it, or -1
 * @serial: tells it from one that had the same descriptor
 * @ours: of the htm PMU
 */
struct event {
	int fd;
	uint64_t serial;
	bool ours;
};

/**
 * struct map - a part of an event's file, mapped; outlives the descriptor
 * @at: where, or NULL
 * @bytes: how much
 * @serial: of the event
 * @user: it begins with the page that user and kernel share
 * @writable: and the user may write
 */
struct map {
	unsigned char *at;
	size_t bytes;
	uint64_t serial;
	bool user;
	bool writable;
};

struct fuzz {
	struct prng random;
	uint64_t limit;
	uint32_t htm;
	size_t page;
	struct event events[EVENTS];
	unsigned int next_event;
	struct map maps[MAPS];
	unsigned int next_map;
	uint64_t serial;
};

static struct tally *tally;
/* Descriptors in it are of events that perhaps nobody has open any more. */
static int mail[2];

static void count(uint64_t *what)
{
	__atomic_fetch_add(what, 1, __ATOMIC_RELAXED);
}

static uint64_t counted(const uint64_t *what)
{
	return __atomic_load_n(what, __ATOMIC_RELAXED);
}

static bool chance(struct fuzz *f, uint64_t n)
{
	return random_one_in(&f->random, n);
}

static uint64_t below(struct fuzz *f, uint64_t n)
{
	return random_below(&f->random, n);
}

/* Often a multiple of the page's size, and a power of two */
static size_t random_bytes(struct fuzz *f)
{
	switch (below(f, 16)) {
	case 0:
		return 1 + below(f, PAGES_MAX * f->page);
	case 1:
		return below(f, PAGES_MAX) * f->page;
	default:
		return f->page << below(f, 6);
	}
}

static struct event *any_event(struct fuzz *f)
{
	struct event *e = &f->events[below(f, EVENTS)];

	return e->fd < 0 ? NULL : e;
}

static struct map *any_map(struct fuzz *f)
{
	struct map *m = &f->maps[below(f, MAPS)];

	return m->at ? m : NULL;
}

static void unmap(struct map *m)
{
	count(&tally->munmaps);
	munmap(m->at, m->bytes);
	m->at = NULL;
}

static void close_event(struct event *e)
{
	close(e->fd);
	e->fd = -1;
}

/* Room for one more: the oldest goes. */
static struct event *keep_event(struct fuzz *f, int fd, bool ours)
{
	struct event *e = &f->events[f->next_event++ % EVENTS];

	if (e->fd >= 0)
		close_event(e);
	*e = (struct event) { .fd = fd, .serial = ++f->serial, .ours = ours };
	return e;
}

static void keep_map(struct fuzz *f, struct map map)
{
	struct map *m = &f->maps[f->next_map++ % MAPS];

	if (m->at)
		unmap(m);
	*m = map;
}

static void map_data(struct fuzz *f, const struct event *e)
{
	int prot = chance(f, 8) ? PROT_READ : PROT_READ | PROT_WRITE;
	int flags = chance(f, 32) ? MAP_PRIVATE : MAP_SHARED;
	size_t bytes = random_bytes(f) + (chance(f, 16) ? 0 : f->page);
	off_t offset = chance(f, 32) ? below(f, 8) * f->page : 0;
	void *at = mmap(NULL, bytes, prot, flags, e->fd, offset);

	count(&tally->mmaps);
	if (at == MAP_FAILED)
		return;
	count(&tally->mmaps_fine);
	keep_map(f, (struct map) {
		.at = at,
		.bytes = bytes,
		.serial = e->serial,
		.user = !offset,
		.writable = prot & PROT_WRITE,
	});
}

static struct map *user_map(struct fuzz *f, const struct event *e)
{
	unsigned int i;

	for (i = 0; i < MAPS; i++) {
		struct map *m = &f->maps[i];

		if (m->at && m->serial == e->serial && m->user && m->writable)
			return m;
	}
	return NULL;
}

static void map_aux(struct fuzz *f, const struct event *e)
{
	struct map *data = user_map(f, e);
	struct perf_event_mmap_page *user;
	size_t bytes = random_bytes(f);
	uint64_t offset;
	int prot = chance(f, 8) ? PROT_READ : PROT_READ | PROT_WRITE;
	void *at;

	if (!data)
		return;
	user = (void *)data->at;
	offset = chance(f, 16) ? below(f, 64) * f->page : data->bytes;
	user->aux_offset = chance(f, 32) ? random_next(&f->random) : offset;
	user->aux_size = chance(f, 16) ? random_bytes(f) : bytes;
	at = mmap(NULL, bytes, prot, MAP_SHARED, e->fd, offset);
	count(&tally->mmaps);
	if (at == MAP_FAILED)
		return;
	count(&tally->mmaps_fine);
	keep_map(f, (struct map) {
		.at = at,
		.bytes = bytes,
		.serial = e->serial,
		.user = !offset,
		.writable = prot & PROT_WRITE,
	});
}

static void map_something(struct fuzz *f)
{
	const struct event *e = any_event(f);

	if (!e)
		return;
	if (chance(f, 2))
		map_data(f, e);
	else
		map_aux(f, e);
}

static void unmap_something(struct fuzz *f)
{
	struct map *m = any_map(f);
	size_t part;

	if (!m)
		return;
	if (!chance(f, 4)) {
		unmap(m);
		return;
	}
	/* A part of it; kernels that do not allow that say so. */
	part = below(f, m->bytes / f->page + !(m->bytes / f->page)) * f->page;
	count(&tally->munmaps);
	if (munmap(m->at + (chance(f, 2) ? part : 0), f->page))
		return;
	/* nobody knows any more what is where: no more touching */
	m->user = false;
	m->writable = false;
}

static void move_map(struct fuzz *f)
{
	struct map *m = any_map(f);
	size_t bytes;
	void *at;

	if (!m)
		return;
	bytes = chance(f, 2) ? m->bytes : random_bytes(f);
	at = mremap(m->at, m->bytes, bytes, MREMAP_MAYMOVE);
	if (at == MAP_FAILED)
		return;
	m->at = at;
	m->bytes = bytes;
}

/* A reader that has read all, one that says so, and one that lies */
static void move_tails(struct fuzz *f)
{
	struct map *m = any_map(f);
	struct perf_event_mmap_page *user;

	if (!m || !m->user || !m->writable)
		return;
	user = (void *)m->at;
	switch (below(f, 12)) {
	case 0:
		user->data_tail = random_next(&f->random) >> below(f, 64);
		break;
	case 1:
		user->aux_tail = random_next(&f->random) >> below(f, 64);
		break;
	case 2:
		user->aux_tail = user->aux_head + below(f, 2 * f->page) - f->page;
		break;
	case 3:
		user->data_tail = user->data_head + below(f, 2 * f->page) - f->page;
		break;
	case 4:
		((uint64_t *)user)[below(f, f->page / 8)] = random_next(&f->random);
		break;
	default:
		__atomic_store_n(&user->data_tail, user->data_head, __ATOMIC_RELEASE);
		__atomic_store_n(&user->aux_tail, user->aux_head, __ATOMIC_RELEASE);
	}
}

static void touch(struct fuzz *f)
{
	struct map *m = any_map(f);
	volatile unsigned char *byte;

	/* the user page is always there; what is behind it may be no memory at all */
	if (!m || !m->user)
		return;
	byte = m->at + below(f, f->page);
	(void)*byte;
}

static void do_ioctl(int fd, unsigned long request, void *argument)
{
	count(&tally->ioctls);
	if (ioctl(fd, request, argument) >= 0)
		count(&tally->ioctls_fine);
}

static void set_output(struct fuzz *f, const struct event *e)
{
	const struct event *to = any_event(f);

	do_ioctl(e->fd, PERF_EVENT_IOC_SET_OUTPUT, (void *)(long)(to ? to->fd : -1));
}

static void control(struct fuzz *f)
{
	const struct event *e = any_event(f);
	union random_attr attr;
	uint64_t number = random_next(&f->random) >> below(f, 64);
	void *group = (void *)(chance(f, 8) ? (unsigned long)PERF_IOC_FLAG_GROUP : 0);
	char filter[] = "filter 0x1000/0x1000";

	if (!e)
		return;
	switch (below(f, 24)) {
	case 0:
	case 1:
		do_ioctl(e->fd, PERF_EVENT_IOC_RESET, group);
		break;
	case 2:
		do_ioctl(e->fd, PERF_EVENT_IOC_REFRESH, (void *)below(f, 3));
		break;
	case 3:
		do_ioctl(e->fd, PERF_EVENT_IOC_PERIOD, &number);
		break;
	case 4:
	case 5:
		set_output(f, e);
		break;
	case 6:
		do_ioctl(e->fd, PERF_EVENT_IOC_SET_FILTER, chance(f, 2) ? filter : (void *)1);
		break;
	case 7:
		do_ioctl(e->fd, PERF_EVENT_IOC_ID, chance(f, 2) ? &number : NULL);
		break;
	case 8:
		do_ioctl(e->fd, PERF_EVENT_IOC_SET_BPF, (void *)(long)(chance(f, 2) ? -1 : e->fd));
		break;
	case 9:
	case 10:
		do_ioctl(e->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, (void *)below(f, 2));
		break;
	case 11:
		do_ioctl(e->fd, PERF_EVENT_IOC_QUERY_BPF, chance(f, 2) ? attr.words : NULL);
		break;
	case 12:
		random_attr(&f->random, f->htm, &attr);
		do_ioctl(e->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr);
		break;
	case 13:
		do_ioctl(e->fd, number, group);
		break;
	case 14:
	case 15:
	case 16:
	case 17:
		do_ioctl(e->fd, PERF_EVENT_IOC_DISABLE, group);
		break;
	default:
		do_ioctl(e->fd, PERF_EVENT_IOC_ENABLE, group);
	}
}

static void read_count(struct fuzz *f)
{
	const struct event *e = any_event(f);
	uint64_t values[64];

	if (!e)
		return;
	count(&tally->reads);
	if (read(e->fd, chance(f, 16) ? NULL : values, below(f, sizeof(values) + 1)) < 0)
		return;
}

static void wait_for_event(struct fuzz *f)
{
	const struct event *e = any_event(f);
	struct pollfd p = { .events = POLLIN };

	if (!e)
		return;
	count(&tally->polls);
	p.fd = e->fd;
	poll(&p, 1, below(f, 3));
}

static void send_signals(struct fuzz *f)
{
	const struct event *e = any_event(f);

	if (!e)
		return;
	fcntl(e->fd, F_SETOWN, getpid());
	fcntl(e->fd, F_SETFL, chance(f, 2) ? O_ASYNC | O_NONBLOCK : 0);
}

/* A descriptor in a message; -1 in it for a message without */
union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(sizeof(int))];
};

static void pass(struct fuzz *f)
{
	const struct event *e = any_event(f);
	union control control = {};
	char byte = 0;
	struct iovec io = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &io,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};

	if (!e)
		return;
	byte = e->ours;
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&control.header), &e->fd, sizeof(int));
	if (sendmsg(mail[0], &message, MSG_DONTWAIT) == 1)
		count(&tally->passed);
}

static void take(struct fuzz *f)
{
	union control control = {};
	char byte;
	struct iovec io = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &io,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	int fd;

	if (recvmsg(mail[1], &message, MSG_DONTWAIT) != 1 || !message.msg_controllen)
		return;
	count(&tally->taken);
	memcpy(&fd, CMSG_DATA(&control.header), sizeof(int));
	keep_event(f, fd, byte);
}

static void act(struct fuzz *f);

/* With all descriptors, but without the maps, which no child inherits */
static void fork_child(struct fuzz *f)
{
	uint64_t seed = random_next(&f->random);
	unsigned int n;

	count(&tally->forks);
	if (fork())
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	memset(f->maps, 0, sizeof(f->maps));
	f->random.state = seed;
	for (n = below(f, 16); n; n--)
		act(f);
	_exit(0);
}

static void close_something(struct fuzz *f)
{
	struct event *e = any_event(f);

	if (e)
		close_event(e);
}

static void act(struct fuzz *f)
{
	switch (below(f, 64)) {
	case 0:
		if (chance(f, 4))
			fork_child(f);
		break;
	case 1:
		pass(f);
		break;
	case 2:
		take(f);
		break;
	case 3:
		send_signals(f);
		break;
	case 4:
		if (chance(f, 4))
			wait_for_event(f);
		break;
	case 5:
		move_map(f);
		break;
	case 6:
	case 7:
	case 8:
		close_something(f);
		break;
	case 9:
	case 10:
	case 11:
	case 12:
		unmap_something(f);
		break;
	case 13:
	case 14:
	case 15:
	case 16:
		map_something(f);
		break;
	case 17:
	case 18:
	case 19:
		read_count(f);
		break;
	case 20:
	case 21:
		touch(f);
		break;
	case 22:
	case 23:
	case 24:
	case 25:
	case 26:
	case 27:
		move_tails(f);
		break;
	default:
		control(f);
	}
}

static void act_some(struct fuzz *f, unsigned int most)
{
	unsigned int n;

	for (n = below(f, most + 1); n; n--)
		act(f);
}

/* What a user does with an event, but for what happens in between */
static void capture(struct fuzz *f, struct event *e)
{
	uint64_t serial = e->serial;

	map_data(f, e);
	if (chance(f, 2))
		map_aux(f, e);
	do_ioctl(e->fd, PERF_EVENT_IOC_ENABLE, NULL);
	if (chance(f, 4))
		act_some(f, 4);
	if (e->fd < 0 || e->serial != serial)
		return;
	do_ioctl(e->fd, PERF_EVENT_IOC_DISABLE, NULL);
	if (chance(f, 4))
		usleep(below(f, 2000));
	act_some(f, 8);
	/* Others wait for the target. */
	if (chance(f, 2) && e->fd >= 0 && e->serial == serial)
		close_event(e);
}

static int random_cpu(struct fuzz *f)
{
	static const int odd[] = { -1, -1, 2, 3, 64, 2047, 2048, 0x7fffffff, -2 };

	return chance(f, 16) ? odd[below(f, LENGTH(odd))] : (int)below(f, 2);
}

static int random_pid(struct fuzz *f)
{
	const int odd[] = { 0, getpid(), 1, 2, 0x7fffffff, -2, f->events[0].fd };

	return chance(f, 16) ? odd[below(f, LENGTH(odd))] : -1;
}

static int random_group(struct fuzz *f)
{
	const struct event *e = any_event(f);

	if (!chance(f, 6))
		return -1;
	if (chance(f, 8))
		return chance(f, 2) ? mail[0] : (int)random_next(&f->random);
	return e ? e->fd : -1;
}

static unsigned long random_flags(struct fuzz *f)
{
	if (!chance(f, 8))
		return PERF_FLAG_FD_CLOEXEC;
	return chance(f, 8) ? random_few_bits(&f->random) : below(f, 16);
}

static void open_event(struct fuzz *f)
{
	union random_attr a;
	bool ours = !chance(f, 32);
	int cpu = random_cpu(f), pid = random_pid(f), group = random_group(f), fd;
	unsigned long flags = random_flags(f);
	struct event *e;

	if (!ours)
		random_attr_software(&f->random, &a);
	else if (chance(f, 3))
		random_attr(&f->random, f->htm, &a);
	else
		random_attr_wild(&f->random, f->htm, &a);
	count(&tally->calls);
	fd = syscall(SYS_perf_event_open, &a, pid, cpu, group, flags);
	if (fd < 0) {
		count(&tally->errors[errno & 255]);
		return;
	}
	ours = ours && a.attr.type == f->htm;
	count(ours ? &tally->opened : &tally->software);
	e = keep_event(f, fd, ours);
	if (ours && !chance(f, 3))
		capture(f, e);
}

static uint32_t htm_type(void)
{
	struct target t = {};

	return event_attr(&t).type;
}

/* One of the processes that do it */
static void fuzz(uint64_t seed, uint64_t limit, uint32_t htm)
{
	static struct fuzz f;
	unsigned int i;

	/* What an event may send, for O_ASYNC; and no zombies, for nobody waits. */
	signal(SIGIO, SIG_IGN);
	signal(SIGCHLD, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	f.random.state = seed;
	f.limit = limit;
	f.htm = htm;
	f.page = sysconf(_SC_PAGESIZE);
	for (i = 0; i < EVENTS; i++)
		f.events[i].fd = -1;
	while (counted(&tally->calls) < limit) {
		open_event(&f);
		if (chance(&f, 4))
			act_some(&f, 4);
	}
	_exit(0);
}

static pid_t spawn(struct prng *r, uint64_t limit, uint32_t htm)
{
	uint64_t seed = random_next(r);
	pid_t pid = fork();

	if (pid < 0)
		err(2, "fork");
	if (!pid)
		fuzz(seed, limit, htm);
	return pid;
}

/* Who has ended, if anybody: a child's child may have become ours. */
static void replace_ended(pid_t *pids, struct prng *r, uint64_t limit, uint32_t htm)
{
	pid_t pid;
	int status, i;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
			count(&tally->died);
		for (i = 0; i < PROCESSES; i++) {
			if (pids[i] == pid && counted(&tally->calls) < limit)
				pids[i] = spawn(r, limit, htm);
			else if (pids[i] == pid)
				pids[i] = 0;
		}
	}
}

static void run(uint64_t seed, uint64_t limit)
{
	struct prng r = { .state = seed };
	uint64_t next_kill = CALLS_A_KILL;
	uint32_t htm = htm_type();
	pid_t pids[PROCESSES];
	int i;

	for (i = 0; i < PROCESSES; i++)
		pids[i] = spawn(&r, limit, htm);
	while (counted(&tally->calls) < limit) {
		usleep(TICK_US);
		i = random_below(&r, PROCESSES);
		if (counted(&tally->calls) >= next_kill && pids[i]) {
			kill(pids[i], SIGKILL);
			count(&tally->kills);
			next_kill += 1 + random_below(&r, 2 * CALLS_A_KILL);
		}
		replace_ended(pids, &r, limit, htm);
	}
	while (wait(NULL) > 0)
		;
}

static void print_tally(uint64_t seed)
{
	unsigned int i;

	printf("SEED=%lu calls=%lu opened=%lu software=%lu", seed, tally->calls, tally->opened,
	       tally->software);
	printf(" ioctls=%lu/%lu mmaps=%lu/%lu munmaps=%lu", tally->ioctls_fine, tally->ioctls,
	       tally->mmaps_fine, tally->mmaps, tally->munmaps);
	printf(" reads=%lu polls=%lu forks=%lu passed=%lu/%lu", tally->reads, tally->polls,
	       tally->forks, tally->taken, tally->passed);
	printf(" kills=%lu died=%lu", tally->kills, tally->died);
	for (i = 0; i < LENGTH(tally->errors); i++) {
		const char *name = strerrorname_np(i);

		if (tally->errors[i])
			printf(" %s=%lu", name ? name : "?", tally->errors[i]);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	uint64_t seed, limit;

	if (argc != 3)
		errx(2, "usage: fuzz-events SEED CALLS");
	seed = strtoull(argv[1], NULL, 0);
	limit = strtoull(argv[2], NULL, 0);
	tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		     -1, 0);
	if (tally == MAP_FAILED || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, mail))
		err(2, "nothing to begin with");
	/* children of children that were killed */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	run(seed, limit);
	print_tally(seed);
	return 0;
}
