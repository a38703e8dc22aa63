// SPDX-License-Identifier: GPL-2.0
/*
 * How much of a trace to move at once. Pure: also built on the host.
 */
#include "plan.h"

/* The first half of the rest waits about this long, the second twice, and so on. */
#define REST_US		500ULL

/* A wait is this share of what it has lasted too long, at most. */
#define WAIT_SHARE	8

/* So many raw samples without a wait, and the ring may take larger ones again. */
#define PIECE_STREAK	1024

/* Whole pages of what there is, from @offset on */
static u64 pages_of(u64 offset, u64 room)
{
	u64 end = (offset + room) & ~(HTM_GRAIN - 1);

	return end > offset ? end - offset : 0;
}

/*
 * The rest of the trace would fit, were it not for the page that perf keeps free.
 *
 * Stock perf copies all that it finds and leaves once it finds nothing new. Were
 * all but that page written before its first look, it would leave without the
 * page. So the rest comes in halves, each later than the one before: whenever
 * perf looks, something new comes while it copies, and when it has copied there
 * is room.
 */
static u64 rest_bytes(u64 offset, u64 room, u64 want, u64 trace_left, u64 ring, u64 waited_us)
{
	u64 half = pages_of(offset, room / 2);

	if (want <= half)
		return want;
	if (waited_us < REST_US * (ring / trace_left))
		return 0;
	return min_t(u64, want, half ? half : pages_of(offset, room));
}

/**
 * htm_chunk_bytes - bytes that the next dump into the AUX area may take
 * @at: where it goes, and what bounds it
 *
 * Chunks end on multiples of the bound: with a ring that is a multiple of the
 * bound too, no cycle leaves a crumb at the end of the ring. A chunk waits until
 * all of its room is there, since crumbs cost a hypervisor call each; but one
 * that has waited for long takes what there is: the reader gives no more.
 *
 * Context: any.
 * Return: bytes, or 0 to wait for room.
 */
u64 htm_chunk_bytes(const struct htm_chunk *at)
{
	u64 want = min_t(u64, at->extent_left, at->trace_left);

	want = min_t(u64, want, at->bound - (at->offset & (at->bound - 1)));
	if (at->room < at->trace_left && at->room + HTM_GRAIN >= at->trace_left)
		return rest_bytes(at->offset, at->room, want, at->trace_left, at->ring,
				  at->waited_us);
	if (at->room >= want)
		return want;
	return at->waited_us >= HTM_SCARCE_US ? pages_of(at->offset, at->room) : 0;
}

/**
 * htm_bound_max - the longest dump into an AUX area, ever
 * @ring: bytes of the area; a power of two
 *
 * A quarter of it: the reader reads one while the next is written. perf keeps a byte free,
 * so of two halves the second would find no room before all of the first was read, and
 * reader and driver would take turns.
 *
 * Context: any.
 * Return: a power of two.
 */
u64 htm_bound_max(u64 ring)
{
	return max_t(u64, min_t(u64, ring / 4, HTM_BOUND_MAX), HTM_GRAIN);
}

/**
 * htm_bound_next - the longest dump allowed after one that took @ns
 * @bound: the bound of that dump; a power of two
 * @ns: how long its hypervisor call took
 * @max: the largest bound; a power of two
 *
 * Doubling keeps a drain ahead of a reader that copies all there is and leaves
 * when it finds nothing new.
 *
 * Context: any.
 * Return: a power of two, from HTM_GRAIN to @max.
 */
u64 htm_bound_next(u64 bound, u64 ns, u64 max)
{
	if (ns > HTM_CALL_NS)
		bound /= 2;
	else if (ns < HTM_CALL_NS / 2)
		bound *= 2;
	return max_t(u64, min_t(u64, bound, max), HTM_GRAIN);
}

/**
 * htm_pause_us - how long to let go of the CPU after a dump that took @ns
 * @ns: how long its hypervisor call took
 *
 * Whoever needs this CPU has waited for the end of the call; a close, for one: the
 * kernel unmaps no ring without an answer of each CPU that the process ran on. With
 * no pause the next call begins before it gets to say that the drain is to end.
 *
 * Context: any.
 * Return: microseconds; 0 after a call of a proper length.
 */
u64 htm_pause_us(u64 ns)
{
	if (ns <= HTM_CALL_NS)
		return 0;
	return min_t(u64, ns / (HTM_PAUSE_SHARE * 1000), HTM_PAUSE_MAX_US);
}

/**
 * htm_wait_us - how long to sleep before the next look for room
 * @waited_us: how long the wait has lasted
 * @last_us: how long the one before it lasted; 0 if there was none
 *
 * The reader does not tell when it makes room, and each look costs CPU time. One that
 * copies at a steady speed takes about as long as the last time: half of that is slept at
 * once. From there on, no look comes later than an eighth of the wait after the room.
 *
 * Context: any.
 * Return: microseconds.
 */
u64 htm_wait_us(u64 waited_us, u64 last_us)
{
	u64 us = waited_us ? waited_us / WAIT_SHARE : last_us / 2;

	return max_t(u64, min_t(u64, us, HTM_WAIT_MAX_US), HTM_WAIT_FIRST_US);
}

/**
 * htm_piece_shrink - the ring has had no room for a while: try smaller samples
 * @piece: the size now
 * @least: the smallest that makes sense, in bytes
 *
 * The size of a data ring is not to be had from perf, and one smaller than a
 * sample never has room for it.
 *
 * Context: any.
 * Return: false if it is as small as can be already.
 */
bool htm_piece_shrink(struct htm_piece *piece, u32 least)
{
	if (piece->bytes / 2 < least)
		return false;
	piece->bytes /= 2;
	piece->streak = 0;
	return true;
}

/**
 * htm_piece_written - a raw sample found its room at once
 * @piece: the size now
 *
 * Context: any.
 */
void htm_piece_written(struct htm_piece *piece)
{
	if (++piece->streak < PIECE_STREAK)
		return;
	piece->streak = 0;
	piece->bytes = min_t(u32, piece->bytes * 2, HTM_PIECE_MAX);
}
