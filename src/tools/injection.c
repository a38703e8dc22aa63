// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "addresses.h"
#include "capture.h"
#include "injection.h"
#include "input.h"
#include "interrupt.h"
#include "kernel.h"
#include "message.h"
#include "output.h"
#include "spool.h"
#include "status.h"
#include "writer.h"

#define EVENT_NAME	"htm"

/* What a pipe holds, and so the most that one read() returns */
#define CHUNK_SIZE	(64 * 1024)

#define POLL_MAX_MS	1000

/* Records or samples, between two looks for a Ctrl-C */
#define LOOK_EVERY	4096

#define STASH_SIZE	8192

/*
 * Addresses wait in a file without a name: only when all are there is it known how many
 * they are, and so when each was.
 */
struct stash {
	int fd;
	uint64_t count;		/* all of them */
	size_t used;		/* in @items, not yet in the file */
	uint64_t items[STASH_SIZE];
};

/*
 * @status: the worst so far
 * @event: whose trace it is
 * @attr: its place in the reader
 * @start: when its tracing started, by the clock of the recording, ns
 * @stop: when it stopped
 * @beyond: addresses that are not in the kernel's linear mapping
 */
struct run {
	const struct injection *injection;
	struct reader reader;
	struct capture capture;
	struct writer writer;
	struct stash stash;
	struct kernel kernel;
	struct addresses addresses;
	int status;
	const struct capture_event *event;
	const struct reader_attr *attr;
	char name[HTM_TARGET_NAME_SIZE];
	uint64_t start;
	uint64_t stop;
	uint64_t beyond;
};

/* Not whole, but better than none */
__attribute__((format(printf, 2, 3)))
static void lacks(struct run *r, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	message("%s", text);
	r->status = EXIT_INCOMPLETE;
}

static bool interrupted(void)
{
	/* Signals arrive in here alone. */
	interrupt_poll(NULL, 0, 0);
	return interrupt_count();
}

static int say_output(const struct run *r, int err)
{
	message("%s: %s", r->injection->output, strerror(-err));
	return err;
}

/* Read the recording, and keep what tells of its kernel. */
static int take_recording(struct run *r)
{
	struct reader_record record;
	enum reader_next got;
	uint64_t count = 0;
	int err = 0;

	while (!err && (got = reader_next(&r->reader, &record)) == READER_RECORD) {
		if (!(++count % LOOK_EVERY) && interrupted())
			return -EINTR;
		err = capture_record(&r->capture, &record);
		if (err || !kernel_record(&r->kernel, &record))
			continue;
		if (writer_record(&r->writer, record.data, record.size))
			return say_output(r, r->writer.err);
	}
	if (!err && got != READER_ERROR)
		err = capture_end(&r->capture);
	if (err || got == READER_ERROR) {
		message("%s", r->reader.error);
		return -EINVAL;
	}
	return 0;
}

static void say_targets(const struct run *r, const char *path)
{
	char name[HTM_TARGET_NAME_SIZE], names[256] = "";

	for (size_t i = 0; i < r->capture.events.count; i++) {
		size_t n = strlen(names);

		target_format(&r->capture.events.items[i].target, name);
		snprintf(names + n, sizeof(names) - n, " %s", name);
	}
	message("%s: say with --target whose trace it is; it has%s", path, names);
}

static int find_event(struct run *r)
{
	const struct htm_target *target = r->injection->target;
	const char *path = r->reader.files.items[0].path;
	struct capture *c = &r->capture;

	if (!c->events.count) {
		message("%s: no htm event in it%s", path, r->reader.cut || r->reader.unfinished ?
			", or perf was stopped before it could tell" : "");
		return -ENOENT;
	}
	if (!target && c->events.count > 1) {
		say_targets(r, path);
		return -EINVAL;
	}
	r->event = target ? capture_find(c, target_config(target)) : &c->events.items[0];
	if (!r->event) {
		target_format(target, r->name);
		message("%s: no trace of %s in it", path, r->name);
		return -ENOENT;
	}
	target_format(&r->event->target, r->name);
	for (size_t i = 0; i < r->reader.attrs.count; i++)
		if (c->event_of_attr.items[i] &&
		    &c->events.items[c->event_of_attr.items[i] - 1] == r->event)
			r->attr = &r->reader.attrs.items[i];
	return 0;
}

/*
 * A drain begins when tracing has stopped, and its first sample is START: where END did
 * not come, the last sample is not much later than the stop.
 */
