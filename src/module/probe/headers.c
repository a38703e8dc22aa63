// SPDX-License-Identifier: GPL-2.0
/* Must compile everywhere: if it does not, no other probe means anything. */
/* probes: headers */
#include <linux/kconfig.h>

#ifndef CONFIG_PPC_PSERIES
#error "this kernel is not for pSeries machines: it lacks CONFIG_PPC_PSERIES"
#endif
#ifndef CONFIG_PERF_EVENTS
#error "this kernel has no perf: it lacks CONFIG_PERF_EVENTS"
#endif

#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/kthread.h>
