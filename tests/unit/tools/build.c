// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"

#define HEADER_SIZE	104
#define ATTR_SIZE	136
#define RECORD_RAW_MAX	65535

const struct build_attr build_events[2] = {
	{ BUILD_HTM_TYPE, 0x2001, HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 },
	{ 1, 9, 0, BUILD_SAMPLE_TYPE & ~PERF_SAMPLE_RAW, 0 },
};

static void die(const char *what)
{
	perror(what);
	exit(2);
}

void build_bytes(struct build *b, const void *bytes, size_t size)
{
	if (b->size + size > b->room) {
		b->room = (b->size + size) * 2;
		b->data = realloc(b->data, b->room);
		if (!b->data)
			die("realloc");
	}
	if (bytes)
		memcpy(b->data + b->size, bytes, size);
	else
		memset(b->data + b->size, 0, size);
	b->size += size;
}

void build_u16(struct build *b, uint16_t v)
{
	v = b->big_endian ? htobe16(v) : htole16(v);
	build_bytes(b, &v, sizeof(v));
}

void build_u32(struct build *b, uint32_t v)
{
	v = b->big_endian ? htobe32(v) : htole32(v);
	build_bytes(b, &v, sizeof(v));
}

void build_u64(struct build *b, uint64_t v)
{
	v = b->big_endian ? htobe64(v) : htole64(v);
	build_bytes(b, &v, sizeof(v));
}

void build_patch_u64(struct build *b, size_t at, uint64_t v)
{
	v = b->big_endian ? htobe64(v) : htole64(v);
	memcpy(b->data + at, &v, sizeof(v));
}

uint64_t build_id(size_t attr)
{
	return 1000 - attr;
}

static void put_bare_attr(struct build *b, size_t index)
{
	const struct build_attr *attr = &b->attrs[index];
	size_t begin = b->size;

	build_u32(b, attr->type);
	build_u32(b, ATTR_SIZE);
	build_u64(b, attr->config);
	build_u64(b, 1);
	build_u64(b, attr->sample_type);
	build_u64(b, attr->read_format);
	/* sample_id_all */
	build_u64(b, 1ULL << (b->big_endian ? 63 - 18 : 18));
	build_u64(b, 0);
	build_u64(b, attr->config1);
	build_bytes(b, NULL, begin + ATTR_SIZE - b->size);
}

static void put_attr(struct build *b, size_t index)
{
	put_bare_attr(b, index);
	build_u64(b, HEADER_SIZE + 8 * index);
	build_u64(b, 8);
}

void build_begin(struct build *b, bool big_endian, const struct build_attr *attrs, size_t count)
{
	memset(b, 0, sizeof(*b));
	b->big_endian = big_endian;
	b->count = count;
	memcpy(b->attrs, attrs, count * sizeof(*attrs));
	build_bytes(b, big_endian ? "2ELIFREP" : "PERFILE2", 8);
	build_u64(b, HEADER_SIZE);
	build_u64(b, ATTR_SIZE + 16);
	build_u64(b, HEADER_SIZE + 8 * count);
	build_u64(b, (ATTR_SIZE + 16) * count);
	b->data_offset = HEADER_SIZE + (8 + ATTR_SIZE + 16) * count;
	build_u64(b, b->data_offset);
	build_u64(b, 0);
	build_bytes(b, NULL, HEADER_SIZE - b->size);
	for (size_t i = 0; i < count; i++)
		build_u64(b, build_id(i));
	for (size_t i = 0; i < count; i++)
		put_attr(b, i);
}

static void put_pmu(struct build *b, uint32_t type, const char *name)
{
	char padded[64] = {};

	snprintf(padded, sizeof(padded), "%s", name);
	build_u32(b, type);
	build_u32(b, sizeof(padded));
	build_bytes(b, padded, sizeof(padded));
}

static void put_pmus(struct build *b)
{
	build_u32(b, 3);
	put_pmu(b, 1, "software");
	put_pmu(b, BUILD_HTM_TYPE, "htm");
	put_pmu(b, 78, "htmlike");
}

