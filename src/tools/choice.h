/* SPDX-License-Identifier: GPL-2.0 */
/* The targets that the user means: by name, by pattern, or of all chips. */
#ifndef HTM_CHOICE_H
#define HTM_CHOICE_H

#include "machine.h"

typedef VECTOR(struct htm_target) htm_targets;

bool choice_is_pattern(const char *text);
int choice_add(htm_targets *chosen, const struct htm_target *target);
int choice_add_matches(htm_targets *chosen, const struct machine *m, const char *pattern);
int choice_add_chips(htm_targets *chosen, const struct machine *m);

#endif /* HTM_CHOICE_H */
