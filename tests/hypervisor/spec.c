// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "htm.h"
#include "spec.h"

/* The driver's config has eight bits for each index, and so has the data */
#define INDEX_MAX	255

static bool take_index(const char **text, char letter, uint16_t *index)
{
	unsigned long number;
	char *end;

	if (**text != letter || !isdigit((unsigned char)(*text)[1]))
		return false;
	number = strtoul(*text + 1, &end, 10);
	if (number > INDEX_MAX)
		return false;
	*index = number;
	*text = end;
	return true;
}

static bool take_dot(const char **text)
{
	return *(*text)++ == '.';
}

/**
 * spec_parse - read a target as people write it
 * @text: like n0.p2.c0.t1, all of it
 * @spec: where it goes
 *
 * Return: false if it is no target: an index above 255, a type not 1, 2 or 3.
 */
bool spec_parse(const char *text, struct spec *spec)
{
	return take_index(&text, 'n', &spec->node) && take_dot(&text) &&
	       take_index(&text, 'p', &spec->chip) && take_dot(&text) &&
	       take_index(&text, 'c', &spec->core) && take_dot(&text) &&
	       take_index(&text, 't', &spec->type) && !*text &&
	       spec->type >= HTM_TYPE_NEST && spec->type <= HTM_TYPE_LLAT;
}

/**
 * spec_format - write a target as people write it
 * @spec: any, also one that does not exist
 * @room: where it goes
 *
 * Return: @room.
 */
const char *spec_format(const struct spec *spec, char room[SPEC_MAX_LEN])
{
	snprintf(room, SPEC_MAX_LEN, "n%u.p%u.c%u.t%u",
		 spec->node, spec->chip, spec->core, spec->type);
	return room;
}

/**
 * spec_same_place - are two targets at the same core, whatever their types?
 * @a: one
 * @b: the other
 */
bool spec_same_place(const struct spec *a, const struct spec *b)
{
	return a->node == b->node && a->chip == b->chip && a->core == b->core;
}

/**
 * spec_same - are two targets the same?
 * @a: one
 * @b: the other
 */
bool spec_same(const struct spec *a, const struct spec *b)
{
	return spec_same_place(a, b) && a->type == b->type;
}
