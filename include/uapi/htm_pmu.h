/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * What the htm PMU and its readers agree on: the bits of an event's config and
 * the raw records that the driver writes beside the hypervisor's own blocks.
 *
 * All fields are in the byte order of the machine that recorded; the magic
 * number tells a reader on another machine which one that was.
 */
#ifndef _UAPI_HTM_PMU_H
#define _UAPI_HTM_PMU_H

#include <linux/types.h>

/* perf_event_attr.config */
#define HTM_PMU_TYPE_SHIFT	0
#define HTM_PMU_TYPE_MASK	0xfULL
#define HTM_PMU_NODE_SHIFT	4
#define HTM_PMU_CHIP_SHIFT	12
#define HTM_PMU_CORE_SHIFT	20
#define HTM_PMU_INDEX_MASK	0xffULL
#define HTM_PMU_CONFIG_MASK	0xfffffffULL

/* perf_event_attr.config1 */
#define HTM_PMU_META		0x1ULL

/* htm_type: what a target traces; the hypervisor's own numbers */
#define HTM_PMU_NEST		1
#define HTM_PMU_CORE		2
#define HTM_PMU_LLAT		3

/*
 * A raw sample (PERF_SAMPLE_RAW) of an htm event is one of two things. With
 * this magic number in its first eight bytes it is a record of the driver, as
 * below. Without it, it is one block of the system memory configuration
 * (DUMP_SYSMEM_CONF) exactly as the hypervisor wrote it, big-endian. perf pads
 * a raw sample to a multiple of eight bytes: trust the sizes inside.
 */
#define HTM_PMU_MAGIC		0x48544d504d553031ULL	/* "HTMPMU01" */

enum htm_pmu_record_type {
	HTM_PMU_RECORD_TRACE = 1,	/* struct htm_pmu_trace, then its bytes */
	HTM_PMU_RECORD_START = 2,	/* struct htm_pmu_start; only with meta=1 */
	HTM_PMU_RECORD_END = 3,		/* struct htm_pmu_end; only with meta=1 */
};

/* How the trace of a window travels */
enum htm_pmu_sink {
	HTM_PMU_SINK_NONE = 0,		/* nowhere: no AUX area and no raw samples */
	HTM_PMU_SINK_AUX = 1,		/* in the AUX area */
	HTM_PMU_SINK_RAW = 2,		/* as HTM_PMU_RECORD_TRACE records */
};

/**
 * struct htm_pmu_header - begins every record of the driver
 * @magic: HTM_PMU_MAGIC
 * @type: enum htm_pmu_record_type
 * @size: bytes of the record from @magic to its end, trace bytes included
 * @config: the event's config, which names the target
 * @window: which START..STOP of this event, counted from 0
 * @reserved: zero
 */
struct htm_pmu_header {
	__u64 magic;
	__u32 type;
	__u32 size;
	__u64 config;
	__u32 window;
	__u32 reserved;
};

/**
 * struct htm_pmu_trace - one piece of the trace
 * @header: with type HTM_PMU_RECORD_TRACE
 * @offset: where the piece begins in the hypervisor's buffer, in bytes
 * @bytes: how many bytes of trace follow this struct
 */
struct htm_pmu_trace {
	struct htm_pmu_header header;
	__u64 offset;
	__u64 bytes;
};

/**
 * struct htm_pmu_start - a drain begins; comes before all else of its window
 * @header: with type HTM_PMU_RECORD_START
 * @time: when tracing started, on the event's perf clock, ns
 * @buffer_size: bytes of the hypervisor's buffer
 * @cpu: the event's CPU
 * @sink: enum htm_pmu_sink
 */
struct htm_pmu_start {
	struct htm_pmu_header header;
	__u64 time;
	__u64 buffer_size;
	__u32 cpu;
	__u32 sink;
};

/**
 * struct htm_pmu_end - a drain is over; comes after all else of its window
 * @header: with type HTM_PMU_RECORD_END
 * @time: when tracing stopped, on the event's perf clock, ns; 0 if it never started
 * @buffer_size: bytes of the hypervisor's buffer
 * @delivered: bytes of trace delivered in this window
 * @sysmem_blocks: blocks of memory configuration delivered in this window
 * @error: 0, or the negative errno that ended the drain before its time
 * @sysmem_error: 0, or the negative errno that ended the memory configuration
 *
 * The trace of the window is complete if @error is 0 and a reader holds
 * @delivered bytes; its memory configuration if @sysmem_error is 0 and a
 * reader holds @sysmem_blocks blocks.
 */
struct htm_pmu_end {
	struct htm_pmu_header header;
	__u64 time;
	__u64 buffer_size;
	__u64 delivered;
	__u64 sysmem_blocks;
	__s32 error;
	__s32 sysmem_error;
};

#endif /* _UAPI_HTM_PMU_H */
