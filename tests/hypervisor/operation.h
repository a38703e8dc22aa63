/* SPDX-License-Identifier: GPL-2.0 */
/* The eleven operations of H_HTM. */
#ifndef HYPERVISOR_OPERATION_H
#define HYPERVISOR_OPERATION_H

#include <stdint.h>

#include "call.h"
#include "guest.h"
#include "machine.h"
#include "table.h"

/* Trace is made and copied in pieces of this size */
#define CHUNK_SIZE	(1UL << 20)

/**
 * struct system - what operations work on
 * @machine: the targets
 * @sysmem: the system memory configuration
 * @sysproc: the system processor configuration
 * @chunk: room for CHUNK_SIZE bytes
 */
struct system {
	struct machine machine;
	struct table sysmem;
	struct table sysproc;
	uint8_t *chunk;
};

long operation_serve(struct system *system, const struct guest *guest, struct call *call);

#endif /* HYPERVISOR_OPERATION_H */
