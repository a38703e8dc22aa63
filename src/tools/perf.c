// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "perf.h"

/* Of what perf printed, no more than this is repeated */
#define LOG_SIZE	8192

#define EVENT_SIZE	128
#define NUMBER_SIZE	32

/* Words of perf's command line, without events, and its end */
#define ARGS_MAX	32

/* The child's ends of the pipes */
struct ends {
	int control;
	int ack;
	int failed;	/* errno of an exec that failed goes in here */
};

/*
 * perf gives an AUX area to events that its powerpc code knows by name: since
 * about 6.18 those called vpa_dtl*. The name is the user's to choose, and to a
 * perf that knows no AUX area on powerpc it is only a name.
 */
static void format_event(char event[EVENT_SIZE], const struct perf_setup *setup)
{
	const struct htm_target *t = &setup->target;

	snprintf(event, EVENT_SIZE,
		 "htm/htm_type=%u,nodeindex=%u,nodalchipindex=%u,coreindexonchip=%u,meta=1%s/",
		 t->type, t->node, t->chip, t->core,
		 setup->way == PERF_AUX_BY_NAME ? ",name=vpa_dtl_htm" : "");
}

/* -m DATA,AUX; without DATA perf takes its default, enough for what goes beside the trace. */
static void format_rings(char rings[NUMBER_SIZE], const struct perf_setup *setup)
{
	snprintf(rings, NUMBER_SIZE, "%s%" PRIu64 "B", setup->way == PERF_RAW ? "" : ",",
		 setup->ring);
}

/*
 * -c 1 because there is nothing to sample at a frequency, -B because looking for
 * the build ids of samples would have perf read the whole trace again.
 */
static const char **put_target(const char **arg, const struct perf_setup *setup)
{
	static char event[EVENT_SIZE], rings[NUMBER_SIZE], cpu[NUMBER_SIZE];

	format_event(event, setup);
	format_rings(rings, setup);
	snprintf(cpu, sizeof(cpu), "%u", setup->cpu);
	*arg++ = "-R";
	*arg++ = "-B";
	*arg++ = "-c";
	*arg++ = "1";
	*arg++ = "-C";
	*arg++ = cpu;
	*arg++ = "-m";
	*arg++ = rings;
	*arg++ = "-e";
	*arg++ = event;
	return arg;
}

static const char **put_events(const char **arg, const struct perf_setup *setup)
{
	static char pid[NUMBER_SIZE];

	snprintf(pid, sizeof(pid), "%d", setup->pid);
	if (setup->pid) {
		*arg++ = "-p";
		*arg++ = pid;
	} else {
		*arg++ = "-a";
	}
	for (const char *const *event = setup->events; *event; event++) {
		*arg++ = "-e";
		*arg++ = *event;
	}
	return arg;
}

static size_t count_events(const struct perf_setup *setup)
{
	size_t count = 0;

	while (setup->events && setup->events[count])
		count++;
	return count;
}

/* -D -1 because it is htm that says when to begin. */
static void exec_perf(const struct perf_setup *setup, const struct ends *ends)
{
	const char **args = calloc(ARGS_MAX + 2 * count_events(setup), sizeof(*args));
	const char **arg = args;
	char control[NUMBER_SIZE];

	if (!args)
		return;
	snprintf(control, sizeof(control), "fd:%d,%d", ends->control, ends->ack);
	*arg++ = "perf";
	*arg++ = "record";
	*arg++ = "--control";
	*arg++ = control;
	*arg++ = "-D";
	*arg++ = "-1";
	*arg++ = "-o";
	*arg++ = setup->path;
	arg = setup->events ? put_events(arg, setup) : put_target(arg, setup);
	*arg = NULL;
	execvp("perf", (char *const *)args);
	free(args);
}

/*
 * A session of its own keeps the terminal's Ctrl-C from perf, which has to
 * outlive it, and if htm is killed perf ends too.
 */
