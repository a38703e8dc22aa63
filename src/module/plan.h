/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_PLAN_H
#define HTM_PLAN_H

#include "pure.h"

/* Dumps into an AUX area end on multiples of this, but for the last of a trace. */
#define HTM_GRAIN		4096ULL

/* The first dump of a drain: small, so that perf finds it on its first look. */
#define HTM_BOUND_FIRST		(64ULL << 10)

/* No dump is longer, however fast the machine. */
#define HTM_BOUND_MAX		(16ULL << 20)

/*
 * A hypervisor call holds its CPU from the first byte to the last, so a dump
 * that took longer than a couple of timer ticks makes the next one smaller.
 */
#define HTM_CALL_NS		(10ULL * 1000 * 1000)

/* After a call that was too long, the share of it that its CPU is others', at most */
#define HTM_PAUSE_SHARE		8
#define HTM_PAUSE_MAX_US	10000ULL

/*
 * Bytes of trace that one call fetches for raw samples. Most of such a call is
 * overhead; but while it lasts, nothing new comes for perf to find.
 */
#define HTM_FETCH_FIRST		(32ULL << 10)
#define HTM_FETCH_MAX		(256ULL << 10)

/* Bytes of trace or of memory configuration in one raw sample: a u16 bounds a record. */
#define HTM_PIECE_MAX		(32U << 10)

/* Bytes of one trace record; perf counts the trace in these. */
#define HTM_TRACE_RECORD	128

/*
 * A reader that gave no room for so long gives no more than there is. Slow disks
 * stay well below this: meant are rings that are too small to ever give more.
 */
#define HTM_SCARCE_US		500000ULL

/* Sleeps between two looks for room */
#define HTM_WAIT_FIRST_US	50ULL
#define HTM_WAIT_MAX_US		20000ULL

/**
 * struct htm_chunk - where the next dump into an AUX area goes, and its bounds
 * @ring: bytes of the AUX area
 * @offset: where the dump goes, in bytes from the start of the AUX area
 * @room: free bytes from there, across the end of the area
 * @extent_left: bytes to the end of the physical extent that holds @offset
 * @trace_left: bytes of trace still to come
 * @bound: the longest dump allowed now; a power of two
 * @waited_us: how long the dump has waited for room
 */
struct htm_chunk {
	u64 ring;
	u64 offset;
	u64 room;
	u64 extent_left;
	u64 trace_left;
	u64 bound;
	u64 waited_us;
};

/**
 * struct htm_piece - how large a raw sample may be now
 * @bytes: this large
 * @streak: how many in a row were written without waiting
 */
struct htm_piece {
	u32 bytes;
	u32 streak;
};

u64 htm_chunk_bytes(const struct htm_chunk *at);
u64 htm_bound_max(u64 ring);
u64 htm_bound_next(u64 bound, u64 ns, u64 max);
u64 htm_pause_us(u64 ns);
u64 htm_wait_us(u64 waited_us, u64 last_us);
bool htm_piece_shrink(struct htm_piece *piece, u32 least);
void htm_piece_written(struct htm_piece *piece);

#endif /* HTM_PLAN_H */
