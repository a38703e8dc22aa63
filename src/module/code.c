// SPDX-License-Identifier: GPL-2.0
/*
 * What the hypervisor's return codes are to us. Pure: also built on the host.
 */
#include "code.h"
#include "papr.h"

/* H_BUSY clears by itself in microseconds or not at all: about one second of tries. */
#define BUSY_TRIES		100
#define BUSY_FIRST_US		100
#define BUSY_DOUBLINGS		7

/* Twice the longest hint: a machine that asks for more than that is not coming back. */
#define LONG_BUSY_BUDGET_US	(200ULL * 1000 * 1000)

/**
 * htm_code_errno - the errno for a return code of H_HTM
 * @code: what the hypervisor returned in r3
 *
 * A code in no table is a failure, never success: an unknown code taken for
 * success would turn into trace data that nobody wrote.
 *
 * Context: any.
 * Return: 0 for H_SUCCESS and H_PARTIAL, else a negative errno; -ENODATA for
 * H_NOT_AVAILABLE, which a dump meets behind the last byte.
 */
int htm_code_errno(long code)
{
	if (htm_code_busy(code))
		return -EBUSY;
	if (code >= HTM_H_P6 && code <= HTM_H_P2)
		return -EINVAL;

	switch (code) {
	case HTM_H_SUCCESS:
	case HTM_H_PARTIAL:
		return 0;
	case HTM_H_NOT_AVAILABLE:
		return -ENODATA;
	case HTM_H_PARAMETER:
		return -EINVAL;
	case HTM_H_AUTHORITY:
		return -EPERM;
	case HTM_H_FUNCTION:
		return -ENODEV;
	case HTM_H_RESOURCE:
		return -ENOMEM;
	default:
		return -EIO;
	}
}

static u64 long_busy_us(long code)
{
	u64 us = 1000;

	for (; code > HTM_H_LONG_BUSY_1_MS; code--)
		us *= 10;
	return us;
}

/**
 * htm_patience_next - how long to wait before a busy call is made again
 * @p: what this operation has waited so far
 * @code: the busy code that it got now
 *
 * H_BUSY backs off and gives up after about a second; H_LONG_BUSY follows the
 * hypervisor's hint, within a budget of 200 seconds.
 *
 * Context: any; does not wait itself.
 * Return: microseconds to wait, or -EBUSY when it has waited enough.
 */
long htm_patience_next(struct htm_patience *p, long code)
{
	u64 us;

	if (code == HTM_H_BUSY) {
		if (p->tries >= BUSY_TRIES)
			return -EBUSY;
		us = (u64)BUSY_FIRST_US << min_t(u32, p->tries, BUSY_DOUBLINGS);
		p->tries++;
		return us;
	}

	us = long_busy_us(code);
	if (p->waited_us + us > LONG_BUSY_BUDGET_US)
		return -EBUSY;
	p->waited_us += us;
	return us;
}
