/* SPDX-License-Identifier: GPL-2.0 */
/* Finds its way through samples, and through what follows other records. */
#ifndef HTM_SAMPLE_H
#define HTM_SAMPLE_H

#include "reader.h"

#define SAMPLE_NO_CPU	UINT32_MAX

/**
 * struct sample - what the tool wants of a PERF_RECORD_SAMPLE, or of the
 * identification that perf_event_attr.sample_id_all adds to other records
 * @attr: whose it is: index in reader.attrs
 * @cpu: where it was written, or SAMPLE_NO_CPU
 * @has_time: is @time known?
 * @time: on the clock of the recording; only of a PERF_RECORD_SAMPLE
 * @raw: PERF_SAMPLE_RAW, or NULL; only of a PERF_RECORD_SAMPLE
 * @raw_size: bytes of it, perf's padding included
 */
struct sample {
	size_t attr;
	uint32_t cpu;
	bool has_time;
	uint64_t time;
	const uint8_t *raw;
	uint32_t raw_size;
};

int sample_parse(struct reader *r, const struct reader_record *record, struct sample *sample);
int sample_parse_id(struct reader *r, const struct reader_record *record, struct sample *sample);

#endif /* HTM_SAMPLE_H */
