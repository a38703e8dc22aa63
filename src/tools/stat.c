// SPDX-License-Identifier: GPL-2.0
/* htm stat: what the driver asks of the hypervisor, how long that takes, and who waits. */
#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "commands.h"
#include "counter.h"
#include "interrupt.h"
#include "message.h"
#include "parse.h"
#include "stat_view.h"
#include "workload.h"

enum {
	OPTION_JSON = 256,
};

/* What else than an event wakes it: that long at most a ring is left to itself. */
#define POLL_MAX_MS	100

#define INTERVAL_MIN_MS	10
#define INTERVAL_MAX_MS	(24 * 60 * 60 * 1000)

static const char doc[] =
	"Count the driver's calls of the hypervisor, and time them.\v"
	"Says for each target and each operation of H_HTM how often it was called, how often the "
	"hypervisor was busy or refused, how long the calls took, with a histogram, how many "
	"bytes of trace they brought, and how long the driver waited for a reader whose ring was "
	"full. It counts what all of the machine's events of htm do, while COMMAND runs or until "
	"Ctrl-C.\n"
	"\n"
	"It needs the module htm_pmu and root. The counting is done by a BPF program in the "
	"kernel; where there is no BPF, htm counts the events that perf's rings bring it, on the "
	"CPUs that are online when it starts.\n"
	"\n"
	"Exit status:\n"
	"  that of COMMAND (128+N if signal N ended it), or 0 without one, else\n"
	"  123  some events were not counted\n"
	"  125  nothing was counted, or it could not be written: why, is said\n"
	"  126  COMMAND cannot be run\n"
	"  127  COMMAND was not found";

static const struct argp_option options[] = {
	{ "interval-print", 'I', "MS", 0, "Also tell what is new, every so many milliseconds", 0 },
	{ "output", 'o', "FILE", 0, "Write there (default: standard output)", 0 },
	{ "json", OPTION_JSON, NULL, 0, "Write JSON, an object in each line", 0 },
	{ 0 }
};

/**
 * struct stat_run - a run of htm stat
 * @interval: ms between what is printed, or 0
 * @path: where to print to, or NULL
 * @json: as JSON
 * @command: what runs meanwhile, ends with NULL; or NULL
 * @out: where to print to
 * @counter: what counts
 * @begun: when it began, in ns
 * @shown: when something was printed last, in ns
 * @before: the numbers then, sorted
 */
struct stat_run {
	uint64_t interval;
	const char *path;
	bool json;
	char **command;
	FILE *out;
	struct counter counter;
	uint64_t begun;
	uint64_t shown;
	struct tallies before;
};

