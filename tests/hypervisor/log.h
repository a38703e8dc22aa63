/* SPDX-License-Identifier: GPL-2.0 */
/* The log of all calls, one a line, for programs to read. */
#ifndef HYPERVISOR_LOG_H
#define HYPERVISOR_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call.h"
#include "text.h"

/* Room for the longest line there is */
#define LOG_LINE_MAX	512

int log_open(const char *path, struct error *error);
size_t log_format(char line[LOG_LINE_MAX], uint64_t time, const struct call *call, long code);
void log_write(int fd, uint64_t time, const struct call *call, long code);

#endif /* HYPERVISOR_LOG_H */
