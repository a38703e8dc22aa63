/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads what perf record wrote, in any of its forms and of either byte order,
 * also while perf still writes it. docs/perf-data.md has the format.
 *
 * A capture may lie in several files, which are read one after the other.
 *
 * Nothing in a file is trusted: every offset and size is checked before use.
 */
#ifndef HTM_READER_H
#define HTM_READER_H

#include <linux/perf_event.h>
#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "source.h"
#include "vector.h"

/* Record types of perf itself, which the kernel's header does not have */
enum {
	READER_HEADER_ATTR = 64,
	READER_HEADER_BUILD_ID = 67,
	READER_AUXTRACE_INFO = 70,
	READER_AUXTRACE = 71,
	READER_HEADER_FEATURE = 80,
	READER_COMPRESSED = 81,
	READER_COMPRESSED2 = 83,
};

/* Whether an event is one of the htm PMU */
enum reader_htm {
	READER_HTM_UNKNOWN,	/* perf did not get to write its PMUs' numbers */
	READER_HTM_NO,
	READER_HTM_YES,
};

struct reader_attr {
	uint32_t type;
	uint64_t config;
	uint64_t config1;
	uint64_t sample_type;
	uint64_t read_format;
	bool sample_id_all;
	enum reader_htm htm;
};

struct reader_id {
	uint64_t id;
	size_t attr;
};

/**
 * struct reader_feature - what a recording says beside its records
 * @bit: which of the features that perf knows
 * @fd: the file that has it, open as long as the reader
 * @offset: where it is in that file
 * @size: bytes of it
 */
struct reader_feature {
	unsigned int bit;
	int fd;
	uint64_t offset;
	uint64_t size;
};

struct unpack;

/**
 * struct reader - a capture
 * @files: its files, in the order in which they are read
 * @file: which one is being read
 * @at: where the last record came from
 * @spool: what was compressed, once something was: a file without a name
 * @spool_dir: where that takes its space, or NULL: the system's place for such files
 * @unpack: fills it
 * @packed_at: where in its file the compressed record was
 * @big_endian: the byte order of all of them
 * @follow: perf still writes: an end may be no end
 * @cut: a file ends before its data does
 * @unfinished: perf did not get to write a final header
 * @attrs: the events
 * @ids: what tells their records apart
 * @ids_sorted: by id
 * @htm_types: the numbers of PMUs named htm
 * @features: those that are there, each once; of a pipe, those that have come
 * @pmus_known: the recording has its list of PMUs
 * @id_word: where samples have their event's id, in words; -1: not at all
 * @id_word_from_end: where other records have it
 * @error: what is wrong, for the user
 */
struct reader {
	VECTOR(struct source) files;
	size_t file;
	struct source *at;
	struct source spool;
	const char *spool_dir;
	struct unpack *unpack;
	uint64_t packed_at;
	bool big_endian;
	bool follow;
	bool cut;
	bool unfinished;
	VECTOR(struct reader_attr) attrs;
	VECTOR(struct reader_id) ids;
	bool ids_sorted;
	VECTOR(uint32_t) htm_types;
	VECTOR(struct reader_feature) features;
	bool pmus_known;
	int id_word;
	int id_word_from_end;
	char error[512];
};

/**
 * struct reader_record - one record
 * @fd: the file that has it, open as long as the reader
 * @offset: where it begins in that file
 * @type: PERF_RECORD_* or READER_*
 * @misc: as in struct perf_event_header
 * @size: bytes of it, header included
 * @data: all of it, header included; good until the next call of the reader
 * @aux_offset: where the trace of a READER_AUXTRACE begins in the file
 * @aux_size: bytes of that trace that the file has
 */
struct reader_record {
	int fd;
	uint64_t offset;
	uint32_t type;
	uint16_t misc;
	uint16_t size;
	const uint8_t *data;
	uint64_t aux_offset;
	uint64_t aux_size;
};

enum reader_next {
	READER_RECORD,		/* here is one */
	READER_END,		/* no more, ever */
	READER_WAIT,		/* no more yet: perf has not written it */
	READER_ERROR,		/* see reader.error */
};

int reader_open(struct reader *r, const char *path, bool follow);
int reader_open_fd(struct reader *r, const char *path, int fd);
void reader_close(struct reader *r);
int reader_add(struct reader *r, const char *path);
int reader_add_stream(struct reader *r, const char *path);
int reader_settle(struct reader *r);
enum reader_next reader_next(struct reader *r, struct reader_record *record);
void reader_progress(const struct reader *r, uint64_t *done, uint64_t *total);
int reader_fail(struct reader *r, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
ssize_t reader_attr_of(struct reader *r, uint64_t id);

static inline uint64_t reader_u64(const struct reader *r, const void *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return r->big_endian ? be64toh(v) : le64toh(v);
}

static inline uint32_t reader_u32(const struct reader *r, const void *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return r->big_endian ? be32toh(v) : le32toh(v);
}

static inline uint16_t reader_u16(const struct reader *r, const void *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return r->big_endian ? be16toh(v) : le16toh(v);
}

#endif /* HTM_READER_H */
