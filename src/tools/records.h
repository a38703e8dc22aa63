/* SPDX-License-Identifier: GPL-2.0 */
/* The driver's own records, brought into this machine's byte order. */
#ifndef HTM_RECORDS_H
#define HTM_RECORDS_H

#include "htm_pmu.h"
#include "sample.h"

struct htm_record {
	union {
		struct htm_pmu_header header;
		struct htm_pmu_trace trace;	/* its bytes follow in the sample */
		struct htm_pmu_start start;
		struct htm_pmu_end end;
	};
};

bool record_is_htm(const uint8_t *raw, size_t size);
int record_parse(const uint8_t *raw, size_t size, struct htm_record *record);
bool record_recognise(const struct reader_attr *attr, const struct sample *sample);

#endif /* HTM_RECORDS_H */
