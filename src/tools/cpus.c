// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpus.h"
#include "parse.h"

/**
 * cpus_online() - the CPUs that are online
 * @cpus: where to put their numbers
 * @room: how many fit; what is more is left out
 * @count: how many they are
 *
 * Return: 0 or a negative errno.
 */
int cpus_online(unsigned int *cpus, size_t room, size_t *count)
{
	FILE *file = fopen("/sys/devices/system/cpu/online", "re");
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!file)
		return -errno;
	if (getline(&line, &size, file) < 0)
		err = -EIO;
	else
		err = parse_cpu_list(line, cpus, room, count);
	free(line);
	fclose(file);
	return err;
}
