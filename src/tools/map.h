/* SPDX-License-Identifier: GPL-2.0 */
/* The translation file that a command is given, and whose addresses it looks up there. */
#ifndef HTM_MAP_H
#define HTM_MAP_H

#include "translation.h"

int map_read(const char *path, struct translation_index *map);
int map_lpar(const char *path, uint32_t *lpar);

#endif /* HTM_MAP_H */
