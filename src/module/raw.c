// SPDX-License-Identifier: GPL-2.0
/*
 * Trace as raw samples, for a perf that maps no AUX area for us.
 */
#include <linux/io.h>

#include "hcall.h"
#include "raw.h"
#include "room.h"
#include "sample.h"

/* Write the first bytes of @from, as many as fit into one sample. */
static long write_piece(struct htm_session *s, struct htm_pmu_header header, void *from,
			u64 bytes)
{
	struct htm_pmu_trace trace = { .header = header, .offset = s->window.delivered };
	int err;

	do {
		trace.bytes = min_t(u64, s->piece.bytes, bytes);
		trace.header.size = sizeof(trace) + trace.bytes;
		err = htm_room_write_piece(s, &trace, sizeof(trace), from, trace.bytes,
					   HTM_TRACE_RECORD);
	} while (err == -EAGAIN);

	return err ? err : trace.bytes;
}

static int write_pieces(struct htm_session *s, struct htm_pmu_header header, u64 bytes)
{
	u64 done = 0;

	while (done < bytes) {
		long piece = write_piece(s, header, s->buf + done, bytes - done);

		if (piece < 0)
			return piece;
		done += piece;
		htm_session_delivered(s, piece);
	}
	return 0;
}

/**
 * htm_raw_dump - write the next trace into the data ring
 * @s: the session, draining
 * @header: of the records; their size is filled in here
 * @more: does more trace follow?
 *
 * Context: process, on the event's CPU; sleeps while the ring is full or the
 * hypervisor busy.
 * Return: 0 when the reader can see it; -ENXIO without a ring; -ENODATA behind
 * the last byte; -ECANCELED; or the hypervisor's errno.
 */
int htm_raw_dump(struct htm_session *s, struct htm_pmu_header header, bool *more)
{
	u64 bytes = min_t(u64, s->fetch, s->buffer_size - s->window.delivered);
	struct htm_dumped dumped;
	int err;

	if (!htm_sample_has_ring(s->event))
		return -ENXIO;
	err = htm_hcall_dump_data(&s->target, virt_to_phys(s->buf), bytes, s->window.delivered,
				  &s->cancel, &dumped);
	if (err)
		return err;
	*more = dumped.more;
	s->fetch = htm_bound_next(s->fetch, dumped.ns, s->buf_bytes);
	s->pause_us = htm_pause_us(dumped.ns);
	return write_pieces(s, header, bytes);
}
