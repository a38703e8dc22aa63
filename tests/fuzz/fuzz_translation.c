// SPDX-License-Identifier: GPL-2.0
/*
 * Translation files of any bytes: they are refused, or what is looked up in them is what a
 * linear scan finds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "scan.h"

/* Entries whose ends are looked at; a scan takes the square of the time. */
#define LOOKED_AT	16

struct probes {
	uint64_t items[6 * LOOKED_AT + 2];
	size_t count;
};

static void add_ends(struct probes *p, uint64_t first, uint64_t size)
{
	p->items[p->count++] = first - 1;
	p->items[p->count++] = first;
	p->items[p->count++] = first + size;
}

static void compare(const struct translation *t, enum translation_from from, const uint32_t *lpar)
{
	struct probes p = { .items = { 0, UINT64_MAX }, .count = 2 };
	size_t step = t->entries.count / LOOKED_AT + 1;
	struct translation_index index;
	struct scan scan = { t, &index, from, lpar };
	const char *wrong;

	for (size_t i = 0; i < t->entries.count; i += step) {
		const struct sysmem_entry *e = &t->entries.items[i];

		add_ends(&p, e->physical, e->size);
		add_ends(&p, e->logical, e->size);
	}
	if (translation_index_make(&index, t, from, lpar))
		abort();
	wrong = scan_compare(&scan, 0, UINT64_MAX, p.items, p.count);
	for (size_t i = 0; i < p.count && !wrong; i++)
		wrong = scan_compare(&scan, p.items[i], p.items[i], p.items, p.count);
	translation_index_free(&index);
	if (wrong) {
		fprintf(stderr, "%s\n", wrong);
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct translation t = {};
	FILE *in = size ? fmemopen((void *)data, size, "r") : NULL;
	int result;

	if (!in)
		return 0;
	result = translation_read(&t, in);
	fclose(in);
	/* What is not right is explained, and an error leaves nothing. */
	if (!result != !t.error[0] || (result < 0 && t.entries.count))
		abort();
	if (result >= 0) {
		const uint32_t *lpar = t.entries.count ? &t.entries.items[0].lpar : NULL;

		compare(&t, TRANSLATION_PHYSICAL, NULL);
		compare(&t, TRANSLATION_LOGICAL, lpar);
	}
	translation_free(&t);
	return 0;
}
