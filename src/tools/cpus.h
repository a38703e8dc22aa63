/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs there are to open events on. */
#ifndef HTM_CPUS_H
#define HTM_CPUS_H

#include <stddef.h>

int cpus_online(unsigned int *cpus, size_t room, size_t *count);

#endif /* HTM_CPUS_H */
