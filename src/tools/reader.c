// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

/* A record is at most 65535 bytes: a few of them at a time */
#define BUFFER_SIZE	(256 * 1024)

/* The header, and where its fields are */
#define HEADER_SIZE	104
#define HEADER_OWN_SIZE	8
#define HEADER_ATTR_SIZE 16
#define HEADER_ATTRS	24
#define HEADER_DATA	40
#define HEADER_FEATURES	72
#define FEATURE_WORDS	4
#define SECTION_SIZE	16
#define PIPE_HEADER_SIZE 16

/* struct perf_event_attr: where its fields are, and its oldest size */
#define ATTR_TYPE	0
#define ATTR_CONFIG	8
#define ATTR_SAMPLE_TYPE 24
#define ATTR_READ_FORMAT 32
#define ATTR_FLAGS	40
#define ATTR_CONFIG1	56
#define ATTR_SIZE_MIN	64
#define ATTR_SIZE_MAX	4096
#define ATTR_SAMPLE_ID_ALL 18

/* struct perf_record_auxtrace */
#define AUXTRACE_SIZE	8
#define AUXTRACE_LENGTH	48

#define RECORD_HEADER	8

/* What no real file exceeds: more would only cost memory */
#define ATTRS_MAX	4096
#define IDS_MAX		(1 << 20)
#define FEATURE_MAX	(1 << 20)
#define FEATURE_PMU_MAPPINGS 16

/**
 * reader_fail() - note what is wrong with the file
 * @r: the reader
 * @offset: where in the file, in bytes
 * @format: what, as of printf()
 *
 * Return: -EINVAL, so that callers can pass it on.
 */
int reader_fail(struct reader *r, uint64_t offset, const char *format, ...)
{
	va_list args;
	int n;

	n = snprintf(r->error, sizeof(r->error), "%.300s: at byte %" PRIu64 ": ",
		     r->path, offset);
	va_start(args, format);
	vsnprintf(r->error + n, sizeof(r->error) - n, format, args);
	va_end(args);
	return -EINVAL;
}

/* Reads up to @size bytes; fewer only at the end of the file. */
static ssize_t read_some(struct reader *r, uint64_t offset, void *to, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pread(r->fd, (char *)to + done, size - done, offset + done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return reader_fail(r, offset, "%s", strerror(errno));
		if (!n)
			break;
		done += n;
	}
	return done;
}

static int read_all(struct reader *r, uint64_t offset, void *to, size_t size, const char *what)
{
	ssize_t n = read_some(r, offset, to, size);

	if (n < 0)
		return n;
	if ((size_t)n < size)
		return reader_fail(r, offset, "the file ends in %s", what);
	return 0;
}

/* The bytes [@offset, @offset + @size) in the buffer, or NULL if the file has fewer. */
static const uint8_t *peek(struct reader *r, uint64_t offset, size_t size, int *err)
{
	*err = 0;
	if (offset < r->buffer_offset ||
	    offset + size > r->buffer_offset + r->buffer_length) {
		ssize_t n = read_some(r, offset, r->buffer, BUFFER_SIZE);

		r->buffer_offset = offset;
		r->buffer_length = n < 0 ? 0 : n;
		if (n < 0) {
			*err = n;
			return NULL;
		}
		if ((size_t)n < size)
			return NULL;
	}
	return r->buffer + (offset - r->buffer_offset);
}

static bool in_file(const struct reader *r, uint64_t offset, uint64_t size)
{
	return offset <= r->file_size && size <= r->file_size - offset;
}

