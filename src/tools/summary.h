/* SPDX-License-Identifier: GPL-2.0 */
/* What a recording holds, for people and for programs. */
#ifndef HTM_SUMMARY_H
#define HTM_SUMMARY_H

#include <stdio.h>

#include "capture.h"

struct json_object;

void summary_print(FILE *out, const struct capture_event *event);

#ifdef HAVE_JSON
#define SUMMARY_HAS_JSON	true
struct json_object *summary_new(void);
int summary_add(struct json_object *summary, const struct capture *c,
		const struct capture_event *event);
int summary_write(FILE *out, struct json_object *summary);
#else
#define SUMMARY_HAS_JSON	false
static inline struct json_object *summary_new(void)
{
	return NULL;
}

static inline int summary_add(struct json_object *summary, const struct capture *c,
			      const struct capture_event *event)
{
	(void)summary;
	(void)c;
	(void)event;
	return 0;
}

static inline int summary_write(FILE *out, struct json_object *summary)
{
	(void)out;
	(void)summary;
	return 0;
}
#endif

#endif /* HTM_SUMMARY_H */
