/* SPDX-License-Identifier: GPL-2.0 */
/*
 * H_HTM as the hypervisor defines it. Kernel headers older than v6.15 have none
 * of this, so these are our own names, on every kernel.
 *
 * Source of the numbers: the public H_HTM interface as Linux uses it since
 * v6.15 (asm/hvcall.h and the pseries htmdump client).
 *
 * Includes nothing: htm stat's program for the kernel, which is BPF, has it as well.
 */
#ifndef HTM_PAPR_H
#define HTM_PAPR_H

#define HTM_HCALL		0x458

/* First argument */
#define HTM_FLAG_HARDWARE	0x8000000000000000ULL

/* Second argument: which chip, which core */
#define HTM_ARG_NODE_SHIFT	48
#define HTM_ARG_CHIP_SHIFT	32
#define HTM_ARG_CORE_SHIFT	16

/* Third argument: what to do, to which kind of trace */
#define HTM_ARG_OP_SHIFT	48
#define HTM_ARG_TYPE_SHIFT	32

enum htm_op {
	HTM_OP_CAPABILITIES = 1,
	HTM_OP_STATUS = 2,
	HTM_OP_SETUP = 3,
	HTM_OP_CONFIGURE = 4,
	HTM_OP_START = 5,
	HTM_OP_STOP = 6,
	HTM_OP_DECONFIGURE = 7,
	HTM_OP_DUMP_DETAILS = 8,
	HTM_OP_DUMP_DATA = 9,
	HTM_OP_DUMP_SYSMEM_CONF = 0xa,
	HTM_OP_DUMP_SYSPROC_CONF = 0xb,
};

#define HTM_TYPE_GLOBAL		0xff

/* What CAPABILITIES answers */
#define HTM_CAPABILITIES_BYTES	0x80

/* Return codes */
#define HTM_H_SUCCESS		0
#define HTM_H_BUSY		1
#define HTM_H_NOT_AVAILABLE	3
#define HTM_H_PARTIAL		5
#define HTM_H_LONG_BUSY_1_MS	9900
#define HTM_H_LONG_BUSY_100_S	9905
#define HTM_H_HARDWARE		(-1)
#define HTM_H_FUNCTION		(-2)
#define HTM_H_PARAMETER		(-4)
#define HTM_H_AUTHORITY		(-10)
#define HTM_H_RESOURCE		(-16)
#define HTM_H_P2		(-55)
#define HTM_H_P6		(-59)
#define HTM_H_STATE		(-75)

/**
 * htm_code_busy - may the same call succeed a little later?
 * @code: what the hypervisor returned in r3
 *
 * Context: any.
 * Return: nonzero for H_BUSY and the six H_LONG_BUSY codes.
 */
static inline int htm_code_busy(long long code)
{
	return code == HTM_H_BUSY ||
	       (code >= HTM_H_LONG_BUSY_1_MS && code <= HTM_H_LONG_BUSY_100_S);
}

/* The 32-byte header of STATUS, DUMP_SYSMEM_CONF and DUMP_SYSPROC_CONF */
#define HTM_BLOCK_LOG2_SIZE	0x01	/* u8, STATUS only: log2 of the buffer's size */
#define HTM_BLOCK_NEXT		0x08	/* be64: the next position; 0 or all ones: no more */
#define HTM_BLOCK_ENTRIES	0x10	/* be64: how many entries follow */
#define HTM_BLOCK_HEADER	0x20

#define HTM_SYSMEM_ENTRY	32
#define HTM_SYSPROC_ENTRY	16

#endif /* HTM_PAPR_H */
