/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes a perf.data file of one event that stock perf reads: records of a recording as
 * they are, samples of addresses, and features. docs/perf-data.md has the format.
 *
 * Records first, then samples, then features, in the byte order of the recording that the
 * records and features come from. No more than a buffer is in memory.
 */
#ifndef HTM_WRITER_H
#define HTM_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "output.h"
#include "reader.h"
#include "vector.h"

#define WRITER_BUFFER	(64 * 1024)

/**
 * struct writer - a file that is being written
 * @out: the file
 * @big_endian: its byte order
 * @size: bytes of it so far, those in @buffer included
 * @data_end: where its records end, once there is a feature
 * @samples: how many there are
 * @first: the time of the first
 * @last: the time of the last
 * @features: of other files, to be copied
 * @used: bytes in @buffer
 * @err: why it cannot be written, a negative errno, or 0
 * @buffer: what was not written yet
 */
struct writer {
	struct output out;
	bool big_endian;
	uint64_t size;
	uint64_t data_end;
	uint64_t samples;
	uint64_t first;
	uint64_t last;
	VECTOR(struct reader_feature) features;
	size_t used;
	int err;
	uint8_t buffer[WRITER_BUFFER];
};

/**
 * struct writer_event - the event that all samples are of
 * @name: what perf calls it
 * @type: the number of its PMU, as the recording machine had it
 * @config: what it counted
 */
struct writer_event {
	const char *name;
	uint32_t type;
	uint64_t config;
};

/**
 * struct writer_sample - a sample
 * @ip: PERF_SAMPLE_IP: a virtual address of the kernel
 * @addr: PERF_SAMPLE_ADDR
 * @time: on the clock of the recording, ns; no sample is older than the one before
 */
struct writer_sample {
	uint64_t ip;
	uint64_t addr;
	uint64_t time;
};

int writer_begin(struct writer *w, const char *path, bool big_endian);
int writer_record(struct writer *w, const void *record, size_t size);
int writer_sample(struct writer *w, const struct writer_sample *sample);
int writer_feature(struct writer *w, const struct reader_feature *feature);
int writer_end(struct writer *w, const struct writer_event *event);
void writer_abandon(struct writer *w);

#endif /* HTM_WRITER_H */
