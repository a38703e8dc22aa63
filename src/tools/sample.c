// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "sample.h"

#define RECORD_HEADER	8

/* Linux 6.0; the build host's headers may be older */
#define FORMAT_LOST	(1ULL << 4)

/* A walk through the fields of a record */
struct cursor {
	const uint8_t *at;
	const uint8_t *end;
};

static bool skip(struct cursor *c, uint64_t bytes)
{
	if (bytes > (uint64_t)(c->end - c->at))
		return false;
	c->at += bytes;
	return true;
}

static bool skip_words(struct cursor *c, uint64_t words)
{
	return words <= UINT64_MAX / 8 && skip(c, words * 8);
}

static bool take_u64(struct reader *r, struct cursor *c, uint64_t *value)
{
	const uint8_t *at = c->at;

	if (!skip(c, 8))
		return false;
	*value = reader_u64(r, at);
	return true;
}

static bool skip_read(struct reader *r, struct cursor *c, uint64_t format)
{
	unsigned int times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
			     !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	unsigned int each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & FORMAT_LOST);
	uint64_t count;

	if (!(format & PERF_FORMAT_GROUP))
		return skip_words(c, each + times);
	return take_u64(r, c, &count) && count <= UINT16_MAX &&
	       skip_words(c, count * each + times);
}

static bool skip_callchain(struct reader *r, struct cursor *c)
{
	uint64_t count;

	return take_u64(r, c, &count) && skip_words(c, count);
}

static bool take_cpu(struct reader *r, struct cursor *c, struct sample *sample)
{
	const uint8_t *at = c->at;

	if (!skip(c, 8))
		return false;
	sample->cpu = reader_u32(r, at);
	return true;
}

static bool take_raw(struct reader *r, struct cursor *c, struct sample *sample)
{
	const uint8_t *at = c->at;

	if (!skip(c, 4))
		return false;
	sample->raw_size = reader_u32(r, at);
	sample->raw = c->at;
	return skip(c, sample->raw_size);
}

/*
 * The fields of a sample up to PERF_SAMPLE_RAW come in this order; what is
 * behind it does not matter here.
 */
static bool take_fields(struct reader *r, struct cursor *c, const struct reader_attr *attr,
			struct sample *sample)
{
	uint64_t type = attr->sample_type;
	uint64_t before = type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID);
	uint64_t behind = type & (PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID);

	sample->has_time = type & PERF_SAMPLE_TIME;
	return skip_words(c, __builtin_popcountll(before)) &&
	       (!sample->has_time || take_u64(r, c, &sample->time)) &&
	       skip_words(c, __builtin_popcountll(behind)) &&
	       (!(type & PERF_SAMPLE_CPU) || take_cpu(r, c, sample)) &&
	       (!(type & PERF_SAMPLE_PERIOD) || skip_words(c, 1)) &&
	       (!(type & PERF_SAMPLE_READ) || skip_read(r, c, attr->read_format)) &&
	       (!(type & PERF_SAMPLE_CALLCHAIN) || skip_callchain(r, c)) &&
	       (!(type & PERF_SAMPLE_RAW) || take_raw(r, c, sample));
}

/* Whose a record is, by the id in it: from its start if it is a sample, else from its end. */
static int find_attr(struct reader *r, const struct reader_record *record, size_t *attr)
{
	bool is_sample = record->type == PERF_RECORD_SAMPLE;
	int words = is_sample ? r->id_word : r->id_word_from_end;
	size_t at = RECORD_HEADER + words * 8;
	ssize_t found;

	*attr = 0;
	if (!r->attrs.count)
		return reader_fail(r, record->offset, "a record, and no event before it");
	if (r->attrs.count == 1)
		return 0;
	if (words < 0)
		return reader_fail(r, record->offset, "events that cannot be told apart");
	if (at + (is_sample ? 8 : 0) > record->size)
		return reader_fail(r, record->offset, "record of %u bytes is too short for its id",
				   record->size);
	found = reader_attr_of(r, reader_u64(r, is_sample ? record->data + at :
					     record->data + record->size - words * 8));
	if (found < 0)
		return reader_fail(r, record->offset, "record of an unknown event");
	*attr = found;
	return 0;
}

/**
 * sample_parse() - read a PERF_RECORD_SAMPLE
 * @r: the reader it comes from
 * @record: the record
 * @sample: where to put it; its raw is good as long as @record is
 *
 * Return: 0, or -EINVAL with what is wrong in reader.error.
 */
int sample_parse(struct reader *r, const struct reader_record *record, struct sample *sample)
{
	struct cursor c = {
		.at = record->data + RECORD_HEADER,
		.end = record->data + record->size,
	};
	int err;

	*sample = (struct sample) { .cpu = SAMPLE_NO_CPU };
	err = find_attr(r, record, &sample->attr);
	if (err)
		return err;
	if (!take_fields(r, &c, &r->attrs.items[sample->attr], sample))
		return reader_fail(r, record->offset, "a sample's fields leave its record");
	return 0;
}

/**
 * sample_parse_id() - whose a record is that is no sample
 * @r: the reader it comes from
 * @record: the record
 * @sample: where to put attr and cpu
 *
 * Return: 0, -ENOENT if the file does not tell, or -EINVAL with what is wrong
 * in reader.error.
 */
int sample_parse_id(struct reader *r, const struct reader_record *record, struct sample *sample)
{
	const struct reader_attr *attr;
	int err;

	*sample = (struct sample) { .cpu = SAMPLE_NO_CPU };
	if (r->attrs.count > 1 && !r->attrs.items[0].sample_id_all)
		return -ENOENT;
	err = find_attr(r, record, &sample->attr);
	if (err)
		return err;
	attr = &r->attrs.items[sample->attr];
	if (attr->sample_id_all && attr->sample_type & PERF_SAMPLE_CPU) {
		size_t back = attr->sample_type & PERF_SAMPLE_IDENTIFIER ? 16 : 8;

		if (record->size >= RECORD_HEADER + back)
			sample->cpu = reader_u32(r, record->data + record->size - back);
	}
	return 0;
}
