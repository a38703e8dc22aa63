/* SPDX-License-Identifier: GPL-2.0 */
/* A file of records, seen through a window: records are small, files are not. */
#ifndef HTM_SOURCE_H
#define HTM_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct source - a file of records
 * @path: its name, for messages
 * @fd: the file
 * @size: bytes of it when last looked at
 * @position: where the next record is
 * @end: where the records end
 * @open_ended: no header tells where they end: it is where the file does
 * @alone: no other file goes before it: what was compressed begins afresh
 * @buffer: bytes of the file from @buffer_offset on, or NULL
 * @buffer_offset: where they are from
 * @buffer_length: how many there are
 */
struct source {
	char *path;
	int fd;
	uint64_t size;
	uint64_t position;
	uint64_t end;
	bool open_ended;
	bool alone;
	uint8_t *buffer;
	uint64_t buffer_offset;
	size_t buffer_length;
};

int source_open(struct source *s, const char *path, int fd);
void source_close(struct source *s);
void source_rest(struct source *s);
int source_look(struct source *s);
ssize_t source_read(const struct source *s, uint64_t offset, void *to, size_t size);
const uint8_t *source_peek(struct source *s, uint64_t offset, size_t size, int *err);
bool source_has(const struct source *s, uint64_t offset, uint64_t size);

#endif /* HTM_SOURCE_H */
