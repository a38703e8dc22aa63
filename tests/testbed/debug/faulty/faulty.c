// SPDX-License-Identifier: GPL-2.0
/*
 * Does one thing wrong when it is loaded, so that test_debug sees that the debug kernel
 * says so and that the runner hears it.
 */
#include <linux/compiler.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>

static char *fault = "";
module_param(fault, charp, 0);
MODULE_PARM_DESC(fault, "free, sleep, order, shift or leak");

static int width = 32;
module_param(width, int, 0);
MODULE_PARM_DESC(width, "a shift that is too wide, unknown to the compiler");

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

static void use_after_free(void)
{
	char *object = kzalloc(100, GFP_KERNEL);

	/* so that the compiler does not see it */
	OPTIMIZER_HIDE_VAR(object);
	if (!object)
		return;
	kfree(object);
	OPTIMIZER_HIDE_VAR(object);
	pr_info("%d\n", READ_ONCE(object[50]));
}

static void sleep_in_atomic(void)
{
	preempt_disable();
	might_sleep();
	preempt_enable();
}

static void lock_in_both_orders(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);

	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

static void shift_too_far(void)
{
	pr_info("%d\n", 1 << width);
}

/* Several: a word that looks like the address of one may be left somewhere. */
static void leak(void)
{
	char *object;
	int i;

	for (i = 0; i < 20; i++) {
		object = kzalloc(100, GFP_KERNEL);
		OPTIMIZER_HIDE_VAR(object);
	}
}

static int __init faulty_init(void)
{
	if (!strcmp(fault, "free"))
		use_after_free();
	else if (!strcmp(fault, "sleep"))
		sleep_in_atomic();
	else if (!strcmp(fault, "order"))
		lock_in_both_orders();
	else if (!strcmp(fault, "shift"))
		shift_too_far();
	else if (!strcmp(fault, "leak"))
		leak();
	else
		return -EINVAL;
	return 0;
}
module_init(faulty_init);

static void __exit faulty_exit(void)
{
}
module_exit(faulty_exit);

MODULE_DESCRIPTION("One fault of the kind asked for");
MODULE_LICENSE("GPL");
