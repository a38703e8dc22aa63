// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "htm_pmu.h"
#include "listing.h"

#define SIZE_TEXT	24

/**
 * listing_type() - what a target traces, in a word
 * @t: the target
 *
 * Return: the word.
 */
const char *listing_type(const struct machine_target *t)
{
	switch (t->target.type) {
	case HTM_PMU_NEST:
		return "nest";
	case HTM_PMU_CORE:
		return "core";
	default:
		return "llat";
	}
}

/**
 * listing_state() - what a target is at, in a word
 * @t: the target
 *
 * Return: the word: the driver's own while the target is open, else "free", "refused" if
 * the hypervisor does not tell of it, or "no-buffer" if it has nowhere to trace to.
 */
const char *listing_state(const struct machine_target *t)
{
	if (t->held)
		return t->holder.state;
	if (t->error)
		return "refused";
	return t->buffer ? "free" : "no-buffer";
}

/* A buffer is a power of two. */
static void format_size(char text[SIZE_TEXT], uint64_t bytes)
{
	static const char units[] = "BKMGT";
	int unit = 0;

	while (bytes && bytes % 1024 == 0 && unit < 4) {
		bytes /= 1024;
		unit++;
	}
	if (bytes)
		snprintf(text, SIZE_TEXT, "%" PRIu64 "%c", bytes, units[unit]);
	else
		strcpy(text, "-");
}

static void print_holder(FILE *out, const struct machine_target *t)
{
	const struct machine_holder *h = &t->holder;

	fprintf(out, "  by %s (pid %d) on CPU %u", h->command, h->pid, h->cpu);
	if (h->bytes)
		fprintf(out, ", %" PRIu64 " of %" PRIu64 " bytes delivered", h->bytes, t->buffer);
	if (h->error)
		fprintf(out, ", %s", strerror(-h->error));
}

/**
 * listing_print() - a line for each target
 * @out: where to
 * @m: the machine
 */
void listing_print(FILE *out, const struct machine *m)
{
	fprintf(out, "%-18s %-4s %6s  %s\n", "TARGET", "TYPE", "BUFFER", "STATE");
	for (size_t i = 0; i < m->targets.count; i++) {
		const struct machine_target *t = &m->targets.items[i];
		char name[HTM_TARGET_NAME_SIZE], size[SIZE_TEXT];

		target_format(&t->target, name);
		format_size(size, t->buffer);
		fprintf(out, "%-18s %-4s %6s  %s", name, listing_type(t), size, listing_state(t));
		if (t->held)
			print_holder(out, t);
		else if (t->error)
			fprintf(out, "  %s", strerror(-t->error));
		fputc('\n', out);
	}
}
