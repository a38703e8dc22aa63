/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_RAW_H
#define HTM_RAW_H

#include "session.h"

int htm_raw_dump(struct htm_session *s, struct htm_pmu_header header, bool *more);

#endif /* HTM_RAW_H */
