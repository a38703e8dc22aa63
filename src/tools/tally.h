/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is counted of the driver's tracepoints, and how one event is added to it. Both the
 * program in the kernel (bpf/stat.bpf.c) and htm itself include this, and so count alike.
 * Needs the types of <linux/types.h>.
 */
#ifndef HTM_TALLY_H
#define HTM_TALLY_H

#include "../module/papr.h"

/*
 * Slot n counts what took at least 2^n ns and less than twice that; slot 0 also what took
 * nothing, and the last one all that took longer.
 */
#define TALLY_SLOTS	40

/* The operation that stands for waits for a reader: H_HTM has none of this number. */
#define TALLY_WAIT	0

struct tally_key {
	__u8 node;
	__u8 chip;
	__u8 core;
	__u8 type;
	__u32 op;
};

/**
 * struct tally - what is known of an operation on a target
 * @calls: how many
 * @busy: of these, how many the hypervisor was too busy for
 * @failed: of these, how many have failed
 * @bytes: trace that they brought, in bytes
 * @ns: time that they took in all
 * @slots: how long each took
 */
struct tally {
	__u64 calls;
	__u64 busy;
	__u64 failed;
	__u64 bytes;
	__u64 ns;
	__u64 slots[TALLY_SLOTS];
};

/* NOT_AVAILABLE is how a dump learns that nothing more is there. */
static inline int tally_is_failure(__s64 code)
{
	return code != HTM_H_SUCCESS && code != HTM_H_PARTIAL && code != HTM_H_NOT_AVAILABLE &&
	       !htm_code_busy(code);
}

/* The logarithm, without the loop that a verifier of old would not take */
static inline __u32 tally_slot(__u64 ns)
{
	__u32 slot = 0;

	if (ns >> 32) {
		ns >>= 32;
		slot = 32;
	}
	if (ns >> 16) {
		ns >>= 16;
		slot += 16;
	}
	if (ns >> 8) {
		ns >>= 8;
		slot += 8;
	}
	if (ns >> 4) {
		ns >>= 4;
		slot += 4;
	}
	if (ns >> 2) {
		ns >>= 2;
		slot += 2;
	}
	if (ns >> 1)
		slot++;
	return slot < TALLY_SLOTS ? slot : TALLY_SLOTS - 1;
}

/* Atomic, for in the kernel calls on several CPUs may be of one target. */
static inline void tally_add(struct tally *t, __s64 code, __u64 ns, __u64 bytes)
{
	__u32 slot = tally_slot(ns);

	__sync_fetch_and_add(&t->calls, 1);
	if (htm_code_busy(code))
		__sync_fetch_and_add(&t->busy, 1);
	if (tally_is_failure(code))
		__sync_fetch_and_add(&t->failed, 1);
	if (bytes)
		__sync_fetch_and_add(&t->bytes, bytes);
	__sync_fetch_and_add(&t->ns, ns);
	if (slot < TALLY_SLOTS)
		__sync_fetch_and_add(&t->slots[slot], 1);
}

#endif /* HTM_TALLY_H */
