// SPDX-License-Identifier: GPL-2.0
#include "call.h"
#include "htm.h"

static uint16_t field(uint64_t argument, unsigned int shift)
{
	return argument >> shift & HTM_FIELD_MASK;
}

/**
 * call_decode - take the arguments of a call apart
 * @arguments: as in r4 to r9
 * @cpu: the virtual CPU that calls
 */
struct call call_decode(const uint64_t arguments[CALL_ARGUMENTS], unsigned int cpu)
{
	uint64_t target = arguments[1];
	uint64_t operation = arguments[2];

	return (struct call) {
		.flags = arguments[0],
		.target = target,
		.operation = operation,
		.arg = { arguments[3], arguments[4], arguments[5] },
		.op = field(operation, HTM_OP_SHIFT),
		.spec = {
			.node = field(target, HTM_NODE_SHIFT),
			.chip = field(target, HTM_CHIP_SHIFT),
			.core = field(target, HTM_CORE_SHIFT),
			.type = field(operation, HTM_TYPE_SHIFT),
		},
		.cpu = cpu,
	};
}

/**
 * call_target_reserved - what is in the target argument that names no target
 * @call: the call
 *
 * Return: the reserved bits; a good call has none.
 */
uint64_t call_target_reserved(const struct call *call)
{
	return call->target & ((1ULL << HTM_CORE_SHIFT) - 1);
}

/**
 * call_operation_reserved - the same for the operation argument
 * @call: the call
 *
 * Return: the reserved bits; a good call has none.
 */
uint64_t call_operation_reserved(const struct call *call)
{
	return call->operation & ((1ULL << HTM_TYPE_SHIFT) - 1);
}
