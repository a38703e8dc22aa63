/* SPDX-License-Identifier: GPL-2.0 */
/* Ctrl-C and the like, which arrive only in interrupt_poll(). */
#ifndef HTM_INTERRUPT_H
#define HTM_INTERRUPT_H

#include <poll.h>

void interrupt_setup(void);
int interrupt_count(void);
int interrupt_poll(struct pollfd *fds, nfds_t count, long milliseconds);

#endif /* HTM_INTERRUPT_H */
