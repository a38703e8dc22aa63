// SPDX-License-Identifier: GPL-2.0
/*
 * The AUX area: its physically contiguous extents, and one dump into it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/io.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "aux.h"
#include "extent.h"
#include "hcall.h"
#include "recheck.h"

/* perf always keeps one byte of an AUX area free, so one page holds no whole page. */
#define AUX_PAGES_MIN	2

/**
 * struct htm_aux - an AUX area as the hypervisor sees it
 * @bound: the longest dump allowed now
 * @bound_max: the longest dump ever
 * @pages: perf's array of its pages, which outlives this
 * @extents: its physically contiguous parts
 * @extent: their table
 */
struct htm_aux {
	u64 bound;
	u64 bound_max;
	void **pages;
	struct htm_extents extents;
	struct htm_extent extent[];
};

static void map_pages(struct htm_extents *x, void **pages, int nr_pages)
{
	int i;

	for (i = 0; i < nr_pages; i++)
		htm_extents_add(x, virt_to_phys(pages[i]), PAGE_SIZE);
}

/**
 * htm_aux_setup - an AUX area is being mapped: find its extents
 * @event: the event through which it is mapped
 * @pages: kernel addresses of its pages
 * @nr_pages: how many; perf has checked that it is a power of two
 * @snapshot: the reader wants the area overwritten
 *
 * Context: process, may sleep; perf holds the event's mmap_mutex.
 * Return: the area for htm_aux_dump() and htm_aux_free(), or NULL, which perf
 * turns into -ENOMEM.
 */
void *htm_aux_setup(struct perf_event *event, void **pages, int nr_pages, bool snapshot)
{
	struct htm_session *s = event->pmu_private;
	struct htm_extents count = {};
	struct htm_aux *aux;

	if (snapshot || nr_pages < AUX_PAGES_MIN) {
		pr_notice("%s: %s\n", s->name,
			  snapshot ? "snapshot mode is not possible; map the AUX area writable" :
				     "an AUX area needs at least 2 pages; use -m,2 or more");
		return NULL;
	}

	map_pages(&count, pages, nr_pages);
	aux = kvzalloc(struct_size(aux, extent, count.nr), GFP_KERNEL);
	if (!aux)
		return NULL;
	aux->pages = pages;
	aux->extents.extent = aux->extent;
	aux->extents.max = count.nr;
	map_pages(&aux->extents, pages, nr_pages);
	aux->bound_max = htm_bound_max(aux->extents.bytes);
	aux->bound = min(aux->bound_max, HTM_BOUND_FIRST);

	htm_session_aux_mapped(s, aux, count.nr);
	return aux;
}

/**
 * htm_aux_free - the pages of an AUX area are going away
 * @aux: what htm_aux_setup() returned
 *
 * Context: process; nobody holds an output handle of the area.
 */
void htm_aux_free(void *aux)
{
	kvfree(aux);
}

static u64 phys_of(void *page)
{
	return virt_to_phys(page);
}

/* Would a dump write to other memory than that of the area's pages? */
static int check_contiguity(const struct htm_session *s, const struct htm_aux *aux, u64 offset,
			    u64 phys, u64 bytes)
{
	struct htm_pages area = {
		.pages = aux->pages,
		.nr = aux->extents.bytes / PAGE_SIZE,
		.bytes = PAGE_SIZE,
		.phys = phys_of,
	};
	u64 good;

	if (!IS_ENABLED(CONFIG_HTM_PMU_CHECK_CONTIGUITY))
		return 0;
	good = htm_recheck(&area, offset, phys, bytes);
	if (good == bytes)
		return 0;
	pr_err("%s: page %llu of the AUX area is not where its range of memory goes on: nothing is dumped to it; please report this\n",
	       s->name, (offset + good) / PAGE_SIZE);
	return -EFAULT;
}

/* Dump at the handle's head. */
static long dump_at_head(struct htm_session *s, struct htm_aux *aux,
			 struct perf_output_handle *handle, u64 waited_us, bool *more)
{
	u64 offset = handle->head & (aux->extents.bytes - 1);
	const struct htm_extent *extent = htm_extents_find(&aux->extents, offset);
	u64 into = offset - extent->offset;
	struct htm_dumped dumped;
	u64 bytes;
	int err;

	bytes = htm_chunk_bytes(&(struct htm_chunk) {
		.ring = aux->extents.bytes,
		.offset = offset,
		.room = handle->size,
		.extent_left = extent->bytes - into,
		.trace_left = s->buffer_size - s->window.delivered,
		.bound = aux->bound,
		.waited_us = waited_us,
	});
	if (!bytes)
		return -EAGAIN;

	err = check_contiguity(s, aux, offset, extent->phys + into, bytes);
	if (err)
		return err;
	err = htm_hcall_dump_data(&s->target, extent->phys + into, bytes, s->window.delivered,
				  &s->cancel, &dumped);
	if (err)
		return err;
	*more = dumped.more;
	aux->bound = htm_bound_next(aux->bound, dumped.ns, aux->bound_max);
	s->pause_us = htm_pause_us(dumped.ns);
	return bytes;
}

/*
 * Ends with a record in the data ring, which only the event's CPU may write to. If
 * that went offline during the dump, the bytes are not published, but dumped anew.
 */
static long end(struct htm_session *s, struct perf_output_handle *handle, long bytes)
{
	preempt_disable();
	if (bytes > 0 && smp_processor_id() != s->event->cpu)
		bytes = -EAGAIN;
	perf_aux_output_end(handle, bytes > 0 ? bytes : 0);
	preempt_enable();
	return bytes;
}

static int begin(struct htm_session *s, struct htm_aux *aux, struct perf_output_handle *handle)
{
	void *mapped = NULL;

	/* perf may want to know the CPU to disable the event on. */
	preempt_disable();
	if (smp_processor_id() == s->event->cpu)
		mapped = perf_aux_output_begin(handle, s->event);
	preempt_enable();
	if (!mapped)
		return -EAGAIN;

	/* Output redirected into a ring whose AUX area another event has set up */
	if (mapped != aux)
		return end(s, handle, -ENXIO);
	return 0;
}

/**
 * htm_aux_dump - dump the next chunk of trace into the AUX area
 * @s: the session, draining
 * @waited_us: how long this chunk has waited for room
 * @more: does more trace follow?
 *
 * Context: process; may sleep while the hypervisor is busy. The reader sees the
 * bytes when this returns.
 * Return: 0; -EAGAIN if there is no room yet, or the event's CPU is offline;
 * -ENXIO if the area is gone; -ENODATA behind the last byte; -ECANCELED; or the
 * hypervisor's errno.
 */
int htm_aux_dump(struct htm_session *s, u64 waited_us, bool *more)
{
	struct htm_aux *aux = READ_ONCE(s->aux);
	struct perf_output_handle handle;
	long bytes;

	if (!aux)
		return -ENXIO;

	bytes = begin(s, aux, &handle);
	if (bytes)
		return bytes;
	bytes = dump_at_head(s, aux, &handle, waited_us, more);

	/* The hypervisor's stores come before the new aux_head; pairs with the reader's load. */
	smp_wmb();
	bytes = end(s, &handle, bytes);
	if (bytes < 0)
		return bytes;
	htm_session_delivered(s, bytes);
	return 0;
}
