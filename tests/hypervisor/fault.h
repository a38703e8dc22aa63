/* SPDX-License-Identifier: GPL-2.0 */
/* The fault script: which calls go wrong, and how. */
#ifndef HYPERVISOR_FAULT_H
#define HYPERVISOR_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spec.h"
#include "text.h"

/**
 * struct fault_rule - one line of the script
 * @op: enum htm_op it is about
 * @first: the first call that it applies to, counted from 1
 * @last: the last one
 * @code: what to answer; H_SUCCESS: serve the call
 * @delay: how long the call takes before that, ns
 * @one_target: it is only about @target
 * @target: see @one_target
 * @seen: how many such calls there were so far
 */
struct fault_rule {
	unsigned int op;
	uint64_t first;
	uint64_t last;
	long code;
	uint64_t delay;
	bool one_target;
	struct spec target;
	uint64_t seen;
};

struct fault_script {
	struct fault_rule *rules;
	size_t count;
};

bool fault_add(struct fault_script *script, char *line, struct error *error);
bool fault_load(struct fault_script *script, const char *path, struct error *error);
void fault_unload(struct fault_script *script);
const struct fault_rule *fault_next(struct fault_script *script, unsigned int op,
				    const struct spec *target);

#endif /* HYPERVISOR_FAULT_H */
