// SPDX-License-Identifier: GPL-2.0
/*
 * Somebody else's PMU named htm, as a kernel with its own would have one.
 */
#include <linux/module.h>
#include <linux/perf_event.h>

static int taken_event_init(struct perf_event *event)
{
	return -ENOENT;
}

static struct pmu taken = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_invalid_context,
	.event_init = taken_event_init,
};

static int __init taken_init(void)
{
	return perf_pmu_register(&taken, "htm", -1);
}

static void __exit taken_exit(void)
{
	perf_pmu_unregister(&taken);
}

module_init(taken_init);
module_exit(taken_exit);

MODULE_DESCRIPTION("A PMU that has the name htm already");
MODULE_LICENSE("GPL");
