// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "reader.h"
#include "sample.h"
#include "tap.h"

static char path[64];

/* Where build_begin() puts things */
#define AT_SIZE		8
#define AT_ATTR_SIZE	16
#define AT_ATTRS	24
#define AT_ATTRS_SIZE	32
#define AT_DATA		40
#define AT_DATA_SIZE	48
#define AT_FEATURES	72

static void build(struct build *b, bool big_endian)
{
	build_begin(b, big_endian, build_events, 2);
	build_sample(b, 1, NULL, 0);
	build_sample(b, 0, "some raw bytes.", 16);
	build_lost(b, 0, 1);
	build_auxtrace(b, 3, 0, "trace of 24 bytes inside", 24);
	build_sample(b, 0, "more", 5);
	build_end(b);
}

static int try_open(const struct build *b, size_t size, char error[512])
{
	struct reader r;
	int err;

	build_save(b, path, size);
	err = reader_open(&r, path, false);
	memcpy(error, r.error, sizeof(r.error));
	reader_close(&r);
	return err;
}

static void check_order(bool big_endian)
{
	const char *order = big_endian ? "big-endian" : "little-endian";
	static const uint32_t want[] = {
		PERF_RECORD_SAMPLE, PERF_RECORD_SAMPLE, PERF_RECORD_LOST, READER_AUXTRACE,
		PERF_RECORD_SAMPLE,
	};
	struct reader_record record;
	struct sample sample;
	struct build b;
	struct reader r;
	size_t count = 0;
	int wrong = 0;

	build(&b, big_endian);
	build_save(&b, path, b.size);
	is_int(reader_open(&r, path, false), 0, "%s: it opens", order);
	is_u64(r.attrs.count, 2, "%s: all events are seen", order);
	ok(r.attrs.items[0].htm == READER_HTM_YES, "%s: the htm event is found by its PMU", order);
	ok(r.attrs.items[1].htm == READER_HTM_NO, "%s: the other event is not taken for one", order);
	ok(r.attrs.items[0].sample_id_all, "%s: the bit field sample_id_all is read", order);
	is_u64(r.attrs.items[0].config, 0x2001, "%s: the config is read", order);
	is_u64(r.attrs.items[0].config1, HTM_PMU_META, "%s: config1 is read", order);
	while (reader_next(&r, &record) == READER_RECORD) {
		wrong += count >= 5 || record.type != want[count];
		if (record.type == READER_AUXTRACE)
			ok(record.aux_size == 24 &&
			   !memcmp(b.data + record.aux_offset, "trace of", 8),
			   "%s: trace is found behind its AUXTRACE record", order);
		if (count == 1)
			ok(!sample_parse(&r, &record, &sample) && sample.attr == 0 &&
			   sample.raw_size == 20 && !memcmp(sample.raw, "some raw bytes.", 16),
			   "%s: the raw bytes of a sample are found", order);
		if (count == 0)
			ok(!sample_parse(&r, &record, &sample) && sample.attr == 1 && !sample.raw,
			   "%s: a sample of the other event is told apart", order);
		count++;
	}
	is_u64(count, 5, "%s: there are as many records as were written", order);
	is_int(wrong, 0, "%s: the records have their types", order);
	ok(!r.cut && !r.error[0], "%s: nothing is wrong with it", order);
	reader_close(&r);
	build_free(&b);
}

/* What it says of the host: u32 length, name; of a file the third feature */
static void check_features(bool pipe, bool big_endian)
{
	const char *order = big_endian ? "big-endian" : "little-endian";
	const char *form = pipe ? "stream" : "file";
	struct reader_record record;
	const struct reader_feature *f;
	uint8_t host[8] = {};
	struct build b;
	struct reader r;

	if (pipe)
		build_begin_pipe(&b, big_endian, build_events, 2);
	else
		build(&b, big_endian);
	build_save(&b, path, b.size);
	is_int(reader_open(&r, path, false), 0, "%s %s: it opens", order, form);
	while (reader_next(&r, &record) == READER_RECORD)
		;
	f = r.features.items;
	is_u64(r.features.count, 2, "%s %s: all features are seen", order, form);
	ok(r.features.count == 2 && f[0].bit == 3 && f[1].bit == 16,
	   "%s %s: which they are", order, form);
	ok(r.features.count && f[0].size == 8 && pread(f[0].fd, host, 8, f[0].offset) == 8 &&
	   reader_u32(&r, host) == 4 && !memcmp(host + 4, "host", 4),
	   "%s %s: what they say is found", order, form);
	reader_close(&r);
	build_free(&b);
}

