// SPDX-License-Identifier: GPL-2.0
/* What a target takes in which state. */
#include "fixture.h"
#include "tap.h"

enum action { CONFIGURE, START, STOP, DECONFIGURE, DUMP, SETUP };

static const char *const action_names[] = {
	"CONFIGURE", "START", "STOP", "DECONFIGURE", "DUMP_DATA", "SETUP",
};

static long act(struct fixture *fixture, enum action action)
{
	switch (action) {
	case CONFIGURE:
		return fixture_call(fixture, HTM_CONFIGURE, NEST, -1, -1, 0);
	case START:
		return fixture_call(fixture, HTM_START, NEST, 0, 0, 0);
	case STOP:
		return fixture_call(fixture, HTM_STOP, NEST, 0, 0, 0);
	case DECONFIGURE:
		return fixture_call(fixture, HTM_DECONFIGURE, NEST, 0, 0, 0);
	case DUMP:
		return fixture_call(fixture, HTM_DUMP_DATA, NEST, RAM_BASE, 4096, 0);
	case SETUP:
		return fixture_call(fixture, HTM_SETUP, NEST, 24, 0, 0);
	}
	return H_FUNCTION;
}

static void test_state(const char *state, const enum action *way, int steps,
		       const bool allowed[SETUP + 1])
{
	for (enum action action = CONFIGURE; action <= SETUP; action++) {
		struct fixture fixture;
		long code;

		fixture_files(&fixture);
		FIXTURE_START(&fixture, "buffer=64K");
		for (int i = 0; i < steps; i++)
			act(&fixture, way[i]);
		code = act(&fixture, action);
		if (allowed[action])
			ok(code == H_SUCCESS || code == H_PARTIAL, "%s: %s is done", state,
			   action_names[action]);
		else
			is_int(code, H_STATE, "%s: %s is refused", state, action_names[action]);
		fixture_end(&fixture);
	}
}

static void test_all_states(void)
{
	static const enum action way[] = { CONFIGURE, START, STOP, DECONFIGURE };
	static const bool unconfigured[SETUP + 1] = { [CONFIGURE] = true, [SETUP] = true };
	static const bool configured[SETUP + 1] = { [START] = true, [DECONFIGURE] = true };
	static const bool tracing[SETUP + 1] = { [STOP] = true };
	static const bool stopped[SETUP + 1] = {
		[START] = true, [DECONFIGURE] = true, [DUMP] = true,
	};

	test_state("unconfigured", way, 0, unconfigured);
	test_state("configured", way, 1, configured);
	test_state("tracing", way, 2, tracing);
	test_state("stopped", way, 3, stopped);
	test_state("unconfigured again", way, 4, unconfigured);
}

static void test_targets_apart(void)
{
	struct fixture fixture;

	fixture_files(&fixture);
	FIXTURE_START(&fixture, "buffer=64K");
	fixture_stopped(&fixture, NEST);
	is_int(fixture_call(&fixture, HTM_START, "n0.p2.c0.t2", 0, 0, 0), H_STATE,
	       "another type at the same place has a state of its own");
	is_int(fixture_call(&fixture, HTM_START, "n0.p2.c1.t1", 0, 0, 0), H_STATE,
	       "so has another core");
	is_int(fixture_call(&fixture, HTM_START, "n1.p2.c0.t1", 0, 0, 0), H_STATE,
	       "and another node");
	fixture_end(&fixture);
}

int main(void)
{
	test_all_states();
	test_targets_apart();
	return done_testing();
}
