// SPDX-License-Identifier: GPL-2.0
/* The log, to the byte: programs read it. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "log.h"
#include "tap.h"

static struct fixture fixture;

static bool is_line(uint64_t time, const struct call *call, long code, const char *want)
{
	char line[LOG_LINE_MAX];
	size_t size = log_format(line, time, call, code);

	if (size == strlen(want) && !memcmp(line, want, size))
		return true;
	diag("got  %.*s", (int)size - 1, line);
	diag("want %s", want);
	return false;
}

static struct call decode(uint64_t flags, uint64_t target, uint64_t operation)
{
	uint64_t arguments[] = { flags, target, operation, 0x1f000000, 0x200000, 0 };

	return call_decode(arguments, 1);
}

static void test_plain(void)
{
	struct call call = decode(1ULL << 63, 2ULL << 32, 0x9ULL << 48 | 1ULL << 32);

	ok(is_line(12345678901, &call, H_PARTIAL,
		   "12.345678 DUMP_DATA n0.p2.c0.t1 0x1f000000 0x200000 0x0 H_PARTIAL cpu=1\n"),
	   "a call is one line");
	ok(is_line(5000, &call, -9999,
		   "0.000005 DUMP_DATA n0.p2.c0.t1 0x1f000000 0x200000 0x0 -9999 cpu=1\n"),
	   "a code without name is a number");
	call.bytes = 0x200000;
	call.delay = 2000000;
	call.fault = true;
	ok(is_line(0, &call, H_PARTIAL,
		   "0.000000 DUMP_DATA n0.p2.c0.t1 0x1f000000 0x200000 0x0 H_PARTIAL"
		   " cpu=1 bytes=2097152 delay=2000us fault=yes\n"),
	   "what else there is to say, follows");
}

static void test_odd(void)
{
	char line[LOG_LINE_MAX];
	struct call call = decode(1, 0xffffffffffffffff, 0xffffffffffffffff);

	ok(is_line(0, &call, H_P2,
		   "0.000000 OP_0xffff n65535.p65535.c65535.t65535 0x1f000000 0x200000 0x0 H_P2"
		   " cpu=1 flags=0x1 target=0xffffffffffffffff operation=0xffffffffffffffff\n"),
	   "nothing of a call without sense is lost");
	call = (struct call) {
		.flags = UINT64_MAX - 1, .target = UINT64_MAX, .operation = UINT64_MAX,
		.arg = { UINT64_MAX, UINT64_MAX, UINT64_MAX }, .op = 0xffff,
		.spec = { 0xffff, 0xffff, 0xffff, 0xffff }, .cpu = UINT32_MAX,
		.bytes = UINT64_MAX, .delay = UINT64_MAX, .fault = true,
	};
	ok(log_format(line, UINT64_MAX, &call, INT64_MIN) < LOG_LINE_MAX,
	   "the longest line has room");
}

static int count_lines(const char *text)
{
	int lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

static void test_file(void)
{
	char argument[80], faults[80], *log;

	fixture_files(&fixture);
	snprintf(argument, sizeof(argument), "log=%s", fixture_file(&fixture, "log", "old\n"));
	snprintf(faults, sizeof(faults), "faults=%s",
		 fixture_file(&fixture, "faults", "STOP 1 H_BUSY\n"));
	FIXTURE_START(&fixture, argument, faults);
	fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0);
	fixture_call(&fixture, HTM_START, NEST, 0, 0, 0);
	fixture_call(&fixture, HTM_STOP, NEST, 0, 0, 0);
	fixture_call(&fixture, HTM_STOP, NEST, 0, 0, 0);
	fixture_call(&fixture, HTM_DUMP_DATA, NEST, RAM_END, 4096, 0);
	fixture_call(&fixture, HTM_DUMP_DATA, NEST, RAM_BASE, 4096, 0);
	log = fixture_read(&fixture, "log");
	is_int(count_lines(log), 6, "there is a line for each call while the machine runs");
	ok(!strstr(log, "old"), "an old log is gone");
	ok(strstr(log, " CONFIGURE n0.p2.c0.t1 0xffffffffffffffff 0xffffffffffffffff 0x0 "
		  "H_SUCCESS cpu=0\n"), "a call that was done is there");
	ok(strstr(log, " STOP n0.p2.c0.t1 0x0 0x0 0x0 H_BUSY cpu=0 fault=yes\n"),
	   "a fault of the script is there");
	ok(strstr(log, " DUMP_DATA n0.p2.c0.t1 0x500000 0x1000 0x0 H_P4 cpu=0\n"),
	   "a dump outside of the memory is there");
	ok(strstr(log, " DUMP_DATA n0.p2.c0.t1 0x100000 0x1000 0x0 H_PARTIAL cpu=0 bytes=4096\n"),
	   "a dump that was done is there, with its bytes");
	free(log);
	fixture_end(&fixture);
}

int main(void)
{
	test_plain();
	test_odd();
	test_file();
	return done_testing();
}
