/* SPDX-License-Identifier: GPL-2.0 */
/* Looks addresses up by going through all entries, and compares what an index says. */
#ifndef TESTS_SCAN_H
#define TESTS_SCAN_H

#include "translation.h"

/* What is looked up where */
struct scan {
	const struct translation *t;
	const struct translation_index *index;
	enum translation_from from;
	const uint32_t *lpar;
};

const char *scan_compare(const struct scan *s, uint64_t first, uint64_t last,
			 const uint64_t *probes, size_t count);

#endif /* TESTS_SCAN_H */
