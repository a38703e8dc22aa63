/* SPDX-License-Identifier: GPL-2.0 */
/* Is it all there? */
#ifndef HTM_VERDICT_H
#define HTM_VERDICT_H

#include <stdio.h>

#include "capture.h"

void verdict_event(const struct capture *c, struct capture_event *event);
void verdict_print(FILE *out, const struct capture *c, const struct capture_event *event);

#endif /* HTM_VERDICT_H */
