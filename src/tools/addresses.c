// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"

static const char before_answer[] = " logical:";

#define BEFORE_SIZE	(sizeof(before_answer) - 1)

/**
 * addresses_begin() - begin with a text
 * @a: the text
 * @map: the memory of the machine, by physical addresses, or NULL if the text is of htm
 *	decode, with logical addresses in it
 * @lpar: the partition whose logical addresses are wanted; no matter without @map
 * @take: gets each logical address of the partition; not 0 ends it, and is passed on
 * @context: for @take
 */
void addresses_begin(struct addresses *a, const struct translation_index *map, uint32_t lpar,
		     int (*take)(void *context, uint64_t logical), void *context)
{
	*a = (struct addresses) { .map = map, .lpar = lpar, .take = take, .context = context };
}

static int take(struct addresses *a, enum translation_owner owner, uint64_t logical)
{
	a->count[owner]++;
	return owner == TRANSLATION_OWN ? a->take(a->context, logical) : 0;
}

/* Ranges that overlap give several answers: the first that is the partition's own, or the first. */
static int look_up(struct addresses *a)
{
	struct translation_piece piece = { .hole = true }, first;
	struct translation_walk walk;

	if (a->scanner.too_large)
		return take(a, TRANSLATION_UNKNOWN, 0);
	translation_walk_begin(&walk, a->map, a->scanner.address, a->scanner.address);
	translation_walk_next(&walk, &piece);
	first = piece;
	do {
		if (translation_owner(&piece, a->lpar) == TRANSLATION_OWN)
			return take(a, TRANSLATION_OWN, piece.range.other);
	} while (translation_walk_next(&walk, &piece));
	return take(a, translation_owner(&first, a->lpar), 0);
}

/* Whether @c goes on with the answer: 0x and 16 digits, lparN, - or ? */
static bool continues(const struct addresses *a, char c)
{
	static const char lpar[] = "lpar";

	if (!a->length)
		return c && strchr("0l-?", c);
	switch (a->answer[0]) {
	case '0':
		return a->length == 1 ? c == 'x' :
		       a->length < ADDRESSES_ANSWER && isxdigit((unsigned char)c);
	case 'l':
		return a->length < sizeof(lpar) - 1 ? c == lpar[a->length] :
		       a->length < ADDRESSES_ANSWER && isdigit((unsigned char)c);
	default:
		return false;
	}
}

static bool is_whole(const struct addresses *a)
{
	switch (a->answer[0]) {
	case '0':
		return a->length == ADDRESSES_ANSWER;
	case 'l':
		return a->length > strlen("lpar");
	default:
		return a->length;
	}
}

/* The answer has ended, or there is none. */
static int take_answer(struct addresses *a)
{
	bool whole = is_whole(a);

	a->expecting = false;
	a->answer[a->length] = '\0';
	a->matched = 0;
	a->length = 0;
	if (!whole) {
		a->unanswered++;
		return 0;
	}
	switch (a->answer[0]) {
	case '0':
		return take(a, TRANSLATION_OWN, strtoull(a->answer, NULL, 16));
	case 'l':
		return take(a, TRANSLATION_FOREIGN, 0);
	case '-':
		return take(a, TRANSLATION_BARE, 0);
	default:
		return take(a, TRANSLATION_UNKNOWN, 0);
	}
}

/* What an address is followed by. Gives how much of it was used. */
static size_t read_answer(struct addresses *a, const char *text, size_t size, bool *ended)
{
	size_t at = 0;

	*ended = false;
	while (at < size) {
		if (a->matched < BEFORE_SIZE) {
			if (text[at] != before_answer[a->matched])
				break;
			a->matched++;
		} else {
			if (!continues(a, text[at]))
				break;
			a->answer[a->length++] = text[at];
		}
		at++;
	}
	*ended = at < size;
	return at;
}

static int found(struct addresses *a)
{
	if (a->map)
		return look_up(a);
	a->expecting = true;
	a->answer[0] = '\0';
	return 0;
}

/**
 * addresses_text() - the next piece of the text, cut anywhere
 * @a: the text
 * @text: the piece
 * @size: bytes of it
 *
 * Return: 0, or what took an address has returned.
 */
int addresses_text(struct addresses *a, const char *text, size_t size)
{
	int err = 0;

	while (size && !err) {
		size_t used;
		bool ended;

		if (a->expecting) {
			used = read_answer(a, text, size, &ended);
			if (ended)
				err = take_answer(a);
		} else if (scanner_next(&a->scanner, text, size, &used)) {
			err = found(a);
		}
		text += used;
		size -= used;
	}
	return err;
}

/**
 * addresses_end() - the text has ended
 * @a: the text
 * @cut: whether it ends in an answer, and so before its end
 *
 * Return: 0, or what took an address has returned.
 */
int addresses_end(struct addresses *a, bool *cut)
{
	int err = 0;

	*cut = false;
	if (scanner_end(&a->scanner))
		err = found(a);
	if (err || !a->expecting)
		return err;
	if (is_whole(a))
		return take_answer(a);
	*cut = true;
	a->expecting = false;
	return 0;
}
