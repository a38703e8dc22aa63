// SPDX-License-Identifier: GPL-2.0
/* htm resolve: from physical real addresses to LPARs and logical ones, and back. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "lpar.h"
#include "message.h"
#include "parse.h"
#include "status.h"
#include "translation.h"

#define ADDRESS_FORMS	"an address is hexadecimal, a range is FROM-TO or FROM+SIZE"

static const char doc[] =
	"Tell whose memory an address is: from physical real addresses to LPARs and logical real "
	"addresses, or back.\v"
	"An ADDRESS is hexadecimal, with or without 0x; FROM-TO is a range of them, both "
	"included, and so is FROM+SIZE. Where no ADDRESS is given, they are read from standard "
	"input, one in a line; empty lines count for nothing, nor does what is behind a #.\n"
	"\n"
	"For each there is a line of output: the address, the LPAR's index, and the address on "
	"the other side, or - where there is none. A range has a line for each piece of it. At "
	"the end of a line,\n"
	"  # hole     says that no FILE has that address\n"
	"  # overlap  says that it, or a part of it, is in another line, too\n"
	"The range 0-ffffffffffffffff has all that there is.\n"
	"\n"
	"Examples:\n"
	"  htm resolve -m translation.n0.p2.c0.t1 0x2000134000\n"
	"  htm resolve -m translation.n0.p2.c0.t1 --reverse --lpar 1 0x134000\n"
	"  htm resolve -m translation.n0.p2.c0.t1 <addresses >resolved\n"
	"\n"
	"Exit status:\n"
	"  0  all resolved\n"
	"  1  an error: a FILE cannot be read, or is no translation file, or what should be an "
	"ADDRESS is none\n"
	"  2  resolved, but there is a hole, or a FILE is not whole, and it says so";

static const struct argp_option options[] = {
	{ "lpar", 'l', "LPAR", 0, "Look in the memory of this LPAR only", 0 },
	{ "map", 'm', "FILE", 0,
	  "translation file of htm report; given again, one more of the same machine", 0 },
	{ "reverse", 'r', NULL, 0,
	  "ADDRESS is a logical real address of the LPAR that --lpar says: tell its physical one",
	  0 },
	{ 0 }
};

struct span {
	uint64_t first;
	uint64_t last;
};

struct resolve {
	VECTOR(const char *) maps;
	VECTOR(struct span) spans;
	bool reverse;
	bool have_lpar;
	uint32_t lpar;
	struct translation_index index;
	bool hole;
};

static void take_lpar(struct resolve *resolve, const char *arg, struct argp_state *state)
{
	if (parse_index(arg, LPAR_MAX, &resolve->lpar))
		argp_error(state, "'%s' is no LPAR: use its index, as in 3", arg);
	resolve->have_lpar = true;
}

static void take_map(struct resolve *resolve, const char *arg)
{
	const char **map = vector_push(&resolve->maps);

	if (!map) {
		message("out of memory");
		exit(EXIT_ERROR);
	}
	*map = arg;
}

static void take_address(struct resolve *resolve, const char *arg, struct argp_state *state)
{
	struct span *span = vector_push(&resolve->spans);

	if (!span) {
		message("out of memory");
		exit(EXIT_ERROR);
	}
	if (parse_range(arg, &span->first, &span->last))
		argp_error(state, "'%s' is no address: " ADDRESS_FORMS, arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct resolve *resolve = state->input;

	switch (key) {
	case 'l':
		take_lpar(resolve, arg, state);
		return 0;
	case 'm':
		take_map(resolve, arg);
		return 0;
	case 'r':
		resolve->reverse = true;
		return 0;
	case ARGP_KEY_ARG:
		take_address(resolve, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (!resolve->maps.count)
			argp_error(state, "no translation file: name it with --map");
		if (resolve->reverse && !resolve->have_lpar)
			argp_error(state,
				   "--reverse needs --lpar: each LPAR has its own logical addresses");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int read_map(struct translation *t, const char *path)
{
	FILE *in = fopen(path, "r");
	int result;

	if (!in) {
		message("%s: %s", path, strerror(errno));
		return EXIT_ERROR;
	}
	result = translation_read(t, in);
	fclose(in);
	if (result)
		message("%s: %s", path, t->error);
	if (result < 0)
		return EXIT_ERROR;
	return result ? EXIT_INCOMPLETE : EXIT_COMPLETE;
}

static int read_maps(struct resolve *resolve)
{
	const uint32_t *lpar = resolve->have_lpar ? &resolve->lpar : NULL;
	enum translation_from from =
		resolve->reverse ? TRANSLATION_LOGICAL : TRANSLATION_PHYSICAL;
	struct translation t = {};
	int status = EXIT_COMPLETE;

	for (size_t i = 0; i < resolve->maps.count && status != EXIT_ERROR; i++) {
		int one = read_map(&t, resolve->maps.items[i]);

		status = one ? one : status;
	}
	if (status != EXIT_ERROR && translation_index_make(&resolve->index, &t, from, lpar)) {
		message("out of memory");
		status = EXIT_ERROR;
	}
	translation_free(&t);
	return status;
}

/* As printf() has 0x%016x, in a fifth of the time: there are many of them. */
static void print_address(uint64_t address)
{
	char text[] = "0x0000000000000000";

	for (char *p = text + sizeof(text) - 2; address; address >>= 4)
		*p-- = "0123456789abcdef"[address & 0xf];
	fputs_unlocked(text, stdout);
}

