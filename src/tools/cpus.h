/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs there are to open events on, and which targets go where. */
#ifndef HTM_CPUS_H
#define HTM_CPUS_H

#include "choice.h"

#define CPU_NO_PACKAGE	-1

/**
 * struct cpu - a CPU that is online
 * @number: its number
 * @package: the chip that it is on, as the kernel numbers these, or CPU_NO_PACKAGE
 * @load: how many targets are open on it
 */
struct cpu {
	unsigned int number;
	int package;
	unsigned int load;
};

typedef VECTOR(struct cpu) cpu_list;

int cpus_read(cpu_list *cpus);
bool cpus_on_chips(const cpu_list *cpus);
unsigned int cpus_assign(cpu_list *cpus, const struct htm_target *target,
			 const struct machine *m);

#endif /* HTM_CPUS_H */
