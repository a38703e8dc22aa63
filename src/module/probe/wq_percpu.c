// SPDX-License-Identifier: GPL-2.0
/* WQ_PERCPU (v6.18) */
#include <linux/workqueue.h>

int probe(void);
int probe(void)
{
	return WQ_PERCPU;
}
