// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"
#include "translation.h"

/* Longer than any line that is meant */
#define LINE_SIZE	512

/* The last addresses that one look takes in: those of a cache line */
#define FANOUT		8

static const char blanks[] = " \t\r\n";

__attribute__((format(printf, 3, 4)))
static int say(struct translation *t, int result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(t->error, sizeof(t->error), format, args);
	va_end(args);
	return result;
}

static bool field_ends(const char **text)
{
	size_t n = strspn(*text, blanks);
	bool ends = n || !**text;

	*text += n;
	return ends;
}

static bool address_field(const char **text, uint64_t *address)
{
	return !parse_address(text, address) && field_ends(text);
}

static bool logical_field(const char **text, uint64_t *logical)
{
	if (**text != '-')
		return address_field(text, logical);
	*logical = SYSMEM_NO_LOGICAL;
	(*text)++;
	return field_ends(text);
}

static bool number_field(const char **text, uint64_t max, uint64_t *number)
{
	return !parse_number(text, number) && *number <= max && field_ends(text);
}

static bool parse_entry(const char *text, struct sysmem_entry *entry)
{
	uint64_t lpar, tier, type;

	if (!address_field(&text, &entry->physical) || !logical_field(&text, &entry->logical) ||
	    !address_field(&text, &entry->size) || !number_field(&text, UINT32_MAX, &lpar) ||
	    !number_field(&text, UINT8_MAX, &tier) || !number_field(&text, UINT8_MAX, &type))
		return false;
	entry->lpar = lpar;
	entry->tier = tier;
	entry->type = type;
	return !*text;
}

static bool goes_past_the_end(const struct sysmem_entry *entry)
{
	uint64_t more = entry->size - !!entry->size, last;

	return __builtin_add_overflow(entry->physical, more, &last) ||
	       (entry->logical != SYSMEM_NO_LOGICAL &&
		__builtin_add_overflow(entry->logical, more, &last));
}

/* What is known of the file when one of its lines has been read */
struct progress {
	uint64_t line;
	uint64_t entries;	/* since its beginning, or the last "# end:" */
	bool ended;		/* it may end here */
	bool partial;		/* an end says that something may be missing */
};

static int take_entry(struct translation *t, struct progress *p, const char *text)
{
	struct sysmem_entry entry, *place;

	if (!parse_entry(text, &entry))
		return say(t, -EINVAL, "line %" PRIu64
			   ": not the six fields that htm report writes", p->line);
	if (goes_past_the_end(&entry))
		return say(t, -EINVAL, "line %" PRIu64 ": a range that goes past 64 bits",
			   p->line);
	place = vector_push(&t->entries);
	if (!place)
		return say(t, -ENOMEM, "out of memory");
	*place = entry;
	p->entries++;
	p->ended = false;
	return 0;
}

/* Files that were put together have several ends. */
static int take_comment(struct translation *t, struct progress *p, const char *text)
{
	static const char end[] = "# end: ", entries[] = " entries";
	uint64_t number;

	if (strncmp(text, end, sizeof(end) - 1))
		return 0;
	text += sizeof(end) - 1;
	if (parse_number(&text, &number) || strncmp(text, entries, sizeof(entries) - 1))
		return say(t, -EINVAL, "line %" PRIu64 ": not '# end: N entries'", p->line);
	text += sizeof(entries) - 1;
	if (number != p->entries)
		p->partial = say(t, 1, "line %" PRIu64 ": the end of %" PRIu64
				 " entries, but behind %" PRIu64, p->line, number, p->entries);
	else if (text[strspn(text, blanks)])
		p->partial = say(t, 1, "the memory configuration may not be complete");
	p->entries = 0;
	p->ended = true;
	return 0;
}

static int take_line(struct translation *t, struct progress *p, const char *line)
{
	line += strspn(line, blanks);
	if (!*line)
		return 0;
	return *line == '#' ? take_comment(t, p, line) : take_entry(t, p, line);
}

/* May that be the beginning of a line? Files of other kinds have no end of line, either. */
static bool begins_line(const char *text)
{
	return *text == '#' || isxdigit((unsigned char)*text) || (*text && strchr(blanks, *text));
}

/**
 * translation_read() - read a file, behind those that were read before
 * @t: where to put what it says
 * @in: the file
 *
 * Return: 0; 1 if it is known that something may be missing, or the file was
 * cut short; -EINVAL if it is no translation file, -ENOMEM, or the negative
 * errno of reading. Unless 0, @t->error says more, and after an error nothing
 * of the file is in @t.
 */
