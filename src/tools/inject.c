// SPDX-License-Identifier: GPL-2.0
/* htm inject: from what a decoder printed to a perf.data that perf report reads. */
#include <argp.h>
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "directory.h"
#include "injection.h"
#include "input.h"
#include "interrupt.h"
#include "lpar.h"
#include "map.h"
#include "message.h"
#include "output.h"
#include "parse.h"
#include "status.h"
#include "target.h"

static const char doc[] =
	"Write a perf.data file with a sample for each address that a decoder printed, for perf "
	"report, perf script and perf annotate.\v"
	"FILE is what htm decode wrote: htm.bin.TARGET.out.l, or with --map any other output "
	"of a decoder, as htm.bin.TARGET.out. Without a FILE it is read from standard input. "
	"INPUT is the recording that it comes from.\n"
	"\n"
	"Each address of this LPAR becomes a sample of the event htm: its addr is the logical "
	"real address, and its ip is where the recorded kernel has that in its linear mapping, "
	"0xc000000000000000 higher. So perf names the kernel's symbols; modules and programs are "
	"not in that mapping. The first sample has the time when tracing started, the last one "
	"that when it stopped, and the others are spread evenly. Addresses of other LPARs, and "
	"those without a logical address, are left out and counted.\n"
	"\n"
	"Examples:\n"
	"  htm inject -i trace out/htm.bin.n0.p2.c0.t1.out.l\n"
	"  htm inject -i trace -m out/translation.n0.p2.c0.t1 -l 1 out/htm.bin.n0.p2.c0.t1.out\n"
	"  perf report -i injected.data\n"
	"\n"
	"Exit status:\n"
	"  0  written\n"
	"  1  an error, and nothing was written: INPUT or a FILE cannot be read, or there is no "
	"address of this LPAR\n"
	"  2  written, but INPUT or a FILE is not whole, and it says so; or interrupted";

static const struct argp_option options[] = {
	{ "input", 'i', "INPUT", 0,
	  "File or directory of perf or htm record, - for standard input (default: htm.data)", 0 },
	{ "lpar", 'l', "LPAR", 0,
	  "With --map: whose addresses are wanted (default: those of the LPAR that this is)", 0 },
	{ "map", 'm', "MAP", 0,
	  "translation file of htm report: look all addresses up in it", 0 },
	{ "output", 'o', "OUTPUT", 0, "File to write (default: injected.data)", 0 },
	{ "target", 't', "TARGET", 0,
	  "Whose trace it is (default: as FILE is named, or the only one of INPUT)", 0 },
	{ 0 }
};

struct inject {
	struct injection injection;
	const char *input;
	const char *map;
	bool have_lpar;
	bool have_target;
	struct htm_target target;
	size_t recordings;	/* in the directory of htm record, if INPUT is one */
};

