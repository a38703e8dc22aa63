// SPDX-License-Identifier: GPL-2.0
/* htm report: from perf.data to the files that decoders read. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "commands.h"
#include "directory.h"
#include "input.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "status.h"
#include "summary.h"
#include "sysmem.h"
#include "verdict.h"

/* There are many records in a file, and may be many files to ask how far they are. */
#define PROGRESS_RECORDS	256

enum {
	OPTION_JSON = 256,
};

static const char doc[] =
	"Write the trace and the memory configuration of each target to its own files.\v"
	"For each target, DIR gets\n"
	"  htm.bin.nN.pN.cN.tN      the trace, as the hardware wrote it\n"
	"  translation.nN.pN.cN.tN  which physical address is whose: one line per range of "
	"memory\n"
	"\n"
	"INPUT is what 'htm record' wrote, or 'perf record -R' by hand: its file, its "
	"directory (--threads), - for what it pipes here (-o -), or the name from which "
	"--switch-output made those of its files.\n"
	"\n"
	"It says of each target how many bytes of trace there are, in how many chunks, how many "
	"holes and blocks of memory configuration, and when tracing started and stopped on "
	"perf's clock, in seconds; --json says times in nanoseconds.\n"
	"\n"
	"Exit status:\n"
	"  0  all written; nothing is known to be missing\n"
	"  1  an error: INPUT cannot be read, or DIR not written\n"
	"  2  written, but something is missing, and it says what";

static const struct argp_option options[] = {
	{ "input", 'i', "INPUT", 0,
	  "File or directory of perf or htm record, - for standard input (default: htm.data)", 0 },
	{ "output", 'o', "DIR", 0, "Where the files go (default: .)", 0 },
	{ "json", OPTION_JSON, NULL, 0, "Say what was found as JSON", 0 },
	{ 0 }
};

struct report {
	const char *input;
	const char *output;
	bool json;
	struct json_object *summary;	/* if @json */
	VECTOR(uint64_t) written;	/* configs of the targets that have their files */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report *report = state->input;

