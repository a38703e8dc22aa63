/* SPDX-License-Identifier: GPL-2.0 */
/* What a perf.data file says before and behind its records: for reader.c alone. */
#ifndef HTM_HEADER_H
#define HTM_HEADER_H

#include "reader.h"

int header_read(struct reader *r, struct source *s);
int header_place_data(struct reader *r, struct source *s);
int header_take_attr(struct reader *r, const struct reader_record *record);
int header_take_feature(struct reader *r, const struct reader_record *record);

#endif /* HTM_HEADER_H */
