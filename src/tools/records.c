// SPDX-License-Identifier: GPL-2.0
#include <byteswap.h>
#include <errno.h>

#include "records.h"

static uint64_t magic_of(const uint8_t *raw, size_t size)
{
	uint64_t magic = 0;

	if (size >= sizeof(magic))
		memcpy(&magic, raw, sizeof(magic));
	return magic;
}

/**
 * record_is_htm() - whether a raw sample is a record of the driver
 * @raw: the raw sample
 * @size: bytes of it
 *
 * Return: false if it is a block of the memory configuration.
 */
bool record_is_htm(const uint8_t *raw, size_t size)
{
	uint64_t magic = magic_of(raw, size);

	return magic == HTM_PMU_MAGIC || magic == bswap_64(HTM_PMU_MAGIC);
}

static void swap_u32(__u32 *v)
{
	*v = bswap_32(*v);
}

static void swap_u64(__u64 *v)
{
	*v = bswap_64(*v);
}

static void swap_record(struct htm_record *record)
{
	switch (record->header.type) {
	case HTM_PMU_RECORD_TRACE:
		swap_u64(&record->trace.offset);
		swap_u64(&record->trace.bytes);
		break;
	case HTM_PMU_RECORD_START:
		swap_u64(&record->start.time);
		swap_u64(&record->start.buffer_size);
		swap_u32(&record->start.cpu);
		swap_u32(&record->start.sink);
		break;
	case HTM_PMU_RECORD_END:
		swap_u64(&record->end.time);
		swap_u64(&record->end.buffer_size);
		swap_u64(&record->end.delivered);
		swap_u64(&record->end.sysmem_blocks);
		record->end.error = bswap_32(record->end.error);
		record->end.sysmem_error = bswap_32(record->end.sysmem_error);
		break;
	}
}

static void swap_header(struct htm_pmu_header *header)
{
	swap_u64(&header->magic);
	swap_u32(&header->type);
	swap_u32(&header->size);
	swap_u64(&header->config);
	swap_u32(&header->window);
}

static size_t size_of_type(uint32_t type)
{
	switch (type) {
	case HTM_PMU_RECORD_TRACE:
		return sizeof(struct htm_pmu_trace);
	case HTM_PMU_RECORD_START:
		return sizeof(struct htm_pmu_start);
	case HTM_PMU_RECORD_END:
		return sizeof(struct htm_pmu_end);
	default:
		return 0;
	}
}

/**
 * record_parse() - read a record of the driver
 * @raw: the raw sample, for which record_is_htm() holds
 * @size: bytes of it, perf's padding included
 * @record: where to put it
 *
 * Return: 0, or -EINVAL if its type is unknown or its sizes are wrong.
 */
int record_parse(const uint8_t *raw, size_t size, struct htm_record *record)
{
	bool swapped = magic_of(raw, size) != HTM_PMU_MAGIC;
	size_t length;

	memset(record, 0, sizeof(*record));
	if (size < sizeof(record->header))
		return -EINVAL;
	memcpy(&record->header, raw, sizeof(record->header));
	if (swapped)
		swap_header(&record->header);
	length = size_of_type(record->header.type);
	if (!length || record->header.size > size || record->header.size < length)
		return -EINVAL;
	memcpy((uint8_t *)record + sizeof(record->header), raw + sizeof(record->header),
	       length - sizeof(record->header));
	if (swapped)
		swap_record(record);
	if (record->header.type == HTM_PMU_RECORD_TRACE &&
	    record->trace.bytes != record->header.size - length)
		return -EINVAL;
	return 0;
}

/**
 * record_recognise() - tell an htm event by what it wrote
 * @attr: the event, of which perf did not get to write the PMU
 * @sample: a sample of it
 *
 * Return: whether @sample is a record of the driver that names the event's
 * target.
 */
bool record_recognise(const struct reader_attr *attr, const struct sample *sample)
{
	struct htm_record record;

	return attr->htm == READER_HTM_UNKNOWN &&
	       record_is_htm(sample->raw, sample->raw_size) &&
	       !record_parse(sample->raw, sample->raw_size, &record) &&
	       record.header.config == attr->config;
}
