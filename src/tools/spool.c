// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "spool.h"

/* Moved from a pipe at a time; and what goes through memory where that cannot be */
#define MOVE_SIZE	(1 << 20)
#define COPY_SIZE	(64 * 1024)

/**
 * spool_create() - make a file without a name
 * @dir: where it takes its space
 *
 * Return: its descriptor or a negative errno.
 */
int spool_create(const char *dir)
{
	char path[PATH_MAX];
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		return fd;
	/* Not every file system has such files. */
	if (snprintf(path, sizeof(path), "%s/.htm.XXXXXX", dir) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	unlink(path);
	return fd;
}

/**
 * spool_write() - append to a file
 * @fd: the file
 * @data: what
 * @size: bytes of it
 *
 * Return: 0 or a negative errno.
 */
int spool_write(int fd, const void *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		data = (const char *)data + n;
		size -= n;
	}
	return 0;
}

/* 1: there may be more; 0: there is none; or a negative errno */
static int copy_some(int fd, int from)
{
	char buffer[COPY_SIZE];
	ssize_t n = read(from, buffer, sizeof(buffer));

	if (n < 0)
		return errno == EINTR ? 1 : -errno;
	return n ? spool_write(fd, buffer, n) ?: 1 : 0;
}

/**
 * spool_take() - append all that comes from another descriptor, until it ends
 * @fd: the file
 * @from: a pipe, by preference: its pages are then moved
 *
 * Return: 0 or a negative errno.
 */
int spool_take(int fd, int from)
{
	ssize_t n;
	int more = 1;

	do {
		n = splice(from, NULL, fd, NULL, MOVE_SIZE, SPLICE_F_MOVE);
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (!n)
		return 0;
	if (errno != EINVAL)
		return -errno;
	while (more > 0)
		more = copy_some(fd, from);
	return more;
}
