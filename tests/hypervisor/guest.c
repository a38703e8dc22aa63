// SPDX-License-Identifier: GPL-2.0
#include "guest.h"

/* RAM comes in pieces much larger than this, aligned to their size */
#define PROBE_STEP	0x10000ULL

static bool is_ram(const struct guest *guest, uint64_t address)
{
	uint8_t byte;

	return guest->read(guest->ctx, address, &byte, sizeof(byte));
}

/**
 * guest_owns - is a range of real addresses the guest's RAM, all of it?
 * @guest: the guest
 * @address: where it begins
 * @size: its bytes, not 0
 *
 * So that a bad range is refused before a byte is written.
 */
bool guest_owns(const struct guest *guest, uint64_t address, uint64_t size)
{
	uint64_t last;

	if (__builtin_add_overflow(address, size - 1, &last))
		return false;
	/* Both ends first: a size that makes no sense is refused at once */
	if (!is_ram(guest, address) || !is_ram(guest, last))
		return false;
	for (uint64_t at = address; last - at > PROBE_STEP;) {
		at += PROBE_STEP;
		if (!is_ram(guest, at))
			return false;
	}
	return true;
}
