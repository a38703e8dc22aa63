// SPDX-License-Identifier: GPL-2.0
/*
 * fail-allocations TARGET: in each step of a capture, from loading the module to removing
 * it, let the first allocation fail, then the second, and so on until all have failed once.
 * Each time the step has to fail in order, or to do without; then all must go well.
 *
 * A line for each step: how many allocations failed, how often it did without, and with
 * which errors it failed. For a kernel with CONFIG_FAILSLAB and CONFIG_FAIL_PAGE_ALLOC; see
 * Documentation/fault-injection in the kernel's source.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/event.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

#define DATA_PAGES	16
#define AUX_PAGES	32
#define POLL_US		1000
#define HANG_US		120000000L
/* More than any step has: the injection itself does not work. */
#define TRIES_MAX	10000
/* Where there is code of modules, and of nobody else: so far around ours */
#define AROUND_CODE	(1UL << 30)

struct capture {
	struct target target;
	struct rings rings;
	struct seen seen;
	int fd;
};

/**
 * struct step - a step of a capture
 * @name: what it is
 * @run: do it; returns 0 or an errno
 * @module_only: only what the module allocates is to fail: the kernel's own part of the
 *	step complains with a stack trace, or cannot fail at all
 * @loads: it is about the module, not about an event
 */
struct step {
	const char *name;
	int (*run)(struct capture *c);
	bool module_only;
	bool loads;
};

static void write_file(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, value, strlen(value)) != (ssize_t)strlen(value))
		err(2, "%s", path);
	close(fd);
}

static unsigned long read_number(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[64];

	if (!f || !fgets(line, sizeof(line), f))
		err(2, "%s", path);
	fclose(f);
	return strtoul(line, NULL, 0);
}

static int load_module(struct capture *c)
{
	struct utsname name;
	char path[256];
	int fd, status, error;

	(void)c;
	uname(&name);
	snprintf(path, sizeof(path), "/usr/lib/modules/%s/updates/htm_pmu.ko", name.release);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(2, "%s", path);
	status = syscall(SYS_finit_module, fd, "", 0);
	error = errno;
	close(fd);
	return status ? error : 0;
}

static int unload_module(struct capture *c)
{
	(void)c;
	return syscall(SYS_delete_module, "htm_pmu", O_NONBLOCK) ? errno : 0;
}

static int open_it(struct capture *c)
{
	static struct perf_event_attr attr;

	/* reads a file, so not while allocations fail */
	if (!attr.size)
		attr = event_attr(&c->target);
	c->fd = event_open(&attr, 0, PERF_FLAG_FD_CLOEXEC);
	return c->fd < 0 ? errno : 0;
}

static int map_data(struct capture *c)
{
	return rings_map_data(&c->rings, c->fd, DATA_PAGES * sysconf(_SC_PAGESIZE)) ? 0 : errno;
}

static int map_aux(struct capture *c)
{
	return rings_map_aux(&c->rings, c->fd, AUX_PAGES * sysconf(_SC_PAGESIZE)) ? 0 : errno;
}

static int enable(struct capture *c)
{
	return ioctl(c->fd, PERF_EVENT_IOC_ENABLE, 0) ? errno : 0;
}

static int read_file(const char *path)
{
	static char buffer[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	ssize_t n;

	if (fd < 0)
		return errno;
	do {
		n = read(fd, buffer, sizeof(buffer));
		if (n < 0)
			error = errno;
	} while (n > 0);
	close(fd);
	return error;
}

static int read_sessions(struct capture *c)
{
	(void)c;
	return read_file("/sys/kernel/debug/htm_pmu/sessions");
}

static int read_capabilities(struct capture *c)
{
	(void)c;
	return read_file("/sys/kernel/debug/htm_pmu/capabilities");
}

static int read_processors(struct capture *c)
{
	(void)c;
	return read_file("/sys/kernel/debug/htm_pmu/processors");
}

/* With all that follows from it, here and in the session's thread */
static int disable(struct capture *c)
{
	long waited = 0;

	if (ioctl(c->fd, PERF_EVENT_IOC_DISABLE, 0))
		return errno;
	while (!c->seen.end) {
		if (!rings_read(&c->rings, &c->seen, 1)) {
			usleep(POLL_US);
			waited += POLL_US;
		}
		if (waited > HANG_US)
			errx(1, "the drain does not end");
	}
	return 0;
}

static int unmap_aux(struct capture *c)
{
	if (munmap(c->rings.aux, c->rings.aux_bytes))
		return errno;
	c->rings.aux = NULL;
	return 0;
}

static int unmap_data(struct capture *c)
{
	if (munmap(c->rings.user, sysconf(_SC_PAGESIZE) + c->rings.data_bytes))
		return errno;
	c->rings.user = NULL;
	return 0;
}

static int close_it(struct capture *c)
{
	return close(c->fd) ? errno : 0;
}

static const struct step steps[] = {
	{ .name = "load the module", .run = load_module, .module_only = true, .loads = true },
	{ .name = "open", .run = open_it },
	{ .name = "map the data ring", .run = map_data },
	{ .name = "map the AUX area", .run = map_aux },
	{ .name = "enable", .run = enable },
	{ .name = "read sessions", .run = read_sessions },
	{ .name = "read capabilities", .run = read_capabilities },
	{ .name = "read processors", .run = read_processors },
	{ .name = "disable, and read to the end", .run = disable },
	{ .name = "unmap the AUX area", .run = unmap_aux },
	{ .name = "unmap the data ring", .run = unmap_data },
	{ .name = "close", .run = close_it },
	{ .name = "remove the module", .run = unload_module, .loads = true },
};

static void set_injection(const char *file, const char *value)
{
	static const char *const kinds[] = { "failslab", "fail_page_alloc" };
	char path[128];
	unsigned int i;

	for (i = 0; i < LENGTH(kinds); i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kinds[i], file);
		write_file(path, value);
	}
}

