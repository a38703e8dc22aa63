// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <stdio.h>

#include "lpar.h"
#include "parse.h"

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

/**
 * lpar_parse() - the number of a partition as the user writes it
 * @text: a decimal number
 * @lpar: where to put it
 *
 * Return: 0, or -EINVAL if it is none, or has more than 32 bits.
 */
int lpar_parse(const char *text, uint32_t *lpar)
{
	uint64_t number;

	if (parse_number(&text, &number) || *text || number > UINT32_MAX)
		return -EINVAL;
	*lpar = number;
	return 0;
}
