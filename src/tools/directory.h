/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Directories: the one that htm record writes, with one perf.data.nN.pN.cN.tN per target and
 * perf.data, and others of which each file of a kind is wanted.
 */
#ifndef HTM_DIRECTORY_H
#define HTM_DIRECTORY_H

#include <dirent.h>

#include "target.h"

/* A recording is called this, and its target */
#define DIRECTORY_PREFIX	"perf.data."

int directory_is_recording(const struct dirent *entry);
int directory_each(const char *path, int (*which)(const struct dirent *),
		   int (*visit)(void *context, const char *name), void *context);
int directory_each_recording(const char *path, int (*visit)(void *context, const char *name),
			     void *context);
int directory_prepare(const char *path);
char *directory_beside(const char *path);
char *directory_recording(const char *path, const struct htm_target *target);

#endif /* HTM_DIRECTORY_H */
