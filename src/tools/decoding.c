// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "decoding.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "status.h"

/* What a pipe holds, and so the most that one read() returns */
#define CHUNK_SIZE	(64 * 1024)

#define POLL_MAX_MS	1000

/*
 * @pid: the decoder, 0 once it has ended with @status
 * @from: what it prints, or -1 when there is nothing more
 * @told: the interrupts that were passed on to it
 * @printed: bytes there are of what it printed
 * @err: why its output could not be kept, and that was said
 */
struct run {
	struct decoding *decoding;
	struct output plain;
	struct output logical;
	FILE *annotated;
	struct annotate annotate;
	pid_t pid;
	int status;
	int from;
	int told;
	uint64_t printed;
	int err;
};

static bool is_wanted(const struct output *o)
{
	return o->fd >= 0;
}

static void fail(struct run *r, const char *path, int err)
{
	if (r->err)
		return;
	message("%s: %s", path, strerror(-err));
	r->err = err;
}

static int open_annotated(struct run *r, const char *name)
{
	int err = output_open(&r->logical, r->decoding->directory, OUTPUT_TRACE, name);
	int fd;

	if (err)
		return err;
	fd = fcntl(r->logical.fd, F_DUPFD_CLOEXEC, 0);
	r->annotated = fd < 0 ? NULL : fdopen(fd, "w");
	if (!r->annotated) {
		err = -errno;
		close(fd);
		return err;
	}
	annotate_begin(&r->annotate, r->decoding->map, r->decoding->lpar, r->annotated);
	return 0;
}

static void open_outputs(struct run *r)
{
	const struct decoding *d = r->decoding;
	char name[64];
	int err;

	snprintf(name, sizeof(name), "%s.out", d->target);
	err = output_open(&r->plain, d->directory, OUTPUT_TRACE, name);
	if (err)
		fail(r, r->plain.path, err);
	if (err || !d->map)
		return;
	snprintf(name, sizeof(name), "%s.out.l", d->target);
	err = open_annotated(r, name);
	if (err)
		fail(r, r->logical.path, err);
}

static void close_from(struct run *r)
{
	if (r->from >= 0)
		close(r->from);
	r->from = -1;
}

/*
 * Nothing to stdin: a decoder that waits for its user would look like one that takes
 * long. It stays in htm's process group, and so gets the terminal's Ctrl-C itself.
 */
static int spawn(pid_t *pid, char **command, int to)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t signals;
	int err;

	if (posix_spawn_file_actions_init(&actions))
		return -ENOMEM;
	if (posix_spawnattr_init(&attr)) {
		posix_spawn_file_actions_destroy(&actions);
		return -ENOMEM;
	}
	sigemptyset(&signals);
	posix_spawnattr_setsigmask(&attr, &signals);
	sigaddset(&signals, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &signals);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	err = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	if (!err && to >= 0)
		err = posix_spawn_file_actions_adddup2(&actions, to, 1);
	if (!err)
		err = posix_spawnp(pid, command[0], &actions, &attr, command, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return -err;
}

static int start_command(struct run *r, char **command)
{
	int fds[2] = { -1, -1 };
	int err;

	if (!template_has(r->decoding->decoder, 'o') && pipe2(fds, O_CLOEXEC))
		return -errno;
	r->from = fds[0];
	err = spawn(&r->pid, command, fds[1]);
	if (fds[1] >= 0)
		close(fds[1]);
	if (err) {
		r->pid = 0;
		close_from(r);
	}
	return err;
}

static void start(struct run *r)
{
	const struct decoding *d = r->decoding;
	char **command = NULL;
	char *input;
	int err = -ENOMEM;

	if (asprintf(&input, "%s/htm.bin.%s", d->directory, d->target) >= 0) {
		command = template_command(d->decoder, input, r->plain.temp);
		free(input);
	}
	if (command)
		err = start_command(r, command);
	if (err)
		fail(r, command ? command[0] : d->target, err);
	template_free_command(command);
}

static void annotate(struct run *r, const char *text, size_t size)
{
	int err = is_wanted(&r->logical) ? annotate_text(&r->annotate, text, size) : 0;

	if (err)
		fail(r, r->logical.path, err);
}

/* Some of what the decoder prints. Without a writer, the pipe has an end. */
static void collect(struct run *r)
{
	char text[CHUNK_SIZE];
	ssize_t n = read(r->from, text, sizeof(text));
	int err;

	if (n < 0 && errno == EINTR)
		return;
	if (n < 0)
		fail(r, "pipe from the decoder", -errno);
	if (n <= 0) {
		close_from(r);
		return;
	}
	r->printed += n;
	err = output_write(&r->plain, text, n);
	if (err)
		fail(r, r->plain.path, err);
	annotate(r, text, n);
}

static bool is_stopped(const struct run *r)
{
	return r->told || r->err;
}

/* The first Ctrl-C asks the decoder to end, another one ends it. */
static void pass_on_interrupts(struct run *r)
{
	int interrupts;

	/* A poll that finds a descriptor ready, as one mostly is, lets no signal in. */
	interrupt_poll(NULL, 0, 0);
	interrupts = interrupt_count();
	if (r->pid && interrupts != r->told)
		kill(r->pid, interrupts > 1 ? SIGKILL : SIGTERM);
	r->told = interrupts;
}

