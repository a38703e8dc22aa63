/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_DRAIN_H
#define HTM_DRAIN_H

#include "session.h"

int htm_drain(struct htm_session *s, const char **why);
void htm_drain_left(const struct htm_session *s);
void htm_drain_failed(struct htm_session *s, int error);

#endif /* HTM_DRAIN_H */