static void check_refused(const char *what, size_t at, uint64_t value)
{
	char error[512];
	struct build b;

	build(&b, false);
	build_patch_u64(&b, at, value);
	is_int(try_open(&b, b.size, error), -EINVAL, "%s is refused", what);
	ok(strstr(error, path) && strstr(error, "at byte"), "%s: the message has file and offset",
	   what);
	build_free(&b);
}

static void check_headers(void)
{
	check_refused("another magic", 0, 0x3132333435363738ULL);
	check_refused("the oldest format", 0, 0x454c494646524550ULL);
	check_refused("an unknown header size", AT_SIZE, 72);
	check_refused("an event size of 0", AT_ATTR_SIZE, 0);
	check_refused("an event size of 16", AT_ATTR_SIZE, 16);
	check_refused("a huge event size", AT_ATTR_SIZE, UINT64_MAX);
	check_refused("events past the end", AT_ATTRS, 1 << 30);
	check_refused("events at a huge offset", AT_ATTRS, UINT64_MAX);
	check_refused("no events", AT_ATTRS_SIZE, 0);
	check_refused("too many events", AT_ATTRS_SIZE, 152ULL << 40);
	check_refused("data inside of the header", AT_DATA, 8);
	check_refused("data at a huge offset", AT_DATA, UINT64_MAX - 7);
	check_refused("a huge data size", AT_DATA_SIZE, UINT64_MAX - 7);
	check_refused("ids past the end", 104 + 16 + 136, 1 << 30);
	check_refused("too many ids", 104 + 16 + 136 + 8, 1ULL << 40);
	check_refused("an odd number of bytes of ids", 104 + 16 + 136 + 8, 7);
}

/* Reads all of it; whatever it is, this has to end without a crash. */
static enum reader_next read_all(const struct build *b, size_t size, size_t *count)
{
	struct reader_record record;
	enum reader_next got = READER_ERROR;
	struct sample sample;
	struct reader r;

	*count = 0;
	build_save(b, path, size);
	if (!reader_open(&r, path, false)) {
		while ((got = reader_next(&r, &record)) == READER_RECORD) {
			(*count)++;
			if (record.type == PERF_RECORD_SAMPLE)
				(void)sample_parse(&r, &record, &sample);
			else
				(void)sample_parse_id(&r, &record, &sample);
		}
		if (got == READER_END && r.cut)
			got = READER_WAIT;
	}
	reader_close(&r);
	return got;
}

/* WAIT stands for "the file is cut". */
static void check_cuts(void)
{
	int silent = 0, waits = 0;
	struct build b;
	size_t count, all;

	build(&b, false);
	ok(read_all(&b, b.size, &all) == READER_END && all == 5, "the whole file is read");
	for (size_t size = 0; size < b.size; size++) {
		enum reader_next got = read_all(&b, size, &count);

		silent += got == READER_END && count != all;
		waits += got == READER_WAIT;
	}
	is_int(silent, 0, "no cut of the file passes for a whole one with fewer records");
	ok(waits > 100, "cuts inside of the data are told as cuts");
	build_free(&b);
}

static void check_records(void)
{
	size_t count;
	struct build b;

	build(&b, false);
	memset(b.data + b.data_offset + 6, 0, 2);
	ok(read_all(&b, b.size, &count) == READER_ERROR, "a record of size 0 is refused, not repeated");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	build_sample(&b, 0, "x", 1);
	build_sample(&b, 0, "y", 1);
	build_end(&b);
	b.data[b.data_offset + 6] += 200;
	ok(read_all(&b, b.size, &count) == READER_ERROR, "a record that leaves the data is refused");
	build_free(&b);

	build_begin(&b, false, build_events, 2);
	build_auxtrace(&b, 3, 0, "12345678", 8);
	build_end(&b);
	build_patch_u64(&b, b.data_offset + 8, UINT64_MAX);
	ok(read_all(&b, b.size, &count) == READER_ERROR, "an AUXTRACE of huge size is refused");
	build_patch_u64(&b, b.data_offset + 8, 16);
	ok(read_all(&b, b.size, &count) == READER_ERROR,
	   "an AUXTRACE that reaches into the features is refused");
	build_free(&b);
}

