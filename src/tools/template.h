/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands as users write them in an option: words between blanks, with quotes, and
 * with %i for an input file, %o for an output file and %% for a percent sign. There
 * is no shell in it: no variables, no patterns, no pipes.
 */
#ifndef HTM_TEMPLATE_H
#define HTM_TEMPLATE_H

#include <stdbool.h>

#include "vector.h"

struct template {
	VECTOR(char *) words;
};

int template_parse(struct template *t, const char *text, const char **why);
bool template_has(const struct template *t, char letter);
char **template_command(const struct template *t, const char *input, const char *output);
void template_free_command(char **command);
void template_free(struct template *t);

#endif /* HTM_TEMPLATE_H */
