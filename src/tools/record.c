// SPDX-License-Identifier: GPL-2.0
/* htm record: trace targets while a command runs. */
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "commands.h"
#include "cpus.h"
#include "directory.h"
#include "machine.h"
#include "message.h"
#include "parse.h"
#include "recording.h"
#include "vector.h"
#include "workload.h"

/* Small enough to be had on any machine; the drain goes on while perf copies. */
#define RING_SIZE	(16ULL << 20)

/*
 * The hypervisor may ask the driver to come back in 100 s: silence is not
 * failure before it has lasted some of these.
 */
#define PATIENCE_S	300

enum {
	OPTION_ALL_CHIPS = 256,
	OPTION_DURATION,
};

static const char doc[] =
	"Trace targets while COMMAND runs, and bring all of the trace home.\v"
	"A target is nNODE.pCHIP.cCORE.tTYPE, as in n0.p2.c0.t1; TYPE is 1 for nest, "
	"2 for core, 3 for llat. With *, ? or [...] in it, it stands for all that 'htm list' "
	"shows and that have a trace buffer: quote it. Each target is recorded by a perf of its "
	"own, into DIR/perf.data.TARGET; 'htm report -i DIR' goes on from there.\n"
	"\n"
	"All targets start together, and stop when COMMAND ends, or the process PID, or the "
	"SECONDS are over, or with the first Ctrl-C; without any of these, Ctrl-C alone ends it. "
	"How far apart they started is said.\n"
	"\n"
	"Then the trace is still in the hypervisor's memory: htm waits until all of it is in the "
	"files, however small the rings are, and says so. A COMMAND that still runs is ended by "
	"SIGTERM. The second Ctrl-C abandons what is not there yet.\n"
	"\n"
	"EVENTs are recorded beside, into DIR/perf.data, on the same clock as START and STOP of "
	"the traces: of all that runs on the partition, or with -p of PID alone.\n"
	"\n"
	"SIZE is a number with K, M or G behind it, or of pages as in perf record. The ring is "
	"an AUX area where perf can map one for htm, else perf's data ring.\n"
	"\n"
	"A target that cannot be opened is done without if there are others; it has no file.\n"
	"\n"
	"Examples:\n"
	"  htm record -t n0.p2.c0.t1 -o trace -- ./workload\n"
	"  htm record --all-chips --duration 2\n"
	"  htm record -t 'n0.p*.c0.t1' -e cycles -p 4711\n"
	"\n"
	"Exit status:\n"
	"  that of COMMAND (128+N if signal N ended it; 0 without one) when the trace is\n"
	"  complete, else\n"
	"  123  some of the trace is missing: what, is said\n"
	"  125  nothing was traced: why, is said\n"
	"  126  COMMAND cannot be run\n"
	"  127  COMMAND was not found";

static const struct argp_option options[] = {
	{ "target", 't', "TARGET", 0,
	  "What to trace, or a pattern; may be given several times", 0 },
	{ "all-chips", OPTION_ALL_CHIPS, NULL, 0, "Trace every nest target of every chip", 0 },
	{ "pid", 'p', "PID", 0, "Trace until that process ends", 0 },
	{ "duration", OPTION_DURATION, "SECONDS", 0, "Trace for so long, at most", 0 },
	{ "event", 'e', "EVENT", 0,
	  "Record that too, as perf record -e takes it; may be given several times", 0 },
	{ "output", 'o', "DIR", 0,
	  "Where the files go (default: htm.data); an old DIR becomes DIR.old", 0 },
	{ "mmap-pages", 'm', "SIZE", 0, "Size of each target's ring (default: 16M)", 0 },
	{ "cpu", 'C', "CPU", 0,
	  "Open all targets on this CPU (default: spread over those that are online, on the "
	  "target's chip where that is known)", 0 },
	{ 0 }
};

struct arguments {
	VECTOR(const char *) texts;	/* of -t */
	VECTOR(const char *) events;	/* of -e; a NULL behind them */
	htm_targets targets;
	VECTOR(struct recording_run) runs;
	struct machine machine;
	bool machine_known;
	const char *directory;
	char **command;
	uint64_t ring;
	unsigned int cpu;
	unsigned int pid;
	long duration;
	bool one_cpu;
	bool all_chips;
};

#define add_text(texts, text, state) do {					\
	const char **added_ = vector_push(texts);				\
										\
	if (!added_)								\
		argp_failure(state, WORKLOAD_FAILED, 0, "out of memory");	\
	*added_ = text;								\
} while (0)

static void check_target(const char *text, struct argp_state *state)
{
	struct htm_target target;

	if (!choice_is_pattern(text) && target_parse(text, &target))
		argp_error(state, "'%s' is no target: write one as in n0.p2.c0.t1, type 1, 2 or 3",
			   text);
}

