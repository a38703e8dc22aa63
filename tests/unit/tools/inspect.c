// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "capture.h"
#include "inspect.h"
#include "sysmem.h"

/* A few bytes can decompress to very many: no more than this is tried. */
#define SPOOL_MAX	(1 << 20)

static void die(const char *what)
{
	perror(what);
	abort();
}

static void limit_spool(void)
{
	struct rlimit limit = { SPOOL_MAX, SPOOL_MAX };
	static bool limited;

	if (limited)
		return;
	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit))
		die("setrlimit");
	limited = true;
}

/* What is said to be in a file must be there: that is what report copies. */
static void check_pieces(const capture_pieces *pieces, bool blocks)
{
	for (size_t i = 0; i < pieces->count; i++) {
		const struct capture_piece *piece = &pieces->items[i];
		uint8_t last, raw[UINT16_MAX];

		if (!piece->size)
			continue;
		if (pread(piece->fd, &last, 1, piece->offset + piece->size - 1) != 1)
			abort();
		if (!blocks)
			continue;
		if (piece->size > sizeof(raw) || piece->size % SYSMEM_ENTRY_SIZE ||
		    pread(piece->fd, raw, piece->size, piece->offset) != (ssize_t)piece->size)
			abort();
		for (uint64_t at = 0; at < piece->size; at += SYSMEM_ENTRY_SIZE) {
			struct sysmem_entry entry;

			sysmem_entry(raw + at, &entry);
		}
	}
}

/* That is what inject copies. */
static void check_features(const struct reader *r)
{
	for (size_t i = 0; i < r->features.count; i++) {
		const struct reader_feature *f = &r->features.items[i];
		uint8_t last;

		if (f->size && pread(f->fd, &last, 1, f->offset + f->size - 1) != 1)
			abort();
	}
}

static enum inspect_result check_capture(const struct capture *c)
{
	enum inspect_result result = INSPECT_READ;

	for (size_t i = 0; i < c->events.count; i++) {
		const struct capture_event *event = &c->events.items[i];

		check_pieces(&event->raw.pieces, false);
		if (event->aux)
			check_pieces(&event->aux->trace.pieces, false);
		check_pieces(capture_table(event), true);
		if (event->verdict == CAPTURE_COMPLETE) {
			if (event->problems || capture_bytes(event) != event->expected)
				abort();
			result = INSPECT_COMPLETE;
		}
	}
	return result;
}

static int read_records(struct capture *c, struct reader *r)
{
	struct reader_record record;
	enum reader_next got;
	int err = 0;

	while (!err && (got = reader_next(r, &record)) == READER_RECORD)
		err = capture_record(c, &record);
	if (err || got == READER_ERROR)
		return -EINVAL;
	if (got != READER_END)
		abort();
	return capture_end(c);
}

static int file_of(const uint8_t *data, size_t size)
{
	int fd = memfd_create("input", MFD_CLOEXEC);

	if (fd < 0 || (size && write(fd, data, size) != (ssize_t)size))
		die("memfd");
	return fd;
}

/* A second file, as --threads ('+') or --switch-output ('&') would have made it */
static int add_second(struct reader *r, char kind, const uint8_t *data, size_t size)
{
	int fd = file_of(data, size), err;
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = kind == '+' ? reader_add_stream(r, path) : reader_add(r, path);
	close(fd);
	return err;
}

static int open_input(struct reader *r, const uint8_t *data, size_t size)
{
	size_t first;
	int err;

	if (size < INSPECT_SPLIT || (data[0] != '+' && data[0] != '&'))
		return reader_open_fd(r, "input", file_of(data, size));
	first = data[1] | data[2] << 8;
	if (first > size - INSPECT_SPLIT)
		first = size - INSPECT_SPLIT;
	err = reader_open_fd(r, "input", file_of(data + INSPECT_SPLIT, first));
	return err ?: add_second(r, data[0], data + INSPECT_SPLIT + first, size - INSPECT_SPLIT - first);
}

/**
 * inspect_bytes() - read bytes as a recording of perf
 * @data: the bytes; if the first is '+' or '&', they are two files: the size of the
 *	first one (u16, little-endian), the first, the second
 * @size: how many
 *
 * What would be wrong aborts.
 *
 * Return: what became of them.
 */
enum inspect_result inspect_bytes(const uint8_t *data, size_t size)
{
	enum inspect_result result = INSPECT_REFUSED;
	struct capture c = {};
	struct reader r;
	int err;

	limit_spool();
	err = open_input(&r, data, size);
	/* In memory, where there is such a place: a disk would be what takes the time. */
	r.spool_dir = access("/dev/shm", W_OK) ? NULL : "/dev/shm";
	if (!err)
		err = capture_begin(&c, &r);
	if (!err)
		err = read_records(&c, &r);
	if (err && !r.error[0])
		abort();
	if (!err) {
		check_features(&r);
		result = check_capture(&c);
	}
	capture_free(&c);
	reader_close(&r);
	return result;
}
