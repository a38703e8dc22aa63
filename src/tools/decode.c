// SPDX-License-Identifier: GPL-2.0
/* htm decode: run a decoder on what htm report wrote, and add logical addresses. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "decoder.h"
#include "decoding.h"
#include "directory.h"
#include "interrupt.h"
#include "lpar.h"
#include "map.h"
#include "message.h"
#include "output.h"
#include "parse.h"
#include "status.h"
#include "target.h"

#define PREFIX	OUTPUT_TRACE "."

static const char doc[] =
	"Run a decoder on the traces that htm report wrote, and add logical addresses to what it "
	"prints.\v"
	"For each htm.bin.TARGET, what the decoder prints goes to\n"
	"  htm.bin.TARGET.out    as it was printed\n"
	"  htm.bin.TARGET.out.l  with logical addresses, by translation.TARGET\n"
	"\n"
	"In .out.l, one of these is behind each addr:0x...\n"
	"  logical:0x...  the logical address that the LPAR has for it\n"
	"  logical:lparN  memory of LPAR N\n"
	"  logical:-      memory without a logical address\n"
	"  logical:?      no memory that the translation file knows\n"
	"\n"
	"DECODER is htmdecode or htmdecoder, or a path to one of them (default: what is in PATH, "
	"in this order), or a command with its arguments, in which %i becomes the name of the "
	"trace's file, %o that of a file for the decoder to write (without it, what is printed to "
	"standard output is taken) and %% a percent sign. Quotes are as in a shell, but no shell "
	"runs it:\n"
	"  htm decode -d 'mydecoder --verbose %i'\n"
	"  htm decode -d 'sh -c \"unpack <$1 | mydecoder\" sh %i'\n"
	"\n"
	"When the decoder fails, or on Ctrl-C, what was printed until then is kept in files whose "
	"names end in .partial. A second Ctrl-C kills a decoder that goes on.\n"
	"\n"
	"Exit status:\n"
	"  0  all decoded\n"
	"  1  an error: there is no decoder, INPUT cannot be read, or a file not be written\n"
	"  2  the decoder failed or was interrupted, or something is missing: what, is said";

static const struct argp_option options[] = {
	{ "input", 'i', "INPUT", 0,
	  "Directory that htm report wrote, or one htm.bin file in it (default: .)", 0 },
	{ "decoder", 'd', "DECODER", 0, "Name of the decoder, or a command with %i", 0 },
	{ "lpar", 'l', "LPAR", 0,
	  "Whose logical addresses to add (default: those of the LPAR that this is)", 0 },
	{ 0 }
};

struct decode {
	const char *input;
	const char *decoder;
	uint32_t lpar;
	bool have_lpar;
	int lpar_error;		/* why this machine's LPAR is not known, and that was said */
	struct template command;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct decode *decode = state->input;

	switch (key) {
	case 'i':
		decode->input = arg;
		return 0;
	case 'd':
		decode->decoder = arg;
		return 0;
	case 'l':
		if (parse_index(arg, LPAR_MAX, &decode->lpar))
			argp_error(state, "'%s' is no LPAR: use its index, as in 3", arg);
		decode->have_lpar = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is one argument too many", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The target of a file that has a trace, or NULL */
static const char *target_of(const char *name)
{
	struct htm_target target;

	if (strncmp(name, PREFIX, strlen(PREFIX)) || target_parse(name + strlen(PREFIX), &target))
		return NULL;
	return name + strlen(PREFIX);
}

static int is_trace(const struct dirent *entry)
{
	return !!target_of(entry->d_name);
}

static int choose_decoder(struct decode *decode)
{
	const char *why;
	int err;

	if (decode->decoder) {
		err = decoder_parse(&decode->command, decode->decoder, &why);
		if (err) {
			message("'%s' is no decoder: %s", decode->decoder, why);
			return err;
		}
		if (decoder_is_there(&decode->command))
			return 0;
		message("%s: there is no such program%s", decode->command.words.items[0],
			strchr(decode->command.words.items[0], '/') ? "" : " in PATH");
		return -ENOENT;
	}
	err = decoder_find(&decode->command);
	if (err == -ENOENT)
		message("there is no decoder in PATH (" DECODER_NAMES
			"): install one, or name another with -d");
	else if (err)
		message("out of memory");
	return err;
}

/* Whose addresses, when the user has not said so */
static int choose_lpar(struct decode *decode, const char *path)
{
	if (decode->have_lpar || decode->lpar_error)
		return decode->lpar_error;
	decode->lpar_error = map_lpar(path, &decode->lpar);
	decode->have_lpar = !decode->lpar_error;
	return decode->lpar_error;
}

static void say_result(const struct decoding *d)
{
	const struct annotate_counts *n = &d->counts;
	uint64_t all = n->own + n->foreign + n->bare + n->unknown;

	printf("%s: decoded", d->target);
	if (d->map && !all)
		printf(", without an addr:0x... in it");
	else if (d->map)
		printf(", %" PRIu64 " addresses: %" PRIu64 " of LPAR %" PRIu32 ", %" PRIu64
		       " of others, %" PRIu64 " without logical address, %" PRIu64 " unknown",
		       all, n->own, d->lpar, n->foreign, n->bare, n->unknown);
	putchar('\n');
}

static int run(struct decoding *d)
{
	int status = decoding_run(d);

	if (status == EXIT_COMPLETE)
		say_result(d);
	return status;
}

static int decode_mapped(struct decode *decode, struct decoding *d, const char *path)
{
	struct translation_index map;
	int err = map_read(path, &map);
	int status;

	if (err == -ENOENT) {
		message("%s: there is no %s, so no logical addresses are added", d->target, path);
		return status_worse(EXIT_INCOMPLETE, run(d));
	}
	if (err < 0)
		return EXIT_ERROR;
	d->map = &map;
	status = EXIT_ERROR;
	if (!choose_lpar(decode, path)) {
		d->lpar = decode->lpar;
		status = run(d);
	}
	translation_index_free(&map);
	return err ? status_worse(EXIT_INCOMPLETE, status) : status;
}

static int decode_target(struct decode *decode, const char *directory, const char *target)
{
	struct decoding d = {
		.decoder = &decode->command,
		.directory = directory,
		.target = target,
	};
	char *path;
	int status;

	if (asprintf(&path, "%s/translation.%s", directory, target) < 0) {
		message("out of memory");
		return EXIT_ERROR;
	}
	status = decode_mapped(decode, &d, path);
	free(path);
	return status;
}

static int decode_file(struct decode *decode)
{
	/* dirname() and basename() may change what they are given. */
	char *path = strdup(decode->input), *again = strdup(decode->input);
	const char *target = again ? target_of(basename(again)) : NULL;
	int status = EXIT_ERROR;

	if (!path || !again)
		message("out of memory");
	else if (!target)
		message("%s: not named as htm report does, " PREFIX "TARGET", decode->input);
	else
		status = decode_target(decode, dirname(path), target);
	free(path);
	free(again);
	return status;
}

static int decode_entry(void *context, const char *name)
{
	struct decode *decode = context;

	if (interrupt_count())
		return EXIT_COMPLETE;
	return decode_target(decode, decode->input, target_of(name));
}

static int decode_directory(struct decode *decode)
{
	int status = directory_each(decode->input, is_trace, decode_entry, decode);

	if (status >= 0)
		return status;
	if (status == -ENOENT)
		message("%s: no " PREFIX "n* in it: htm report did not write this directory",
			decode->input);
	else
		message("%s: %s", decode->input, strerror(-status));
	return EXIT_ERROR;
}

static int decode_input(struct decode *decode)
{
	struct stat st;

	if (choose_decoder(decode))
		return EXIT_ERROR;
	if (stat(decode->input, &st)) {
		message("%s: %s", decode->input, strerror(errno));
		return EXIT_ERROR;
	}
	interrupt_setup();
	return S_ISDIR(st.st_mode) ? decode_directory(decode) : decode_file(decode);
}

/**
 * command_decode() - htm decode
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_decode(int argc, char **argv)
{
	static const struct argp argp = { .options = options, .parser = parse, .doc = doc };
	struct decode decode = { .input = "." };
	int status;

	argp_err_exit_status = EXIT_ERROR;
	argp_parse(&argp, argc, argv, 0, NULL, &decode);
	status = decode_input(&decode);
	template_free(&decode.command);
	return status_printed(status);
}
