/* SPDX-License-Identifier: GPL-2.0 */
/* The directory that htm record writes: one perf.data.nN.pN.cN.tN per target, and perf.data. */
#ifndef HTM_DIRECTORY_H
#define HTM_DIRECTORY_H

#include <dirent.h>

#include "target.h"

int directory_is_recording(const struct dirent *entry);
int directory_prepare(const char *path);
char *directory_beside(const char *path);
char *directory_recording(const char *path, const struct htm_target *target);

#endif /* HTM_DIRECTORY_H */
