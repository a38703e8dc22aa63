// SPDX-License-Identifier: GPL-2.0
/* What the operations answer that describe the machine. */
#include <string.h>

#include "fixture.h"
#include "tap.h"

static struct fixture fixture;

static long ask(enum htm_op op, const char *target, uint64_t size, uint64_t position)
{
	memset(fixture.ram, RAM_FILL, RAM_SIZE);
	return fixture_call(&fixture, op, target, RAM_BASE, size, position);
}

static uint64_t next(void)
{
	return get_be(fixture.ram + 0x08, 8);
}

static uint64_t entries(void)
{
	return get_be(fixture.ram + 0x10, 8);
}

static void test_status(void)
{
	is_int(ask(HTM_STATUS, NEST, 4096, 0), H_SUCCESS, "STATUS of a nest: H_SUCCESS");
	is_u64(fixture.ram[1], 16, "with the size of the buffer, as a power of two");
	is_u64(next(), UINT64_MAX, "with no more to come");
	is_u64(entries(), 4, "with the four of its chip");
	is_u64(fixture.ram[32 + 4 * 6], RAM_FILL, "in 6 bytes each");
	is_int(ask(HTM_STATUS, "n0.p2.c0.t2", 4096, 0), H_SUCCESS, "STATUS of a core: H_SUCCESS");
	is_u64(fixture.ram[32 + 4 * 8 - 1], 0, "in 8 bytes each");
	is_u64(fixture.ram[32 + 4 * 8], RAM_FILL, "and no more");
	is_int(ask(HTM_STATUS, NEST, 32 + 3 * 6, 0), H_PARTIAL, "room for three: H_PARTIAL");
	is_u64(next(), 3, "with the position of the fourth");
	is_int(ask(HTM_STATUS, NEST, 32 + 3 * 6, 3), H_SUCCESS, "which comes last: H_SUCCESS");
	is_u64(entries(), 1, "alone");
	is_int(ask(HTM_STATUS, NEST, 4096, 4), H_NOT_AVAILABLE, "past the end: H_NOT_AVAILABLE");
}

static void test_sysmem(void)
{
	uint64_t position = 0, count = 0;
	int answers = 0, wrong = 0;
	long code;

	do {
		code = ask(HTM_DUMP_SYSMEM_CONF, "n0.p2.c0.t0", 4096, position);
		for (uint64_t i = 0; i < entries(); i++, count++)
			wrong += (get_be(fixture.ram + 32 + i * 32, 8) & ~(1ULL << 63)) !=
				0x2000000000 + count * 0x40000000;
		position = next();
		answers++;
	} while (code == H_PARTIAL);
	is_int(code, H_SUCCESS, "the last page of the memory: H_SUCCESS");
	is_int(answers, 6, "after all others: H_PARTIAL");
	is_u64(count, 300, "all entries come");
	is_int(wrong, 0, "in order");
	is_u64(position, UINT64_MAX, "and the end is marked as asked for");
	is_int(ask(HTM_DUMP_SYSMEM_CONF, "n0.p2.c0.t0", 4096, 300), H_NOT_AVAILABLE,
	       "past the end: H_NOT_AVAILABLE");
	is_u64(fixture.ram[0], RAM_FILL, "with nothing written");
}

static void test_sysproc(void)
{
	is_int(ask(HTM_DUMP_SYSPROC_CONF, NEST, 32 + 5 * 16, 0), H_PARTIAL,
	       "processors come in pages");
	is_u64(next(), 5, "with the position of the next one");
	is_u64(get_be(fixture.ram + 32 + 4 * 16 + 8, 4), 4, "in 16 bytes each");
	is_int(ask(HTM_DUMP_SYSPROC_CONF, NEST, 32 + 5 * 16, 5), H_SUCCESS, "up to the last one");
	is_u64(entries(), 2, "of seven");
	is_u64(next(), 0, "and the end is marked with 0 by default");
}

static void test_capabilities(void)
{
	is_int(ask(HTM_CAPABILITIES, NEST, 0x80, 0), H_SUCCESS, "CAPABILITIES: H_SUCCESS");
	is_u64(get_be(fixture.ram, 8), 0xffe, "with a bit for each operation");
	is_u64(fixture.ram[0x7f], 0, "in 0x80 bytes");
	is_u64(fixture.ram[0x80], RAM_FILL, "and no more");
}

static void test_details(void)
{
	is_int(fixture_call(&fixture, HTM_SETUP, NEST, 33, 0, 0), H_SUCCESS, "SETUP: H_SUCCESS");
	is_int(ask(HTM_DUMP_DETAILS, NEST, 4096, 0), H_SUCCESS, "DUMP_DETAILS: H_SUCCESS");
	is_u64(entries(), 1, "of one target");
	is_u64(get_be(fixture.ram + 32 + 2, 2), 2, "with its chip");
	is_u64(get_be(fixture.ram + 32 + 16, 8), 65536, "with the size of the buffer");
	is_u64(fixture.ram[32 + 9], 33, "with the one that SETUP asked for");
	is_int(fixture_call(&fixture, HTM_SETUP, NEST, 11, 0, 0), H_P4, "SETUP of 2 KiB: H_P4");
	is_int(fixture_call(&fixture, HTM_SETUP, NEST, 40, 0, 0), H_P4, "SETUP of 1 TiB: H_P4");
}

static void test_empty(void)
{
	fixture_files(&fixture);
	FIXTURE_START(&fixture, "sysmem=0");
	is_int(ask(HTM_DUMP_SYSMEM_CONF, "n0.p2.c0.t0", 4096, 0), H_SUCCESS,
	       "an empty table is a good answer");
	is_u64(entries(), 0, "without entries");
	is_int(ask(HTM_DUMP_SYSMEM_CONF, "n0.p2.c0.t0", 4096, 1), H_NOT_AVAILABLE,
	       "and has nothing past its end");
	fixture_end(&fixture);
}

int main(void)
{
	fixture_files(&fixture);
	FIXTURE_START(&fixture, "buffer=64K", "sysmem=300", "sysmem-page=50", "sysmem-end=ones",
		      "sysproc=7");
	test_status();
	test_sysmem();
	test_sysproc();
	test_capabilities();
	test_details();
	fixture_end(&fixture);
	test_empty();
	return done_testing();
}
