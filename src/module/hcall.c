// SPDX-License-Identifier: GPL-2.0
/*
 * The only caller of H_HTM, and what it does when the hypervisor is busy.
 */
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/string.h>
#include <asm/hvcall.h>

#include "hcall.h"
#include "trace.h"

/*
 * One call. Arguments of the operations, in p1, p2, p3, are those of the
 * kernel's own client since v6.15; see docs/assumptions.md for what is not
 * written anywhere.
 */
struct htm_call {
	enum htm_op op;
	u8 type;
	const struct htm_target *target;
	u64 p1;
	u64 p2;
	u64 p3;
};

/*
 * Trace that a call has brought, in bytes. How much of another answer is used, its
 * reader finds out; that is no trace.
 */
static u64 bytes_brought(const struct htm_call *call, long code)
{
	return call->op == HTM_OP_DUMP_DATA && !htm_code_errno(code) ? call->p2 : 0;
}

static long hcall_bare(const struct htm_call *call)
{
	const struct htm_target *t = call->target;
	u64 target = (u64)t->node << HTM_ARG_NODE_SHIFT | (u64)t->chip << HTM_ARG_CHIP_SHIFT |
		     (u64)t->core << HTM_ARG_CORE_SHIFT;
	u64 operation = (u64)call->op << HTM_ARG_OP_SHIFT | (u64)call->type << HTM_ARG_TYPE_SHIFT;

	return plpar_hcall_norets(HTM_HCALL, HTM_FLAG_HARDWARE, target, operation,
				  call->p1, call->p2, call->p3);
}

static long hcall_timed(const struct htm_call *call, u64 *ns)
{
	u64 begin = ktime_get_ns();
	long code = hcall_bare(call);

	*ns = ktime_get_ns() - begin;
	trace_htm_hcall(call->target, call->op, call->p1, call->p2, call->p3, code, *ns,
			bytes_brought(call, code));
	return code;
}

/* The clock is read for a tracepoint that is on, and for who wants to know: @ns, or NULL. */
static long hcall_once(const struct htm_call *call, u64 *ns)
{
	u64 unwanted;

	if (!ns && !trace_htm_hcall_enabled())
		return hcall_bare(call);
	return hcall_timed(call, ns ?: &unwanted);
}

/*
 * Until it is not busy any more, within bounds. Sleeps. What ended the sleep, if
 * that was not the hypervisor, is returned as its own errno.
 */
static int hcall_patient(const struct htm_call *call, struct htm_cancel *cancel,
			 struct htm_dumped *dumped)
{
	struct htm_patience patience = {};

	for (;;) {
		long code = hcall_once(call, dumped ? &dumped->ns : NULL);
		long us;
		int err;

		if (dumped)
			dumped->more = code == HTM_H_PARTIAL;
		if (!htm_code_busy(code))
			return htm_code_errno(code);
		us = htm_patience_next(&patience, code);
		if (us < 0)
			return us;
		err = htm_cancel_sleep(cancel, us);
		if (err)
			return err;
	}
}

/* One call; if it is busy, when to make it again. Does not sleep. */
static int hcall_now(const struct htm_call *call, struct htm_patience *patience,
		     unsigned long *again_us)
{
	long code = hcall_once(call, NULL);
	long us;

	if (!htm_code_busy(code))
		return htm_code_errno(code);
	us = htm_patience_next(patience, code);
	if (us < 0)
		return us;
	*again_us = us;
	return -EAGAIN;
}

/**
 * htm_hcall_capabilities - what the hypervisor can trace
 * @buf: HTM_CAPABILITIES_BYTES of kmalloc'ed memory; zeroed here
 *
 * Asked of the first nest target, for want of one that is sure to be there.
 *
 * Context: process, may sleep.
 * Return: 0, -ENODEV without H_HTM, -EPERM if the partition is not allowed, or
 * another negative errno.
 */
int htm_hcall_capabilities(void *buf)
{
	static const struct htm_target first = { .type = 1 };
	const struct htm_call call = {
		.op = HTM_OP_CAPABILITIES,
		.type = first.type,
		.target = &first,
		.p1 = virt_to_phys(buf),
		.p2 = HTM_CAPABILITIES_BYTES,
	};

	memset(buf, 0, HTM_CAPABILITIES_BYTES);
	return hcall_patient(&call, NULL, NULL);
}

/**
 * htm_hcall_status - STATUS of a target
 * @target: the target
 * @buf: kmalloc'ed memory for the answer; zeroed here
 * @bytes: bytes of @buf
 * @position: where in the list of entries to begin; 0 first
 * @cancel: what ends a wait for a busy hypervisor
 *
 * Context: process, may sleep.
 * Return: 0 or a negative errno.
 */
int htm_hcall_status(const struct htm_target *target, void *buf, u64 bytes, u64 position,
		     struct htm_cancel *cancel)
{
	const struct htm_call call = {
		.op = HTM_OP_STATUS,
		.type = target->type,
		.target = target,
		.p1 = virt_to_phys(buf),
		.p2 = bytes,
		.p3 = position,
	};

