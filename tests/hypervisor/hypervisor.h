/* SPDX-License-Identifier: GPL-2.0 */
/* The emulated hypervisor, all of it but QEMU. */
#ifndef HYPERVISOR_HYPERVISOR_H
#define HYPERVISOR_HYPERVISOR_H

#include <stdbool.h>
#include <stdint.h>

#include "call.h"
#include "config.h"
#include "guest.h"
#include "text.h"

struct hypervisor;

struct hypervisor *hypervisor_new(struct config *config, struct error *error);
void hypervisor_free(struct hypervisor *hypervisor);
bool hypervisor_call(struct hypervisor *hypervisor, const struct guest *guest, unsigned int cpu,
		     const uint64_t arguments[CALL_ARGUMENTS], long *code);

#endif /* HYPERVISOR_HYPERVISOR_H */
