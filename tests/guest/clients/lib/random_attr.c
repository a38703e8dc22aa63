// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <time.h>

#include "htm_pmu.h"
#include "random_attr.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* The fields by their place: headers may be older than the kernel that is fuzzed. */
#define WORD_READ_FORMAT	4
#define WORD_FLAGS		5
#define WORD_AUX_ACTION		14	/* its upper half */
#define WORD_SIG_DATA		15
#define WORD_CONFIG3		16
#define WORDS_KNOWN		17

/* Types of events are numbers below this. */
#define TYPES_USED		1000

static uint64_t config(uint64_t node, uint64_t chip, uint64_t core, uint64_t type)
{
	return type << HTM_PMU_TYPE_SHIFT | node << HTM_PMU_NODE_SHIFT |
	       chip << HTM_PMU_CHIP_SHIFT | core << HTM_PMU_CORE_SHIFT;
}

/* Most of the time one of eight targets: what is fuzzed are quarrels over them. */
static uint64_t random_config(struct prng *r)
{
	switch (random_below(r, 32)) {
	case 0:
		return random_next(r);
	case 1:
		return random_few_bits(r) & HTM_PMU_CONFIG_MASK;
	case 2:
		return config(random_below(r, 256), random_below(r, 256), random_below(r, 256),
			      random_below(r, 16));
	case 3:
	case 4:
	case 5:
	case 6:
		return config(random_below(r, 2), random_below(r, 4), random_below(r, 4),
			      1 + random_below(r, 3));
	default:
		return config(random_below(r, 2), random_below(r, 2), random_below(r, 2), 1);
	}
}

static uint32_t random_size(struct prng *r)
{
	static const uint32_t sizes[] = {
		0, 1, 63, 64, 71, 72, 80, 96, 104, 112, 120, 128, 136, 144, 152, 200, 4096, 4097,
		8192, 0x7fffffff, 0x80000000, 0xffffffff,
	};

	return random_one_in(r, 4) ? random_below(r, 256) : sizes[random_below(r, LENGTH(sizes))];
}

/*
 * Neither the processor's events nor other drivers': their faults are not what is looked
 * for, and some have faults.
 */
static void avoid_others(uint32_t htm, struct perf_event_attr *attr)
{
	if (attr->type != htm && attr->type < TYPES_USED)
		attr->type = PERF_TYPE_SOFTWARE;
}

static void random_clock(struct prng *r, struct perf_event_attr *attr)
{
	static const int clocks[] = {
		CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI,
		CLOCK_PROCESS_CPUTIME_ID, -1, 0x7fffffff,
	};

	attr->use_clockid = 1;
	attr->clockid = clocks[random_below(r, LENGTH(clocks))];
}

static void change_sampling(struct prng *r, struct perf_event_attr *attr)
{
	switch (random_below(r, 6)) {
	case 0:
		attr->sample_type ^= 1ULL << random_below(r, 26);
		break;
	case 1:
		attr->sample_type = random_next(r);
		break;
	case 2:
		attr->freq = 1;
		attr->sample_freq = random_below(r, 200000);
		break;
	case 3:
		attr->sample_period = random_few_bits(r);
		break;
	case 4:
		attr->wakeup_events = random_next(r);
		attr->watermark = random_below(r, 2);
		break;
	default:
		attr->aux_watermark = random_next(r) >> random_below(r, 64);
	}
}

static void change_extras(struct prng *r, struct perf_event_attr *attr)
{
	switch (random_below(r, 8)) {
	case 0:
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = random_few_bits(r);
		break;
	case 1:
		attr->sample_type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = random_few_bits(r);
		break;
	case 2:
		attr->sample_type |= PERF_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = random_few_bits(r);
		break;
	case 3:
		attr->sample_type |= PERF_SAMPLE_STACK_USER;
		attr->sample_stack_user = random_next(r) & (random_one_in(r, 2) ? ~7U : ~0U);
		break;
	case 4:
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
		attr->sample_max_stack = random_next(r) >> random_below(r, 64);
		break;
	case 5:
		attr->sample_type |= PERF_SAMPLE_AUX;
		attr->aux_sample_size = random_next(r);
		break;
	case 6:
		attr->bp_type = random_next(r);
		break;
	default:
		random_clock(r, attr);
	}
}

