/* SPDX-License-Identifier: GPL-2.0 */
/* The entry point that libFuzzer calls, and the driver where there is no libFuzzer. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* TESTS_FUZZ_H */
