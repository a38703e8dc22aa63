// SPDX-License-Identifier: GPL-2.0
#include <libgen.h>
#include <linux/limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

char cli_dir[] = "/tmp/test_htm.XXXXXX";

/* The directory that has htm, and in bin/ the perf that the tests use */
char cli_checked[PATH_MAX];

void cli_begin(void)
{
	ssize_t n = readlink("/proc/self/exe", cli_checked, sizeof(cli_checked) - 20);

	if (n < 0 || !mkdtemp(cli_dir)) {
		perror(cli_dir);
		exit(2);
	}
	cli_checked[n] = '\0';
	strcpy(dirname(cli_checked) + strlen(cli_checked), "/checked");
}

void cli_end(void)
{
	shell("cd / && rm -rf %s", cli_dir);
}

/*
 * Runs a shell command in the test's directory, with $htm set and the tests'
 * perf in PATH; all that it prints goes to the file "said".
 */
int shell(const char *format, ...)
{
	char command[PATH_MAX * 4], args[PATH_MAX];
	va_list list;
	int status;

	va_start(list, format);
	vsnprintf(args, sizeof(args), format, list);
	va_end(list);
	snprintf(command, sizeof(command),
		 "cd %s && htm=%s/htm PATH=%s/bin:$PATH && { %s; } > said 2>&1",
		 cli_dir, cli_checked, cli_checked, args);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What the last shell() printed, as TAP's remarks */
void cli_explain(int status, int want)
{
	char line[512], path[64];
	FILE *file;

	printf("# status %d, want %d\n", status, want);
	snprintf(path, sizeof(path), "%s/said", cli_dir);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		printf("# %.*s\n", (int)strcspn(line, "\n"), line);
	if (file)
		fclose(file);
}

/* Whether the last shell() printed @text */
bool said(const char *text)
{
	char command[PATH_MAX];

	snprintf(command, sizeof(command), "grep -qF -- '%s' %s/said", text, cli_dir);
	return !system(command);
}
