// SPDX-License-Identifier: GPL-2.0
/* Calls with an argument that is wrong get the code that says which. */
#include "fixture.h"
#include "tap.h"

#define HARDWARE	(1ULL << 63)
#define LOGICAL		(1ULL << 62)
#define NOWRAP		(1ULL << 60)
#define TARGET		(2ULL << 32)
#define OPERATION(op, type)	((uint64_t)(op) << 48 | (uint64_t)(type) << 32)

static struct fixture fixture;

static long raw(uint64_t flags, uint64_t target, uint64_t operation, uint64_t arg1)
{
	uint64_t arguments[CALL_ARGUMENTS] = { flags, target, operation, arg1, arg1, 0 };
	long code = H_SUCCESS;

	hypervisor_call(fixture.hypervisor, &fixture.guest, 0, arguments, &code);
	return code;
}

static void test_first_three(void)
{
	uint64_t configure = OPERATION(HTM_CONFIGURE, 1);

	is_int(raw(0, TARGET, configure, -1), H_PARAMETER, "no kind of target: H_PARAMETER");
	is_int(raw(LOGICAL, TARGET, configure, -1), H_PARAMETER, "a logical one: H_PARAMETER");
	is_int(raw(HARDWARE | LOGICAL, TARGET, configure, -1), H_PARAMETER,
	       "two kinds of target: H_PARAMETER");
	is_int(raw(HARDWARE | 1, TARGET, configure, -1), H_PARAMETER,
	       "an unknown flag: H_PARAMETER");
	is_int(raw(HARDWARE, TARGET | 1, configure, -1), H_P2,
	       "the lowest reserved bit of the target: H_P2");
	is_int(raw(HARDWARE, TARGET | 1 << 15, configure, -1), H_P2, "the highest one: H_P2");
	is_int(raw(HARDWARE, TARGET, configure | 1, -1), H_P3,
	       "the lowest reserved bit of the operation: H_P3");
	is_int(raw(HARDWARE, TARGET, configure | 1ULL << 31, -1), H_P3, "the highest one: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(0, 1), 0), H_P3, "operation 0: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(0xc, 1), 0), H_P3, "operation 0xc: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(0xffff, 1), 0), H_P3, "operation 0xffff: H_P3");
	is_int(raw(HARDWARE | NOWRAP, TARGET, configure, -1), H_SUCCESS,
	       "a call that is good is done, NOWRAP included");
}

static void test_types(void)
{
	is_int(raw(HARDWARE, TARGET, OPERATION(HTM_START, 0), 0), H_P3, "START without type: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(HTM_START, 4), 0), H_P3, "START of type 4: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(HTM_START, 0xff), 0), H_P3,
	       "START of the global type: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(HTM_DUMP_SYSMEM_CONF, 1), 0), H_P3,
	       "DUMP_SYSMEM_CONF with a type: H_P3");
	is_int(raw(HARDWARE, TARGET, OPERATION(HTM_CAPABILITIES, 4), 0), H_P3,
	       "CAPABILITIES of type 4: H_P3");
}

static void test_unknown_targets(void)
{
	static const char nowhere[] = "n9.p0.c0.t1";

	for (int op = HTM_STATUS; op < HTM_DUMP_SYSMEM_CONF; op++)
		is_int(fixture_call(&fixture, op, nowhere, 0, 0, 0), H_PARAMETER,
		       "operation %d on a target that is not there: H_PARAMETER", op);
	is_int(fixture_call(&fixture, HTM_DUMP_SYSMEM_CONF, "n0.p0.c9.t0", RAM_BASE, 4096, 0),
	       H_PARAMETER, "DUMP_SYSMEM_CONF at a place that is not there: H_PARAMETER");
	is_int(fixture_call(&fixture, HTM_CAPABILITIES, "n9.p0.c0.t0", RAM_BASE, 0x80, 0),
	       H_SUCCESS, "CAPABILITIES are those of the machine, wherever");
	is_int(fixture_call(&fixture, HTM_DUMP_SYSPROC_CONF, "n9.p0.c0.t255", RAM_BASE, 4096, 0),
	       H_SUCCESS, "so is DUMP_SYSPROC_CONF");
}

