// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit size_units[] = {
	{ "", 1 }, { "K", 1ULL << 10 }, { "M", 1ULL << 20 }, { "G", 1ULL << 30 }, { NULL, 0 },
};

static const struct unit time_units[] = {
	{ "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }, { NULL, 0 },
};

/**
 * refuse - say why something is not taken
 * @error: where the reason goes
 * @fmt: as for printf
 *
 * Return: false, so that a caller can say `return refuse(...)`.
 */
bool refuse(struct error *error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	return false;
}

static bool number_with_unit(const char *text, const struct unit *units, uint64_t *number)
{
	char *end;

	/* strtoull would take a sign and blanks */
	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*number = strtoull(text, &end, 0);
	if (errno)
		return false;
	for (; units->name; units++) {
		if (!strcmp(units->name, end))
			return !__builtin_mul_overflow(*number, units->factor, number);
	}
	return false;
}

/**
 * text_number - read a plain number, decimal or 0x
 * @text: all of it is the number
 * @number: where it goes
 *
 * Return: false if @text is no such number.
 */
bool text_number(const char *text, uint64_t *number)
{
	static const struct unit none[] = { { "", 1 }, { NULL, 0 } };

	return number_with_unit(text, none, number);
}

/**
 * text_size - read a size: a number, perhaps with K, M or G
 * @text: all of it is the size
 * @bytes: where it goes
 *
 * Return: false if @text is no size.
 */
bool text_size(const char *text, uint64_t *bytes)
{
	return number_with_unit(text, size_units, bytes);
}

/**
 * text_time - read a time: a number with us, ms or s
 * @text: all of it is the time
 * @ns: where it goes, in nanoseconds
 *
 * Return: false if @text is no time.
 */
bool text_time(const char *text, uint64_t *ns)
{
	return number_with_unit(text, time_units, ns);
}

/**
 * text_word - take the next word off a line
 * @rest: the line; moved behind the word and the blanks after it
 *
 * Return: the word, or NULL if there is none.
 */
char *text_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	char *end = word + strcspn(word, " \t");

	if (!*word)
		return NULL;
	*rest = end + strspn(end, " \t");
	*end = '\0';
	return word;
}

/**
 * text_strip - take the comment and the blanks around it off a line
 * @line: is changed
 *
 * Return: where the line now begins.
 */
char *text_strip(char *line)
{
	char *end;

	line[strcspn(line, "#\n")] = '\0';
	line += strspn(line, " \t\r");
	end = line + strlen(line);
	while (end > line && strchr(" \t\r", end[-1]))
		*--end = '\0';
	return line;
}

static bool use_line(const char *path, unsigned int number, char *line, struct error *error,
		     bool (*use)(void *ctx, char *line, struct error *error), void *ctx)
{
	struct error why;

	line = text_strip(line);
	if (!*line || use(ctx, line, &why))
		return true;
	return refuse(error, "%s:%u: %.400s", path, number, why.text);
}

/**
 * text_each_line - hand over each line of a file that is not empty
 * @path: of the file; # begins a comment
 * @error: where the reason of a refusal goes, with file and line
 * @use: takes a line, which it may change; false ends it all
 * @ctx: for @use
 *
 * Return: false if the file cannot be read or @use refused a line.
 */
bool text_each_line(const char *path, struct error *error,
		    bool (*use)(void *ctx, char *line, struct error *error), void *ctx)
{
	FILE *file = fopen(path, "re");
	unsigned int number = 0;
	char *line = NULL;
	size_t room = 0;
	bool good = true;

	if (!file)
		return refuse(error, "%s: %s", path, strerror(errno));
	while (good && getline(&line, &room, file) >= 0)
		good = use_line(path, ++number, line, error, use, ctx);
	if (good && ferror(file))
		good = refuse(error, "%s: cannot be read", path);
	free(line);
	fclose(file);
	return good;
}
