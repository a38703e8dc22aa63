// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for a reader to make room.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ktime.h>
#include <linux/printk.h>

#include "room.h"
#include "sample.h"
#include "trace.h"

static int wait_for_cpu(struct htm_session *s, struct htm_room *room)
{
	if (!room->away)
		pr_notice("%s: CPU %d is offline: the trace waits until it is online again\n",
			  s->name, s->event->cpu);
	room->away = true;
	return htm_cancel_sleep(&s->cancel, HTM_WAIT_MAX_US);
}

/* What has been slept, which is more than what was asked for, is traced. */
static int wait_for_reader(struct htm_session *s, u64 us)
{
	u64 begin;
	int err;

	if (!trace_htm_wait_enabled())
		return htm_cancel_sleep(&s->cancel, us);
	begin = ktime_get_ns();
	err = htm_cancel_sleep(&s->cancel, us);
	trace_htm_wait(&s->target, ktime_get_ns() - begin);
	return err;
}

/**
 * htm_room_wait - the reader has left no room: wait a little
 * @s: the session, draining
 * @room: how long it has waited so far
 *
 * The reader moves aux_tail and data_tail without telling the kernel, so this
 * polls, and the more seldom the longer it lasts. It ends with the sink. While the
 * event's CPU is offline nothing can be written, whatever the room.
 *
 * Context: process, sleeps.
 * Return: 0 to look again, or -ECANCELED.
 */
int htm_room_wait(struct htm_session *s, struct htm_room *room)
{
	u64 us = htm_wait_us(room->waited_us, s->last_wait_us);

	if (!htm_worker_at_home(&s->worker))
		return wait_for_cpu(s, room);

	room->waited_us += us;
	return wait_for_reader(s, us);
}

/**
 * htm_room_found - there was room
 * @s: the session, draining
 * @room: how long it has waited for it; begins anew
 *
 * Context: process.
 */
void htm_room_found(struct htm_session *s, struct htm_room *room)
{
	if (room->waited_us)
		s->last_wait_us = room->waited_us;
	room->waited_us = 0;
}

/**
 * htm_room_write_piece - write a raw sample whose size is ours to choose
 * @s: the session, draining
 * @head: the sample's bytes
 * @head_bytes: how many
 * @body: bytes that follow, or NULL
 * @body_bytes: how many
 * @least: the smallest @s->piece that makes sense, in bytes
 *
 * Context: process, on the event's CPU; sleeps while the ring is full.
 * Return: 0 when the reader can see it; -EAGAIN if @s->piece was made smaller,
 * to be filled anew; -ENXIO without a ring; -ECANCELED.
 */
int htm_room_write_piece(struct htm_session *s, void *head, u32 head_bytes,
			 void *body, u32 body_bytes, u32 least)
{
	struct htm_room room = {};

	for (;;) {
		int err = htm_sample_write(s->event, head, head_bytes, body, body_bytes);

		if (!err && !room.waited_us)
			htm_piece_written(&s->piece);
		if (!err)
			htm_room_found(s, &room);
		if (err != -EAGAIN)
			return err;

		err = htm_room_wait(s, &room);
		if (err)
			return err;
		if (room.waited_us >= HTM_SCARCE_US && htm_piece_shrink(&s->piece, least))
			return -EAGAIN;
	}
}

/**
 * htm_room_write_record - write a raw sample of fixed size
 * @s: the session, draining
 * @record: the sample's bytes
 * @bytes: how many
 *
 * Context: process, on the event's CPU; sleeps while the ring is full.
 * Return: 0 when the reader can see it; -ENXIO without a ring; -ECANCELED.
 */
int htm_room_write_record(struct htm_session *s, void *record, u32 bytes)
{
	struct htm_room room = {};

	for (;;) {
		int err = htm_sample_write(s->event, record, bytes, NULL, 0);

		if (err != -EAGAIN)
			return err;
		err = htm_room_wait(s, &room);
		if (err)
			return err;
	}
}