static void check_end(const struct arguments *arguments, struct argp_state *state)
{
	if (!arguments->texts.count && !arguments->all_chips)
		argp_error(state, "no target: which one with -t; 'htm list' shows them");
	if (arguments->command && arguments->pid)
		argp_error(state, "either a command or -p, not both");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 't':
		check_target(arg, state);
		add_text(&arguments->texts, arg, state);
		return 0;
	case OPTION_ALL_CHIPS:
		arguments->all_chips = true;
		return 0;
	case 'p':
		if (parse_index(arg, INT_MAX, &arguments->pid) || !arguments->pid)
			argp_error(state, "'%s' is no process ID", arg);
		return 0;
	case OPTION_DURATION:
		if (parse_duration(arg, &arguments->duration))
			argp_error(state, "'%s' is no time in seconds: write one as in 0.5", arg);
		return 0;
	case 'e':
		add_text(&arguments->events, arg, state);
		return 0;
	case 'o':
		arguments->directory = arg;
		return 0;
	case 'm':
		if (parse_size(arg, &arguments->ring))
			argp_error(state, "'%s' is no size: write one as in 64M", arg);
		return 0;
	case 'C':
		if (parse_index(arg, INT_MAX, &arguments->cpu))
			argp_error(state, "'%s' is no CPU", arg);
		arguments->one_cpu = true;
		return 0;
	case ARGP_KEY_ARG:
		/* From here on, all is the command's. */
		arguments->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		check_end(arguments, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Only where it is needed: it takes root, debugfs, and some thousand calls. */
static int know_machine(struct arguments *arguments)
{
	int err = 0;

	if (!arguments->machine_known)
		err = machine_read(&arguments->machine);
	if (!err)
		arguments->machine_known = true;
	return err;
}

static int choose_pattern(struct arguments *arguments, const char *pattern)
{
	int count, err = know_machine(arguments);

	if (err) {
		machine_complain(err);
		return err;
	}
	count = pattern ? choice_add_matches(&arguments->targets, &arguments->machine, pattern) :
			  choice_add_chips(&arguments->targets, &arguments->machine);
	if (count)
		return count < 0 ? count : 0;
	message("%s: there is no such target that has a trace buffer: 'htm list' shows all",
		pattern ? pattern : "--all-chips");
	return -ENOENT;
}

static int choose_target(struct arguments *arguments, const char *text)
{
	struct htm_target target;
	int err = target_parse(text, &target);

	if (!err)
		err = choice_add(&arguments->targets, &target);
	if (err == -EEXIST)
		message("%s is given twice", text);
	return err;
}

/* Those that have names first: one that a pattern matches as well is not given twice. */
static int choose(struct arguments *arguments)
{
	int err = 0;

	for (size_t i = 0; i < arguments->texts.count && !err; i++)
		if (!choice_is_pattern(arguments->texts.items[i]))
			err = choose_target(arguments, arguments->texts.items[i]);
	for (size_t i = 0; i < arguments->texts.count && !err; i++)
		if (choice_is_pattern(arguments->texts.items[i]))
			err = choose_pattern(arguments, arguments->texts.items[i]);
	if (arguments->all_chips && !err)
		err = choose_pattern(arguments, NULL);
	return err;
}

static int add_run(struct arguments *arguments, const struct htm_target *target)
{
	struct recording_run *run = vector_push(&arguments->runs);

	if (!run)
		return -ENOMEM;
	if (target) {
		run->setup.target = *target;
		run->setup.ring = arguments->ring;
		run->setup.cpu = arguments->cpu;
		run->path = directory_recording(arguments->directory, target);
	} else {
		run->setup.events = arguments->events.items;
		run->setup.pid = arguments->pid;
		run->path = directory_beside(arguments->directory);
	}
	run->setup.path = run->path;
	return run->path ? 0 : -ENOMEM;
}

static int add_runs(struct arguments *arguments)
{
	int err = 0;

	for (size_t i = 0; i < arguments->targets.count && !err; i++)
		err = add_run(arguments, &arguments->targets.items[i]);
	if (arguments->events.count && !err) {
		err = vector_push(&arguments->events) ? 0 : -ENOMEM;
		if (!err)
			err = add_run(arguments, NULL);
	}
	if (err)
		message("out of memory");
	return err;
}

static int assign_cpus(struct arguments *arguments)
{
	const struct machine *machine = NULL;
	cpu_list cpus = {};
	int err;

	if (arguments->one_cpu)
		return 0;
	err = cpus_read(&cpus);
	if (err)
		message("cannot tell which CPUs are online: %s", strerror(-err));
	/* Without it, targets go to CPUs of any chip. */
	if (!err && cpus_on_chips(&cpus) && !know_machine(arguments))
		machine = &arguments->machine;
	for (size_t i = 0; i < arguments->runs.count && !err; i++) {
		struct perf_setup *setup = &arguments->runs.items[i].setup;

		if (!setup->events)
			setup->cpu = cpus_assign(&cpus, &setup->target, machine);
	}
	free(cpus.items);
	return err;
}

static int set_up(struct arguments *arguments)
{
	int err = choose(arguments);

	if (!err)
		err = add_runs(arguments);
	if (!err)
		err = assign_cpus(arguments);
	return err ? err : directory_prepare(arguments->directory);
}

static void release(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->runs.count; i++)
		free(arguments->runs.items[i].path);
	free(arguments->runs.items);
	free(arguments->targets.items);
	free(arguments->texts.items);
	free(arguments->events.items);
	machine_free(&arguments->machine);
}

/**
 * command_record() - htm record
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_record(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[-- COMMAND [ARGUMENT...]]",
		.doc = doc,
	};
	struct arguments arguments = { .directory = "htm.data", .ring = RING_SIZE };
	int status = WORKLOAD_FAILED;

	argp_err_exit_status = WORKLOAD_FAILED;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &arguments);
	if (!set_up(&arguments)) {
		struct recording recording = {
			.runs = arguments.runs.items,
			.count = arguments.runs.count,
			.directory = arguments.directory,
			.command = arguments.command,
			.pid = arguments.pid,
			.duration = arguments.duration,
			.patience = PATIENCE_S,
		};

		status = recording_run(&recording);
	}
	release(&arguments);
	return status;
}
