// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "scan.h"

struct answer {
	uint64_t other;
	uint32_t lpar;
	bool has_other;
};

typedef VECTOR(struct answer) answers;
typedef VECTOR(struct translation_piece) pieces;

static bool has(const answers *a, const struct answer *want)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct answer *one = &a->items[i];

		if (one->lpar == want->lpar && one->has_other == want->has_other &&
		    (!one->has_other || one->other == want->other))
			return true;
	}
	return false;
}

/* In the order of the file, each answer once */
static void scan_entries(const struct scan *s, uint64_t address, answers *found)
{
	for (size_t i = 0; i < s->t->entries.count; i++) {
		const struct sysmem_entry *e = &s->t->entries.items[i];
		bool physical = s->from == TRANSLATION_PHYSICAL;
		uint64_t first = physical ? e->physical : e->logical;
		uint64_t other = physical ? e->logical : e->physical;
		struct answer answer = { other + address - first, e->lpar, true };

		if (physical)
			answer.has_other = e->logical != SYSMEM_NO_LOGICAL;
		else if (e->logical == SYSMEM_NO_LOGICAL)
			continue;
		if ((s->lpar && e->lpar != *s->lpar) || address < first ||
		    address - first >= e->size || has(found, &answer))
			continue;
		*vector_push(found) = answer;
	}
}

static const char *compare_probe(const struct scan *s, const pieces *p, uint64_t probe,
				 answers *want)
{
	const char *wrong = NULL;
	size_t got = 0;
	bool hole = false;

	want->count = 0;
	scan_entries(s, probe, want);
	for (size_t i = 0; i < p->count && !wrong; i++) {
		const struct translation_piece *piece = &p->items[i];
		const struct translation_range *r = &piece->range;
		struct answer answer = { r->other + probe - r->first, r->lpar, r->has_other };

		if (probe < r->first || probe > r->last)
			continue;
		if (piece->hole)
			hole = true;
		else if (!has(want, &answer))
			wrong = "an answer that no entry has";
		else if (want->count > 1 && !piece->overlap)
			wrong = "one of several answers that does not say so";
		got += !piece->hole;
	}
	if (!wrong && got != want->count)
		wrong = got < want->count ? "too few answers" : "too many answers";
	if (!wrong && hole != !want->count)
		wrong = hole ? "a hole where there is an entry" : "no hole where there is no entry";
	return wrong;
}

static bool meets_another(const pieces *p, size_t one)
{
	for (size_t i = 0; i < p->count; i++) {
		if (i != one && p->items[i].range.first <= p->items[one].range.last &&
		    p->items[i].range.last >= p->items[one].range.first)
			return true;
	}
	return false;
}

static const char *check_order(const pieces *p, uint64_t first, uint64_t last)
{
	uint64_t highest = first;

	if (!p->count || p->items[0].range.first != first)
		return "the first address is missing";
	for (size_t i = 0; i < p->count; i++) {
		const struct translation_range *r = &p->items[i].range;

		if (r->first > r->last || r->first < first || r->last > last)
			return "a piece that was not asked for";
		if (i && r->first < p->items[i - 1].range.first)
			return "pieces that are not sorted";
		if (i && r->first > highest && r->first - highest > 1)
			return "addresses left out";
		if (p->items[i].overlap != meets_another(p, i))
			return "an overlap that is none, or not told";
		if (r->last > highest)
			highest = r->last;
	}
	return highest == last ? NULL : "the last address is missing";
}

/*
 * Walks from @first to @last, and compares at each of the @count @probes that are in there.
 * Gives what is wrong, or NULL.
 */
const char *scan_compare(const struct scan *s, uint64_t first, uint64_t last,
			 const uint64_t *probes, size_t count)
{
	struct translation_walk walk;
	struct translation_piece piece;
	answers want = {};
	pieces p = {};
	const char *wrong;

	translation_walk_begin(&walk, s->index, first, last);
	while (translation_walk_next(&walk, &piece))
		*vector_push(&p) = piece;
	wrong = check_order(&p, first, last);
	for (size_t i = 0; i < count && !wrong; i++) {
		if (probes[i] >= first && probes[i] <= last)
			wrong = compare_probe(s, &p, probes[i], &want);
	}
	free(want.items);
	free(p.items);
	return wrong;
}
