/* SPDX-License-Identifier: GPL-2.0 */
/* Makes other forms of a perf.data file, as perf would have written them. */
#ifndef TESTS_PACK_H
#define TESTS_PACK_H

#include "build.h"

void pack_compress(struct build *to, const struct build *from, uint32_t type, size_t chunk);
size_t pack_next(const struct build *b, size_t at);
bool pack_is_auxtrace(const struct build *b, size_t at);

#endif /* TESTS_PACK_H */
