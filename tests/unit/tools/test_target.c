// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "tap.h"
#include "target.h"

static void check_good(const char *text, struct htm_target want, uint64_t config)
{
	struct htm_target got = {}, back = {};
	char name[HTM_TARGET_NAME_SIZE];

	is_int(target_parse(text, &got), 0, "%s is a target", text);
	ok(!memcmp(&got, &want, sizeof(got)), "%s has the indices that it says", text);
	is_u64(target_config(&got), config, "%s has the config that the driver documents", text);
	is_int(target_from_config(config, &back), 0, "the config of %s is one", text);
	ok(!memcmp(&back, &want, sizeof(back)), "the config of %s leads back to it", text);
	target_format(&got, name);
	ok(!strcmp(name, text), "%s is written as it was read", text);
}

static void check_bad(const char *text, int error)
{
	struct htm_target target;

	is_int(target_parse(text, &target), error, "'%s' is refused", text);
}

int main(void)
{
	static const char *const malformed[] = {
		"", "n", "n0", "n0.p2", "n0.p2.c0", "n0.p2.c0.", "n0.p2.c0.t", "n0.p2.c0.t1 ",
		" n0.p2.c0.t1", "n0.p2.c0.t1.x", "n0p2c0t1", "p0.n2.c0.t1", "n-1.p2.c0.t1",
		"n+1.p2.c0.t1", "n0.p2.c0.t1x", "n0..p2.c0.t1", "N0.p2.c0.t1", "n0x1.p2.c0.t1",
	};
	static const char *const outside[] = {
		"n256.p0.c0.t1", "n0.p256.c0.t1", "n0.p0.c256.t1", "n0.p0.c0.t0", "n0.p0.c0.t4",
		"n99999999999999999999.p0.c0.t1", "n4294967296.p0.c0.t1",
	};
	struct htm_target target;

	check_good("n0.p2.c0.t1", (struct htm_target) { 0, 2, 0, 1 }, 0x2001);
	check_good("n1.p3.c15.t2", (struct htm_target) { 1, 3, 15, 2 }, 0xf03012);
	check_good("n255.p255.c255.t3", (struct htm_target) { 255, 255, 255, 3 }, 0xffffff3);
	for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); i++)
		check_bad(malformed[i], -EINVAL);
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
		check_bad(outside[i], -ERANGE);
	is_int(target_from_config(1ULL << 28, &target), -EINVAL,
	       "a config with a bit that names nothing is refused");
	return done_testing();
}
