/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TAP for the C tests: ok() says what would be wrong, done_testing() ends.
 */
#ifndef TESTS_LIB_TAP_H
#define TESTS_LIB_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_run, tap_failed;

/* For whoever reads the log of a run: prove shows nothing of stdout. */
__attribute__((format(printf, 1, 2), unused))
static void diag(const char *fmt, ...)
{
	va_list args;

	fputs("# ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

__attribute__((format(printf, 2, 3), unused))
static bool ok(bool pass, const char *fmt, ...)
{
	char what[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	printf("%sok %d - %s\n", pass ? "" : "not ", ++tap_run, what);
	fflush(stdout);
	if (!pass)
		diag("not ok %d - %s", tap_run, what);
	tap_failed += !pass;
	return pass;
}

/* Equal integers, printed in both bases when they are not. */
#define is_u64(got, want, ...)							\
	do {									\
		unsigned long long got_ = (got), want_ = (want);		\
		if (!ok(got_ == want_, __VA_ARGS__))				\
			diag("got %llu (0x%llx), want %llu (0x%llx)",		\
			     got_, got_, want_, want_);				\
	} while (0)

#define is_int(got, want, ...)							\
	do {									\
		long long got_ = (got), want_ = (want);				\
		if (!ok(got_ == want_, __VA_ARGS__))				\
			diag("got %lld, want %lld", got_, want_);		\
	} while (0)

static inline int done_testing(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed || !tap_run;
}

#endif /* TESTS_LIB_TAP_H */
