// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "status.h"

/**
 * status_worse() - the status of two inputs together
 * @a: of one
 * @b: of the other
 *
 * Return: the worse one. An error is worse than something missing.
 */
int status_worse(int a, int b)
{
	if (a == EXIT_ERROR || b == EXIT_ERROR)
		return EXIT_ERROR;
	return a > b ? a : b;
}

/**
 * status_printed() - the status of a command, with what became of all that it printed
 * @status: of all else
 *
 * Return: @status, or EXIT_ERROR if standard output did not take it all, which is said.
 */
int status_printed(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	message("standard output: %s", strerror(errno));
	return EXIT_ERROR;
}
