// SPDX-License-Identifier: GPL-2.0
/*
 * Counting from perf's events: works with every kernel that has tracepoints. Each CPU has
 * a ring, which both tracepoints write to; where in a record a field is, the format says.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counter.h"
#include "cpus.h"

/* Of calls that take a microsecond each, that is a few milliseconds, and of dumps minutes. */
#define RING_BYTES	(256U << 10)

/* What begins each record of the kernel's tracepoints: a u16, the number of which one it is */
#define COMMON_TYPE_BYTES	sizeof(uint16_t)

struct ring {
	int hcall;
	int wait;
	struct perf_event_mmap_page *page;
	size_t bytes;
};

struct perf_counter {
	const struct counter_points *points;
	struct tallies tallies;
	struct ring *rings;
	size_t count;
	uint64_t lost;
	bool no_memory;
};

static int open_event(uint32_t id, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = id,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.disabled = 1,
		.watermark = 1,
		.wakeup_watermark = RING_BYTES / 4,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static size_t page_bytes(void)
{
	return sysconf(_SC_PAGESIZE);
}

static void *map_ring(int fd, size_t *bytes)
{
	void *page;

	*bytes = RING_BYTES > page_bytes() ? RING_BYTES : page_bytes();
	page = mmap(NULL, page_bytes() + *bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return page == MAP_FAILED ? NULL : page;
}

/* Both events of a CPU, and their ring. What was opened, counter_close() closes. */
static int open_ring(struct ring *ring, const struct counter_points *points, int cpu)
{
	ring->hcall = open_event(points->hcall.id, cpu);
	if (ring->hcall < 0)
		return ring->hcall;
	ring->wait = open_event(points->wait.id, cpu);
	if (ring->wait < 0)
		return ring->wait;
	ring->page = map_ring(ring->hcall, &ring->bytes);
	if (!ring->page || ioctl(ring->wait, PERF_EVENT_IOC_SET_OUTPUT, ring->hcall))
		return -errno;
	return 0;
}

static int enable(struct perf_counter *p)
{
	for (size_t i = 0; i < p->count; i++) {
		if (ioctl(p->rings[i].hcall, PERF_EVENT_IOC_ENABLE, 0) ||
		    ioctl(p->rings[i].wait, PERF_EVENT_IOC_ENABLE, 0))
			return -errno;
	}
	return 0;
}

static bool value(const struct tracepoint *tp, int field, const void *record, size_t size,
		  uint64_t *number)
{
	return tracepoint_value(&tp->fields[field], record, size, number);
}

static void count_record(struct perf_counter *p, const struct tracepoint *tp,
			 const void *record, size_t size)
{
	uint64_t v[COUNTER_FIELDS] = { [COUNTER_OP] = TALLY_WAIT };
	struct tally_key key = {};
	struct tally *t;

	for (size_t i = 0; i < tp->count; i++) {
		if (!value(tp, i, record, size, &v[i])) {
			p->lost++;
			return;
		}
	}
	key.node = v[COUNTER_NODE];
	key.chip = v[COUNTER_CHIP];
	key.core = v[COUNTER_CORE];
	key.type = v[COUNTER_TYPE];
	key.op = v[COUNTER_OP];
	t = tallies_get(&p->tallies, &key);
	if (t)
		tally_add(t, v[COUNTER_CODE], v[COUNTER_NS], v[COUNTER_BYTES]);
	else
		p->no_memory = true;
}

/* A sample is a u32, the record's size, and the record. */
static void count_sample(struct perf_counter *p, const uint8_t *body, size_t size)
{
	const uint8_t *record = body + sizeof(uint32_t);
	uint32_t record_size;
	uint16_t type;

	if (size < sizeof(record_size) + COMMON_TYPE_BYTES)
		return;
	memcpy(&record_size, body, sizeof(record_size));
	memcpy(&type, record, sizeof(type));
	if (record_size > size - sizeof(record_size))
		return;
	if (type == p->points->hcall.id)
		count_record(p, &p->points->hcall, record, record_size);
	else if (type == p->points->wait.id)
		count_record(p, &p->points->wait, record, record_size);
}

static void take_record(struct perf_counter *p, const struct perf_event_header *header,
			const uint8_t *body)
{
	size_t size = header->size - sizeof(*header);
	uint64_t lost;

	if (header->type == PERF_RECORD_SAMPLE) {
		count_sample(p, body, size);
	} else if (header->type == PERF_RECORD_LOST && size >= 16) {
		/* the event's ID, then how many */
		memcpy(&lost, body + 8, sizeof(lost));
		p->lost += lost;
	}
}

/* Bytes of a ring, which may go on at its beginning */
static void copy_out(const struct ring *ring, uint64_t at, void *to, size_t size)
{
	const uint8_t *data = (const uint8_t *)ring->page + page_bytes();
	size_t offset = at & (ring->bytes - 1);
	size_t first = size < ring->bytes - offset ? size : ring->bytes - offset;

	memcpy(to, data + offset, first);
	memcpy((uint8_t *)to + first, data, size - first);
}

static void drain_ring(struct perf_counter *p, struct ring *ring)
{
	static uint8_t body[UINT16_MAX];
	uint64_t tail = ring->page->data_tail;
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);

	while (tail < head) {
		struct perf_event_header header;

		copy_out(ring, tail, &header, sizeof(header));
		if (header.size < sizeof(header))
			break;
		copy_out(ring, tail + sizeof(header), body, header.size - sizeof(header));
		take_record(p, &header, body);
		tail += header.size;
	}
	__atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
}

static int perf_collect(struct counter *c)
{
	struct perf_counter *p = c->state;

	for (size_t i = 0; i < p->count; i++)
		drain_ring(p, &p->rings[i]);
	return p->no_memory ? -ENOMEM : 0;
}

static int perf_read(struct counter *c, struct tallies *t)
{
	struct perf_counter *p = c->state;
	int err = perf_collect(c);

	for (size_t i = 0; i < p->tallies.count && !err; i++) {
		struct tally *tally = tallies_get(t, &p->tallies.items[i].key);

		if (tally)
			*tally = p->tallies.items[i].tally;
		else
			err = -ENOMEM;
	}
	return err;
}

static uint64_t perf_lost(const struct counter *c)
{
	return ((const struct perf_counter *)c->state)->lost;
}

static void close_ring(struct ring *ring)
{
	if (ring->page)
		munmap(ring->page, page_bytes() + ring->bytes);
	if (ring->wait >= 0)
		close(ring->wait);
	if (ring->hcall >= 0)
		close(ring->hcall);
}

static void perf_close(struct counter *c)
{
	struct perf_counter *p = c->state;

	for (size_t i = 0; i < p->count; i++)
		close_ring(&p->rings[i]);
	free(p->rings);
	tallies_free(&p->tallies);
	free(p);
	free(c->fds);
	*c = (struct counter) {};
}

static int open_rings(struct counter *c, struct perf_counter *p, const cpu_list *cpus)
{
	p->rings = calloc(cpus->count, sizeof(*p->rings));
	c->fds = calloc(cpus->count, sizeof(*c->fds));
	if (!p->rings || !c->fds)
		return -ENOMEM;
	for (size_t i = 0; i < cpus->count; i++) {
		int err;

		p->rings[i] = (struct ring) { .hcall = -1, .wait = -1 };
		p->count = i + 1;
		err = open_ring(&p->rings[i], p->points, cpus->items[i].number);
		if (err)
			return err;
		c->fds[i] = (struct pollfd) { .fd = p->rings[i].hcall, .events = POLLIN };
	}
	c->fd_count = cpus->count;
	return 0;
}

static int open_all(struct counter *c, struct perf_counter *p)
{
	cpu_list cpus = {};
	int err = cpus_read(&cpus);

	if (!err)
		err = open_rings(c, p, &cpus);
	free(cpus.items);
	return err ?: enable(p);
}

/**
 * counter_perf_open() - begin to count perf's events
 * @c: the counter
 * @points: from counter_find(); outlives @c
 *
 * CPUs that come online later are not counted.
 *
 * Return: 0 or a negative errno.
 */
int counter_perf_open(struct counter *c, const struct counter_points *points)
{
	struct perf_counter *p = calloc(1, sizeof(*p));
	int err;

	if (!p)
		return -ENOMEM;
	p->points = points;
	*c = (struct counter) {
		.how = "perf events",
		.state = p,
		.collect = perf_collect,
		.read = perf_read,
		.lost = perf_lost,
		.close = perf_close,
	};
	err = open_all(c, p);
	if (err)
		perf_close(c);
	return err;
}