	switch (key) {
	case 'i':
		report->input = arg;
		return 0;
	case 'o':
		report->output = arg;
		return 0;
	case OPTION_JSON:
		report->json = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is one argument too many", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int failed_output(const struct output *o, int err)
{
	message("%s: %s", o->path, strerror(-err));
	return err;
}

static int copy_pieces(struct output *o, const capture_pieces *pieces, struct progress *progress)
{
	int err = 0;

	for (size_t i = 0; i < pieces->count && !err; i++) {
		const struct capture_piece *piece = &pieces->items[i];

		err = output_copy(o, piece->fd, piece->offset, piece->size);
		progress_set(progress, progress->done + piece->size);
	}
	return err;
}

static int copy_trace(struct output *o, const struct capture_event *event, const char *name)
{
	struct progress progress;
	int err;

	progress_begin(&progress, name, capture_bytes(event));
	err = copy_pieces(o, &event->raw.pieces, &progress);
	if (!err && event->aux)
		err = copy_pieces(o, &event->aux->trace.pieces, &progress);
	progress_end(&progress);
	return err;
}

static int write_trace(const struct report *report, const struct capture_event *event,
		       const char *name)
{
	struct output o;
	int err;

	err = output_open(&o, report->output, OUTPUT_TRACE, name);
	if (err)
		return failed_output(&o, err);
	err = copy_trace(&o, event, name);
	if (err) {
		output_abandon(&o);
		return failed_output(&o, err);
	}
	err = output_commit(&o);
	return err ? failed_output(&o, err) : 0;
}

/* The entries of a block: no more than fit in one sample. */
static int print_block(FILE *out, const struct capture_piece *piece)
{
	uint8_t raw[UINT16_MAX];
	ssize_t n = pread(piece->fd, raw, piece->size, piece->offset);

	if (n < 0 || (uint64_t)n < piece->size)
		return n < 0 ? -errno : -EIO;
	for (uint64_t at = 0; at < piece->size; at += SYSMEM_ENTRY_SIZE) {
		struct sysmem_entry entry;

		sysmem_entry(raw + at, &entry);
		sysmem_print(out, &entry);
	}
	return 0;
}

static int print_table(struct output *o, const capture_pieces *blocks, bool whole)
{
	int fd = dup(o->fd);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	uint64_t entries = 0;
	int err = 0;

	if (!out) {
		err = -errno;
		close(fd);
		return err;
	}
	sysmem_print_heading(out);
	for (size_t i = 0; i < blocks->count && !err; i++) {
		err = print_block(out, &blocks->items[i]);
		entries += blocks->items[i].size / SYSMEM_ENTRY_SIZE;
	}
	sysmem_print_end(out, entries, whole);
	if (fclose(out) && !err)
		err = -errno;
	return err;
}

static int write_translation(const struct report *report, const struct capture_event *event,
			     const char *name)
{
	const capture_pieces *blocks = capture_table(event);
	struct output o;
	int err;

	if (!blocks->count) {
		message("%s: no memory configuration, so no translation file", name);
		return 0;
	}
	if (!event->table.have_good)
		message("%s: the memory configuration may not be complete", name);
	err = output_open(&o, report->output, "translation", name);
	if (err)
		return failed_output(&o, err);
	err = print_table(&o, blocks, event->table.have_good);
	if (err) {
		output_abandon(&o);
		return failed_output(&o, err);
	}
	err = output_commit(&o);
	return err ? failed_output(&o, err) : 0;
}

/* 0, or -ENOMEM */
static int say(const struct report *report, const struct capture *c,
	       const struct capture_event *event)
{
	if (report->json)
		return summary_add(report->summary, c, event);
	verdict_print(stdout, c, event);
	summary_print(stdout, event);
	return 0;
}

static int write_event(struct report *report, const struct capture *c,
		       const struct capture_event *event)
{
	uint64_t config = target_config(&event->target);
	char name[HTM_TARGET_NAME_SIZE];
	uint64_t *written;

	target_format(&event->target, name);
	for (size_t i = 0; i < report->written.count; i++) {
		if (report->written.items[i] == config) {
			message("%s: %s is in another file already", c->reader->files.items[0].path, name);
			return EXIT_ERROR;
		}
	}
	written = vector_push(&report->written);
	if (!written) {
		message("out of memory");
		return EXIT_ERROR;
	}
	*written = config;
	if (write_trace(report, event, name) || write_translation(report, event, name))
		return EXIT_ERROR;
	if (say(report, c, event)) {
		message("out of memory");
		return EXIT_ERROR;
	}
	return event->verdict == CAPTURE_INCOMPLETE ? EXIT_INCOMPLETE : EXIT_COMPLETE;
}

static int take_records(struct capture *c, struct reader *r)
{
	struct progress progress;
	struct reader_record record;
	uint64_t done, total, count = 0;
	enum reader_next got;
	int err = 0;

	reader_progress(r, &done, &total);
	progress_begin(&progress, "reading", total);
	while (!err && (got = reader_next(r, &record)) == READER_RECORD) {
		err = capture_record(c, &record);
		if (progress.wanted && !(count++ % PROGRESS_RECORDS)) {
			reader_progress(r, &done, &total);
			progress_set(&progress, done);
		}
	}
	progress_end(&progress);
	return err ?: got == READER_ERROR ? -EINVAL : 0;
}

static int scan(const struct report *report, struct capture *c, struct reader *r, const char *path)
{
	int err = input_open(r, path, report->output);

	if (!err)
		err = capture_begin(c, r);
	if (!err)
		err = take_records(c, r);
	return err ?: capture_end(c);
}

static int report_file(struct report *report, const char *path)
{
	struct capture c = {};
	struct reader r;
	int status = EXIT_COMPLETE;

	if (scan(report, &c, &r, path)) {
		message("%s", r.error);
		status = EXIT_ERROR;
	} else if (!c.events.count) {
		message("%s: no htm event in it%s", r.files.items[0].path,
			r.cut || r.unfinished ? ", or perf was stopped before it could tell" : "");
		status = EXIT_ERROR;
	} else {
		if (r.cut)
			message("%s: cut short", r.files.count > 1 ? path : r.files.items[0].path);
		for (size_t i = 0; i < c.events.count; i++)
			status = status_worse(status, write_event(report, &c, &c.events.items[i]));
	}
	capture_free(&c);
	reader_close(&r);
	return status;
}

static int report_entry(void *context, const char *name)
{
	struct report *report = context;
	char *path;
	int status;

	if (asprintf(&path, "%s/%s", report->input, name) < 0) {
		message("out of memory");
		return EXIT_ERROR;
	}
	status = report_file(report, path);
	free(path);
	return status;
}

static int report_input(struct report *report)
{
	bool made = !mkdir(report->output, 0777);
	struct stat st;
	int status;

	if (!made && errno != EEXIST) {
		message("%s: %s", report->output, strerror(errno));
		return EXIT_ERROR;
	}
	if (!stat(report->input, &st) && S_ISDIR(st.st_mode) &&
	    !input_is_directory(report->input))
		status = directory_each_recording(report->input, report_entry, report);
	else
		status = report_file(report, report->input);
	/* That fails, as it should, if there is something in it. */
	if (made && status == EXIT_ERROR)
		rmdir(report->output);
	return status;
}

/* Why there is no summary for programs, or NULL */
static const char *begin_summary(struct report *report)
{
	if (!report->json)
		return NULL;
	if (!SUMMARY_HAS_JSON)
		return "--json: this htm was built without json-c";
	report->summary = summary_new();
	return report->summary ? NULL : "out of memory";
}

/**
 * command_report() - htm report
 * @argc: of main(), from the command on
 * @argv: of main(), from the command on
 *
 * Return: the exit status.
 */
int command_report(int argc, char **argv)
{
	static const struct argp argp = { .options = options, .parser = parse, .doc = doc };
	struct report report = { .input = "htm.data", .output = "." };
	const char *wrong;
	int status;

	argp_err_exit_status = EXIT_ERROR;
	argp_parse(&argp, argc, argv, 0, NULL, &report);
	wrong = begin_summary(&report);
	if (wrong) {
		message("%s", wrong);
		return EXIT_ERROR;
	}
	status = report_input(&report);
	free(report.written.items);
	if (report.json && summary_write(stdout, report.summary)) {
		message("out of memory");
		status = EXIT_ERROR;
	}
	return status_printed(status);
}
