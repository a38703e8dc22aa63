// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lpar.h"
#include "tap.h"

static char path[] = "/tmp/test_lpar.XXXXXX";

static int read_cells(const char *cells, size_t size, uint32_t *lpar)
{
	FILE *file = fopen(path, "w");

	fwrite(cells, 1, size, file);
	fclose(file);
	return lpar_read(path, lpar);
}

int main(void)
{
	uint32_t lpar = 0;
	int fd = mkstemp(path);

	close(fd);
	is_int(read_cells("\x12\x34\x56\x78", 4, &lpar), 0, "a cell of the device tree is read");
	is_u64(lpar, 0x12345678, "as big-endian, whatever this machine is");
	is_int(read_cells("\0\0\0\1", 3, &lpar), -EIO, "half a cell is refused");
	is_int(read_cells("\0\0\0\1\0\0\0\2", 8, &lpar), -EIO, "two cells are refused");
	is_int(read_cells("", 0, &lpar), -EIO, "nothing is refused");
	unlink(path);
	is_int(lpar_read(path, &lpar), -ENOENT, "no file is told from a bad one");
	return done_testing();
}