/* The features HOSTNAME (3) and PMU_MAPPINGS (16), and the final header */
void build_end(struct build *b)
{
	size_t sections = b->size, names;

	if (!b->data_offset)
		return;

	build_patch_u64(b, 48, b->size - b->data_offset);
	build_patch_u64(b, 72, 1ULL << 3 | 1ULL << 16);
	build_bytes(b, NULL, 32);
	names = b->size;
	build_u32(b, 4);
	build_bytes(b, "host", 4);
	build_patch_u64(b, sections, names);
	build_patch_u64(b, sections + 8, b->size - names);
	names = b->size;
	put_pmus(b);
	build_patch_u64(b, sections + 16, names);
	build_patch_u64(b, sections + 24, b->size - names);
}

static void begin_feature(struct build *b, uint64_t feature, size_t *begin)
{
	*begin = b->size;
	build_header(b, 80, 16);
	build_u64(b, feature);
}

static void end_feature(struct build *b, size_t begin)
{
	struct build size = { .big_endian = b->big_endian };

	build_u16(&size, b->size - begin);
	memcpy(b->data + begin + 6, size.data, 2);
	build_free(&size);
}

/* As perf record -o - has it: events and features are records like others. */
void build_begin_pipe(struct build *b, bool big_endian, const struct build_attr *attrs,
		      size_t count)
{
	size_t begin;

	memset(b, 0, sizeof(*b));
	b->big_endian = big_endian;
	b->count = count;
	memcpy(b->attrs, attrs, count * sizeof(*attrs));
	build_bytes(b, big_endian ? "2ELIFREP" : "PERFILE2", 8);
	build_u64(b, 16);
	for (size_t i = 0; i < count; i++) {
		build_header(b, 64, 8 + ATTR_SIZE + 8);
		put_bare_attr(b, i);
		build_u64(b, build_id(i));
	}
	begin_feature(b, 3, &begin);
	build_u32(b, 4);
	build_bytes(b, "host", 4);
	end_feature(b, begin);
	begin_feature(b, 16, &begin);
	put_pmus(b);
	end_feature(b, begin);
	begin_feature(b, 256, &begin);
}

void build_free(struct build *b)
{
	free(b->data);
	memset(b, 0, sizeof(*b));
}

void build_save(const struct build *b, const char *path, size_t size)
{
	FILE *file = fopen(path, "w");

	if (!file || (size && fwrite(b->data, 1, size, file) != size) || fclose(file))
		die(path);
}

void build_header(struct build *b, uint32_t type, size_t size)
{
	if (size > UINT16_MAX) {
		fprintf(stderr, "record of %zu bytes\n", size);
		exit(2);
	}
	build_u32(b, type);
	build_u16(b, 0);
	build_u16(b, size);
}

void build_sample(struct build *b, size_t attr, const void *raw, size_t size)
{
	uint64_t type = b->attrs[attr].sample_type;
	/* perf pads so that the size word and the bytes are a multiple of 8. */
	size_t padded = (4 + size + 7) / 8 * 8 - 4, begin = b->size;
	size_t id_word = type & PERF_SAMPLE_IDENTIFIER ? 0 : __builtin_popcountll(type &
			(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR));
	size_t time_word = __builtin_popcountll(type & (PERF_SAMPLE_IDENTIFIER |
			PERF_SAMPLE_IP | PERF_SAMPLE_TID));
	size_t words = __builtin_popcountll(type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
			PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
			PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD));
	size_t extra = 0;

	if (type & PERF_SAMPLE_READ)
		extra += b->attrs[attr].read_format & PERF_FORMAT_GROUP ? 4 : 2;
	if (type & PERF_SAMPLE_CALLCHAIN)
		extra += 3;
	build_header(b, PERF_RECORD_SAMPLE, 8 + (words + extra) * 8 +
		   (type & PERF_SAMPLE_RAW ? 4 + padded : 0));
	for (size_t i = 0; i < words; i++)
		build_u64(b, 0x1111111111111111ULL * i);
	if (type & PERF_SAMPLE_TIME)
		build_patch_u64(b, begin + 8 + time_word * 8, ++b->time);
	if (type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID))
		build_patch_u64(b, begin + 8 + id_word * 8, build_id(attr));
	if (type & PERF_SAMPLE_READ && b->attrs[attr].read_format & PERF_FORMAT_GROUP) {
		build_u64(b, 3);
		build_bytes(b, NULL, 24);
	} else if (type & PERF_SAMPLE_READ) {
		build_bytes(b, NULL, 16);
	}
	if (type & PERF_SAMPLE_CALLCHAIN) {
		build_u64(b, 2);
		build_bytes(b, NULL, 16);
	}
	if (type & PERF_SAMPLE_RAW) {
		build_u32(b, padded);
		build_bytes(b, raw, size);
		build_bytes(b, NULL, padded - size);
	}
}

