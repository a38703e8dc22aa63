// SPDX-License-Identifier: GPL-2.0
/*
 * One piece of trace as a raw sample, for a perf that maps no AUX area for us.
 */
#include <linux/io.h>
#include <linux/string.h>

#include "hcall.h"
#include "raw.h"
#include "room.h"

/**
 * htm_raw_dump - write the next piece of trace into the data ring
 * @s: the session, draining
 * @header: of the record; its size is filled in here
 * @more: does more trace follow?
 *
 * Context: process, on the event's CPU; sleeps while the ring is full or the
 * hypervisor busy.
 * Return: bytes that the reader can see now; -ENXIO without a ring; -ENODATA
 * behind the last byte; -ECANCELED; or the hypervisor's errno.
 */
long htm_raw_dump(struct htm_session *s, struct htm_pmu_header header, bool *more)
{
	struct htm_pmu_trace trace = { .header = header, .offset = s->window.delivered };
	int err;

	do {
		trace.bytes = min_t(u64, s->piece.bytes, s->buffer_size - trace.offset);
		trace.header.size = sizeof(trace) + trace.bytes;

		memset(s->buf, 0, trace.bytes);
		err = htm_hcall_dump_data(&s->target, virt_to_phys(s->buf), trace.bytes,
					  trace.offset, &s->cancel, more);
		if (err)
			return err;
		err = htm_room_write_piece(s, &trace, sizeof(trace), s->buf, trace.bytes,
					   HTM_TRACE_RECORD);
	} while (err == -EAGAIN);

	return err ? err : trace.bytes;
}
