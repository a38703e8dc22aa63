// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "records.h"
#include "sample.h"
#include "sysmem.h"
#include "verdict.h"

/* struct perf_record_auxtrace and PERF_RECORD_AUX, LOST, LOST_SAMPLES */
#define AUXTRACE_POSITION	16
#define AUXTRACE_CPU		40
#define AUX_POSITION		8
#define AUX_SIZE		16
#define AUX_FLAGS		24
#define AUX_LENGTH		32
#define LOST_COUNT		16
#define LOST_SAMPLES_COUNT	8

/* perf fills the trace of an AUXTRACE record up to a multiple of this */
#define AUXTRACE_ALIGN		8

/* More CPUs than any machine has */
#define CPUS_MAX		16384

static int no_memory(struct capture *c, uint64_t offset)
{
	return reader_fail(c->reader, offset, "out of memory");
}

/**
 * capture_problem() - note why an event's trace is not complete
 * @event: the event
 * @format: why, as of printf()
 */
void capture_problem(struct capture_event *event, const char *format, ...)
{
	va_list args;

	if (event->problems < CAPTURE_PROBLEMS) {
		va_start(args, format);
		vsnprintf(event->problem[event->problems], CAPTURE_PROBLEM_SIZE, format, args);
		va_end(args);
	}
	event->problems++;
}

/**
 * capture_find() - the event of a target
 * @c: the capture
 * @config: the target, as an event's config
 *
 * Return: the event, or NULL.
 */
struct capture_event *capture_find(struct capture *c, uint64_t config)
{
	for (size_t i = 0; i < c->events.count; i++)
		if (target_config(&c->events.items[i].target) == config)
			return &c->events.items[i];
	return NULL;
}

static struct capture_event *event_of_attr(struct capture *c, size_t attr)
{
	size_t number = c->event_of_attr.items[attr];

	return number ? &c->events.items[number - 1] : NULL;
}

static int add_event(struct capture *c, size_t index, uint64_t offset)
{
	const struct reader_attr *attr = &c->reader->attrs.items[index];
	struct capture_event *event;
	struct htm_target target;

	if (target_from_config(attr->config, &target))
		return reader_fail(c->reader, offset, "htm event with config 0x%" PRIx64,
				   attr->config);
	if (capture_find(c, attr->config))
		return reader_fail(c->reader, offset, "two htm events of one target");
	event = vector_push(&c->events);
	if (!event)
		return no_memory(c, offset);
	c->event_of_attr.items[index] = c->events.count;
	event->target = target;
	event->meta = attr->config1 & HTM_PMU_META;
	event->aux_cpu = SAMPLE_NO_CPU;
	return 0;
}

/* The reader may know more events by now, or which of them are of the htm PMU. */
static int know_events(struct capture *c, uint64_t offset)
{
	const struct reader *r = c->reader;

	while (c->event_of_attr.count < r->attrs.count)
		if (!vector_push(&c->event_of_attr))
			return no_memory(c, offset);
	for (size_t i = 0; i < r->attrs.count; i++) {
		int err = 0;

		if (r->attrs.items[i].htm == READER_HTM_YES && !event_of_attr(c, i))
			err = add_event(c, i, offset);
		if (err)
			return err;
	}
	return 0;
}

/**
 * capture_begin() - get ready for the records of a file
 * @c: the capture; to be given to capture_free() whatever this returns
 * @r: the open file
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int capture_begin(struct capture *c, struct reader *r)
{
	memset(c, 0, sizeof(*c));
	c->reader = r;
	return know_events(c, 0);
}

/**
 * capture_free() - let go of all that a capture holds
 * @c: the capture
 */
void capture_free(struct capture *c)
{
	for (size_t i = 0; i < c->events.count; i++) {
		struct capture_event *event = &c->events.items[i];

		free(event->windows.items);
		free(event->raw.pieces.items);
		free(event->table.now.items);
		free(event->table.good.items);
	}
	for (size_t i = 0; i < c->aux.count; i++)
		free(c->aux.items[i].trace.pieces.items);
	free(c->events.items);
	free(c->aux.items);
	free(c->event_of_attr.items);
	memset(c, 0, sizeof(*c));
}

