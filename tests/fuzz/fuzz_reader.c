// SPDX-License-Identifier: GPL-2.0
/*
 * Recordings of perf of any bytes: they are refused, or read, and what is said of them
 * is in them. An input that begins with '+' or '&' is two files: see inspect.c.
 */
#include "fuzz.h"
#include "inspect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	inspect_bytes(data, size);
	return 0;
}
