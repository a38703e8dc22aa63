// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "workload.h"

static void become_workload(char **argv, int failed)
{
	sigset_t none;
	int err;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(argv[0], argv);
	err = errno;
	if (write(failed, &err, sizeof(err)) < 0)
		_exit(WORKLOAD_CANNOT_RUN);
	_exit(WORKLOAD_NOT_FOUND);
}

/* 0 once it runs, or the negative errno of why it does not */
static int start(char **argv, pid_t *pid)
{
	int fds[2], err = 0;
	ssize_t n;

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	*pid = fork();
	if (!*pid)
		become_workload(argv, fds[1]);
	if (*pid < 0)
		err = -errno;
	close(fds[1]);
	/* The pipe ends without a word when the exec has worked. */
	do {
		n = err ? 0 : read(fds[0], &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	close(fds[0]);
	if (n != sizeof(err))
		return err;
	while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR)
		;
	return -err;
}

/**
 * workload_start() - run the user's command, and tell why if it cannot be run
 * @argv: the command and its arguments, or NULL if there is none
 * @pid: where to put its process id; 0 if nothing runs
 *
 * Return: 0, or the exit status for htm.
 */
int workload_start(char **argv, pid_t *pid)
{
	int err;

	*pid = 0;
	if (!argv)
		return 0;
	err = start(argv, pid);
	if (!err)
		return 0;
	*pid = 0;
	message("%s: %s", argv[0], strerror(-err));
	return err == -ENOENT ? WORKLOAD_NOT_FOUND : WORKLOAD_CANNOT_RUN;
}

/**
 * workload_exit_status() - what to pass on of a command's end
 * @status: from waitpid()
 *
 * Return: its exit status, or 128 and the signal's number as shells have it.
 */
int workload_exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
