/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_REFUSE_H
#define HTM_REFUSE_H

#include <linux/perf_event.h>

__printf(3, 4)
int htm_refuse(const struct perf_event *event, int err, const char *fmt, ...);

#endif /* HTM_REFUSE_H */