/* Good arguments of the operations that answer into no memory */
static const struct {
	const char *name;
	enum htm_op op;
	uint64_t arg1;
	uint64_t arg2;
} controls[] = {
	{ "SETUP", HTM_SETUP, 24, 0 },
	{ "CONFIGURE", HTM_CONFIGURE, -1, -1 },
	{ "START", HTM_START, 0, 0 },
	{ "STOP", HTM_STOP, 0, 0 },
	{ "DECONFIGURE", HTM_DECONFIGURE, 0, 0 },
};

static void test_controls(void)
{
	static const char target[] = "n0.p2.c1.t1";

	for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
		const char *name = controls[i].name;
		enum htm_op op = controls[i].op;
		uint64_t arg1 = controls[i].arg1, arg2 = controls[i].arg2;

		is_int(fixture_call(&fixture, op, target, 5, arg2, 0), H_P4, "%s p1: H_P4", name);
		is_int(fixture_call(&fixture, op, target, arg1, 5, 0), H_P5, "%s p2: H_P5", name);
		is_int(fixture_call(&fixture, op, target, arg1, arg2, 5), H_P6, "%s p3: H_P6",
		       name);
		is_int(fixture_call(&fixture, op, target, arg1, arg2, 0), H_SUCCESS,
		       "%s is done after all that", name);
	}
}

/* Operations that answer into memory: the least size, and a type that fits */
static const struct {
	const char *name;
	enum htm_op op;
	const char *target;
	uint64_t least;
} answers[] = {
	{ "CAPABILITIES", HTM_CAPABILITIES, NEST, 0x80 },
	{ "STATUS", HTM_STATUS, NEST, 32 + 6 },
	{ "STATUS of a core", HTM_STATUS, "n0.p2.c0.t2", 32 + 8 },
	{ "DUMP_DETAILS", HTM_DUMP_DETAILS, NEST, 32 + 24 },
	{ "DUMP_DATA", HTM_DUMP_DATA, NEST, 1 },
	{ "DUMP_SYSMEM_CONF", HTM_DUMP_SYSMEM_CONF, "n0.p2.c0.t0", 32 + 32 },
	{ "DUMP_SYSPROC_CONF", HTM_DUMP_SYSPROC_CONF, NEST, 32 + 16 },
};

static void test_memory(void)
{
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		const char *name = answers[i].name, *target = answers[i].target;
		enum htm_op op = answers[i].op;
		uint64_t least = answers[i].least;
		long code;

		is_int(fixture_call(&fixture, op, target, RAM_BASE, least - 1, 0), H_P5,
		       "%s with too little room: H_P5", name);
		is_int(fixture_call(&fixture, op, target, RAM_BASE - least, least, 0), H_P4,
		       "%s below the memory: H_P4", name);
		is_int(fixture_call(&fixture, op, target, RAM_END - least + 1, least, 0), H_P4,
		       "%s across the end of the memory: H_P4", name);
		code = fixture_call(&fixture, op, target, RAM_END - least, least, 0);
		ok(code == H_SUCCESS || code == H_PARTIAL, "%s at the end of the memory is done",
		   name);
	}
	is_int(fixture_call(&fixture, HTM_CAPABILITIES, NEST, RAM_BASE, 0x81, 0), H_P5,
	       "CAPABILITIES of another size: H_P5");
	is_int(fixture_call(&fixture, HTM_CAPABILITIES, NEST, RAM_BASE, 0x80, 1), H_P6,
	       "CAPABILITIES with a third argument: H_P6");
}

int main(void)
{
	fixture_files(&fixture);
	FIXTURE_START(&fixture, "buffer=64K");
	test_first_three();
	test_types();
	test_unknown_targets();
	test_controls();
	raw(HARDWARE, TARGET, OPERATION(HTM_START, 1), 0);
	raw(HARDWARE, TARGET, OPERATION(HTM_STOP, 1), 0);
	test_memory();
	fixture_end(&fixture);
	return done_testing();
}
