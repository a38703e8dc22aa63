/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_SAMPLE_H
#define HTM_SAMPLE_H

#include <linux/perf_event.h>

bool htm_sample_has_ring(const struct perf_event *event);
int htm_sample_write(struct perf_event *event, void *head, u32 head_bytes,
		     void *body, u32 body_bytes);

#endif /* HTM_SAMPLE_H */
