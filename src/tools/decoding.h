/* SPDX-License-Identifier: GPL-2.0 */
/* One run of a decoder on the trace of one target. */
#ifndef HTM_DECODING_H
#define HTM_DECODING_H

#include <stdint.h>

#include "annotate.h"
#include "template.h"

/**
 * struct decoding - what is decoded, and what came of it
 * @decoder: how the decoder is called
 * @directory: where the trace is, and its output goes
 * @target: whose trace it is
 * @map: the memory of the machine, by physical addresses, or NULL: then no logical
 *       addresses are added
 * @lpar: whose logical addresses are wanted
 * @counts: of the addresses that were found, when all went well
 */
struct decoding {
	const struct template *decoder;
	const char *directory;
	const char *target;
	const struct translation_index *map;
	uint32_t lpar;
	struct annotate_counts counts;
};

int decoding_run(struct decoding *d);

#endif /* HTM_DECODING_H */
