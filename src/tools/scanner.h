/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the addresses in what a decoder prints: "addr:0x" and hexadecimal digits. */
#ifndef HTM_SCANNER_H
#define HTM_SCANNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct scanner - where in a stream of bytes the search is; all zero at its begin
 * @matched: bytes of "addr:0x" that were just seen
 * @digits: whether a digit has followed them
 * @too_large: whether the address that was found has more than 64 bits
 * @address: the address that was found, unless @too_large
 */
struct scanner {
	unsigned int matched;
	bool digits;
	bool too_large;
	uint64_t address;
};

bool scanner_next(struct scanner *s, const char *text, size_t size, size_t *used);
bool scanner_end(struct scanner *s);

#endif /* HTM_SCANNER_H */
