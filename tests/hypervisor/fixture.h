/* SPDX-License-Identifier: GPL-2.0 */
/* A hypervisor and a guest without QEMU, for the tests. */
#ifndef HYPERVISOR_FIXTURE_H
#define HYPERVISOR_FIXTURE_H

#include <stdint.h>

#include "htm.h"
#include "hypervisor.h"

/* The guest's RAM: not at 0, and with a hole in it while @hole is set */
#define RAM_BASE	0x100000UL
#define RAM_SIZE	0x400000UL
#define RAM_END		(RAM_BASE + RAM_SIZE)
#define RAM_HOLE	(RAM_BASE + 0x200000UL)
#define RAM_HOLE_END	(RAM_HOLE + 0x10000UL)

/* What is in memory that nobody has written to */
#define RAM_FILL	0xa5

#define NEST		"n0.p2.c0.t1"

/**
 * struct fixture - what a test works with
 * @hypervisor: the hypervisor
 * @guest: gets at @ram
 * @ram: the guest's memory
 * @hole: there is a hole in it
 * @directory: for the files of the test; removed in the end
 */
struct fixture {
	struct hypervisor *hypervisor;
	struct guest guest;
	uint8_t *ram;
	bool hole;
	char directory[32];
};

void fixture_files(struct fixture *fixture);
const char *fixture_file(struct fixture *fixture, const char *name, const char *contents);
char *fixture_read(struct fixture *fixture, const char *name);
void fixture_start(struct fixture *fixture, int argc, char **argv);
void fixture_end(struct fixture *fixture);
long fixture_call(struct fixture *fixture, enum htm_op op, const char *target, uint64_t arg1,
		  uint64_t arg2, uint64_t arg3);
void fixture_stopped(struct fixture *fixture, const char *target);
uint64_t get_be(const uint8_t *bytes, size_t size);

/* Start with these plugin arguments, of which there may be none */
#define FIXTURE_START(fixture, ...)						\
	do {									\
		char *argv_[] = { __VA_ARGS__ };				\
		fixture_start(fixture, sizeof(argv_) / sizeof(char *), argv_);	\
	} while (0)

#endif /* HYPERVISOR_FIXTURE_H */
