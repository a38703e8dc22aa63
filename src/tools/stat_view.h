/* SPDX-License-Identifier: GPL-2.0 */
/* What htm stat has counted, for people and for programs. */
#ifndef HTM_STAT_VIEW_H
#define HTM_STAT_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "tallies.h"

#define STAT_NS_PER_S	1000000000ULL

/**
 * struct stat_view - what is shown at a time
 * @total: all, at the end; else what is new since the last one
 * @time: since the beginning, in ns
 * @span: what is shown was counted in so many ns
 * @how: how it was counted, in words
 * @lost: events that were not
 * @tallies: the numbers, sorted
 */
struct stat_view {
	bool total;
	uint64_t time;
	uint64_t span;
	const char *how;
	uint64_t lost;
	const struct tallies *tallies;
};

void stat_print_heading(FILE *out);
void stat_print_interval(FILE *out, const struct stat_view *view);
void stat_print_total(FILE *out, const struct stat_view *view);
uint64_t stat_per_second(uint64_t amount, uint64_t ns);

#ifdef HAVE_JSON
#define STAT_HAS_JSON	true
int stat_json(FILE *out, const struct stat_view *view);
#else
#define STAT_HAS_JSON	false
static inline int stat_json(FILE *out, const struct stat_view *view)
{
	(void)out;
	(void)view;
	return 0;
}
#endif

#endif /* HTM_STAT_VIEW_H */
