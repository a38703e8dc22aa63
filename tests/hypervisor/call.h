/* SPDX-License-Identifier: GPL-2.0 */
/* One call of H_HTM. */
#ifndef HYPERVISOR_CALL_H
#define HYPERVISOR_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "spec.h"

/* Arguments of H_HTM, in r4 to r9 */
#define CALL_ARGUMENTS	6

/**
 * struct call - a call and what became of it
 * @flags: first argument
 * @target: second argument
 * @operation: third argument
 * @arg: fourth to sixth argument
 * @op: enum htm_op in @operation, or a number that is none
 * @spec: what @target and @operation name, or a target that does not exist
 * @cpu: the virtual CPU that calls
 * @bytes: how many bytes were written into the guest's memory
 * @delay: how long the call was held up on purpose, ns
 * @fault: the fault script decided on it
 */
struct call {
	uint64_t flags;
	uint64_t target;
	uint64_t operation;
	uint64_t arg[3];
	unsigned int op;
	struct spec spec;
	unsigned int cpu;
	uint64_t bytes;
	uint64_t delay;
	bool fault;
};

struct call call_decode(const uint64_t arguments[CALL_ARGUMENTS], unsigned int cpu);
uint64_t call_target_reserved(const struct call *call);
uint64_t call_operation_reserved(const struct call *call);

#endif /* HYPERVISOR_CALL_H */
