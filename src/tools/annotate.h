/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a decoder prints, with logical addresses in it. Behind each "addr:0x..." comes
 * what it is to one partition:
 *
 *	 logical:0x...	the partition's logical real address; for each that it has
 *	 logical:lparN	memory of partition N
 *	 logical:-	memory without a logical address
 *	 logical:?	no address that the machine told of
 *
 * and nothing else is changed.
 */
#ifndef HTM_ANNOTATE_H
#define HTM_ANNOTATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "scanner.h"
#include "translation.h"

/**
 * struct annotate_counts - how many addresses were found
 * @own: the partition's, so that a logical address was added
 * @foreign: another partition's
 * @bare: in memory without a logical address
 * @unknown: in no range
 */
struct annotate_counts {
	uint64_t own;
	uint64_t foreign;
	uint64_t bare;
	uint64_t unknown;
};

/**
 * struct annotate - for annotate_begin()
 * @scanner: where in the text it is
 * @map: the memory of the machine, by physical addresses
 * @lpar: the partition whose logical addresses are added
 * @out: where all goes
 * @counts: of the addresses so far
 */
struct annotate {
	struct scanner scanner;
	const struct translation_index *map;
	uint32_t lpar;
	FILE *out;
	struct annotate_counts counts;
};

void annotate_begin(struct annotate *a, const struct translation_index *map, uint32_t lpar,
		    FILE *out);
int annotate_text(struct annotate *a, const char *text, size_t size);
int annotate_end(struct annotate *a);

#endif /* HTM_ANNOTATE_H */
