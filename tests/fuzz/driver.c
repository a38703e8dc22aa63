// SPDX-License-Identifier: GPL-2.0
/*
 * test_PART [RUNS]: what libFuzzer would do, without looking at the code: all of the
 * corpus, then RUNS inputs that are one of it, or put together of pieces of it, and
 * changed at random. The fuzzer aborts when something is wrong.
 */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "seed.h"
#include "tap.h"

#define RUNS		20000
#define INPUTS_MAX	512
#define SIZE_MAX_INPUT	4096

static struct input {
	uint8_t bytes[SIZE_MAX_INPUT];
	size_t size;
} inputs[INPUTS_MAX];

static size_t count;

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool load(const char *name)
{
	char path[4096];
	FILE *file;
	bool whole;

	snprintf(path, sizeof(path), CORPUS "/%s", name);
	file = fopen(path, "r");
	if (!file || count == INPUTS_MAX)
		return false;
	inputs[count].size = fread(inputs[count].bytes, 1, SIZE_MAX_INPUT, file);
	whole = feof(file) || fgetc(file) == EOF;
	fclose(file);
	count++;
	return whole;
}

static void run_corpus(void)
{
	struct dirent **entries;
	int n = scandir(CORPUS, &entries, is_file, alphasort);

	ok(n > 0, "there is a corpus");
	for (int i = 0; i < n; i++) {
		ok(load(entries[i]->d_name) && !LLVMFuzzerTestOneInput(inputs[i].bytes, inputs[i].size),
		   "corpus: %s", entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

static size_t below(size_t bound)
{
	return bound ? (size_t)rand() % bound : 0;
}

/* A piece of one of the inputs behind what is there */
static void add_piece(struct input *made)
{
	const struct input *from = &inputs[below(count)];
	size_t begin = below(from->size), n = below(from->size - begin + 1);

	if (n > SIZE_MAX_INPUT - made->size)
		n = SIZE_MAX_INPUT - made->size;
	memcpy(made->bytes + made->size, from->bytes + begin, n);
	made->size += n;
}

static void make(struct input *made)
{
	made->size = 0;
	/* What has offsets and sizes in it seldom survives being cut. */
	if (below(2)) {
		*made = inputs[below(count)];
		return;
	}
	for (size_t pieces = 1 + below(6); pieces; pieces--)
		add_piece(made);
}

static void change(struct input *made)
{
	static const uint8_t limits[] = { 0, 1, 7, 8, 0x7f, 0x80, 0xfe, 0xff };
	size_t at = below(made->size);

	if (!made->size)
		return;
	switch (below(5)) {
	case 0:
		made->bytes[at] = rand();
		break;
	case 1:
		made->bytes[at] ^= 1 << below(8);
		break;
	case 2:
		memmove(made->bytes + at, made->bytes + at + 1, made->size - at - 1);
		made->size--;
		break;
	case 3:
		made->bytes[at] = made->bytes[below(made->size)];
		break;
	case 4:
		made->bytes[at] = limits[below(sizeof(limits))];
		break;
	}
}

static void run_random(void)
{
	static struct input made;
	uint8_t *copy;

	make(&made);
	for (size_t changes = below(4); changes; changes--)
		change(&made);
	/* Of exactly its size in memory, as libFuzzer has it */
	copy = malloc(made.size + !made.size);
	memcpy(copy, made.bytes, made.size);
	LLVMFuzzerTestOneInput(copy, made.size);
	free(copy);
}

int main(int argc, char **argv)
{
	unsigned long runs = argc > 1 ? strtoul(argv[1], NULL, 0) : RUNS;

	seed_random();
	run_corpus();
	for (unsigned long i = 0; i < runs && count; i++)
		run_random();
	ok(count, "%lu inputs that were made of the corpus", runs);
	return done_testing();
}