	memset(buf, 0, bytes);
	return hcall_patient(&call, cancel, NULL);
}

/**
 * htm_hcall_configure - CONFIGURE a target in its default mode
 * @target: the target
 * @cancel: what ends a wait for a busy hypervisor
 *
 * Context: process, may sleep.
 * Return: 0 or a negative errno; -EIO if somebody else has it configured.
 */
int htm_hcall_configure(const struct htm_target *target, struct htm_cancel *cancel)
{
	const struct htm_call call = {
		.op = HTM_OP_CONFIGURE,
		.type = target->type,
		.target = target,
		.p1 = ~0ULL,		/* default mode mask */
		.p2 = ~0ULL,		/* default mode */
	};

	return hcall_patient(&call, cancel, NULL);
}

/**
 * htm_hcall_deconfigure - DECONFIGURE a target
 * @target: the target, not tracing
 *
 * Context: process, may sleep. Nothing but the hypervisor ends a wait, so that
 * a dying process leaves no target behind.
 * Return: 0 or a negative errno.
 */
int htm_hcall_deconfigure(const struct htm_target *target)
{
	const struct htm_call call = {
		.op = HTM_OP_DECONFIGURE,
		.type = target->type,
		.target = target,
	};

	return hcall_patient(&call, NULL, NULL);
}

static struct htm_call switch_call(const struct htm_target *target, enum htm_op op)
{
	return (struct htm_call) { .op = op, .type = target->type, .target = target };
}

/**
 * htm_hcall_start_now - START a target, in one call
 * @target: the target, configured
 * @patience: how often it was busy so far
 * @again_us: with -EAGAIN, when to call again, in microseconds
 *
 * Context: any; does not sleep.
 * Return: 0, -EAGAIN if the hypervisor is busy, or a negative errno.
 */
int htm_hcall_start_now(const struct htm_target *target, struct htm_patience *patience,
			unsigned long *again_us)
{
	const struct htm_call call = switch_call(target, HTM_OP_START);

	return hcall_now(&call, patience, again_us);
}

/**
 * htm_hcall_stop_now - STOP a target, in one call
 * @target: the target, tracing
 * @patience: how often it was busy so far
 * @again_us: with -EAGAIN, when to call again, in microseconds
 *
 * Context: any; does not sleep.
 * Return: 0, -EAGAIN if the hypervisor is busy, or a negative errno.
 */
int htm_hcall_stop_now(const struct htm_target *target, struct htm_patience *patience,
		       unsigned long *again_us)
{
	const struct htm_call call = switch_call(target, HTM_OP_STOP);

	return hcall_now(&call, patience, again_us);
}

/**
 * htm_hcall_stop - STOP a target whose event goes away
 * @target: the target, tracing
 *
 * Context: process, may sleep. Nothing but the hypervisor ends a wait.
 * Return: 0 or a negative errno.
 */
int htm_hcall_stop(const struct htm_target *target)
{
	const struct htm_call call = switch_call(target, HTM_OP_STOP);

	return hcall_patient(&call, NULL, NULL);
}

/**
 * htm_hcall_dump_data - copy a piece of the frozen trace buffer
 * @target: the target, stopped
 * @phys: real address; @bytes from there are physically contiguous, which
 *	nobody checks after us
 * @bytes: how many bytes
 * @offset: from where in the trace buffer
 * @cancel: what ends a wait for a busy hypervisor
 * @dumped: what else there is to know, if the piece has come
 *
 * Context: process, may sleep; the call itself holds its CPU.
 * Return: 0, -ENODATA if @offset is behind the last byte, or a negative errno.
 */
int htm_hcall_dump_data(const struct htm_target *target, u64 phys, u64 bytes, u64 offset,
			struct htm_cancel *cancel, struct htm_dumped *dumped)
{
	const struct htm_call call = {
		.op = HTM_OP_DUMP_DATA,
		.type = target->type,
		.target = target,
		.p1 = phys,
		.p2 = bytes,
		.p3 = offset,
	};

	return hcall_patient(&call, cancel, dumped);
}

/**
 * htm_hcall_dump_table - one block of the memory or processor configuration
 * @op: HTM_OP_DUMP_SYSMEM_CONF or HTM_OP_DUMP_SYSPROC_CONF
 * @target: any target of the chip that is asked
 * @buf: kmalloc'ed memory for the block; zeroed here
 * @bytes: bytes of @buf
 * @position: which block; 0 first, then as the block before said
 * @cancel: what ends a wait for a busy hypervisor
 *
 * Context: process, may sleep.
 * Return: 0, -ENODATA if there is no such block, or a negative errno.
 */
int htm_hcall_dump_table(enum htm_op op, const struct htm_target *target, void *buf, u64 bytes,
			 u64 position, struct htm_cancel *cancel)
{
	const struct htm_call call = {
		.op = op,
		.type = 0,
		.target = target,
		.p1 = virt_to_phys(buf),
		.p2 = bytes,
		.p3 = position,
	};

	memset(buf, 0, bytes);
	return hcall_patient(&call, cancel, NULL);
}
