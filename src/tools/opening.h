/* SPDX-License-Identifier: GPL-2.0 */
/* Starts the perf processes of a recording, and says why one cannot open its target. */
#ifndef HTM_OPENING_H
#define HTM_OPENING_H

#include "recording.h"

int opening_start(struct recording *rec);

#endif /* HTM_OPENING_H */
