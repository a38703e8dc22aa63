// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "interrupt.h"

static volatile sig_atomic_t interrupts;
static sigset_t while_polling;

static void interrupt(int signal)
{
	(void)signal;
	interrupts++;
}

/* A child's end only has to wake interrupt_poll(). */
static void wake(int signal)
{
	(void)signal;
}

/**
 * interrupt_setup() - from now on, signals arrive only in interrupt_poll()
 *
 * So nothing can be missed between looking and waiting.
 */
void interrupt_setup(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction act = { .sa_handler = wake };
	sigset_t mask;

	interrupts = 0;
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	sigaction(SIGCHLD, &act, NULL);
	act.sa_handler = interrupt;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct sigaction old;

		/* nohup(1) means that a hang-up is none of htm's business. */
		if (signals[i] == SIGHUP && !sigaction(SIGHUP, NULL, &old) &&
		    old.sa_handler == SIG_IGN)
			continue;
		sigaddset(&mask, signals[i]);
		sigaction(signals[i], &act, NULL);
	}
	sigprocmask(SIG_BLOCK, &mask, &while_polling);
	sigdelset(&while_polling, SIGCHLD);
	signal(SIGPIPE, SIG_IGN);
}

/**
 * interrupt_count() - how often the user wanted to end it
 *
 * Return: the number of SIGINT, SIGTERM and SIGHUP that arrived.
 */
int interrupt_count(void)
{
	return interrupts;
}

/**
 * interrupt_poll() - wait for descriptors, signals, or the end of children
 * @fds: as for poll()
 * @count: as for poll()
 * @milliseconds: as for poll(); at least 0
 *
 * Return: as poll().
 */
int interrupt_poll(struct pollfd *fds, nfds_t count, long milliseconds)
{
	struct timespec timeout = {
		.tv_sec = milliseconds / 1000,
		.tv_nsec = milliseconds % 1000 * 1000000,
	};

	return ppoll(fds, count, &timeout, &while_polling);
}
