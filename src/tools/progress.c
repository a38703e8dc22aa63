// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <unistd.h>

#include "progress.h"

#define WIDTH		30

/* Less than this is over before anyone looks. */
#define TOTAL_MIN	(64ULL << 20)

/* A bar that does not move still shows the rate fall. */
#define REDRAW_MS	500

#define MIB		1048576.0

/* The one that is on the terminal now */
static struct progress *on_terminal;

static long since(const struct timespec *begun)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begun->tv_sec) * 1000 + (now.tv_nsec - begun->tv_nsec) / 1000000;
}

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
		.shown = -1,
		.percent = -1,
		.wanted = total >= TOTAL_MIN && isatty(STDERR_FILENO),
	};
	clock_gettime(CLOCK_MONOTONIC, &p->begun);
}

static void draw(const struct progress *p, long ms)
{
	char bar[WIDTH + 1];

	for (int i = 0; i < WIDTH; i++)
		bar[i] = i * 100 < p->percent * WIDTH ? '#' : '.';
	bar[WIDTH] = '\0';
	fprintf(stderr, "\r\033[K%s [%s] %3d%%  %.0f of %.0f MiB, %.1f MiB/s", p->what, bar,
		p->percent, p->done / MIB, p->total / MIB, p->done / MIB * 1000 / (ms ? ms : 1));
	fflush(stderr);
}

/**
 * progress_set() - show how far it is
 * @p: how far it is
 * @done: bytes that are done
 */
void progress_set(struct progress *p, uint64_t done)
{
	int percent;
	long ms;

	p->done = done;
	if (!p->wanted)
		return;
	percent = done >= p->total ? 100 : (int)((double)done * 100 / p->total);
	ms = since(&p->begun);
	if (percent == p->percent && p->shown >= 0 && ms - p->shown < REDRAW_MS)
		return;
	p->percent = percent;
	p->shown = ms;
	on_terminal = p;
	draw(p, ms);
}

/**
 * progress_hide() - make place for a message on the terminal
 *
 * The next progress_set() draws the bar below it.
 */
void progress_hide(void)
{
	if (!on_terminal)
		return;
	fputs("\r\033[K", stderr);
	on_terminal->shown = -1;
	on_terminal = NULL;
}

/**
 * progress_end() - take the bar away
 * @p: how far it was
 */
void progress_end(struct progress *p)
{
	if (on_terminal == p)
		progress_hide();
	p->wanted = false;
}
