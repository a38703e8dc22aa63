/* SPDX-License-Identifier: GPL-2.0 */
/* Follows the file of one target while perf writes it. */
#ifndef HTM_DRAIN_H
#define HTM_DRAIN_H

#include "recording.h"

bool drain_has_aux(const struct recording_run *run);
bool drain_look(struct recording_run *run);
bool drain_judge(struct recording_run *run);
void drain_release(struct recording_run *run);

#endif /* HTM_DRAIN_H */
