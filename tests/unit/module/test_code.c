// SPDX-License-Identifier: GPL-2.0
/* Return codes of the hypervisor, and the patience with a busy one. */
#include "../../../src/module/code.h"
#include "../../../src/module/papr.h"
#include "tap.h"

static void test_errno(void)
{
	static const struct {
		long code;
		int err;
	} table[] = {
		{ HTM_H_SUCCESS, 0 },
		{ HTM_H_PARTIAL, 0 },
		{ HTM_H_NOT_AVAILABLE, -ENODATA },
		{ HTM_H_BUSY, -EBUSY },
		{ 9900, -EBUSY }, { 9903, -EBUSY }, { 9905, -EBUSY },
		{ HTM_H_PARAMETER, -EINVAL },
		{ -55, -EINVAL }, { -57, -EINVAL }, { -59, -EINVAL },
		{ HTM_H_STATE, -EIO },
		{ HTM_H_AUTHORITY, -EPERM },
		{ HTM_H_FUNCTION, -ENODEV },
		{ HTM_H_HARDWARE, -EIO },
		{ HTM_H_RESOURCE, -ENOMEM },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		is_int(htm_code_errno(table[i].code), table[i].err,
		       "code %ld has the errno that the documentation promises", table[i].code);
}

static void test_unknown_is_failure(void)
{
	long code, taken = 0;

	for (code = -200000; code <= 200000; code++) {
		if (code == HTM_H_SUCCESS || code == HTM_H_PARTIAL)
			continue;
		taken += htm_code_errno(code) >= 0;
	}
	is_int(taken, 0, "no other code within 200,000 of zero is taken for success");
	ok(htm_code_errno(0x7fffffffffffffff) < 0 && htm_code_errno(-0x7fffffffffffffff) < 0,
	   "nor the largest and the smallest");
	is_int(htm_code_errno(9899), -EIO, "9899 is no hint to wait");
	is_int(htm_code_errno(9906), -EIO, "nor is 9906");
}

static void test_long_busy_follows_the_hint(void)
{
	long us = 1000;
	long code;

	for (code = HTM_H_LONG_BUSY_1_MS; code <= HTM_H_LONG_BUSY_100_S; code++, us *= 10) {
		struct htm_patience p = {};

		is_int(htm_patience_next(&p, code), us, "code %ld waits %ld us", code, us);
	}
}

static void test_patience_ends(long code, unsigned long long most_us)
{
	struct htm_patience p = {};
	unsigned long long waited = 0;
	long tries, us = 0;

	for (tries = 0; tries < 1000000; tries++) {
		us = htm_patience_next(&p, code);
		if (us <= 0)
			break;
		waited += us;
	}
	is_int(us, -EBUSY, "code %ld: gives up with EBUSY, after %ld tries", code, tries);
	ok(waited && waited <= most_us, "code %ld: having waited %llu us, at most %llu", code,
	   waited, most_us);
}

int main(void)
{
	long code;

	test_errno();
	test_unknown_is_failure();
	test_long_busy_follows_the_hint();
	test_patience_ends(HTM_H_BUSY, 2000000);
	for (code = HTM_H_LONG_BUSY_1_MS; code <= HTM_H_LONG_BUSY_100_S; code++)
		test_patience_ends(code, 200000000);
	return done_testing();
}
