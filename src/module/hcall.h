/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_HCALL_H
#define HTM_HCALL_H

#include "cancel.h"
#include "code.h"
#include "config.h"
#include "papr.h"

/**
 * struct htm_dumped - beside the bytes, what a dump has told
 * @more: more trace follows
 * @ns: how long the call took that brought the bytes, without those that were busy
 */
struct htm_dumped {
	bool more;
	u64 ns;
};

int htm_hcall_capabilities(void *buf);
int htm_hcall_status(const struct htm_target *target, void *buf, u64 bytes, u64 position,
		     struct htm_cancel *cancel);
int htm_hcall_configure(const struct htm_target *target, struct htm_cancel *cancel);
int htm_hcall_deconfigure(const struct htm_target *target);
int htm_hcall_start_now(const struct htm_target *target, struct htm_patience *patience,
			unsigned long *again_us);
int htm_hcall_stop_now(const struct htm_target *target, struct htm_patience *patience,
		       unsigned long *again_us);
int htm_hcall_stop(const struct htm_target *target);
int htm_hcall_dump_data(const struct htm_target *target, u64 phys, u64 bytes, u64 offset,
			struct htm_cancel *cancel, struct htm_dumped *dumped);
int htm_hcall_dump_table(enum htm_op op, const struct htm_target *target, void *buf, u64 bytes,
			 u64 position, struct htm_cancel *cancel);

#endif /* HTM_HCALL_H */
