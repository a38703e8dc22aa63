// SPDX-License-Identifier: GPL-2.0
/* Which way to count there is, and what to do where there is none. */
#include <errno.h>
#include <string.h>

#include "counter.h"
#include "message.h"

static const char * const names[COUNTER_FIELDS] = {
	[COUNTER_NODE] = "node",
	[COUNTER_CHIP] = "chip",
	[COUNTER_CORE] = "core",
	[COUNTER_TYPE] = "type",
	[COUNTER_NS] = "ns",
	[COUNTER_OP] = "op",
	[COUNTER_CODE] = "code",
	[COUNTER_BYTES] = "bytes",
};

static void explain(const char *name, const char *missing, int err)
{
	if (missing)
		message("the tracepoint htm_pmu:%s has no %s: htm_pmu and htm are not of the same version",
			name, missing);
	else if (err == -ENOENT)
		message("no tracepoint htm_pmu:%s: modprobe htm_pmu", name);
	else
		message("the tracepoint htm_pmu:%s: %s%s", name, strerror(-err),
			err == -EACCES ? "; run htm stat as root" : "");
}

static int find(const char *folder, struct tracepoint *tp, const char *name)
{
	const char *missing;
	int err;

	for (size_t i = 0; i < tp->count; i++)
		tp->fields[i].name = names[i];
	err = tracepoint_read(tp, folder, "htm_pmu", name, &missing);
	if (err)
		explain(name, missing, err);
	return err;
}

/**
 * counter_find() - find the tracepoints
 * @points: what was found; points to itself
 *
 * Return: 0, or a negative errno, after a message.
 */
int counter_find(struct counter_points *points)
{
	const char *folder = tracepoint_folder();
	int err;

	if (!folder) {
		message("no tracefs: mount -t tracefs nodev /sys/kernel/tracing, as root");
		return -ENOENT;
	}
	points->hcall = (struct tracepoint) {
		.fields = points->hcall_fields, .count = COUNTER_FIELDS,
	};
	points->wait = (struct tracepoint) {
		.fields = points->wait_fields, .count = COUNTER_WAIT_FIELDS,
	};
	err = find(folder, &points->hcall, "htm_hcall");
	return err ?: find(folder, &points->wait, "htm_wait");
}

#ifdef HAVE_BPF
static int open_bpf(struct counter *c, const struct counter_points *points)
{
	int err = counter_bpf_open(c, points);

	if (err)
		message("the kernel takes no BPF program (%s): counting perf events",
			strerror(-err));
	return err;
}
#else
static int open_bpf(struct counter *c, const struct counter_points *points)
{
	(void)c;
	(void)points;
	return -ENOSYS;
}
#endif

/**
 * counter_open() - begin to count
 * @c: the counter
 * @points: from counter_find()
 *
 * Return: 0, or a negative errno, after a message.
 */
int counter_open(struct counter *c, const struct counter_points *points)
{
	int err;

	*c = (struct counter) {};
	if (!open_bpf(c, points))
		return 0;
	err = counter_perf_open(c, points);
	if (err)
		message("cannot open the tracepoints: %s%s", strerror(-err),
			err == -EACCES || err == -EPERM ? "; run htm stat as root" : "");
	return err;
}
