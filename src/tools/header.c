// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "header.h"

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
#define ATTR_SIZE	4
#define ATTR_CONFIG	8
#define ATTR_SAMPLE_TYPE 24
#define ATTR_READ_FORMAT 32
#define ATTR_FLAGS	40
#define ATTR_CONFIG1	56
#define ATTR_SIZE_MIN	64
#define ATTR_SIZE_MAX	4096
#define ATTR_SAMPLE_ID_ALL 18

/* HEADER_ATTR: the attributes, then their ids. HEADER_FEATURE: its number, then what it is */
#define RECORD_HEADER	8
#define FEATURE_ID	8
#define FEATURE_DATA	16

/* What no real file exceeds: more would only cost memory */
#define ATTRS_MAX	4096
#define IDS_MAX		(1 << 20)
#define FEATURE_MAX	(1 << 20)
#define FEATURE_PMU_MAPPINGS 16

static int no_memory(struct reader *r, uint64_t offset)
{
	return reader_fail(r, offset, "out of memory");
}

static int read_all(struct reader *r, const struct source *s, uint64_t offset, void *to,
		    size_t size, const char *what)
{
	ssize_t n = source_read(s, offset, to, size);

	if (n < 0)
		return reader_fail(r, offset, "%s", strerror(-n));
	if ((size_t)n < size)
		return reader_fail(r, offset, "the file ends in %s", what);
	return 0;
}

static int add_id(struct reader *r, uint64_t offset, uint64_t id)
{
	struct reader_id *new = r->ids.count < IDS_MAX ? vector_push(&r->ids) : NULL;

	if (!new)
		return no_memory(r, offset);
	new->id = id;
	new->attr = r->attrs.count - 1;
	r->ids_sorted = false;
	return 0;
}

