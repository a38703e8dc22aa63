// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* One word without its quotes to @word, which has room for all of @text. */
static const char *unquote(const char *text, char *word)
{
	char quote = '\0';

	for (; *text && (quote || !is_blank(*text)); text++) {
		if (*text == quote) {
			quote = '\0';
			continue;
		}
		if (!quote && (*text == '\'' || *text == '"')) {
			quote = *text;
			continue;
		}
		if (*text == '\\' && quote != '\'' && !*++text)
			return NULL;
		*word++ = *text;
	}
	*word = '\0';
	return quote ? NULL : text;
}

static const char *check_percents(const char *word)
{
	for (; (word = strchr(word, '%')); word += 2)
		if (!word[1] || !strchr("io%", word[1]))
			return "a % in it is followed by none of i, o and %";
	return NULL;
}

static int add_word(struct template *t, const char **text, const char **why)
{
	char *word = malloc(strlen(*text) + 1);
	char **slot = word ? vector_push(&t->words) : NULL;

	*why = "out of memory";
	if (!slot) {
		free(word);
		return -ENOMEM;
	}
	*slot = word;
	*text = unquote(*text, word);
	*why = *text ? check_percents(word) : "a quote in it does not end";
	return *why ? -EINVAL : 0;
}

/**
 * template_parse() - add words to a command
 * @t: the command; zeroed, if there are none yet. template_free() frees it, after
 *     an error too
 * @text: words between blanks. '...' and "..." and a backslash quote as in a shell,
 *        but in "..." a backslash quotes whatever is behind it
 * @why: where to put what is wrong, to be read behind the text itself
 *
 * Return: 0, -EINVAL if a quote does not end or a % is followed by something else
 * than i, o and %, or -ENOMEM.
 */
int template_parse(struct template *t, const char *text, const char **why)
{
	int err = 0;

	while (!err) {
		while (is_blank(*text))
			text++;
		if (!*text)
			return 0;
		err = add_word(t, &text, why);
	}
	return err;
}

/**
 * template_has() - whether a file is named in a command
 * @t: the command
 * @letter: 'i' or 'o'
 *
 * Return: whether one of its words has a % and @letter.
 */
bool template_has(const struct template *t, char letter)
{
	for (size_t i = 0; i < t->words.count; i++) {
		const char *at = t->words.items[i];

		for (; (at = strchr(at, '%')); at += 2)
			if (at[1] == letter)
				return true;
	}
	return false;
}

static char *replace(const char *word, const char *input, const char *output)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *at;

	if (!out)
		return NULL;
	for (; (at = strchr(word, '%')); word = at + 2) {
		fwrite(word, 1, at - word, out);
		fputs(at[1] == 'i' ? input : at[1] == 'o' ? output : "%", out);
	}
	fputs(word, out);
	if (ferror(out) | fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

/**
 * template_command() - a command with the names of files in it
 * @t: the command; its words are not changed
 * @input: what %i becomes
 * @output: what %o becomes
 *
 * A file is always within one word, whatever its name.
 *
 * Return: the words and a NULL, for template_free_command(), or NULL when memory is
 * out.
 */
char **template_command(const struct template *t, const char *input, const char *output)
{
	char **command = calloc(t->words.count + 1, sizeof(*command));

	for (size_t i = 0; command && i < t->words.count; i++) {
		command[i] = replace(t->words.items[i], input, output);
		if (!command[i]) {
			template_free_command(command);
			return NULL;
		}
	}
	return command;
}

/**
 * template_free_command() - free what template_command() returned
 * @command: the words, or NULL
 */
void template_free_command(char **command)
{
	for (size_t i = 0; command && command[i]; i++)
		free(command[i]);
	free(command);
}

/**
 * template_free() - free the words of a command
 * @t: the command
 */
void template_free(struct template *t)
{
	for (size_t i = 0; i < t->words.count; i++)
		free(t->words.items[i]);
	free(t->words.items);
}
