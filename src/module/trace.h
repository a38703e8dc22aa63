/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: every hypervisor call, every change of a session's state, every
 * wait for a reader.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM htm_pmu

#if !defined(HTM_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define HTM_TRACE_H

#include <linux/tracepoint.h>

#include "config.h"

TRACE_EVENT(htm_hcall,
	TP_PROTO(const struct htm_target *target, unsigned int op, u64 p1, u64 p2, u64 p3,
		 long code, u64 ns),
	TP_ARGS(target, op, p1, p2, p3, code, ns),
	TP_STRUCT__entry(
		__field(u8, node)
		__field(u8, chip)
		__field(u8, core)
		__field(u8, type)
		__field(u32, op)
		__field(u64, p1)
		__field(u64, p2)
		__field(u64, p3)
		__field(s64, code)
		__field(u64, ns)
	),
	TP_fast_assign(
		__entry->node = target->node;
		__entry->chip = target->chip;
		__entry->core = target->core;
		__entry->type = target->type;
		__entry->op = op;
		__entry->p1 = p1;
		__entry->p2 = p2;
		__entry->p3 = p3;
		__entry->code = code;
		__entry->ns = ns;
	),
	TP_printk("n%u.p%u.c%u.t%u op=%u p1=0x%llx p2=0x%llx p3=0x%llx code=%lld ns=%llu",
		  __entry->node, __entry->chip, __entry->core, __entry->type,
		  __entry->op, __entry->p1, __entry->p2, __entry->p3,
		  __entry->code, __entry->ns)
);

TRACE_EVENT(htm_state,
	TP_PROTO(const struct htm_target *target, const char *from, const char *to, int error),
	TP_ARGS(target, from, to, error),
	TP_STRUCT__entry(
		__field(u8, node)
		__field(u8, chip)
		__field(u8, core)
		__field(u8, type)
		__array(char, from, 16)
		__array(char, to, 16)
		__field(int, error)
	),
	TP_fast_assign(
		__entry->node = target->node;
		__entry->chip = target->chip;
		__entry->core = target->core;
		__entry->type = target->type;
		strscpy(__entry->from, from, sizeof(__entry->from));
		strscpy(__entry->to, to, sizeof(__entry->to));
		__entry->error = error;
	),
	TP_printk("n%u.p%u.c%u.t%u %s -> %s error=%d",
		  __entry->node, __entry->chip, __entry->core, __entry->type,
		  __entry->from, __entry->to, __entry->error)
);

TRACE_EVENT(htm_wait,
	TP_PROTO(const struct htm_target *target, u64 us),
	TP_ARGS(target, us),
	TP_STRUCT__entry(
		__field(u8, node)
		__field(u8, chip)
		__field(u8, core)
		__field(u8, type)
		__field(u64, us)
	),
	TP_fast_assign(
		__entry->node = target->node;
		__entry->chip = target->chip;
		__entry->core = target->core;
		__entry->type = target->type;
		__entry->us = us;
	),
	TP_printk("n%u.p%u.c%u.t%u us=%llu",
		  __entry->node, __entry->chip, __entry->core, __entry->type, __entry->us)
);

#endif /* HTM_TRACE_H */

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
