/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random tests print their seed, and take it back as SEED in the environment.
 */
#ifndef TESTS_LIB_SEED_H
#define TESTS_LIB_SEED_H

#include <stdlib.h>
#include <time.h>

#include "tap.h"

static inline void seed_random(void)
{
	const char *given = getenv("SEED");
	unsigned int seed = given ? strtoul(given, NULL, 0) : (unsigned int)time(NULL);

	diag("SEED=%u", seed);
	srand(seed);
}

#endif /* TESTS_LIB_SEED_H */
