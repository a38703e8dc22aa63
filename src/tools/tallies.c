// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tallies.h"

/**
 * tallies_get() - the row of an operation on a target
 * @t: the table
 * @key: which
 *
 * Return: its numbers, new and zero if there were none; until the next call, or NULL
 * when memory is out.
 */
struct tally *tallies_get(struct tallies *t, const struct tally_key *key)
{
	struct tallies_row *row;

	/* Backwards: of a target that is new the most is to be told. */
	for (size_t i = t->count; i > 0; i--) {
		if (!memcmp(&t->items[i - 1].key, key, sizeof(*key)))
			return &t->items[i - 1].tally;
	}
	row = vector_push(t);
	if (!row)
		return NULL;
	row->key = *key;
	return &row->tally;
}

/* As bytes: node, chip, core and type are in this order, and the operation ends it. */
static int by_key(const void *left, const void *right)
{
	const struct tally_key *a = &((const struct tallies_row *)left)->key;
	const struct tally_key *b = &((const struct tallies_row *)right)->key;
	int target = memcmp(a, b, offsetof(struct tally_key, op));

	/* Waits, which have number 0, come last. */
	return target ?: (a->op - 1 > b->op - 1) - (a->op - 1 < b->op - 1);
}

/**
 * tallies_sort() - put the rows in their order
 * @t: the table
 */
void tallies_sort(struct tallies *t)
{
	if (t->count)
		qsort(t->items, t->count, sizeof(*t->items), by_key);
}

static void subtract(struct tally *t, const struct tally *before)
{
	t->calls -= before->calls;
	t->busy -= before->busy;
	t->failed -= before->failed;
	t->bytes -= before->bytes;
	t->ns -= before->ns;
	for (int i = 0; i < TALLY_SLOTS; i++)
		t->slots[i] -= before->slots[i];
}

static const struct tallies_row *find(const struct tallies *t, const struct tallies_row *row)
{
	return t->count ? bsearch(row, t->items, t->count, sizeof(*t->items), by_key) : NULL;
}

/**
 * tallies_since() - what is new in a table
 * @now: the table, sorted
 * @before: what it was before, sorted
 * @change: where to put the rows of @now in which something was counted meanwhile
 *
 * Return: 0 or -ENOMEM.
 */
int tallies_since(struct tallies *now, const struct tallies *before, struct tallies *change)
{
	change->count = 0;
	for (size_t i = 0; i < now->count; i++) {
		const struct tallies_row *old = find(before, &now->items[i]);
		struct tallies_row *row;

		if (old && !memcmp(&old->tally, &now->items[i].tally, sizeof(old->tally)))
			continue;
		row = vector_push(change);
		if (!row)
			return -ENOMEM;
		*row = now->items[i];
		if (old)
			subtract(&row->tally, &old->tally);
	}
	return 0;
}

/**
 * tallies_target() - the rows of one target
 * @t: the table, sorted
 * @begin: its first row
 * @target: where to put which target it is
 *
 * Return: the row behind its last one.
 */
size_t tallies_target(const struct tallies *t, size_t begin, struct htm_target *target)
{
	const struct tally_key *first = &t->items[begin].key;
	size_t end = begin;

	*target = (struct htm_target) {
		.node = first->node, .chip = first->chip, .core = first->core, .type = first->type,
	};
	while (end < t->count &&
	       !memcmp(&t->items[end].key, first, offsetof(struct tally_key, op)))
		end++;
	return end;
}

/**
 * tallies_free() - let go of a table
 * @t: the table; empty when this returns
 */
void tallies_free(struct tallies *t)
{
	free(t->items);
	*t = (struct tallies) {};
}

/**
 * tallies_operation() - the name of an operation of H_HTM
 * @op: its number
 *
 * Return: the name, or NULL of one that the driver does not have.
 */
const char *tallies_operation(uint32_t op)
{
	static const char * const names[] = {
		[TALLY_WAIT] = "wait for reader",
		[HTM_OP_CAPABILITIES] = "CAPABILITIES",
		[HTM_OP_STATUS] = "STATUS",
		[HTM_OP_CONFIGURE] = "CONFIGURE",
		[HTM_OP_START] = "START",
		[HTM_OP_STOP] = "STOP",
		[HTM_OP_DECONFIGURE] = "DECONFIGURE",
		[HTM_OP_DUMP_DATA] = "DUMP_DATA",
		[HTM_OP_DUMP_SYSMEM_CONF] = "DUMP_SYSMEM_CONF",
		[HTM_OP_DUMP_SYSPROC_CONF] = "DUMP_SYSPROC_CONF",
	};

	return op < sizeof(names) / sizeof(names[0]) ? names[op] : NULL;
}

/**
 * tallies_slot_ns() - where a slot of a histogram begins
 * @slot: which, up to TALLY_SLOTS
 *
 * Return: the least time that is counted there, in ns.
 */
uint64_t tallies_slot_ns(unsigned int slot)
{
	return slot ? 1ULL << slot : 0;
}
