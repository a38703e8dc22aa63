/* SPDX-License-Identifier: GPL-2.0 */
/* The user's command, and the exit status of what runs one. */
#ifndef HTM_WORKLOAD_H
#define HTM_WORKLOAD_H

#include <sys/types.h>

/* What is not that of the command; as env(1) and others that run commands have it */
enum {
	WORKLOAD_INCOMPLETE = 123,	/* it ran, but something is missing */
	WORKLOAD_FAILED = 125,		/* it did not come to that */
	WORKLOAD_CANNOT_RUN = 126,	/* the command cannot be run */
	WORKLOAD_NOT_FOUND = 127,	/* the command does not exist */
};

int workload_start(char **argv, pid_t *pid);
int workload_exit_status(int status);

#endif /* HTM_WORKLOAD_H */
