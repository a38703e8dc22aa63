/* SPDX-License-Identifier: GPL-2.0 */
/* Logical partitions (LPARs) by their numbers, and which one this is. */
#ifndef HTM_LPAR_H
#define HTM_LPAR_H

#include <stdint.h>

#define LPAR_FILE	"/proc/device-tree/ibm,partition-no"

int lpar_read(const char *path, uint32_t *lpar);
int lpar_parse(const char *text, uint32_t *lpar);

#endif /* HTM_LPAR_H */
