/* SPDX-License-Identifier: GPL-2.0 */
/* The guest's memory, as far as the hypervisor needs it. */
#ifndef HYPERVISOR_GUEST_H
#define HYPERVISOR_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct guest - how to get at the memory of the guest that calls
 * @read: copy from real address @address; false if not all of it is RAM
 * @write: copy to real address @address; false if not all of it is RAM
 * @ctx: for both
 */
struct guest {
	bool (*read)(void *ctx, uint64_t address, void *bytes, size_t size);
	bool (*write)(void *ctx, uint64_t address, const void *bytes, size_t size);
	void *ctx;
};

bool guest_owns(const struct guest *guest, uint64_t address, uint64_t size);

#endif /* HYPERVISOR_GUEST_H */