/*
 * More trace: @size bytes at @offset of the file @fd, that belong at @position.
 * Bytes that are there already are left out, and holes are noted.
 */
static int add_trace(struct capture_trace *trace, uint64_t position, int fd, uint64_t offset,
		     uint64_t size)
{
	struct capture_piece *piece;
	uint64_t known;

	if (position > trace->next) {
		if (!trace->hole)
			trace->hole_at = trace->next;
		trace->hole += position - trace->next;
		trace->holes++;
		trace->next = position;
	}
	known = trace->next - position;
	if (known > size)
		known = size;
	if (known) {
		if (!trace->overlap)
			trace->overlap_at = position;
		trace->overlap += known;
	}
	if (known == size)
		return 0;
	piece = vector_push(&trace->pieces);
	if (!piece)
		return -ENOMEM;
	piece->fd = fd;
	piece->offset = offset + known;
	piece->size = size - known;
	trace->bytes += piece->size;
	trace->next += piece->size;
	return 0;
}

/* Take back bytes at the end that turned out to be perf's filling. */
static void drop_tail(struct capture_trace *trace, uint64_t size)
{
	struct capture_piece *last;

	if (!trace->pieces.count)
		return;
	last = &trace->pieces.items[trace->pieces.count - 1];
	if (size > last->size)
		return;
	last->size -= size;
	trace->bytes -= size;
	trace->next -= size;
}

static struct capture_aux *aux_of_cpu(struct capture *c, uint32_t cpu)
{
	struct capture_aux *aux;

	for (size_t i = 0; i < c->aux.count; i++)
		if (c->aux.items[i].cpu == cpu)
			return &c->aux.items[i];
	if (c->aux.count == CPUS_MAX)
		return NULL;
	aux = vector_push(&c->aux);
	if (aux)
		aux->cpu = cpu;
	return aux;
}

static int take_auxtrace(struct capture *c, const struct reader_record *record)
{
	uint64_t position = reader_u64(c->reader, record->data + AUXTRACE_POSITION);
	struct capture_aux *aux;

	aux = aux_of_cpu(c, reader_u32(c->reader, record->data + AUXTRACE_CPU));
	if (!aux)
		return reader_fail(c->reader, record->offset, "AUX areas of too many CPUs");
	if (position > INT64_MAX)
		return reader_fail(c->reader, record->offset, "AUXTRACE at position %" PRIu64,
				   position);
	if (position < aux->trace.next && aux->trace.next - position < AUXTRACE_ALIGN)
		drop_tail(&aux->trace, aux->trace.next - position);
	if (add_trace(&aux->trace, position, record->fd, record->aux_offset, record->aux_size))
		return no_memory(c, record->offset);
	return 0;
}

/* The kernel put trace into an AUX area, and says so in the data ring. */
static int take_aux(struct capture *c, const struct reader_record *record)
{
	struct capture_event *event;
	uint64_t position, size;
	struct sample sample;
	int err;

	if (record->size < AUX_LENGTH)
		return reader_fail(c->reader, record->offset, "AUX record of %u bytes",
				   record->size);
	err = sample_parse_id(c->reader, record, &sample);
	if (err == -ENOENT)
		return 0;
	if (err)
		return err;
	event = event_of_attr(c, sample.attr);
	if (!event)
		return 0;
	position = reader_u64(c->reader, record->data + AUX_POSITION);
	size = reader_u64(c->reader, record->data + AUX_SIZE);
	if (position > INT64_MAX || size > INT64_MAX)
		return reader_fail(c->reader, record->offset,
				   "AUX record of %" PRIu64 " bytes at position %" PRIu64,
				   size, position);
	event->owns_aux = true;
	if (event->aux_cpu == SAMPLE_NO_CPU)
		event->aux_cpu = sample.cpu;
	if (position + size > event->aux_end)
		event->aux_end = position + size;
	event->aux_flags |= reader_u64(c->reader, record->data + AUX_FLAGS);
	return 0;
}

