// SPDX-License-Identifier: GPL-2.0
/*
 * perf shows an errno only; the kernel log says what to do about it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/stdarg.h>

#include "config.h"
#include "refuse.h"

/* perf opens a refused event again and again with fewer features: say it once. */
static bool said_already(const struct perf_event *event, int err)
{
	static DEFINE_SPINLOCK(lock);
	static struct {
		pid_t pid;
		u64 config;
		int err;
	} last;
	pid_t pid = task_tgid_nr(current);
	bool same;

	spin_lock(&lock);
	same = last.pid == pid && last.config == event->attr.config && last.err == err;
	last.pid = pid;
	last.config = event->attr.config;
	last.err = err;
	spin_unlock(&lock);
	return same;
}

/**
 * htm_refuse - refuse to open an event, and say what to do
 * @event: the event
 * @err: the negative errno that perf shows
 * @fmt: what follows the target's name in the log
 *
 * Context: process.
 * Return: @err.
 */
int htm_refuse(const struct perf_event *event, int err, const char *fmt, ...)
{
	struct htm_target target = htm_config_target(event->attr.config);
	struct va_format vaf = { .fmt = fmt };
	char name[HTM_TARGET_NAME];
	va_list args;

	if (said_already(event, err))
		return err;

	htm_target_name(&target, name);
	va_start(args, fmt);
	vaf.va = &args;
	pr_notice_ratelimited("%s: %pV\n", name, &vaf);
	va_end(args);
	return err;
}
