// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "parse.h"
#include "tap.h"
#include "workload.h"

static void check_size(const char *text, int error, uint64_t want)
{
	uint64_t got = 0;

	is_int(parse_size(text, &got), error, "size '%s' is taken or refused", text);
	if (!error)
		is_u64(got, want, "size '%s' is so many bytes", text);
}

static void check_list(const char *text, int error, size_t want, unsigned int last)
{
	unsigned int cpus[8] = {};
	size_t count = 0;

	is_int(parse_cpu_list(text, cpus, 8, &count), error, "list '%s' is taken or refused", text);
	if (error)
		return;
	is_u64(count, want, "list '%s' has so many CPUs", text);
	is_u64(cpus[count - 1], last, "list '%s' ends with that CPU", text);
}

static void check_index(const char *text, uint32_t max, int error, uint32_t want)
{
	uint32_t index = 0;

	is_int(parse_index(text, max, &index), error, "index '%s' is taken or refused", text);
	is_u64(index, want, "index '%s' is this number", text);
}

static void check_indexes(void)
{
	check_index("0", UINT32_MAX, 0, 0);
	check_index("9", INT_MAX, 0, 9);
	check_index("2147483647", INT_MAX, 0, INT_MAX);
	check_index("2147483648", INT_MAX, -EINVAL, 0);
	check_index("4294967295", UINT32_MAX, 0, UINT32_MAX);
	check_index("4294967296", UINT32_MAX, -EINVAL, 0);
	check_index("99999999999999999999", UINT32_MAX, -EINVAL, 0);
	check_index("0-1", UINT32_MAX, -EINVAL, 0);
	check_index("-1", UINT32_MAX, -EINVAL, 0);
	check_index(" 1", UINT32_MAX, -EINVAL, 0);
	check_index("1x", UINT32_MAX, -EINVAL, 0);
	check_index("0x1", UINT32_MAX, -EINVAL, 0);
	check_index("", UINT32_MAX, -EINVAL, 0);
}

static void check_range(const char *text, int error, uint64_t first, uint64_t last)
{
	uint64_t got_first = 0, got_last = 0;

	is_int(parse_range(text, &got_first, &got_last), error, "range '%s' is taken or refused",
	       text);
	if (error)
		return;
	is_u64(got_first, first, "range '%s' begins there", text);
	is_u64(got_last, last, "range '%s' ends there", text);
}

static void check_ranges(void)
{
	check_range("0x2000134000", 0, 0x2000134000, 0x2000134000);
	check_range("2000134000", 0, 0x2000134000, 0x2000134000);
	check_range("0XaBc", 0, 0xabc, 0xabc);
	check_range("0", 0, 0, 0);
	check_range("ffffffffffffffff", 0, UINT64_MAX, UINT64_MAX);
	check_range("0x1000-0x1fff", 0, 0x1000, 0x1fff);
	check_range("1000-1000", 0, 0x1000, 0x1000);
	check_range("0x1000+0x10", 0, 0x1000, 0x100f);
	check_range("0+ffffffffffffffff", 0, 0, UINT64_MAX - 1);
	check_range("0xffffffffffffffff+1", 0, UINT64_MAX, UINT64_MAX);
	check_range("", -EINVAL, 0, 0);
	check_range("0x", -EINVAL, 0, 0);
	check_range("0x0x10", -EINVAL, 0, 0);
	check_range("-1", -EINVAL, 0, 0);
	check_range("+1", -EINVAL, 0, 0);
	check_range(" 1", -EINVAL, 0, 0);
	check_range("10g", -EINVAL, 0, 0);
	check_range("0x1000 0x2000", -EINVAL, 0, 0);
	check_range("0x1000-", -EINVAL, 0, 0);
	check_range("0x1000--1", -EINVAL, 0, 0);
	check_range("0x1000-0xfff", -EINVAL, 0, 0);
	check_range("0x1000+0", -EINVAL, 0, 0);
	check_range("0x1000+1+1", -EINVAL, 0, 0);
	check_range("10000000000000000", -ERANGE, 0, 0);
	check_range("0-10000000000000000", -ERANGE, 0, 0);
	check_range("0xffffffffffffffff+2", -ERANGE, 0, 0);
}

int main(void)
{
	check_size("64M", 0, 64 << 20);
	check_size("4096B", 0, 4096);
	check_size("16K", 0, 16384);
	check_size("8G", 0, 8ULL << 30);
	check_size("256", 0, 256 * sysconf(_SC_PAGESIZE));
	check_size("", -EINVAL, 0);
	check_size("0", -EINVAL, 0);
	check_size("-1", -EINVAL, 0);
	check_size("M", -EINVAL, 0);
	check_size("64MB", -EINVAL, 0);
	check_size("64m", -EINVAL, 0);
	check_size("99999999999999999999", -ERANGE, 0);
	check_size("99999999999G", -ERANGE, 0);
	check_indexes();
	check_list("0-3,8,10-11\n", 0, 7, 11);
	check_list("5", 0, 1, 5);
	check_list("0-4095", 0, 8, 7);
	check_list("", -EINVAL, 0, 0);
	check_list("3-1", -EINVAL, 0, 0);
	check_list("1,,2", -EINVAL, 0, 0);
	check_list("1;2", -EINVAL, 0, 0);
	check_list("0-99999999999", -EINVAL, 0, 0);
	check_ranges();
	is_int(workload_exit_status(3 << 8), 3, "an exit status is passed on");
	is_int(workload_exit_status(9), 137, "a signal becomes 128 and its number");
	return done_testing();
}
