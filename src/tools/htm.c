// SPDX-License-Identifier: GPL-2.0
/* htm: picks the command. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

const char *argp_program_version = "htm " HTM_VERSION;

static const struct command {
	const char *name;
	const char *usage_name;	/* what --help calls it */
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "list", "htm list", command_list },
	{ "record", "htm record", command_record },
	{ "report", "htm report", command_report },
	{ "resolve", "htm resolve", command_resolve },
	{ "decode", "htm decode", command_decode },
	{ "inject", "htm inject", command_inject },
	{ "stat", "htm stat", command_stat },
};

static const char doc[] =
	"Hardware traces of POWER machines, with stock perf and the htm_pmu module.\v"
	"Commands:\n"
	"  list     list the targets that this machine has\n"
	"  record   trace targets while a command runs, and bring all of the trace home\n"
	"  report   turn what was recorded into the files that decoders read\n"
	"  resolve  tell whose memory an address is\n"
	"  decode   run a decoder on a trace, and add logical addresses to its output\n"
	"  inject   make samples for perf of what a decoder printed\n"
	"  stat     count the driver's calls of the hypervisor, and time them\n"
	"\n"
	"Typical use:\n"
	"  modprobe htm_pmu\n"
	"  htm list\n"
	"  htm record -t n0.p2.c0.t1 -o trace -- ./workload\n"
	"  htm report -i trace -o out\n"
	"  htm resolve -m out/translation.n0.p2.c0.t1 0x2000134000\n"
	"  htm decode -i out\n"
	"  htm inject -i trace out/htm.bin.n0.p2.c0.t1.out.l\n"
	"\n"
	"A target is nNODE.pCHIP.cCORE.tTYPE: the node's index, the chip's index on the "
	"node, the core's index on the chip, and what to trace: 1 nest, 2 core, 3 llat.\n"
	"\n"
	"'htm COMMAND --help' says more.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no command", arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = doc,
	};

	for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(argv[1], commands[i].name))
			continue;
		argv[1] = (char *)commands[i].usage_name;
		return commands[i].run(argc - 1, argv + 1);
	}
	argp_err_exit_status = 1;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, NULL);
	return 1;
}