static void set_interval(struct stat_run *run, const char *text, struct argp_state *state)
{
	const char *end = text;

	if (parse_number(&end, &run->interval) || *end || run->interval < INTERVAL_MIN_MS ||
	    run->interval > INTERVAL_MAX_MS)
		argp_error(state, "'%s' is no interval: from %d to %d milliseconds", text,
			   INTERVAL_MIN_MS, INTERVAL_MAX_MS);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct stat_run *run = state->input;

	switch (key) {
	case 'I':
		set_interval(run, arg, state);
		return 0;
	case 'o':
		run->path = arg;
		return 0;
	case OPTION_JSON:
		run->json = true;
		return 0;
	case ARGP_KEY_ARG:
		/* From here on, all is the command's. */
		run->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * STAT_NS_PER_S + ts.tv_nsec;
}

static int failed(const struct stat_run *run, int err)
{
	message("%s: %s", run->path ?: "standard output", strerror(-err));
	return err;
}

/* What is printed is to be seen at once, by whoever reads a pipe, too. */
static int print(const struct stat_run *run, const struct stat_view *view)
{
	int err = 0;

	errno = 0;
	if (run->json)
		err = stat_json(run->out, view);
	else if (view->total)
		stat_print_total(run->out, view);
	else
		stat_print_interval(run->out, view);
	if (fflush(run->out) || ferror(run->out))
		err = errno ? -errno : -EIO;
	return err ? failed(run, err) : 0;
}

static int count_so_far(struct stat_run *run, struct tallies *t)
{
	int err = run->counter.read(&run->counter, t);

	if (err)
		message("cannot read the counts: %s", strerror(-err));
	else
		tallies_sort(t);
	return err;
}

static struct stat_view view_of(const struct stat_run *run, const struct tallies *t, bool total)
{
	uint64_t now = now_ns();

	return (struct stat_view) {
		.total = total,
		.time = now - run->begun,
		.span = now - (total ? run->begun : run->shown),
		.how = run->counter.how,
		.lost = run->counter.lost(&run->counter),
		.tallies = t,
	};
}

static int show_interval(struct stat_run *run)
{
	struct tallies now = {}, change = {};
	struct stat_view view;
	int err = count_so_far(run, &now);

	if (!err && tallies_since(&now, &run->before, &change)) {
		message("out of memory");
		err = -ENOMEM;
	}
	if (!err) {
		view = view_of(run, &change, false);
		err = print(run, &view);
		run->shown = run->begun + view.time;
	}
	tallies_free(&change);
	tallies_free(&run->before);
	run->before = now;
	return err;
}

static int show_total(struct stat_run *run, uint64_t *lost)
{
	struct tallies now = {};
	struct stat_view view;
	int err = count_so_far(run, &now);

	view = view_of(run, &now, true);
	*lost = view.lost;
	if (!err) {
		if (run->interval && !run->json)
			fputc('\n', run->out);
		err = print(run, &view);
	}
	tallies_free(&now);
	return err;
}

static uint64_t next_ms(const struct stat_run *run)
{
	uint64_t passed = (now_ns() - run->shown) / 1000000;

	if (!run->interval || run->interval > passed + POLL_MAX_MS)
		return POLL_MAX_MS;
	return run->interval > passed ? run->interval - passed : 0;
}

static int turn(struct stat_run *run)
{
	struct counter *c = &run->counter;
	uint64_t wait = next_ms(run);
	int err = 0;

	interrupt_poll(c->fds, c->fd_count, wait);
	if (c->collect)
		err = c->collect(c);
	if (err) {
		message("cannot count: %s", strerror(-err));
		return err;
	}
	if (run->interval && !next_ms(run))
		return show_interval(run);
	return 0;
}

/* Until the command ends, or who started this wants it to. Sets @status, if a command ended. */
static int count(struct stat_run *run, pid_t *pid, int *status)
{
	int interrupts = 0, err = 0;

	while (!err) {
		if (*pid && waitpid(*pid, status, WNOHANG) == *pid) {
			*pid = 0;
			return 0;
		}
		if (interrupt_count() != interrupts) {
			if (!*pid)
				return 0;
			/* A command that takes no notice is ended by the second. */
			kill(*pid, interrupts ? SIGKILL : SIGTERM);
			interrupts = interrupt_count();
		}
		err = turn(run);
	}
	return err;
}

static void end_command(pid_t pid)
{
	kill(pid, SIGTERM);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static int run_counter(struct stat_run *run)
{
	int status = 0, failure;
	uint64_t lost = 0;
	pid_t pid;

	run->begun = now_ns();
	run->shown = run->begun;
	failure = workload_start(run->command, &pid);
	if (failure)
		return failure;
	if (run->interval && !run->json)
		stat_print_heading(run->out);
	if (count(run, &pid, &status)) {
		if (pid)
			end_command(pid);
		return WORKLOAD_FAILED;
	}
	if (show_total(run, &lost))
		return WORKLOAD_FAILED;
	if (lost) {
		message("%llu events were not counted", (unsigned long long)lost);
		return WORKLOAD_INCOMPLETE;
	}
	return run->command ? workload_exit_status(status) : 0;
}

static int open_output(struct stat_run *run)
{
	run->out = run->path ? fopen(run->path, "we") : stdout;
	return run->out ? 0 : failed(run, -errno);
}

/* Some file systems tell only now that there is no room. */
static int close_output(const struct stat_run *run)
{
	if (!run->path || !fclose(run->out))
		return 0;
	return failed(run, -errno);
}

static int run_stat(struct stat_run *run)
{
	struct counter_points points;
	int status;

	if (run->json && !STAT_HAS_JSON) {
		message("--json: this htm was built without json-c");
		return WORKLOAD_FAILED;
	}
	if (counter_find(&points) || open_output(run))
		return WORKLOAD_FAILED;
	interrupt_setup();
	if (counter_open(&run->counter, &points)) {
		status = WORKLOAD_FAILED;
	} else {
		status = run_counter(run);
		run->counter.close(&run->counter);
	}
	tallies_free(&run->before);
	if (close_output(run))
		status = WORKLOAD_FAILED;
	return status;
}

/**
 * command_stat() - htm stat
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_stat(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[-- COMMAND [ARGUMENT...]]",
		.doc = doc,
	};
	struct stat_run run = {};

	argp_err_exit_status = WORKLOAD_FAILED;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &run);
	return run_stat(&run);
}
