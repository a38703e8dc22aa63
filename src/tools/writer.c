// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "writer.h"

/* The header, then the event, then the data */
#define HEADER_SIZE	104
#define HEADER_UNUSED	16	/* places of event types, which are no longer used */
#define ATTR_SIZE	64	/* the oldest, which has all that is needed here */
#define SECTION_SIZE	16
#define DATA_OFFSET	(HEADER_SIZE + ATTR_SIZE + SECTION_SIZE)
#define FEATURE_WORDS	4

/* Of perf's features those that are of this file, whatever the recording says */
#define FEATURE_EVENT_DESC	12
#define FEATURE_SAMPLE_TIME	21

/* perf fills strings up to a multiple of this. */
#define NAME_ALIGN	64

#define SAMPLE_TYPE	(PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR)
#define SAMPLE_SIZE	32

static int flush(struct writer *w)
{
	if (!w->err)
		w->err = output_write(&w->out, (const char *)w->buffer, w->used);
	w->used = 0;
	return w->err;
}

static void put(struct writer *w, const void *bytes, size_t size)
{
	while (size && !w->err) {
		size_t n = WRITER_BUFFER - w->used;

		if (n > size)
			n = size;
		memcpy(w->buffer + w->used, bytes, n);
		bytes = (const uint8_t *)bytes + n;
		size -= n;
		w->used += n;
		w->size += n;
		if (w->used == WRITER_BUFFER)
			flush(w);
	}
}

static void put_zeros(struct writer *w, size_t size)
{
	static const uint8_t zeros[NAME_ALIGN];

	for (; size > sizeof(zeros); size -= sizeof(zeros))
		put(w, zeros, sizeof(zeros));
	put(w, zeros, size);
}

static void put_u16(struct writer *w, uint16_t v)
{
	v = w->big_endian ? htobe16(v) : htole16(v);
	put(w, &v, sizeof(v));
}

static void put_u32(struct writer *w, uint32_t v)
{
	v = w->big_endian ? htobe32(v) : htole32(v);
	put(w, &v, sizeof(v));
}

static void put_u64(struct writer *w, uint64_t v)
{
	v = w->big_endian ? htobe64(v) : htole64(v);
	put(w, &v, sizeof(v));
}

/*
 * No flag is set, so records that are no samples need no identification behind them:
 * what those of the recording have there is of another length.
 */
static void put_attr(struct writer *w, const struct writer_event *event)
{
	put_u32(w, event->type);
	put_u32(w, ATTR_SIZE);
	put_u64(w, event->config);
	put_u64(w, 1);			/* sample_period */
	put_u64(w, SAMPLE_TYPE);
	put_zeros(w, ATTR_SIZE - 32);
}

static void put_header(struct writer *w, const struct writer_event *event,
		       const uint64_t bits[FEATURE_WORDS])
{
	put(w, w->big_endian ? "2ELIFREP" : "PERFILE2", 8);
	put_u64(w, HEADER_SIZE);
	put_u64(w, ATTR_SIZE + SECTION_SIZE);
	put_u64(w, HEADER_SIZE);
	put_u64(w, ATTR_SIZE + SECTION_SIZE);
	put_u64(w, DATA_OFFSET);
	put_u64(w, w->data_end - DATA_OFFSET);
	put_zeros(w, HEADER_UNUSED);
	for (int i = 0; i < FEATURE_WORDS; i++)
		put_u64(w, bits[i]);
	put_attr(w, event);
	put_zeros(w, SECTION_SIZE);	/* it has no ids */
}

/**
 * writer_begin() - begin a file
 * @w: the writer; if this returns 0, writer_end() or writer_abandon() has to follow
 * @path: the name that the file will have when it is whole
 * @big_endian: its byte order
 *
 * Return: 0 or a negative errno.
 */
int writer_begin(struct writer *w, const char *path, bool big_endian)
{
	int err;

	memset(w, 0, offsetof(struct writer, buffer));
	w->big_endian = big_endian;
	err = output_create(&w->out, path);
	if (err)
		return err;
	put_zeros(w, DATA_OFFSET);
	return 0;
}

/**
 * writer_record() - add a record
 * @w: the writer
 * @record: all of it, in the byte order of the file
 * @size: bytes of it, a multiple of eight
 *
 * Return: 0, or the negative errno of writing this or what went before.
 */
int writer_record(struct writer *w, const void *record, size_t size)
{
	put(w, record, size);
	return w->err;
}

/**
 * writer_sample() - add a sample in the kernel
 * @w: the writer
 * @sample: the sample
 *
 * Return: 0, or the negative errno of writing this or what went before.
 */
