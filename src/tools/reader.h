/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads perf.data files, of either byte order, also while perf still writes
 * them. The format, as the kernel's perf.data-file-format.txt has it:
 *
 *   header   magic "PERFILE2", u64 size, u64 attr_size, then three sections
 *            (u64 offset, u64 size) for attrs, data, event types, then a bitmap
 *            of 256 features
 *   ids      u64 numbers that tell the events of samples apart
 *   attrs    one per event: struct perf_event_attr and the section of its ids
 *   data     records: u32 type, u16 misc, u16 size, payload. A record of type
 *            PERF_RECORD_AUXTRACE is followed by as many bytes of trace as it
 *            says.
 *   features one section per bit of the bitmap, behind the data
 *
 * perf writes ids, attrs and header first, with a data size of 0, and the
 * features and the final header when it ends.
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

#include "vector.h"

/* Record types of perf itself, which the kernel's header does not have */
enum {
	READER_HEADER_ATTR = 64,
	READER_AUXTRACE_INFO = 70,
	READER_AUXTRACE = 71,
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

struct reader {
	const char *path;
	int fd;
	bool big_endian;
	bool follow;		/* perf still writes: an end may be no end */
	bool cut;		/* the file ends before its data does */
	bool unfinished;	/* perf did not get to write the final header */
	uint64_t file_size;
	uint64_t data_offset;
	uint64_t data_end;
	uint64_t position;	/* of the next record */
	VECTOR(struct reader_attr) attrs;
	VECTOR(struct reader_id) ids;	/* sorted by id */
	int id_word;		/* where samples have it, in words; -1: not at all */
	int id_word_from_end;	/* where other records have it */
	uint8_t *buffer;	/* bytes of the file from @buffer_offset on */
	uint64_t buffer_offset;
	size_t buffer_length;
	char error[512];
};

/**
 * struct reader_record - one record of the data section
 * @offset: where it begins in the file
 * @type: PERF_RECORD_* or READER_*
 * @misc: as in struct perf_event_header
 * @size: bytes of it, header included
 * @data: all of it, header included; good until the next call of the reader
 * @aux_offset: where the trace of a READER_AUXTRACE begins in the file
 * @aux_size: bytes of that trace that the file has
 */
struct reader_record {
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
void reader_close(struct reader *r);
int reader_settle(struct reader *r);
enum reader_next reader_next(struct reader *r, struct reader_record *record);
int reader_fail(struct reader *r, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
ssize_t reader_attr_of(const struct reader *r, uint64_t id);

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
