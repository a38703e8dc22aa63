// SPDX-License-Identifier: GPL-2.0
/* The fault script, line by line. */
#include <string.h>

#include "fault.h"
#include "htm.h"
#include "tap.h"

static const struct spec one = { .chip = 2, .type = HTM_TYPE_NEST };
static const struct spec other = { .chip = 3, .type = HTM_TYPE_NEST };

static bool add(struct fault_script *script, const char *text)
{
	struct error error;
	char line[128];

	snprintf(line, sizeof(line), "%s", text);
	return fault_add(script, line, &error);
}

/* The first nine calls under a script of one line: a letter for each fault. */
static const char *nine_calls(const char *line, const struct spec *target)
{
	static char calls[10];
	struct fault_script script = { 0 };

	if (!add(&script, line))
		return "refused";
	for (int i = 0; i < 9; i++)
		calls[i] = fault_next(&script, HTM_STOP, target) ? 'F' : '.';
	fault_unload(&script);
	return calls;
}

static void test_nth(void)
{
	ok(!strcmp(nine_calls("STOP 3 H_BUSY", &one), "..F......"), "3 is the third call");
	ok(!strcmp(nine_calls("STOP * H_BUSY", &one), "FFFFFFFFF"), "* is every call");
	ok(!strcmp(nine_calls("STOP 2+ H_BUSY", &one), ".FFFFFFFF"), "2+ is the second and later");
	ok(!strcmp(nine_calls("STOP 2..5 H_BUSY", &one), ".FFFF...."), "2..5 are four calls");
	ok(!strcmp(nine_calls("START 1 H_BUSY", &one), "........."),
	   "another operation is left alone");
}

static void test_target(void)
{
	const char *line = "STOP 1..2 H_BUSY target=n0.p2.c0.t1";
	const struct spec no_type = { .chip = 2 };
	struct fault_script script = { 0 };

	ok(!strcmp(nine_calls(line, &one), "FF......."), "a rule can be about one target");
	ok(!strcmp(nine_calls(line, &other), "........."), "then it leaves others alone");
	ok(!strcmp(nine_calls(line, &no_type), "FF......."),
	   "a call without type is about all targets at its place");
	ok(add(&script, "STOP 2 H_BUSY target=n0.p2.c0.t1"), "a rule is added");
	fault_next(&script, HTM_STOP, &other);
	ok(!fault_next(&script, HTM_STOP, &one), "it does not count the calls of others");
	ok(fault_next(&script, HTM_STOP, &one), "but those of its target");
	fault_unload(&script);
}

static void test_rules(void)
{
	struct fault_script script = { 0 };
	const struct fault_rule *rule;

	ok(add(&script, "STOP 2 H_HARDWARE 2ms"), "a rule can have a delay");
	ok(add(&script, "STOP 2..3 -9999"), "and a code by number");
	ok(add(&script, "STOP 4 H_SUCCESS 500us target=n0.p2.c0.t1"), "and all there is");
	ok(!fault_next(&script, HTM_STOP, &one), "a call that no rule is about is left alone");
	rule = fault_next(&script, HTM_STOP, &one);
	ok(rule && rule->code == H_HARDWARE && rule->delay == 2000000,
	   "of two rules the first is applied");
	rule = fault_next(&script, HTM_STOP, &one);
	ok(rule && rule->code == -9999 && !rule->delay, "the second one has counted all the same");
	rule = fault_next(&script, HTM_STOP, &one);
	ok(rule && rule->code == H_SUCCESS && rule->delay == 500000, "a rule can be only a delay");
	fault_unload(&script);
}

static void test_refused(void)
{
	static const char *const bad[] = {
		"STOP", "STOP 1", "HALT 1 H_BUSY", "STOP 0 H_BUSY", "STOP + H_BUSY",
		"STOP x H_BUSY",
		"STOP 5..2 H_BUSY", "STOP .. H_BUSY", "STOP 0..2 H_BUSY", "STOP -1 H_BUSY",
		"STOP 1 H_NONSENSE", "STOP 1 H_BUSY 2", "STOP 1 H_BUSY target=nowhere",
		"STOP 1 H_BUSY target=n0.p2.c0.t1 2ms", "STOP 1 H_BUSY 2ms 3ms",
	};
	struct fault_script script = { 0 };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!add(&script, bad[i]), "'%s' is refused", bad[i]);
	is_u64(script.count, 0, "and nothing of it is kept");
	fault_unload(&script);
}

int main(void)
{
	test_nth();
	test_target();
	test_rules();
	test_refused();
	return done_testing();
}