int writer_sample(struct writer *w, const struct writer_sample *sample)
{
	put_u32(w, PERF_RECORD_SAMPLE);
	put_u16(w, PERF_RECORD_MISC_KERNEL);
	put_u16(w, SAMPLE_SIZE);
	put_u64(w, sample->ip);
	put_u64(w, sample->time);
	put_u64(w, sample->addr);
	if (!w->samples++)
		w->first = sample->time;
	w->last = sample->time;
	return w->err;
}

/**
 * writer_feature() - add a feature of the recording
 * @w: the writer
 * @feature: where it is; its file has to stay open until writer_end()
 *
 * Features that the writer makes itself are left out.
 *
 * Return: 0, or a negative errno.
 */
int writer_feature(struct writer *w, const struct reader_feature *feature)
{
	struct reader_feature *new;

	if (feature->bit == FEATURE_EVENT_DESC || feature->bit == FEATURE_SAMPLE_TIME)
		return w->err;
	new = vector_push(&w->features);
	if (new)
		*new = *feature;
	else if (!w->err)
		w->err = -ENOMEM;
	return w->err;
}

static uint32_t name_size(const char *name)
{
	return (strlen(name) + NAME_ALIGN) / NAME_ALIGN * NAME_ALIGN;
}

static uint64_t own_size(const struct reader_feature *feature, const struct writer_event *event)
{
	if (feature->bit == FEATURE_SAMPLE_TIME)
		return 16;
	return 8 + ATTR_SIZE + 4 + 4 + name_size(event->name);
}

/* Of each event its attributes, how many ids it has, and its name */
static void put_event_desc(struct writer *w, const struct writer_event *event)
{
	put_u32(w, 1);
	put_u32(w, ATTR_SIZE);
	put_attr(w, event);
	put_u32(w, 0);
	put_u32(w, name_size(event->name));
	put(w, event->name, strlen(event->name));
	put_zeros(w, name_size(event->name) - strlen(event->name));
}

static void put_feature(struct writer *w, const struct reader_feature *feature,
			const struct writer_event *event)
{
	if (feature->bit == FEATURE_EVENT_DESC) {
		put_event_desc(w, event);
	} else if (feature->bit == FEATURE_SAMPLE_TIME) {
		put_u64(w, w->first);
		put_u64(w, w->last);
	} else if (!flush(w)) {
		w->err = output_copy(&w->out, feature->fd, feature->offset, feature->size);
		w->size += feature->size;
	}
}

static int by_bit(const void *a, const void *b)
{
	const struct reader_feature *x = a, *y = b;

	return (x->bit > y->bit) - (x->bit < y->bit);
}

static void put_features(struct writer *w, const struct writer_event *event,
			 uint64_t bits[FEATURE_WORDS])
{
	uint64_t at;

	qsort(w->features.items, w->features.count, sizeof(*w->features.items), by_bit);
	at = w->size + w->features.count * SECTION_SIZE;
	for (size_t i = 0; i < w->features.count; i++) {
		const struct reader_feature *feature = &w->features.items[i];

		bits[feature->bit / 64] |= 1ULL << feature->bit % 64;
		put_u64(w, at);
		put_u64(w, feature->size);
		at += feature->size;
	}
	for (size_t i = 0; i < w->features.count; i++)
		put_feature(w, &w->features.items[i], event);
}

static int add_own(struct writer *w, const struct writer_event *event, unsigned int bit)
{
	struct reader_feature *new = vector_push(&w->features);

	if (!new)
		return -ENOMEM;
	new->bit = bit;
	new->size = own_size(new, event);
	return 0;
}

static void finish(struct writer *w, const struct writer_event *event)
{
	uint64_t bits[FEATURE_WORDS] = {};

	w->data_end = w->size;
	if (!w->err)
		w->err = add_own(w, event, FEATURE_EVENT_DESC) ?:
			 add_own(w, event, FEATURE_SAMPLE_TIME);
	if (w->err)
		return;
	put_features(w, event, bits);
	if (flush(w))
		return;
	if (lseek(w->out.fd, 0, SEEK_SET))
		w->err = -errno;
	put_header(w, event, bits);
	flush(w);
}

/**
 * writer_end() - all is there: write the rest, and give the file its name
 * @w: the writer
 * @event: what the samples are of
 *
 * Return: 0, or a negative errno and the file is gone.
 */
int writer_end(struct writer *w, const struct writer_event *event)
{
	int err;

	finish(w, event);
	err = w->err;
	if (err) {
		writer_abandon(w);
		return err;
	}
	free(w->features.items);
	return output_commit(&w->out);
}

/**
 * writer_abandon() - throw the file away
 * @w: the writer
 */
void writer_abandon(struct writer *w)
{
	free(w->features.items);
	output_abandon(&w->out);
}
