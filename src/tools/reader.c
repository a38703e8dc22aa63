// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "header.h"
#include "reader.h"
#include "spool.h"
#include "unpack.h"

/* struct perf_record_auxtrace */
#define AUXTRACE_SIZE	8
#define AUXTRACE_LENGTH	48

/* struct perf_record_compressed and perf_record_compressed2 */
#define COMPRESSED_DATA	8
#define COMPRESSED2_SIZE 8
#define COMPRESSED2_DATA 16

#define RECORD_HEADER	8

/**
 * reader_fail() - note what is wrong with the file
 * @r: the reader
 * @offset: where in the file that is being read, in bytes
 * @format: what, as of printf()
 *
 * Return: -EINVAL, so that callers can pass it on.
 */
int reader_fail(struct reader *r, uint64_t offset, const char *format, ...)
{
	va_list args;
	int n;

	if (r->at == &r->spool)
		n = snprintf(r->error, sizeof(r->error),
			     "%.300s: in what is compressed up to byte %" PRIu64 ": ",
			     r->files.items[r->file].path, r->packed_at);
	else
		n = snprintf(r->error, sizeof(r->error), "%.300s: at byte %" PRIu64 ": ",
			     r->at->path, offset);
	va_start(args, format);
	vsnprintf(r->error + n, sizeof(r->error) - n, format, args);
	va_end(args);
	return -EINVAL;
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
ssize_t reader_attr_of(struct reader *r, uint64_t id)
{
	struct reader_id key = { .id = id };
	const struct reader_id *found;

	if (!r->ids.count)
		return -ENOENT;
	if (!r->ids_sorted)
		qsort(r->ids.items, r->ids.count, sizeof(key), compare_ids);
	r->ids_sorted = true;
	found = bsearch(&key, r->ids.items, r->ids.count, sizeof(key), compare_ids);
	return found ? (ssize_t)found->attr : -ENOENT;
}

/* One more file, which @fd is if it is open already. */
static int add_file(struct reader *r, const char *path, int fd)
{
	struct source *s = vector_push(&r->files);
	int err;

	if (!s) {
		snprintf(r->error, sizeof(r->error), "out of memory");
		return -ENOMEM;
	}
	err = source_open(s, path, fd);
	r->at = s;
	if (err == -ENOTSUP)
		return reader_fail(r, 0, "not a regular file");
	if (err)
		snprintf(r->error, sizeof(r->error), "%.300s: %s", path, strerror(-err));
	return err;
}

static int begin(struct reader *r, const char *path, int fd, bool follow)
{
	int err;

	memset(r, 0, sizeof(*r));
	r->spool.fd = -1;
	r->follow = follow;
	err = add_file(r, path, fd);
	return err ?: header_read(r, r->at);
}

/**
 * reader_open() - begin to read a perf.data file
 * @r: the reader; to be given to reader_close() whatever this returns
 * @path: the file
 * @follow: perf is still writing the file; see reader_settle()
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_open(struct reader *r, const char *path, bool follow)
{
	return begin(r, path, -1, follow);
}

/**
 * reader_open_fd() - begin to read a perf.data file that is open
 * @r: the reader; to be given to reader_close() whatever this returns
 * @path: what messages call it
 * @fd: the file, which is the reader's from now on
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_open_fd(struct reader *r, const char *path, int fd)
{
	return begin(r, path, fd, false);
}

static bool same_events(const struct reader *r, const struct reader *first)
{
	if (r->attrs.count != first->attrs.count || r->ids.count != first->ids.count)
		return false;
	for (size_t i = 0; i < r->attrs.count; i++) {
		const struct reader_attr *a = &r->attrs.items[i], *b = &first->attrs.items[i];

		if (a->config != b->config || a->config1 != b->config1 || a->type != b->type ||
		    a->sample_type != b->sample_type || a->read_format != b->read_format)
			return false;
	}
	for (size_t i = 0; i < r->ids.count; i++)
		if (r->ids.items[i].id != first->ids.items[i].id)
			return false;
	return true;
}

static int join(struct reader *r, struct reader *next)
{
	struct source *s;

	if (next->big_endian != r->big_endian || !next->attrs.count || !same_events(next, r)) {
		next->at = &next->files.items[0];
		return reader_fail(next, 0, "this is of another recording than %.100s",
				   r->files.items[0].path);
	}
	s = vector_push(&r->files);
	if (!s)
		return reader_fail(next, 0, "out of memory");
	*s = next->files.items[0];
	next->files.count = 0;
	r->cut |= next->cut;
	r->unfinished |= next->unfinished;
	r->at = s;
	if (!r->pmus_known && next->pmus_known) {
		r->pmus_known = true;
		for (size_t i = 0; i < r->attrs.count; i++)
			r->attrs.items[i].htm = next->attrs.items[i].htm;
	}
	return 0;
}

/**
 * reader_add() - one more file of the same recording, as of --switch-output
 * @r: the reader, of which no record was read yet
 * @path: the file, to be read behind those that are there
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_add(struct reader *r, const char *path)
{
	struct reader next;
	int err;

	err = reader_open(&next, path, false);
	if (!err)
		err = join(r, &next);
	if (err)
		memcpy(r->error, next.error, sizeof(r->error));
	reader_close(&next);
	return err;
}

/**
 * reader_add_stream() - one more file, of records alone, as of perf record --threads
 * @r: the reader, of which no record was read yet
 * @path: the file, to be read behind those that are there
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_add_stream(struct reader *r, const char *path)
{
	int err = add_file(r, path, -1);

	if (err)
		return err;
	r->at->end = r->at->size;
	r->at->open_ended = true;
	r->at->alone = true;
	return 0;
}

/**
 * reader_close() - let go of all that a reader holds
 * @r: the reader
 */
void reader_close(struct reader *r)
{
	for (size_t i = 0; i < r->files.count; i++)
		source_close(&r->files.items[i]);
	source_close(&r->spool);
	unpack_free(r->unpack);
	r->unpack = NULL;
	free(r->files.items);
	free(r->attrs.items);
	free(r->ids.items);
	free(r->htm_types.items);
	free(r->features.items);
	memset(&r->files, 0, sizeof(r->files));
	memset(&r->attrs, 0, sizeof(r->attrs));
	memset(&r->ids, 0, sizeof(r->ids));
	memset(&r->htm_types, 0, sizeof(r->htm_types));
	memset(&r->features, 0, sizeof(r->features));
	r->at = NULL;
}

/**
 * reader_settle() - perf is gone: what the file has now is all there will be
 * @r: a reader that follows
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int reader_settle(struct reader *r)
{
	struct source *s = &r->files.items[0];
	int err;

	r->follow = false;
	s->buffer_length = 0;
	err = source_look(s);
	if (err)
		return reader_fail(r, 0, "%s", strerror(-err));
	return header_place_data(r, s);
}

/* The file ends inside of a record: not yet written, or never. */
static enum reader_next short_record(struct reader *r)
{
	if (r->follow)
		return READER_WAIT;
	r->cut = true;
	return READER_END;
}

static enum reader_next failed(struct reader *r, uint64_t offset, int err)
{
	reader_fail(r, offset, "%s", strerror(-err));
	return READER_ERROR;
}

/* The trace behind an AUXTRACE record. What a cut file has of it is used. */
static enum reader_next take_aux(struct reader *r, struct source *s, struct reader_record *record)
{
	uint64_t end = r->follow ? INT64_MAX : s->end;
	uint64_t size;

	if (record->size < AUXTRACE_LENGTH) {
		reader_fail(r, record->offset, "AUXTRACE record of %u bytes", record->size);
		return READER_ERROR;
	}
	size = reader_u64(r, record->data + AUXTRACE_SIZE);
	record->aux_offset = record->offset + record->size;
	if (size > INT64_MAX - record->aux_offset ||
	    (record->aux_offset + size > end && !s->open_ended)) {
		reader_fail(r, record->offset, "AUXTRACE of %" PRIu64 " bytes leaves the data",
			    size);
		return READER_ERROR;
	}
	if (r->follow && !source_has(s, record->aux_offset, size)) {
		int err = source_look(s);

		if (err)
			return failed(r, record->offset, err);
		if (!source_has(s, record->aux_offset, size))
			return READER_WAIT;
	}
	if (!source_has(s, record->aux_offset, size)) {
		r->cut = true;
		size = record->aux_offset < s->size ? s->size - record->aux_offset : 0;
	}
	record->aux_size = size;
	return READER_RECORD;
}

static enum reader_next take_record(struct reader *r, struct source *s,
				    struct reader_record *record)
{
	const uint8_t *raw;
	int err;

	raw = source_peek(s, s->position, RECORD_HEADER, &err);
	if (!raw)
		return err ? failed(r, s->position, err) : short_record(r);
	*record = (struct reader_record) {
		.fd = s->fd,
		.offset = s->position,
		.type = reader_u32(r, raw),
		.misc = reader_u16(r, raw + 4),
		.size = reader_u16(r, raw + 6),
	};
	if (record->size < RECORD_HEADER) {
		reader_fail(r, record->offset, "record of %u bytes", record->size);
		return READER_ERROR;
	}
	if (!r->follow && !s->open_ended && record->size > s->end - s->position) {
		reader_fail(r, record->offset, "record of %u bytes leaves the data",
			    record->size);
		return READER_ERROR;
	}
	record->data = source_peek(s, s->position, record->size, &err);
	if (!record->data)
		return err ? failed(r, s->position, err) : short_record(r);
	return record->type == READER_AUXTRACE ? take_aux(r, s, record) : READER_RECORD;
}

/* The next record of one file */
static enum reader_next next_of(struct reader *r, struct source *s, struct reader_record *record)
{
	enum reader_next got;

	r->at = s;
	if (!r->follow && s->position >= s->end)
		return READER_END;
	got = take_record(r, s, record);
	if (got == READER_RECORD)
		s->position += record->size + record->aux_size;
	return got;
}

/* Some records are for the reader, too. */
static int use(struct reader *r, const struct reader_record *record)
{
	switch (record->type) {
	case READER_HEADER_ATTR:
		return header_take_attr(r, record);
	case READER_HEADER_FEATURE:
		return header_take_feature(r, record);
	default:
		return 0;
	}
}

static int make_spool(struct reader *r)
{
	const char *dir = r->spool_dir ?: P_tmpdir;
	int fd = spool_create(dir), err;

	if (fd < 0)
		return reader_fail(r, r->packed_at, "%s: no place to decompress it: %s", dir,
				   strerror(-fd));
	err = source_open(&r->spool, dir, fd);
	if (err)
		return reader_fail(r, r->packed_at, "%s", strerror(-err));
	r->spool.open_ended = true;
	r->unpack = unpack_new();
	return 0;
}

/* The records that are compressed in this one, behind those of the last one */
static int unpack(struct reader *r, const struct reader_record *record)
{
	size_t at = record->type == READER_COMPRESSED ? COMPRESSED_DATA : COMPRESSED2_DATA;
	uint64_t size = record->size - at;
	const char *wrong;
	int err;

	r->packed_at = record->offset;
	if (record->size < at)
		return reader_fail(r, record->offset, "compressed record of %u bytes",
				   record->size);
	if (record->type == READER_COMPRESSED2)
		size = reader_u64(r, record->data + COMPRESSED2_SIZE);
	if (size > record->size - at)
		return reader_fail(r, record->offset, "%" PRIu64 " compressed bytes in a record of %u",
				   size, record->size);
	err = r->spool.fd < 0 ? make_spool(r) : 0;
	if (err)
		return err;
	wrong = unpack_feed(r->unpack, record->data + at, size, r->spool.fd);
	if (wrong)
		return reader_fail(r, record->offset, "%s", wrong);
	err = source_look(&r->spool);
	if (err)
		return reader_fail(r, record->offset, "%s", strerror(-err));
	r->spool.end = r->spool.size;
	return 0;
}

/* A record may begin in one piece of compressed data and end in a later one. */
static bool spool_has_record(struct reader *r)
{
	uint64_t left = r->spool.end - r->spool.position;
	const uint8_t *raw;
	int err;

	if (left < RECORD_HEADER)
		return false;
	raw = source_peek(&r->spool, r->spool.position, RECORD_HEADER, &err);
	return !raw || reader_u16(r, raw + 6) <= left;
}

/* On to the next file. What was compressed goes on there, or begins afresh. */
static bool next_file(struct reader *r)
{
	bool more = r->file + 1 < r->files.count;

	source_rest(&r->files.items[r->file]);
	if (!more || r->files.items[r->file + 1].alone) {
		r->cut |= r->spool.position < r->spool.end;
		r->spool.position = r->spool.end;
		unpack_restart(r->unpack);
	}
	r->file += more;
	return more;
}

static enum reader_next next_packed(struct reader *r, struct reader_record *record)
{
	enum reader_next got = next_of(r, &r->spool, record);

	if (got != READER_RECORD)
		return got;
	if (record->type == READER_AUXTRACE || record->type == READER_COMPRESSED ||
	    record->type == READER_COMPRESSED2) {
		reader_fail(r, record->offset, "a record of type %u, which perf does not compress",
			    record->type);
		return READER_ERROR;
	}
	return got;
}

/**
 * reader_next() - the next record of all files, decompressed
 * @r: the reader
 * @record: where to put it
 *
 * Events and features that come as records are in the reader when their record
 * is here. When a file is shorter than its data, reader.cut is set at the end.
 *
 * Return: enum reader_next.
 */
enum reader_next reader_next(struct reader *r, struct reader_record *record)
{
	enum reader_next got;

	for (;;) {
		if (spool_has_record(r)) {
			got = next_packed(r, record);
			break;
		}
		got = next_of(r, &r->files.items[r->file], record);
		if (got == READER_RECORD && (record->type == READER_COMPRESSED ||
					     record->type == READER_COMPRESSED2)) {
			if (unpack(r, record))
				return READER_ERROR;
		} else if (got != READER_END || !next_file(r)) {
			break;
		}
	}
	if (got == READER_RECORD && use(r, record))
		return READER_ERROR;
	return got;
}

/**
 * reader_progress() - how far the reader is
 * @r: the reader
 * @done: bytes of files that are behind it
 * @total: bytes of all files
 */
void reader_progress(const struct reader *r, uint64_t *done, uint64_t *total)
{
	*done = 0;
	*total = 0;
	for (size_t i = 0; i < r->files.count; i++) {
		*done += r->files.items[i].position;
		*total += r->files.items[i].size;
	}
}