/* Of all that the kernel can let fail: also what may sleep, and no word about it */
static void set_up_injection(void)
{
	set_injection("ignore-gfp-wait", "N");
	set_injection("verbose", "0");
	write_file("/sys/kernel/debug/fail_page_alloc/ignore-gfp-highmem", "N");
	write_file("/sys/kernel/debug/fail_page_alloc/min-order", "0");
}

static void restrict_injection(unsigned long start, unsigned long end)
{
	char number[32];

	snprintf(number, sizeof(number), "0x%lx", start);
	set_injection("require-start", number);
	snprintf(number, sizeof(number), "0x%lx", end);
	set_injection("require-end", number);
}

/* Where a function of the kernel is, and where the next one begins */
static void find_function(const char *function, unsigned long *start, unsigned long *end)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[512], name[256];
	unsigned long at;
	int pass;

	*start = 0;
	*end = -1UL;
	for (pass = 0; f && pass < 2; pass++) {
		rewind(f);
		while (fgets(line, sizeof(line), f)) {
			if (sscanf(line, "%lx %*c %255s", &at, name) != 2)
				continue;
			if (!pass && !strcmp(name, function))
				*start = at;
			if (pass && at > *start && at < *end)
				*end = at;
		}
	}
	if (!*start)
		errx(2, "/proc/kallsyms does not tell where %s is", function);
	fclose(f);
}

/*
 * A name that sysfs has no memory for, the kernel reports as it reports one that is there
 * already, which is a fault. So these allocations do not fail.
 */
static void spare_names(void)
{
	unsigned long start, end;
	char number[32];

	find_function("kobject_add_internal", &start, &end);
	snprintf(number, sizeof(number), "0x%lx", start);
	set_injection("reject-start", number);
	snprintf(number, sizeof(number), "0x%lx", end);
	set_injection("reject-end", number);
}

/* The next load may put the module elsewhere, but near: it is the only one. */
static unsigned long find_code(struct capture *c)
{
	unsigned long code;

	if (load_module(c))
		errx(2, "the module cannot be loaded");
	code = read_number("/sys/module/htm_pmu/sections/.text");
	if (!code)
		errx(2, "addresses are hidden: kernel.kptr_restrict");
	if (unload_module(c))
		errx(2, "the module cannot be removed");
	return code;
}

/* Let the nth allocation of this thread fail; 0 for none. Returns what was left to count. */
static unsigned int fail_nth(unsigned int n)
{
	static int fd = -1;
	char number[16];
	int left;

	if (fd < 0)
		fd = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		err(2, "/proc/thread-self/fail-nth");
	memset(number, 0, sizeof(number));
	if (!n && pread(fd, number, sizeof(number) - 1, 0) < 0)
		err(2, "fail-nth");
	left = atoi(number);
	snprintf(number, sizeof(number), "%u", n);
	if (pwrite(fd, number, strlen(number), 0) < 0)
		err(2, "fail-nth");
	return left;
}

/* How many allocations failed, and what of it */
struct result {
	unsigned int failed;
	unsigned int without;
	unsigned int errors[256];
};

