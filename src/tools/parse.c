// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse.h"

#define DURATION_MAX_S	(366 * 86400)

/**
 * parse_number() - a decimal number
 * @text: the number, without sign or blanks before it; moves behind it
 * @value: where to put it
 *
 * Return: 0, -EINVAL if it is none, -ERANGE if 64 bits do not hold it.
 */
int parse_number(const char **text, uint64_t *value)
{
	char *end;

	/* strtoull() takes signs and blanks; these numbers have none. */
	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	errno = 0;
	*value = strtoull(*text, &end, 10);
	*text = end;
	return errno ? -ERANGE : 0;
}

/**
 * parse_size() - a size as perf record -m has it
 * @text: a number with B, K, M or G, or without: pages
 * @bytes: where to put it
 *
 * Return: 0, -EINVAL if it is none or zero, -ERANGE if it is too large.
 */
int parse_size(const char *text, uint64_t *bytes)
{
	uint64_t number, unit = sysconf(_SC_PAGESIZE);
	static const char suffixes[] = "BKMG";
	const char *suffix;
	int err;

	err = parse_number(&text, &number);
	if (err)
		return err;
	if (*text) {
		suffix = strchr(suffixes, *text);
		if (!suffix || text[1])
			return -EINVAL;
		unit = 1ULL << 10 * (suffix - suffixes);
	}
	if (!number)
		return -EINVAL;
	return __builtin_mul_overflow(number, unit, bytes) ? -ERANGE : 0;
}

/**
 * parse_duration() - a time in seconds
 * @text: a decimal number; there may be a point, and up to three digits behind it
 * @ms: where to put it, in milliseconds
 *
 * Return: 0, -EINVAL if it is none or zero, -ERANGE if it is more than a year.
 */
int parse_duration(const char *text, long *ms)
{
	uint64_t seconds, fraction = 0;
	int err = parse_number(&text, &seconds);

	if (err)
		return err;
	if (*text == '.') {
		text++;
		for (int digit = 100; digit && isdigit((unsigned char)*text); digit /= 10)
			fraction += digit * (*text++ - '0');
	}
	if (seconds > DURATION_MAX_S)
		return -ERANGE;
	*ms = seconds * 1000 + fraction;
	return *text || !*ms ? -EINVAL : 0;
}

/**
 * parse_index() - the number of a CPU, a partition and the like
 * @text: a decimal number
 * @max: the highest there can be
 * @index: where to put it
 *
 * Return: 0, or -EINVAL if it is none, or higher.
 */
int parse_index(const char *text, uint32_t max, uint32_t *index)
{
	uint64_t number;

	if (parse_number(&text, &number) || *text || number > max)
		return -EINVAL;
	*index = number;
	return 0;
}

/**
 * parse_cpu_list() - a list of CPUs as sysfs has it
 * @text: as in "0-3,8,10-11"; may end in a newline
 * @cpus: where to put their numbers
 * @room: how many fit; what is more is left out
 * @count: how many they are
 *
 * Return: 0, or -EINVAL if it is no such list.
 */
int parse_cpu_list(const char *text, unsigned int *cpus, size_t room, size_t *count)
{
	*count = 0;
	do {
		uint64_t first, last;

		if (parse_number(&text, &first))
			return -EINVAL;
		last = first;
		if (*text == '-') {
			text++;
			if (parse_number(&text, &last))
				return -EINVAL;
		}
		if (last < first || last > INT_MAX)
			return -EINVAL;
		for (; first <= last && *count < room; first++)
			cpus[(*count)++] = first;
	} while (*text++ == ',');
	return text[-1] && text[-1] != '\n' ? -EINVAL : 0;
}

static unsigned int digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

/**
 * parse_address() - a hexadecimal number
 * @text: the number, with or without 0x; moves behind it
 * @address: where to put it
 *
 * Return: 0, -EINVAL if it is none, -ERANGE if 64 bits do not hold it.
 */
int parse_address(const char **text, uint64_t *address)
{
	const char *s = *text;
	uint64_t value = 0;

	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		s += 2;
	if (!isxdigit((unsigned char)*s))
		return -EINVAL;
	for (; isxdigit((unsigned char)*s); s++) {
		if (value >> 60)
			return -ERANGE;
		value = value << 4 | digit(*s);
	}
	*address = value;
	*text = s;
	return 0;
}

/**
 * parse_range() - an address, or a range of them
 * @text: FROM, FROM-TO (as /proc/iomem has it: TO belongs to it) or FROM+SIZE, all hexadecimal
 * @first: where to put its first address
 * @last: where to put its last address
 *
 * Return: 0, -EINVAL if it is none or has no address in it, -ERANGE if 64 bits
 * do not hold it.
 */
int parse_range(const char *text, uint64_t *first, uint64_t *last)
{
	uint64_t size;
	int err;

	err = parse_address(&text, first);
	if (err)
		return err;
	*last = *first;
	if (*text == '-') {
		text++;
		err = parse_address(&text, last);
	} else if (*text == '+') {
		text++;
		err = parse_address(&text, &size);
		if (!err && !size)
			return -EINVAL;
		if (!err && __builtin_add_overflow(*first, size - 1, last))
			return -ERANGE;
	}
	if (err)
		return err;
	return *text || *last < *first ? -EINVAL : 0;
}
