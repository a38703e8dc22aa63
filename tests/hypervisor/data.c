// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data.h"

#define WORD	sizeof(uint64_t)

/* One word, big-endian: who it belongs to and which word of the buffer it is */
static uint64_t pattern_word(const struct spec *spec, uint64_t offset)
{
	return htobe64((uint64_t)spec->type << 60 | (uint64_t)spec->node << 52 |
		       (uint64_t)spec->chip << 44 | (uint64_t)spec->core << 36 |
		       offset / WORD);
}

/* Bytes of the one word that @offset is in; returns how many. */
static size_t pattern_piece(const struct spec *spec, uint64_t offset, uint8_t *bytes, size_t size)
{
	size_t skip = offset % WORD;
	size_t piece = size < WORD - skip ? size : WORD - skip;
	uint64_t word = pattern_word(spec, offset);

	memcpy(bytes, (uint8_t *)&word + skip, piece);
	return piece;
}

/**
 * data_pattern - the trace of a target that serves no file
 * @spec: the target
 * @offset: where in its buffer to begin, in bytes; need not be aligned
 * @bytes: where the trace goes
 * @size: how much of it, in bytes
 */
void data_pattern(const struct spec *spec, uint64_t offset, uint8_t *bytes, size_t size)
{
	size_t done = 0;

	if (offset % WORD)
		done = pattern_piece(spec, offset, bytes, size);
	/* Whole words, which nearly all are: this loop makes the speed of a dump */
	for (; size - done >= WORD; done += WORD) {
		uint64_t word = pattern_word(spec, offset + done);

		memcpy(bytes + done, &word, WORD);
	}
	if (done < size)
		pattern_piece(spec, offset + done, bytes + done, size - done);
}

static bool map_file(struct data *data, int fd, const char *path, struct error *error)
{
	struct stat st;
	void *map;

	if (fstat(fd, &st) < 0)
		return refuse(error, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return refuse(error, "%s: not a file with something in it", path);
	map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		return refuse(error, "%s: %s", path, strerror(errno));
	data->bytes = map;
	data->size = st.st_size;
	return true;
}

/**
 * data_load - serve a file as trace from now on
 * @data: of the target; give it to data_unload() in the end
 * @path: of the file, which must stay as it is for as long
 * @error: where the reason of a failure goes
 *
 * Return: false if the file cannot be read or is empty.
 */
bool data_load(struct data *data, const char *path, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool good;

	if (fd < 0)
		return refuse(error, "%s: %s", path, strerror(errno));
	good = map_file(data, fd, path, error);
	close(fd);
	return good;
}

/**
 * data_unload - let go of a file
 * @data: loaded, or all zero
 */
void data_unload(struct data *data)
{
	if (data->bytes)
		munmap((void *)data->bytes, data->size);
	data->bytes = NULL;
	data->size = 0;
}

/**
 * data_read - what is in a trace buffer
 * @data: file to serve, or all zero
 * @spec: the target
 * @offset: where in its buffer to begin, in bytes
 * @bytes: where the trace goes
 * @size: how much of it, in bytes
 */
void data_read(const struct data *data, const struct spec *spec, uint64_t offset,
	       uint8_t *bytes, size_t size)
{
	size_t left = 0;

	if (!data->bytes) {
		data_pattern(spec, offset, bytes, size);
		return;
	}
	if (offset < data->size)
		left = data->size - offset < size ? data->size - offset : size;
	if (left)
		memcpy(bytes, data->bytes + offset, left);
	memset(bytes + left, 0, size - left);
}
