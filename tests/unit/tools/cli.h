/* SPDX-License-Identifier: GPL-2.0 */
/* Runs the tool from outside, in a directory of the test's own. */
#ifndef TESTS_CLI_H
#define TESTS_CLI_H

#include <stdbool.h>

extern char cli_dir[];
extern char cli_checked[];

void cli_begin(void);
void cli_end(void);
int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_explain(int status, int want);
bool said(const char *text);

/* ok(), and what was said if not */
#define is_status(got, want, ...)						\
	do {									\
		int got_ = (got), want_ = (want);				\
		if (!ok(got_ == want_, __VA_ARGS__))				\
			cli_explain(got_, want_);				\
	} while (0)

#endif /* TESTS_CLI_H */
