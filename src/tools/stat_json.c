// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <json-c/json.h>

#include "stat_view.h"

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

static bool append(struct json_object *list, struct json_object *value, bool whole)
{
	if (value && whole && !json_object_array_add(list, value))
		return true;
	json_object_put(value);
	return false;
}

static bool put_histogram(struct json_object *to, const struct tally *t)
{
	struct json_object *list = json_object_new_array();
	bool good = put(to, "latency", list);

	for (int i = 0; good && i < TALLY_SLOTS; i++) {
		struct json_object *slot;

		if (!t->slots[i])
			continue;
		slot = json_object_new_object();
		good = append(list, slot, slot && put_number(slot, "from_ns", tallies_slot_ns(i)) &&
			      put_number(slot, "calls", t->slots[i]));
	}
	return good;
}

static bool put_tally(struct json_object *to, const struct tally *t)
{
	return put_number(to, "calls", t->calls) && put_number(to, "busy", t->busy) &&
	       put_number(to, "failed", t->failed) && put_number(to, "bytes", t->bytes) &&
	       put_number(to, "ns", t->ns) && put_histogram(to, t);
}

static bool put_operation(struct json_object *list, const struct tallies_row *row)
{
	struct json_object *item = json_object_new_object();
	const char *name = tallies_operation(row->key.op);

	return append(list, item, item &&
		      (!name || put(item, "operation", json_object_new_string(name))) &&
		      put_number(item, "number", row->key.op) && put_tally(item, &row->tally));
}

/* Waits are not among the operations, and have neither codes nor bytes. */
static bool put_waits(struct json_object *to, const struct tally *t)
{
	struct json_object *item = json_object_new_object();

	return put(to, "waits", item) && put_number(item, "calls", t->calls) &&
	       put_number(item, "ns", t->ns) && put_histogram(item, t);
}

static bool put_target(struct json_object *list, const struct stat_view *view,
		       const struct htm_target *target, size_t begin, size_t end)
{
	static const struct tally none;
	struct json_object *item = json_object_new_object(), *operations = NULL;
	const struct tally *waits = &none;
	char name[HTM_TARGET_NAME_SIZE];
	uint64_t bytes = 0;
	bool good;

	target_format(target, name);
	for (size_t i = begin; i < end; i++)
		bytes += view->tallies->items[i].tally.bytes;
	good = item && put(item, "target", json_object_new_string(name)) &&
	       put_number(item, "bytes", bytes) &&
	       put_number(item, "bytes_per_second", stat_per_second(bytes, view->span));
	if (good) {
		operations = json_object_new_array();
		good = put(item, "operations", operations);
	}
	for (size_t i = begin; good && i < end; i++) {
		const struct tallies_row *row = &view->tallies->items[i];

		if (row->key.op == TALLY_WAIT)
			waits = &row->tally;
		else
			good = put_operation(operations, row);
	}
	return append(list, item, good && put_waits(item, waits));
}

static bool put_targets(struct json_object *to, const struct stat_view *view)
{
	struct json_object *list = json_object_new_array();
	bool good = put(to, "targets", list);
	size_t end;

	for (size_t begin = 0; good && begin < view->tallies->count; begin = end) {
		struct htm_target target;

		end = tallies_target(view->tallies, begin, &target);
		good = put_target(list, view, &target, begin, end);
	}
	return good;
}

static bool put_view(struct json_object *to, const struct stat_view *view)
{
	return put(to, "total", json_object_new_boolean(view->total)) &&
	       put_number(to, "time_ns", view->time) && put_number(to, "span_ns", view->span) &&
	       put(to, "counted_by", json_object_new_string(view->how)) &&
	       put_number(to, "not_counted", view->lost) && put_targets(to, view);
}

/**
 * stat_json() - what is shown at a time, as a line of JSON
 * @out: where to; whether it could be written, that tells
 * @view: what
 *
 * Return: 0 or -ENOMEM.
 */
int stat_json(FILE *out, const struct stat_view *view)
{
	struct json_object *object = json_object_new_object();
	const char *text = NULL;

	if (object && put_view(object, view))
		text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN);
	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(object);
	return text ? 0 : -ENOMEM;
}