static void give_up(struct run *r)
{
	close_from(r);
	if (r->pid)
		kill(r->pid, SIGTERM);
}

/*
 * Until the decoder has ended, and all is read that it and its children print; if it was
 * stopped, children of its own that go on are not waited for.
 */
static void stream(struct run *r)
{
	bool given_up = false;

	while (r->pid || r->from >= 0) {
		struct pollfd fd = { .fd = r->from, .events = POLLIN };

		if (r->pid && waitpid(r->pid, &r->status, WNOHANG) == r->pid)
			r->pid = 0;
		pass_on_interrupts(r);
		if (r->err && !given_up) {
			give_up(r);
			given_up = true;
		}
		if (!r->pid && (is_stopped(r) || r->from < 0))
			break;
		if (interrupt_poll(&fd, 1, POLL_MAX_MS) > 0)
			collect(r);
	}
	close_from(r);
}

static void annotate_file(struct run *r, int fd)
{
	char text[CHUNK_SIZE];
	ssize_t n;

	while (!is_stopped(r) && (n = read(fd, text, sizeof(text)))) {
		if (n < 0)
			fail(r, r->plain.path, -errno);
		else
			annotate(r, text, n);
		pass_on_interrupts(r);
	}
}

/* What a decoder has written that was told where to, by %o; it may have written nothing. */
static void reread(struct run *r)
{
	int fd = open(r->plain.temp, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		if (errno != ENOENT)
			fail(r, r->plain.path, -errno);
		close(fd);
		return;
	}
	r->printed = st.st_size;
	if (is_wanted(&r->logical))
		annotate_file(r, fd);
	close(fd);
	/* One that ends elsewhere than the other is of no use. */
	if (r->told && is_wanted(&r->logical))
		output_abandon(&r->logical);
}

static void end_annotated(struct run *r)
{
	int err;

	if (!r->annotated)
		return;
	err = annotate_end(&r->annotate);
	if (fclose(r->annotated) && !err)
		err = -errno;
	if (err)
		fail(r, r->logical.path, err);
}

static void abandon(struct run *r)
{
	if (is_wanted(&r->plain))
		output_abandon(&r->plain);
	if (is_wanted(&r->logical))
		output_abandon(&r->logical);
}

static void finish_output(struct run *r, struct output *o, int (*finish)(struct output *o))
{
	int err = is_wanted(o) ? finish(o) : 0;

	if (err)
		fail(r, o->path, err);
}

/* The good file makes a partial one of before useless. */
static int commit(struct output *o)
{
	char *partial;
	int err = output_commit(o);

	if (!err && asprintf(&partial, "%s" OUTPUT_PARTIAL, o->path) >= 0) {
		unlink(partial);
		free(partial);
	}
	return err;
}

static int keep_partial(struct run *r)
{
	const char *target = r->decoding->target;

	if (!r->printed) {
		abandon(r);
		message("%s: there is no output", target);
		return EXIT_INCOMPLETE;
	}
	finish_output(r, &r->plain, output_keep);
	finish_output(r, &r->logical, output_keep);
	if (r->err)
		return EXIT_ERROR;
	message("%s: what was printed until then is in %s", target, r->plain.path);
	return EXIT_INCOMPLETE;
}

/* Whether the decoder ended as it should; if not, that is said. */
static bool ended_well(const struct run *r)
{
	const char *program = r->decoding->decoder->words.items[0];
	const char *target = r->decoding->target;

	if (r->told)
		message("%s: interrupted", target);
	else if (WIFSIGNALED(r->status))
		message("%s: %s was ended by signal %d (%s)", target, program, WTERMSIG(r->status),
			strsignal(WTERMSIG(r->status)));
	else if (WEXITSTATUS(r->status))
		message("%s: %s failed with exit status %d", target, program,
			WEXITSTATUS(r->status));
	else if (!r->printed)
		message("%s: %s succeeded, but printed nothing", target, program);
	else
		return true;
	return false;
}

static int finish(struct run *r)
{
	if (r->err) {
		abandon(r);
		return EXIT_ERROR;
	}
	if (!ended_well(r))
		return keep_partial(r);
	finish_output(r, &r->plain, commit);
	finish_output(r, &r->logical, commit);
	r->decoding->counts = r->annotate.counts;
	return r->err ? EXIT_ERROR : EXIT_COMPLETE;
}

/**
 * decoding_run() - run a decoder on the trace of one target
 * @d: what to decode; interrupt_setup() has been called
 *
 * What it prints goes to htm.bin.TARGET.out, and to htm.bin.TARGET.out.l with logical
 * addresses. What is wrong is said. When the decoder does not end as it should, or
 * is interrupted, the names end in OUTPUT_PARTIAL, and files that had the names stay
 * as they were.
 *
 * Return: an exit status for htm.
 */
int decoding_run(struct decoding *d)
{
	struct run r = {
		.decoding = d,
		.plain = { .fd = -1 },
		.logical = { .fd = -1 },
		.from = -1,
	};

	open_outputs(&r);
	if (!r.err)
		start(&r);
	stream(&r);
	if (!r.err && template_has(d->decoder, 'o'))
		reread(&r);
	end_annotated(&r);
	return finish(&r);
}
