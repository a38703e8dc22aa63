/* SPDX-License-Identifier: GPL-2.0 */
/* What perf has to know of the kernel that was recorded, to name its symbols. */
#ifndef HTM_KERNEL_H
#define HTM_KERNEL_H

#include "reader.h"

/**
 * struct kernel - what a recording says of its kernel; zeroed at first
 * @mapped: where it is
 * @identified: its build id, by which perf tells it from others
 */
struct kernel {
	bool mapped;
	bool identified;
};

bool kernel_record(struct kernel *k, const struct reader_record *record);
bool kernel_feature(struct kernel *k, const struct reader *r,
		    const struct reader_feature *feature);
bool kernel_address(uint64_t logical, uint64_t *virtual);

#endif /* HTM_KERNEL_H */