static void print_addresses(uint64_t first, uint64_t more)
{
	print_address(first);
	if (more) {
		putchar('-');
		print_address(first + more);
	}
}

static void print_piece(const struct translation_piece *piece)
{
	const struct translation_range *r = &piece->range;
	uint64_t more = r->last - r->first;

	print_addresses(r->first, more);
	if (piece->hole) {
		puts(" - - # hole");
		return;
	}
	printf(" %" PRIu32 " ", r->lpar);
	if (r->has_other)
		print_addresses(r->other, more);
	else
		putchar('-');
	puts(piece->overlap ? " # overlap" : "");
}

static void resolve_span(struct resolve *resolve, const struct span *span)
{
	struct translation_walk walk;
	struct translation_piece piece;

	translation_walk_begin(&walk, &resolve->index, span->first, span->last);
	while (translation_walk_next(&walk, &piece)) {
		print_piece(&piece);
		resolve->hole |= piece.hole;
	}
}

/* What is left of a line, which may be nothing */
static char *strip(char *line)
{
	static const char blanks[] = " \t\r\n";
	size_t n;

	line += strspn(line, blanks);
	n = strcspn(line, "#");
	while (n && strchr(blanks, line[n - 1]))
		n--;
	line[n] = '\0';
	return line;
}

static int resolve_line(struct resolve *resolve, char *line, size_t size, uint64_t number)
{
	bool is_text = strlen(line) == size;
	char *text = strip(line);
	struct span span;

	if (!*text && is_text)
		return EXIT_COMPLETE;
	if (!is_text || parse_range(text, &span.first, &span.last)) {
		message("standard input, line %" PRIu64 ": '%s' is no address: " ADDRESS_FORMS,
			number, text);
		return EXIT_ERROR;
	}
	resolve_span(resolve, &span);
	return EXIT_COMPLETE;
}

static int resolve_input(struct resolve *resolve)
{
	int status = EXIT_COMPLETE;
	uint64_t number = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t size;

	/* One whose output nobody takes any more shall not read on. */
	while (!status && !ferror(stdout) && (size = getline(&line, &room, stdin)) >= 0)
		status = resolve_line(resolve, line, size, ++number);
	if (!status && ferror(stdin)) {
		message("standard input: %s", strerror(errno));
		status = EXIT_ERROR;
	}
	free(line);
	return status;
}

static int resolve_all(struct resolve *resolve)
{
	int whole = read_maps(resolve), status = EXIT_COMPLETE;

	if (whole == EXIT_ERROR)
		return EXIT_ERROR;
	if (resolve->spans.count) {
		for (size_t i = 0; i < resolve->spans.count && !ferror(stdout); i++)
			resolve_span(resolve, &resolve->spans.items[i]);
	} else {
		status = resolve_input(resolve);
	}
	translation_index_free(&resolve->index);
	if (status)
		return status;
	return resolve->hole ? EXIT_INCOMPLETE : whole;
}

/**
 * command_resolve() - htm resolve
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_resolve(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse, .args_doc = "[ADDRESS...]", .doc = doc,
	};
	struct resolve resolve = {};
	int status;

	argp_err_exit_status = EXIT_ERROR;
	argp_parse(&argp, argc, argv, 0, NULL, &resolve);
	status = resolve_all(&resolve);
	free(resolve.maps.items);
	free(resolve.spans.items);
	return status_printed(status);
}
