// SPDX-License-Identifier: GPL-2.0
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
