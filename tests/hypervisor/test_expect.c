// SPDX-License-Identifier: GPL-2.0
/* htm-expect tells exactly what the hypervisor answers. */
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "tap.h"

#define OUTPUT_MAX	0x100000

static struct fixture fixture;
static char *program;
static uint8_t output[OUTPUT_MAX];

/* Runs htm-expect; returns how many bytes it wrote, or -1 if it failed. */
static long expect(const char *arguments)
{
	char command[256];
	FILE *pipe;
	size_t size;

	snprintf(command, sizeof(command), "'%s' %s 2>/dev/null", program, arguments);
	pipe = popen(command, "r");
	if (!pipe)
		return -1;
	size = fread(output, 1, sizeof(output), pipe);
	return pclose(pipe) ? -1 : (long)size;
}

static void test_trace(void)
{
	fixture_stopped(&fixture, "n1.p3.c2.t3");
	fixture_call(&fixture, HTM_DUMP_DATA, "n1.p3.c2.t3", RAM_BASE, 0x40000, 0);
	is_int(expect("trace n1.p3.c2.t3 200001"), 200001, "trace has the size asked for");
	ok(!memcmp(output, fixture.ram, 200001), "and is what the hypervisor dumps");
}

/* All answers of the hypervisor, one after the other; returns their size. */
static long all_answers(uint64_t size)
{
	uint64_t address = RAM_BASE, position = 0;
	long code;

	do {
		const uint8_t *answer = fixture.ram + (address - RAM_BASE);

		code = fixture_call(&fixture, HTM_DUMP_SYSMEM_CONF, "n0.p0.c0.t0", address, size,
				    position);
		position = get_be(answer + 0x08, 8);
		address += 32 + 32 * get_be(answer + 0x10, 8);
	} while (code == H_PARTIAL);
	return address - RAM_BASE;
}

static void test_sysmem(void)
{
	long size = all_answers(4096);

	is_int(expect("sysmem 300 ones 50"), size, "sysmem has the size of all answers");
	ok(!memcmp(output, fixture.ram, size), "and is what the hypervisor answers");
	size = all_answers(1024);
	is_int(expect("sysmem 300 ones 50 --size 1K"), size, "also for a caller with less room");
	ok(!memcmp(output, fixture.ram, size), "to the byte");
	is_int(expect("sysmem 300"), 300 * 32 + 3 * 32, "END and PAGE can be left out");
}

static void test_translation(void)
{
	static const char want[] =
		"# physical-address logical-address size lpar tier type\n"
		"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 0 1\n"
		"0x0000002040000000 0x0000000000000000 0x0000000020000000 2 0 1\n"
		"0x0000002080000000 0x0000000000000000 0x0000000040000000 3 1 1\n"
		"0x00000020c0000000 0x0000000000000000 0x0000000010000000 4 1 2\n"
		"0x0000002100000000 0x0000000040000000 0x0000000020000000 1 2 2\n"
		"0x0000002140000000 0x0000000040000000 0x0000000040000000 2 2 2\n"
		"0x0000002180000000 - 0x0000000010000000 3 0 1\n"
		"# end: 7 entries\n";

	is_int(expect("translation 7"), strlen(want), "translation is text of the right size");
	ok(!memcmp(output, want, strlen(want)), "with the flag masked and no address as -");
}

static void test_usage(void)
{
	static const char *const bad[] = {
		"", "nonsense", "trace", "trace n0.p2.c0 4K", "trace n0.p2.c0.t1 x", "sysmem",
		"sysmem 5 two", "sysmem 5 --size 63", "sysmem 5 zero 1 1", "translation",
		"translation 5 5",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		is_int(expect(bad[i]), -1, "'htm-expect %s' fails", bad[i]);
	ok(expect("--help") > 0, "--help does not");
}

int main(int argc, char **argv)
{
	char path[4096];

	(void)argc;
	/* The program lies beside its test */
	snprintf(path, sizeof(path), "%s/htm-expect", dirname(argv[0]));
	program = path;
	fixture_files(&fixture);
	FIXTURE_START(&fixture, "buffer=256K", "sysmem=300", "sysmem-page=50", "sysmem-end=ones");
	test_trace();
	test_sysmem();
	test_translation();
	test_usage();
	fixture_end(&fixture);
	return done_testing();
}
