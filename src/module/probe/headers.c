// SPDX-License-Identifier: GPL-2.0
/* Must compile everywhere: if it does not, no other probe means anything. */
/* probes: headers */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/kthread.h>
