/* SPDX-License-Identifier: GPL-2.0 */
/* Logical partitions (LPARs) by their numbers, and which one this is. */
#ifndef HTM_LPAR_H
#define HTM_LPAR_H

#include <stdint.h>

/* The highest number there can be */
#define LPAR_MAX	UINT32_MAX

#define LPAR_FILE	"/proc/device-tree/ibm,partition-no"

int lpar_read(const char *path, uint32_t *lpar);

#endif /* HTM_LPAR_H */
