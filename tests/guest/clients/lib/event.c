// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <err.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "event.h"

/**
 * target_parse - a target from its name
 * @name: as n0.p2.c0.t1
 * @t: filled in
 *
 * Return: false if @name is none.
 */
bool target_parse(const char *name, struct target *t)
{
	int end = 0;

	snprintf(t->name, sizeof(t->name), "%s", name);
	return sscanf(name, "n%lu.p%lu.c%lu.t%lu%n", &t->node, &t->chip, &t->core, &t->type,
		      &end) == 4 && !name[end];
}

static uint64_t target_config(const struct target *t)
{
	return t->type << HTM_PMU_TYPE_SHIFT | t->node << HTM_PMU_NODE_SHIFT |
	       t->chip << HTM_PMU_CHIP_SHIFT | t->core << HTM_PMU_CORE_SHIFT;
}

static unsigned int pmu_type(void)
{
	FILE *f = fopen("/sys/bus/event_source/devices/htm/type", "r");
	unsigned int type;

	if (!f || fscanf(f, "%u", &type) != 1)
		err(2, "the htm PMU");
	fclose(f);
	return type;
}

/**
 * event_attr - a disabled event on a target, with raw samples and START and END records
 * @t: the target
 *
 * Return: its attributes, to be changed at will.
 */
struct perf_event_attr event_attr(const struct target *t)
{
	return (struct perf_event_attr) {
		.size = sizeof(struct perf_event_attr),
		.type = pmu_type(),
		.config = target_config(t),
		.config1 = HTM_PMU_META,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.disabled = 1,
	};
}

/**
 * event_open - open it
 * @attr: the event
 * @cpu: where
 * @flags: PERF_FLAG_*
 *
 * Return: a file descriptor, or -1 with errno.
 */
int event_open(struct perf_event_attr *attr, int cpu, unsigned long flags)
{
	return syscall(SYS_perf_event_open, attr, -1, cpu, -1, flags);
}

/**
 * rings_map_data - map a data ring
 * @r: the rings
 * @fd: the event
 * @bytes: a power of two of pages
 *
 * Return: false with errno.
 */
bool rings_map_data(struct rings *r, int fd, size_t bytes)
{
	size_t page = sysconf(_SC_PAGESIZE);

	r->user = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (r->user == MAP_FAILED) {
		r->user = NULL;
		return false;
	}
	r->data = (unsigned char *)r->user + page;
	r->data_bytes = bytes;
	return true;
}

/**
 * rings_map_aux - map an AUX area behind the data ring
 * @r: the rings
 * @fd: the event
 * @bytes: a power of two of pages
 *
 * Return: false with errno.
 */
bool rings_map_aux(struct rings *r, int fd, size_t bytes)
{
	r->user->aux_offset = sysconf(_SC_PAGESIZE) + r->data_bytes;
	r->user->aux_size = bytes;
	r->aux = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, r->user->aux_offset);
	if (r->aux == MAP_FAILED) {
		r->aux = NULL;
		return false;
	}
	r->aux_bytes = bytes;
	return true;
}

/**
 * rings_unmap_data - unmap the data ring, if it is mapped
 * @r: the rings
 */
void rings_unmap_data(struct rings *r)
{
	if (r->user)
		munmap(r->user, sysconf(_SC_PAGESIZE) + r->data_bytes);
	r->user = NULL;
}

/**
 * rings_unmap_aux - unmap the AUX area, if it is mapped
 * @r: the rings
 */
void rings_unmap_aux(struct rings *r)
{
	if (r->aux)
		munmap(r->aux, r->aux_bytes);
	r->aux = NULL;
}

/**
 * trace_right - are these the hypervisor's bytes?
 * @t: the target
 * @trace: the bytes
 * @offset: where in the trace buffer they are from
 * @bytes: how many
 *
 * The pattern is told in tests/hypervisor/README.md.
 *
 * Return: whether all are.
 */
bool trace_right(const struct target *t, const unsigned char *trace, uint64_t offset,
		 uint64_t bytes)
{
	uint64_t want = t->type << 60 | t->node << 52 | t->chip << 44 | t->core << 36 |
			offset >> 3;
	uint64_t i, word, differs = 0;

	for (i = 0; i < bytes; i += 8) {
		memcpy(&word, trace + i, 8);
		differs |= be64toh(word) ^ want++;
	}
	return !differs;
}

static void copy_out(const struct rings *r, uint64_t at, void *to, size_t bytes)
{
	size_t begin = at % r->data_bytes, first = r->data_bytes - begin;

	if (first > bytes)
		first = bytes;
	memcpy(to, r->data + begin, first);
	memcpy((char *)to + first, r->data, bytes - first);
}

/**
 * seen_nothing - before a window's first record
 * @t: its target
 *
 * Return: what has been seen of it.
 */
struct seen seen_nothing(const struct target *t)
{
	return (struct seen) { .target = t };
}

/**
 * seen_all - is the window complete and right?
 * @seen: what has been seen
 *
 * Return: whether the END record has come without an error, and all that it counts.
 */
