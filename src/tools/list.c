// SPDX-License-Identifier: GPL-2.0
/* htm list: which targets this machine has. */
#include <argp.h>

#include "commands.h"
#include "listing.h"
#include "message.h"
#include "status.h"

enum {
	OPTION_JSON = 256,
};

static const char doc[] =
	"List the targets that this machine has, and who is tracing them.\v"
	"A target is nNODE.pCHIP.cCORE.tTYPE, as in n0.p2.c0.t1; TYPE is 1 for nest, 2 for core, "
	"3 for llat. Each is a line with its trace buffer's size and its state:\n"
	"  free       it can be traced\n"
	"  no-buffer  no trace buffer has been set up for it\n"
	"  refused    the hypervisor says no more of it, and why\n"
	"  tracing, draining and the like: an event is open, whose, on which CPU, and how far it is\n"
	"What other partitions are at is not seen. Looking disturbs no trace. It takes root, "
	"the module, and debugfs.\n"
	"\n"
	"Exit status:\n"
	"  0  there are targets\n"
	"  1  there are none, or they cannot be told: why, is said";

static const struct argp_option options[] = {
	{ "json", OPTION_JSON, NULL, 0, "Say it as JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	bool *json = state->input;

	switch (key) {
	case OPTION_JSON:
		*json = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is one argument too many", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int print(const struct machine *m, bool json)
{
	if (json && listing_write(stdout, m)) {
		message("out of memory");
		return EXIT_ERROR;
	}
	if (!json && m->targets.count)
		listing_print(stdout, m);
	if (status_printed(EXIT_COMPLETE))
		return EXIT_ERROR;
	if (!m->targets.count) {
		message("no target answers: has a trace buffer been set up on this machine?");
		return EXIT_ERROR;
	}
	return EXIT_COMPLETE;
}

/**
 * command_list() - htm list
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_list(int argc, char **argv)
{
	static const struct argp argp = { .options = options, .parser = parse, .doc = doc };
	struct machine machine = {};
	bool json = false;
	int err, status = EXIT_ERROR;

	argp_err_exit_status = EXIT_ERROR;
	argp_parse(&argp, argc, argv, 0, NULL, &json);
	if (json && !LISTING_HAS_JSON) {
		message("--json: this htm was built without json-c");
		return EXIT_ERROR;
	}
	err = machine_read(&machine);
	if (err)
		machine_complain(err);
	else
		status = print(&machine, json);
	machine_free(&machine);
	return status;
}