static int compare_ids(const void *a, const void *b)
{
	const struct reader_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/**
 * reader_attr_of() - whose a sample is
 * @r: the reader
 * @id: the sample's PERF_SAMPLE_ID or PERF_SAMPLE_IDENTIFIER
 *
 * Return: the event's index in reader.attrs, or -ENOENT.
 */
ssize_t reader_attr_of(const struct reader *r, uint64_t id)
{
	struct reader_id key = { .id = id };
	const struct reader_id *found = NULL;

	if (r->ids.count)
		found = bsearch(&key, r->ids.items, r->ids.count, sizeof(key), compare_ids);
	return found ? (ssize_t)found->attr : -ENOENT;
}

static int read_ids(struct reader *r, size_t attr, uint64_t offset, uint64_t size)
{
	if (size % 8 || size / 8 > IDS_MAX - r->ids.count || !in_file(r, offset, size))
		return reader_fail(r, offset, "%" PRIu64 " bytes of event ids cannot be there",
				   size);
	for (uint64_t done = 0; done < size; done += 8) {
		struct reader_id *id = vector_push(&r->ids);
		const uint8_t *raw;
		int err;

		if (!id)
			return reader_fail(r, offset, "out of memory");
		raw = peek(r, offset + done, 8, &err);
		if (!raw)
			return err ?: reader_fail(r, offset, "the file ends in an event's ids");
		id->id = reader_u64(r, raw);
		id->attr = attr;
	}
	return 0;
}

static int read_attr(struct reader *r, uint64_t offset, uint64_t size)
{
	struct reader_attr *attr = vector_push(&r->attrs);
	uint8_t raw[ATTR_SIZE_MAX + SECTION_SIZE];
	const uint8_t *ids = raw + size - SECTION_SIZE;
	uint64_t flags;
	int err;

	if (!attr)
		return reader_fail(r, offset, "out of memory");
	err = read_all(r, offset, raw, size, "an event's attributes");
	if (err)
		return err;
	attr->type = reader_u32(r, raw + ATTR_TYPE);
	attr->config = reader_u64(r, raw + ATTR_CONFIG);
	attr->sample_type = reader_u64(r, raw + ATTR_SAMPLE_TYPE);
	attr->read_format = reader_u64(r, raw + ATTR_READ_FORMAT);
	attr->config1 = reader_u64(r, raw + ATTR_CONFIG1);
	/* Bit fields begin at the low end of the word, or at the high one. */
	flags = reader_u64(r, raw + ATTR_FLAGS);
	attr->sample_id_all = flags >> (r->big_endian ? 63 - ATTR_SAMPLE_ID_ALL :
							ATTR_SAMPLE_ID_ALL) & 1;
	return read_ids(r, r->attrs.count - 1, reader_u64(r, ids), reader_u64(r, ids + 8));
}

/* Where a sample has its event's id, in words from its start; -1: nowhere */
static int id_word(uint64_t type)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		return 0;
	if (!(type & PERF_SAMPLE_ID))
		return -1;
	return __builtin_popcountll(type & (PERF_SAMPLE_IP | PERF_SAMPLE_TID |
					    PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR));
}

/* Likewise for other records, in words from their end */
static int id_word_from_end(uint64_t type)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		return 1;
	if (!(type & PERF_SAMPLE_ID))
		return -1;
	return 1 + __builtin_popcountll(type & (PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU));
}

/*
 * With several events, a record's id tells which one it is of; to find it, all
 * must have it at the same place. perf takes care of that.
 */
static void place_ids(struct reader *r)
{
	r->id_word = id_word(r->attrs.items[0].sample_type);
	r->id_word_from_end = id_word_from_end(r->attrs.items[0].sample_type);
	for (size_t i = 1; i < r->attrs.count; i++) {
		const struct reader_attr *attr = &r->attrs.items[i];

		if (id_word(attr->sample_type) != r->id_word)
			r->id_word = -1;
		if (id_word_from_end(attr->sample_type) != r->id_word_from_end)
			r->id_word_from_end = -1;
	}
}

static int read_attrs(struct reader *r, uint64_t offset, uint64_t size, uint64_t attr_size)
{
	if (attr_size < ATTR_SIZE_MIN + SECTION_SIZE ||
	    attr_size > ATTR_SIZE_MAX + SECTION_SIZE)
		return reader_fail(r, HEADER_ATTR_SIZE, "events of %" PRIu64 " bytes", attr_size);
	if (!size || size % attr_size || size / attr_size > ATTRS_MAX ||
	    !in_file(r, offset, size))
		return reader_fail(r, HEADER_ATTRS,
				   "%" PRIu64 " bytes of events at byte %" PRIu64 " cannot be",
				   size, offset);
	for (uint64_t done = 0; done < size; done += attr_size) {
		int err = read_attr(r, offset + done, attr_size);

		if (err)
			return err;
	}
	place_ids(r);
	if (r->ids.count)
		qsort(r->ids.items, r->ids.count, sizeof(*r->ids.items), compare_ids);
	return 0;
}

/*
 * The list of PMUs: u32 count, then for each its u32 type and its name, as u32
 * length and that many bytes. A PMU's type is a number that the recording
 * kernel chose: only its name tells which one it is.
 */
static int parse_pmus(struct reader *r, uint64_t offset, const uint8_t *raw, size_t size)
{
	size_t at = 4;
	uint32_t count;

	if (size < 4)
		return reader_fail(r, offset, "the list of PMUs is too short");
	count = reader_u32(r, raw);
	for (size_t i = 0; i < r->attrs.count; i++)
		r->attrs.items[i].htm = READER_HTM_NO;
	while (count--) {
		uint32_t type, length;

		if (size - at < 8)
			return reader_fail(r, offset + at, "the list of PMUs is too short");
		type = reader_u32(r, raw + at);
		length = reader_u32(r, raw + at + 4);
		at += 8;
		if (length > size - at)
			return reader_fail(r, offset + at, "a PMU's name of %u bytes", length);
		if (length >= 4 && !memcmp(raw + at, "htm", 4)) {
			for (size_t i = 0; i < r->attrs.count; i++)
				if (r->attrs.items[i].type == type)
					r->attrs.items[i].htm = READER_HTM_YES;
		}
		at += length;
	}
	return 0;
}

