/* SPDX-License-Identifier: GPL-2.0 */
/* What people write in configuration, fault scripts and on command lines. */
#ifndef HYPERVISOR_TEXT_H
#define HYPERVISOR_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* Why something was refused, for a person to read */
struct error {
	char text[512];
};

__attribute__((format(printf, 2, 3)))
bool refuse(struct error *error, const char *fmt, ...);

bool text_number(const char *text, uint64_t *number);
bool text_size(const char *text, uint64_t *bytes);
bool text_time(const char *text, uint64_t *ns);
char *text_word(char **rest);
char *text_strip(char *line);

bool text_each_line(const char *path, struct error *error,
		    bool (*use)(void *ctx, char *line, struct error *error), void *ctx);

#endif /* HYPERVISOR_TEXT_H */
