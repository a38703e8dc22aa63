// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpus.h"
#include "parse.h"

#define ROOT		"/sys/devices/system/cpu"
#define CPUS_MAX	16384

static int read_package(unsigned int number)
{
	char path[96];
	int package = CPU_NO_PACKAGE;
	FILE *file;

	snprintf(path, sizeof(path), ROOT "/cpu%u/topology/physical_package_id", number);
	file = fopen(path, "re");
	if (!file)
		return CPU_NO_PACKAGE;
	if (fscanf(file, "%d", &package) != 1 || package < 0)
		package = CPU_NO_PACKAGE;
	fclose(file);
	return package;
}

static int read_online(unsigned int *numbers, size_t *count)
{
	FILE *file = fopen(ROOT "/online", "re");
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!file)
		return -errno;
	if (getline(&line, &size, file) < 0)
		err = -EIO;
	else
		err = parse_cpu_list(line, numbers, CPUS_MAX, count);
	free(line);
	fclose(file);
	return err;
}

/**
 * cpus_read() - find the CPUs that are online, and the chips that they are on
 * @cpus: empty; its items are to be freed in any case
 *
 * On POWER the kernel's physical_package_id is the device tree's ibm,chip-id, where there
 * is one.
 *
 * Return: 0 or a negative errno.
 */
int cpus_read(cpu_list *cpus)
{
	static unsigned int numbers[CPUS_MAX];
	size_t count = 0;
	int err = read_online(numbers, &count);

	for (size_t i = 0; i < count && !err; i++) {
		struct cpu *cpu = vector_push(cpus);

		if (!cpu)
			return -ENOMEM;
		*cpu = (struct cpu) { .number = numbers[i], .package = read_package(numbers[i]) };
	}
	return err || cpus->count ? err : -EIO;
}

typedef VECTOR(unsigned int) numbers;

static int compare(const void *a, const void *b)
{
	unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return x < y ? -1 : x > y;
}

/* In their order, each once */
static void sort_unique(numbers *list)
{
	size_t kept = 0;

	if (!list->count)
		return;
	qsort(list->items, list->count, sizeof(*list->items), compare);
	for (size_t i = 1; i < list->count; i++)
		if (list->items[i] != list->items[kept])
			list->items[++kept] = list->items[i];
	list->count = kept + 1;
}

static bool add_number(numbers *list, unsigned int number)
{
	unsigned int *added = vector_push(list);

	if (added)
		*added = number;
	return added;
}

/* The chips that CPUs are on, by the kernel's numbers; false if one is not known */
static bool find_packages(const cpu_list *cpus, numbers *packages)
{
	for (size_t i = 0; i < cpus->count; i++)
		if (cpus->items[i].package == CPU_NO_PACKAGE ||
		    !add_number(packages, cpus->items[i].package))
			return false;
	sort_unique(packages);
	return true;
}

static unsigned int chip_of(const struct htm_target *target)
{
	return target->node << 8 | target->chip;
}

/* The chips that have targets, by the hypervisor's */
static bool find_chips(const struct machine *m, numbers *chips)
{
	for (size_t i = 0; i < m->targets.count; i++)
		if (!add_number(chips, chip_of(&m->targets.items[i].target)))
			return false;
	sort_unique(chips);
	return true;
}

/**
 * cpus_on_chips() - are the CPUs known to be on more than one chip?
 * @cpus: the CPUs
 *
 * Return: true if so; else there is nothing to choose between.
 */
bool cpus_on_chips(const cpu_list *cpus)
{
	numbers packages = {};
	bool several = find_packages(cpus, &packages) && packages.count > 1;

	free(packages.items);
	return several;
}

/*
 * Nothing tells which of the hypervisor's nodes and chips a number of the kernel's is. If
 * the partition has CPUs on as many chips as there are, they are the same in the same order.
 */
static int package_of(const cpu_list *cpus, const struct htm_target *target,
		      const struct machine *m)
{
	numbers packages = {}, chips = {};
	unsigned int *found = NULL;
	unsigned int chip = chip_of(target);
	int package = CPU_NO_PACKAGE;

	if (find_packages(cpus, &packages) && find_chips(m, &chips) &&
	    packages.count == chips.count && chips.count)
		found = bsearch(&chip, chips.items, chips.count, sizeof(chip), compare);
	if (found)
		package = packages.items[found - chips.items];
	free(packages.items);
	free(chips.items);
	return package;
}

/**
 * cpus_assign() - choose the CPU on which a target is opened
 * @cpus: the CPUs, with what was assigned to them so far
 * @target: the target
 * @m: the machine, or NULL if that is not known
 *
 * The one with the fewest targets, on the target's own chip where that is known; the trace
 * is the target's on any CPU.
 *
 * Return: the number of the CPU.
 */
unsigned int cpus_assign(cpu_list *cpus, const struct htm_target *target,
			 const struct machine *m)
{
	int package = m ? package_of(cpus, target, m) : CPU_NO_PACKAGE;
	struct cpu *best = NULL;

	for (size_t i = 0; i < cpus->count; i++) {
		struct cpu *cpu = &cpus->items[i];

		if (package != CPU_NO_PACKAGE && cpu->package != package)
			continue;
		if (!best || cpu->load < best->load)
			best = cpu;
	}
	best->load++;
	return best->number;
}
