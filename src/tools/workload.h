/* SPDX-License-Identifier: GPL-2.0 */
/* The user's command. */
#ifndef HTM_WORKLOAD_H
#define HTM_WORKLOAD_H

#include <sys/types.h>

int workload_start(char **argv, pid_t *pid);
int workload_exit_status(int status);

#endif /* HTM_WORKLOAD_H */
