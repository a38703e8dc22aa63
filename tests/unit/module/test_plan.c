// SPDX-License-Identifier: GPL-2.0
/*
 * How much a drain moves at once: single decisions, then whole drains against
 * a ring, its extents and a reader.
 */
#include <stdlib.h>

#include "../../../src/module/plan.h"
#include "seed.h"
#include "tap.h"

#define K	1024ULL
#define M	(K * K)

static u64 chunk(u64 offset, u64 room, u64 extent_left, u64 trace_left, u64 bound,
		 u64 waited_us)
{
	return htm_chunk_bytes(&(struct htm_chunk) {
		.ring = 4 * M,
		.offset = offset,
		.room = room,
		.extent_left = extent_left,
		.trace_left = trace_left,
		.bound = bound,
		.waited_us = waited_us,
	});
}

static void test_chunk(void)
{
	is_u64(chunk(0, 4 * M - 1, 4 * M, 64 * M, 2 * M, 0), 2 * M,
	       "with room for all, a chunk is as long as its bound");
	is_u64(chunk(64 * K, 4 * M - 1, 4 * M, 64 * M, 2 * M, 0), 2 * M - 64 * K,
	       "a chunk ends on a multiple of its bound");
	is_u64(chunk(0, 4 * M - 1, 12 * K, 64 * M, 2 * M, 0), 12 * K,
	       "a chunk ends with its extent");
	is_u64(chunk(0, 4 * M - 1, 4 * M, 128, 2 * M, 0), 128,
	       "a chunk ends with the trace");
	is_u64(chunk(2 * M, 2 * M - 1, 2 * M, 64 * M, 2 * M, HTM_SCARCE_US - 1), 0,
	       "no crumbs while more room is about to come");
	is_u64(chunk(2 * M, 2 * M - 1, 2 * M, 64 * M, 2 * M, HTM_SCARCE_US), 2 * M - 4 * K,
	       "whole pages of what there is when no more room comes");
	is_u64(chunk(0, 4 * K - 1, 4 * M, 64 * M, 2 * M, HTM_SCARCE_US), 0,
	       "less than a page is no room");
	is_u64(chunk(128, 4 * M - 1, 4 * M, 64 * M, 4 * K, 0), 4 * K - 128,
	       "after an odd end, the first chunk brings pages back into step");
}

static void test_rest(void)
{
	u64 left = 4 * M, waited = 0, ever = 0, halves = 0, crossed = 0;

	is_u64(chunk(0, 4 * M - 1, 4 * M, 4 * M, 64 * K, 0), 64 * K,
	       "a trace as large as the ring begins like any other");
	is_u64(chunk(2 * M, 2 * M - 1, 2 * M, 2 * M, 2 * M, 0), 0,
	       "its last half is not written at once");

	/* A reader that copies for ever: what is new while it does? */
	while (left > 4 * K && ever < 10000000) {
		u64 bytes = chunk(4 * M - left, left - 1, left, left, 2 * M, waited);

		if (!bytes) {
			waited += 50;
			ever += 50;
			continue;
		}
		crossed += bytes >= left;
		left -= bytes;
		waited = 0;
		halves++;
	}
	is_u64(left, 4 * K, "but in halves, up to the page that perf keeps free");
	ok(!crossed && halves > 5, "%llu of them", (unsigned long long)halves);
	ok(ever > 100000 && ever < 2000000, "over %llu us", (unsigned long long)ever);
	is_u64(chunk(4 * M - 4 * K, 4 * K, 4 * K, 4 * K, 2 * M, 0), 4 * K,
	       "and the page comes as soon as perf has copied");
}

static void test_bound(void)
{
	u64 bound = HTM_BOUND_FIRST;
	int i;

	for (i = 0; i < 20; i++)
		bound = htm_bound_next(bound, 1000, 2 * M);
	is_u64(bound, 2 * M, "fast calls grow up to the largest bound and no further");
	is_u64(htm_bound_next(bound, HTM_CALL_NS, 2 * M), 2 * M, "a call in good time keeps its size");
	for (i = 0; i < 20; i++)
		bound = htm_bound_next(bound, 2 * HTM_CALL_NS, 2 * M);
	is_u64(bound, HTM_GRAIN, "slow calls shrink down to a page and no further");
}

static void test_piece(void)
{
	struct htm_piece piece = { .bytes = HTM_PIECE_MAX };
	int shrinks = 0, writes = 0;

	while (htm_piece_shrink(&piece, HTM_TRACE_RECORD))
		shrinks++;
	is_int(piece.bytes, HTM_TRACE_RECORD, "raw samples shrink down to one trace record");
	is_int(shrinks, 8, "in halves");
	while (piece.bytes < HTM_PIECE_MAX && ++writes < 100000)
		htm_piece_written(&piece);
	ok(writes < 10000, "and grow back when the reader is back, after %d samples", writes);
	for (writes = 0; writes < 1000; writes++)
		htm_piece_written(&piece);
	is_int(piece.bytes, HTM_PIECE_MAX, "but not beyond what a record holds");
}

struct model {
	u64 ring;
	u64 extent;		/* the ring lies in extents of this many bytes */
	u64 trace;
	u64 head;
	u64 tail;
	u64 bound;
	u64 delivered;
	u64 waited_us;
	u64 calls;
	u64 bad;		/* chunks that broke a rule */
};

/* perf's own rule: one byte of the ring stays free */
static u64 room(const struct model *m)
{
	return m->ring - 1 - (m->head - m->tail);
}

