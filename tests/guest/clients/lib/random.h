/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers that look random and follow from a seed: splitmix64. Not rand(), whose
 * numbers differ from one C library to the next.
 */
#ifndef CLIENTS_RANDOM_H
#define CLIENTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct prng {
	uint64_t state;
};

static inline uint64_t random_next(struct prng *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static inline uint64_t random_below(struct prng *r, uint64_t n)
{
	return random_next(r) % n;
}

static inline bool random_one_in(struct prng *r, uint64_t n)
{
	return !random_below(r, n);
}

/* The bits of a number, each set one time in eight */
static inline uint64_t random_few_bits(struct prng *r)
{
	return random_next(r) & random_next(r) & random_next(r);
}

#endif /* CLIENTS_RANDOM_H */
