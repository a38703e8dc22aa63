// SPDX-License-Identifier: GPL-2.0
/*
 * Who owns which target: one session at a time.
 */
#include <linux/mutex.h>
#include <linux/string.h>

#include "target.h"

static LIST_HEAD(sessions);
static DEFINE_MUTEX(sessions_lock);
static bool shut;

static struct htm_session *find(const struct htm_target *target)
{
	struct htm_session *s;

	list_for_each_entry(s, &sessions, node) {
		if (htm_target_equal(&s->target, target))
			return s;
	}
	return NULL;
}

/**
 * htm_target_claim - make a session the owner of its target
 * @s: the session, with its target set
 * @owner: filled in with -EBUSY: who has the target
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY if another session has the target; -ESHUTDOWN after
 * htm_target_shut_all().
 */
int htm_target_claim(struct htm_session *s, struct htm_owner *owner)
{
	const struct htm_session *other;
	int err = 0;

	mutex_lock(&sessions_lock);
	other = find(&s->target);
	if (shut) {
		err = -ESHUTDOWN;
	} else if (other) {
		strscpy(owner->name, other->owner, sizeof(owner->name));
		owner->pid = other->owner_pid;
		owner->cpu = other->event->cpu;
		err = -EBUSY;
	} else {
		list_add_tail(&s->node, &sessions);
	}
	mutex_unlock(&sessions_lock);
	return err;
}

/**
 * htm_target_release - let others have a session's target
 * @s: the session, done with its target
 *
 * Context: process, may sleep.
 */
void htm_target_release(struct htm_session *s)
{
	mutex_lock(&sessions_lock);
	list_del(&s->node);
	mutex_unlock(&sessions_lock);
}

/**
 * htm_target_held - is a target some session's?
 * @target: the target
 * @buffer_size: filled in if so: bytes of its trace buffer, or 0 while it is opened
 *
 * Context: process, may sleep.
 * Return: true if so.
 */
bool htm_target_held(const struct htm_target *target, u64 *buffer_size)
{
	const struct htm_session *s;

	mutex_lock(&sessions_lock);
	s = find(target);
	if (s)
		*buffer_size = READ_ONCE(s->buffer_size);
	mutex_unlock(&sessions_lock);
	return s;
}

/**
 * htm_target_for_each - do something with each session that owns a target
 * @fn: what; may sleep, may not open or close sessions
 * @arg: handed to @fn
 *
 * Context: process, may sleep.
 */
void htm_target_for_each(void (*fn)(struct htm_session *s, void *arg), void *arg)
{
	struct htm_session *s;

	mutex_lock(&sessions_lock);
	list_for_each_entry(s, &sessions, node)
		fn(s, arg);
	mutex_unlock(&sessions_lock);
}

/**
 * htm_target_shut_all - do something with each session, and let nobody open another
 * @fn: what; may sleep
 *
 * Context: process, may sleep.
 */
void htm_target_shut_all(void (*fn)(struct htm_session *s))
{
	struct htm_session *s;

	mutex_lock(&sessions_lock);
	shut = true;
	list_for_each_entry(s, &sessions, node)
		fn(s);
	mutex_unlock(&sessions_lock);
}
