/* SPDX-License-Identifier: GPL-2.0 */
/* How long something takes. */
#ifndef CLIENTS_CLOCK_H
#define CLIENTS_CLOCK_H

#include <time.h>

/* Milliseconds since some moment before this program's start. */
static inline double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

#endif /* CLIENTS_CLOCK_H */
