/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_CANCEL_H
#define HTM_CANCEL_H

#include <linux/types.h>
#include <linux/wait.h>

/**
 * struct htm_cancel - tells work that sleeps to give up
 * @wait: where the work sleeps
 * @set: give up
 */
struct htm_cancel {
	wait_queue_head_t wait;
	bool set;
};

void htm_cancel_init(struct htm_cancel *cancel);
void htm_cancel_set(struct htm_cancel *cancel);
void htm_cancel_clear(struct htm_cancel *cancel);
int htm_cancel_sleep(struct htm_cancel *cancel, unsigned long us);

static inline bool htm_cancelled(const struct htm_cancel *cancel)
{
	return READ_ONCE(cancel->set);
}

#endif /* HTM_CANCEL_H */
