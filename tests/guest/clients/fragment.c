// SPDX-License-Identifier: GPL-2.0
/*
 * fragment LEAVE-MIB COMMAND...: break free memory into single pages, and run
 * COMMAND while it is broken.
 *
 * Takes all memory but LEAVE-MIB, then gives every second page back. What is
 * kept is locked, and the kernel told not to move locked pages, so that nothing
 * can put the free pages together again.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long free_kib(void)
{
	FILE *f = fopen("/proc/meminfo", "r");
	unsigned long kib = 0;
	char line[128];

	if (!f)
		err(2, "/proc/meminfo");
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "MemFree: %lu", &kib) == 1)
			break;
	fclose(f);
	return kib;
}

static void write_sysctl(const char *path, const char *value)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(value, f) < 0 || fclose(f))
		err(2, "%s", path);
}

int main(int argc, char **argv)
{
	size_t page = sysconf(_SC_PAGESIZE), bytes, i;
	unsigned long leave;
	char *mem;
	int status;
	pid_t pid;

	if (argc < 3)
		errx(2, "usage: fragment LEAVE-MIB COMMAND...");
	leave = strtoul(argv[1], NULL, 0) << 20;

	write_sysctl("/proc/sys/vm/compact_unevictable_allowed", "0");
	write_sysctl("/proc/sys/vm/drop_caches", "3");

	bytes = free_kib() * 1024;
	if (bytes <= leave)
		errx(2, "only %zu bytes are free", bytes);
	bytes = (bytes - leave) / page * page;
	mem = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem == MAP_FAILED)
		err(2, "mmap of %zu bytes", bytes);
	if (madvise(mem, bytes, MADV_NOHUGEPAGE))
		err(2, "madvise(MADV_NOHUGEPAGE)");
	if (mlock(mem, bytes))
		err(2, "mlock of %zu bytes", bytes);
	for (i = 0; i < bytes; i += 2 * page) {
		if (munlock(mem + i, page) || madvise(mem + i, page, MADV_DONTNEED))
			err(2, "giving back page %zu", i / page);
	}

	pid = fork();
	if (pid < 0)
		err(2, "fork");
	if (!pid) {
		execvp(argv[2], argv + 2);
		err(127, "%s", argv[2]);
	}
	if (waitpid(pid, &status, 0) < 0)
		err(2, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