/* Does the step with a failing allocation; returns whether it has been undone, or failed. */
static bool fail_once(struct capture *c, const struct step *step, unsigned int n,
		      unsigned long code, struct result *result)
{
	int error;
	bool failed;

	if (step->module_only)
		restrict_injection(code - AROUND_CODE, code + AROUND_CODE);
	else
		restrict_injection(0, -1UL);
	fail_nth(n);
	error = step->run(c);
	failed = !fail_nth(0);
	result->failed += failed;
	result->without += failed && !error;
	result->errors[error]++;
	if (error && !failed)
		errx(1, "%s: fails by itself: %s", step->name, strerror(error));
	/* The module may have done without its files, which the other steps need. */
	if (failed && !error && step->run == load_module) {
		error = unload_module(c);
		if (error)
			errx(1, "remove what was loaded: %s", strerror(error));
		return true;
	}
	return error;
}

/*
 * Once through all steps, with one allocation failing in one of them. Returns false if the
 * step has not so many.
 */
static bool go_through(struct capture *c, unsigned int failing, unsigned int n,
		       unsigned long code, struct result *result)
{
	unsigned int i, before = result->failed;

	c->seen = seen_nothing(&c->target);
	for (i = 0; i < LENGTH(steps); i++) {
		int error;

		/* Loading takes long: not for the steps in between. */
		if (steps[i].loads && !steps[failing].loads)
			continue;
		if (i == failing && !fail_once(c, &steps[i], n, code, result))
			continue;
		error = steps[i].run(c);
		if (error)
			errx(1, "%s: after allocation %u of \"%s\" failed: %s", steps[i].name, n,
			     steps[failing].name, strerror(error));
	}
	if (!seen_all(&c->seen))
		errx(1, "the capture is not right after allocation %u of \"%s\" failed", n,
		     steps[failing].name);
	return result->failed != before;
}

/* Do a step while no allocation succeeds that the module is the reason of, in any thread. */
static int run_without(struct capture *c, const struct step *step, unsigned long *failed)
{
	int error;

	set_injection("times", "1000");
	set_injection("probability", "100");
	error = step->run(c);
	set_injection("probability", "0");
	*failed += 2000 - read_number("/sys/kernel/debug/failslab/times") -
		   read_number("/sys/kernel/debug/fail_page_alloc/times");
	return error;
}

/* From START to the END record nothing needs memory, in the session's thread neither. */
static void drain_without(struct capture *c, unsigned long code)
{
	unsigned long failed = 0, failed_reading = 0;
	unsigned int i;

	c->seen = seen_nothing(&c->target);
	restrict_injection(code - AROUND_CODE, code + AROUND_CODE);
	for (i = 0; i < LENGTH(steps); i++) {
		const struct step *step = &steps[i];
		int error;

		if (step->run == enable || step->run == disable)
			error = run_without(c, step, &failed);
		else
			error = step->run(c);
		if (error)
			errx(1, "%s: while no allocation succeeds: %s", step->name,
			     strerror(error));
		/* would be found */
		if (step->run == read_capabilities &&
		    (run_without(c, step, &failed_reading) != ENOMEM || !failed_reading))
			errx(2, "allocations do not fail in all threads");
	}
	if (!seen_all(&c->seen))
		errx(1, "the capture is not right while no allocation succeeds");
	printf("trace and drain, all threads: %lu failed\n", failed);
}

static void print_result(const char *step, const struct result *result)
{
	unsigned int i;

	printf("%s: %u failed, did without %u", step, result->failed, result->without);
	for (i = 1; i < LENGTH(result->errors); i++)
		if (result->errors[i])
			printf(", %u %s", result->errors[i], strerrorname_np(i));
	putchar('\n');
	fflush(stdout);
}

static void load_or_remove(struct capture *c, bool load)
{
	int error = load ? load_module(c) : unload_module(c);

	if (error)
		errx(1, "%s the module: %s", load ? "load" : "remove", strerror(error));
}

int main(int argc, char **argv)
{
	struct capture c = {};
	unsigned long code;
	unsigned int i, n;

	if (argc != 2 || !target_parse(argv[1], &c.target))
		errx(2, "usage: fail-allocations TARGET");
	/* A page that is missing would be an allocation of the step. */
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		err(2, "mlockall");
	set_up_injection();
	spare_names();
	code = find_code(&c);
	for (i = 0; i < LENGTH(steps); i++) {
		struct result result = {};

		if (i && steps[i].loads != steps[i - 1].loads)
			load_or_remove(&c, !steps[i].loads);
		for (n = 1; go_through(&c, i, n, code, &result); n++)
			if (n > TRIES_MAX)
				errx(2, "%s has no end", steps[i].name);
		print_result(steps[i].name, &result);
	}
	drain_without(&c, code);
	return 0;
}
