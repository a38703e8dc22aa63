// SPDX-License-Identifier: GPL-2.0
/*
 * One raw sample into the event's data ring.
 */
#include <linux/bottom_half.h>
#include <linux/smp.h>

#include "compat.h"
#include "sample.h"

/**
 * htm_sample_has_ring - is there a ring for samples?
 * @event: the event
 *
 * Worth a look before a call to the hypervisor, which may take long and would
 * hold up whoever took the ring away and closes now.
 *
 * Context: any. A ring that is there may be gone a moment later.
 * Return: whether one is mapped.
 */
bool htm_sample_has_ring(const struct perf_event *event)
{
	return READ_ONCE(event->rb);
}

/**
 * htm_sample_write - write a raw sample, or say that there was no room
 * @event: an event with PERF_SAMPLE_RAW
 * @head: the sample's bytes
 * @head_bytes: how many
 * @body: bytes that follow, or NULL
 * @body_bytes: how many
 *
 * perf does not export its output functions, but the event's own overflow
 * handler writes a sample as any other. It returns nothing: whether the sample
 * was written shows in the event's count of lost samples. That count is not
 * touched by others here, since all that writes for this event does so on its
 * CPU and in task context.
 *
 * perf's output code expects an interrupt, and has in_interrupt() answered so
 * here: outside of one, the kernel's copy may take the vector unit, which costs
 * the switch of its registers for each of a sample's pages.
 *
 * Context: process. A ring has one writing CPU: on another than the event's,
 * because that went offline, nothing is written.
 * Return: 0 when the reader can see it; -EAGAIN if the ring is full, or the
 * event's CPU offline; -ENXIO if there is no ring.
 */
int htm_sample_write(struct perf_event *event, void *head, u32 head_bytes,
		     void *body, u32 body_bytes)
{
	struct perf_raw_frag tail = { .data = body, .size = body_bytes };
	struct perf_raw_record raw = { .frag = { .data = head, .size = head_bytes } };
	struct perf_sample_data data;
	struct pt_regs regs = {};
	int err = -EAGAIN;
	perf_overflow_handler_t handler = READ_ONCE(event->overflow_handler);
	s64 lost;

	if (!htm_sample_has_ring(event))
		return -ENXIO;
	if (body)
		raw.frag.next = &tail;

	preempt_disable();
	local_bh_disable();
	if (smp_processor_id() == event->cpu) {
		lost = atomic64_read(&event->lost_samples);
		perf_sample_data_init(&data, 0, event->hw.last_period);
		htm_compat_sample_raw(&data, event, &raw);
		handler(event, &data, &regs);
		if (!htm_sample_has_ring(event))
			err = -ENXIO;
		else if (atomic64_read(&event->lost_samples) == lost)
			err = 0;
	}
	local_bh_enable();
	preempt_enable();
	return err;
}
