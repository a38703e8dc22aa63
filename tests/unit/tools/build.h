/* SPDX-License-Identifier: GPL-2.0 */
/* Builds perf.data files, of either byte order, as perf and the driver would. */
#ifndef TESTS_BUILD_H
#define TESTS_BUILD_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htm_pmu.h"

#define BUILD_HTM_TYPE	77
#define BUILD_ATTRS	4

/* What perf record -R -C gives an event that is not alone in its file */
#define BUILD_SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |	\
			   PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)

struct build_attr {
	uint32_t type;
	uint64_t config;
	uint64_t config1;
	uint64_t sample_type;
	uint64_t read_format;
};

/* An event of htm with START and END, and one of another PMU: what most tests record */
extern const struct build_attr build_events[2];

struct build {
	uint8_t *data;
	size_t size;
	size_t room;
	bool big_endian;
	size_t count;
	struct build_attr attrs[BUILD_ATTRS];
	size_t data_offset;
	uint64_t time;
};

void build_begin(struct build *b, bool big_endian, const struct build_attr *attrs, size_t count);
void build_begin_pipe(struct build *b, bool big_endian, const struct build_attr *attrs,
		      size_t count);
void build_end(struct build *b);
void build_free(struct build *b);
void build_save(const struct build *b, const char *path, size_t size);

void build_bytes(struct build *b, const void *bytes, size_t size);
void build_u16(struct build *b, uint16_t v);
void build_u32(struct build *b, uint32_t v);
void build_u64(struct build *b, uint64_t v);
void build_patch_u64(struct build *b, size_t at, uint64_t v);

void build_header(struct build *b, uint32_t type, size_t size);
void build_again(struct build *b, size_t begin);

uint64_t build_id(size_t attr);
void build_sample(struct build *b, size_t attr, const void *raw, size_t size);
void build_start(struct build *b, size_t attr, uint32_t window, uint64_t buffer_size,
		 uint32_t cpu, uint32_t sink);
void build_stop(struct build *b, size_t attr, uint32_t window, uint64_t delivered,
		uint64_t blocks, int32_t error);
void build_trace(struct build *b, size_t attr, uint32_t window, uint64_t offset,
		 const void *bytes, size_t size);
void build_block(struct build *b, size_t attr, uint32_t first, uint32_t entries, uint64_t next);
void build_aux(struct build *b, size_t attr, uint64_t offset, uint64_t size, uint64_t flags,
	       uint32_t cpu);
void build_auxtrace(struct build *b, uint32_t cpu, uint64_t offset, const void *bytes,
		    size_t size);
void build_map(struct build *b, size_t attr, uint16_t misc, uint64_t address, uint64_t size,
	       const char *name);
void build_lost(struct build *b, size_t attr, uint64_t lost);

void build_pattern(uint8_t *bytes, size_t size, unsigned int seed);

#endif /* TESTS_BUILD_H */
