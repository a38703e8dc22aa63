/* SPDX-License-Identifier: GPL-2.0 */
/* The exit statuses of commands that work on what was recorded, one set for each input. */
#ifndef HTM_STATUS_H
#define HTM_STATUS_H

enum {
	EXIT_COMPLETE = 0,
	EXIT_ERROR = 1,
	EXIT_INCOMPLETE = 2,
};

int status_worse(int a, int b);
int status_printed(int status);

#endif /* HTM_STATUS_H */
