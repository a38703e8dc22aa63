// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse.h"

/* strtoull() takes signs and blanks; these numbers have none. */
static int parse_number(const char **text, uint64_t *value)
{
	char *end;

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
 * parse_cpu() - the number of a CPU
 * @text: the number
 * @cpu: where to put it
 *
 * Return: 0, or -EINVAL if it is none.
 */
int parse_cpu(const char *text, unsigned int *cpu)
{
	uint64_t number;

	if (parse_number(&text, &number) || *text || number > INT_MAX)
		return -EINVAL;
	*cpu = number;
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
