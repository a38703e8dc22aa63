// SPDX-License-Identifier: GPL-2.0
/*
 * A sleep that ends when its owner goes away.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "cancel.h"

/* Below this a timer wheel is too coarse, and waiting out the sleep harms no one. */
#define SHORT_US	20000

/**
 * htm_cancel_init - make ready
 * @cancel: what to make ready
 *
 * Context: any.
 */
void htm_cancel_init(struct htm_cancel *cancel)
{
	init_waitqueue_head(&cancel->wait);
	cancel->set = false;
}

/**
 * htm_cancel_set - wake whoever sleeps, and let nobody sleep again
 * @cancel: what the sleeper was given
 *
 * Context: any.
 */
void htm_cancel_set(struct htm_cancel *cancel)
{
	WRITE_ONCE(cancel->set, true);
	wake_up_all(&cancel->wait);
}

/**
 * htm_cancel_clear - let work sleep again
 * @cancel: what was set; nobody sleeps on it
 *
 * Context: any.
 */
void htm_cancel_clear(struct htm_cancel *cancel)
{
	WRITE_ONCE(cancel->set, false);
}

/* For a hint of 100 s an uninterruptible task would be called hung. */
static void sleep_idle(unsigned long us)
{
	long left = usecs_to_jiffies(us);

	while (left > 0) {
		set_current_state(TASK_IDLE);
		left = schedule_timeout(left);
	}
}

/**
 * htm_cancel_sleep - sleep, unless cancelled
 * @cancel: who may end the sleep; NULL for a sleep that nothing ends
 * @us: how long, in microseconds
 *
 * Context: process, may sleep. A signal ends the sleep too, unless @cancel is
 * NULL: a caller that must not leave its work half done passes NULL.
 * Return: 0, -ECANCELED, or -EINTR after a signal.
 */
int htm_cancel_sleep(struct htm_cancel *cancel, unsigned long us)
{
	long left;

	if (us < SHORT_US) {
		usleep_range(us, us + us / 2);
		return cancel && htm_cancelled(cancel) ? -ECANCELED : 0;
	}
	if (!cancel) {
		sleep_idle(us);
		return 0;
	}

	left = wait_event_interruptible_timeout(cancel->wait, htm_cancelled(cancel),
						usecs_to_jiffies(us));
	if (htm_cancelled(cancel))
		return -ECANCELED;
	return left < 0 ? -EINTR : 0;
}
