// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "verdict.h"

/* What the file says is an errno need not be one. */
static const char *errno_text(int error)
{
	return error < 0 && error > -4096 ? strerror(-error) : "for an unknown reason";
}

static void judge_sink(struct capture_event *event, const struct capture_window *window)
{
	if (window->start.sink == HTM_PMU_SINK_NONE)
		capture_problem(event, "window %" PRIu32 " had no way out: record with -R",
				window->number);
	if (window->start.sink == HTM_PMU_SINK_AUX && !event->aux && window->end.delivered)
		capture_problem(event, "the AUX area of window %" PRIu32 " is not in the file",
				window->number);
	if (window->start.sink == HTM_PMU_SINK_RAW && window->ended &&
	    window->raw_bytes != window->end.delivered)
		capture_problem(event, "window %" PRIu32 ": %" PRIu64 " of %llu bytes are here",
				window->number, window->raw_bytes, window->end.delivered);
}

static void judge_end(struct capture_event *event, const struct capture_window *window)
{
	const struct htm_pmu_end *end = &window->end;

	if (end->error)
		capture_problem(event, "window %" PRIu32 ": the driver gave up: %s",
				window->number, errno_text(end->error));
	if (end->sysmem_error && window->sysmem_blocks)
		capture_problem(event,
				"window %u: memory configuration ends after %llu blocks: %s",
				window->number, (unsigned long long)window->sysmem_blocks,
				errno_text(end->sysmem_error));
	else if (!end->sysmem_error && end->sysmem_blocks != window->sysmem_blocks)
		capture_problem(event,
				"window %u: %llu of %llu blocks of memory configuration are here",
				window->number, (unsigned long long)window->sysmem_blocks,
				end->sysmem_blocks);
}

/* With meta=1, START and END tell what there has to be. */
static void judge_windows(struct capture_event *event)
{
	for (size_t i = 0; i < event->windows.count; i++) {
		const struct capture_window *window = &event->windows.items[i];

		if (window->number != i && (!i || window[-1].number != window->number - 1))
			capture_problem(event, "the window before window %" PRIu32 " is missing",
					window->number);
		if (!window->started && !window->end.error)
			capture_problem(event, "window %" PRIu32 " has no START record",
					window->number);
		else if (window->started)
			judge_sink(event, window);
		if (window->ended)
			judge_end(event, window);
		else
			capture_problem(event, "window %u has no END record: its drain was cut short",
					window->number);
		event->expected += window->ended ? window->end.delivered :
						   window->start.buffer_size;
	}
	if (!event->windows.count)
		capture_problem(event, "nothing was traced");
}

static void judge_trace(struct capture_event *event, const struct capture_trace *trace)
{
	if (trace->hole)
		capture_problem(event, "%" PRIu64 " bytes are missing, the first at %" PRIu64,
				trace->hole, trace->hole_at);
	if (trace->overlap)
		capture_problem(event, "%" PRIu64 " bytes came twice, the first at %" PRIu64,
				trace->overlap, trace->overlap_at);
}

static void judge_aux(struct capture_event *event)
{
	uint64_t have = event->aux ? event->aux->trace.next : 0;

	if (event->aux)
		judge_trace(event, &event->aux->trace);
	if (event->aux_flags & PERF_AUX_FLAG_TRUNCATED)
		capture_problem(event, "the kernel had no room for some of the trace");
	if (event->aux_end > have)
		capture_problem(event, "the last %" PRIu64 " bytes are missing",
				event->aux_end - have);
}

/**
 * verdict_event() - judge an event's trace
 * @c: the capture, all of it read
 * @event: the event; gets verdict, expected and problems
 */
void verdict_event(const struct capture *c, struct capture_event *event)
{
	uint64_t have = capture_bytes(event);

	judge_trace(event, &event->raw);
	judge_aux(event);
	if (event->bad_blocks)
		capture_problem(event, "%" PRIu64 " malformed blocks of memory configuration",
				event->bad_blocks);
	if (event->meta)
		judge_windows(event);
	else if (!have)
		capture_problem(event,
				"there is no trace in it: record with -R; perf report is for what htm inject wrote");
	if (event->meta && event->windows.count && !event->problems && have != event->expected)
		capture_problem(event,
				"the driver delivered %" PRIu64 " bytes, %" PRIu64 " are here",
				event->expected, have);
	if (c->reader->cut)
		capture_problem(event, "the file is cut short");
	if (event->problems)
		event->verdict = CAPTURE_INCOMPLETE;
	else
		event->verdict = event->meta ? CAPTURE_COMPLETE : CAPTURE_UNPROVEN;
}

/* A hypervisor may keep its memory configuration to itself: that is no loss. */
static void print_withheld(FILE *out, const char *name, const struct capture_event *event)
{
	for (size_t i = 0; i < event->windows.count; i++) {
		const struct capture_window *window = &event->windows.items[i];

		if (!window->end.sysmem_error || window->sysmem_blocks)
			continue;
		fprintf(out, "%s: the hypervisor gave no memory configuration: %s\n", name,
			errno_text(window->end.sysmem_error));
		return;
	}
}

/* Nor is a buffer of which it has only a part to give; but whoever misses the rest asks. */
static void print_short(FILE *out, const char *name, const struct capture_event *event)
{
	for (size_t i = 0; i < event->windows.count; i++) {
		const struct capture_window *window = &event->windows.items[i];

		if (window->started && window->ended && !window->end.error &&
		    window->end.delivered < window->start.buffer_size)
			fprintf(out, "%s: window %" PRIu32 ": the hypervisor had %llu bytes of trace in its buffer of %llu\n",
				name, window->number, window->end.delivered,
				window->start.buffer_size);
	}
}

/**
 * verdict_print() - say how much of an event's trace there is
 * @out: where to
 * @c: the capture
 * @event: the event
 */
void verdict_print(FILE *out, const struct capture *c, const struct capture_event *event)
{
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&event->target, name);
	fprintf(out, "%s: %" PRIu64, name, capture_bytes(event));
	if (event->expected)
		fprintf(out, " of %" PRIu64, event->expected);
	fputs(" bytes, ", out);
	switch (event->verdict) {
	case CAPTURE_COMPLETE:
		fputs("complete\n", out);
		break;
	case CAPTURE_UNPROVEN:
		fputs("not proven complete: record with meta=1 to know", out);
		if (c->lost)
			fprintf(out, " (perf counted %" PRIu64 " lost records)", c->lost);
		fputs("\n", out);
		break;
	case CAPTURE_INCOMPLETE:
		fputs("INCOMPLETE\n", out);
		break;
	}
	print_withheld(out, name, event);
	print_short(out, name, event);
	for (int i = 0; i < event->problems && i < CAPTURE_PROBLEMS; i++)
		fprintf(out, "%s: %s\n", name, event->problem[i]);
	if (event->problems > CAPTURE_PROBLEMS)
		fprintf(out, "%s: and %d more\n", name, event->problems - CAPTURE_PROBLEMS);
}
