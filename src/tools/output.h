/* SPDX-License-Identifier: GPL-2.0 */
/* Output files that get their names only when they are whole. */
#ifndef HTM_OUTPUT_H
#define HTM_OUTPUT_H

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

/* Begins the names of files with the trace of a target, or what came of it */
#define OUTPUT_TRACE	"htm.bin"

/* Ends the name of a file that is kept although it is not whole */
#define OUTPUT_PARTIAL	".partial"

struct output {
	int fd;
	char path[PATH_MAX];	/* the name it will have */
	char temp[PATH_MAX];	/* the name it has */
};

int output_create(struct output *o, const char *path);
int output_open(struct output *o, const char *dir, const char *prefix, const char *target);
int output_write(struct output *o, const char *data, size_t size);
int output_copy(struct output *o, int from, uint64_t offset, uint64_t size);
int output_commit(struct output *o);
int output_keep(struct output *o);
void output_abandon(struct output *o);

#endif /* HTM_OUTPUT_H */
