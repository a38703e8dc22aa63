/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One block of the system memory configuration as the hypervisor wrote it,
 * big-endian: a header of 32 bytes (u64 next position at 0x08, u64 number of
 * entries at 0x10), then entries of 32 bytes.
 */
#ifndef HTM_SYSMEM_H
#define HTM_SYSMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SYSMEM_HEADER_SIZE	32
#define SYSMEM_ENTRY_SIZE	32

/**
 * struct sysmem_entry - one range of memory
 * @physical: its physical real address
 * @logical: its logical real address, or SYSMEM_NO_LOGICAL
 * @size: bytes of it
 * @lpar: whose it is
 * @tier: memory tier
 * @type: memory type
 */
struct sysmem_entry {
	uint64_t physical;
	uint64_t logical;
	uint64_t size;
	uint32_t lpar;
	uint8_t tier;
	uint8_t type;
};

#define SYSMEM_NO_LOGICAL	UINT64_MAX

int sysmem_parse(const uint8_t *raw, size_t size, uint64_t *entries, bool *last);
void sysmem_entry(const uint8_t *raw, struct sysmem_entry *entry);
void sysmem_print_heading(FILE *out);
void sysmem_print(FILE *out, const struct sysmem_entry *entry);
void sysmem_print_end(FILE *out, uint64_t entries, bool whole);

#endif /* HTM_SYSMEM_H */
