// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htm.h"
#include "names.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char *const op_names[HTM_OP_END] = {
	[HTM_CAPABILITIES] = "CAPABILITIES",
	[HTM_STATUS] = "STATUS",
	[HTM_SETUP] = "SETUP",
	[HTM_CONFIGURE] = "CONFIGURE",
	[HTM_START] = "START",
	[HTM_STOP] = "STOP",
	[HTM_DECONFIGURE] = "DECONFIGURE",
	[HTM_DUMP_DETAILS] = "DUMP_DETAILS",
	[HTM_DUMP_DATA] = "DUMP_DATA",
	[HTM_DUMP_SYSMEM_CONF] = "DUMP_SYSMEM_CONF",
	[HTM_DUMP_SYSPROC_CONF] = "DUMP_SYSPROC_CONF",
};

/*
 * Where a number has two names, the first is the one that is written. The short
 * names of the long-busy codes are there because everyone says them like that.
 */
static const struct {
	const char *name;
	long code;
} code_names[] = {
	{ "H_SUCCESS", H_SUCCESS },
	{ "H_BUSY", H_BUSY },
	{ "H_CLOSED", 2 },
	{ "H_NOT_AVAILABLE", H_NOT_AVAILABLE },
	{ "H_CONSTRAINED", 4 },
	{ "H_PARTIAL", H_PARTIAL },
	{ "H_IN_PROGRESS", 14 },
	{ "H_LONG_BUSY_ORDER_1_MSEC", 9900 },
	{ "H_LONG_BUSY_ORDER_10_MSEC", 9901 },
	{ "H_LONG_BUSY_ORDER_100_MSEC", 9902 },
	{ "H_LONG_BUSY_ORDER_1_SEC", 9903 },
	{ "H_LONG_BUSY_ORDER_10_SEC", 9904 },
	{ "H_LONG_BUSY_ORDER_100_SEC", 9905 },
	{ "H_LONG_BUSY_1_MSEC", 9900 },
	{ "H_LONG_BUSY_10_MSEC", 9901 },
	{ "H_LONG_BUSY_100_MSEC", 9902 },
	{ "H_LONG_BUSY_1_SEC", 9903 },
	{ "H_LONG_BUSY_10_SEC", 9904 },
	{ "H_LONG_BUSY_100_SEC", 9905 },
	{ "H_HARDWARE", H_HARDWARE },
	{ "H_FUNCTION", H_FUNCTION },
	{ "H_PRIVILEGE", -3 },
	{ "H_PARAMETER", H_PARAMETER },
	{ "H_NOT_FOUND", -7 },
	{ "H_NO_MEM", -9 },
	{ "H_AUTHORITY", H_AUTHORITY },
	{ "H_PERMISSION", -11 },
	{ "H_DROPPED", -12 },
	{ "H_RESOURCE", -16 },
	{ "H_NOT_ENOUGH_RESOURCES", -44 },
	{ "H_ABORTED", -54 },
	{ "H_P2", H_P2 },
	{ "H_P3", H_P3 },
	{ "H_P4", H_P4 },
	{ "H_P5", H_P5 },
	{ "H_P6", H_P6 },
	{ "H_P7", -60 },
	{ "H_UNSUPPORTED", -67 },
	{ "H_OVERLAP", -68 },
	{ "H_INTERRUPT", -69 },
	{ "H_BAD_DATA", -70 },
	{ "H_NOT_ACTIVE", -71 },
	{ "H_STATE", H_STATE },
	{ "H_IN_USE", -77 },
};

/**
 * op_name - the name of an operation
 * @op: its number as in the third argument of the call
 *
 * Return: the name, or NULL if there is no such operation.
 */
const char *op_name(unsigned int op)
{
	return op < HTM_OP_END ? op_names[op] : NULL;
}

/**
 * op_number - the number of an operation
 * @name: its name as in DUMP_DATA
 * @op: where the number goes
 *
 * Return: false if there is no such operation.
 */
bool op_number(const char *name, unsigned int *op)
{
	for (unsigned int i = 0; i < HTM_OP_END; i++) {
		if (op_names[i] && !strcmp(op_names[i], name)) {
			*op = i;
			return true;
		}
	}
	return false;
}

/**
 * code_name - the name of a return code
 * @code: what the hypervisor answers
 * @room: where a code without a name is written as a decimal number
 *
 * Return: the name or @room.
 */
const char *code_name(long code, char room[NAME_MAX_LEN])
{
	for (size_t i = 0; i < ARRAY_SIZE(code_names); i++) {
		if (code_names[i].code == code)
			return code_names[i].name;
	}
	snprintf(room, NAME_MAX_LEN, "%ld", code);
	return room;
}

/**
 * code_number - the number of a return code
 * @name: its name, or the number itself in decimal
 * @code: where the number goes
 *
 * Return: false if @name is neither.
 */
bool code_number(const char *name, long *code)
{
	char *end;

	for (size_t i = 0; i < ARRAY_SIZE(code_names); i++) {
		if (!strcmp(code_names[i].name, name)) {
			*code = code_names[i].code;
			return true;
		}
	}
	errno = 0;
	*code = strtol(name, &end, 10);
	return !errno && end != name && !*end;
}