int translation_read(struct translation *t, FILE *in)
{
	size_t before = t->entries.count;
	struct progress p = {};
	char line[LINE_SIZE];
	bool cut = false;
	int err = 0;

	errno = 0;
	while (!err && !cut && fgets(line, sizeof(line), in)) {
		p.line++;
		if (strchr(line, '\n'))
			err = take_line(t, &p, line);
		else if (feof(in) && begins_line(line))
			cut = true;
		else
			err = say(t, -EINVAL, "line %" PRIu64 ": this is no translation file",
				  p.line);
	}
	if (!err && ferror(in))
		err = say(t, errno ? -errno : -EIO, "%s", strerror(errno ? errno : EIO));
	if (err) {
		t->entries.count = before;
		return err;
	}
	if (cut || !p.ended)
		return say(t, 1, "cut short behind %" PRIu64 " entries: no '# end:' line",
			   p.entries);
	return p.partial;
}

/**
 * translation_free() - forget what files said
 * @t: what they said
 */
void translation_free(struct translation *t)
{
	free(t->entries.items);
	*t = (struct translation){};
}

static size_t take_ranges(struct translation_range *ranges, const struct translation *t,
			  enum translation_from from, const uint32_t *lpar)
{
	size_t count = 0;

	for (size_t i = 0; i < t->entries.count; i++) {
		const struct sysmem_entry *entry = &t->entries.items[i];
		bool has_logical = entry->logical != SYSMEM_NO_LOGICAL;
		struct translation_range *r = &ranges[count];

		if (!entry->size || (lpar && entry->lpar != *lpar) ||
		    (from == TRANSLATION_LOGICAL && !has_logical))
			continue;
		r->first = from == TRANSLATION_PHYSICAL ? entry->physical : entry->logical;
		r->last = r->first + entry->size - 1;
		r->other = from == TRANSLATION_PHYSICAL ? entry->logical : entry->physical;
		r->lpar = entry->lpar;
		r->has_other = from == TRANSLATION_LOGICAL || has_logical;
		count++;
	}
	return count;
}

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* From an address to the like of it; among those of one partition, the same means one mapping. */
static uint64_t distance(const struct translation_range *r)
{
	return r->has_other ? r->other - r->first : 0;
}

static int by_mapping(const void *one, const void *another)
{
	const struct translation_range *a = one, *b = another;

	return compare(a->lpar, b->lpar) ?: compare(a->has_other, b->has_other) ?:
	       compare(distance(a), distance(b)) ?: compare(a->first, b->first);
}

static int by_address(const void *one, const void *another)
{
	const struct translation_range *a = one, *b = another;

	return compare(a->first, b->first) ?: compare(a->last, b->last) ?: by_mapping(a, b);
}

/* @b does not begin before @a */
static bool goes_on(const struct translation_range *a, const struct translation_range *b)
{
	return a->lpar == b->lpar && a->has_other == b->has_other && distance(a) == distance(b) &&
	       (b->first <= a->last || b->first - a->last == 1) &&
	       (!a->has_other || b->other >= a->other);
}

/*
 * Files of several targets say the same, and memory that is in one piece is
 * told of in many: what gives the same answers is one range. Else it would look
 * like overlaps.
 */
static size_t merge(struct translation_range *ranges, size_t count)
{
	size_t merged = 0;

	qsort(ranges, count, sizeof(*ranges), by_mapping);
	for (size_t i = 1; i < count; i++) {
		struct translation_range *r = &ranges[merged];

		if (!goes_on(r, &ranges[i]))
			ranges[++merged] = ranges[i];
		else if (r->last < ranges[i].last)
			r->last = ranges[i].last;
	}
	return count ? merged + 1 : 0;
}

/* A level of the tree, of @count; zeros behind it, for seek() may look past the end of it */
static uint64_t *make_level(size_t count)
{
	size_t size = (count / FANOUT + 2) * FANOUT * sizeof(uint64_t);
	uint64_t *level = aligned_alloc(FANOUT * sizeof(uint64_t), size);

	if (level)
		memset(level, 0, size);
	return level;
}

static int make_tree(struct translation_index *index)
{
	size_t count = index->count;
	uint64_t *level = make_level(count), *below;

	for (size_t i = 0; level && i < count; i++)
		level[i] = index->ranges[i].last;
	while (level) {
		index->reach[index->levels++] = level;
		if (count <= FANOUT)
			return 0;
		below = level;
		level = make_level((count + FANOUT - 1) / FANOUT);
		for (size_t i = 0; level && i < count; i++) {
			if (level[i / FANOUT] < below[i])
				level[i / FANOUT] = below[i];
		}
		count = (count + FANOUT - 1) / FANOUT;
	}
	return -ENOMEM;
}