/* The present window of an event is @number, which may begin it. */
static int window_of(struct capture *c, struct capture_event *event, uint64_t offset,
		     uint32_t number, struct capture_window **window)
{
	size_t count = event->windows.count;

	*window = count ? &event->windows.items[count - 1] : NULL;
	if (*window && (*window)->number == number && !(*window)->ended)
		return 0;
	if (*window && number <= (*window)->number)
		return reader_fail(c->reader, offset, "window %" PRIu32 " after window %" PRIu32,
				   number, (*window)->number);
	*window = vector_push(&event->windows);
	if (!*window)
		return no_memory(c, offset);
	(*window)->number = number;
	event->raw.next = 0;
	return 0;
}

static int take_start(struct capture *c, struct capture_event *event,
		      const struct htm_record *htm, uint64_t offset)
{
	struct capture_window *window;
	int err;

	err = window_of(c, event, offset, htm->header.window, &window);
	if (err)
		return err;
	if (window->started || window->raw_bytes)
		return reader_fail(c->reader, offset, "window %" PRIu32 " starts twice",
				   window->number);
	window->started = true;
	window->start = htm->start;
	if (htm->start.sink == HTM_PMU_SINK_AUX) {
		event->owns_aux = true;
		event->aux_cpu = htm->start.cpu;
	}
	event->table.now.count = 0;
	event->table.whole = false;
	return 0;
}

/* What is in table.now is all of it. */
static void table_is_good(struct capture_table *table)
{
	capture_pieces old = table->good;

	table->good = table->now;
	table->have_good = true;
	table->now = old;
	table->now.count = 0;
	table->whole = false;
}

static int take_end(struct capture *c, struct capture_event *event,
		    const struct htm_record *htm, uint64_t offset)
{
	struct capture_window *window;
	int err;

	err = window_of(c, event, offset, htm->header.window, &window);
	if (err)
		return err;
	window->ended = true;
	window->end = htm->end;
	if (!htm->end.sysmem_error && htm->end.sysmem_blocks == window->sysmem_blocks)
		table_is_good(&event->table);
	return 0;
}

static int take_trace(struct capture *c, struct capture_event *event,
		      const struct htm_record *htm, int fd, uint64_t offset)
{
	struct capture_window *window;
	uint64_t before;
	int err;

	err = window_of(c, event, offset, htm->header.window, &window);
	if (err)
		return err;
	if (htm->trace.offset > INT64_MAX)
		return reader_fail(c->reader, offset, "trace at position %llu",
				   htm->trace.offset);
	before = event->raw.bytes;
	if (add_trace(&event->raw, htm->trace.offset, fd, offset + sizeof(htm->trace),
		      htm->trace.bytes))
		return no_memory(c, offset);
	window->raw_bytes += event->raw.bytes - before;
	return 0;
}

static int take_sysmem(struct capture *c, struct capture_event *event,
		       const struct sample *sample, int fd, uint64_t offset)
{
	struct capture_table *table = &event->table;
	struct capture_piece *piece;
	uint64_t entries;
	bool last;

	if (event->windows.count)
		event->windows.items[event->windows.count - 1].sysmem_blocks++;
	if (sysmem_parse(sample->raw, sample->raw_size, &entries, &last)) {
		event->bad_blocks++;
		return 0;
	}
	/* Without START and END, only the blocks tell where a table ends. */
	if (!event->meta && table->whole)
		table_is_good(table);
	piece = vector_push(&table->now);
	if (!piece)
		return no_memory(c, offset);
	piece->fd = fd;
	piece->offset = offset + SYSMEM_HEADER_SIZE;
	piece->size = entries * SYSMEM_ENTRY_SIZE;
	table->whole = last;
	return 0;
}

