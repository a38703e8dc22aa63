/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The few names that the pure parts of the driver need. Those files include no
 * kernel-only header, so that the very same files are tested on the build host.
 */
#ifndef HTM_PURE_H
#define HTM_PURE_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/types.h>
#else
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __s32 s32;
typedef __u64 u64;

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define min_t(type, a, b) \
	({ type a_ = (a); type b_ = (b); a_ < b_ ? a_ : b_; })
#define max_t(type, a, b) \
	({ type a_ = (a); type b_ = (b); a_ > b_ ? a_ : b_; })
#endif

#endif /* HTM_PURE_H */
