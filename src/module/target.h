/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_TARGET_H
#define HTM_TARGET_H

#include "session.h"

/* Who has a target already, for the log */
struct htm_owner {
	char name[TASK_COMM_LEN];
	pid_t pid;
	int cpu;
};

int htm_target_claim(struct htm_session *s, struct htm_owner *owner);
void htm_target_release(struct htm_session *s);
bool htm_target_held(const struct htm_target *target, u64 *buffer_size);
void htm_target_shut_all(void (*fn)(struct htm_session *s));
void htm_target_for_each(void (*fn)(struct htm_session *s, void *arg), void *arg);

#endif /* HTM_TARGET_H */
