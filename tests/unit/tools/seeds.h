/* SPDX-License-Identifier: GPL-2.0 */
/* Small recordings of all forms, to be cut. */
#ifndef TESTS_SEEDS_H
#define TESTS_SEEDS_H

#include "build.h"

/* Without libzstd there are none that are compressed, which are the last. */
#ifdef HAVE_ZSTD
#define SEEDS		20
#else
#define SEEDS		12
#endif

const char *seeds_name(size_t seed);
size_t seeds_build(size_t seed, struct build *b);

#endif /* TESTS_SEEDS_H */