/**
 * translation_index_make() - prepare to look up addresses
 * @index: the index; @t is not needed any more when it is made
 * @t: what the files say
 * @from: the addresses that will be looked up
 * @lpar: look in the memory of this partition only, or NULL. Logical
 *	addresses are a partition's own: without it they have many answers.
 *
 * Return: 0 or -ENOMEM.
 */
int translation_index_make(struct translation_index *index, const struct translation *t,
			   enum translation_from from, const uint32_t *lpar)
{
	*index = (struct translation_index){};
	index->ranges = calloc(t->entries.count + 1, sizeof(*index->ranges));
	if (!index->ranges)
		return -ENOMEM;
	index->count = take_ranges(index->ranges, t, from, lpar);
	index->count = merge(index->ranges, index->count);
	qsort(index->ranges, index->count, sizeof(*index->ranges), by_address);
	if (make_tree(index)) {
		translation_index_free(index);
		return -ENOMEM;
	}
	return 0;
}

/**
 * translation_index_free() - free an index
 * @index: the index
 */
void translation_index_free(struct translation_index *index)
{
	for (unsigned int i = 0; i < index->levels; i++)
		free(index->reach[i]);
	free(index->ranges);
	*index = (struct translation_index){};
}

/* Moves *@at, within its eight, to the next that is not below @address */
static bool find(const uint64_t *level, size_t *at, uint64_t address)
{
	size_t end = *at - *at % FANOUT + FANOUT;

	for (size_t i = *at; i < end; i++) {
		if (level[i] >= address) {
			*at = i;
			return true;
		}
	}
	return false;
}

/*
 * The first range, from number @from on, that reaches to @address; index->count when there is
 * none. In log(n), however much the ranges overlap. The zeros behind a level are never what is
 * found: where @address is 0, the range that it begins with is.
 */
static size_t seek(const struct translation_index *index, size_t from, uint64_t address)
{
	unsigned int level = from ? 0 : index->levels - 1;
	size_t at = from;

	if (from >= index->count)
		return index->count;
	while (!find(index->reach[level], &at, address)) {
		if (++level == index->levels)
			return index->count;
		at = at / FANOUT + 1;
	}
	while (level--) {
		at *= FANOUT;
		find(index->reach[level], &at, address);
	}
	return at;
}

/**
 * translation_walk_begin() - ask for what addresses are
 * @w: what translation_walk_next() then goes on with
 * @index: where they are looked up
 * @first: the first address
 * @last: the last one; @first for a single one
 */
void translation_walk_begin(struct translation_walk *w, const struct translation_index *index,
			    uint64_t first, uint64_t last)
{
	*w = (struct translation_walk){ .index = index, .first = first, .last = last,
					.at = first, .next = seek(index, 0, first) };
}

/* The next range that has some of the addresses, or NULL */
static const struct translation_range *upcoming(const struct translation_walk *w)
{
	const struct translation_range *r = &w->index->ranges[w->next];

	return w->next < w->index->count && r->first <= w->last ? r : NULL;
}

static void take_hole(struct translation_walk *w, const struct translation_range *before,
		      struct translation_piece *piece)
{
	*piece = (struct translation_piece){ .hole = true, .range.first = w->at };
	piece->range.last = before ? before->first - 1 : w->last;
	if (before)
		w->at = before->first;
	else
		w->covered = true;
}

static void take_piece(struct translation_walk *w, const struct translation_range *r,
		       struct translation_piece *piece)
{
	uint64_t skipped = r->first < w->first ? w->first - r->first : 0;

	*piece = (struct translation_piece){ .range = *r };
	piece->range.first += skipped;
	if (r->has_other)
		piece->range.other += skipped;
	if (piece->range.last > w->last)
		piece->range.last = w->last;
	/* Most often what follows is past the end, and there is nothing to seek. */
	w->next++;
	if (upcoming(w))
		w->next = seek(w->index, w->next, w->first);
	r = upcoming(w);
	piece->overlap = w->covered || piece->range.first < w->at ||
			 (r && r->first <= piece->range.last);
	if (piece->range.last == w->last)
		w->covered = true;
	else if (piece->range.last >= w->at)
		w->at = piece->range.last + 1;
}

/**
 * translation_walk_next() - the next piece of what was asked for
 * @w: as translation_walk_begin() or the last call left it
 * @piece: where to put it
 *
 * Pieces come in the order of their first addresses. Together they have each
 * address that was asked for, once, or more often where ranges overlap.
 *
 * Return: whether there was one.
 */
bool translation_walk_next(struct translation_walk *w, struct translation_piece *piece)
{
	const struct translation_range *r = upcoming(w);

	if (!w->covered && (!r || r->first > w->at))
		take_hole(w, r, piece);
	else if (r)
		take_piece(w, r, piece);
	else
		return false;
	return true;
}
