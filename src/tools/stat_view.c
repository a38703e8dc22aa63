// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "stat_view.h"

#define BAR		40
#define MIB		(1 << 20)
#define OP_DUMP_DATA	9

/* How many of what happened in some time would happen in a second, or 0 if it took none */
static double rate(double amount, uint64_t ns)
{
	return ns ? amount * STAT_NS_PER_S / ns : 0;
}

/**
 * stat_per_second() - how much per second
 * @amount: how much in all
 * @ns: in how many nanoseconds
 *
 * Return: that, rounded down, or 0 in no time.
 */
uint64_t stat_per_second(uint64_t amount, uint64_t ns)
{
	return rate(amount, ns);
}

static double average_us(const struct tally *t)
{
	return t->calls ? t->ns / 1e3 / t->calls : 0;
}

static const char *operation(const struct tally_key *key, char *number, size_t size)
{
	const char *name = tallies_operation(key->op);

	if (name)
		return name;
	snprintf(number, size, "operation %u", (unsigned int)key->op);
	return number;
}

/**
 * stat_print_heading() - what is above the lines of intervals
 * @out: where to
 */
void stat_print_heading(FILE *out)
{
	fprintf(out, "#%9s  %-18s %-18s %9s %6s %6s %10s %12s\n", "time s", "target",
		"operation", "calls", "busy", "failed", "MiB/s", "average us");
}

static void print_row(FILE *out, const struct stat_view *view, const struct tallies_row *row)
{
	struct htm_target target = {
		.node = row->key.node, .chip = row->key.chip, .core = row->key.core,
		.type = row->key.type,
	};
	const struct tally *t = &row->tally;
	char name[HTM_TARGET_NAME_SIZE], number[32];

	target_format(&target, name);
	fprintf(out, "%10.3f  %-18s %-18s %9" PRIu64, view->time / 1e9, name,
		operation(&row->key, number, sizeof(number)), (uint64_t)t->calls);
	if (row->key.op == TALLY_WAIT)
		fprintf(out, " %6s %6s", "-", "-");
	else
		fprintf(out, " %6" PRIu64 " %6" PRIu64, (uint64_t)t->busy, (uint64_t)t->failed);
	if (t->bytes)
		fprintf(out, " %10.1f", rate((double)t->bytes / MIB, view->span));
	else
		fprintf(out, " %10s", "-");
	fprintf(out, " %12.1f\n", average_us(t));
}

/**
 * stat_print_interval() - what has happened in an interval: a line for each operation
 * @out: where to
 * @view: what
 */
void stat_print_interval(FILE *out, const struct stat_view *view)
{
	for (size_t i = 0; i < view->tallies->count; i++)
		print_row(out, view, &view->tallies->items[i]);
	if (!view->tallies->count)
		fprintf(out, "%10.3f  -\n", view->time / 1e9);
}

/* As in "512 ns" or "16 us": the beginning of a slot, rounded to three digits at most */
static void print_time(FILE *out, uint64_t ns)
{
	static const char * const units[] = { "ns", "us", "ms", "s" };
	size_t unit = 0;

	/* slots are powers of two, and 2^10 ns is as good as a microsecond here */
	while (ns >= 1024 && unit < 3) {
		ns >>= 10;
		unit++;
	}
	fprintf(out, "%4" PRIu64 " %-2s", ns, units[unit]);
}

static void print_slot(FILE *out, unsigned int slot, uint64_t count, uint64_t most)
{
	char bar[BAR + 1];
	size_t length = count * BAR / most;

	/* What is there at all is to be seen. */
	length += !length && count;
	memset(bar, '@', length);
	bar[length] = '\0';
	fputs("    ", out);
	print_time(out, tallies_slot_ns(slot));
	if (slot + 1 < TALLY_SLOTS) {
		fputs(" ..", out);
		print_time(out, tallies_slot_ns(slot + 1));
	} else {
		fprintf(out, " %-9s", "and more");
	}
	fprintf(out, " %9" PRIu64 " |%-*s|\n", count, BAR, bar);
}

/* From the first slot with something in it to the last one */
static void print_histogram(FILE *out, const struct tally *t)
{
	unsigned int first = TALLY_SLOTS, last = 0;
	uint64_t most = 0;

	for (unsigned int i = 0; i < TALLY_SLOTS; i++) {
		if (!t->slots[i])
			continue;
		if (first == TALLY_SLOTS)
			first = i;
		last = i;
		if (t->slots[i] > most)
			most = t->slots[i];
	}
	for (unsigned int i = first; i <= last; i++)
		print_slot(out, i, t->slots[i], most);
}

static void print_operation(FILE *out, const struct tallies_row *row)
{
	const struct tally *t = &row->tally;
	char number[32];

	fprintf(out, "  %-18s %9" PRIu64, operation(&row->key, number, sizeof(number)),
		(uint64_t)t->calls);
	if (row->key.op == TALLY_WAIT)
		fprintf(out, " %6s %6s", "-", "-");
	else
		fprintf(out, " %6" PRIu64 " %6" PRIu64, (uint64_t)t->busy, (uint64_t)t->failed);
	fprintf(out, " %12.3f %12.1f\n", t->ns / 1e6, average_us(t));
	/* Of one call, the line has said it all. */
	if (t->calls > 1)
		print_histogram(out, t);
}

static void print_target(FILE *out, const struct stat_view *view, const struct htm_target *target,
			 const struct tallies_row *begin, const struct tallies_row *end)
{
	uint64_t bytes = 0, dump_ns = 0, wait_ns = 0;
	char name[HTM_TARGET_NAME_SIZE];

	for (const struct tallies_row *row = begin; row < end; row++) {
		bytes += row->tally.bytes;
		if (row->key.op == OP_DUMP_DATA)
			dump_ns += row->tally.ns;
		if (row->key.op == TALLY_WAIT)
			wait_ns += row->tally.ns;
	}
	target_format(target, name);
	fprintf(out, "\n%s: %" PRIu64 " bytes, %.1f MiB/s (%.1f within DUMP_DATA), waited %.3f s for the reader\n",
		name, bytes, rate((double)bytes / MIB, view->span),
		rate((double)bytes / MIB, dump_ns), wait_ns / 1e9);
	fprintf(out, "  %-18s %9s %6s %6s %12s %12s\n", "operation", "calls", "busy", "failed",
		"total ms", "average us");
	for (const struct tallies_row *row = begin; row < end; row++)
		print_operation(out, row);
}

/**
 * stat_print_total() - all that was counted, with histograms
 * @out: where to
 * @view: what
 */
void stat_print_total(FILE *out, const struct stat_view *view)
{
	const struct tallies *t = view->tallies;
	size_t end;

	fprintf(out, "%.3f s, counted by %s\n", view->span / 1e9, view->how);
	if (!t->count)
		fputs("\nnothing was called, and nobody waited\n", out);
	for (size_t begin = 0; begin < t->count; begin = end) {
		struct htm_target target;

		end = tallies_target(t, begin, &target);
		print_target(out, view, &target, &t->items[begin], &t->items[end]);
	}
	if (view->lost)
		fprintf(out, "\nNOT COUNTED: %" PRIu64 " events\n", view->lost);
}