static int find_times(struct run *r)
{
	const struct capture_window *first = capture_first_window(r->event);
	const struct htm_pmu_end *end = capture_last_end(r->event);
	const char *path = r->reader.files.items[0].path;

	if (!first || !first->started || (!end && !r->event->has_time)) {
		message("%s: nothing in it tells when %s was traced: record it with htm record, or with meta=1",
			path, r->name);
		return -ENODATA;
	}
	r->start = first->start.time;
	r->stop = end ? end->time : r->event->time;
	if (r->stop < r->start) {
		message("%s: %s stops before it starts", path, r->name);
		return -EINVAL;
	}
	return 0;
}

/* What a recording lacks that is not whole */
static void judge(struct run *r)
{
	const char *path = r->reader.files.items[0].path;

	if (r->reader.cut)
		lacks(r, "%s: cut short", path);
	if (r->reader.unfinished)
		lacks(r, "%s: perf did not end as it should, so nothing tells of the machine",
		      path);
	if (!r->reader.cut && r->event->verdict == CAPTURE_INCOMPLETE)
		lacks(r, "%s: the trace of %s is not complete: htm report says what is missing",
		      path, r->name);
	if (!r->kernel.mapped)
		lacks(r, "%s: where the kernel was is not in it, so perf will find no symbols: record it as root, with kernel.kptr_restrict not 2",
		      path);
	else if (!r->kernel.identified)
		message("%s: no build id of the kernel in it: perf takes that which it runs on for it, unless --kallsyms or --vmlinux names another",
			path);
}

static int copy_features(struct run *r)
{
	for (size_t i = 0; i < r->reader.features.count; i++) {
		const struct reader_feature *feature = &r->reader.features.items[i];

		if (kernel_feature(&r->kernel, &r->reader, feature) &&
		    writer_feature(&r->writer, feature))
			return say_output(r, r->writer.err);
	}
	return 0;
}

static int read_recording(struct run *r)
{
	int err = input_open(&r->reader, r->injection->recording, r->injection->spool_dir);

	if (!err)
		err = capture_begin(&r->capture, &r->reader);
	if (err) {
		message("%s", r->reader.error);
		return err;
	}
	err = writer_begin(&r->writer, r->injection->output, r->reader.big_endian);
	if (err)
		return say_output(r, err);
	return take_recording(r) ?: find_event(r) ?: find_times(r) ?: copy_features(r);
}

static int stash_flush(struct stash *s)
{
	int err = spool_write(s->fd, s->items, s->used * sizeof(*s->items));

	s->used = 0;
	return err;
}

static int stash_add(void *context, uint64_t logical)
{
	struct run *r = context;
	struct stash *s = &r->stash;
	uint64_t virtual;

	if (!kernel_address(logical, &virtual)) {
		r->beyond++;
		return 0;
	}
	s->items[s->used++] = logical;
	s->count++;
	return s->used == STASH_SIZE ? stash_flush(s) : 0;
}

/* Some of a text: bytes, 0 at its end, or a negative errno; -EINTR if the user interrupts */
static ssize_t read_some(int fd, char *text, size_t size)
{
	for (;;) {
		struct pollfd poll = { .fd = fd, .events = POLLIN };
		ssize_t n;

		if (interrupted())
			return -EINTR;
		if (interrupt_poll(&poll, 1, POLL_MAX_MS) <= 0)
			continue;
		n = read(fd, text, size);
		if (n >= 0 || errno != EINTR)
			return n < 0 ? -errno : n;
	}
}

static int say_stash(const struct run *r, int err)
{
	message("%s: no room for the addresses: %s", r->injection->spool_dir, strerror(-err));
	return err;
}

static int read_text(struct run *r, const char *name, int fd)
{
	uint64_t unanswered = r->addresses.unanswered;
	char text[CHUNK_SIZE];
	bool cut = false;
	ssize_t n;
	int err = 0;

	while (!err && (n = read_some(fd, text, sizeof(text))) > 0)
		err = addresses_text(&r->addresses, text, n);
	if (!err && n < 0) {
		if (n != -EINTR)
			message("%s: %s", name, strerror(-n));
		return n;
	}
	if (!err)
		err = addresses_end(&r->addresses, &cut);
	if (err)
		return say_stash(r, err);
	unanswered = r->addresses.unanswered - unanswered;
	if (unanswered) {
		message("%s: %" PRIu64 " addresses without logical: behind them: give what htm decode wrote with logical addresses (.out.l), or name the translation file with --map",
			name, unanswered);
		return -EINVAL;
	}
	if (cut)
		lacks(r, "%s: cut short, in an address", name);
	return 0;
}