static int read_ids(struct reader *r, struct source *s, uint64_t offset, uint64_t size)
{
	if (size % 8 || size / 8 > IDS_MAX - r->ids.count || !source_has(s, offset, size))
		return reader_fail(r, offset, "%" PRIu64 " bytes of event ids cannot be there",
				   size);
	for (uint64_t done = 0; done < size; done += 8) {
		const uint8_t *raw;
		int err;

		raw = source_peek(s, offset + done, 8, &err);
		if (err)
			return reader_fail(r, offset, "%s", strerror(-err));
		if (!raw)
			return reader_fail(r, offset, "the file ends in an event's ids");
		err = add_id(r, offset, reader_u64(r, raw));
		if (err)
			return err;
	}
	return 0;
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
static void place_id(struct reader *r, const struct reader_attr *attr)
{
	if (r->attrs.count == 1) {
		r->id_word = id_word(attr->sample_type);
		r->id_word_from_end = id_word_from_end(attr->sample_type);
	}
	if (id_word(attr->sample_type) != r->id_word)
		r->id_word = -1;
	if (id_word_from_end(attr->sample_type) != r->id_word_from_end)
		r->id_word_from_end = -1;
}

static void name_attr(const struct reader *r, struct reader_attr *attr)
{
	if (!r->pmus_known)
		return;
	attr->htm = READER_HTM_NO;
	for (size_t i = 0; i < r->htm_types.count; i++)
		if (r->htm_types.items[i] == attr->type)
			attr->htm = READER_HTM_YES;
}

/* @raw: at least the oldest attributes there were */
static int add_attr(struct reader *r, uint64_t offset, const uint8_t *raw)
{
	struct reader_attr *attr = r->attrs.count < ATTRS_MAX ? vector_push(&r->attrs) : NULL;
	uint64_t flags;

	if (!attr)
		return no_memory(r, offset);
	attr->type = reader_u32(r, raw + ATTR_TYPE);
	attr->config = reader_u64(r, raw + ATTR_CONFIG);
	attr->sample_type = reader_u64(r, raw + ATTR_SAMPLE_TYPE);
	attr->read_format = reader_u64(r, raw + ATTR_READ_FORMAT);
	attr->config1 = reader_u64(r, raw + ATTR_CONFIG1);
	/* Bit fields begin at the low end of the word, or at the high one. */
	flags = reader_u64(r, raw + ATTR_FLAGS);
	attr->sample_id_all = flags >> (r->big_endian ? 63 - ATTR_SAMPLE_ID_ALL :
							ATTR_SAMPLE_ID_ALL) & 1;
	name_attr(r, attr);
	place_id(r, attr);
	return 0;
}

static int read_attr(struct reader *r, struct source *s, uint64_t offset, uint64_t size)
{
	uint8_t raw[ATTR_SIZE_MAX + SECTION_SIZE];
	const uint8_t *ids = raw + size - SECTION_SIZE;
	int err;

	err = read_all(r, s, offset, raw, size, "an event's attributes");
	if (!err)
		err = add_attr(r, offset, raw);
	return err ?: read_ids(r, s, reader_u64(r, ids), reader_u64(r, ids + 8));
}

static int read_attrs(struct reader *r, struct source *s, const uint8_t *header)
{
	uint64_t attr_size = reader_u64(r, header + HEADER_ATTR_SIZE);
	uint64_t offset = reader_u64(r, header + HEADER_ATTRS);
	uint64_t size = reader_u64(r, header + HEADER_ATTRS + 8);

	if (attr_size < ATTR_SIZE_MIN + SECTION_SIZE ||
	    attr_size > ATTR_SIZE_MAX + SECTION_SIZE)
		return reader_fail(r, HEADER_ATTR_SIZE, "events of %" PRIu64 " bytes", attr_size);
	if (!size || size % attr_size || size / attr_size > ATTRS_MAX ||
	    !source_has(s, offset, size))
		return reader_fail(r, HEADER_ATTRS,
				   "%" PRIu64 " bytes of events at byte %" PRIu64 " cannot be",
				   size, offset);
	for (uint64_t done = 0; done < size; done += attr_size) {
		int err = read_attr(r, s, offset + done, attr_size);

		if (err)
			return err;
	}
	return 0;
}

static int add_htm_type(struct reader *r, uint64_t offset, uint32_t type)
{
	uint32_t *new = vector_push(&r->htm_types);

	if (!new)
		return no_memory(r, offset);
	*new = type;
	return 0;
}

/*
 * The list of PMUs: u32 count, then for each its u32 type and its name, as u32
 * length and that many bytes. A PMU's type is a number that the recording
 * kernel chose: only its name tells which one it is.
 */
static int take_pmus(struct reader *r, uint64_t offset, const uint8_t *raw, size_t size)
{
	size_t at = 4;
	uint32_t count;

	if (size < 4)
		return reader_fail(r, offset, "the list of PMUs is too short");
	count = reader_u32(r, raw);
	while (count--) {
		uint32_t type, length;

		if (size - at < 8)
			return reader_fail(r, offset + at, "the list of PMUs is too short");
		type = reader_u32(r, raw + at);
		length = reader_u32(r, raw + at + 4);
		at += 8;
		if (length > size - at)
			return reader_fail(r, offset + at, "a PMU's name of %u bytes", length);
		if (length >= 4 && !memcmp(raw + at, "htm", 4) &&
		    add_htm_type(r, offset + at, type))
			return -EINVAL;
		at += length;
	}
	r->pmus_known = true;
	for (size_t i = 0; i < r->attrs.count; i++)
		name_attr(r, &r->attrs.items[i]);
	return 0;
}

static int read_pmus(struct reader *r, const struct source *s, uint64_t offset, uint64_t size)
{
	uint8_t *raw;
	int err;

	raw = malloc(size + 1);
	if (!raw)
		return no_memory(r, offset);
	err = read_all(r, s, offset, raw, size, "the list of PMUs");
	if (!err)
		err = take_pmus(r, offset, raw, size);
	free(raw);
	return err;
}

static int add_feature(struct reader *r, const struct reader_feature *feature)
{
	struct reader_feature *new;

	for (size_t i = 0; i < r->features.count; i++)
		if (r->features.items[i].bit == feature->bit)
			return 0;
	new = vector_push(&r->features);
	if (!new)
		return no_memory(r, feature->offset);
	*new = *feature;
	return 0;
}

static int read_feature(struct reader *r, const struct source *s, uint64_t section,
			unsigned int bit)
{
	struct reader_feature feature = { .bit = bit, .fd = s->fd };
	uint8_t where[SECTION_SIZE];
	int err;

	err = read_all(r, s, section, where, sizeof(where), "the sections of features");
	if (err)
		return err;
	feature.offset = reader_u64(r, where);
	feature.size = reader_u64(r, where + 8);
	if (bit == FEATURE_PMU_MAPPINGS && feature.size > FEATURE_MAX)
		return reader_fail(r, section, "a list of PMUs of %" PRIu64 " bytes", feature.size);
	if (!source_has(s, feature.offset, feature.size)) {
		r->cut = true;
		return 0;
	}
	err = add_feature(r, &feature);
	if (!err && bit == FEATURE_PMU_MAPPINGS)
		err = read_pmus(r, s, feature.offset, feature.size);
	return err;
}

/* Behind the data: one section for each bit that is set, in the bits' order. */
static int read_features(struct reader *r, const struct source *s, const uint8_t *bitmap)
{
	uint64_t section = s->end;
	int err = 0;

	for (unsigned int bit = 0; bit < FEATURE_WORDS * 64 && !err; bit++) {
		if (!(reader_u64(r, bitmap + bit / 64 * 8) >> bit % 64 & 1))
			continue;
		if (!source_has(s, section, SECTION_SIZE)) {
			r->cut = true;
			return 0;
		}
		err = read_feature(r, s, section, bit);
		section += SECTION_SIZE;
	}
	return err;
}

static int take_magic(struct reader *r, const uint8_t *header)
{
	r->big_endian = !memcmp(header, "2ELIFREP", 8);
	if (!r->big_endian && memcmp(header, "PERFILE2", 8))
		return reader_fail(r, 0, "this is no perf.data file");
	return 0;
}

/* Where the data is. A size of 0 means that perf has not ended, or was killed. */
static int place_data(struct reader *r, struct source *s, const uint8_t *header)
{
	uint64_t offset = reader_u64(r, header + HEADER_DATA);
	uint64_t size = reader_u64(r, header + HEADER_DATA + 8);

	if (offset < HEADER_SIZE || offset > INT64_MAX)
		return reader_fail(r, HEADER_DATA, "data at byte %" PRIu64 " cannot be", offset);
	if (!s->position)
		s->position = offset;
	if (!size) {
		s->open_ended = !r->follow;
		r->unfinished |= !r->follow;
		s->end = s->size;
		return 0;
	}
	if (size > INT64_MAX - offset)
		return reader_fail(r, HEADER_DATA + 8, "data of %" PRIu64 " bytes cannot be", size);
	s->end = offset + size;
	return 0;
}

/* perf record -o -: events and features come as records. */
static int place_stream(struct source *s)
{
	s->position = PIPE_HEADER_SIZE;
	s->end = s->size;
	s->open_ended = true;
	return 0;
}

/**
 * header_read() - read the header of a file, and what it points to
 * @r: the reader; gets the file's events
 * @s: the file; gets its position and its end
 *
 * Return: 0, or -EINVAL with what is wrong in reader.error.
 */
int header_read(struct reader *r, struct source *s)
{
	uint8_t header[HEADER_SIZE];
	ssize_t n = source_read(s, 0, header, sizeof(header));
	uint64_t size;
	int err;

	if (n < 0)
		return reader_fail(r, 0, "%s", strerror(-n));
	if (n < PIPE_HEADER_SIZE)
		return reader_fail(r, n, "too short for a perf.data file");
	err = take_magic(r, header);
	if (err)
		return err;
	size = reader_u64(r, header + HEADER_OWN_SIZE);
	if (size == PIPE_HEADER_SIZE)
		return place_stream(s);
	if (size != HEADER_SIZE)
		return reader_fail(r, HEADER_OWN_SIZE, "unknown size of the perf.data header");
	if ((size_t)n < sizeof(header))
		return reader_fail(r, n, "the file ends in its header");
	err = read_attrs(r, s, header);
	if (!err)
		err = place_data(r, s, header);
	if (!err && !r->follow && !s->open_ended)
		err = read_features(r, s, header + HEADER_FEATURES);
	return err;
}

/**
 * header_place_data() - see anew where the data of a file ends
 * @r: the reader
 * @s: the file
 *
 * Return: 0, or -EINVAL with what is wrong in reader.error.
 */
int header_place_data(struct reader *r, struct source *s)
{
	uint8_t header[HEADER_SIZE];

	return read_all(r, s, 0, header, sizeof(header), "its header") ?:
	       place_data(r, s, header);
}

/**
 * header_take_attr() - an event, as a file from a pipe has it
 * @r: the reader; gets the event
 * @record: of type READER_HEADER_ATTR
 *
 * Return: 0, or -EINVAL with what is wrong in reader.error.
 */
int header_take_attr(struct reader *r, const struct reader_record *record)
{
	const uint8_t *raw = record->data + RECORD_HEADER;
	size_t room = record->size - RECORD_HEADER;
	uint32_t size;
	int err;

	size = room < ATTR_SIZE_MIN ? 0 : reader_u32(r, raw + ATTR_SIZE) ?: ATTR_SIZE_MIN;
	if (size < ATTR_SIZE_MIN || size > room || (room - size) % 8)
		return reader_fail(r, record->offset, "an event of %u bytes in a record of %u",
				   size, record->size);
	err = add_attr(r, record->offset, raw);
	for (size_t at = size; at < room && !err; at += 8)
		err = add_id(r, record->offset, reader_u64(r, raw + at));
	return err;
}

/**
 * header_take_feature() - a feature, as a file from a pipe has it
 * @r: the reader
 * @record: of type READER_HEADER_FEATURE
 *
 * Return: 0, or -EINVAL with what is wrong in reader.error.
 */
int header_take_feature(struct reader *r, const struct reader_record *record)
{
	struct reader_feature feature = { .fd = record->fd };
	uint64_t bit;
	int err = 0;

	if (record->size < FEATURE_DATA)
		return reader_fail(r, record->offset, "a feature in a record of %u bytes",
				   record->size);
	bit = reader_u64(r, record->data + FEATURE_ID);
	feature.bit = bit;
	feature.offset = record->offset + FEATURE_DATA;
	feature.size = record->size - FEATURE_DATA;
	/* The last one has no bytes, and the number of one that there is not. */
	if (bit < FEATURE_WORDS * 64 && feature.size)
		err = add_feature(r, &feature);
	if (err || bit != FEATURE_PMU_MAPPINGS)
		return err;
	return take_pmus(r, record->offset, record->data + FEATURE_DATA, feature.size);
}
