// SPDX-License-Identifier: GPL-2.0
/*
 * What perf wants of the sessions on a CPU, acted on once perf has made up its
 * mind.
 *
 * To enable one event, perf takes all events off a CPU and puts them back. A
 * STOP and START for each of those would tear every trace in two. But perf
 * brackets all such changes with the PMU's disable and enable callbacks: what
 * still differs at the end of the bracket is meant.
 */
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/percpu.h>

#include "intent.h"

/**
 * struct htm_intents - of one CPU; touched there only, interrupts off
 * @held: between the PMU's disable and enable callbacks
 * @sessions: what perf wants of them may have changed
 */
struct htm_intents {
	bool held;
	struct list_head sessions;
};

static DEFINE_PER_CPU(struct htm_intents, intents);

/**
 * htm_intent_module_init - make ready, before the PMU is registered
 *
 * Context: any.
 */
void htm_intent_module_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_LIST_HEAD(&per_cpu(intents, cpu).sessions);
}

static void act(struct htm_session *s)
{
	if (s->wanted)
		htm_session_start(s);
	else
		htm_session_stop(s);
}

/**
 * htm_intent_hold - perf begins to rearrange the events of this CPU
 *
 * Context: interrupts off.
 */
void htm_intent_hold(void)
{
	this_cpu_write(intents.held, true);
}

/**
 * htm_intent_release - perf is done with the events of this CPU: act
 *
 * One START or STOP for each session that perf really wants started or stopped.
 *
 * Context: interrupts off, under perf's context lock.
 */
void htm_intent_release(void)
{
	struct htm_intents *here = this_cpu_ptr(&intents);
	struct htm_session *s, *next;

	here->held = false;
	list_for_each_entry_safe(s, next, &here->sessions, intent) {
		list_del_init(&s->intent);
		act(s);
	}
}

/**
 * htm_intent_set - perf wants a session to trace, or not to
 * @s: the session
 * @trace: whether to trace
 *
 * Context: on the event's CPU, interrupts off, under perf's context lock.
 */
void htm_intent_set(struct htm_session *s, bool trace)
{
	struct htm_intents *here = this_cpu_ptr(&intents);

	s->wanted = trace;
	if (!here->held)
		act(s);
	else if (list_empty(&s->intent))
		list_add_tail(&s->intent, &here->sessions);
}
