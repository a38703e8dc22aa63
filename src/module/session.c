// SPDX-License-Identifier: GPL-2.0
/*
 * A session's life: perf starts and stops it with interrupts off; what has to
 * sleep is the worker's.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/string.h>

#include "drain.h"
#include "hcall.h"
#include "session.h"
#include "trace.h"

/* How often, and how far apart, a hypervisor that fails is asked to let go of a target */
#define LET_GO_TRIES	3
#define LET_GO_US	10000

/* perf takes a ring away right after it has said so: in less than this. */
#define UNMAP_US	20000

/**
 * htm_state_name - a state in words
 * @state: the state
 *
 * Context: any.
 * Return: its name.
 */
const char *htm_state_name(enum htm_state state)
{
	static const char * const names[] = {
		[HTM_CONFIGURED] = "configured",
		[HTM_STARTING] = "starting",
		[HTM_TRACING] = "tracing",
		[HTM_STOPPING] = "stopping",
		[HTM_DRAINING] = "draining",
		[HTM_DRAINED] = "drained",
		[HTM_FAILING] = "failing",
		[HTM_FAILED] = "failed",
	};

	return names[state];
}

/* @why: in less than 32 letters */
static void set_state(struct htm_session *s, enum htm_state state, const char *why)
{
	lockdep_assert_held(&s->lock);
	trace_htm_state(&s->target, htm_state_name(s->state), htm_state_name(state), why,
			s->error);
	s->state = state;
}

static void fail(struct htm_session *s, int error, const char *why)
{
	s->error = error;
	set_state(s, HTM_FAILING, why);
}

static bool idle(const struct htm_session *s)
{
	return s->state == HTM_CONFIGURED || s->state == HTM_DRAINED;
}

/* Is there something for the worker to do? */
static bool needs_work(const struct htm_session *s)
{
	return s->state == HTM_STARTING || s->state == HTM_STOPPING ||
	       s->state == HTM_DRAINING || s->state == HTM_FAILING;
}

static void begin_window(struct htm_session *s)
{
	u32 number = s->state == HTM_DRAINED ? s->window.number + 1 : s->window.number;

	s->window = (struct htm_window) { .number = number };
}

static void start_locked(struct htm_session *s)
{
	int err;

	err = htm_hcall_start_now(&s->target, &s->patience, &s->again_us);
	if (err == -EAGAIN) {
		set_state(s, HTM_STARTING, "START was busy");
	} else if (err) {
		fail(s, err, "START failed");
	} else {
		s->running = true;
		s->window.start_time = s->event->clock();
		set_state(s, HTM_TRACING, "START");
	}
}

static void stop_locked(struct htm_session *s)
{
	int err;

	err = htm_hcall_stop_now(&s->target, &s->patience, &s->again_us);
	if (err == -EAGAIN) {
		set_state(s, HTM_STOPPING, "STOP was busy");
	} else if (err) {
		fail(s, err, "STOP failed");
	} else {
		s->running = false;
		s->window.stop_time = s->event->clock();
		set_state(s, HTM_DRAINING, "STOP");
	}
}

static void begin_start_locked(struct htm_session *s)
{
	begin_window(s);
	s->patience = (struct htm_patience) {};
	start_locked(s);
}

/**
 * htm_session_start - perf enables the event: START
 * @s: the session
 *
 * One hypervisor call at most, none if the target is traced already. A busy
 * hypervisor is asked again by the worker; a drain that still runs is finished
 * first.
 *
 * Context: any, interrupts off, under perf's context lock: no sleep, no wake-up.
 */
void htm_session_start(struct htm_session *s)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&s->lock, flags);
	if (!s->closed) {
		s->armed = true;
		if (idle(s))
			begin_start_locked(s);
		if (needs_work(s))
			irq_work_queue(&s->kick);
	}
	raw_spin_unlock_irqrestore(&s->lock, flags);
}

