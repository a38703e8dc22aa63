/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_CODE_H
#define HTM_CODE_H

#include "pure.h"

/* How long one operation has been refused as busy. Starts zeroed. */
struct htm_patience {
	u32 tries;
	u64 waited_us;
};

int htm_code_errno(long code);
long htm_patience_next(struct htm_patience *p, long code);

#endif /* HTM_CODE_H */
