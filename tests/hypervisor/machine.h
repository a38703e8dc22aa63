/* SPDX-License-Identifier: GPL-2.0 */
/* The targets of the machine and the state that each of them is in. */
#ifndef HYPERVISOR_MACHINE_H
#define HYPERVISOR_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "data.h"
#include "spec.h"
#include "text.h"

enum target_state {
	TARGET_UNCONFIGURED,
	TARGET_CONFIGURED,
	TARGET_TRACING,
	TARGET_STOPPED,
};

/**
 * struct target - one trace macro
 * @spec: which
 * @state: what it does
 * @buffer_log2: size of its trace buffer, as a power of two
 * @setup_log2: size that SETUP asked for, for the next start of the machine
 * @nowrap: it was configured to stop when the buffer is full
 * @own_data: the file of this target alone
 * @data: what it serves: that file, the machine's, or all zero for the pattern
 */
struct target {
	struct spec spec;
	enum target_state state;
	uint8_t buffer_log2;
	uint8_t setup_log2;
	bool nowrap;
	struct data own_data;
	struct data data;
};

/**
 * struct machine - all targets
 * @targets: in the order of the configuration
 * @count: how many
 * @data: the file that targets without their own serve
 */
struct machine {
	struct target *targets;
	size_t count;
	struct data data;
};

bool machine_init(struct machine *machine, const struct config *config, struct error *error);
void machine_free(struct machine *machine);
struct target *machine_target(struct machine *machine, const struct spec *spec);
bool machine_has_place(const struct machine *machine, const struct spec *spec);
uint64_t target_buffer(const struct target *target);

#endif /* HYPERVISOR_MACHINE_H */
