// SPDX-License-Identifier: GPL-2.0
/*
 * How much of a trace to move at once. Pure: also built on the host.
 */
#include "plan.h"

/* So many raw samples without a wait, and the ring may take larger ones again. */
#define PIECE_STREAK	64

/**
 * htm_chunk_bytes - bytes that the next dump into the AUX area may take
 * @offset: where it goes, in bytes from the start of the AUX area
 * @room: free bytes of the AUX area from there, across its end
 * @extent_left: bytes to the end of the physical extent that holds @offset
 * @trace_left: bytes of trace still to come
 * @bound: the longest dump allowed now; a power of two
 * @waited: has this dump waited for its room for long?
 *
 * Chunks end on multiples of @bound: with a ring that is a multiple of @bound
 * too, no cycle leaves a crumb at the end of the ring. A chunk waits until all
 * of its room is there, since crumbs cost a hypervisor call each. Two chunks
 * take less: one that has @waited (that much is all that the reader gives), and
 * the last of a trace when only the page that perf keeps free is missing.
 *
 * Context: any.
 * Return: bytes, or 0 to wait for room.
 */
u64 htm_chunk_bytes(u64 offset, u64 room, u64 extent_left, u64 trace_left, u64 bound,
		    bool waited)
{
	u64 want = min_t(u64, extent_left, trace_left);
	u64 end;

	want = min_t(u64, want, bound - (offset & (bound - 1)));
	if (room >= want)
		return want;
	if (!waited && !(want == trace_left && room + HTM_GRAIN >= want))
		return 0;

	end = (offset + room) & ~(HTM_GRAIN - 1);
	return end > offset ? end - offset : 0;
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
