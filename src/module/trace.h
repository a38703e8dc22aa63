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
#include "papr.h"

/* So that what reads the formats, which knows no C, has the numbers */
TRACE_DEFINE_ENUM(HTM_OP_CAPABILITIES);
TRACE_DEFINE_ENUM(HTM_OP_STATUS);
TRACE_DEFINE_ENUM(HTM_OP_CONFIGURE);
TRACE_DEFINE_ENUM(HTM_OP_START);
TRACE_DEFINE_ENUM(HTM_OP_STOP);
TRACE_DEFINE_ENUM(HTM_OP_DECONFIGURE);
TRACE_DEFINE_ENUM(HTM_OP_DUMP_DATA);
TRACE_DEFINE_ENUM(HTM_OP_DUMP_SYSMEM_CONF);
TRACE_DEFINE_ENUM(HTM_OP_DUMP_SYSPROC_CONF);

#define htm_show_op(op)								\
	__print_symbolic(op,							\
		{ HTM_OP_CAPABILITIES,		"CAPABILITIES" },		\
		{ HTM_OP_STATUS,		"STATUS" },			\
		{ HTM_OP_CONFIGURE,		"CONFIGURE" },			\
		{ HTM_OP_START,			"START" },			\
		{ HTM_OP_STOP,			"STOP" },			\
		{ HTM_OP_DECONFIGURE,		"DECONFIGURE" },		\
		{ HTM_OP_DUMP_DATA,		"DUMP_DATA" },			\
		{ HTM_OP_DUMP_SYSMEM_CONF,	"DUMP_SYSMEM_CONF" },		\
		{ HTM_OP_DUMP_SYSPROC_CONF,	"DUMP_SYSPROC_CONF" })

TRACE_EVENT(htm_hcall,
	TP_PROTO(const struct htm_target *target, unsigned int op, u64 p1, u64 p2, u64 p3,
		 long code, u64 ns, u64 bytes),
	TP_ARGS(target, op, p1, p2, p3, code, ns, bytes),
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
		__field(u64, bytes)
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
		__entry->bytes = bytes;
	),
	TP_printk("n%u.p%u.c%u.t%u op=%s p1=0x%llx p2=0x%llx p3=0x%llx code=%lld ns=%llu bytes=%llu",
		  __entry->node, __entry->chip, __entry->core, __entry->type,
		  htm_show_op(__entry->op), __entry->p1, __entry->p2, __entry->p3,
		  __entry->code, __entry->ns, __entry->bytes)
);

TRACE_EVENT(htm_state,
	TP_PROTO(const struct htm_target *target, const char *from, const char *to,
		 const char *why, int error),
	TP_ARGS(target, from, to, why, error),
	TP_STRUCT__entry(
		__field(u8, node)
		__field(u8, chip)
		__field(u8, core)
		__field(u8, type)
		__array(char, from, 16)
		__array(char, to, 16)
		__array(char, why, 32)
		__field(int, error)
	),
	TP_fast_assign(
		__entry->node = target->node;
		__entry->chip = target->chip;
		__entry->core = target->core;
		__entry->type = target->type;
		strscpy(__entry->from, from, sizeof(__entry->from));
		strscpy(__entry->to, to, sizeof(__entry->to));
		strscpy(__entry->why, why, sizeof(__entry->why));
		__entry->error = error;
	),
	TP_printk("n%u.p%u.c%u.t%u %s -> %s: %s, error=%d",
		  __entry->node, __entry->chip, __entry->core, __entry->type,
		  __entry->from, __entry->to, __entry->why, __entry->error)
);

TRACE_EVENT(htm_wait,
	TP_PROTO(const struct htm_target *target, u64 ns),
	TP_ARGS(target, ns),
	TP_STRUCT__entry(
		__field(u8, node)
		__field(u8, chip)
		__field(u8, core)
		__field(u8, type)
		__field(u64, ns)
	),
	TP_fast_assign(
		__entry->node = target->node;
		__entry->chip = target->chip;
		__entry->core = target->core;
		__entry->type = target->type;
		__entry->ns = ns;
	),
	TP_printk("n%u.p%u.c%u.t%u ring full, ns=%llu",
		  __entry->node, __entry->chip, __entry->core, __entry->type, __entry->ns)
);

#endif /* HTM_TRACE_H */

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
