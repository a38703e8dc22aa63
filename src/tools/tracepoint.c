// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tracepoint.h"

/**
 * tracepoint_folder() - where tracefs is
 *
 * Return: its path, or NULL where it is not mounted.
 */
const char *tracepoint_folder(void)
{
	static const char * const folders[] = {
		"/sys/kernel/tracing",
		"/sys/kernel/debug/tracing",
	};

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%s/events", folders[i]);
		/* Others than root may not even see what is in there. */
		if (!access(path, F_OK) || errno == EACCES)
			return folders[i];
	}
	return NULL;
}

/* The last word of a declaration, without an array's brackets */
static bool declares(const char *declaration, size_t length, const char *name)
{
	size_t size = strlen(name);
	const char *bracket = memchr(declaration, '[', length);
	const char *end = bracket ?: declaration + length;

	return (size_t)(end - declaration) > size && end[-size - 1] == ' ' &&
	       !memcmp(end - size, name, size);
}

/* As in "\tfield:u8 node;\toffset:8;\tsize:1;\tsigned:0;" */
static void take_field(struct tracepoint *tp, const char *line)
{
	unsigned int offset, size, is_signed;
	size_t length = strcspn(line, ";");

	if (sscanf(line + length, "; offset:%u; size:%u; signed:%u;", &offset, &size,
		   &is_signed) != 3)
		return;
	for (size_t i = 0; i < tp->count; i++) {
		struct tracepoint_field *field = &tp->fields[i];

		if (!declares(line, length, field->name))
			continue;
		field->offset = offset;
		field->size = size;
		field->is_signed = is_signed;
	}
}

/* Numbers that tracepoint_value() can read, within a record as perf may have it */
static bool is_number(const struct tracepoint_field *field)
{
	return (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8) &&
	       field->offset <= UINT16_MAX - field->size;
}

static int check(struct tracepoint *tp, const char **missing)
{
	*missing = "ID";
	if (!tp->id)
		return -ENOENT;
	for (size_t i = 0; i < tp->count; i++) {
		const struct tracepoint_field *field = &tp->fields[i];

		*missing = field->name;
		if (!is_number(field))
			return -ENOENT;
		if (field->offset + field->size > tp->size)
			tp->size = field->offset + field->size;
	}
	*missing = NULL;
	return 0;
}

/**
 * tracepoint_parse() - read a format file
 * @tp: the tracepoint; its fields have their names already, all else is filled in
 * @format: the file
 * @missing: where to put the name of what is wanted and not in it, or not as a number
 *
 * Return: 0, -ENOENT if something is missing, or -EIO.
 */
int tracepoint_parse(struct tracepoint *tp, FILE *format, const char **missing)
{
	size_t room = 0;
	char *line = NULL;

	tp->id = 0;
	tp->size = 0;
	for (size_t i = 0; i < tp->count; i++)
		tp->fields[i].size = 0;
	while (getline(&line, &room, format) > 0) {
		if (!strncmp(line, "ID: ", 4))
			tp->id = strtoul(line + 4, NULL, 10);
		else if (!strncmp(line, "\tfield:", 7))
			take_field(tp, line + 7);
	}
	free(line);
	*missing = NULL;
	return ferror(format) ? -EIO : check(tp, missing);
}

/**
 * tracepoint_read() - find a tracepoint
 * @tp: as for tracepoint_parse()
 * @folder: from tracepoint_folder()
 * @system: whose tracepoint, as in "htm_pmu"
 * @name: its name
 * @missing: as for tracepoint_parse(); NULL where the file could not be read
 *
 * Return: 0 or a negative errno.
 */
int tracepoint_read(struct tracepoint *tp, const char *folder, const char *system,
		    const char *name, const char **missing)
{
	char path[PATH_MAX];
	FILE *format;
	int err;

	*missing = NULL;
	snprintf(path, sizeof(path), "%s/events/%s/%s/format", folder, system, name);
	format = fopen(path, "re");
	if (!format)
		return -errno;
	err = tracepoint_parse(tp, format, missing);
	fclose(format);
	return err;
}

/**
 * tracepoint_value() - a field of a record
 * @field: which
 * @record: the record, in this machine's byte order
 * @size: its bytes
 * @value: where to put the number; a negative one is extended to 64 bits
 *
 * Return: whether the record is long enough to have it.
 */
bool tracepoint_value(const struct tracepoint_field *field, const void *record, size_t size,
		      uint64_t *value)
{
	const void *at = (const char *)record + field->offset;
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
		int8_t s8;
		int16_t s16;
		int32_t s32;
	} number;

	if (size < field->size || field->offset > size - field->size)
		return false;
	memcpy(&number, at, field->size);
	switch (field->size) {
	case 1:
		*value = field->is_signed ? (uint64_t)number.s8 : number.u8;
		return true;
	case 2:
		*value = field->is_signed ? (uint64_t)number.s16 : number.u16;
		return true;
	case 4:
		*value = field->is_signed ? (uint64_t)number.s32 : number.u32;
		return true;
	case 8:
		*value = number.u64;
		return true;
	default:
		return false;
	}
}
