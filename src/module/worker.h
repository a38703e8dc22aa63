/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_WORKER_H
#define HTM_WORKER_H

#include <linux/kthread.h>

/**
 * struct htm_worker - a thread that does one piece of work, again and again
 * @thread: serves @queue
 * @queue: of the pending @work
 * @work: what there is to do
 * @cpu: where the thread runs, while that CPU is online
 */
struct htm_worker {
	struct task_struct *thread;
	struct kthread_worker queue;
	struct kthread_work work;
	int cpu;
};

void htm_worker_init(struct htm_worker *worker, kthread_work_func_t work);
int htm_worker_start(struct htm_worker *worker, int cpu, const char *name);
bool htm_worker_at_home(const struct htm_worker *worker);
void htm_worker_queue(struct htm_worker *worker);
void htm_worker_cancel(struct htm_worker *worker);
void htm_worker_stop(struct htm_worker *worker);

#endif /* HTM_WORKER_H */
