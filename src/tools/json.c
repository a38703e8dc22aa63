// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <json-c/json.h>
#include <string.h>

#include "listing.h"
#include "summary.h"

/* json-c takes NULL for null: a value that memory is out for must not become one. */
static bool put(struct json_object *to, const char *key, struct json_object *value)
{
	if (!value)
		return false;
	if (!json_object_object_add(to, key, value))
		return true;
	json_object_put(value);
	return false;
}

static bool put_number(struct json_object *to, const char *key, uint64_t value)
{
	return put(to, key, json_object_new_uint64(value));
}

static bool put_null(struct json_object *to, const char *key)
{
	return !json_object_object_add(to, key, NULL);
}

static bool put_time(struct json_object *to, const char *key, bool known, uint64_t ns)
{
	return known ? put_number(to, key, ns) : put_null(to, key);
}

static bool append(struct json_object *list, struct json_object *value, bool whole)
{
	if (value && whole && !json_object_array_add(list, value))
		return true;
	json_object_put(value);
	return false;
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
	bool good = put(to, "problems", list);

	for (int i = 0; good && i < event->problems && i < CAPTURE_PROBLEMS; i++)
		good = append(list, json_object_new_string(event->problem[i]), true);
	return good;
}

static bool put_windows(struct json_object *to, const struct capture_event *event)
{
	struct json_object *list = json_object_new_array();
	bool good = put(to, "windows", list);

	for (size_t i = 0; good && i < event->windows.count; i++) {
		const struct capture_window *window = &event->windows.items[i];
		struct json_object *item = json_object_new_object();

		good = item && put_number(item, "window", window->number) &&
		       put_time(item, "start", window->started, window->start.time) &&
		       put_time(item, "stop", window->ended, window->end.time) &&
		       put_number(item, "memory_blocks", window->sysmem_blocks);
		good = append(list, item, good);
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
	return put(to, "target", json_object_new_string(name)) &&
	       put(to, "verdict", json_object_new_string(verdict_name(event->verdict))) &&
	       put_number(to, "bytes", capture_bytes(event)) &&
	       put_time(to, "expected_bytes", event->expected, event->expected) &&
	       put_number(to, "chunks", capture_chunks(event)) &&
	       put_number(to, "holes", capture_holes(event)) &&
	       put_number(to, "hole_bytes", capture_hole_bytes(event)) &&
	       put_time(to, "start", first && first->started, first ? first->start.time : 0) &&
	       put_time(to, "stop", end, end ? end->time : 0) &&
	       put_number(to, "memory_blocks", capture_table(event)->count) &&
	       put_number(to, "lost_records", c->lost) &&
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

	if (summary && put(summary, "targets", json_object_new_array()))
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

	return append(list, target, target && put_target(target, c, event)) ? 0 : -ENOMEM;
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
	return error ? put(to, "error", json_object_new_string(strerror(-error))) :
		       put_null(to, "error");
}

static bool put_holder(struct json_object *to, const struct machine_target *t)
{
	const struct machine_holder *h = &t->holder;
	struct json_object *holder;

	if (!t->held)
		return put_null(to, "holder");
	holder = json_object_new_object();
	return put(to, "holder", holder) &&
	       put(holder, "command", json_object_new_string(h->command)) &&
	       put_number(holder, "pid", h->pid) && put_number(holder, "cpu", h->cpu) &&
	       put(holder, "sink", json_object_new_string(h->sink)) &&
	       put_number(holder, "bytes", h->bytes) && put_error(holder, h->error);
}

static bool put_machine_target(struct json_object *to, const struct machine_target *t)
{
	char name[HTM_TARGET_NAME_SIZE];

	target_format(&t->target, name);
	return put(to, "target", json_object_new_string(name)) &&
	       put_number(to, "node", t->target.node) && put_number(to, "chip", t->target.chip) &&
	       put_number(to, "core", t->target.core) &&
	       put(to, "type", json_object_new_string(listing_type(t))) &&
	       put_number(to, "buffer_bytes", t->buffer) &&
	       put(to, "state", json_object_new_string(listing_state(t))) &&
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
	bool good = listing && put(listing, "targets", list);

	for (size_t i = 0; good && i < m->targets.count; i++) {
		struct json_object *target = json_object_new_object();

		good = target && put_machine_target(target, &m->targets.items[i]);
		good = append(list, target, good);
	}
	if (good)
		return write_pretty(out, listing);
	json_object_put(listing);
	return -ENOMEM;
}
