// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/htm_pmu: what the sessions are at. Reading disturbs none.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>

#include "debugfs.h"
#include "target.h"

static struct dentry *root;

static const char *sink_name(enum htm_pmu_sink sink)
{
	switch (sink) {
	case HTM_PMU_SINK_AUX:
		return "aux";
	case HTM_PMU_SINK_RAW:
		return "raw";
	default:
		return "-";
	}
}

static void show_session(struct htm_session *s, void *arg)
{
	struct seq_file *m = arg;

	seq_printf(m, "%s %s cpu=%d sink=%s bytes=%llu of=%llu window=%u error=%d pid=%d %s\n",
		   s->name, htm_state_name(READ_ONCE(s->state)), s->event->cpu,
		   sink_name(s->window.sink), READ_ONCE(s->window.delivered), s->buffer_size,
		   s->window.number, READ_ONCE(s->error), s->owner_pid, s->owner);
}

static int sessions_show(struct seq_file *m, void *unused)
{
	htm_target_for_each(show_session, m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sessions);

/**
 * htm_debugfs_init - make the files; without debugfs, do without
 *
 * Context: process, may sleep.
 */
void htm_debugfs_init(void)
{
	root = debugfs_create_dir("htm_pmu", NULL);
	debugfs_create_file("sessions", 0400, root, NULL, &sessions_fops);
}

/**
 * htm_debugfs_exit - take the files away
 *
 * Context: process, may sleep.
 */
void htm_debugfs_exit(void)
{
	debugfs_remove(root);
}
