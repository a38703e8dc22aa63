/* SPDX-License-Identifier: GPL-2.0 */
/* The targets that this machine has, and who holds them, as the driver tells in debugfs. */
#ifndef HTM_MACHINE_H
#define HTM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "target.h"
#include "vector.h"

#define MACHINE_WORD	16	/* bytes of a state's or a process's name, and its end */

/**
 * struct machine_holder - the open event that has a target
 * @state: what the driver is at, in a word
 * @cpu: where the event is open
 * @sink: how its trace travels: aux, raw, or - before that is known
 * @bytes: how much of the trace is delivered
 * @error: why the session has failed, a negative errno, or 0
 * @pid: who opened it
 * @command: the name of that process
 */
struct machine_holder {
	char state[MACHINE_WORD];
	unsigned int cpu;
	char sink[MACHINE_WORD];
	uint64_t bytes;
	int error;
	int pid;
	char command[MACHINE_WORD];
};

/**
 * struct machine_target - a target that answers
 * @target: its name
 * @buffer: bytes of its trace buffer; 0: none has been set up
 * @error: why the hypervisor tells no more, a negative errno, or 0
 * @held: @holder has it
 * @holder: who has it, if @held
 */
struct machine_target {
	struct htm_target target;
	uint64_t buffer;
	int error;
	bool held;
	struct machine_holder holder;
};

struct machine {
	VECTOR(struct machine_target) targets;
};

int machine_read_targets(struct machine *m, FILE *file);
int machine_read_sessions(struct machine *m, FILE *file);
bool machine_has_pmu(void);
int machine_read(struct machine *m);
void machine_complain(int err);
const struct machine_target *machine_find(const struct machine *m,
					  const struct htm_target *target);
void machine_free(struct machine *m);

#endif /* HTM_MACHINE_H */
