// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "htm.h"
#include "machine.h"

/* The machine without a `target` line */
#define DEFAULT_NODES	2
#define DEFAULT_CHIPS	4
#define DEFAULT_CORES	4
#define DEFAULT_TYPES	3
#define DEFAULT_TARGETS	(DEFAULT_NODES * DEFAULT_CHIPS * DEFAULT_CORES * DEFAULT_TYPES)

#define BUFFER_MIN_LOG2	12

static struct spec default_spec(size_t index)
{
	return (struct spec) {
		.type = HTM_TYPE_NEST + index % DEFAULT_TYPES,
		.core = index / DEFAULT_TYPES % DEFAULT_CORES,
		.chip = index / DEFAULT_TYPES / DEFAULT_CORES % DEFAULT_CHIPS,
		.node = index / DEFAULT_TYPES / DEFAULT_CORES / DEFAULT_CHIPS,
	};
}

static uint8_t log2_up(uint64_t size)
{
	uint8_t log2 = BUFFER_MIN_LOG2;

	while (1ULL << log2 < size)
		log2++;
	return log2;
}

static bool target_init(struct target *target, const struct machine *machine,
			const struct config_target *config, struct error *error)
{
	uint64_t buffer = config->buffer;

	target->spec = config->spec;
	if (config->data && !data_load(&target->own_data, config->data, error))
		return false;
	target->data = config->data ? target->own_data : machine->data;
	/* A file is served whole */
	if (buffer < target->data.size)
		buffer = target->data.size;
	target->buffer_log2 = log2_up(buffer);
	target->setup_log2 = target->buffer_log2;
	return true;
}

static bool fill(struct machine *machine, const struct config *config, struct error *error)
{
	for (size_t i = 0; i < machine->count; i++) {
		struct config_target one = { .spec = default_spec(i), .buffer = config->buffer };

		if (config->target_count)
			one = config->targets[i];
		if (!target_init(&machine->targets[i], machine, &one, error))
			return false;
	}
	return true;
}

/**
 * machine_init - build the machine, all targets unconfigured
 * @machine: to be filled; give it to machine_free() in the end
 * @config: what it is to be like
 * @error: where the reason of a failure goes
 *
 * Return: false if a data file cannot be read or there is no memory; nothing
 * is left to be freed then.
 */
bool machine_init(struct machine *machine, const struct config *config, struct error *error)
{
	*machine = (struct machine) {
		.count = config->target_count ? config->target_count : DEFAULT_TARGETS,
	};
	if (config->data && !data_load(&machine->data, config->data, error))
		return false;
	machine->targets = calloc(machine->count, sizeof(*machine->targets));
	if (!machine->targets)
		machine->count = 0;
	if (machine->targets && fill(machine, config, error))
		return true;
	if (!machine->targets)
		refuse(error, "out of memory");
	machine_free(machine);
	return false;
}

/**
 * machine_free - let go of what a machine holds
 * @machine: from machine_init()
 */
void machine_free(struct machine *machine)
{
	for (size_t i = 0; i < machine->count; i++)
		data_unload(&machine->targets[i].own_data);
	free(machine->targets);
	machine->targets = NULL;
	machine->count = 0;
	data_unload(&machine->data);
}

/**
 * machine_target - find a target
 * @machine: the machine
 * @spec: which
 *
 * Return: the target, or NULL if the machine has no such one.
 */
struct target *machine_target(struct machine *machine, const struct spec *spec)
{
	for (size_t i = 0; i < machine->count; i++) {
		if (spec_same(&machine->targets[i].spec, spec))
			return &machine->targets[i];
	}
	return NULL;
}

/**
 * machine_has_place - is there a target of any type at this node, chip and core?
 * @machine: the machine
 * @spec: the place
 */
bool machine_has_place(const struct machine *machine, const struct spec *spec)
{
	for (size_t i = 0; i < machine->count; i++) {
		if (spec_same_place(&machine->targets[i].spec, spec))
			return true;
	}
	return false;
}

/**
 * target_buffer - the size of a target's trace buffer
 * @target: the target
 *
 * Return: bytes.
 */
uint64_t target_buffer(const struct target *target)
{
	return 1ULL << target->buffer_log2;
}