/**
 * htm_session_stop - perf disables the event, or takes its ring away: STOP
 * @s: the session
 *
 * One hypervisor call at most, none if the target is not traced; the drain
 * follows in the worker.
 *
 * Context: any, interrupts off, under perf's context lock: no sleep, no wake-up.
 */
void htm_session_stop(struct htm_session *s)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&s->lock, flags);
	s->armed = false;
	if (s->state == HTM_TRACING && !s->closed) {
		s->patience = (struct htm_patience) {};
		stop_locked(s);
	}
	if (needs_work(s))
		irq_work_queue(&s->kick);
	raw_spin_unlock_irqrestore(&s->lock, flags);
}

/* Waking a worker takes run-queue locks, which perf's locks nest inside of. */
static void kick(struct irq_work *work)
{
	struct htm_session *s = container_of(work, struct htm_session, kick);

	if (!htm_cancelled(&s->cancel))
		htm_worker_queue(&s->worker);
}

/* A START or STOP that was busy: wait as the hypervisor asked, then call again. */
static void call_again(struct htm_session *s)
{
	if (htm_cancel_sleep(&s->cancel, s->again_us))
		return;

	raw_spin_lock_irq(&s->lock);
	if (s->state == HTM_STOPPING)
		stop_locked(s);
	else if (s->state == HTM_STARTING && s->armed)
		start_locked(s);
	else if (s->state == HTM_STARTING)
		set_state(s, HTM_CONFIGURED, "disabled before START");
	raw_spin_unlock_irq(&s->lock);
}

/* A drain that was cancelled stays one: it goes on, or whoever closes tells what it left. */
static void drain(struct htm_session *s)
{
	const char *why;
	int err = htm_drain(s, &why);

	if (err == -ECANCELED)
		return;

	raw_spin_lock_irq(&s->lock);
	if (err) {
		/* htm_drain() has told the reader already. */
		s->error = err;
		set_state(s, HTM_FAILED, why);
	} else {
		set_state(s, HTM_DRAINED, why);
	}
	raw_spin_unlock_irq(&s->lock);
}

static void give_up(struct htm_session *s)
{
	pr_err("%s: the hypervisor did not %s the trace (error %d); see docs/errors.md\n",
	       s->name, s->running ? "stop" : "start", s->error);
	htm_drain_failed(s, s->error);

	raw_spin_lock_irq(&s->lock);
	set_state(s, HTM_FAILED, "the reader was told");
	raw_spin_unlock_irq(&s->lock);
}

static void start_if_armed(struct htm_session *s)
{
	raw_spin_lock_irq(&s->lock);
	if (idle(s) && s->armed && !s->closed)
		begin_start_locked(s);
	raw_spin_unlock_irq(&s->lock);
}

/* A call begun before perf has taken the ring away would hold up whoever closes. */
static void wait_for_unmapping(struct htm_session *s)
{
	if (s->unmapped && !htm_cancel_sleep(&s->cancel, UNMAP_US))
		s->unmapped = false;
}

static void session_work(struct kthread_work *work)
{
	struct htm_session *s = container_of(work, struct htm_session, worker.work);

	wait_for_unmapping(s);
	while (!htm_cancelled(&s->cancel)) {
		switch (READ_ONCE(s->state)) {
		case HTM_STARTING:
		case HTM_STOPPING:
			call_again(s);
			break;
		case HTM_DRAINING:
			drain(s);
			start_if_armed(s);
			break;
		case HTM_FAILING:
			give_up(s);
			break;
		default:
			return;
		}
	}
}

/**
 * htm_session_init - a session that nothing has happened to yet
 * @s: the session, zeroed
 *
 * Context: any.
 */
void htm_session_init(struct htm_session *s)
{
	INIT_LIST_HEAD(&s->intent);
	raw_spin_lock_init(&s->lock);
	htm_cancel_init(&s->cancel);
	init_irq_work(&s->kick, kick);
	htm_worker_init(&s->worker, session_work);
	mutex_init(&s->unmapping);
	s->state = HTM_CONFIGURED;
	s->piece.bytes = HTM_PIECE_MAX;
}

