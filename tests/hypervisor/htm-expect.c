// SPDX-License-Identifier: GPL-2.0
/*
 * What the emulated hypervisor holds, for comparing: made by the same code, on
 * the host or in the guest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "htm.h"
#include "table.h"
#include "text.h"

#define DEFAULT_SIZE	4096
#define CHUNK_SIZE	65536

static const char usage[] =
"Usage: htm-expect trace SPEC SIZE\n"
"       htm-expect sysmem N [END] [PAGE] [--size SIZE]\n"
"       htm-expect translation N\n"
"\n"
"Writes what the emulated hypervisor holds to standard output, for comparing\n"
"with what came out of the guest.\n"
"\n"
"  trace        the first SIZE bytes of the trace of SPEC, as n0.p2.c0.t1\n"
"  sysmem       all answers, one after the other, that a caller with room for\n"
"               SIZE bytes (default: 4096) gets for the configuration of the\n"
"               memory with N entries; END is zero or ones, PAGE the most\n"
"               entries in one answer\n"
"  translation  the same N entries as `htm report` writes them, as text\n"
"\n"
"SIZE is a number, perhaps with K, M or G.\n";

__attribute__((noreturn))
static void die(const char *what)
{
	fprintf(stderr, "htm-expect: %s\n", what);
	exit(1);
}

__attribute__((noreturn))
static void die_usage(void)
{
	fputs(usage, stderr);
	exit(2);
}

static void put(const void *bytes, size_t size)
{
	if (fwrite(bytes, 1, size, stdout) != size)
		die("cannot write");
}

static void put_trace(const struct spec *spec, uint64_t size)
{
	static uint8_t chunk[CHUNK_SIZE];

	for (uint64_t offset = 0; offset < size; offset += CHUNK_SIZE) {
		size_t piece = size - offset < CHUNK_SIZE ? size - offset : CHUNK_SIZE;

		data_pattern(spec, offset, chunk, piece);
		put(chunk, piece);
	}
}

static void put_table(const struct table *table, uint64_t size)
{
	uint64_t position = 0;
	struct table_answer answer;
	uint8_t *bytes;

	if (!table_room(table, size))
		die("no room for an entry");
	bytes = malloc(HTM_HEADER_SIZE + table_count(table, 0, size) * table->entry_size);
	if (!bytes)
		die("out of memory");
	do {
		answer = table_answer(table, position, size, bytes);
		put(bytes, answer.size);
		position += table_count(table, position, size);
	} while (answer.more);
	free(bytes);
}

static void put_translation(uint64_t entries)
{
	puts("# physical-address logical-address size lpar tier type");
	for (uint64_t i = 0; i < entries; i++) {
		struct sysmem_entry entry = sysmem_entry(i);

		printf("0x%016" PRIx64 " ", entry.physical & ~SYSMEM_PHYSICAL_FLAG);
		if (entry.logical == SYSMEM_NO_LOGICAL)
			printf("- ");
		else
			printf("0x%016" PRIx64 " ", entry.logical);
		printf("0x%016" PRIx64 " %u %u %u\n", entry.size, entry.lpar, entry.tier,
		       entry.type);
	}
	printf("# end: %" PRIu64 " entries\n", entries);
}

static void trace(int argc, char **argv)
{
	struct spec spec;
	uint64_t size;

	if (argc != 2 || !spec_parse(argv[0], &spec) || !text_size(argv[1], &size))
		die_usage();
	put_trace(&spec, size);
}

/* Takes `--size SIZE` off the end of the arguments. */
static uint64_t size_option(int *argc, char **argv)
{
	uint64_t size = DEFAULT_SIZE;

	if (*argc < 2 || strcmp(argv[*argc - 2], "--size"))
		return size;
	if (!text_size(argv[*argc - 1], &size))
		die_usage();
	*argc -= 2;
	return size;
}

static void sysmem(int argc, char **argv)
{
	uint64_t size = size_option(&argc, argv);
	const char *end = argc > 1 ? argv[1] : "zero";
	uint64_t entries, page = 0;
	struct table table;

	if (argc < 1 || argc > 3 || !text_number(argv[0], &entries) ||
	    (strcmp(end, "zero") && strcmp(end, "ones")) ||
	    (argc > 2 && !text_number(argv[2], &page)))
		die_usage();
	table = sysmem_table(entries, page, !strcmp(end, "ones"));
	put_table(&table, size);
}

static void translation(int argc, char **argv)
{
	uint64_t entries;

	if (argc != 1 || !text_number(argv[0], &entries))
		die_usage();
	put_translation(entries);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "--help"))
		fputs(usage, stdout);
	else if (!strcmp(what, "trace"))
		trace(argc - 2, argv + 2);
	else if (!strcmp(what, "sysmem"))
		sysmem(argc - 2, argv + 2);
	else if (!strcmp(what, "translation"))
		translation(argc - 2, argv + 2);
	else
		die_usage();
	if (fflush(stdout))
		die("cannot write");
	return 0;
}
