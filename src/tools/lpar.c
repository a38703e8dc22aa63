// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <stdio.h>

#include "lpar.h"

/**
 * lpar_read() - the number that the firmware gives this partition
 * @path: LPAR_FILE
 * @lpar: where to put the number
 *
 * Return: 0, or a negative errno: -ENOENT where there is no such file, and so on any
 * machine but an LPAR, or -EIO if it is not a number of 32 bits.
 */
int lpar_read(const char *path, uint32_t *lpar)
{
	FILE *file = fopen(path, "re");
	uint32_t cells[2];
	size_t n;

	if (!file)
		return -errno;
	n = fread(cells, 1, sizeof(cells), file);
	fclose(file);
	if (n != sizeof(*lpar))
		return -EIO;
	/* A cell of the device tree: big-endian */
	*lpar = be32toh(cells[0]);
	return 0;
}
