// SPDX-License-Identifier: GPL-2.0
/*
 * Opening an event: whatever can be refused is refused here, where the user is
 * still looking.
 */
#include <linux/capability.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "block.h"
#include "hcall.h"
#include "refuse.h"
#include "session.h"
#include "target.h"

static int check_rights(const struct perf_event *event)
{
	int err;

	if (!perfmon_capable())
		return htm_refuse(event, -EACCES, "needs CAP_PERFMON; run as root");

	/* What is traced is the whole machine's memory traffic, not this partition's. */
	err = security_locked_down(LOCKDOWN_DEV_MEM);
	if (err)
		return htm_refuse(event, err,
				  "the kernel is locked down and gives no access to physical memory; see man 7 kernel_lockdown");
	return 0;
}

/*
 * Alone or in a group. perf holds the leader's context until the event is open; were that
 * the context of kthreadd, it could not make the event's thread, and all would wait.
 */
static bool of_a_task(const struct perf_event *event)
{
	return event->cpu < 0 ||
	       (event->attach_state | event->group_leader->attach_state) & PERF_ATTACH_TASK;
}

static int check_attr(const struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	const char *fault;

	fault = htm_config_fault(attr->config, attr->config1, attr->config2);
	if (fault)
		return htm_refuse(event, -EINVAL, fault);
	if (of_a_task(event))
		return htm_refuse(event, -EINVAL,
				  "traces the machine, not a process; say on which CPU to record it: perf record -C 0");
	if (!attr->sample_period)
		return htm_refuse(event, -EOPNOTSUPP,
				  "counts nothing; use perf record -R instead of perf stat");
	if (has_branch_stack((struct perf_event *)event))
		return htm_refuse(event, -EOPNOTSUPP, "has no branch stacks; leave out -b and -j");
	/* perf would start and stop them in turns, many times a second. */
	if (attr->exclusive)
		return htm_refuse(event, -EINVAL,
				  "takes no turns with other events; leave out the modifier e");
	if (attr->write_backward)
		return htm_refuse(event, -EINVAL,
				  "cannot overwrite its ring; leave out --overwrite");
	return 0;
}

static int refuse_busy(const struct perf_event *event, const struct htm_owner *owner)
{
	if (owner->pid == task_tgid_nr(current))
		return htm_refuse(event, -EBUSY,
				  "is open once already in this process; use -C with one CPU, not -a or a list, and name it once");
	return htm_refuse(event, -EBUSY,
			  "is already being traced by %s (pid %d, CPU %d); close that first",
			  owner->name, owner->pid, owner->cpu);
}

static int refuse_hypervisor(const struct perf_event *event, int err, const char *operation)
{
	switch (err) {
	case -EINTR:
		return err;
	case -EINVAL:
		return htm_refuse(event, err, "this machine has no such target (%s)", operation);
	case -EPERM:
		return htm_refuse(event, err,
				  "the hypervisor does not allow this partition to trace it (%s); allow performance information collection in its profile on the HMC",
				  operation);
	case -EBUSY:
		return htm_refuse(event, err, "the hypervisor stays busy (%s); try again later",
				  operation);
	case -EIO:
		return htm_refuse(event, err,
				  "is in a state that does not allow %s; is somebody else using it, the htmdump module perhaps?",
				  operation);
	default:
		return htm_refuse(event, err, "the hypervisor refused %s with error %d", operation,
				  err);
	}
}

static int read_buffer_size(struct htm_session *s)
{
	int err;

	err = htm_hcall_status(&s->target, s->buf, HTM_PIECE_MAX, 0, &s->cancel);
	if (err == -ENODATA)
		err = -EINVAL;
	if (err)
		return refuse_hypervisor(s->event, err, "STATUS");

	s->buffer_size = htm_status_buffer_size(s->buf);
	if (!s->buffer_size)
		return htm_refuse(s->event, -ENXIO,
				  "has no trace buffer; set one up (H_HTM SETUP) and restart the machine");
	return 0;
}

static int configure(struct htm_session *s)
{
	int err = htm_hcall_configure(&s->target, &s->cancel);

	if (err)
		return refuse_hypervisor(s->event, err == -ENODATA ? -EINVAL : err, "CONFIGURE");
	if (htm_session_configured(s))
		return 0;

	/* The machine began to go down meanwhile. */
	htm_hcall_deconfigure(&s->target);
	return -ESHUTDOWN;
}

static int take_target(struct htm_session *s)
{
	struct htm_owner owner;
	int err;

	err = htm_target_claim(s, &owner);
	if (err)
		return err == -EBUSY ? refuse_busy(s->event, &owner) : err;

	err = read_buffer_size(s);
	if (err)
		goto release;
	err = htm_worker_start(&s->worker, s->event->cpu, s->name);
	if (err)
		goto release;
	err = configure(s);
	if (!err)
		return 0;
	htm_worker_stop(&s->worker);
release:
	htm_target_release(s);
	return err;
}

static void session_free(struct htm_session *s)
{
	kfree(s->buf);
	kfree(s);
}

/* As much as is to be had at once: less costs more calls, no more. */
static int alloc_buf(struct htm_session *s)
{
	for (s->buf_bytes = HTM_FETCH_MAX; s->buf_bytes > HTM_PIECE_MAX; s->buf_bytes /= 2) {
		s->buf = kzalloc(s->buf_bytes, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
		if (s->buf)
			return 0;
	}
	s->buf = kzalloc(s->buf_bytes, GFP_KERNEL);
	return s->buf ? 0 : -ENOMEM;
}

static struct htm_session *session_alloc(struct perf_event *event)
{
	struct htm_session *s = kzalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return NULL;
	if (alloc_buf(s)) {
		kfree(s);
		return NULL;
	}

	htm_session_init(s);
	s->event = event;
	s->target = htm_config_target(event->attr.config);
	htm_target_name(&s->target, s->name);
	get_task_comm(s->owner, current);
	s->owner_pid = task_tgid_nr(current);
	return s;
}

/**
 * htm_session_open - perf opens an event of ours
 * @event: the event; its pmu_private becomes the session
 *
 * Context: process, may sleep; a signal ends a wait for a busy hypervisor.
 * Return: 0, or a negative errno with a line in the kernel log that says what
 * to do.
 */
int htm_session_open(struct perf_event *event)
{
	struct htm_session *s;
	int err;

	err = check_rights(event);
	if (err)
		return err;
	err = check_attr(event);
	if (err)
		return err;

	s = session_alloc(event);
	if (!s)
		return -ENOMEM;
	err = take_target(s);
	if (err) {
		session_free(s);
		return err;
	}
	event->pmu_private = s;
	return 0;
}

/**
 * htm_session_close - the event goes away
 * @s: its session; gone when this returns, and its target free
 *
 * Context: process, may sleep; waits for the hypervisor call that runs, if one
 * does, then for STOP and DECONFIGURE.
 */
void htm_session_close(struct htm_session *s)
{
	htm_session_shutdown(s);
	htm_worker_stop(&s->worker);
	htm_target_release(s);
	session_free(s);
}
