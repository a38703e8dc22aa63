/* SPDX-License-Identifier: GPL-2.0 */
/* Makes samples that perf reads of the addresses that a decoder printed. */
#ifndef HTM_INJECTION_H
#define HTM_INJECTION_H

#include "target.h"
#include "translation.h"
#include "vector.h"

/**
 * struct injection - what is to be done
 * @recording: the perf.data that the addresses come from, - for standard input
 * @output: the perf.data to write
 * @spool_dir: where there is room for files without a name
 * @target: whose trace it is, or NULL: the only one's
 * @texts: what decoders printed; none: standard input
 * @map: to look addresses up in, or NULL: the texts have logical addresses
 * @lpar: whose, if there is @map
 */
struct injection {
	const char *recording;
	const char *output;
	const char *spool_dir;
	const struct htm_target *target;
	VECTOR(const char *) texts;
	const struct translation_index *map;
	uint32_t lpar;
};

int injection_run(const struct injection *injection);

#endif /* HTM_INJECTION_H */
