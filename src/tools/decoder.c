// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decoder.h"

/*
 * The decoders that are known, the one that is preferred first. That they take the
 * trace as their only argument and print to standard output is assumed: see
 * docs/assumptions.md.
 */
static const struct known {
	const char *name;
	const char *arguments;
} known[] = {
	{ "htmdecode", "%i" },	/* IBM's */
	{ "htmdecoder", "%i" },	/* of qtrace-tools */
};

#define KNOWN	(sizeof(known) / sizeof(known[0]))

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* As execvp() would look for it */
static bool is_in_path(const char *name)
{
	const char *path = getenv("PATH");
	bool found = false;

	while (path && !found) {
		const char *end = strchrnul(path, ':');
		char *file;

		if (asprintf(&file, "%.*s%s%s", (int)(end - path), path, end == path ? "" : "/",
			     name) < 0)
			return false;
		found = is_program(file);
		free(file);
		path = *end ? end + 1 : NULL;
	}
	return found;
}

/**
 * decoder_is_there() - whether the program of a command can be run
 * @command: the command; has a word
 *
 * Return: whether there is such a program, in PATH unless it is a path itself.
 */
bool decoder_is_there(const struct template *command)
{
	const char *program = command->words.items[0];

	return strchr(program, '/') ? is_program(program) : is_in_path(program);
}

/**
 * decoder_find() - the decoder that is installed
 * @command: where to put how it is called; zeroed
 *
 * Return: 0, -ENOENT if none of those that are known is in PATH, or -ENOMEM.
 */
int decoder_find(struct template *command)
{
	const char *why;

	for (size_t i = 0; i < KNOWN; i++)
		if (is_in_path(known[i].name))
			return decoder_parse(command, known[i].name, &why);
	return -ENOENT;
}

/**
 * decoder_parse() - the decoder that the user wants
 * @command: where to put how it is called; zeroed. template_free() frees it, after
 *           an error too
 * @text: the name or path of one that is known, alone, or a command with %i in it
 * @why: where to put what is wrong, to be read behind @text
 *
 * Return: 0, -EINVAL if @text is neither, or -ENOMEM.
 */
int decoder_parse(struct template *command, const char *text, const char **why)
{
	int err = template_parse(command, text, why);
	const char *program;

	if (err || template_has(command, 'i'))
		return err;
	program = command->words.count == 1 ? basename(command->words.items[0]) : "";
	for (size_t i = 0; i < KNOWN; i++)
		if (!strcmp(program, known[i].name))
			return template_parse(command, known[i].arguments, why);
	*why = "it has no %i, which stands for the file of the trace";
	return -EINVAL;
}
