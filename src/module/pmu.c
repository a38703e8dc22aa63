// SPDX-License-Identifier: GPL-2.0
/*
 * The htm PMU as perf sees it: callbacks without policy, and sysfs.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "aux.h"
#include "compat.h"
#include "intent.h"
#include "pmu.h"
#include "session.h"

PMU_FORMAT_ATTR(event, "config:0-27");
PMU_FORMAT_ATTR(htm_type, "config:0-3");
PMU_FORMAT_ATTR(nodeindex, "config:4-11");
PMU_FORMAT_ATTR(nodalchipindex, "config:12-19");
PMU_FORMAT_ATTR(coreindexonchip, "config:20-27");
PMU_FORMAT_ATTR(meta, "config1:0");

static struct attribute *format_attrs[] = {
	&format_attr_event.attr,
	&format_attr_htm_type.attr,
	&format_attr_nodeindex.attr,
	&format_attr_nodalchipindex.attr,
	&format_attr_coreindexonchip.attr,
	&format_attr_meta.attr,
	NULL
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = format_attrs,
};

PMU_EVENT_ATTR_STRING(htm_nest, event_htm_nest, "htm_type=0x1")
PMU_EVENT_ATTR_STRING(htm_core, event_htm_core, "htm_type=0x2")
PMU_EVENT_ATTR_STRING(htm_llat, event_htm_llat, "htm_type=0x3")

static struct attribute *event_attrs[] = {
	&event_htm_nest.attr.attr,
	&event_htm_core.attr.attr,
	&event_htm_llat.attr.attr,
	NULL
};

static const struct attribute_group event_group = {
	.name = "events",
	.attrs = event_attrs,
};

static const struct attribute_group *htm_pmu_groups[] = {
	&format_group,
	&event_group,
	NULL
};

static void htm_pmu_destroy(struct perf_event *event)
{
	htm_session_close(event->pmu_private);
}

/*
 * perf record asks for a frequency unless told otherwise. Nothing here has one:
 * a period, as for cpu-clock, keeps perf's tick from adjusting (and so stopping
 * and starting) the event.
 */
static void frequency_to_period(struct perf_event *event)
{
	if (!event->attr.freq)
		return;
	event->attr.sample_period = max_t(u64, NSEC_PER_SEC / event->attr.sample_freq, 1);
	event->hw.sample_period = event->attr.sample_period;
	event->hw.last_period = event->hw.sample_period;
	local64_set(&event->hw.period_left, event->hw.sample_period);
	event->attr.freq = 0;
}

static int htm_pmu_event_init(struct perf_event *event)
{
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;

	err = htm_session_open(event);
	if (err)
		return err;
	frequency_to_period(event);
	event->destroy = htm_pmu_destroy;
	return 0;
}

static void htm_pmu_disable(struct pmu *pmu)
{
	htm_intent_hold();
}

static void htm_pmu_enable(struct pmu *pmu)
{
	htm_intent_release();
}

static void htm_pmu_start(struct perf_event *event, int flags)
{
	event->hw.state = 0;
	htm_intent_set(event->pmu_private, true);
}

static void htm_pmu_stop(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	htm_intent_set(event->pmu_private, false);
}

static int htm_pmu_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		htm_pmu_start(event, flags);
	return 0;
}

static void htm_pmu_del(struct perf_event *event, int flags)
{
	htm_pmu_stop(event, PERF_EF_UPDATE);
}

/* The drain keeps event->count. */
static void htm_pmu_read(struct perf_event *event)
{
}

static void htm_pmu_event_unmapped(struct perf_event *event, struct mm_struct *mm)
{
	htm_session_unmapped(event->pmu_private);
}

static struct pmu htm_pmu = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_invalid_context,
	.capabilities = PERF_PMU_CAP_NO_EXCLUDE | HTM_COMPAT_CAP_AUX_LARGE,
	.attr_groups = htm_pmu_groups,
	.event_init = htm_pmu_event_init,
	.pmu_enable = htm_pmu_enable,
	.pmu_disable = htm_pmu_disable,
	.event_unmapped = htm_pmu_event_unmapped,
	.add = htm_pmu_add,
	.del = htm_pmu_del,
	.start = htm_pmu_start,
	.stop = htm_pmu_stop,
	.read = htm_pmu_read,
	.setup_aux = htm_aux_setup,
	.free_aux = htm_aux_free,
};

/**
 * htm_pmu_register - let perf know the htm PMU
 *
 * Context: process, may sleep.
 * Return: 0 or a negative errno.
 */
int htm_pmu_register(void)
{
	htm_intent_module_init();
	return perf_pmu_register(&htm_pmu, "htm", -1);
}

/**
 * htm_pmu_unregister - undo htm_pmu_register()
 *
 * Context: process, may sleep; no event is open, since each holds the module.
 */
void htm_pmu_unregister(void)
{
	perf_pmu_unregister(&htm_pmu);
}
