/* SPDX-License-Identifier: GPL-2.0 */
/* One recording of perf, by the name that its user gives it. */
#ifndef HTM_INPUT_H
#define HTM_INPUT_H

#include "reader.h"

bool input_is_directory(const char *path);
int input_open(struct reader *r, const char *path, const char *spool_dir);

#endif /* HTM_INPUT_H */
