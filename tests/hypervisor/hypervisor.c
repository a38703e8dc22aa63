// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "htm.h"
#include "hypervisor.h"
#include "log.h"
#include "operation.h"

#define NS_PER_SEC	UINT64_C(1000000000)

/**
 * struct hypervisor - all there is
 * @lock: virtual CPUs call at the same time; protects all below but the times
 * @system: targets and tables
 * @config: what it was configured with, the fault script included
 * @log: file descriptor, or -1
 * @started: when it was made, ns of the monotonic clock
 */
struct hypervisor {
	pthread_mutex_t lock;
	struct system system;
	struct config config;
	int log;
	uint64_t started;
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * NS_PER_SEC + time.tv_nsec;
}

/* Until a point in time, for QEMU's threads are woken by signals all the time */
static void sleep_for(uint64_t ns)
{
	uint64_t until = now() + ns;
	struct timespec time = { .tv_sec = until / NS_PER_SEC, .tv_nsec = until % NS_PER_SEC };

	/* Linux adds 50 us to each sleep, which would be most of a short one */
	prctl(PR_SET_TIMERSLACK, 1);
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
		;
}

static bool init_system(struct system *system, const struct config *config, struct error *error)
{
	system->sysmem = sysmem_table(config->sysmem.entries, config->sysmem.page,
				      config->sysmem.end_ones);
	system->sysproc = sysproc_table(config->sysproc.entries, config->sysproc.page,
					config->sysproc.end_ones);
	system->chunk = malloc(CHUNK_SIZE);
	if (!system->chunk)
		return refuse(error, "out of memory");
	return machine_init(&system->machine, config, error);
}

static bool init(struct hypervisor *hypervisor, struct error *error)
{
	const struct config *config = &hypervisor->config;

	if (!init_system(&hypervisor->system, config, error))
		return false;
	if (!config->log)
		return true;
	hypervisor->log = log_open(config->log, error);
	return hypervisor->log >= 0;
}

/**
 * hypervisor_new - start a hypervisor
 * @config: what it is to be like; taken over, also if this fails
 * @error: where the reason of a failure goes
 *
 * Return: the hypervisor, or NULL.
 */
struct hypervisor *hypervisor_new(struct config *config, struct error *error)
{
	struct hypervisor *hypervisor = calloc(1, sizeof(*hypervisor));

	if (!hypervisor) {
		config_free(config);
		refuse(error, "out of memory");
		return NULL;
	}
	pthread_mutex_init(&hypervisor->lock, NULL);
	hypervisor->config = *config;
	hypervisor->log = -1;
	hypervisor->started = now();
	if (init(hypervisor, error))
		return hypervisor;
	hypervisor_free(hypervisor);
	return NULL;
}

/**
 * hypervisor_free - end a hypervisor
 * @hypervisor: nobody may be calling it
 */
void hypervisor_free(struct hypervisor *hypervisor)
{
	if (hypervisor->log >= 0)
		close(hypervisor->log);
	machine_free(&hypervisor->system.machine);
	free(hypervisor->system.chunk);
	config_free(&hypervisor->config);
	pthread_mutex_destroy(&hypervisor->lock);
	free(hypervisor);
}

/* What the fault script has for a call: sets its @fault and @delay. */
static long next_fault(struct hypervisor *hypervisor, struct call *call)
{
	const struct fault_rule *rule =
		fault_next(&hypervisor->config.faults, call->op, &call->spec);

	call->delay = hypervisor->config.latency;
	if (!rule)
		return H_SUCCESS;
	call->fault = true;
	call->delay += rule->delay;
	return rule->code;
}

static long answer(struct hypervisor *hypervisor, const struct guest *guest, struct call *call,
		   long fault)
{
	if (!hypervisor->config.function)
		return H_FUNCTION;
	if (!hypervisor->config.authority)
		return H_AUTHORITY;
	return fault ? fault : operation_serve(&hypervisor->system, guest, call);
}

/**
 * hypervisor_call - answer one call of H_HTM
 * @hypervisor: the hypervisor
 * @guest: memory of the guest that calls
 * @cpu: the virtual CPU that calls; it sleeps here if the call is to take time
 * @arguments: as in r4 to r9
 * @code: where the return code goes
 *
 * Return: false if this hypervisor is to be one without H_HTM: then whoever
 * answers calls that do not exist shall answer this one.
 */
bool hypervisor_call(struct hypervisor *hypervisor, const struct guest *guest, unsigned int cpu,
		     const uint64_t arguments[CALL_ARGUMENTS], long *code)
{
	struct call call = call_decode(arguments, cpu);
	long fault;

	pthread_mutex_lock(&hypervisor->lock);
	fault = next_fault(hypervisor, &call);
	pthread_mutex_unlock(&hypervisor->lock);

	if (call.delay)
		sleep_for(call.delay);

	pthread_mutex_lock(&hypervisor->lock);
	*code = answer(hypervisor, guest, &call, fault);
	if (hypervisor->log >= 0)
		log_write(hypervisor->log, now() - hypervisor->started, &call, *code);
	pthread_mutex_unlock(&hypervisor->lock);
	return hypervisor->config.function;
}
