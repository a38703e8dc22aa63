// SPDX-License-Identifier: GPL-2.0
/* The bits of an event's config. */
#include <string.h>

#include "../../../include/uapi/htm_pmu.h"
#include "../../../src/module/config.h"
#include "tap.h"

static void test_target(void)
{
	struct htm_target t = htm_config_target(0x0a302012 & ~0xcULL);
	char name[HTM_TARGET_NAME];

	is_int(t.type, 2, "htm_type is bits 0-3");
	is_int(t.node, 0x01, "nodeindex is bits 4-11");
	is_int(t.chip, 0x02, "nodalchipindex is bits 12-19");
	is_int(t.core, 0xa3, "coreindexonchip is bits 20-27");
	htm_target_name(&t, name);
	ok(!strcmp(name, "n1.p2.c163.t2"), "named %s", name);

	t = htm_config_target(~0ULL);
	htm_target_name(&t, name);
	ok(!strcmp(name, "n255.p255.c255.t15"), "the longest name fits: %s", name);
}

static void test_faults(void)
{
	u64 type;
	int bit;

	for (type = 0; type < 16; type++) {
		bool good = type >= 1 && type <= 3;

		ok(!htm_config_fault(type, 0, 0) == good, "htm_type %llu is %s",
		   (unsigned long long)type, good ? "taken" : "refused");
	}
	for (bit = 4; bit < 64; bit++)
		ok(!htm_config_fault(1 | 1ULL << bit, 0, 0) == (bit < 28),
		   "bit %d of config is %s", bit, bit < 28 ? "an index" : "reserved");
	for (bit = 0; bit < 64; bit++)
		ok(!htm_config_fault(1, 1ULL << bit, 0) == (bit == 0),
		   "bit %d of config1 is %s", bit, bit ? "reserved" : "meta");
	ok(htm_config_fault(1, 0, 1), "config2 is reserved");
}

static void test_equal(void)
{
	const struct htm_target a = { .type = 1, .node = 2, .chip = 3, .core = 4 };
	struct htm_target b = a;

	ok(htm_target_equal(&a, &b), "a target equals itself");
	b.type = 2;
	ok(!htm_target_equal(&a, &b), "another type is another target");
	b = a;
	b.node = 0;
	ok(!htm_target_equal(&a, &b), "another node is another target");
	b = a;
	b.chip = 0;
	ok(!htm_target_equal(&a, &b), "another chip is another target");
	b = a;
	b.core = 0;
	ok(!htm_target_equal(&a, &b), "another core is another target");
}

int main(void)
{
	test_target();
	test_faults();
	test_equal();
	return done_testing();
}
