// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source.h"

/* A record is at most 65535 bytes: a few of them at a time */
#define BUFFER_SIZE	(256 * 1024)

/**
 * source_open() - begin with a file
 * @s: the file; to be given to source_close() whatever this returns
 * @path: its name
 * @fd: the file itself if it is open already, which @s then owns; or -1
 *
 * Return: 0, -ENOTSUP if it is no regular file, or another negative errno.
 */
int source_open(struct source *s, const char *path, int fd)
{
	memset(s, 0, sizeof(*s));
	s->fd = fd >= 0 ? fd : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (s->fd < 0)
		return -errno;
	s->path = strdup(path);
	return s->path ? source_look(s) : -ENOMEM;
}

/**
 * source_close() - let go of all that a file takes
 * @s: the file
 */
void source_close(struct source *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
	source_rest(s);
	free(s->path);
	s->path = NULL;
}

/**
 * source_rest() - let go of the window; the file stays open
 * @s: the file
 */
void source_rest(struct source *s)
{
	free(s->buffer);
	s->buffer = NULL;
	s->buffer_length = 0;
}

/**
 * source_look() - take in how large the file is now
 * @s: the file
 *
 * Return: 0, -ENOTSUP if it is no regular file, or another negative errno.
 */
int source_look(struct source *s)
{
	struct stat st;

	if (fstat(s->fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ENOTSUP;
	s->size = st.st_size;
	return 0;
}

/**
 * source_read() - read bytes, past the window
 * @s: the file
 * @offset: where they are
 * @to: where they go
 * @size: how many
 *
 * Return: how many there were, fewer only at the end of the file, or a negative
 * errno.
 */
ssize_t source_read(const struct source *s, uint64_t offset, void *to, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pread(s->fd, (char *)to + done, size - done, offset + done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += n;
	}
	return done;
}

/**
 * source_peek() - bytes in the window, which is moved where they are
 * @s: the file
 * @offset: where they are
 * @size: how many
 * @err: 0 or a negative errno
 *
 * Return: the bytes, good until the next call, or NULL: an error, or the file
 * has fewer.
 */
const uint8_t *source_peek(struct source *s, uint64_t offset, size_t size, int *err)
{
	*err = 0;
	if (offset < s->buffer_offset ||
	    offset + size > s->buffer_offset + s->buffer_length) {
		ssize_t n;

		if (!s->buffer)
			s->buffer = malloc(BUFFER_SIZE);
		n = s->buffer ? source_read(s, offset, s->buffer, BUFFER_SIZE) : -ENOMEM;
		s->buffer_offset = offset;
		s->buffer_length = n < 0 ? 0 : n;
		*err = n < 0 ? n : 0;
		if (n < 0 || (size_t)n < size)
			return NULL;
	}
	return s->buffer + (offset - s->buffer_offset);
}

/**
 * source_has() - whether bytes are in the file
 * @s: the file
 * @offset: where they would be
 * @size: how many
 *
 * Return: true if it has all of them.
 */
bool source_has(const struct source *s, uint64_t offset, uint64_t size)
{
	return offset <= s->size && size <= s->size - offset;
}
