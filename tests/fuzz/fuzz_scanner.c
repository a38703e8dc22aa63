// SPDX-License-Identifier: GPL-2.0
/*
 * The scanner of what decoders print, fed in pieces, finds what a search in the whole
 * text finds. The first byte of an input says how the rest is cut.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "scanner.h"

struct found {
	size_t end;
	bool too_large;
	uint64_t address;
};

/* The plain way to do it. @at: where to go on */
static bool search(const char *text, size_t size, size_t *at, struct found *found)
{
	const char *end = text + size, *digits, *behind;
	char number[17] = "";

	do {
		digits = memmem(text + *at, size - *at, "addr:0x", 7);
		if (!digits)
			return false;
		digits += 7;
		for (behind = digits; behind < end && isxdigit((unsigned char)*behind);)
			behind++;
		*at = behind - text;
	} while (behind == digits);
	found->end = *at;
	while (digits < behind && *digits == '0')
		digits++;
	found->too_large = behind - digits > 16;
	if (!found->too_large)
		memcpy(number, digits, behind - digits);
	found->address = strtoull(number, NULL, 16);
	return true;
}

static void fail(const char *what, size_t end, uint64_t address)
{
	fprintf(stderr, "%s: address 0x%llx, ends at byte %zu\n", what,
		(unsigned long long)address, end);
	abort();
}

/* The scanner has found an address; it must be the next. */
static void compare(const char *text, size_t size, size_t *at, const struct scanner *s,
		    size_t end)
{
	struct found want;

	if (!search(text, size, at, &want))
		fail("found what is not there", end, s->address);
	if (want.end != end || want.too_large != s->too_large ||
	    (!s->too_large && want.address != s->address)) {
		fprintf(stderr, "want 0x%llx, which ends at byte %zu\n",
			(unsigned long long)want.address, want.end);
		fail("found another one", end, s->address);
	}
}

/* Of exactly its size in memory, so that reading past its end is seen */
static char *piece(const char *text, size_t size)
{
	char *copy = malloc(size + !size);

	if (!copy)
		abort();
	memcpy(copy, text, size);
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data + 1;
	size_t given = 0, at = 0;
	struct scanner s = {};
	struct found missed;
	unsigned int cut;

	if (!size)
		return 0;
	cut = data[0];
	size--;
	while (given < size) {
		size_t most = size - given, n = data[0] ? 1 + cut % 24 : most, used;
		char *copy;

		n = n < most ? n : most;
		copy = piece(text + given, n);
		for (size_t done = 0; scanner_next(&s, copy + done, n - done, &used); done += used)
			compare(text, size, &at, &s, given + done + used);
		free(copy);
		given += n;
		cut = cut * 1103515245 + 12345;
		cut ^= cut >> 16;
	}
	if (scanner_end(&s))
		compare(text, size, &at, &s, size);
	if (search(text, size, &at, &missed))
		fail("missed", missed.end, missed.address);
	return 0;
}
