// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "spool.h"

/* Copied through memory at a time, where the kernel cannot copy by itself */
#define COPY_SIZE	(128 * 1024)

/* The most that one copy_file_range() is asked for */
#define RANGE_SIZE	(1ULL << 30)

static int name_files(struct output *o, const char *path)
{
	const char *base = strrchr(path, '/');
	size_t length;
	int n, m;

	base = base ? base + 1 : path;
	length = base - path;
	n = snprintf(o->path, sizeof(o->path), "%s", path);
	m = snprintf(o->temp, sizeof(o->temp), "%.*s.%s.XXXXXX", (int)length, path, base);
	if (n < 0 || m < 0 || (size_t)n >= sizeof(o->path) || (size_t)m >= sizeof(o->temp))
		return -ENAMETOOLONG;
	return 0;
}

/**
 * output_create() - begin a file
 * @o: the file
 * @path: the name that it will have
 *
 * Return: 0 or a negative errno.
 */
int output_create(struct output *o, const char *path)
{
	mode_t mask = umask(0);
	int err;

	umask(mask);
	o->fd = -1;
	err = name_files(o, path);
	if (err)
		return err;
	o->fd = mkostemp(o->temp, O_CLOEXEC);
	if (o->fd < 0)
		return -errno;
	if (fchmod(o->fd, 0666 & ~mask)) {
		err = -errno;
		output_abandon(o);
		return err;
	}
	return 0;
}

/**
 * output_open() - begin a file of a target
 * @o: the file
 * @dir: where it will be
 * @prefix: what it is
 * @target: whose it is
 *
 * Return: 0 or a negative errno.
 */
int output_open(struct output *o, const char *dir, const char *prefix, const char *target)
{
	char *path;
	int err;

	*o = (struct output) { .fd = -1 };
	if (asprintf(&path, "%s/%s.%s", dir, prefix, target) < 0)
		return -ENOMEM;
	err = output_create(o, path);
	free(path);
	return err;
}

/**
 * output_write() - append bytes
 * @o: the file
 * @data: the bytes
 * @size: how many
 *
 * Return: 0 or a negative errno.
 */
int output_write(struct output *o, const char *data, size_t size)
{
	return spool_write(o->fd, data, size);
}

static int copy_by_memory(struct output *o, int from, uint64_t offset, uint64_t size)
{
	char *buffer = malloc(COPY_SIZE);
	int err = buffer ? 0 : -ENOMEM;

	while (size && !err) {
		ssize_t n = pread(from, buffer, size < COPY_SIZE ? size : COPY_SIZE, offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			err = n ? -errno : -EIO;
			break;
		}
		err = output_write(o, buffer, n);
		offset += n;
		size -= n;
	}
	free(buffer);
	return err;
}

/**
 * output_copy() - append bytes of another file
 * @o: the file
 * @from: the other file
 * @offset: where the bytes are in it
 * @size: how many; fewer than that are an error
 *
 * Return: 0 or a negative errno.
 */
int output_copy(struct output *o, int from, uint64_t offset, uint64_t size)
{
	while (size) {
		loff_t at = offset;
		ssize_t n = copy_file_range(from, &at, o->fd, NULL,
					    size < RANGE_SIZE ? size : RANGE_SIZE, 0);

		if (n < 0 && errno == EINTR)
			continue;
		/* Not every pair of file systems can, and some say 0 for that. */
		if (n <= 0)
			return n && errno == ENOSPC ? -ENOSPC :
				copy_by_memory(o, from, offset, size);
		offset += n;
		size -= n;
	}
	return 0;
}

static int close_as(struct output *o, const char *name)
{
	int err = close(o->fd) ? -errno : 0;

	o->fd = -1;
	if (!err && rename(o->temp, name))
		err = -errno;
	if (err)
		unlink(o->temp);
	return err;
}

/**
 * output_commit() - the file is whole: give it its name
 * @o: the file
 *
 * Return: 0, or a negative errno and the file is gone.
 */
int output_commit(struct output *o)
{
	return close_as(o, o->path);
}

/**
 * output_keep() - the file is not whole, but better than none
 * @o: the file; from now on, its name is the one that it was given: the one that it
 *     would have had, and OUTPUT_PARTIAL
 *
 * Return: 0, or a negative errno and the file is gone.
 */
int output_keep(struct output *o)
{
	if (strlen(o->path) + strlen(OUTPUT_PARTIAL) >= sizeof(o->path)) {
		output_abandon(o);
		return -ENAMETOOLONG;
	}
	strcat(o->path, OUTPUT_PARTIAL);
	return close_as(o, o->path);
}

/**
 * output_abandon() - throw the file away
 * @o: the file
 */
void output_abandon(struct output *o)
{
	close(o->fd);
	o->fd = -1;
	unlink(o->temp);
}
