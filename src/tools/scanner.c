// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "scanner.h"

static const char prefix[] = "addr:0x";

#define PREFIX_SIZE	(sizeof(prefix) - 1)

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static void take_digit(struct scanner *s, int value)
{
	if (!s->digits) {
		s->digits = true;
		s->too_large = false;
		s->address = 0;
	}
	s->too_large |= s->address >> 60 != 0;
	s->address = s->address << 4 | value;
}

/* Up to the end of the prefix: how much of @text is behind it, or all. */
static size_t skip_to_digits(struct scanner *s, const char *text, size_t size)
{
	const char *at = text, *end = text + size;

	while (at < end && s->matched < PREFIX_SIZE) {
		if (!s->matched) {
			at = memchr(at, prefix[0], end - at);
			if (!at)
				return size;
		}
		/* Its first letter comes once in it, so no other match is under way. */
		if (*at != prefix[s->matched])
			s->matched = 0;
		if (*at == prefix[s->matched])
			s->matched++;
		at++;
	}
	return at - text;
}

/**
 * scanner_next() - search for the end of the next address
 * @s: the scanner; an address may have begun in what it was given before
 * @text: the bytes of the stream that follow
 * @size: how many
 * @used: how many of them were looked at: up to the end of the address, or all
 *
 * An address ends with its last digit, so it is told once the byte behind that is
 * there; where none comes, by scanner_end().
 *
 * Return: whether an address ends behind @used bytes of @text.
 */
bool scanner_next(struct scanner *s, const char *text, size_t size, size_t *used)
{
	size_t at = 0;

	while (at < size) {
		int value;

		if (s->matched < PREFIX_SIZE) {
			at += skip_to_digits(s, text + at, size - at);
			continue;
		}
		value = digit_value(text[at]);
		if (value < 0) {
			*used = at;
			if (scanner_end(s))
				return true;
			continue;
		}
		take_digit(s, value);
		at++;
	}
	*used = at;
	return false;
}

/**
 * scanner_end() - the stream has ended
 * @s: the scanner; it can be used for another stream then
 *
 * Return: whether an address ends with it.
 */
bool scanner_end(struct scanner *s)
{
	bool found = s->digits;

	s->matched = 0;
	s->digits = false;
	return found;
}
