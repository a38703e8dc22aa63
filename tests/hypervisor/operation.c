// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "htm.h"
#include "operation.h"

/* The sizes that SETUP takes, as powers of two: 4 KiB to 512 GiB */
#define SETUP_MIN_LOG2		12
#define SETUP_MAX_LOG2		39

#define STATUS_ENTRY_SIZE	6
#define STATUS_CORE_ENTRY_SIZE	8
#define DETAILS_ENTRY_SIZE	24

/* What a call is about, which decides how its target is checked */
enum scope {
	SCOPE_MACHINE,	/* all of it: any type, and the place does not matter */
	SCOPE_PLACE,	/* a node, chip and core that exist: type 0 */
	SCOPE_TARGET,	/* a target that exists */
};

/* One call on its way through an operation; @target is there in SCOPE_TARGET */
struct service {
	struct system *system;
	const struct guest *guest;
	struct call *call;
	struct target *target;
};

static bool copy_out(struct service *service, const void *bytes, size_t size)
{
	struct call *call = service->call;
	uint64_t address = call->arg[0] + call->bytes;

	if (!service->guest->write(service->guest->ctx, address, bytes, size))
		return false;
	call->bytes += size;
	return true;
}

/* The memory that most operations answer into: address and size */
static long check_memory(const struct service *service, uint64_t least)
{
	const uint64_t *arg = service->call->arg;

	if (arg[1] < least)
		return H_P5;
	return guest_owns(service->guest, arg[0], arg[1]) ? H_SUCCESS : H_P4;
}

static long check_zeros(const struct service *service, unsigned int first)
{
	static const long codes[] = { H_P4, H_P5, H_P6 };

	for (unsigned int i = first; i < 3; i++) {
		if (service->call->arg[i])
			return codes[i];
	}
	return H_SUCCESS;
}

/* Bits of the operations and the types that there are; the layout is ours. */
static long do_capabilities(struct service *service)
{
	uint8_t bytes[HTM_CAPABILITIES_SIZE] = { 0 };
	long code = check_memory(service, sizeof(bytes));

	if (code)
		return code;
	if (service->call->arg[1] != sizeof(bytes))
		return H_P5;
	if (service->call->arg[2])
		return H_P6;
	put_be(bytes, (1ULL << HTM_OP_END) - (1ULL << HTM_CAPABILITIES), 8);
	put_be(bytes + 8, 1 << HTM_TYPE_NEST | 1 << HTM_TYPE_CORE | 1 << HTM_TYPE_LLAT, 8);
	put_be(bytes + 16, SETUP_MAX_LOG2, 8);
	return copy_out(service, bytes, sizeof(bytes)) ? H_SUCCESS : H_P4;
}

/* One page of @table; @log2 goes where STATUS has the size of the buffer. */
static long answer_table(struct service *service, const struct table *table, uint8_t log2)
{
	uint64_t size = service->call->arg[1];
	uint64_t position = service->call->arg[2];
	long code = check_memory(service, HTM_HEADER_SIZE + table->entry_size);
	struct table_answer answer;
	uint8_t *bytes;

	if (code)
		return code;
	if (position && position >= table->entries)
		return H_NOT_AVAILABLE;
	bytes = malloc(HTM_HEADER_SIZE + table_count(table, position, size) * table->entry_size);
	if (!bytes)
		return H_HARDWARE;
	answer = table_answer(table, position, size, bytes);
	bytes[HTM_HEADER_BUFFER_LOG2] = log2;
	code = answer.more ? H_PARTIAL : H_SUCCESS;
	if (!copy_out(service, bytes, answer.size))
		code = H_P4;
	free(bytes);
	return code;
}

/* STATUS lists the targets that share type, node and chip with the one asked. */
static bool is_listed(const struct target *target, const struct target *asked)
{
	return target->spec.node == asked->spec.node && target->spec.chip == asked->spec.chip &&
	       target->spec.type == asked->spec.type;
}

static const struct target *listed(const struct service *service, uint64_t index)
{
	const struct machine *machine = &service->system->machine;

	for (size_t i = 0; i < machine->count; i++) {
		if (is_listed(&machine->targets[i], service->target) && !index--)
			return &machine->targets[i];
	}
	return NULL;
}