/**
 * htm_session_configured - the hypervisor has configured the target
 * @s: the session
 *
 * Context: process.
 * Return: false if the session was shut down meanwhile; then nobody else will
 * DECONFIGURE the target.
 */
bool htm_session_configured(struct htm_session *s)
{
	raw_spin_lock_irq(&s->lock);
	s->configured = !s->closed;
	raw_spin_unlock_irq(&s->lock);
	return s->configured;
}

/* When this returns the worker is idle, and stays so until the cancel is cleared. */
static void quiesce(struct htm_session *s)
{
	htm_cancel_set(&s->cancel);
	irq_work_sync(&s->kick);
	htm_worker_cancel(&s->worker);
}

/**
 * htm_session_delivered - the reader can see more of the trace
 * @s: the session, draining
 * @bytes: how much more
 *
 * Context: process.
 */
void htm_session_delivered(struct htm_session *s, u64 bytes)
{
	s->window.delivered += bytes;
	local64_add(bytes / HTM_TRACE_RECORD, &s->event->count);
}

/**
 * htm_session_aux_mapped - an AUX area was set up through this event
 * @s: the session
 * @aux: its extents
 * @extents: how many they are
 *
 * Context: process.
 */
void htm_session_aux_mapped(struct htm_session *s, struct htm_aux *aux, u32 extents)
{
	s->aux_gone = false;
	WRITE_ONCE(s->aux_extents, extents);
	WRITE_ONCE(s->aux, aux);
}

/**
 * htm_session_unmapped - a mapping of the event's rings is going away
 * @s: the session
 *
 * perf does not say which. It may free the AUX pages next, and counts on nobody
 * holding them: the worker is quiet when this returns, and does not use the area
 * again. A data ring may have other mappings: a drain through raw samples goes
 * on, if it finds that the ring is still there.
 *
 * Context: process, may sleep; waits for one hypervisor call at most.
 */
void htm_session_unmapped(struct htm_session *s)
{
	/* Another's end of it would clear the cancel that this one waits by. */
	mutex_lock(&s->unmapping);
	quiesce(s);
	if (s->aux) {
		s->aux_gone = true;
		s->window.sink = HTM_PMU_SINK_NONE;
	}
	WRITE_ONCE(s->aux, NULL);
	WRITE_ONCE(s->aux_extents, 0);
	s->unmapped = true;

	/* A STOP that was busy still has to be made. */
	raw_spin_lock_irq(&s->lock);
	if (!s->closed) {
		htm_cancel_clear(&s->cancel);
		if (needs_work(s))
			irq_work_queue(&s->kick);
	}
	raw_spin_unlock_irq(&s->lock);
	mutex_unlock(&s->unmapping);
}

/* One STOP and DECONFIGURE, from wherever the session is */
static int let_go(struct htm_session *s)
{
	int err;

	if (s->running) {
		err = htm_hcall_stop(&s->target);
		if (err)
			return err;
		s->running = false;
	}
	return htm_hcall_deconfigure(&s->target);
}

/**
 * htm_session_shutdown - leave the target as it was found
 * @s: the session; nothing starts it any more when this returns
 *
 * Context: process, may sleep.
 */
void htm_session_shutdown(struct htm_session *s)
{
	bool closed, configured;
	int err, tries = 0;

	raw_spin_lock_irq(&s->lock);
	closed = s->closed;
	configured = s->configured;
	s->closed = true;
	s->armed = false;
	raw_spin_unlock_irq(&s->lock);
	if (closed)
		return;

	quiesce(s);
	if (!configured)
		return;
	if (s->state == HTM_DRAINING)
		htm_drain_left(s);

	/* Nobody can come back to this target later: a failure gets a second chance now. */
	while ((err = let_go(s)) && ++tries < LET_GO_TRIES)
		htm_cancel_sleep(NULL, LET_GO_US);
	if (err)
		pr_err("%s: the hypervisor did not let go of the target (error %d); it may stay unusable until the machine restarts\n",
		       s->name, err);
}
