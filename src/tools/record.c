// SPDX-License-Identifier: GPL-2.0
/* htm record: trace targets while a command runs. */
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "cpus.h"
#include "directory.h"
#include "message.h"
#include "parse.h"
#include "recording.h"
#include "vector.h"

/* Small enough to be had on any machine; the drain goes on while perf copies. */
#define RING_SIZE	(16ULL << 20)

/*
 * The hypervisor may ask the driver to come back in 100 s: silence is not
 * failure before it has lasted some of these.
 */
#define PATIENCE_S	300

#define CPUS_MAX	16384

static const char doc[] =
	"Trace targets while COMMAND runs, and bring all of the trace home.\v"
	"A target is nNODE.pCHIP.cCORE.tTYPE, as in n0.p2.c0.t1; TYPE is 1 for nest, "
	"2 for core, 3 for llat. Each target is recorded by a perf of its own, into "
	"DIR/perf.data.TARGET; 'htm report -i DIR' goes on from there.\n"
	"\n"
	"When COMMAND has ended, the trace is still in the hypervisor's memory: htm waits "
	"until all of it is in the files, however small the rings are, and says so. The first "
	"Ctrl-C ends COMMAND and goes on with that; the second abandons what is not there yet.\n"
	"\n"
	"SIZE is a number with K, M or G behind it, or of pages as in perf record. The ring is "
	"an AUX area where perf can map one for htm, else perf's data ring.\n"
	"\n"
	"Exit status:\n"
	"  that of COMMAND (128+N if signal N ended it) when the trace is complete, else\n"
	"  123  some of the trace is missing: what, is said\n"
	"  125  nothing was traced: why, is said\n"
	"  126  COMMAND cannot be run\n"
	"  127  COMMAND was not found";

static const struct argp_option options[] = {
	{ "target", 't', "TARGET", 0, "What to trace; may be given several times", 0 },
	{ "output", 'o', "DIR", 0,
	  "Where the files go (default: htm.data); an old DIR becomes DIR.old", 0 },
	{ "mmap-pages", 'm', "SIZE", 0, "Size of each target's ring (default: 16M)", 0 },
	{ "cpu", 'C', "CPU", 0,
	  "Open all targets on this CPU (default: spread over all that are online)", 0 },
	{ 0 }
};

struct arguments {
	VECTOR(struct recording_run) runs;
	const char *directory;
	char **command;
	uint64_t ring;
	unsigned int cpu;
	bool one_cpu;
};

static void add_target(struct arguments *arguments, const char *text, struct argp_state *state)
{
	struct recording_run *run = vector_push(&arguments->runs);

	if (!run)
		argp_failure(state, RECORDING_FAILED, 0, "out of memory");
	else if (target_parse(text, &run->setup.target))
		argp_error(state, "'%s' is no target: write one as in n0.p2.c0.t1, type 1, 2 or 3",
			   text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 't':
		add_target(arguments, arg, state);
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
		if (!arguments->runs.count)
			argp_error(state, "no target: which one with -t");
		if (!arguments->command)
			argp_error(state, "no command to run while tracing");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int refuse_twice(const struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->runs.count; i++) {
		for (size_t j = 0; j < i; j++) {
			const struct htm_target *a = &arguments->runs.items[i].setup.target;
			const struct htm_target *b = &arguments->runs.items[j].setup.target;
			char name[HTM_TARGET_NAME_SIZE];

			if (target_config(a) != target_config(b))
				continue;
			target_format(a, name);
			message("%s is given twice", name);
			return -EINVAL;
		}
	}
	return 0;
}

/* One target per CPU, as long as there are CPUs. */
static int assign_cpus(struct arguments *arguments)
{
	static unsigned int cpus[CPUS_MAX];
	size_t count = 1;
	int err = 0;

	cpus[0] = arguments->cpu;
	if (!arguments->one_cpu)
		err = cpus_online(cpus, CPUS_MAX, &count);
	if (err || !count) {
		message("cannot tell which CPUs are online: %s", strerror(-err));
		return -EIO;
	}
	for (size_t i = 0; i < arguments->runs.count; i++)
		arguments->runs.items[i].setup.cpu = cpus[i % count];
	return 0;
}

static int set_up(struct arguments *arguments)
{
	int err = refuse_twice(arguments);

	if (!err)
		err = assign_cpus(arguments);
	if (!err)
		err = directory_prepare(arguments->directory);
	for (size_t i = 0; i < arguments->runs.count && !err; i++) {
		struct recording_run *run = &arguments->runs.items[i];

		run->path = directory_recording(arguments->directory, &run->setup.target);
		run->setup.path = run->path;
		run->setup.ring = arguments->ring;
		run->setup.aux = true;
		if (!run->path)
			err = -ENOMEM;
	}
	return err;
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
		.args_doc = "-- COMMAND [ARGUMENT...]",
		.doc = doc,
	};
	struct arguments arguments = { .directory = "htm.data", .ring = RING_SIZE };
	int status = RECORDING_FAILED;

	argp_err_exit_status = RECORDING_FAILED;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &arguments);
	if (!set_up(&arguments)) {
		struct recording recording = {
			.runs = arguments.runs.items,
			.count = arguments.runs.count,
			.directory = arguments.directory,
			.command = arguments.command,
			.patience = PATIENCE_S,
		};

		status = recording_run(&recording);
	}
	for (size_t i = 0; i < arguments.runs.count; i++)
		free(arguments.runs.items[i].path);
	free(arguments.runs.items);
	return status;
}