static int read_pmus(struct reader *r, uint64_t section)
{
	uint8_t where[SECTION_SIZE], *raw;
	uint64_t offset, size;
	int err;

	err = read_all(r, section, where, sizeof(where), "the sections of features");
	if (err)
		return err;
	offset = reader_u64(r, where);
	size = reader_u64(r, where + 8);
	if (size > FEATURE_MAX)
		return reader_fail(r, section, "a list of PMUs of %" PRIu64 " bytes", size);
	if (!in_file(r, offset, size)) {
		r->cut = true;
		return 0;
	}
	raw = malloc(size + 1);
	if (!raw)
		return reader_fail(r, offset, "out of memory");
	err = read_all(r, offset, raw, size, "the list of PMUs");
	if (!err)
		err = parse_pmus(r, offset, raw, size);
	free(raw);
	return err;
}

/* Behind the data: one section for each bit that is set, in the bits' order. */
static int read_features(struct reader *r, const uint8_t *bitmap)
{
	uint64_t section = r->data_end;
	int count = 0, before = 0;

	for (int i = 0; i < FEATURE_WORDS; i++) {
		uint64_t word = reader_u64(r, bitmap + 8 * i);

		if (!i) {
			before = __builtin_popcountll(word & ((1ULL << FEATURE_PMU_MAPPINGS) - 1));
			if (!(word >> FEATURE_PMU_MAPPINGS & 1))
				before = -1;
		}
		count += __builtin_popcountll(word);
	}
	if (before < 0)
		return 0;
	if (!in_file(r, section, (uint64_t)count * SECTION_SIZE)) {
		r->cut = true;
		return 0;
	}
	return read_pmus(r, section + before * SECTION_SIZE);
}

static int read_magic(struct reader *r, const uint8_t *header)
{
	if (!memcmp(header, "PERFILE2", 8))
		r->big_endian = false;
	else if (!memcmp(header, "2ELIFREP", 8))
		r->big_endian = true;
	else
		return reader_fail(r, 0, "this is no perf.data file");
	if (reader_u64(r, header + HEADER_OWN_SIZE) == PIPE_HEADER_SIZE)
		return reader_fail(r, 0, "from a pipe: not readable yet, use perf record -o FILE");
	if (reader_u64(r, header + HEADER_OWN_SIZE) != HEADER_SIZE)
		return reader_fail(r, HEADER_OWN_SIZE, "unknown size of the perf.data header");
	return 0;
}

/* Where the data is. A size of 0 means that perf has not ended, or was killed. */
static int place_data(struct reader *r, const uint8_t *header)
{
	uint64_t size = reader_u64(r, header + HEADER_DATA + 8);

	r->data_offset = reader_u64(r, header + HEADER_DATA);
	if (r->data_offset < HEADER_SIZE || r->data_offset > INT64_MAX)
		return reader_fail(r, HEADER_DATA, "data at byte %" PRIu64 " cannot be",
				   r->data_offset);
	if (!size) {
		r->unfinished = !r->follow;
		r->data_end = r->file_size;
		return 0;
	}
	if (size > INT64_MAX - r->data_offset)
		return reader_fail(r, HEADER_DATA + 8, "data of %" PRIu64 " bytes cannot be", size);
	r->data_end = r->data_offset + size;
	return 0;
}

