/* SPDX-License-Identifier: GPL-2.0 */
/* What htm list says, for people and for programs. */
#ifndef HTM_LISTING_H
#define HTM_LISTING_H

#include "machine.h"

void listing_print(FILE *out, const struct machine *m);
const char *listing_state(const struct machine_target *t);
const char *listing_type(const struct machine_target *t);

#ifdef HAVE_JSON
#define LISTING_HAS_JSON	true
int listing_write(FILE *out, const struct machine *m);
#else
#define LISTING_HAS_JSON	false
static inline int listing_write(FILE *out, const struct machine *m)
{
	(void)out;
	(void)m;
	return 0;
}
#endif

#endif /* HTM_LISTING_H */
