// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <unistd.h>

#include "kernel.h"

/* arch/powerpc: PAGE_OFFSET, and what is left to the linear mapping behind it */
#define LINEAR_BASE	0xc000000000000000ULL
#define LINEAR_SIZE	(1ULL << 51)

/* Where the name is in PERF_RECORD_MMAP, MMAP2 and perf's build ids */
#define MMAP_NAME	40
#define MMAP2_NAME	72
#define BUILD_ID_NAME	36

/* Linux 5.12; the build host's headers may be older */
#define MISC_MMAP_BUILD_ID (1 << 14)

static const char kernel_name[] = "[kernel.kallsyms]";

/*
 * Features that are of the recording's own data or events, but for those that the writer
 * makes anew. All others tell of the machine, those too that perf does not know yet.
 */
static const unsigned int not_of_the_machine[] = {
	1,	/* TRACING_DATA */
	15,	/* BRANCH_STACK */
	17,	/* GROUP_DESC */
	18,	/* AUXTRACE */
	19,	/* STAT */
	24,	/* DIR_FORMAT */
	27,	/* COMPRESSED */
};

#define FEATURE_BUILD_ID	2

static bool is_in_kernel(uint16_t misc)
{
	return (misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
}

static bool is_kernel(uint16_t misc, const void *name, size_t size)
{
	return is_in_kernel(misc) && size >= strlen(kernel_name) &&
	       !memcmp(name, kernel_name, strlen(kernel_name));
}

static bool take_map(struct kernel *k, const struct reader_record *record, size_t name)
{
	if (!is_in_kernel(record->misc) || record->size <= name)
		return false;
	if (is_kernel(record->misc, record->data + name, record->size - name)) {
		k->mapped = true;
		k->identified |= record->type == PERF_RECORD_MMAP2 &&
				 record->misc & MISC_MMAP_BUILD_ID;
	}
	return true;
}

/**
 * kernel_record() - whether a record is one that perf needs to name symbols of the kernel
 * @k: gets what it says
 * @record: the record
 *
 * Return: true for maps of the kernel and its modules, and for build ids.
 */
bool kernel_record(struct kernel *k, const struct reader_record *record)
{
	switch (record->type) {
	case PERF_RECORD_MMAP:
		return take_map(k, record, MMAP_NAME);
	case PERF_RECORD_MMAP2:
		return take_map(k, record, MMAP2_NAME);
	case READER_HEADER_BUILD_ID:
		if (record->size > BUILD_ID_NAME)
			k->identified |= is_kernel(record->misc, record->data + BUILD_ID_NAME,
						   record->size - BUILD_ID_NAME);
		return true;
	default:
		return false;
	}
}

/* Build ids are records without a type. */
static void look_for_kernel(struct kernel *k, const struct reader *r,
			    const struct reader_feature *feature)
{
	uint8_t raw[BUILD_ID_NAME + sizeof(kernel_name)];
	uint64_t at = 0;

	while (at < feature->size &&
	       pread(feature->fd, raw, sizeof(raw), feature->offset + at) == sizeof(raw)) {
		uint16_t size = reader_u16(r, raw + 6);

		if (size < sizeof(raw))
			return;
		k->identified |= is_kernel(reader_u16(r, raw + 4), raw + BUILD_ID_NAME,
					   sizeof(kernel_name));
		at += size;
	}
}

/**
 * kernel_feature() - whether a feature is of the machine that was recorded
 * @k: gets what it says of its kernel
 * @r: the reader that it comes from
 * @feature: the feature
 *
 * Return: false if it is of the recording.
 */
bool kernel_feature(struct kernel *k, const struct reader *r,
		    const struct reader_feature *feature)
{
	for (size_t i = 0; i < sizeof(not_of_the_machine) / sizeof(not_of_the_machine[0]); i++)
		if (not_of_the_machine[i] == feature->bit)
			return false;
	if (feature->bit == FEATURE_BUILD_ID)
		look_for_kernel(k, r, feature);
	return true;
}

/**
 * kernel_address() - where the kernel of a partition has a logical real address
 * @logical: the logical real address
 * @virtual: where to put its address in the linear mapping
 *
 * Linux on POWER runs in its linear mapping, wherever it was loaded: text, data and all
 * memory that it knows are at one distance from where they are in its real address space.
 *
 * Return: false if that has no room for it.
 */
bool kernel_address(uint64_t logical, uint64_t *virtual)
{
	*virtual = LINEAR_BASE + logical;
	return logical < LINEAR_SIZE;
}
