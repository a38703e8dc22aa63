// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "inspect.h"
#include "pack.h"
#include "seeds.h"

#define TRACE	96

/* What a seed is, as the bits of its number */
#define BIG_ENDIAN	1
#define PIPE		2
#define AUX		4
#define PACKED		8

/* Those of one file come first, then those of two, then those that are compressed. */
#define ONE_FILE	8
#define TWO_FILES	4

static void put_records(struct build *b, bool aux)
{
	uint8_t trace[TRACE];

	build_pattern(trace, sizeof(trace), 1);
	build_start(b, 0, 0, TRACE, 3, aux ? HTM_PMU_SINK_AUX : HTM_PMU_SINK_RAW);
	build_block(b, 0, 0, 1, 1);
	build_block(b, 0, 1, 1, 0);
	if (!aux)
		build_trace(b, 0, 0, 0, trace, TRACE);
	build_sample(b, 1, NULL, 0);
	build_lost(b, 0, 1);
	if (aux) {
		build_aux(b, 0, 0, TRACE, 0, 3);
		build_auxtrace(b, 3, 0, trace, TRACE);
	}
	build_stop(b, 0, 0, TRACE, 2, 0);
}

static void begin(struct build *b, size_t seed)
{
	if (!(seed & PIPE)) {
		build_begin(b, seed & BIG_ENDIAN, build_events, 2);
		return;
	}
	build_begin_pipe(b, seed & BIG_ENDIAN, build_events, 2);
	b->data_offset = b->size;
}

/* Two files: the second goes on where the first ends */
static size_t build_two(struct build *b, size_t seed)
{
	bool big_endian = seed & BIG_ENDIAN, stream = seed & PIPE;
	struct build whole, first, second = { .big_endian = big_endian };
	size_t middle, records;

	build_begin(&whole, big_endian, build_events, 2);
	put_records(&whole, false);
	middle = whole.data_offset;
	for (int i = 0; i < 3; i++)
		middle = pack_next(&whole, middle);
	build_begin(&first, big_endian, build_events, 2);
	build_bytes(&first, whole.data + first.data_offset, middle - first.data_offset);
	build_end(&first);
	if (!stream)
		build_begin(&second, big_endian, build_events, 2);
	build_bytes(&second, whole.data + middle, whole.size - middle);
	records = second.size;
	build_end(&second);
	memset(b, 0, sizeof(*b));
	build_bytes(b, stream ? "+" : "&", 1);
	build_u16(b, first.size);
	build_bytes(b, first.data, first.size);
	build_bytes(b, second.data, second.size);
	records += INSPECT_SPLIT + first.size;
	build_free(&whole);
	build_free(&first);
	build_free(&second);
	return records;
}

static bool is_two(size_t *seed)
{
	if (*seed < ONE_FILE)
		return false;
	*seed -= ONE_FILE;
	if (*seed < TWO_FILES)
		return true;
	*seed += ONE_FILE - TWO_FILES;
	return false;
}

/* seeds_name() - what a seed is, for people; good until the next call */
const char *seeds_name(size_t seed)
{
	static char name[64];
	bool two = is_two(&seed);
	const char *order = seed & BIG_ENDIAN ? "big-endian" : "little-endian";

	if (two)
		snprintf(name, sizeof(name), "%s file and %s", order,
			 seed & PIPE ? "stream" : "file");
	else
		snprintf(name, sizeof(name), "%s %s with %s%s", order,
			 seed & PIPE ? "stream" : "file", seed & AUX ? "AUX area" : "raw samples",
			 seed & PACKED ? ", compressed" : "");
	return name;
}

/* seeds_build() - build it; gives the bytes up to where its records end */
size_t seeds_build(size_t seed, struct build *b)
{
	size_t records;

	if (is_two(&seed))
		return build_two(b, seed);
	begin(b, seed);
	put_records(b, seed & AUX);
#ifdef HAVE_ZSTD
	if (seed & PACKED) {
		struct build plain = *b;

		begin(b, seed);
		pack_compress(b, &plain, seed & AUX ? 83 : 81, 300);
		build_free(&plain);
	}
#endif
	records = b->size;
	if (!(seed & PIPE))
		build_end(b);
	return records;
}
