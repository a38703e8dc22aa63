// SPDX-License-Identifier: GPL-2.0
/*
 * lookup DIR: look a million addresses up in 100000 ranges of a translation file, with the
 * index of htm resolve and by going through all ranges, and print the times of each, and
 * their ratio. Leaves the file and the addresses in DIR.
 */
#include <inttypes.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "translation.h"

#define RANGES		100000
#define ADDRESSES	1000000
#define SCANNED		1000	/* of these, for a scan of all takes minutes */
#define ROUNDS		5
#define BLOCK		0x10000000ULL

static uint64_t addresses[ADDRESSES];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static FILE *file(const char *dir, const char *name, const char *mode)
{
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, mode);
	if (!f)
		die(path);
	return f;
}

/* As a machine would have it: blocks of some partitions in turn, so that none is merged */
static void write_map(const char *dir)
{
	FILE *out = file(dir, "map", "w");

	sysmem_print_heading(out);
	for (uint64_t i = 0; i < RANGES; i++) {
		struct sysmem_entry entry = {
			.physical = 0x2000000000 + i * BLOCK, .logical = i / 7 * BLOCK,
			.size = BLOCK, .lpar = i % 7,
		};

		sysmem_print(out, &entry);
	}
	sysmem_print_end(out, RANGES, true);
	if (fclose(out))
		die("map");
}

static void write_addresses(const char *dir)
{
	FILE *out = file(dir, "addresses", "w");

	for (size_t i = 0; i < ADDRESSES; i++) {
		addresses[i] = 0x2000000000 + rand() % RANGES * BLOCK + rand() % BLOCK;
		fprintf(out, "0x%016" PRIx64 "\n", addresses[i]);
	}
	if (fclose(out))
		die("addresses");
}

static uint64_t by_scan(const struct translation *t, uint64_t address)
{
	for (size_t i = 0; i < t->entries.count; i++) {
		const struct sysmem_entry *e = &t->entries.items[i];

		if (address - e->physical < e->size)
			return e->logical + address - e->physical;
	}
	return SYSMEM_NO_LOGICAL;
}

static uint64_t by_index(const struct translation_index *index, uint64_t address)
{
	struct translation_walk walk;
	struct translation_piece piece;
	uint64_t logical = SYSMEM_NO_LOGICAL;

	translation_walk_begin(&walk, index, address, address);
	while (translation_walk_next(&walk, &piece))
		logical = piece.range.other;
	return logical;
}

/* Of this process: others may have the CPU meanwhile. */
static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void compare(const struct translation *t, const struct translation_index *index)
{
	for (size_t i = 0; i < SCANNED; i++) {
		if (by_scan(t, addresses[i]) == by_index(index, addresses[i]))
			continue;
		fprintf(stderr, "0x%" PRIx64 ": not the same answer\n", addresses[i]);
		exit(1);
	}
}

/* In turn, so that what else the machine does meets both */
static void measure(const struct translation *t, const struct translation_index *index)
{
	double scan = 0, look_up = 0;
	volatile uint64_t sum = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double begin = seconds(), middle;

		for (size_t i = 0; i < SCANNED; i++)
			sum += by_scan(t, addresses[i]);
		middle = seconds();
		for (size_t i = 0; i < ADDRESSES; i++)
			sum += by_index(index, addresses[i]);
		scan += (middle - begin) / SCANNED / ROUNDS;
		look_up += (seconds() - middle) / ADDRESSES / ROUNDS;
	}
	printf("One address in %zu ranges, processor time without reading and printing:\n",
	       index->count);
	printf("  linear scan, of %7d addresses %12.1f ns  %9.4f\n", SCANNED, scan * 1e9, 1.0);
	printf("  index,       of %7d addresses %12.1f ns  %9.4f\n", ADDRESSES, look_up * 1e9,
	       look_up / scan);
}

int main(int argc, char **argv)
{
	struct translation t = {};
	struct translation_index index;
	FILE *in;

	if (argc != 2) {
		fprintf(stderr, "Usage: lookup DIR\n");
		return 1;
	}
	write_map(argv[1]);
	write_addresses(argv[1]);
	in = file(argv[1], "map", "r");
	if (translation_read(&t, in) ||
	    translation_index_make(&index, &t, TRANSLATION_PHYSICAL, NULL)) {
		fprintf(stderr, "map: %s\n", t.error);
		return 1;
	}
	fclose(in);
	compare(&t, &index);
	measure(&t, &index);
	translation_index_free(&index);
	translation_free(&t);
	return 0;
}
