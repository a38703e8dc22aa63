// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input.h"
#include "spool.h"

/* What --switch-output puts behind the name: a time, down to hundredths of a second */
#define STAMP_LENGTH	16

typedef VECTOR(char *) paths;

static int fail(struct reader *r, const char *path, int err)
{
	snprintf(r->error, sizeof(r->error), "%.300s: %s", path, strerror(-err));
	return err;
}

static void free_paths(paths *p)
{
	for (size_t i = 0; i < p->count; i++)
		free(p->items[i]);
	free(p->items);
}

static bool is_number(const char *text, size_t length)
{
	return length && strspn(text, "0123456789") == length && !text[length];
}

/* perf record --threads: data.N, one for each ring */
static bool is_stream(const char *name, const char *base)
{
	(void)base;
	return !strncmp(name, "data.", 5) && is_number(name + 5, strlen(name + 5));
}

/* perf record --switch-output -o BASE: BASE.TIME */
static bool is_switched(const char *name, const char *base)
{
	size_t length = strlen(base);

	return !strncmp(name, base, length) && name[length] == '.' &&
	       is_number(name + length + 1, STAMP_LENGTH);
}

/* By number, as the names have no leading zeros, or as many digits each */
static int by_number(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

/* The files of @dir that are wanted, in their order */
static int list(const char *dir, const char *base, bool (*wanted)(const char *, const char *),
		paths *found)
{
	struct dirent **entries;
	int count = scandir(dir, &entries, NULL, by_number);
	int err = 0;

	if (count < 0)
		return -errno;
	for (int i = 0; i < count; i++) {
		char **path = NULL;

		if (!err && wanted(entries[i]->d_name, base)) {
			path = vector_push(found);
			if (!path || asprintf(path, "%s/%s", dir, entries[i]->d_name) < 0)
				err = -ENOMEM;
			if (path && err)
				*path = NULL;
		}
		free(entries[i]);
	}
	free(entries);
	return err;
}

/* Each file stays open until its trace is copied. */
static void allow_files(size_t count)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > count + 64)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* A directory of perf record: the file "data" has all but what is in data.N. */
static int open_directory(struct reader *r, const char *path)
{
	paths streams = {};
	char *data;
	int err;

	if (asprintf(&data, "%s/data", path) < 0)
		return fail(r, path, -ENOMEM);
	err = reader_open(r, data, false);
	free(data);
	if (err)
		return err;
	err = list(path, NULL, is_stream, &streams);
	if (err)
		fail(r, path, err);
	allow_files(streams.count);
	for (size_t i = 0; i < streams.count && !err; i++)
		err = reader_add_stream(r, streams.items[i]);
	free_paths(&streams);
	return err;
}

static int list_switched(const char *path, paths *found)
{
	char *dir = strdup(path), *base = strdup(path);
	int err = -ENOMEM;

	if (dir && base)
		err = list(dirname(dir), basename(base), is_switched, found);
	free(dir);
	free(base);
	return err ?: found->count ? 0 : -ENOENT;
}

static int open_switched(struct reader *r, const char *path)
{
	paths files = {};
	int err = list_switched(path, &files);

	allow_files(files.count);
	if (err)
		fail(r, path, err);
	else
		err = reader_open(r, files.items[0], false);
	for (size_t i = 1; i < files.count && !err; i++)
		err = reader_add(r, files.items[i]);
	free_paths(&files);
	return err;
}

/* What comes through a pipe goes to a file first: its parts are wanted out of order. */
static int open_pipe(struct reader *r, const char *name, int fd, const char *dir)
{
	int spool = spool_create(dir);
	int err = spool < 0 ? spool : spool_take(spool, fd);

	if (err) {
		snprintf(r->error, sizeof(r->error), "%.200s: cannot be kept in %.200s: %s", name,
			 dir, strerror(-err));
		if (spool >= 0)
			close(spool);
		return err;
	}
	return reader_open_fd(r, name, spool);
}

static int open_fd(struct reader *r, const char *name, int fd, const char *dir)
{
	struct stat st;

	if (fstat(fd, &st))
		return fail(r, name, -errno);
	if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
		return open_pipe(r, name, fd, dir);
	fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return fail(r, name, -errno);
	return reader_open_fd(r, name, fd);
}

static int open_fifo(struct reader *r, const char *path, const char *dir)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int err;

	if (fd < 0)
		return fail(r, path, -errno);
	err = open_fd(r, path, fd, dir);
	close(fd);
	return err;
}

/**
 * input_is_directory() - whether a directory is what perf record wrote
 * @path: the directory
 *
 * Return: true if so; htm record writes other ones.
 */
bool input_is_directory(const char *path)
{
	struct stat st;
	char *data;
	bool is;

	if (asprintf(&data, "%s/data", path) < 0)
		return false;
	is = !stat(data, &st);
	free(data);
	return is;
}

/**
 * input_open() - begin to read a recording
 * @r: the reader; to be given to reader_close() whatever this returns
 * @path: a file, named pipe, or directory of perf record, "-" for standard input,
 *	or the name from which --switch-output made those of its files
 * @spool_dir: where space can be had for what is piped or compressed
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int input_open(struct reader *r, const char *path, const char *spool_dir)
{
	struct stat st;
	int err;

	memset(r, 0, sizeof(*r));
	r->spool.fd = -1;
	if (!strcmp(path, "-"))
		err = open_fd(r, "standard input", STDIN_FILENO, spool_dir);
	else if (stat(path, &st))
		err = errno == ENOENT ? open_switched(r, path) : fail(r, path, -errno);
	else if (S_ISDIR(st.st_mode))
		err = open_directory(r, path);
	else if (S_ISFIFO(st.st_mode))
		err = open_fifo(r, path, spool_dir);
	else
		err = reader_open(r, path, false);
	r->spool_dir = spool_dir;
	return err;
}
