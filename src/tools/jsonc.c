// SPDX-License-Identifier: GPL-2.0
#include "jsonc.h"

/**
 * jsonc_add() - give an object a member
 * @to: the object
 * @key: the member's name
 * @value: what it is, @to's from now on; NULL if memory is out. json-c takes that for null,
 *	which it must not become.
 *
 * Return: true, or false when memory is out, and @value is gone.
 */
bool jsonc_add(struct json_object *to, const char *key, struct json_object *value)
{
	if (!value)
		return false;
	if (!json_object_object_add(to, key, value))
		return true;
	json_object_put(value);
	return false;
}

/**
 * jsonc_add_number() - give an object a number
 * @to: the object
 * @key: the member's name
 * @value: the number
 *
 * Return: true, or false when memory is out.
 */
bool jsonc_add_number(struct json_object *to, const char *key, uint64_t value)
{
	return jsonc_add(to, key, json_object_new_uint64(value));
}

/**
 * jsonc_append() - add a value to a list
 * @list: the list
 * @value: the value, @list's from now on; may be NULL
 * @whole: whether @value has all that it should have; it is of no use else
 *
 * Return: true, or false when memory is out or was before, and @value is gone.
 */
bool jsonc_append(struct json_object *list, struct json_object *value, bool whole)
{
	if (value && whole && !json_object_array_add(list, value))
		return true;
	json_object_put(value);
	return false;
}
