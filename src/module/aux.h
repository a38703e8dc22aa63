/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_AUX_H
#define HTM_AUX_H

#include "session.h"

void *htm_aux_setup(struct perf_event *event, void **pages, int nr_pages, bool snapshot);
void htm_aux_free(void *aux);
int htm_aux_dump(struct htm_session *s, u64 waited_us, bool *more);

#endif /* HTM_AUX_H */