/* One field is not as it was. */
static void change(struct prng *r, union random_attr *a)
{
	switch (random_below(r, 16)) {
	case 0:
		a->attr.size = random_size(r);
		break;
	case 1:
		a->attr.type = random_next(r) >> random_below(r, 32);
		break;
	case 2:
		a->attr.config1 = random_few_bits(r);
		break;
	case 3:
		a->attr.config2 = random_few_bits(r);
		break;
	case 4:
		a->words[WORD_READ_FORMAT] ^= random_below(r, 64);
		break;
	case 5:
		a->words[WORD_FLAGS] ^= random_few_bits(r);
		break;
	case 6:
	case 7:
	case 8:
		a->words[WORD_FLAGS] ^= 1ULL << random_below(r, 42);
		break;
	case 9:
		a->words[WORD_AUX_ACTION] ^= random_few_bits(r);
		break;
	case 10:
		a->words[WORD_SIG_DATA + random_below(r, 2)] = random_next(r);
		break;
	case 11:
		a->words[random_below(r, WORDS_KNOWN)] ^= random_few_bits(r);
		break;
	case 12:
		a->words[random_below(r, LENGTH(a->words))] = random_next(r);
		break;
	case 13:
		change_extras(r, &a->attr);
		break;
	default:
		change_sampling(r, &a->attr);
	}
}

static uint64_t random_sample_type(struct prng *r)
{
	static const uint64_t harmless[] = {
		0, PERF_SAMPLE_TIME, PERF_SAMPLE_TID, PERF_SAMPLE_ID, PERF_SAMPLE_IDENTIFIER,
		PERF_SAMPLE_CPU, PERF_SAMPLE_PERIOD, PERF_SAMPLE_READ, PERF_SAMPLE_CALLCHAIN,
		PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_ADDR, PERF_SAMPLE_PHYS_ADDR,
	};
	uint64_t type = random_one_in(r, 8) ? 0 : PERF_SAMPLE_RAW;

	return type | harmless[random_below(r, LENGTH(harmless))] |
	       harmless[random_below(r, LENGTH(harmless))];
}

static unsigned int random_changes(struct prng *r)
{
	switch (random_below(r, 8)) {
	case 0:
	case 1:
	case 2:
		return 0;
	case 3:
		return 3 + random_below(r, 10);
	default:
		return 1 + random_below(r, 2);
	}
}

/**
 * random_attr - attributes of an event, mostly of the htm PMU
 * @r: where chance comes from
 * @htm: the PMU's type
 * @a: filled in
 */
void random_attr(struct prng *r, uint32_t htm, union random_attr *a)
{
	unsigned int changes = random_changes(r);

	memset(a, 0, sizeof(*a));
	a->attr.type = htm;
	a->attr.size = sizeof(a->attr);
	a->attr.config = random_config(r);
	a->attr.config1 = random_below(r, 2) ? HTM_PMU_META : 0;
	a->attr.sample_period = 1 + random_below(r, 1000000);
	a->attr.sample_type = random_sample_type(r);
	a->attr.disabled = !random_one_in(r, 8);
	while (changes--)
		change(r, a);
	avoid_others(htm, &a->attr);
}

/**
 * random_attr_wild - attributes that make no sense in many ways, and are refused at once
 * @r: where chance comes from
 * @htm: the PMU's type
 * @a: filled in
 */
void random_attr_wild(struct prng *r, uint32_t htm, union random_attr *a)
{
	unsigned int i;

	memset(a, 0, sizeof(*a));
	for (i = 0; i < WORDS_KNOWN; i++)
		a->words[i] = random_one_in(r, 2) ? random_few_bits(r) : 0;
	a->attr.type = random_one_in(r, 8) ? random_next(r) >> random_below(r, 32) : htm;
	a->attr.size = random_one_in(r, 4) ? random_size(r) : sizeof(a->attr);
	avoid_others(htm, &a->attr);
}

/**
 * random_attr_software - attributes of an event that the kernel itself counts
 * @r: where chance comes from
 * @a: filled in
 */
void random_attr_software(struct prng *r, union random_attr *a)
{
	memset(a, 0, sizeof(*a));
	a->attr.type = PERF_TYPE_SOFTWARE;
	a->attr.size = sizeof(a->attr);
	a->attr.config = random_one_in(r, 4) ? PERF_COUNT_SW_DUMMY : PERF_COUNT_SW_CONTEXT_SWITCHES;
	a->attr.sample_type = random_sample_type(r) & ~(uint64_t)PERF_SAMPLE_RAW;
	a->attr.sample_period = 1 + random_below(r, 100);
	/* what such an event says of the processes shares a ring with us */
	a->attr.mmap = random_below(r, 2);
	a->attr.comm = random_below(r, 2);
	a->attr.task = random_below(r, 2);
}
