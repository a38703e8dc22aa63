// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "lpar.h"
#include "map.h"
#include "message.h"

/**
 * map_read() - read a translation file, to look physical addresses up in it
 * @path: the file
 * @map: where to put it; to be given to translation_index_free() if this returns 0 or more
 *
 * Return: 0; 1 if something may be missing in the file; or a negative errno. All but
 * -ENOENT, for no such file, was said.
 */
int map_read(const char *path, struct translation_index *map)
{
	struct translation t = {};
	FILE *in = fopen(path, "re");
	int err;

	if (!in && errno == ENOENT)
		return -ENOENT;
	if (!in) {
		err = -errno;
		message("%s: %s", path, strerror(-err));
		return err;
	}
	err = translation_read(&t, in);
	fclose(in);
	if (err)
		message("%s: %s", path, t.error);
	if (err >= 0 && translation_index_make(map, &t, TRANSLATION_PHYSICAL, NULL)) {
		message("out of memory");
		err = -ENOMEM;
	}
	translation_free(&t);
	return err;
}

/**
 * map_lpar() - the partition that htm runs in, for who has not named another
 * @path: the translation file in which its addresses are looked up
 * @lpar: where to put its number
 *
 * Return: 0, or a negative errno, and it was said that one has to be named.
 */
int map_lpar(const char *path, uint32_t *lpar)
{
	int err = lpar_read(LPAR_FILE, lpar);

	if (err == -ENOENT)
		message("this machine is no LPAR: say with --lpar whose logical addresses are "
			"wanted; %s has the LPARs in its fourth column", path);
	else if (err)
		message(LPAR_FILE ": %s: say with --lpar whose logical addresses are wanted",
			strerror(-err));
	return err;
}