static int read_size(struct reader *r)
{
	struct stat st;

	if (fstat(r->fd, &st))
		return reader_fail(r, 0, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return reader_fail(r, 0, "not a regular file");
	r->file_size = st.st_size;
	return 0;
}

static int read_start(struct reader *r)
{
	uint8_t header[HEADER_SIZE];
	ssize_t n;
	int err;

	err = read_size(r);
	if (err)
		return err;
	n = read_some(r, 0, header, sizeof(header));
	if (n < 0)
		return n;
	if (n < PIPE_HEADER_SIZE)
		return reader_fail(r, n, "too short for a perf.data file");
	err = read_magic(r, header);
	if (err)
		return err;
	if ((size_t)n < sizeof(header))
		return reader_fail(r, n, "the file ends in its header");
	err = read_attrs(r, reader_u64(r, header + HEADER_ATTRS),
			 reader_u64(r, header + HEADER_ATTRS + 8),
			 reader_u64(r, header + HEADER_ATTR_SIZE));
	if (!err)
		err = place_data(r, header);
	if (!err && !r->follow && !r->unfinished)
		err = read_features(r, header + HEADER_FEATURES);
	r->position = r->data_offset;
	return err;
}

/**
 * reader_open() - begin to read a perf.data file
 * @r: the reader; to be given to reader_close() whatever this returns
 * @path: the file; must live as long as the reader
 * @follow: perf is still writing the file; see reader_settle()
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_open(struct reader *r, const char *path, bool follow)
{
	memset(r, 0, sizeof(*r));
	r->path = path;
	r->follow = follow;
	r->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->fd < 0) {
		int err = -errno;

		snprintf(r->error, sizeof(r->error), "%s: %s", path, strerror(errno));
		return err;
	}
	r->buffer = malloc(BUFFER_SIZE);
	if (!r->buffer)
		return reader_fail(r, 0, "out of memory");
	return read_start(r);
}

/**
 * reader_close() - let go of all that a reader holds
 * @r: the reader
 */
void reader_close(struct reader *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
	free(r->attrs.items);
	free(r->ids.items);
	free(r->buffer);
	memset(&r->attrs, 0, sizeof(r->attrs));
	memset(&r->ids, 0, sizeof(r->ids));
	r->buffer = NULL;
}

/**
 * reader_settle() - perf is gone: what the file has now is all there will be
 * @r: a reader that follows
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_settle(struct reader *r)
{
	uint8_t header[HEADER_SIZE];
	int err;

	r->follow = false;
	r->buffer_length = 0;
	err = read_size(r);
	if (!err)
		err = read_all(r, 0, header, sizeof(header), "its header");
	if (!err)
		err = place_data(r, header);
	return err;
}

/* The file ends inside of a record: not yet written, or never. */
static enum reader_next short_record(struct reader *r)
{
	if (r->follow)
		return READER_WAIT;
	r->cut = true;
	return READER_END;
}

/* The trace behind an AUXTRACE record. What a cut file has of it is used. */
static enum reader_next take_aux(struct reader *r, struct reader_record *record)
{
	uint64_t end = r->follow ? INT64_MAX : r->data_end;
	uint64_t size;

	if (record->size < AUXTRACE_LENGTH) {
		reader_fail(r, record->offset, "AUXTRACE record of %u bytes", record->size);
		return READER_ERROR;
	}
	size = reader_u64(r, record->data + AUXTRACE_SIZE);
	record->aux_offset = record->offset + record->size;
	if (size > INT64_MAX - record->aux_offset ||
	    (record->aux_offset + size > end && !r->unfinished)) {
		reader_fail(r, record->offset, "AUXTRACE of %" PRIu64 " bytes leaves the data",
			    size);
		return READER_ERROR;
	}
	if (r->follow && !in_file(r, record->aux_offset, size)) {
		if (read_size(r))
			return READER_ERROR;
		if (!in_file(r, record->aux_offset, size))
			return READER_WAIT;
	}
	if (!in_file(r, record->aux_offset, size)) {
		r->cut = true;
		size = record->aux_offset < r->file_size ? r->file_size - record->aux_offset : 0;
	}
	record->aux_size = size;
	return READER_RECORD;
}

static enum reader_next take_record(struct reader *r, struct reader_record *record)
{
	const uint8_t *raw;
	int err;

	raw = peek(r, r->position, RECORD_HEADER, &err);
	if (!raw)
		return err ? READER_ERROR : short_record(r);
	*record = (struct reader_record) {
		.offset = r->position,
		.type = reader_u32(r, raw),
		.misc = reader_u16(r, raw + 4),
		.size = reader_u16(r, raw + 6),
	};
	if (record->size < RECORD_HEADER) {
		reader_fail(r, record->offset, "record of %u bytes", record->size);
		return READER_ERROR;
	}
	if (!r->follow && !r->unfinished && record->size > r->data_end - r->position) {
		reader_fail(r, record->offset, "record of %u bytes leaves the data",
			    record->size);
		return READER_ERROR;
	}
	record->data = peek(r, r->position, record->size, &err);
	if (!record->data)
		return err ? READER_ERROR : short_record(r);
	return record->type == READER_AUXTRACE ? take_aux(r, record) : READER_RECORD;
}

/**
 * reader_next() - the next record of the data section
 * @r: the reader
 * @record: where to put it
 *
 * When the file is shorter than its data, reader.cut is set at the end.
 *
 * Return: enum reader_next.
 */
enum reader_next reader_next(struct reader *r, struct reader_record *record)
{
	enum reader_next got;

	if (!r->follow && r->position >= r->data_end)
		return READER_END;
	got = take_record(r, record);
	if (got == READER_RECORD)
		r->position += record->size + record->aux_size;
	return got;
}
