// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "htm.h"
#include "log.h"
#include "names.h"

#define NS_PER_SEC	UINT64_C(1000000000)
#define NS_PER_USEC	UINT64_C(1000)

/* A line while it grows; LOG_LINE_MAX is room for all that is ever added */
struct line {
	char *text;
	size_t size;
};

__attribute__((format(printf, 2, 3)))
static void add(struct line *line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	line->size += vsnprintf(line->text + line->size, LOG_LINE_MAX - line->size, fmt, args);
	va_end(args);
}

static void add_call(struct line *line, const struct call *call)
{
	const char *name = op_name(call->op);
	char spec[SPEC_MAX_LEN];

	if (name)
		add(line, " %s", name);
	else
		add(line, " OP_0x%x", call->op);
	add(line, " %s 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64, spec_format(&call->spec, spec),
	    call->arg[0], call->arg[1], call->arg[2]);
}

/* What the columns do not tell */
static void add_extra(struct line *line, const struct call *call)
{
	add(line, " cpu=%u", call->cpu);
	if (call->bytes)
		add(line, " bytes=%" PRIu64, call->bytes);
	if (call->delay)
		add(line, " delay=%" PRIu64 "us", call->delay / NS_PER_USEC);
	if (call->fault)
		add(line, " fault=yes");
	if (call->flags != HTM_FLAG_HARDWARE)
		add(line, " flags=0x%" PRIx64, call->flags);
	if (call_target_reserved(call))
		add(line, " target=0x%" PRIx64, call->target);
	if (call_operation_reserved(call))
		add(line, " operation=0x%" PRIx64, call->operation);
}

/**
 * log_open - begin a new log
 * @path: of the file; an old one is emptied
 * @error: where the reason of a failure goes
 *
 * Return: a file descriptor, or -1.
 */
int log_open(const char *path, struct error *error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);

	if (fd < 0)
		refuse(error, "%s: %s", path, strerror(errno));
	return fd;
}

/**
 * log_format - write the line of a call
 * @line: where it goes, newline included
 * @time: when the call was answered, ns since the machine was started
 * @call: the call
 * @code: the answer
 *
 * Return: bytes of the line.
 */
size_t log_format(char line[LOG_LINE_MAX], uint64_t time, const struct call *call, long code)
{
	struct line text = { .text = line };
	char room[NAME_MAX_LEN];

	add(&text, "%" PRIu64 ".%06" PRIu64, time / NS_PER_SEC, time % NS_PER_SEC / NS_PER_USEC);
	add_call(&text, call);
	add(&text, " %s", code_name(code, room));
	add_extra(&text, call);
	add(&text, "\n");
	return text.size;
}

/**
 * log_write - log one call
 * @fd: from log_open()
 * @time: when the call was answered, ns since the machine was started
 * @call: the call
 * @code: the answer
 *
 * The line is in the file on return. A log that is not complete would prove
 * things that are not so: the whole machine ends if a line cannot be written.
 */
void log_write(int fd, uint64_t time, const struct call *call, long code)
{
	char line[LOG_LINE_MAX];
	size_t size = log_format(line, time, call, code);
	ssize_t written;

	do {
		written = write(fd, line, size);
	} while (written < 0 && errno == EINTR);
	if (written == (ssize_t)size)
		return;
	fprintf(stderr, "hypervisor: the log cannot be written: %s\n",
		written < 0 ? strerror(errno) : "no room");
	abort();
}
