// SPDX-License-Identifier: GPL-2.0
/*
 * Each cut of good recordings: refused, or read as what is there. Bytes of anyone's are the
 * business of tests/fuzz.
 */
#include "inspect.h"
#include "seeds.h"
#include "tap.h"

static void check_cuts(size_t seed)
{
	int complete = 0, early = 0;
	struct build b;
	size_t needed;

	needed = seeds_build(seed, &b);
	for (size_t size = 0; size <= b.size; size++) {
		if (inspect_bytes(b.data, size) != INSPECT_COMPLETE)
			continue;
		complete++;
		early += size < needed;
	}
	ok(complete > 0, "%s: as a whole it is complete", seeds_name(seed));
	is_int(early, 0, "%s: cut before its trace ends, it never is", seeds_name(seed));
	build_free(&b);
}

int main(void)
{
	for (size_t i = 0; i < SEEDS; i++)
		check_cuts(i);
	return done_testing();
}