/* Not public either. Ours: the core, the state, whether the buffer wraps. */
static void status_write(const void *ctx, uint64_t index, uint8_t *bytes)
{
	const struct service *service = ctx;
	const struct target *target = listed(service, index);

	put_be(bytes, target->spec.core, 2);
	put_be(bytes + 2, target->state, 1);
	put_be(bytes + 3, target->nowrap, 1);
	put_be(bytes + 4, 0, target->spec.type == HTM_TYPE_CORE ? 4 : 2);
}

static long do_status(struct service *service)
{
	struct table table = {
		/* The end marker that Linux's own client knows */
		.end_ones = true,
		.entry_size = service->target->spec.type == HTM_TYPE_CORE ?
			STATUS_CORE_ENTRY_SIZE : STATUS_ENTRY_SIZE,
		.write = status_write,
		.ctx = service,
	};

	while (listed(service, table.entries))
		table.entries++;
	return answer_table(service, &table, service->target->buffer_log2);
}

static long do_setup(struct service *service)
{
	uint64_t log2 = service->call->arg[0];
	long code = check_zeros(service, 1);

	if (log2 < SETUP_MIN_LOG2 || log2 > SETUP_MAX_LOG2)
		return H_P4;
	if (code)
		return code;
	if (service->target->state != TARGET_UNCONFIGURED)
		return H_STATE;
	/* For the next start of the whole machine, which here never comes */
	service->target->setup_log2 = log2;
	return H_SUCCESS;
}

static long do_configure(struct service *service)
{
	const struct call *call = service->call;

	if (call->arg[0] != UINT64_MAX)
		return H_P4;
	if (call->arg[1] != UINT64_MAX)
		return H_P5;
	if (call->arg[2])
		return H_P6;
	if (service->target->state != TARGET_UNCONFIGURED)
		return H_STATE;
	service->target->nowrap = call->flags & HTM_FLAG_NOWRAP;
	service->target->state = TARGET_CONFIGURED;
	return H_SUCCESS;
}

/* An operation without arguments, from one of the states @from to @to */
static long move(struct service *service, unsigned int from, enum target_state to)
{
	long code = check_zeros(service, 0);

	if (code)
		return code;
	if (!(from & 1U << service->target->state))
		return H_STATE;
	service->target->state = to;
	return H_SUCCESS;
}

static long do_start(struct service *service)
{
	return move(service, 1U << TARGET_CONFIGURED | 1U << TARGET_STOPPED, TARGET_TRACING);
}

static long do_stop(struct service *service)
{
	return move(service, 1U << TARGET_TRACING, TARGET_STOPPED);
}

static long do_deconfigure(struct service *service)
{
	return move(service, 1U << TARGET_CONFIGURED | 1U << TARGET_STOPPED, TARGET_UNCONFIGURED);
}

/* Not public either. Ours: all that there is to know about the target. */
static void details_write(const void *ctx, uint64_t index, uint8_t *bytes)
{
	const struct target *target = ctx;

	(void)index;
	put_be(bytes, target->spec.node, 2);
	put_be(bytes + 2, target->spec.chip, 2);
	put_be(bytes + 4, target->spec.core, 2);
	put_be(bytes + 6, target->spec.type, 1);
	put_be(bytes + 7, target->state, 1);
	put_be(bytes + 8, target->buffer_log2, 1);
	put_be(bytes + 9, target->setup_log2, 1);
	put_be(bytes + 10, target->nowrap, 1);
	put_be(bytes + 11, 0, 5);
	put_be(bytes + 16, target_buffer(target), 8);
}

static long do_dump_details(struct service *service)
{
	struct table table = {
		.entries = 1,
		.end_ones = true,
		.entry_size = DETAILS_ENTRY_SIZE,
		.write = details_write,
		.ctx = service->target,
	};

	return answer_table(service, &table, service->target->buffer_log2);
}

static bool copy_trace(struct service *service, uint64_t offset, uint64_t size)
{
	const struct target *target = service->target;
	uint8_t *chunk = service->system->chunk;

	while (size) {
		size_t piece = size < CHUNK_SIZE ? size : CHUNK_SIZE;

		data_read(&target->data, &target->spec, offset, chunk, piece);
		if (!copy_out(service, chunk, piece))
			return false;
		offset += piece;
		size -= piece;
	}
	return true;
}