/* All from @begin on once more, as perf copies what the kernel wrote while it looked */
void build_again(struct build *b, size_t begin)
{
	size_t size = b->size - begin;
	uint8_t *copy = malloc(size);

	memcpy(copy, b->data + begin, size);
	build_bytes(b, copy, size);
	free(copy);
}

static void put_htm_header(struct build *raw, const struct build *b, size_t attr, uint32_t type,
			   uint32_t window, size_t size)
{
	memset(raw, 0, sizeof(*raw));
	raw->big_endian = b->big_endian;
	build_u64(raw, HTM_PMU_MAGIC);
	build_u32(raw, type);
	build_u32(raw, size);
	build_u64(raw, b->attrs[attr].config);
	build_u32(raw, window);
	build_u32(raw, 0);
}

static void put_htm(struct build *b, size_t attr, struct build *raw)
{
	build_sample(b, attr, raw->data, raw->size);
	build_free(raw);
}

void build_start(struct build *b, size_t attr, uint32_t window, uint64_t buffer_size,
		 uint32_t cpu, uint32_t sink)
{
	struct build raw;

	put_htm_header(&raw, b, attr, HTM_PMU_RECORD_START, window, sizeof(struct htm_pmu_start));
	build_u64(&raw, 123456);
	build_u64(&raw, buffer_size);
	build_u32(&raw, cpu);
	build_u32(&raw, sink);
	put_htm(b, attr, &raw);
}

void build_stop(struct build *b, size_t attr, uint32_t window, uint64_t delivered,
		uint64_t blocks, int32_t error)
{
	struct build raw;

	put_htm_header(&raw, b, attr, HTM_PMU_RECORD_END, window, sizeof(struct htm_pmu_end));
	build_u64(&raw, 234567);
	build_u64(&raw, delivered);
	build_u64(&raw, delivered);
	build_u64(&raw, blocks);
	build_u32(&raw, error);
	build_u32(&raw, 0);
	put_htm(b, attr, &raw);
}

void build_trace(struct build *b, size_t attr, uint32_t window, uint64_t offset,
		 const void *bytes, size_t size)
{
	struct build raw;

	put_htm_header(&raw, b, attr, HTM_PMU_RECORD_TRACE, window,
		       sizeof(struct htm_pmu_trace) + size);
	build_u64(&raw, offset);
	build_u64(&raw, size);
	build_bytes(&raw, bytes, size);
	put_htm(b, attr, &raw);
}

/* Entries @first.. of a table; big-endian in files of either byte order */
void build_block(struct build *b, size_t attr, uint32_t first, uint32_t entries, uint64_t next)
{
	struct build raw = { .big_endian = true };

	build_u64(&raw, 0);
	build_u64(&raw, next);
	build_u64(&raw, entries);
	build_u64(&raw, 0);
	for (uint32_t i = first; i < first + entries; i++) {
		build_u64(&raw, (i % 2 ? 1ULL << 63 : 0) | (uint64_t)i << 28);
		build_u64(&raw, i % 3 ? (uint64_t)i << 30 : UINT64_MAX);
		build_u32(&raw, i % 5);
		build_bytes(&raw, (uint8_t []){ i % 4, i % 7, 0, 0 }, 4);
		build_u64(&raw, 0x10000000);
	}
	put_htm(b, attr, &raw);
}

