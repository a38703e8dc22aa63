// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>

#include "annotate.h"

/**
 * annotate_begin() - begin with a text
 * @a: the text
 * @map: the memory of the machine, by physical addresses
 * @lpar: the partition whose logical addresses are wanted
 * @out: where the text goes
 */
void annotate_begin(struct annotate *a, const struct translation_index *map, uint32_t lpar,
		    FILE *out)
{
	*a = (struct annotate) { .map = map, .lpar = lpar, .out = out };
}

/* What memory the address is in that is not the partition's own */
static void print_other(struct annotate *a, const struct translation_piece *piece)
{
	switch (translation_owner(piece, a->lpar)) {
	case TRANSLATION_UNKNOWN:
		a->counts.unknown++;
		fputs(" logical:?", a->out);
		break;
	case TRANSLATION_BARE:
		a->counts.bare++;
		fputs(" logical:-", a->out);
		break;
	default:
		a->counts.foreign++;
		fprintf(a->out, " logical:lpar%" PRIu32, piece->range.lpar);
	}
}

/* Ranges that overlap give several answers: all that are the partition's own, or the first. */
static void print_logical(struct annotate *a, uint64_t address)
{
	struct translation_piece first = { .hole = true }, piece;
	struct translation_walk walk;
	bool own = false;

	translation_walk_begin(&walk, a->map, address, address);
	for (bool begin = true; translation_walk_next(&walk, &piece); begin = false) {
		if (begin)
			first = piece;
		if (translation_owner(&piece, a->lpar) != TRANSLATION_OWN)
			continue;
		fprintf(a->out, " logical:0x%016" PRIx64, piece.range.other);
		own = true;
	}
	a->counts.own += own;
	if (!own)
		print_other(a, &first);
}

static void print_address(struct annotate *a)
{
	static const struct translation_piece nowhere = { .hole = true };

	if (a->scanner.too_large)
		print_other(a, &nowhere);
	else
		print_logical(a, a->scanner.address);
}

static int result(const struct annotate *a)
{
	return !ferror(a->out) ? 0 : errno ? -errno : -EIO;
}

/**
 * annotate_text() - the next piece of the text, cut anywhere
 * @a: the text
 * @text: the piece
 * @size: bytes of it
 *
 * Return: 0, or the negative errno of writing.
 */
int annotate_text(struct annotate *a, const char *text, size_t size)
{
	bool found;

	do {
		size_t used;
		int err;

		found = scanner_next(&a->scanner, text, size, &used);
		errno = 0;
		fwrite(text, 1, used, a->out);
		if (found)
			print_address(a);
		err = result(a);
		if (err)
			return err;
		text += used;
		size -= used;
	} while (found);
	return 0;
}

/**
 * annotate_end() - the text has ended
 * @a: the text
 *
 * Return: 0, or the negative errno of writing what is left.
 */
int annotate_end(struct annotate *a)
{
	errno = 0;
	if (scanner_end(&a->scanner))
		print_address(a);
	fflush(a->out);
	return result(a);
}
