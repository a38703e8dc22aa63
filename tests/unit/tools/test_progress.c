// SPDX-License-Identifier: GPL-2.0
/* The bar, on a terminal and elsewhere. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "progress.h"
#include "tap.h"

#define MIB	(1ULL << 20)

/* Written behind what is looked at, for a terminal hands over what was written when it likes */
#define LAST	"<end>"

static char got[4096];

static void read_to_last(int from)
{
	struct pollfd poll_from = { .fd = from, .events = POLLIN };
	size_t n = 0;
	char *last;

	do {
		ssize_t more = 0;

		if (poll(&poll_from, 1, 10000) == 1)
			more = read(from, got + n, sizeof(got) - 1 - n);
		if (more <= 0)
			exit(2);
		n += more;
		got[n] = '\0';
		last = strstr(got, LAST);
	} while (!last);
	*last = '\0';
}

/* What a progress of 128 MiB, with a message in its midst, writes to @fd, read from @from */
static void run(int fd, int from, uint64_t total)
{
	struct progress p = {};
	int saved = dup(STDERR_FILENO);

	fflush(stderr);
	dup2(fd, STDERR_FILENO);
	progress_begin(&p, "draining", total);
	progress_set(&p, 0);
	progress_set(&p, total / 2);
	message("a word");
	progress_set(&p, total);
	progress_end(&p);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	if (write(fd, LAST, strlen(LAST)) < 0)
		exit(2);
	read_to_last(from);
}

int main(void)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), slave, fds[2];
	const char *clear, *word;

	if (terminal < 0 || grantpt(terminal) || unlockpt(terminal) || pipe(fds))
		return 2;
	slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
	run(slave, terminal, 128 * MIB);
	ok(strstr(got, "  0%  0 of 128 MiB, "), "the bar begins");
	ok(strstr(got, "draining [###############...............]  50%  64 of 128 MiB, "),
	   "it shows how far it is, in bytes");
	ok(strstr(got, " MiB/s"), "and how fast");
	word = strstr(got, "htm: a word");
	clear = word ? word - strlen("\r\033[K") : NULL;
	ok(clear && !strncmp(clear, "\r\033[K", 4), "a message takes its place");
	ok(word && strstr(word, "100%  128 of 128 MiB"), "it comes again behind it");
	ok(strlen(got) > 4 && !strcmp(got + strlen(got) - 4, "\r\033[K"), "and is taken away");
	run(slave, terminal, 8 * MIB);
	ok(!strcmp(got, "htm: a word\r\n"), "what is over soon has none");
	run(fds[1], fds[0], 128 * MIB);
	ok(!strcmp(got, "htm: a word\n"), "nor has what is no terminal");
	return done_testing();
}
