// SPDX-License-Identifier: GPL-2.0
/*
 * Load and unload: is this a machine that has hardware traces for us?
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/namei.h>
#include <linux/of.h>
#include <linux/path.h>
#include <linux/reboot.h>
#include <linux/slab.h>
#include <asm/firmware.h>
#include <asm/machdep.h>

#include "debugfs.h"
#include "hcall.h"
#include "pmu.h"
#include "session.h"
#include "target.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* Is it a guest of Linux KVM? The kernel's own flag is not exported before v6.12. */
static bool kvm_guest_by_devicetree(void)
{
	struct device_node *hypervisor = of_find_node_by_path("/hypervisor");
	bool kvm = hypervisor && of_device_is_compatible(hypervisor, "linux,kvm");

	of_node_put(hypervisor);
	return kvm;
}

static int check_platform(void)
{
	if (!machine_is(pseries) || !firmware_has_feature(FW_FEATURE_LPAR)) {
		pr_err("this machine is not a logical partition (pSeries LPAR); hardware traces need one\n");
		return -ENODEV;
	}
	if (kvm_guest_by_devicetree()) {
		pr_err("this is a KVM guest; hardware traces need a PowerVM partition\n");
		return -ENODEV;
	}
	return 0;
}

static int check_hypervisor(void)
{
	void *buf = kmalloc(HTM_CAPABILITIES_BYTES, GFP_KERNEL);
	int err;

	if (!buf)
		return -ENOMEM;
	err = htm_hcall_capabilities(buf);
	kfree(buf);

	if (err == -ENODEV)
		pr_err("the hypervisor has no H_HTM; it takes a POWER10 or later machine with current firmware\n");
	if (err == -EPERM)
		pr_err("the hypervisor refuses H_HTM to this partition; allow performance information collection in its profile on the HMC, then load again\n");
	/* A machine may refuse the target that was asked, and still have others. */
	return err == -ENODEV || err == -EPERM ? err : 0;
}

/* perf would say this with a stack trace. */
static int check_name(void)
{
	struct path path;

	if (kern_path("/sys/bus/event_source/devices/htm", LOOKUP_FOLLOW, &path))
		return 0;
	path_put(&path);
	pr_err("there is a PMU named htm already, the kernel's own perhaps; use that one, or unload it first\n");
	/* Not -EEXIST: modprobe takes that for "loaded already", and succeeds. */
	return -EBUSY;
}

static int htm_reboot(struct notifier_block *nb, unsigned long action, void *data)
{
	htm_target_shut_all(htm_session_shutdown);
	return NOTIFY_DONE;
}

/* The next kernel finds the targets as this one did. */
static struct notifier_block htm_reboot_notifier = {
	.notifier_call = htm_reboot,
};

static int __init htm_pmu_init(void)
{
	int err;

	err = check_platform();
	if (err)
		return err;
	err = check_hypervisor();
	if (err)
		return err;
	err = check_name();
	if (err)
		return err;

	err = register_reboot_notifier(&htm_reboot_notifier);
	if (err)
		return err;
	err = htm_pmu_register();
	if (err) {
		pr_err("perf does not accept the PMU (error %d)\n", err);
		goto unregister_notifier;
	}
	htm_debugfs_init();
	return 0;

unregister_notifier:
	unregister_reboot_notifier(&htm_reboot_notifier);
	return err;
}

static void __exit htm_pmu_exit(void)
{
	htm_debugfs_exit();
	htm_pmu_unregister();
	unregister_reboot_notifier(&htm_reboot_notifier);
}

module_init(htm_pmu_init);
module_exit(htm_pmu_exit);

MODULE_DESCRIPTION("perf PMU for the Hardware Trace Macro of IBM POWER");
MODULE_AUTHOR("The htm-pmu maintainers");
MODULE_LICENSE("GPL");
MODULE_VERSION(HTM_VERSION);