/*
 * perf looks twice at how far the kernel has written: what comes between is
 * copied, and copied once more at the next turn (perf_mmap__push() in perf 6.1
 * and later). An event writes its samples one after the other, so a sample that
 * is no later than the last one is such a copy.
 */
static bool is_copy(struct capture_event *event, const struct sample *sample)
{
	bool copy = event->has_time && sample->has_time && sample->time <= event->time;

	if (!copy) {
		event->has_time = sample->has_time;
		event->time = sample->time;
	}
	return copy;
}

static int take_sample(struct capture *c, const struct reader_record *record)
{
	struct capture_event *event;
	struct htm_record htm;
	struct sample sample;
	uint64_t at;
	int err;

	err = sample_parse(c->reader, record, &sample);
	if (err || !sample.raw)
		return err;
	event = event_of_attr(c, sample.attr);
	if (!event && !record_recognise(&c->reader->attrs.items[sample.attr], &sample))
		return 0;
	if (!event) {
		err = add_event(c, sample.attr, record->offset);
		if (err)
			return err;
		event = event_of_attr(c, sample.attr);
	}
	if (is_copy(event, &sample))
		return 0;
	at = record->offset + (sample.raw - record->data);
	if (!record_is_htm(sample.raw, sample.raw_size))
		return take_sysmem(c, event, &sample, record->fd, at);
	if (record_parse(sample.raw, sample.raw_size, &htm))
		return reader_fail(c->reader, at, "malformed record of the htm driver");
	if (htm.header.config != c->reader->attrs.items[sample.attr].config)
		return reader_fail(c->reader, at, "record of another target");
	switch (htm.header.type) {
	case HTM_PMU_RECORD_START:
		return take_start(c, event, &htm, at);
	case HTM_PMU_RECORD_END:
		return take_end(c, event, &htm, at);
	default:
		return take_trace(c, event, &htm, record->fd, at);
	}
}

static int take_lost(struct capture *c, const struct reader_record *record, size_t at)
{
	if (record->size < at + 8)
		return reader_fail(c->reader, record->offset, "LOST record of %u bytes",
				   record->size);
	c->lost += reader_u64(c->reader, record->data + at);
	return 0;
}

/**
 * capture_record() - take in the next record
 * @c: the capture
 * @record: the record
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int capture_record(struct capture *c, const struct reader_record *record)
{
	switch (record->type) {
	case PERF_RECORD_SAMPLE:
		return take_sample(c, record);
	case PERF_RECORD_AUX:
		return take_aux(c, record);
	case READER_AUXTRACE:
		return take_auxtrace(c, record);
	case PERF_RECORD_LOST:
		return take_lost(c, record, LOST_COUNT);
	case PERF_RECORD_LOST_SAMPLES:
		return take_lost(c, record, LOST_SAMPLES_COUNT);
	case READER_HEADER_ATTR:
	case READER_HEADER_FEATURE:
		return know_events(c, record->offset);
	default:
		return 0;
	}
}

/* The one event that can own @aux, or NULL. */
static struct capture_event *owner_of(struct capture *c, const struct capture_aux *aux)
{
	struct capture_event *owner = NULL;
	size_t owners = 0;

	for (size_t i = 0; i < c->events.count; i++) {
		struct capture_event *event = &c->events.items[i];

		if (!event->owns_aux)
			continue;
		if (event->aux_cpu == aux->cpu)
			return event;
		if (event->aux_cpu == SAMPLE_NO_CPU) {
			owner = event;
			owners++;
		}
	}
	if (owners)
		return owners == 1 ? owner : NULL;
	/* No record tells, but who else? */
	return c->events.count == 1 ? &c->events.items[0] : NULL;
}

