// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"

__attribute__((noreturn))
static void die(const char *what)
{
	printf("Bail out! %s\n", what);
	exit(1);
}

static bool is_ram(const struct fixture *fixture, uint64_t address, size_t size)
{
	if (address < RAM_BASE || address > RAM_END || size > RAM_END - address)
		return false;
	return !fixture->hole || address >= RAM_HOLE_END || address + size <= RAM_HOLE;
}

static bool read_ram(void *ctx, uint64_t address, void *bytes, size_t size)
{
	struct fixture *fixture = ctx;

	if (!is_ram(fixture, address, size))
		return false;
	memcpy(bytes, fixture->ram + (address - RAM_BASE), size);
	return true;
}

static bool write_ram(void *ctx, uint64_t address, const void *bytes, size_t size)
{
	struct fixture *fixture = ctx;

	if (!is_ram(fixture, address, size))
		return false;
	memcpy(fixture->ram + (address - RAM_BASE), bytes, size);
	return true;
}

static void path_of(char path[64], const struct fixture *fixture, const char *name)
{
	snprintf(path, 64, "%s/%s", fixture->directory, name);
}

/**
 * fixture_files - make a directory for the files of a test
 * @fixture: to be filled
 */
void fixture_files(struct fixture *fixture)
{
	*fixture = (struct fixture) { .directory = "/tmp/hypervisor-XXXXXX" };
	if (!mkdtemp(fixture->directory))
		die("no temporary directory");
}

/**
 * fixture_file - write a file
 * @fixture: from fixture_files()
 * @name: of the file
 * @contents: of the file, or NULL to write none
 *
 * Return: its path, until the next call.
 */
const char *fixture_file(struct fixture *fixture, const char *name, const char *contents)
{
	static char path[64];
	FILE *file;

	path_of(path, fixture, name);
	if (!contents)
		return path;
	file = fopen(path, "w");
	if (!file || fputs(contents, file) < 0 || fclose(file))
		die("cannot write a file");
	return path;
}

/**
 * fixture_read - read a file
 * @fixture: from fixture_files()
 * @name: of the file
 *
 * Return: its contents, to be freed.
 */
char *fixture_read(struct fixture *fixture, const char *name)
{
	FILE *file = fopen(fixture_file(fixture, name, NULL), "r");
	char *contents = NULL;
	size_t room = 0;

	if (!file || getdelim(&contents, &room, '\0', file) < 0)
		die("cannot read a file");
	fclose(file);
	return contents;
}

/**
 * fixture_start - start the hypervisor
 * @fixture: from fixture_files()
 * @argc: how many arguments
 * @argv: key=value each, as for the plugin
 */
void fixture_start(struct fixture *fixture, int argc, char **argv)
{
	struct config config;
	struct error error = { "" };

	fixture->guest = (struct guest) { .read = read_ram, .write = write_ram, .ctx = fixture };
	fixture->ram = malloc(RAM_SIZE);
	if (!fixture->ram)
		die("out of memory");
	memset(fixture->ram, RAM_FILL, RAM_SIZE);
	config_init(&config);
	if (!config_arguments(&config, argc, argv, &error))
		die(error.text);
	fixture->hypervisor = hypervisor_new(&config, &error);
	if (!fixture->hypervisor)
		die(error.text);
}

/**
 * fixture_end - end the hypervisor and remove the files
 * @fixture: from fixture_files(), started or not
 */
void fixture_end(struct fixture *fixture)
{
	DIR *directory = opendir(fixture->directory);
	struct dirent *entry;

	if (fixture->hypervisor)
		hypervisor_free(fixture->hypervisor);
	free(fixture->ram);
	while (directory && (entry = readdir(directory)))
		unlinkat(dirfd(directory), entry->d_name, 0);
	if (directory)
		closedir(directory);
	rmdir(fixture->directory);
}

/**
 * fixture_call - call H_HTM as a good guest does
 * @fixture: from fixture_start()
 * @op: the operation
 * @target: like n0.p2.c0.t1
 * @arg1: fourth argument
 * @arg2: fifth argument
 * @arg3: sixth argument
 *
 * Return: the hypervisor's return code.
 */
long fixture_call(struct fixture *fixture, enum htm_op op, const char *target, uint64_t arg1,
		  uint64_t arg2, uint64_t arg3)
{
	/* By sscanf, so that the tests do not lean on what they test */
	uint64_t node, chip, core, type;
	uint64_t arguments[CALL_ARGUMENTS] = { 1ULL << 63 };
	long code;

	if (sscanf(target, "n%lu.p%lu.c%lu.t%lu", &node, &chip, &core, &type) != 4)
		die("a test names no target");
	arguments[1] = node << 48 | chip << 32 | core << 16;
	arguments[2] = (uint64_t)op << 48 | type << 32;
	arguments[3] = arg1;
	arguments[4] = arg2;
	arguments[5] = arg3;
	if (!hypervisor_call(fixture->hypervisor, &fixture->guest, 0, arguments, &code))
		die("a call was passed on");
	return code;
}

/**
 * fixture_stopped - bring a target to where its trace can be read
 * @fixture: from fixture_start()
 * @target: like n0.p2.c0.t1, unconfigured
 */
void fixture_stopped(struct fixture *fixture, const char *target)
{
	if (fixture_call(fixture, HTM_CONFIGURE, target, -1, -1, 0) ||
	    fixture_call(fixture, HTM_START, target, 0, 0, 0) ||
	    fixture_call(fixture, HTM_STOP, target, 0, 0, 0))
		die("a target cannot be traced");
}

/**
 * get_be - read a big-endian number
 * @bytes: of the number
 * @size: how many, up to 8
 */
uint64_t get_be(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value = value << 8 | bytes[i];
	return value;
}
