// SPDX-License-Identifier: GPL-2.0
/*
 * find-strange FILE...: look for what a kernel must not give away: bytes of memory that
 * was freed (the patterns of page_poison and of slub_debug=P, in a row) and addresses of
 * the kernel. Says where they are; status 1 if there are any.
 */
#include <endian.h>
#include <err.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* So many equal bytes are no accident. */
#define RUN	8

static const unsigned char poisons[] = {
	0xaa,	/* PAGE_POISON */
	0x6b,	/* POISON_FREE */
	0x5a,	/* POISON_INUSE */
	0xa5,	/* POISON_END */
	0xbb,	/* SLUB_RED_INACTIVE */
	0xcc,	/* SLUB_RED_ACTIVE */
};

/*
 * The regions of the kernel's memory begin at multiples of 1 << 48. What is in them in
 * a guest is within a terabyte of that. Fewer bits would make addresses of the times in
 * records, once in some thousand.
 */
static bool kernel_address(uint64_t word)
{
	return (word & 0xfff0ff0000000000) == 0xc000000000000000;
}

static bool report_address(const char *path, size_t at, const unsigned char *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof(word));
	if (!kernel_address(le64toh(word)) && !kernel_address(be64toh(word)))
		return false;
	printf("%s: at 0x%zx: a kernel address, 0x%016lx\n", path, at,
	       kernel_address(le64toh(word)) ? le64toh(word) : be64toh(word));
	return true;
}

static bool report_run(const char *path, size_t at, unsigned char byte, size_t run)
{
	if (run != RUN || !memchr(poisons, byte, sizeof(poisons)))
		return false;
	printf("%s: at 0x%zx: %d bytes 0x%02x, freed memory\n", path, at, RUN, byte);
	return true;
}

/* Words begin at multiples of 4 bytes: raw data is not aligned to more. */
static bool scan(const char *path, FILE *f)
{
	unsigned char last[8] = {};
	size_t at = 0, run = 0;
	bool found = false;
	int byte;

	while ((byte = getc(f)) != EOF) {
		run = at && byte == last[7] ? run + 1 : 1;
		memmove(last, last + 1, 7);
		last[7] = byte;
		at++;
		found |= report_run(path, at - RUN, byte, run);
		if (at >= 8 && at % 4 == 0)
			found |= report_address(path, at - 8, last);
	}
	return found;
}

int main(int argc, char **argv)
{
	bool found = false;
	int i;

	if (argc < 2)
		errx(2, "usage: find-strange FILE...");
	for (i = 1; i < argc; i++) {
		FILE *f = fopen(argv[i], "r");

		if (!f)
			err(2, "%s", argv[i]);
		found |= scan(argv[i], f);
		if (ferror(f))
			err(2, "%s", argv[i]);
		fclose(f);
	}
	return found;
}
