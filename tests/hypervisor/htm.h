/* SPDX-License-Identifier: GPL-2.0 */
/*
 * H_HTM as the hypervisor sees it: the numbers of the interface.
 *
 * These are written down a second time on purpose. The driver has its own; a
 * wrong number there must not be wrong here in the same way.
 */
#ifndef HYPERVISOR_HTM_H
#define HYPERVISOR_HTM_H

#include <stdint.h>

#define HTM_OPCODE		0x458

/* First argument: how the target is named, and how its buffer fills */
#define HTM_FLAG_HARDWARE	(1ULL << 63)
#define HTM_FLAG_NOWRAP		(1ULL << 60)

/* Second argument: the place; the bits below are reserved */
#define HTM_NODE_SHIFT		48
#define HTM_CHIP_SHIFT		32
#define HTM_CORE_SHIFT		16

/* Third argument: operation and type; the bits below are reserved */
#define HTM_OP_SHIFT		48
#define HTM_TYPE_SHIFT		32

#define HTM_FIELD_MASK		0xffffULL

enum htm_op {
	HTM_CAPABILITIES = 0x1,
	HTM_STATUS = 0x2,
	HTM_SETUP = 0x3,
	HTM_CONFIGURE = 0x4,
	HTM_START = 0x5,
	HTM_STOP = 0x6,
	HTM_DECONFIGURE = 0x7,
	HTM_DUMP_DETAILS = 0x8,
	HTM_DUMP_DATA = 0x9,
	HTM_DUMP_SYSMEM_CONF = 0xa,
	HTM_DUMP_SYSPROC_CONF = 0xb,
	HTM_OP_END
};

enum htm_type {
	HTM_TYPE_NONE = 0,
	HTM_TYPE_NEST = 1,
	HTM_TYPE_CORE = 2,
	HTM_TYPE_LLAT = 3,
	HTM_TYPE_GLOBAL = 0xff
};

/* A capabilities answer has this size, always */
#define HTM_CAPABILITIES_SIZE	0x80

/* Every other answer but trace data begins with a header of this size */
#define HTM_HEADER_SIZE		32
#define HTM_HEADER_BUFFER_LOG2	0x01
#define HTM_HEADER_NEXT		0x08
#define HTM_HEADER_ENTRIES	0x10

#define H_SUCCESS		0
#define H_BUSY			1
#define H_NOT_AVAILABLE		3
#define H_PARTIAL		5
#define H_HARDWARE		(-1)
#define H_FUNCTION		(-2)
#define H_PARAMETER		(-4)
#define H_AUTHORITY		(-10)
#define H_P2			(-55)
#define H_P3			(-56)
#define H_P4			(-57)
#define H_P5			(-58)
#define H_P6			(-59)
#define H_STATE			(-75)

#endif /* HYPERVISOR_HTM_H */
