// SPDX-License-Identifier: GPL-2.0
/*
 * htm stat in the kernel: adds up what the tracepoints of htm_pmu tell.
 *
 * Only the names of the fields are these tracepoints'; where they are in the record, libbpf
 * fills in when it loads this (CO-RE), out of the module's BTF, or out of one that htm makes
 * from the tracepoints' format files: see counter_bpf.c.
 */
#include <linux/bpf.h>
#include <linux/types.h>
#include <bpf/bpf_helpers.h>

#include "../tally.h"

/* Targets times their operations: of 400 targets at a time */
#define KEYS_MAX	4096

/* To perf's events of the same tracepoint, which would not see it else */
#define PASS_ON		1

struct trace_event_raw_htm_hcall {
	__u8 node;
	__u8 chip;
	__u8 core;
	__u8 type;
	__u32 op;
	__s64 code;
	__u64 ns;
	__u64 bytes;
} __attribute__((preserve_access_index));

struct trace_event_raw_htm_wait {
	__u8 node;
	__u8 chip;
	__u8 core;
	__u8 type;
	__u64 ns;
} __attribute__((preserve_access_index));

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEYS_MAX);
	__type(key, struct tally_key);
	__type(value, struct tally);
} tallies SEC(".maps");

/* Events that found no place there */
__u64 lost;

static const struct tally zero;

static __always_inline void count(const struct tally_key *key, __s64 code, __u64 ns, __u64 bytes)
{
	struct tally *t = bpf_map_lookup_elem(&tallies, key);

	if (!t) {
		/* It is no matter if another CPU was first. */
		bpf_map_update_elem(&tallies, key, &zero, BPF_NOEXIST);
		t = bpf_map_lookup_elem(&tallies, key);
	}
	if (t)
		tally_add(t, code, ns, bytes);
	else
		__sync_fetch_and_add(&lost, 1);
}

SEC("tracepoint/htm_pmu/htm_hcall")
int count_hcall(struct trace_event_raw_htm_hcall *event)
{
	struct tally_key key = {
		.node = event->node,
		.chip = event->chip,
		.core = event->core,
		.type = event->type,
		.op = event->op,
	};

	count(&key, event->code, event->ns, event->bytes);
	return PASS_ON;
}

SEC("tracepoint/htm_pmu/htm_wait")
int count_wait(struct trace_event_raw_htm_wait *event)
{
	struct tally_key key = {
		.node = event->node,
		.chip = event->chip,
		.core = event->core,
		.type = event->type,
		.op = TALLY_WAIT,
	};

	count(&key, HTM_H_SUCCESS, event->ns, 0);
	return PASS_ON;
}

/* The kernel asks for a licence of this kind. */
char gpl[] SEC("license") = "GPL";
