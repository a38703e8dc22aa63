/* SPDX-License-Identifier: GPL-2.0 */
/* What is in a target's trace buffer. */
#ifndef HYPERVISOR_DATA_H
#define HYPERVISOR_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spec.h"
#include "text.h"

/**
 * struct data - the contents of a file, to be served as trace
 * @bytes: the contents, or NULL to serve the pattern instead
 * @size: how many there are; zeros follow
 */
struct data {
	const uint8_t *bytes;
	uint64_t size;
};

void data_pattern(const struct spec *spec, uint64_t offset, uint8_t *bytes, size_t size);
bool data_load(struct data *data, const char *path, struct error *error);
void data_unload(struct data *data);
void data_read(const struct data *data, const struct spec *spec, uint64_t offset,
	       uint8_t *bytes, size_t size);

#endif /* HYPERVISOR_DATA_H */
