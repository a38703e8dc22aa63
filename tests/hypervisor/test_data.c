// SPDX-License-Identifier: GPL-2.0
/* What is in a trace buffer. */
#include <string.h>

#include "data.h"
#include "fixture.h"
#include "tap.h"

#define WHOLE	256

static const struct spec spec = { .node = 1, .chip = 2, .core = 3, .type = 2 };

static void test_words(void)
{
	uint8_t bytes[16];

	data_pattern(&spec, 0, bytes, sizeof(bytes));
	is_u64(get_be(bytes, 8), 0x2010203000000000, "the first word names the target");
	is_u64(get_be(bytes + 8, 8), 0x2010203000000001, "the next one has the next number");
	data_pattern(&spec, 0x7ffffffff8, bytes, 8);
	is_u64(get_be(bytes, 8), 0x2010203fffffffff, "the last word of the largest buffer fits");
}

/* Every piece of the first bytes must be the same as that piece of the whole. */
static void test_pieces(void)
{
	uint8_t whole[WHOLE], piece[WHOLE + 1];
	int wrong = 0, beyond = 0;

	data_pattern(&spec, 0, whole, WHOLE);
	for (size_t from = 0; from < WHOLE; from++) {
		for (size_t size = 0; size <= WHOLE - from; size++) {
			memset(piece, RAM_FILL, sizeof(piece));
			data_pattern(&spec, from, piece, size);
			wrong += memcmp(piece, whole + from, size) != 0;
			beyond += piece[size] != RAM_FILL;
		}
	}
	is_int(wrong, 0, "a piece does not depend on where it begins and ends");
	is_int(beyond, 0, "nothing is written behind it");
}

static void test_file(struct fixture *fixture)
{
	const char *path = fixture_file(fixture, "data", "trace of a file");
	uint8_t bytes[32], zeros[32] = { 0 };
	struct data data = { 0 };
	struct error error;

	ok(data_load(&data, path, &error), "a file is loaded");
	is_u64(data.size, 15, "all of it");
	data_read(&data, &spec, 0, bytes, sizeof(bytes));
	ok(!memcmp(bytes, "trace of a file", 15), "it is served as trace");
	ok(!memcmp(bytes + 15, zeros, 17), "and zeros after it");
	data_read(&data, &spec, 9, bytes, 4);
	ok(!memcmp(bytes, "a fi", 4), "from any offset");
	data_read(&data, &spec, 1 << 20, bytes, sizeof(bytes));
	ok(!memcmp(bytes, zeros, sizeof(zeros)), "far behind the file there are zeros");
	data_unload(&data);
}

static void test_bad_files(struct fixture *fixture)
{
	struct data data = { 0 };
	struct error error;

	ok(!data_load(&data, fixture_file(fixture, "none", NULL), &error) &&
	   strstr(error.text, "none: No such file"), "a file that is not there is refused by name");
	ok(!data_load(&data, fixture_file(fixture, "empty", ""), &error), "so is an empty one");
	ok(!data_load(&data, fixture->directory, &error), "and a directory");
}

int main(void)
{
	struct fixture fixture;

	fixture_files(&fixture);
	test_words();
	test_pieces();
	test_file(&fixture);
	test_bad_files(&fixture);
	fixture_end(&fixture);
	return done_testing();
}
