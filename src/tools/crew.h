/* SPDX-License-Identifier: GPL-2.0 */
/* The perf processes of a recording: told all at once, waited for together. */
#ifndef HTM_CREW_H
#define HTM_CREW_H

#include "recording.h"

long crew_now_ms(void);
const char *crew_name(const struct recording_run *run);
void crew_pause(struct recording *rec, long ms);
void crew_send(struct recording *rec, const char *command);
int crew_wait(struct recording *rec);
bool crew_check(struct recording *rec);
void crew_complain(struct recording_run *run, const char *what);
bool crew_lives(const struct recording *rec);

#endif /* HTM_CREW_H */
