// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>

#include "summary.h"

#define NS_PER_S	1000000000ULL

static void print_time(FILE *out, const char *what, bool known, uint64_t ns)
{
	if (known)
		fprintf(out, ", %s %" PRIu64 ".%09" PRIu64, what, (uint64_t)(ns / NS_PER_S),
			(uint64_t)(ns % NS_PER_S));
	else
		fprintf(out, ", %s unknown", what);
}

/**
 * summary_print() - one line of numbers, behind what verdict_print() says
 * @out: where to
 * @event: the event, after capture_end()
 */
void summary_print(FILE *out, const struct capture_event *event)
{
	const struct capture_window *first = capture_first_window(event);
	const struct htm_pmu_end *end = capture_last_end(event);
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&event->target, name);
	fprintf(out, "%s: %zu chunks, %" PRIu64 " holes, %zu memory blocks", name,
		capture_chunks(event), capture_holes(event), capture_table(event)->count);
	print_time(out, "start", first && first->started, first ? first->start.time : 0);
	/* 0: of a trace that never started */
	print_time(out, "stop", end && end->time, end ? end->time : 0);
	fputc('\n', out);
}
