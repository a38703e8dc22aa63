/* SPDX-License-Identifier: GPL-2.0 */
/* Reads bytes of anyone's as a recording of perf, and checks what is said of them. */
#ifndef TESTS_INSPECT_H
#define TESTS_INSPECT_H

#include <stddef.h>
#include <stdint.h>

/* What goes before the bytes of two files */
#define INSPECT_SPLIT	3

/**
 * enum inspect_result - what became of an input
 * @INSPECT_REFUSED: there is a message that says why
 * @INSPECT_READ: it was read to its end
 * @INSPECT_COMPLETE: it was, and has a trace that is called complete
 */
enum inspect_result {
	INSPECT_REFUSED,
	INSPECT_READ,
	INSPECT_COMPLETE,
};

enum inspect_result inspect_bytes(const uint8_t *data, size_t size);

#endif /* TESTS_INSPECT_H */
