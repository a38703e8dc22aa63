// SPDX-License-Identifier: GPL-2.0
/* The trace, as it arrives in the guest's memory. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "tap.h"

#define BUFFER		0x200000ULL
#define BUFFER_TEXT	"buffer=2M"

static struct fixture fixture;

static long dump(uint64_t address, uint64_t size, uint64_t offset)
{
	memset(fixture.ram, RAM_FILL, RAM_SIZE);
	return fixture_call(&fixture, HTM_DUMP_DATA, NEST, address, size, offset);
}

/* How many bytes of RAM are not as they were, other than [from, to)? */
static size_t touched_outside(uint64_t from, uint64_t to)
{
	size_t touched = 0;

	for (uint64_t at = RAM_BASE; at < RAM_END; at++)
		touched += (at < from || at >= to) && fixture.ram[at - RAM_BASE] != RAM_FILL;
	return touched;
}

static bool is_trace(uint64_t address, uint64_t size, uint64_t offset)
{
	const uint8_t *bytes = fixture.ram + (address - RAM_BASE);

	for (uint64_t i = 0; i + 8 <= size; i += 8) {
		if (get_be(bytes + i, 8) != (1ULL << 60 | 2ULL << 44 | (offset + i) / 8))
			return false;
	}
	return true;
}

static void test_codes(void)
{
	is_int(dump(RAM_BASE, BUFFER / 2, 0), H_PARTIAL, "more follows: H_PARTIAL");
	ok(is_trace(RAM_BASE, BUFFER / 2, 0), "the trace is right");
	is_u64(touched_outside(RAM_BASE, RAM_BASE + BUFFER / 2), 0, "and nothing else is written");
	is_int(dump(RAM_BASE, BUFFER / 2, BUFFER / 2), H_SUCCESS, "just up to the end: H_SUCCESS");
	ok(is_trace(RAM_BASE, BUFFER / 2, BUFFER / 2), "the trace is right");
	is_int(dump(RAM_BASE, BUFFER, 0), H_SUCCESS, "all at once: H_SUCCESS");
	ok(is_trace(RAM_BASE, BUFFER, 0), "the trace is right");
	is_int(dump(RAM_BASE, BUFFER, BUFFER), H_NOT_AVAILABLE, "at the end: H_NOT_AVAILABLE");
	is_int(dump(RAM_BASE, BUFFER, UINT64_MAX), H_NOT_AVAILABLE, "far out: H_NOT_AVAILABLE");
	is_u64(touched_outside(0, 0), 0, "and nothing is written");
}

static void test_ends(void)
{
	is_int(dump(RAM_BASE, BUFFER, BUFFER - 4096), H_SUCCESS, "beyond the end: H_SUCCESS");
	ok(is_trace(RAM_BASE, 4096, BUFFER - 4096), "up to the end the trace is right");
	is_u64(touched_outside(RAM_BASE, RAM_BASE + 4096), 0, "and nothing is written behind it");
	is_int(dump(RAM_BASE + 1, 128, 0x10008), H_PARTIAL, "an odd address is taken");
	ok(is_trace(RAM_BASE + 1, 128, 0x10008), "the trace is right");
	is_u64(touched_outside(RAM_BASE + 1, RAM_BASE + 129), 0, "and nothing else is written");
}

static void test_bad_memory(void)
{
	is_int(dump(RAM_END - 4096, 8192, 0), H_P4, "half outside of the memory: H_P4");
	is_int(dump(UINT64_MAX - 4095, 8192, 0), H_P4, "around the end of all addresses: H_P4");
	is_int(dump(RAM_BASE, UINT64_MAX, 0), H_P4, "a size without sense: H_P4");
	fixture.hole = true;
	is_int(dump(RAM_BASE, RAM_SIZE, 0), H_P4, "a hole in the middle of it: H_P4");
	is_u64(touched_outside(0, 0), 0, "not one byte is written of such dumps");
	is_int(dump(RAM_BASE, RAM_HOLE - RAM_BASE, 0), H_SUCCESS, "up to the hole: H_SUCCESS");
	is_int(dump(RAM_HOLE_END, 4096, 0), H_PARTIAL, "right behind the hole: H_PARTIAL");
	fixture.hole = false;
}

static void test_file_data(void)
{
	static const char trace[] = "what a file says";
	char argument[80];

	fixture_files(&fixture);
	snprintf(argument, sizeof(argument), "data=%s", fixture_file(&fixture, "data", trace));
	FIXTURE_START(&fixture, argument, "buffer=4K");
	fixture_stopped(&fixture, NEST);
	is_int(dump(RAM_BASE, 8192, 0), H_SUCCESS, "the trace can be a file");
	ok(!memcmp(fixture.ram, trace, sizeof(trace)), "whose bytes arrive");
	is_u64(touched_outside(RAM_BASE, RAM_BASE + 4096), 0, "in a buffer of the given size");
	fixture_end(&fixture);
}

int main(void)
{
	fixture_files(&fixture);
	FIXTURE_START(&fixture, BUFFER_TEXT);
	fixture_stopped(&fixture, NEST);
	test_codes();
	test_ends();
	test_bad_memory();
	fixture_end(&fixture);
	test_file_data();
	return done_testing();
}
