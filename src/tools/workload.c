// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

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
		_exit(126);
	_exit(127);
}

/**
 * workload_start() - run a command
 * @argv: the command and its arguments
 * @pid: where to put its process id
 *
 * Return: 0 once it runs, or the negative errno of why it does not.
 */
int workload_start(char **argv, pid_t *pid)
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
 * workload_exit_status() - what to pass on of a command's end
 * @status: from waitpid()
 *
 * Return: its exit status, or 128 and the signal's number as shells have it.
 */
int workload_exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
