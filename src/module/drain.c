// SPDX-License-Identifier: GPL-2.0
/*
 * The drain: what the hypervisor holds goes to the reader, and every position
 * moves only after its bytes were published.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/sched.h>

#include "aux.h"
#include "drain.h"
#include "raw.h"
#include "room.h"
#include "sysmem.h"

static bool has_samples(const struct htm_session *s)
{
	return s->event->attr.sample_type & PERF_SAMPLE_RAW;
}

static struct htm_pmu_header record_header(const struct htm_session *s,
					   enum htm_pmu_record_type type, u32 size)
{
	return (struct htm_pmu_header) {
		.magic = HTM_PMU_MAGIC,
		.type = type,
		.size = size,
		.config = s->event->attr.config,
		.window = s->window.number,
	};
}

/* The records of the driver are for readers that asked for them. */
static int write_record(struct htm_session *s, void *record, u32 bytes)
{
	if (!has_samples(s) || !(s->event->attr.config1 & HTM_PMU_META))
		return 0;
	return htm_room_write_record(s, record, bytes);
}

static int write_start(struct htm_session *s)
{
	struct htm_pmu_start start = {
		.header = record_header(s, HTM_PMU_RECORD_START, sizeof(start)),
		.time = s->window.start_time,
		.buffer_size = s->buffer_size,
		.cpu = s->event->cpu,
		.sink = s->window.sink,
	};
	int err;

	if (s->window.told)
		return 0;
	err = write_record(s, &start, sizeof(start));
	s->window.told = !err;
	return err;
}

static int write_end(struct htm_session *s, int error)
{
	struct htm_pmu_end end = {
		.header = record_header(s, HTM_PMU_RECORD_END, sizeof(end)),
		.time = s->window.stop_time,
		.buffer_size = s->buffer_size,
		.delivered = s->window.delivered,
		.sysmem_blocks = s->window.sysmem_blocks,
		.error = error,
		.sysmem_error = s->window.sysmem_error,
	};

	return write_record(s, &end, sizeof(end));
}

static enum htm_pmu_sink choose_sink(struct htm_session *s)
{
	if (READ_ONCE(s->aux))
		return HTM_PMU_SINK_AUX;
	if (s->aux_gone || !has_samples(s))
		return HTM_PMU_SINK_NONE;
	return HTM_PMU_SINK_RAW;
}

static int dump_next(struct htm_session *s, const struct htm_room *room, bool *more)
{
	if (s->window.sink == HTM_PMU_SINK_AUX)
		return htm_aux_dump(s, room->waited_us, more);
	return htm_raw_dump(s, record_header(s, HTM_PMU_RECORD_TRACE, 0), more);
}

static int leave_cpu(struct htm_session *s)
{
	u64 us = s->pause_us;

	s->pause_us = 0;
	if (us)
		return htm_cancel_sleep(&s->cancel, us);
	cond_resched();
	return 0;
}

static int drain_trace(struct htm_session *s)
{
	struct htm_window *w = &s->window;
	struct htm_room room = {};
	bool more = true;

	while (more && w->delivered < s->buffer_size) {
		int err;

		if (htm_cancelled(&s->cancel))
			return -ECANCELED;

		err = dump_next(s, &room, &more);
		if (err == -EAGAIN) {
			err = htm_room_wait(s, &room);
			if (err)
				return err;
			continue;
		}
		if (err)
			return err == -ENODATA ? 0 : err;

		htm_room_found(s, &room);
		err = leave_cpu(s);
		if (err)
			return err;
	}
	return 0;
}

/* The memory configuration helps to read a trace; a trace without it is still one. */
static int drain_sysmem(struct htm_session *s)
{
	int err;

	if (!has_samples(s) || s->window.sysmem_done)
		return 0;
	err = htm_sysmem_write(s);
	if (err == -ECANCELED || err == -ENXIO)
		return err;
	s->window.sysmem_done = true;
	if (!err)
		return 0;

	s->window.sysmem_error = err;
	pr_warn("%s: no memory configuration from the hypervisor (error %d); addresses in this trace cannot be translated\n",
		s->name, err);
	return 0;
}

/**
 * htm_drain_left - say that a drain ends before its trace does
 * @s: the session, whose reader has gone
 *
 * Context: any.
 */
void htm_drain_left(const struct htm_session *s)
{
	pr_notice("%s: the reader left with %llu of %llu bytes of trace; next time use htm record, or perf record with an AUX area of at least %llu bytes (-m,%lluM)\n",
		  s->name, s->window.delivered, s->buffer_size,
		  s->buffer_size, max(s->buffer_size >> 20, 1ULL));
}

static int drain_window(struct htm_session *s)
{
	int err, end_err;

	if (s->window.sink == HTM_PMU_SINK_NONE)
		return -ENXIO;

	err = write_start(s);
	if (!err)
		err = drain_sysmem(s);
	if (!err)
		err = drain_trace(s);
	if (err == -ECANCELED || err == -ENXIO)
		return err;

	end_err = write_end(s, err);
	return end_err ? end_err : err;
}

/**
 * htm_drain - give a stopped target's trace to the reader
 * @s: the session, stopped
 * @why: what has ended it, in words for the tracepoint htm_state
 *
 * In this order: START record, memory configuration, trace, END record. Starts
 * at once, since stock perf leaves when it looks and finds nothing new. Goes on
 * where it was cancelled.
 *
 * Context: process, on the event's CPU; sleeps.
 * Return: 0, also when the reader has left; -ECANCELED; or the hypervisor's errno.
 */
int htm_drain(struct htm_session *s, const char **why)
{
	int err;

	if (!s->window.begun) {
		s->window.begun = true;
		s->window.sink = choose_sink(s);
		if (s->window.sink == HTM_PMU_SINK_NONE && !s->aux_gone) {
			pr_warn("%s: nowhere to put the trace: use perf record -R, or map an AUX area\n",
				s->name);
			*why = "nowhere to put the trace";
			return 0;
		}
	}
	s->fetch = HTM_FETCH_FIRST;
	s->last_wait_us = 0;

	err = drain_window(s);
	*why = err ? "the drain failed" : "all is delivered";
	if (err == -ENXIO) {
		htm_drain_left(s);
		*why = "the reader left";
		return 0;
	}
	if (err && err != -ECANCELED)
		pr_err("%s: the trace ends after %llu of %llu bytes: the hypervisor answered with error %d\n",
		       s->name, s->window.delivered, s->buffer_size, err);
	return err;
}

/**
 * htm_drain_failed - tell the reader that there will be no trace
 * @s: the session, whose START or STOP has failed
 * @error: why, a negative errno
 *
 * Context: process, on the event's CPU; sleeps.
 */
void htm_drain_failed(struct htm_session *s, int error)
{
	s->window.sink = choose_sink(s);
	write_end(s, error);
}
