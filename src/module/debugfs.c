// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/htm_pmu: what the sessions are at, and what the hypervisor says
 * of itself. Reading disturbs no trace. See docs/debugfs.md.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "block.h"
#include "debugfs.h"
#include "hcall.h"
#include "survey.h"
#include "target.h"

/* As much as one answer may take; more comes in more answers. */
#define ANSWER_BYTES	4096

/* More blocks than any machine has processors */
#define BLOCKS_MAX	4096

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

	seq_printf(m, "%s %s cpu=%d sink=%s bytes=%llu of=%llu extents=%u",
		   s->name, htm_state_name(READ_ONCE(s->state)), s->event->cpu,
		   sink_name(s->window.sink), READ_ONCE(s->window.delivered), s->buffer_size,
		   READ_ONCE(s->aux_extents));
	seq_printf(m, " window=%u error=%d pid=%d ", s->window.number, READ_ONCE(s->error),
		   s->owner_pid);
	/* A process may give itself any name. */
	seq_escape(m, s->owner, "\n\\");
	seq_putc(m, '\n');
}

static int sessions_show(struct seq_file *m, void *unused)
{
	htm_target_for_each(show_session, m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sessions);

static void *find_target(struct seq_file *m, loff_t *place)
{
	struct htm_survey *survey = m->private;
	int found = htm_survey_next(survey, place);

	if (found < 0)
		return ERR_PTR(found);
	return found ? survey : NULL;
}

static void *targets_start(struct seq_file *m, loff_t *place)
{
	return find_target(m, place);
}

static void *targets_next(struct seq_file *m, void *unused, loff_t *place)
{
	++*place;
	return find_target(m, place);
}

static void targets_stop(struct seq_file *m, void *unused)
{
}

static int targets_show(struct seq_file *m, void *found)
{
	const struct htm_survey *survey = found;
	char name[HTM_TARGET_NAME];

	htm_target_name(&survey->target, name);
	seq_printf(m, "%s buffer=%llu error=%d\n", name, survey->buffer_size, survey->error);
	return 0;
}

static const struct seq_operations targets_ops = {
	.start = targets_start,
	.next = targets_next,
	.stop = targets_stop,
	.show = targets_show,
};

static int targets_open(struct inode *inode, struct file *file)
{
	return seq_open_private(file, &targets_ops, sizeof(struct htm_survey));
}

static const struct file_operations targets_fops = {
	.owner = THIS_MODULE,
	.open = targets_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release_private,
};

static int capabilities_show(struct seq_file *m, void *unused)
{
	void *buf = kmalloc(HTM_CAPABILITIES_BYTES, GFP_KERNEL);
	int err;

	if (!buf)
		return -ENOMEM;
	err = htm_hcall_capabilities(buf);
	if (!err)
		seq_write(m, buf, HTM_CAPABILITIES_BYTES);
	kfree(buf);
	return err;
}
DEFINE_SHOW_ATTRIBUTE(capabilities);

static int write_processors(struct seq_file *m, void *buf)
{
	static const struct htm_target first;
	struct htm_block block = {};
	int blocks;

	for (blocks = 0; !block.last && blocks < BLOCKS_MAX; blocks++) {
		u64 position = block.next;
		int err;

		err = htm_hcall_dump_table(HTM_OP_DUMP_SYSPROC_CONF, &first, buf, ANSWER_BYTES,
					   position, NULL);
		if (!err)
			err = htm_block_parse(buf, ANSWER_BYTES, HTM_SYSPROC_ENTRY, position,
					      &block);
		if (err)
			return err == -ENODATA ? 0 : err;
		seq_write(m, buf, block.bytes);
	}
	return block.last ? 0 : -EIO;
}

static int processors_show(struct seq_file *m, void *unused)
{
	void *buf = kmalloc(ANSWER_BYTES, GFP_KERNEL);
	int err;

	if (!buf)
		return -ENOMEM;
	err = write_processors(m, buf);
	kfree(buf);
	return err;
}
DEFINE_SHOW_ATTRIBUTE(processors);

/**
 * htm_debugfs_init - make the files; without debugfs, do without
 *
 * Context: process, may sleep.
 */
void htm_debugfs_init(void)
{
	root = debugfs_create_dir("htm_pmu", NULL);
	debugfs_create_file("sessions", 0400, root, NULL, &sessions_fops);
	debugfs_create_file("targets", 0400, root, NULL, &targets_fops);
	debugfs_create_file("capabilities", 0400, root, NULL, &capabilities_fops);
	debugfs_create_file("processors", 0400, root, NULL, &processors_fops);
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
