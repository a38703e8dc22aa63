/* SPDX-License-Identifier: GPL-2.0 */
/* A bar on the terminal, for what takes long. */
#ifndef HTM_PROGRESS_H
#define HTM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/**
 * struct progress - how far it is
 * @what: what is done
 * @total: all of it, in bytes
 * @done: what is done, in bytes
 * @begun: when it began
 * @shown: when the bar was last drawn, in milliseconds since then; -1: not yet
 * @percent: what it shows
 * @wanted: whether there is to be a bar
 */
struct progress {
	const char *what;
	uint64_t total;
	uint64_t done;
	struct timespec begun;
	long shown;
	int percent;
	bool wanted;
};

void progress_begin(struct progress *p, const char *what, uint64_t total);
void progress_set(struct progress *p, uint64_t done);
void progress_end(struct progress *p);
void progress_hide(void);

#endif /* HTM_PROGRESS_H */
