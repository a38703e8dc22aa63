/* SPDX-License-Identifier: GPL-2.0 */
/* Files without a name, which are gone with their descriptor. */
#ifndef HTM_SPOOL_H
#define HTM_SPOOL_H

#include <stddef.h>

int spool_create(const char *dir);
int spool_write(int fd, const void *data, size_t size);
int spool_take(int fd, int from);

#endif /* HTM_SPOOL_H */
