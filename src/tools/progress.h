/* SPDX-License-Identifier: GPL-2.0 */
/* A bar on the terminal, for what takes long. */
#ifndef HTM_PROGRESS_H
#define HTM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct progress - how far it is
 * @what: what is done
 * @total: all of it, in bytes
 * @done: what is done, in bytes
 * @percent: what the bar shows
 * @shown: whether there is a bar
 */
struct progress {
	const char *what;
	uint64_t total;
	uint64_t done;
	int percent;
	bool shown;
};

void progress_begin(struct progress *p, const char *what, uint64_t total);
void progress_set(struct progress *p, uint64_t done);
void progress_end(struct progress *p);

#endif /* HTM_PROGRESS_H */
