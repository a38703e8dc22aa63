/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random attributes of an event: what a user of the htm PMU may mean, with something wrong
 * or strange in it more often than not.
 */
#ifndef CLIENTS_RANDOM_ATTR_H
#define CLIENTS_RANDOM_ATTR_H

#include <linux/perf_event.h>

#include "random.h"

/* The kernel reads as much as @attr.size says: there has to be so much. */
union random_attr {
	struct perf_event_attr attr;
	uint64_t words[1024];
};

void random_attr(struct prng *r, uint32_t htm, union random_attr *a);
void random_attr_wild(struct prng *r, uint32_t htm, union random_attr *a);
void random_attr_software(struct prng *r, union random_attr *a);

#endif /* CLIENTS_RANDOM_ATTR_H */