static void become_perf(const struct perf_setup *setup, const struct ends *ends, int log,
			pid_t parent)
{
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	sigset_t none;
	int err;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(1);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (dup2(nothing, 0) >= 0 && dup2(log, 1) >= 0 && dup2(log, 2) >= 0 &&
	    !fcntl(ends->control, F_SETFD, 0) && !fcntl(ends->ack, F_SETFD, 0))
		exec_perf(setup, ends);
	err = errno;
	if (write(ends->failed, &err, sizeof(err)) < 0)
		_exit(126);
	_exit(127);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* 0, or the error of the exec: the pipe ends without one when it succeeds. */
static int exec_result(int failed)
{
	ssize_t n;
	int err;

	do {
		n = read(failed, &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	return n == sizeof(err) ? -err : 0;
}

static int make_pipes(struct perf *p, struct ends *ends, int *failed)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	ends->control = fds[0];
	p->control = fds[1];
	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	p->ack = fds[0];
	ends->ack = fds[1];
	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	*failed = fds[0];
	ends->failed = fds[1];
	p->log = memfd_create("perf", MFD_CLOEXEC);
	if (p->log < 0 || fcntl(p->ack, F_SETFL, O_NONBLOCK))
		return -errno;
	return 0;
}

/**
 * perf_start() - start a perf process; it is ready when it answers a command
 * @p: the process; to be given to perf_release() if this returns 0
 * @setup: what it is to do
 *
 * Return: 0 or a negative errno; -ENOENT if there is no perf.
 */
int perf_start(struct perf *p, const struct perf_setup *setup)
{
	struct ends ends = { -1, -1, -1 };
	pid_t parent = getpid();
	int failed = -1;
	int err;

	*p = (struct perf) { .control = -1, .ack = -1, .log = -1 };
	err = make_pipes(p, &ends, &failed);
	if (!err) {
		p->pid = fork();
		if (!p->pid)
			become_perf(setup, &ends, p->log, parent);
		if (p->pid < 0) {
			err = -errno;
			p->pid = 0;
		}
	}
	close_fd(&ends.control);
	close_fd(&ends.ack);
	close_fd(&ends.failed);
	if (!err)
		err = exec_result(failed);
	close_fd(&failed);
	if (err)
		perf_release(p);
	return err;
}

/**
 * perf_send() - give perf a command; its answer is then due
 * @p: the process
 * @command: the command
 *
 * Return: 0 or a negative errno.
 */
int perf_send(struct perf *p, const char *command)
{
	char line[NUMBER_SIZE];
	int n = snprintf(line, sizeof(line), "%s\n", command);

	if (!p->pid)
		return -ESRCH;
	if (write(p->control, line, n) != n)
		return errno ? -errno : -EIO;
	p->due++;
	return 0;
}

/**
 * perf_collect() - take in what came from perf: answers, or its end
 * @p: the process
 */
void perf_collect(struct perf *p)
{
	char answers[64];
	ssize_t n = 0;

	while (p->ack >= 0 && (n = read(p->ack, answers, sizeof(answers))) > 0)
		for (ssize_t i = 0; i < n; i++)
			if (answers[i] == '\n' && p->due)
				p->due--;
	if (!n)
		close_fd(&p->ack);
	if (p->pid && waitpid(p->pid, &p->status, WNOHANG) == p->pid)
		p->pid = 0;
}

/* What perf printed; it ends with a NUL. */
static bool read_log(const struct perf *p, char text[LOG_SIZE + 1])
{
	ssize_t n = p->log < 0 ? -1 : pread(p->log, text, LOG_SIZE, 0);

	text[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/**
 * perf_said() - whether perf printed something
 * @p: the process
 * @what: what
 *
 * Return: true if so.
 */
bool perf_said(const struct perf *p, const char *what)
{
	char text[LOG_SIZE + 1];

	return read_log(p, text) && strstr(text, what);
}

/**
 * perf_print_log() - repeat what perf printed
 * @p: the process
 */
void perf_print_log(const struct perf *p)
{
	char text[LOG_SIZE + 1];
	char *save = NULL;

	if (!read_log(p, text))
		return;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		message("perf: %s", line);
}

/**
 * perf_release() - let go of a perf process, by force if it still runs
 * @p: the process
 */
void perf_release(struct perf *p)
{
	if (p->pid) {
		kill(p->pid, SIGKILL);
		while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR)
			;
		p->pid = 0;
	}
	close_fd(&p->control);
	close_fd(&p->ack);
	close_fd(&p->log);
}
