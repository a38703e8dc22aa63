/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_SYSMEM_H
#define HTM_SYSMEM_H

#include "session.h"

int htm_sysmem_write(struct htm_session *s);

#endif /* HTM_SYSMEM_H */