static int parse_one(const struct build_attr *attrs, size_t n, size_t attr, struct sample *sample,
		     void (*damage)(struct build *b))
{
	struct reader_record record;
	struct build b;
	struct reader r;
	int err = -1;

	build_begin(&b, false, attrs, n);
	build_sample(&b, attr, "RAWRAWRAWRAW", 12);
	if (damage)
		damage(&b);
	build_end(&b);
	build_save(&b, path, b.size);
	if (!reader_open(&r, path, false) && reader_next(&r, &record) == READER_RECORD) {
		err = sample_parse(&r, &record, sample);
		if (!err && (sample->raw_size != 12 || memcmp(sample->raw, "RAW", 3)))
			err = 1;
		sample->raw = NULL;
	}
	reader_close(&r);
	build_free(&b);
	return err;
}

/* Raw size word: behind the header and six words of BUILD_SAMPLE_TYPE but RAW */
static void damage_raw_size(struct build *b)
{
	memset(b->data + b->data_offset + 8 + 5 * 8, 0xff, 4);
}

static void damage_chain(struct build *b)
{
	build_patch_u64(b, b->data_offset + 8, 1ULL << 61);
}

static void damage_group(struct build *b)
{
	build_patch_u64(b, b->data_offset + 8, 0x2000000000000000ULL);
}

static void damage_id(struct build *b)
{
	build_patch_u64(b, b->data_offset + 8, 4711);
}

static void check_samples(void)
{
	const uint64_t all = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR |
			     PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
			     PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN |
			     PERF_SAMPLE_RAW;
	struct build_attr attrs[2] = {
		{ BUILD_HTM_TYPE, 0x2001, 0, all, PERF_FORMAT_ID },
		{ BUILD_HTM_TYPE, 0x3001, 0, all, PERF_FORMAT_ID },
	};
	struct sample sample;
	int wrong = 0;

	is_int(parse_one(attrs, 2, 1, &sample, NULL), 0, "raw is found behind all other fields");
	is_u64(sample.attr, 1, "the event is found by PERF_SAMPLE_ID");
	attrs[0].read_format = attrs[1].read_format = PERF_FORMAT_GROUP;
	is_int(parse_one(attrs, 2, 1, &sample, NULL), 0, "raw is found behind a group's values");
	for (unsigned int bit = 0; bit < 10; bit++) {
		attrs[0].sample_type = all & ~(1ULL << bit);
		if (attrs[0].sample_type & PERF_SAMPLE_RAW)
			wrong += parse_one(attrs, 1, 0, &sample, NULL) != 0;
	}
	is_int(wrong, 0, "raw is found when any one of the other fields is missing");
	attrs[0].sample_type = PERF_SAMPLE_RAW;
	attrs[1].sample_type = PERF_SAMPLE_RAW;
	is_int(parse_one(attrs, 2, 1, &sample, NULL), -EINVAL,
	       "samples without an id are refused when there are several events");
	is_int(parse_one(build_events, 2, 0, &sample, damage_id), -EINVAL, "an unknown id is refused");
	is_int(parse_one(build_events, 2, 0, &sample, damage_raw_size), -EINVAL,
	       "a raw size that leaves the record is refused");
	attrs[0].sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW;
	is_int(parse_one(attrs, 1, 0, &sample, damage_chain), -EINVAL,
	       "a call chain whose size overflows is refused");
	attrs[0].sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_RAW;
	is_int(parse_one(attrs, 1, 0, &sample, damage_group), -EINVAL,
	       "a group whose size overflows is refused");
}

/* Deterministic damage: crashes, hangs and bad reads show under the sanitizers. */
static void check_damage(void)
{
	uint32_t x = 12345;
	struct build b, good;
	size_t count, most = 0;

	build(&good, false);
	for (int round = 0; round < 3000; round++) {
		build(&b, round & 1);
		for (int i = 0; i <= round % 4; i++) {
			x = x * 1664525 + 1013904223;
			b.data[(x >> 8) % b.size] = round % 3 ? x >> 24 : 0xff;
		}
		read_all(&b, b.size, &count);
		if (count > most)
			most = count;
		build_free(&b);
	}
	ok(most < good.size / 8, "3000 damaged files end, with no more records than fit in them");
	build_free(&good);
}

int main(void)
{
	snprintf(path, sizeof(path), "/tmp/test_reader.%d", getpid());
	check_order(false);
	check_order(true);
	for (int i = 0; i < 4; i++)
		check_features(i & 1, i & 2);
	check_headers();
	check_cuts();
	check_records();
	check_samples();
	check_damage();
	unlink(path);
	return done_testing();
}
