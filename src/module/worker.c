// SPDX-License-Identifier: GPL-2.0
/*
 * The thread of a session.
 *
 * Not a workqueue: the first work on a CPU may find that its pool makes another
 * worker before it turns to the work. That takes milliseconds, and stock perf,
 * which does not wait for a drain, has left by then.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/sched.h>
#include <linux/topology.h>

#include "worker.h"

/**
 * htm_worker_init - a worker without a thread yet
 * @worker: the worker
 * @work: what it does
 *
 * Context: any.
 */
void htm_worker_init(struct htm_worker *worker, kthread_work_func_t work)
{
	kthread_init_worker(&worker->queue);
	kthread_init_work(&worker->work, work);
}

/**
 * htm_worker_start - give it a thread
 * @worker: the worker
 * @cpu: where the thread runs
 * @name: what it does, for ps
 *
 * The thread is urgent, as is the drain.
 *
 * Context: process, may sleep.
 * Return: 0, -ENOMEM, or -EINTR if the caller was killed.
 */
int htm_worker_start(struct htm_worker *worker, int cpu, const char *name)
{
	struct task_struct *thread;

	thread = kthread_create_on_node(kthread_worker_fn, &worker->queue, cpu_to_node(cpu),
					"htm/%s", name);
	if (IS_ERR(thread))
		return PTR_ERR(thread);

	worker->cpu = cpu;
	kthread_bind(thread, cpu);
	set_user_nice(thread, MIN_NICE);
	worker->thread = thread;
	wake_up_process(thread);
	return 0;
}

/**
 * htm_worker_at_home - bring the thread to its CPU, if that is online
 * @worker: the worker
 *
 * The scheduler sends a thread whose CPU goes offline to any other, for good.
 *
 * Context: the worker's thread; may sleep.
 * Return: false while the CPU is offline.
 */
bool htm_worker_at_home(const struct htm_worker *worker)
{
	return raw_smp_processor_id() == worker->cpu ||
	       !set_cpus_allowed_ptr(current, cpumask_of(worker->cpu));
}

/**
 * htm_worker_queue - have the work done, once more if it is being done
 * @worker: the worker
 *
 * Context: any in which a task may be woken.
 */
void htm_worker_queue(struct htm_worker *worker)
{
	kthread_queue_work(&worker->queue, &worker->work);
}

/**
 * htm_worker_cancel - the work is neither pending nor being done any more
 * @worker: the worker
 *
 * Context: process; sleeps until the work, if it is being done, has returned.
 */
void htm_worker_cancel(struct htm_worker *worker)
{
	kthread_cancel_work_sync(&worker->work);
}

/**
 * htm_worker_stop - end the thread
 * @worker: the worker, with no work
 *
 * Context: process, may sleep.
 */
void htm_worker_stop(struct htm_worker *worker)
{
	kthread_stop(worker->thread);
}
