// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "directory.h"
#include "message.h"
#include "status.h"

/* The perf.data of events that were recorded beside the targets */
#define BESIDE		"perf.data"

/**
 * directory_is_recording() - whether a file is the perf.data of a target
 * @entry: the file; for scandir()
 *
 * Return: 1 if so.
 */
int directory_is_recording(const struct dirent *entry)
{
	struct htm_target target;

	return !strncmp(entry->d_name, DIRECTORY_PREFIX, strlen(DIRECTORY_PREFIX)) &&
	       !target_parse(entry->d_name + strlen(DIRECTORY_PREFIX), &target);
}

/**
 * directory_recording() - the name of a target's perf.data
 * @path: the directory
 * @target: the target
 *
 * Return: the name, to be freed, or NULL when memory is out.
 */
char *directory_recording(const char *path, const struct htm_target *target)
{
	char name[HTM_TARGET_NAME_SIZE];
	char *file;

	target_format(target, name);
	return asprintf(&file, "%s/" DIRECTORY_PREFIX "%s", path, name) < 0 ? NULL : file;
}

/**
 * directory_beside() - the name of the perf.data of events beside the targets
 * @path: the directory
 *
 * Return: the name, to be freed, or NULL when memory is out.
 */
char *directory_beside(const char *path)
{
	char *file;

	return asprintf(&file, "%s/" BESIDE, path) < 0 ? NULL : file;
}

static int is_ours(const struct dirent *entry)
{
	return !strcmp(entry->d_name, BESIDE) || directory_is_recording(entry);
}

/* All but the recordings: . and .. and what is not ours */
static int is_foreign(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && !is_ours(entry);
}

static void free_entries(struct dirent **entries, int count)
{
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
}

/**
 * directory_each() - do something with each file of a kind
 * @path: the directory
 * @which: whether a file is of the kind; for scandir()
 * @visit: what to do with it, by its name in the directory; gives an exit status
 * @context: for @visit
 *
 * Return: the worst of the exit statuses, or a negative errno; -ENOENT also where the
 * directory has no such file.
 */
int directory_each(const char *path, int (*which)(const struct dirent *),
		   int (*visit)(void *context, const char *name), void *context)
{
	struct dirent **entries;
	int count = scandir(path, &entries, which, alphasort);
	int status = EXIT_COMPLETE;

	if (count < 0)
		return -errno;
	for (int i = 0; i < count; i++)
		status = status_worse(status, visit(context, entries[i]->d_name));
	free_entries(entries, count);
	return count ? status : -ENOENT;
}

/**
 * directory_each_recording() - do something with the perf.data of each target
 * @path: the directory
 * @visit: what to do with it, by its name in the directory; gives an exit status
 * @context: for @visit
 *
 * Return: the worst of the exit statuses; EXIT_ERROR, too, where there is none, or the
 * directory cannot be read, which is said.
 */
int directory_each_recording(const char *path, int (*visit)(void *context, const char *name),
			     void *context)
{
	int status = directory_each(path, directory_is_recording, visit, context);

	if (status >= 0)
		return status;
	if (status == -ENOENT)
		message("%s: neither perf.data.n* nor data in it: neither htm record nor perf record wrote this directory",
			path);
	else
		message("%s: %s", path, strerror(-status));
	return EXIT_ERROR;
}

static int count_entries(const char *path, int (*which)(const struct dirent *))
{
	struct dirent **entries;
	int count = scandir(path, &entries, which, NULL);

	if (count < 0)
		return -errno;
	free_entries(entries, count);
	return count;
}

/* Remove a directory that holds nothing but recordings. */
static int remove_recordings(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_ours, NULL);
	int err = 0;

	if (count < 0)
		return errno == ENOENT ? 0 : -errno;
	for (int i = 0; i < count && !err; i++) {
		char *file;

		if (asprintf(&file, "%s/%s", path, entries[i]->d_name) < 0) {
			err = -ENOMEM;
			break;
		}
		if (unlink(file))
			err = -errno;
		free(file);
	}
	free_entries(entries, count);
	if (!err && rmdir(path))
		err = -errno;
	return err;
}

/* As perf does with an old perf.data. */
static int move_away(const char *path)
{
	char *old;
	int err;

	if (asprintf(&old, "%s.old", path) < 0)
		return -ENOMEM;
	err = remove_recordings(old);
	if (!err && rename(path, old))
		err = -errno;
	if (err)
		message("%s: cannot be moved to %s: %s", path, old, strerror(-err));
	free(old);
	return err;
}

static int make(const char *path)
{
	int err = mkdir(path, 0777) ? -errno : 0;

	if (err)
		message("%s: %s", path, strerror(-err));
	return err;
}

/**
 * directory_prepare() - make a directory for new recordings
 * @path: the directory
 *
 * If there are old recordings in it, it becomes @path.old first. A directory
 * with anything else in it is left alone. The user is told what is wrong.
 *
 * Return: 0 or a negative errno.
 */
int directory_prepare(const char *path)
{
	int foreign, recordings, err;

	foreign = count_entries(path, is_foreign);
	if (foreign == -ENOENT)
		return make(path);
	recordings = foreign < 0 ? foreign : count_entries(path, is_ours);
	if (recordings < 0) {
		message("%s: %s", path, strerror(-recordings));
		return recordings;
	}
	if (foreign) {
		message("%s: has other files in it: choose another directory with -o", path);
		return -ENOTEMPTY;
	}
	if (!recordings)
		return 0;
	err = move_away(path);
	return err ? err : make(path);
}
