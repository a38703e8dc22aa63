// SPDX-License-Identifier: GPL-2.0
/* The configuration: every key, from a file and from arguments. */
#include <string.h>

#include "config.h"
#include "fixture.h"
#include "machine.h"
#include "tap.h"

static bool set(struct config *config, const char *key, const char *text, struct error *error)
{
	char value[128];

	snprintf(value, sizeof(value), "%s", text);
	return config_set(config, key, value, error);
}

static void test_file(struct fixture *fixture)
{
	const char *path = fixture_file(fixture, "config",
		"# a machine\n"
		"target n0.p2.c0.t1 64M\n"
		"target n1.p0.c3.t2 4K /some where/data\n"
		"\n"
		"sysmem 5000   # entries\n"
		"sysmem-page 100\n"
		"sysmem-end ones\n"
		"sysproc 7\n"
		"sysproc-page 3\n"
		"sysproc-end ones\n"
		"latency 100us\n"
		"log /some/log\n"
		"authority no\n"
		"function no\n");
	struct config config;
	struct error error = { "" };

	config_init(&config);
	ok(config_load(&config, path, &error), "a file with all keys is read");
	diag("%s", error.text);
	is_u64(config.target_count, 2, "with two targets");
	is_u64(config.targets[0].buffer, 64 << 20, "with the buffer of the first");
	ok(!config.targets[0].data, "which has no data of its own");
	ok(!strcmp(config.targets[1].data, "/some where/data"), "and the data of the second");
	is_u64(config.targets[1].spec.core, 3, "and its core");
	is_u64(config.sysmem.entries, 5000, "with sysmem");
	is_u64(config.sysmem.page, 100, "with sysmem-page");
	ok(config.sysmem.end_ones, "with sysmem-end");
	is_u64(config.sysproc.entries, 7, "with sysproc");
	is_u64(config.sysproc.page, 3, "with sysproc-page");
	ok(config.sysproc.end_ones, "with sysproc-end");
	is_u64(config.latency, 100000, "with latency");
	ok(!strcmp(config.log, "/some/log"), "with log");
	ok(!config.authority && !config.function, "without authority and function");
	config_free(&config);
}

static void test_arguments(struct fixture *fixture)
{
	char argument[128];
	char *argv[] = { "sysmem=7", argument, "buffer=1M" };
	struct config config;
	struct error error;

	snprintf(argument, sizeof(argument), "config=%s",
		 fixture_file(fixture, "config", "sysmem 5\nsysproc 6\nbuffer 4K\n"));
	config_init(&config);
	ok(config_arguments(&config, 3, argv, &error), "arguments and a file go together");
	is_u64(config.sysmem.entries, 7, "an argument wins, also one before the file");
	is_u64(config.buffer, 1 << 20, "and one behind it");
	is_u64(config.sysproc.entries, 6, "what only the file has, counts");
	config_free(&config);
}

static void test_refused(struct fixture *fixture)
{
	static const struct {
		const char *key;
		const char *value;
	} bad[] = {
		{ "nonsense", "1" }, { "sysmem", "" }, { "sysmem", "x" }, { "sysmem", "-1" },
		{ "sysmem", "99999999999" }, { "sysmem-end", "two" }, { "buffer", "0" },
		{ "buffer", "3K" }, { "buffer", "1024G" }, { "latency", "5" },
		{ "authority", "maybe" }, { "function", "1" }, { "faults", "/nowhere/faults" },
		{ "target", "n0.p2.c0.t1" }, { "target", "n0.p2.c0 4K" },
		{ "target", "n0.p2.c0.t1 5K" },
	};
	struct config config;
	struct error error;

	config_init(&config);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!set(&config, bad[i].key, bad[i].value, &error), "%s '%s' is refused: %s",
		   bad[i].key, bad[i].value, error.text);
	ok(set(&config, "target", "n0.p2.c0.t1 4K", &error) &&
	   !set(&config, "target", "n0.p2.c0.t1 8K data", &error), "a target is there only once");
	ok(!config_arguments(&config, 1, (char *[]) { "sysmem" }, &error),
	   "an argument without value is refused");
	ok(!config_load(&config, fixture_file(fixture, "config", "sysmem 5\n\nsysmem x\n"),
			&error) &&
	   strstr(error.text, "config:3: 'x'"), "a bad line is named by file and line");
	config_free(&config);
}

static void test_faults_replaced(struct fixture *fixture)
{
	struct config config;
	struct error error;

	config_init(&config);
	ok(set(&config, "faults", fixture_file(fixture, "a", "STOP 1 H_BUSY\nSTOP 2 H_BUSY\n"),
	       &error), "a fault script is read");
	is_u64(config.faults.count, 2, "all of it");
	ok(set(&config, "faults", fixture_file(fixture, "b", "STOP 3 H_BUSY\n"), &error) &&
	   config.faults.count == 1, "a second one takes its place");
	ok(!set(&config, "faults", fixture_file(fixture, "c", "STOP\n"), &error) &&
	   strstr(error.text, "c:1: "), "a bad line of it is named by file and line");
	config_free(&config);
}

static void test_default_machine(void)
{
	static const struct spec last = { .node = 1, .chip = 3, .core = 3, .type = 3 };
	static const struct spec beyond = { .node = 2, .type = 1 };
	struct machine machine;
	struct config config;
	struct error error;

	config_init(&config);
	ok(machine_init(&machine, &config, &error), "there is a machine by default");
	is_u64(machine.count, 96, "with two nodes of four chips of four cores, of three types");
	ok(machine_target(&machine, &last), "up to the last one");
	ok(!machine_target(&machine, &beyond), "and none beyond");
	is_u64(target_buffer(&machine.targets[0]), 64 << 20, "of 64 MiB each");
	machine_free(&machine);
	config_free(&config);
}

static void test_data_sizes(struct fixture *fixture)
{
	char contents[5001], path[64], line[128];
	struct machine machine;
	struct config config;
	struct error error;

	memset(contents, 'x', sizeof(contents));
	contents[5000] = '\0';
	snprintf(path, sizeof(path), "%s", fixture_file(fixture, "data", contents));
	snprintf(line, sizeof(line), "n0.p0.c0.t2 64K %s", path);
	config_init(&config);
	ok(set(&config, "data", path, &error) &&
	   set(&config, "target", "n0.p0.c0.t1 4K", &error) &&
	   set(&config, "target", line, &error) && machine_init(&machine, &config, &error),
	   "a machine can serve a file");
	is_u64(target_buffer(&machine.targets[0]), 8192, "a buffer too small for it grows");
	is_u64(target_buffer(&machine.targets[1]), 65536, "one that is large enough does not");
	machine_free(&machine);
	ok(set(&config, "target", "n0.p0.c0.t3 4K /nowhere/data", &error) &&
	   !machine_init(&machine, &config, &error), "a file that is not there ends it all");
	config_free(&config);
}

int main(void)
{
	struct fixture fixture;

	fixture_files(&fixture);
	test_file(&fixture);
	test_arguments(&fixture);
	test_refused(&fixture);
	test_faults_replaced(&fixture);
	test_default_machine();
	test_data_sizes(&fixture);
	fixture_end(&fixture);
	return done_testing();
}