/* What sample_id_all adds to a record, in the order that the kernel has */
static void put_sample_id(struct build *b, size_t attr, uint32_t cpu)
{
	uint64_t type = b->attrs[attr].sample_type;

	if (type & PERF_SAMPLE_TID)
		build_u64(b, 0);
	if (type & PERF_SAMPLE_TIME)
		build_u64(b, 0);
	if (type & PERF_SAMPLE_ID)
		build_u64(b, build_id(attr));
	if (type & PERF_SAMPLE_STREAM_ID)
		build_u64(b, 0);
	if (type & PERF_SAMPLE_CPU) {
		build_u32(b, cpu);
		build_u32(b, 0);
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		build_u64(b, build_id(attr));
}

static size_t sample_id_size(const struct build *b, size_t attr)
{
	return 8 * __builtin_popcountll(b->attrs[attr].sample_type & (PERF_SAMPLE_TID |
		PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
		PERF_SAMPLE_IDENTIFIER));
}

void build_aux(struct build *b, size_t attr, uint64_t offset, uint64_t size, uint64_t flags,
	       uint32_t cpu)
{
	build_header(b, PERF_RECORD_AUX, 32 + sample_id_size(b, attr));
	build_u64(b, offset);
	build_u64(b, size);
	build_u64(b, flags);
	put_sample_id(b, attr, cpu);
}

/* As perf does: the size that it says includes the filling up to 8 bytes. */
void build_auxtrace(struct build *b, uint32_t cpu, uint64_t offset, const void *bytes,
		    size_t size)
{
	size_t filled = (size + 7) / 8 * 8;

	build_header(b, 71, 48);
	build_u64(b, filled);
	build_u64(b, offset);
	build_u64(b, 0);
	build_u32(b, 0);
	build_u32(b, -1);
	build_u32(b, cpu);
	build_u32(b, 0);
	build_bytes(b, bytes, size);
	build_bytes(b, NULL, filled - size);
}

/* PERF_RECORD_MMAP, or MMAP2 if @misc says that it has a build id */
void build_map(struct build *b, size_t attr, uint16_t misc, uint64_t address, uint64_t size,
	       const char *name)
{
	static const uint8_t id[24] = { 20, 0, 0, 0, 0x81, 0x55, 0x94 };
	size_t padded = strlen(name) / 8 * 8 + 8, begin = b->size;
	bool has_id = misc & 1 << 14;
	struct build bytes = { .big_endian = b->big_endian };

	build_header(b, has_id ? PERF_RECORD_MMAP2 : PERF_RECORD_MMAP,
		     (has_id ? 72 : 40) + padded + sample_id_size(b, attr));
	build_u16(&bytes, misc);
	memcpy(b->data + begin + 4, bytes.data, 2);
	build_free(&bytes);
	build_u32(b, -1);
	build_u32(b, 0);
	build_u64(b, address);
	build_u64(b, size);
	build_u64(b, address);
	if (has_id) {
		build_bytes(b, id, sizeof(id));
		build_u64(b, 0);
	}
	build_bytes(b, name, strlen(name));
	build_bytes(b, NULL, padded - strlen(name));
	put_sample_id(b, attr, 0);
}

void build_lost(struct build *b, size_t attr, uint64_t lost)
{
	build_header(b, PERF_RECORD_LOST, 24 + sample_id_size(b, attr));
	build_u64(b, build_id(attr));
	build_u64(b, lost);
	put_sample_id(b, attr, 0);
}

/* Bytes of which no two pieces are alike */
void build_pattern(uint8_t *bytes, size_t size, unsigned int seed)
{
	uint32_t x = seed * 2654435761u + 1;

	for (size_t i = 0; i < size; i++) {
		x = x * 1664525 + 1013904223;
		bytes[i] = x >> 24;
	}
}
