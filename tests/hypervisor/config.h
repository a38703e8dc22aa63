/* SPDX-License-Identifier: GPL-2.0 */
/* What the machine is to be like. */
#ifndef HYPERVISOR_CONFIG_H
#define HYPERVISOR_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"
#include "spec.h"
#include "text.h"

/**
 * struct config_target - one target
 * @spec: which
 * @buffer: bytes of its trace buffer, a power of two
 * @data: path of the file that it serves as trace, or NULL
 */
struct config_target {
	struct spec spec;
	uint64_t buffer;
	char *data;
};

/**
 * struct config_table - a table that is answered page by page
 * @entries: how many it has
 * @page: the most of them in one answer; 0: as many as fit
 * @end_ones: the position after the last entry is all-ones, not 0
 */
struct config_table {
	uint64_t entries;
	uint64_t page;
	bool end_ones;
};

/**
 * struct config - all of it
 * @targets: those that were asked for; none: the default ones
 * @target_count: how many
 * @buffer: bytes of a default target's trace buffer, a power of two
 * @data: path of the file that targets without their own serve, or NULL
 * @sysmem: the system memory configuration
 * @sysproc: the system processor configuration
 * @faults: the fault script
 * @latency: added to each call, ns
 * @log: path of the log, or NULL
 * @authority: the partition may call H_HTM
 * @function: H_HTM exists
 */
struct config {
	struct config_target *targets;
	size_t target_count;
	uint64_t buffer;
	char *data;
	struct config_table sysmem;
	struct config_table sysproc;
	struct fault_script faults;
	uint64_t latency;
	char *log;
	bool authority;
	bool function;
};

void config_init(struct config *config);
bool config_set(struct config *config, const char *key, char *value, struct error *error);
bool config_load(struct config *config, const char *path, struct error *error);
bool config_arguments(struct config *config, int argc, char **argv, struct error *error);
void config_free(struct config *config);

#endif /* HYPERVISOR_CONFIG_H */
