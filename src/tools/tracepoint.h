/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's tracepoints, as tracefs describes them: which number perf knows one by, and
 * where in its record each field is.
 */
#ifndef HTM_TRACEPOINT_H
#define HTM_TRACEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct tracepoint_field - where a field is
 * @name: its name
 * @offset: where it begins in the record, in bytes
 * @size: how many bytes it has; 0 where the format does not have it
 * @is_signed: it is a signed number
 */
struct tracepoint_field {
	const char *name;
	uint32_t offset;
	uint32_t size;
	bool is_signed;
};

/**
 * struct tracepoint - what a format file says
 * @id: the number
 * @size: bytes of a record up to the end of the last of @fields
 * @fields: those that are wanted
 * @count: how many
 */
struct tracepoint {
	uint32_t id;
	uint32_t size;
	struct tracepoint_field *fields;
	size_t count;
};

const char *tracepoint_folder(void);
int tracepoint_parse(struct tracepoint *tp, FILE *format, const char **missing);
int tracepoint_read(struct tracepoint *tp, const char *folder, const char *system,
		    const char *name, const char **missing);
bool tracepoint_value(const struct tracepoint_field *field, const void *record, size_t size,
		      uint64_t *value);

#endif /* HTM_TRACEPOINT_H */
