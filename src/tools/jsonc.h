/* SPDX-License-Identifier: GPL-2.0 */
/* What json-c leaves to its callers: what becomes of values when memory is out. */
#ifndef HTM_JSONC_H
#define HTM_JSONC_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

bool jsonc_add(struct json_object *to, const char *key, struct json_object *value);
bool jsonc_add_number(struct json_object *to, const char *key, uint64_t value);
bool jsonc_append(struct json_object *list, struct json_object *value, bool whole);

#endif /* HTM_JSONC_H */