static long do_dump_data(struct service *service)
{
	uint64_t size = service->call->arg[1];
	uint64_t offset = service->call->arg[2];
	uint64_t buffer = target_buffer(service->target);
	long code = check_memory(service, 1);

	if (code)
		return code;
	if (service->target->state != TARGET_STOPPED)
		return H_STATE;
	if (offset >= buffer)
		return H_NOT_AVAILABLE;
	code = size < buffer - offset ? H_PARTIAL : H_SUCCESS;
	if (size > buffer - offset)
		size = buffer - offset;
	return copy_trace(service, offset, size) ? code : H_P4;
}

static long do_dump_sysmem(struct service *service)
{
	return answer_table(service, &service->system->sysmem, 0);
}

static long do_dump_sysproc(struct service *service)
{
	return answer_table(service, &service->system->sysproc, 0);
}

static const struct operation {
	enum scope scope;
	long (*serve)(struct service *service);
} operations[HTM_OP_END] = {
	[HTM_CAPABILITIES] = { SCOPE_MACHINE, do_capabilities },
	[HTM_STATUS] = { SCOPE_TARGET, do_status },
	[HTM_SETUP] = { SCOPE_TARGET, do_setup },
	[HTM_CONFIGURE] = { SCOPE_TARGET, do_configure },
	[HTM_START] = { SCOPE_TARGET, do_start },
	[HTM_STOP] = { SCOPE_TARGET, do_stop },
	[HTM_DECONFIGURE] = { SCOPE_TARGET, do_deconfigure },
	[HTM_DUMP_DETAILS] = { SCOPE_TARGET, do_dump_details },
	[HTM_DUMP_DATA] = { SCOPE_TARGET, do_dump_data },
	[HTM_DUMP_SYSMEM_CONF] = { SCOPE_PLACE, do_dump_sysmem },
	[HTM_DUMP_SYSPROC_CONF] = { SCOPE_MACHINE, do_dump_sysproc },
};

static const struct operation *find_operation(const struct call *call)
{
	if (call->op >= HTM_OP_END || !operations[call->op].serve)
		return NULL;
	return &operations[call->op];
}

static bool is_type_for(enum scope scope, unsigned int type)
{
	switch (scope) {
	case SCOPE_PLACE:
		return type == HTM_TYPE_NONE;
	case SCOPE_TARGET:
		return type >= HTM_TYPE_NEST && type <= HTM_TYPE_LLAT;
	case SCOPE_MACHINE:
		break;
	}
	return type <= HTM_TYPE_LLAT || type == HTM_TYPE_GLOBAL;
}

/* The first three arguments: are they good in themselves? */
static long check_call(const struct call *call, const struct operation *operation)
{
	if ((call->flags & ~HTM_FLAG_NOWRAP) != HTM_FLAG_HARDWARE)
		return H_PARAMETER;
	if (call_target_reserved(call))
		return H_P2;
	if (call_operation_reserved(call) || !operation ||
	    !is_type_for(operation->scope, call->spec.type))
		return H_P3;
	return H_SUCCESS;
}

static bool find_target(struct service *service, enum scope scope)
{
	struct machine *machine = &service->system->machine;
	const struct spec *spec = &service->call->spec;

	switch (scope) {
	case SCOPE_PLACE:
		return machine_has_place(machine, spec);
	case SCOPE_TARGET:
		service->target = machine_target(machine, spec);
		return service->target;
	case SCOPE_MACHINE:
		break;
	}
	return true;
}

/**
 * operation_serve - do what a call asks for
 * @system: what it works on; calls must not overlap
 * @guest: memory of the guest that calls
 * @call: the call; its @bytes are set
 *
 * Return: the hypervisor's return code.
 */
long operation_serve(struct system *system, const struct guest *guest, struct call *call)
{
	const struct operation *operation = find_operation(call);
	struct service service = { .system = system, .guest = guest, .call = call };
	long code = check_call(call, operation);

	if (code)
		return code;
	if (!find_target(&service, operation->scope))
		return H_PARAMETER;
	return operation->serve(&service);
}