static bool is_partial(const char *path)
{
	size_t length = strlen(path);

	return length > strlen(OUTPUT_PARTIAL) &&
	       !strcmp(path + length - strlen(OUTPUT_PARTIAL), OUTPUT_PARTIAL);
}

static int read_file(struct run *r, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int err;

	if (fd < 0) {
		err = -errno;
		message("%s: %s", path, strerror(-err));
		return err;
	}
	if (is_partial(path))
		lacks(r, "%s: the decoder did not end as it should: later addresses are missing",
		      path);
	err = read_text(r, path, fd);
	close(fd);
	return err;
}

static int read_texts(struct run *r)
{
	const struct injection *injection = r->injection;
	int err = 0;

	r->stash.fd = spool_create(injection->spool_dir);
	if (r->stash.fd < 0)
		return say_stash(r, r->stash.fd);
	addresses_begin(&r->addresses, injection->map, injection->lpar, stash_add, r);
	if (!injection->texts.count)
		err = read_text(r, "standard input", STDIN_FILENO);
	for (size_t i = 0; i < injection->texts.count && !err; i++)
		err = read_file(r, injection->texts.items[i]);
	if (err)
		return err;
	err = stash_flush(&r->stash);
	return err ? say_stash(r, err) : 0;
}

/* The first when tracing started, the last when it stopped, the others evenly between */
static uint64_t time_of(const struct run *r, uint64_t index)
{
	uint64_t gaps = r->stash.count - 1;

	if (!gaps)
		return r->start;
	return r->start + (uint64_t)((unsigned __int128)(r->stop - r->start) * index / gaps);
}

static int write_sample(struct run *r, uint64_t index, uint64_t logical)
{
	struct writer_sample sample = { .addr = logical, .time = time_of(r, index) };

	kernel_address(logical, &sample.ip);
	return writer_sample(&r->writer, &sample);
}

static int write_samples(struct run *r)
{
	struct stash *s = &r->stash;
	uint64_t done = 0;

	while (done < s->count) {
		ssize_t n = pread(s->fd, s->items, sizeof(s->items), done * sizeof(*s->items));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return say_stash(r, n ? -errno : -EIO);
		for (size_t i = 0; i < n / sizeof(*s->items); i++, done++)
			if (write_sample(r, done, s->items[i]))
				return say_output(r, r->writer.err);
		if (interrupted())
			return -EINTR;
	}
	return 0;
}

static void say_result(const struct run *r)
{
	const uint64_t *count = r->addresses.count;

	printf("%s: %" PRIu64 " samples; left out: %" PRIu64 " of other LPARs, %" PRIu64
	       " without logical address, %" PRIu64 " unknown", r->name, r->stash.count,
	       count[TRANSLATION_FOREIGN], count[TRANSLATION_BARE], count[TRANSLATION_UNKNOWN]);
	if (r->beyond)
		printf(", %" PRIu64 " beyond the linear mapping", r->beyond);
	putchar('\n');
}

static int make(struct run *r)
{
	int err = read_recording(r);

	if (!err)
		judge(r);
	if (!err)
		err = read_texts(r);
	if (!err && !r->stash.count) {
		say_result(r);
		message("there is no address to inject: nothing was written");
		return -ENODATA;
	}
	return err ?: write_samples(r);
}

static int finish(struct run *r)
{
	struct writer_event event = {
		.name = EVENT_NAME,
		.type = r->attr->type,
		.config = r->attr->config,
	};
	int err = writer_end(&r->writer, &event);

	if (err)
		return say_output(r, err);
	say_result(r);
	return 0;
}

/**
 * injection_run() - write a perf.data file with a sample for each address
 * @injection: of what; interrupt_setup() has been called
 *
 * What is wrong is said, and how many samples there are.
 *
 * Return: an exit status for htm.
 */
int injection_run(const struct injection *injection)
{
	struct run *r = calloc(1, sizeof(*r));
	int err;

	if (!r) {
		message("out of memory");
		return EXIT_ERROR;
	}
	r->injection = injection;
	r->writer.out.fd = -1;
	r->stash.fd = -1;
	err = make(r);
	if (!err)
		err = finish(r);
	else if (r->writer.out.fd >= 0)
		writer_abandon(&r->writer);
	if (err == -EINTR)
		message("interrupted: nothing was written");
	err = err == -EINTR ? EXIT_INCOMPLETE : err ? EXIT_ERROR : r->status;
	if (r->stash.fd >= 0)
		close(r->stash.fd);
	capture_free(&r->capture);
	reader_close(&r->reader);
	free(r);
	return err;
}