static void take_text(struct inject *inject, const char *path, struct argp_state *state)
{
	const char **text = vector_push(&inject->injection.texts);

	if (!text)
		argp_failure(state, EXIT_ERROR, 0, "out of memory");
	else
		*text = path;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct inject *inject = state->input;

	switch (key) {
	case 'i':
		inject->input = arg;
		return 0;
	case 'l':
		if (parse_index(arg, LPAR_MAX, &inject->injection.lpar))
			argp_error(state, "'%s' is no LPAR: use its index, as in 3", arg);
		inject->have_lpar = true;
		return 0;
	case 'm':
		inject->map = arg;
		return 0;
	case 'o':
		inject->injection.output = arg;
		return 0;
	case 't':
		if (target_parse(arg, &inject->target))
			argp_error(state, "'%s' is no target: write one as in n0.p2.c0.t1", arg);
		inject->have_target = true;
		return 0;
	case ARGP_KEY_ARG:
		take_text(inject, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (inject->have_lpar && !inject->map)
			argp_error(state, "--lpar needs --map: without it, FILE says whose the addresses are");
		if (!inject->injection.texts.count && !strcmp(inject->input, "-"))
			argp_error(state, "standard input cannot be both INPUT and FILE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* htm.bin.TARGET.out and so on: whether its name has a target */
static bool target_of(const char *path, struct htm_target *target)
{
	static const char prefix[] = OUTPUT_TRACE ".";
	char name[HTM_TARGET_NAME_SIZE];
	const char *base = strrchr(path, '/'), *end;

	base = base ? base + 1 : path;
	if (strncmp(base, prefix, strlen(prefix)))
		return false;
	base += strlen(prefix);
	end = strstr(base, ".out");
	if (!end || (size_t)(end - base) >= sizeof(name))
		return false;
	memcpy(name, base, end - base);
	name[end - base] = '\0';
	return !target_parse(name, target);
}

/* The names of the texts say whose they are, if --target does not. */
static int choose_target(struct inject *inject)
{
	bool given = inject->have_target;

	for (size_t i = 0; i < inject->injection.texts.count && !given; i++) {
		const char *path = inject->injection.texts.items[i];
		struct htm_target target;

		if (!target_of(path, &target))
			continue;
		if (inject->have_target &&
		    target_config(&target) != target_config(&inject->target)) {
			message("%s: of another target than the one before: one at a time", path);
			return -EINVAL;
		}
		inject->target = target;
		inject->have_target = true;
	}
	if (inject->have_target)
		inject->injection.target = &inject->target;
	return 0;
}

static int take_recording(void *context, const char *name)
{
	struct inject *inject = context;

	inject->recordings++;
	return target_parse(name + strlen(DIRECTORY_PREFIX), &inject->target);
}

/* The only recording of a directory gives the target, if nothing else does. */
static int choose_only(struct inject *inject)
{
	if (directory_each_recording(inject->input, take_recording, inject))
		return -EINVAL;
	if (inject->recordings == 1)
		return 0;
	message("%s: %zu targets in it: say with --target whose trace it is", inject->input,
		inject->recordings);
	return -EINVAL;
}

/* In *@path the recording, to be freed */
static int choose_recording(struct inject *inject, char **path)
{
	struct stat st;

	if (stat(inject->input, &st) || !S_ISDIR(st.st_mode) || input_is_directory(inject->input)) {
		*path = strdup(inject->input);
	} else {
		if (!inject->have_target && choose_only(inject))
			return -EINVAL;
		*path = directory_recording(inject->input, &inject->target);
	}
	if (*path)
		return 0;
	message("out of memory");
	return -ENOMEM;
}

/* A file that is in the way is replaced, but not what is no file, nor the recording. */
static int check_output(const char *output, const char *recording)
{
	struct stat out, in;

	if (stat(output, &out))
		return 0;
	if (!S_ISREG(out.st_mode)) {
		message("%s: is no file: name one with --output", output);
		return -EINVAL;
	}
	if (!stat(recording, &in) && in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
		message("%s: is the recording itself: name another file with --output", output);
		return -EINVAL;
	}
	return 0;
}

static int run_mapped(struct inject *inject)
{
	struct translation_index map;
	int err = map_read(inject->map, &map), status = EXIT_ERROR;

	if (err == -ENOENT)
		message("%s: %s", inject->map, strerror(ENOENT));
	if (err < 0)
		return EXIT_ERROR;
	if (inject->have_lpar || !map_lpar(inject->map, &inject->injection.lpar)) {
		inject->injection.map = &map;
		status = injection_run(&inject->injection);
	}
	translation_index_free(&map);
	return err ? status_worse(EXIT_INCOMPLETE, status) : status;
}

static int run(struct inject *inject)
{
	char *directory = strdup(inject->injection.output), *recording = NULL;
	int status = EXIT_ERROR;

	if (!directory) {
		message("out of memory");
		return EXIT_ERROR;
	}
	inject->injection.spool_dir = dirname(directory);
	if (!choose_target(inject) && !choose_recording(inject, &recording) &&
	    !check_output(inject->injection.output, recording)) {
		interrupt_setup();
		inject->injection.recording = recording;
		status = inject->map ? run_mapped(inject) : injection_run(&inject->injection);
	}
	free(recording);
	free(directory);
	return status;
}

/**
 * command_inject() - htm inject
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_inject(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse, .args_doc = "[FILE...]", .doc = doc,
	};
	struct inject inject = {
		.input = "htm.data",
		.injection = { .output = "injected.data" },
	};
	int status;

	argp_err_exit_status = EXIT_ERROR;
	argp_parse(&argp, argc, argv, 0, NULL, &inject);
	status = run(&inject);
	free(inject.injection.texts.items);
	return status_printed(status);
}
