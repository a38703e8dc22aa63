// SPDX-License-Identifier: GPL-2.0
/* The hypervisor around the operations: refusals, faults, time, many CPUs. */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "fixture.h"
#include "tap.h"

#define MSEC		1000000LL
#define THREADS		4
#define DUMPS		200

static struct fixture fixture;

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000 * MSEC + time.tv_nsec;
}

static void start_with_faults(const char *script)
{
	char argument[80];

	fixture_files(&fixture);
	snprintf(argument, sizeof(argument), "faults=%s", fixture_file(&fixture, "faults", script));
	FIXTURE_START(&fixture, argument, "buffer=1M");
}

static void test_authority(void)
{
	fixture_files(&fixture);
	FIXTURE_START(&fixture, "authority=no");
	is_int(fixture_call(&fixture, HTM_CAPABILITIES, NEST, RAM_BASE, 0x80, 0), H_AUTHORITY,
	       "without authority every call gets H_AUTHORITY");
	is_int(fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0), H_AUTHORITY, "every one");
	fixture_end(&fixture);
}

static void test_function(void)
{
	uint64_t arguments[CALL_ARGUMENTS] = { 1ULL << 63, 2ULL << 32, 1ULL << 48, RAM_BASE, 0x80 };
	long code;

	fixture_files(&fixture);
	FIXTURE_START(&fixture, "function=no");
	ok(!hypervisor_call(fixture.hypervisor, &fixture.guest, 0, arguments, &code),
	   "without the function the call is for someone else to answer");
	is_u64(fixture.ram[0], RAM_FILL, "and has done nothing");
	fixture_end(&fixture);
}

static void test_fault_codes(void)
{
	start_with_faults("CONFIGURE 1..2 H_LONG_BUSY_1_MSEC\nSTART 1 -9999\n");
	is_int(fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0), 9900, "a fault is answered");
	is_int(fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0), 9900, "and another one");
	is_int(fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0), H_SUCCESS,
	       "then the call is done, for a fault did not do it");
	is_int(fixture_call(&fixture, HTM_START, NEST, 0, 0, 0), -9999, "any code is answered");
	fixture_end(&fixture);
}

static void test_delay(void)
{
	int64_t start;

	start_with_faults("CONFIGURE 1 H_SUCCESS 30ms\n");
	start = now();
	is_int(fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0), H_SUCCESS,
	       "a call with only a delay is done");
	ok(now() - start >= 30 * MSEC, "after the delay");
	fixture_end(&fixture);

	fixture_files(&fixture);
	FIXTURE_START(&fixture, "latency=10ms");
	start = now();
	fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0);
	fixture_call(&fixture, HTM_START, NEST, 0, 0, 0);
	ok(now() - start >= 20 * MSEC, "latency is added to every call");
	fixture_end(&fixture);
}

static void *call_slowly(void *result)
{
	*(long *)result = fixture_call(&fixture, HTM_CONFIGURE, NEST, -1, -1, 0);
	return NULL;
}

static void test_others_go_on(void)
{
	static const struct timespec moment = { .tv_nsec = 50 * MSEC };
	long slow = H_FUNCTION;
	pthread_t thread;
	int64_t start;

	start_with_faults("CONFIGURE 1 H_SUCCESS 2s\n");
	pthread_create(&thread, NULL, call_slowly, &slow);
	nanosleep(&moment, NULL);
	start = now();
	is_int(fixture_call(&fixture, HTM_STATUS, NEST, RAM_BASE, 4096, 0), H_SUCCESS,
	       "a call is answered while another one takes its time");
	ok(now() - start < 1000 * MSEC, "at once");
	pthread_join(thread, NULL);
	is_int(slow, H_SUCCESS, "and the other one is done in the end");
	fixture_end(&fixture);
}

/* One virtual CPU that dumps its own target into its own memory, and checks. */
struct dumper {
	unsigned int core;
	uint64_t wrong;
};

static void *dump_often(void *ctx)
{
	struct dumper *dumper = ctx;
	uint64_t address = RAM_BASE + dumper->core * 0x100000UL;
	char target[32];

	snprintf(target, sizeof(target), "n0.p2.c%u.t1", dumper->core);
	fixture_stopped(&fixture, target);
	for (uint64_t i = 0; i < DUMPS; i++) {
		const uint8_t *bytes = fixture.ram + (address - RAM_BASE);

		dumper->wrong += fixture_call(&fixture, HTM_DUMP_DATA, target, address, 4096,
					      i * 4096) != H_PARTIAL;
		dumper->wrong += get_be(bytes + 4088, 8) !=
			(1ULL << 60 | 2ULL << 44 | (uint64_t)dumper->core << 36 | (i * 512 + 511));
	}
	return NULL;
}

static void test_many_cpus(void)
{
	struct dumper dumpers[THREADS];
	pthread_t threads[THREADS];
	uint64_t wrong = 0;

	start_with_faults("STATUS 1 H_BUSY\n");
	for (unsigned int i = 0; i < THREADS; i++) {
		dumpers[i] = (struct dumper) { .core = i };
		pthread_create(&threads[i], NULL, dump_often, &dumpers[i]);
	}
	for (unsigned int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		wrong += dumpers[i].wrong;
	}
	is_u64(wrong, 0, "several CPUs get each their own trace at the same time");
	fixture_end(&fixture);
}

int main(void)
{
	test_authority();
	test_function();
	test_fault_codes();
	test_delay();
	test_others_go_on();
	test_many_cpus();
	return done_testing();
}
