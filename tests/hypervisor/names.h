/* SPDX-License-Identifier: GPL-2.0 */
/* Operations and return codes by the names that people know them by. */
#ifndef HYPERVISOR_NAMES_H
#define HYPERVISOR_NAMES_H

#include <stdbool.h>

/* Room for any name or number that this file writes */
#define NAME_MAX_LEN	40

const char *op_name(unsigned int op);
bool op_number(const char *name, unsigned int *op);
const char *code_name(long code, char room[NAME_MAX_LEN]);
bool code_number(const char *name, long *code);

#endif /* HYPERVISOR_NAMES_H */
