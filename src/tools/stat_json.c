// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "jsonc.h"
#include "stat_view.h"

static bool put_histogram(struct json_object *to, const struct tally *t)
{
	struct json_object *list = json_object_new_array();
	bool good = jsonc_add(to, "latency", list);

	for (int i = 0; good && i < TALLY_SLOTS; i++) {
		struct json_object *slot;

		if (!t->slots[i])
			continue;
		slot = json_object_new_object();
		good = jsonc_append(list, slot, slot &&
				    jsonc_add_number(slot, "from_ns", tallies_slot_ns(i)) &&
				    jsonc_add_number(slot, "calls", t->slots[i]));
	}
	return good;
}

static bool put_tally(struct json_object *to, const struct tally *t)
{
	return jsonc_add_number(to, "calls", t->calls) && jsonc_add_number(to, "busy", t->busy) &&
	       jsonc_add_number(to, "failed", t->failed) &&
	       jsonc_add_number(to, "bytes", t->bytes) &&
	       jsonc_add_number(to, "ns", t->ns) && put_histogram(to, t);
}

static bool put_operation(struct json_object *list, const struct tallies_row *row)
{
	struct json_object *item = json_object_new_object();
	const char *name = tallies_operation(row->key.op);

	return jsonc_append(list, item, item &&
			    (!name || jsonc_add(item, "operation", json_object_new_string(name))) &&
			    jsonc_add_number(item, "number", row->key.op) &&
			    put_tally(item, &row->tally));
}

/* Waits are not among the operations, and have neither codes nor bytes. */
static bool put_waits(struct json_object *to, const struct tally *t)
{
	struct json_object *item = json_object_new_object();

	return jsonc_add(to, "waits", item) && jsonc_add_number(item, "calls", t->calls) &&
	       jsonc_add_number(item, "ns", t->ns) && put_histogram(item, t);
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
	good = item && jsonc_add(item, "target", json_object_new_string(name)) &&
	       jsonc_add_number(item, "bytes", bytes) &&
	       jsonc_add_number(item, "bytes_per_second", stat_per_second(bytes, view->span));
	if (good) {
		operations = json_object_new_array();
		good = jsonc_add(item, "operations", operations);
	}
	for (size_t i = begin; good && i < end; i++) {
		const struct tallies_row *row = &view->tallies->items[i];

		if (row->key.op == TALLY_WAIT)
			waits = &row->tally;
		else
			good = put_operation(operations, row);
	}
	return jsonc_append(list, item, good && put_waits(item, waits));
}

static bool put_targets(struct json_object *to, const struct stat_view *view)
{
	struct json_object *list = json_object_new_array();
	bool good = jsonc_add(to, "targets", list);
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
	return jsonc_add(to, "total", json_object_new_boolean(view->total)) &&
	       jsonc_add_number(to, "time_ns", view->time) &&
	       jsonc_add_number(to, "span_ns", view->span) &&
	       jsonc_add(to, "counted_by", json_object_new_string(view->how)) &&
	       jsonc_add_number(to, "not_counted", view->lost) && put_targets(to, view);
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
