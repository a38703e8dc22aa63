/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers as users and sysfs write them. */
#ifndef HTM_PARSE_H
#define HTM_PARSE_H

#include <stddef.h>
#include <stdint.h>

int parse_number(const char **text, uint64_t *value);
int parse_size(const char *text, uint64_t *bytes);
int parse_index(const char *text, uint32_t max, uint32_t *index);
int parse_duration(const char *text, long *ms);
int parse_cpu_list(const char *text, unsigned int *cpus, size_t room, size_t *count);
int parse_address(const char **text, uint64_t *address);
int parse_range(const char *text, uint64_t *first, uint64_t *last);

#endif /* HTM_PARSE_H */