static int give_aux(struct capture *c)
{
	for (size_t i = 0; i < c->aux.count; i++) {
		struct capture_event *event = owner_of(c, &c->aux.items[i]);

		if (!event && !c->events.count)
			continue;
		if (!event || event->aux)
			return reader_fail(c->reader, c->reader->at->position,
					   "nothing tells which event has the AUX area of CPU %u",
					   c->aux.items[i].cpu);
		if (event->raw.bytes)
			return reader_fail(c->reader, c->reader->at->position,
					   "trace in raw samples and in the AUX area of CPU %u",
					   c->aux.items[i].cpu);
		event->aux = &c->aux.items[i];
	}
	return 0;
}

/* perf's filling at the very end, which only the kernel's records tell from trace */
static void drop_filling(struct capture_event *event)
{
	struct capture_trace *trace = &event->aux->trace;

	if (event->aux_end && trace->next > event->aux_end &&
	    trace->next - event->aux_end < AUXTRACE_ALIGN)
		drop_tail(trace, trace->next - event->aux_end);
}

/**
 * capture_end() - there are no more records: judge what there is
 * @c: the capture
 *
 * Return: 0, or a negative errno with what is wrong in reader.error.
 */
int capture_end(struct capture *c)
{
	int err = give_aux(c);

	if (err)
		return err;
	for (size_t i = 0; i < c->events.count; i++) {
		struct capture_event *event = &c->events.items[i];

		if (event->aux)
			drop_filling(event);
		if (!event->meta && event->table.whole)
			table_is_good(&event->table);
		verdict_event(c, event);
	}
	return 0;
}

/**
 * capture_last_end() - how an event's last window ended
 * @event: the event
 *
 * Return: its END record, or NULL if that has not come.
 */
const struct htm_pmu_end *capture_last_end(const struct capture_event *event)
{
	const struct capture_window *window;

	if (!event->windows.count)
		return NULL;
	window = &event->windows.items[event->windows.count - 1];
	return window->ended ? &window->end : NULL;
}

/**
 * capture_bytes() - how much trace the file has of an event
 * @event: the event, after capture_end()
 *
 * Return: bytes of trace.
 */
uint64_t capture_bytes(const struct capture_event *event)
{
	return event->raw.bytes + (event->aux ? event->aux->trace.bytes : 0);
}

/**
 * capture_so_far() - how much trace has been read, of all events
 * @c: the capture, also before capture_end()
 *
 * Return: bytes of trace.
 */
uint64_t capture_so_far(const struct capture *c)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < c->events.count; i++)
		bytes += c->events.items[i].raw.bytes;
	for (size_t i = 0; i < c->aux.count; i++)
		bytes += c->aux.items[i].trace.bytes;
	return bytes;
}

/**
 * capture_chunks() - in how many pieces an event's trace is in its files
 * @event: the event, after capture_end()
 *
 * Return: the number of pieces.
 */
size_t capture_chunks(const struct capture_event *event)
{
	return event->raw.pieces.count + (event->aux ? event->aux->trace.pieces.count : 0);
}

/**
 * capture_holes() - in how many places trace is missing between other trace
 * @event: the event, after capture_end()
 *
 * Return: the number of holes.
 */
uint64_t capture_holes(const struct capture_event *event)
{
	return event->raw.holes + (event->aux ? event->aux->trace.holes : 0);
}

/**
 * capture_hole_bytes() - how much is missing there
 * @event: the event, after capture_end()
 *
 * Return: bytes of trace.
 */
uint64_t capture_hole_bytes(const struct capture_event *event)
{
	return event->raw.hole + (event->aux ? event->aux->trace.hole : 0);
}

/**
 * capture_first_window() - how an event's first window began
 * @event: the event
 *
 * Return: the window, or NULL if there is none.
 */
const struct capture_window *capture_first_window(const struct capture_event *event)
{
	return event->windows.count ? &event->windows.items[0] : NULL;
}

/**
 * capture_table() - the memory configuration of an event
 * @event: the event, after capture_end()
 *
 * Return: the blocks of the last table that is whole, else of what there is.
 */
const capture_pieces *capture_table(const struct capture_event *event)
{
	return event->table.have_good ? &event->table.good : &event->table.now;
}
