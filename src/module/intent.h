/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_INTENT_H
#define HTM_INTENT_H

#include "session.h"

void htm_intent_module_init(void);
void htm_intent_hold(void);
void htm_intent_release(void);
void htm_intent_set(struct htm_session *s, bool trace);

#endif /* HTM_INTENT_H */
