// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <unistd.h>

#include "progress.h"

#define WIDTH		40

/* Less than this is over before anyone looks. */
#define TOTAL_MIN	(64ULL << 20)

/**
 * progress_begin() - begin with something that takes long
 * @p: how far it is
 * @what: what it is
 * @total: bytes of it
 *
 * There is a bar only if standard error is a terminal, and much to be done.
 */
void progress_begin(struct progress *p, const char *what, uint64_t total)
{
	*p = (struct progress) {
		.what = what,
		.total = total,
		.percent = -1,
		.shown = total >= TOTAL_MIN && isatty(STDERR_FILENO),
	};
}

/**
 * progress_set() - show how far it is
 * @p: how far it is
 * @done: bytes that are done
 */
void progress_set(struct progress *p, uint64_t done)
{
	char bar[WIDTH + 1];
	int percent;

	p->done = done;
	if (!p->shown)
		return;
	percent = done >= p->total ? 100 : (int)((double)done * 100 / p->total);
	if (percent == p->percent)
		return;
	p->percent = percent;
	for (int i = 0; i < WIDTH; i++)
		bar[i] = i * 100 < percent * WIDTH ? '#' : '.';
	bar[WIDTH] = '\0';
	fprintf(stderr, "\r%s [%s] %3d%%", p->what, bar, percent);
	fflush(stderr);
}

/**
 * progress_end() - take the bar away
 * @p: how far it was
 */
void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
