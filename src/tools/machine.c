// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "machine.h"
#include "message.h"

#define PMU		"/sys/bus/event_source/devices/htm"
#define DEBUGFS		"/sys/kernel/debug"
#define DIRECTORY	DEBUGFS "/htm_pmu"

static struct machine_target *find(const struct machine *m, const struct htm_target *target)
{
	for (size_t i = 0; i < m->targets.count; i++)
		if (target_config(&m->targets.items[i].target) == target_config(target))
			return &m->targets.items[i];
	return NULL;
}

/* A line is for a target that is known, or for one more. */
static struct machine_target *find_or_add(struct machine *m, const struct htm_target *target)
{
	struct machine_target *found = find(m, target);

	if (!found)
		found = vector_push(&m->targets);
	if (found)
		found->target = *target;
	return found;
}

static int take_target(struct machine *m, const char *line)
{
	char name[HTM_TARGET_NAME_SIZE];
	struct machine_target *found;
	struct htm_target target;
	uint64_t buffer;
	int error;

	if (sscanf(line, "%19s buffer=%" SCNu64 " error=%d", name, &buffer, &error) != 3 ||
	    target_parse(name, &target))
		return -EIO;
	found = find_or_add(m, &target);
	if (!found)
		return -ENOMEM;
	found->buffer = buffer;
	found->error = error;
	return 0;
}

/* To the line's end: a process's name may have blanks in it, and any other byte. */
static void copy_command(char command[MACHINE_WORD], const char *text)
{
	snprintf(command, MACHINE_WORD, "%.*s", (int)strcspn(text, "\n"), text);
	for (char *c = command; *c; c++)
		if (!isprint((unsigned char)*c))
			*c = '?';
}

static int take_session(struct machine *m, const char *line)
{
	char name[HTM_TARGET_NAME_SIZE];
	struct machine_target *found;
	struct machine_holder h = {};
	struct htm_target target;
	const char *rest;
	uint64_t buffer;
	int command = 0;

	if (sscanf(line, "%19s %15s cpu=%u sink=%15s bytes=%" SCNu64 " of=%" SCNu64 " ",
		   name, h.state, &h.cpu, h.sink, &h.bytes, &buffer) != 6 ||
	    target_parse(name, &target))
		return -EIO;
	/* What a driver tells between these is not needed here, and not the same in all. */
	rest = strstr(line, " error=");
	if (!rest || sscanf(rest, " error=%d pid=%d %n", &h.error, &h.pid, &command) != 2 ||
	    !command)
		return -EIO;
	copy_command(h.command, rest + command);
	found = find_or_add(m, &target);
	if (!found)
		return -ENOMEM;
	if (buffer)
		found->buffer = buffer;
	found->held = true;
	found->holder = h;
	return 0;
}

static int take_lines(struct machine *m, FILE *file,
		      int (*take)(struct machine *m, const char *line))
{
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	errno = 0;
	while (!err && getline(&line, &size, file) > 0)
		err = take(m, line);
	if (!err && ferror(file))
		err = errno ? -errno : -EIO;
	free(line);
	return err;
}

/**
 * machine_read_targets() - take in what the driver's file "targets" has
 * @m: the machine
 * @file: the file
 *
 * Return: 0, -EIO if it is of another form, or another negative errno.
 */
int machine_read_targets(struct machine *m, FILE *file)
{
	return take_lines(m, file, take_target);
}

/**
 * machine_read_sessions() - take in what the driver's file "sessions" has
 * @m: the machine
 * @file: the file
 *
 * Return: 0, -EIO if it is of another form, or another negative errno.
 */
int machine_read_sessions(struct machine *m, FILE *file)
{
	return take_lines(m, file, take_session);
}

/**
 * machine_has_pmu() - whether the kernel has the PMU
 *
 * Return: true if so.
 */
bool machine_has_pmu(void)
{
	return !access(PMU, F_OK);
}

static int read_file(struct machine *m, const char *path,
		     int (*read)(struct machine *m, FILE *file))
{
	FILE *file = fopen(path, "re");
	int err;

	if (!file)
		return -errno;
	err = read(m, file);
	fclose(file);
	return err;
}

/**
 * machine_read() - find out which targets there are, and who holds them
 * @m: zeroed; to be given to machine_free() in any case
 *
 * Disturbs no trace.
 *
 * Return: 0, or a negative errno for machine_complain().
 */
int machine_read(struct machine *m)
{
	int err;

	if (!machine_has_pmu())
		return -ENODEV;
	err = read_file(m, DIRECTORY "/targets", machine_read_targets);
	/* Behind it: what was opened meanwhile is held. */
	return err ? err : read_file(m, DIRECTORY "/sessions", machine_read_sessions);
}

static bool is_power(void)
{
	struct utsname u;

	return !uname(&u) && !strncmp(u.machine, "ppc64", 5);
}

static void complain_missing(void)
{
	struct statfs fs;

	if (statfs(DEBUGFS, &fs))
		message("%s: %s: this kernel has no debugfs, which tells the targets", DEBUGFS,
			strerror(errno));
	else if (fs.f_type != DEBUGFS_MAGIC)
		message("debugfs, which tells the targets, is not mounted: 'mount -t debugfs none %s'",
			DEBUGFS);
	else
		message("%s/targets is not there: is the htm PMU another's than htm_pmu's, or the module older than htm, or built without HTM_PMU_DEBUGFS?",
			DIRECTORY);
}

/**
 * machine_complain() - tell the user why the targets are not known, and what to do
 * @err: what machine_read() returned
 */
void machine_complain(int err)
{
	if (err == -ENODEV && !machine_has_pmu() && !is_power())
		message("this is no POWER machine: it has no hardware traces");
	else if (err == -ENODEV && !machine_has_pmu())
		message("there is no htm PMU here: load its module with 'modprobe htm_pmu'; if that fails, 'dmesg | grep htm_pmu' says what this machine lacks");
	else if (err == -EACCES)
		message("only root may see the targets: run as root");
	else if (err == -ENOENT)
		complain_missing();
	else
		message("cannot tell which targets there are: %s/targets: %s", DIRECTORY,
			strerror(-err));
}

/**
 * machine_find() - what is known of a target
 * @m: the machine
 * @target: the target
 *
 * Return: that, or NULL if the machine has no such target.
 */
const struct machine_target *machine_find(const struct machine *m,
					  const struct htm_target *target)
{
	return find(m, target);
}

/**
 * machine_free() - let go of what is known
 * @m: the machine
 */
void machine_free(struct machine *m)
{
	free(m->targets.items);
	*m = (struct machine) {};
}
