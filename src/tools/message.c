// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include "message.h"
#include "progress.h"

/**
 * message() - one line to stderr, behind the tool's name
 * @format: as of printf(), without the newline
 */
void message(const char *format, ...)
{
	va_list args;

	progress_hide();
	fputs("htm: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}
