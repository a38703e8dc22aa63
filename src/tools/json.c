// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "jsonc.h"
#include "listing.h"
#include "summary.h"

static bool put_null(struct json_object *to, const char *key)
{
	return !json_object_object_add(to, key, NULL);
}

static bool put_time(struct json_object *to, const char *key, bool known, uint64_t ns)
{
	return known ? jsonc_add_number(to, key, ns) : put_null(to, key);
}

static const char *verdict_name(enum capture_verdict verdict)
{
	switch (verdict) {
	case CAPTURE_COMPLETE:
		return "complete";
	case CAPTURE_UNPROVEN:
		return "unproven";
	default:
		return "incomplete";
	}
}

static bool put_problems(struct json_object *to, const struct capture_event *event)
{
	struct json_object *list = json_object_new_array();
	bool good = jsonc_add(to, "problems", list);

	for (int i = 0; good && i < event->problems && i < CAPTURE_PROBLEMS; i++)
		good = jsonc_append(list, json_object_new_string(event->problem[i]), true);
	return good;
}

static bool put_windows(struct json_object *to, const struct capture_event *event)
{
	struct json_object *list = json_object_new_array();
	bool good = jsonc_add(to, "windows", list);

	for (size_t i = 0; good && i < event->windows.count; i++) {
		const struct capture_window *window = &event->windows.items[i];
		struct json_object *item = json_object_new_object();

		good = item && jsonc_add_number(item, "window", window->number) &&
		       put_time(item, "start", window->started, window->start.time) &&
		       put_time(item, "stop", window->ended && window->end.time,
				window->end.time) &&
		       jsonc_add_number(item, "memory_blocks", window->sysmem_blocks);
		good = jsonc_append(list, item, good);
	}
	return good;
}

static bool put_target(struct json_object *to, const struct capture *c,
		       const struct capture_event *event)
{
	const struct capture_window *first = capture_first_window(event);
	const struct htm_pmu_end *end = capture_last_end(event);
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&event->target, name);
	return jsonc_add(to, "target", json_object_new_string(name)) &&
	       jsonc_add(to, "verdict", json_object_new_string(verdict_name(event->verdict))) &&
	       jsonc_add_number(to, "bytes", capture_bytes(event)) &&
	       put_time(to, "expected_bytes", event->expected, event->expected) &&
	       jsonc_add_number(to, "chunks", capture_chunks(event)) &&
	       jsonc_add_number(to, "holes", capture_holes(event)) &&
	       jsonc_add_number(to, "hole_bytes", capture_hole_bytes(event)) &&
	       put_time(to, "start", first && first->started, first ? first->start.time : 0) &&
	       put_time(to, "stop", end && end->time, end ? end->time : 0) &&
	       jsonc_add_number(to, "memory_blocks", capture_table(event)->count) &&
	       jsonc_add_number(to, "lost_records", c->lost) &&
	       put_windows(to, event) && put_problems(to, event);
}

/**
 * summary_new() - begin a summary for programs
 *
 * Return: the summary, for summary_write(), or NULL when memory is out.
 */
struct json_object *summary_new(void)
{
	struct json_object *summary = json_object_new_object();

	if (summary && jsonc_add(summary, "targets", json_object_new_array()))
		return summary;
	json_object_put(summary);
	return NULL;
}

/**
 * summary_add() - add a target to a summary
 * @summary: the summary
 * @c: the capture
 * @event: the event, after capture_end()
 *
 * Return: 0 or -ENOMEM.
 */
int summary_add(struct json_object *summary, const struct capture *c,
		const struct capture_event *event)
{
	struct json_object *list = json_object_object_get(summary, "targets");
	struct json_object *target = json_object_new_object();

	return jsonc_append(list, target, target && put_target(target, c, event)) ? 0 : -ENOMEM;
}

static int write_pretty(FILE *out, struct json_object *object)
{
	const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
							  JSON_C_TO_STRING_SPACED);

	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(object);
	return text ? 0 : -ENOMEM;
}

/**
 * summary_write() - write a summary, and let go of it
 * @out: where to
 * @summary: the summary
 *
 * Return: 0 or -ENOMEM; whether it could be written, @out tells.
 */
int summary_write(FILE *out, struct json_object *summary)
{
	return write_pretty(out, summary);
}

static bool put_error(struct json_object *to, int error)
{
	return error ? jsonc_add(to, "error", json_object_new_string(strerror(-error))) :
		       put_null(to, "error");
}

static bool put_holder(struct json_object *to, const struct machine_target *t)
{
	const struct machine_holder *h = &t->holder;
	struct json_object *holder;

	if (!t->held)
		return put_null(to, "holder");
	holder = json_object_new_object();
	return jsonc_add(to, "holder", holder) &&
	       jsonc_add(holder, "command", json_object_new_string(h->command)) &&
	       jsonc_add_number(holder, "pid", h->pid) && jsonc_add_number(holder, "cpu", h->cpu) &&
	       jsonc_add(holder, "sink", json_object_new_string(h->sink)) &&
	       jsonc_add_number(holder, "bytes", h->bytes) && put_error(holder, h->error);
}

static bool put_machine_target(struct json_object *to, const struct machine_target *t)
{
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&t->target, name);
	return jsonc_add(to, "target", json_object_new_string(name)) &&
	       jsonc_add_number(to, "node", t->target.node) &&
	       jsonc_add_number(to, "chip", t->target.chip) &&
	       jsonc_add_number(to, "core", t->target.core) &&
	       jsonc_add(to, "type", json_object_new_string(listing_type(t))) &&
	       jsonc_add_number(to, "buffer_bytes", t->buffer) &&
	       jsonc_add(to, "state", json_object_new_string(listing_state(t))) &&
	       put_error(to, t->error) && put_holder(to, t);
}

/**
 * listing_write() - write the targets of a machine for programs
 * @out: where to
 * @m: the machine
 *
 * Return: 0 or -ENOMEM; whether it could be written, @out tells.
 */
int listing_write(FILE *out, const struct machine *m)
{
	struct json_object *listing = json_object_new_object();
	struct json_object *list = listing ? json_object_new_array() : NULL;
	bool good = listing && jsonc_add(listing, "targets", list);

	for (size_t i = 0; good && i < m->targets.count; i++) {
		struct json_object *target = json_object_new_object();

		good = target && put_machine_target(target, &m->targets.items[i]);
		good = jsonc_append(list, target, good);
	}
	if (good)
		return write_pretty(out, listing);
	json_object_put(listing);
	return -ENOMEM;
}