static void dump(struct model *m)
{
	u64 offset = m->head % m->ring;
	u64 extent_left = m->extent - offset % m->extent;
	u64 bytes = htm_chunk_bytes(&(struct htm_chunk) {
		.ring = m->ring,
		.offset = offset,
		.room = room(m),
		.extent_left = extent_left,
		.trace_left = m->trace - m->delivered,
		.bound = m->bound,
		.waited_us = m->waited_us,
	});

	if (!bytes) {
		m->tail = m->head;	/* the reader reads all there is */
		m->waited_us += 50;
		return;
	}
	m->waited_us = 0;
	m->bad += bytes > room(m) || bytes > extent_left || bytes > m->bound ||
		  bytes > m->trace - m->delivered;
	m->head += bytes;
	m->delivered += bytes;
	m->bound = htm_bound_next(m->bound, 1000, htm_bound_max(m->ring));
	m->calls++;
}

static struct model drain(u64 ring, u64 extent, u64 trace, u64 start)
{
	struct model m = { .ring = ring, .extent = extent, .trace = trace,
			   .head = start, .tail = start };
	u64 looks;

	m.bound = HTM_BOUND_FIRST < htm_bound_max(ring) ? HTM_BOUND_FIRST : htm_bound_max(ring);
	for (looks = 0; m.delivered < trace && looks < 4 * trace / HTM_GRAIN + 1000000; looks++)
		dump(&m);
	return m;
}

/* Else reader and driver take turns, and each waits for the other. */
static void test_overlap(void)
{
	u64 ring, turns = 0;

	for (ring = 16 * K; ring <= 1024 * M; ring *= 2) {
		u64 bound = htm_bound_max(ring);

		turns += !htm_chunk_bytes(&(struct htm_chunk) {
			.ring = ring,
			.offset = bound,
			.room = ring - 1 - bound,
			.extent_left = ring - bound,
			.trace_left = 4096 * M,
			.bound = bound,
		});
	}
	is_u64(turns, 0, "while a reader reads one dump, there is room for the next");
}

static void test_calls(void)
{
	struct model m = drain(4 * M, 4 * M, 256 * M, 0);

	ok(m.delivered == 256 * M && !m.bad, "256 MiB pass through a ring of 4 MiB");
	ok(m.calls <= 4 * 64 + 16, "in %llu calls, about four each time round", (unsigned long long)m.calls);

	m = drain(4 * M, 4 * K, 256 * M, 0);
	ok(m.delivered == 256 * M && !m.bad, "and through one that is all single pages");
	is_u64(m.calls, 256 * M / (4 * K), "with one call a page");

	m = drain(1024 * M, 16 * M, 1024 * M, 0);
	ok(m.calls <= 64 + 16, "1 GiB into a ring as large takes %llu calls, little more than its extents",
	   (unsigned long long)m.calls);
}

static void test_random_drains(void)
{
	u64 broken = 0, stuck = 0;
	int i;

	seed_random();
	for (i = 0; i < 2000; i++) {
		u64 ring = (8 * K) << rand() % 12;
		u64 extent = (4 * K) << rand() % 12;
		u64 trace = 128ULL << rand() % 20;
		u64 start = rand() % 1000 * 128;
		struct model m = drain(ring, extent < ring ? extent : ring, trace, start);

		broken += m.bad;
		if (m.delivered != trace) {
			diag("ring %llu extent %llu trace %llu start %llu: stuck at %llu",
			     (unsigned long long)ring, (unsigned long long)extent,
			     (unsigned long long)trace, (unsigned long long)start,
			     (unsigned long long)m.delivered);
			stuck++;
		}
	}
	is_u64(broken, 0, "2000 random drains: no chunk leaves its room, extent, trace or bound");
	is_u64(stuck, 0, "2000 random drains: none waits for room that cannot come");
}

static void test_pause(void)
{
	is_u64(htm_pause_us(1000), 0, "a short call is followed by the next at once");
	is_u64(htm_pause_us(HTM_CALL_NS), 0, "so is one of the greatest proper length");
	is_u64(htm_pause_us(2 * HTM_CALL_NS), 2500, "a long one leaves an eighth of its time to others");
	is_u64(htm_pause_us(300ULL * 1000 * 1000), HTM_PAUSE_MAX_US,
	       "however long the call, the trace waits 10 ms at most");
}

/* How often a wait looks until there is room, after @room_us */
static u64 looks(u64 room_us, u64 last_us)
{
	u64 waited_us = 0, looks = 0;

	do {
		waited_us += htm_wait_us(waited_us, last_us);
		looks++;
	} while (waited_us < room_us);
	return looks;
}

static void test_wait(void)
{
	is_u64(htm_wait_us(0, 0), HTM_WAIT_FIRST_US, "the first wait of a drain begins short");
	is_u64(htm_wait_us(0, 60), HTM_WAIT_FIRST_US, "so does one after a short one");
	is_u64(htm_wait_us(0, 10000), 5000, "else half of the last one is slept at once");
	is_u64(htm_wait_us(5000, 10000), 625, "and then an eighth of what it has lasted");
	is_u64(htm_wait_us(0, 3600000000ULL), HTM_WAIT_MAX_US,
	       "a reader that was away once is looked after as often as before");
	is_u64(htm_wait_us(3600000000ULL, 0), HTM_WAIT_MAX_US, "and one that is away for an hour");
	ok(looks(20000, 0) > 30, "a reader of unknown speed: its first 20 ms take many looks");
	ok(looks(20000, 20000) < 8, "a steady reader: the next 20 ms take few");
}

int main(void)
{
	test_chunk();
	test_rest();
	test_bound();
	test_pause();
	test_wait();
	test_piece();
	test_overlap();
	test_calls();
	test_random_drains();
	return done_testing();
}