bool seen_all(const struct seen *seen)
{
	return seen->end && !seen->wrong && !seen->told.error && !seen->told.sysmem_error &&
	       seen->told.delivered == seen->bytes && seen->told.buffer_size == seen->bytes &&
	       seen->told.buffer_size == seen->size;
}

static void take_trace(struct seen *seen, const unsigned char *raw, uint32_t bytes)
{
	struct htm_pmu_trace trace;

	memcpy(&trace, raw, sizeof(trace));
	if (trace.offset != seen->bytes || sizeof(trace) + trace.bytes > bytes ||
	    !trace_right(seen->target, raw + sizeof(trace), trace.offset, trace.bytes))
		seen->wrong = true;
	seen->bytes += trace.bytes;
}

static void take_record(struct seen *seen, const struct htm_pmu_header *header,
			const unsigned char *raw, uint32_t bytes)
{
	struct htm_pmu_start start;

	switch (header->type) {
	case HTM_PMU_RECORD_START:
		memcpy(&start, raw, sizeof(start));
		seen->size = start.buffer_size;
		break;
	case HTM_PMU_RECORD_TRACE:
		take_trace(seen, raw, bytes);
		break;
	case HTM_PMU_RECORD_END:
		memcpy(&seen->told, raw, sizeof(seen->told));
		seen->end = true;
	}
}

/* Returns the window that the sample belongs to, if it tells. */
static struct seen *take_raw(const unsigned char *raw, uint32_t bytes, struct seen *seen,
			     int events)
{
	struct htm_pmu_header header = {};
	int i;

	if (bytes >= sizeof(header))
		memcpy(&header, raw, sizeof(header));
	if (header.magic != HTM_PMU_MAGIC) {
		seen->blocks++;
		return NULL;
	}

	for (i = 0; i < events; i++) {
		if (target_config(seen[i].target) == header.config) {
			take_record(&seen[i], &header, raw, bytes);
			return &seen[i];
		}
	}
	return NULL;
}

/* Up to the first END: what follows belongs to the next window. */
static bool read_data(struct rings *r, struct seen *seen, int events)
{
	uint64_t head = __atomic_load_n(&r->user->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->user->data_tail, begin = tail;
	static unsigned char record[65536];
	bool end = false;

	while (tail < head && !end) {
		struct perf_event_header header;
		const struct seen *taken;
		uint32_t raw_bytes;

		copy_out(r, tail, &header, sizeof(header));
		copy_out(r, tail, record, header.size);
		tail += header.size;
		if (header.type == PERF_RECORD_SAMPLE) {
			memcpy(&raw_bytes, record + sizeof(header), sizeof(raw_bytes));
			taken = take_raw(record + sizeof(header) + sizeof(raw_bytes), raw_bytes,
					 seen, events);
			end = taken && taken->end;
		}
	}
	__atomic_store_n(&r->user->data_tail, tail, __ATOMIC_RELEASE);
	return tail != begin;
}

/* Not more than one window: what follows is the next one's. */
static bool read_aux(struct rings *r, struct seen *seen)
{
	uint64_t head = __atomic_load_n(&r->user->aux_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->user->aux_tail, begin = tail;
	uint64_t end = tail + seen->size - seen->bytes;

	if (end > head)
		end = head;
	while (tail < end) {
		size_t at = tail % r->aux_bytes, bytes = end - tail;

		if (bytes > r->aux_bytes - at)
			bytes = r->aux_bytes - at;
		if (!trace_right(seen->target, r->aux + at, seen->bytes, bytes))
			seen->wrong = true;
		seen->bytes += bytes;
		tail += bytes;
	}
	__atomic_store_n(&r->user->aux_tail, tail, __ATOMIC_RELEASE);
	return tail != begin;
}

/**
 * rings_read - take what is in the rings, up to the end of a window
 * @r: the rings
 * @seen: added to, an element for each event that writes into these rings; the AUX area
 *	is the first one's
 * @events: how many
 *
 * The events' sample type must be PERF_SAMPLE_RAW alone.
 *
 * Return: whether there was something.
 */
bool rings_read(struct rings *r, struct seen *seen, int events)
{
	bool some = read_data(r, seen, events);

	/* After the data ring: whatever its END counts is in the area by then. */
	if (r->aux)
		some |= read_aux(r, seen);
	return some;
}

/**
 * session_state - what the driver says of the session on a target
 * @target: the target's name
 * @state: filled in
 * @bytes: of @state
 *
 * Return: false if there is no such session.
 */
bool session_state(const char *target, char *state, size_t bytes)
{
	FILE *f = fopen("/sys/kernel/debug/htm_pmu/sessions", "r");
	char line[256], name[32], word[32];
	bool found = false;

	if (!f)
		err(2, "sessions");
	while (!found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%31s %31s", name, word) == 2 && !strcmp(name, target);
	fclose(f);
	if (found)
		snprintf(state, bytes, "%s", word);
	return found;
}
