/* SPDX-License-Identifier: GPL-2.0 */
/* What perf record -z compressed, a record at a time. */
#ifndef HTM_UNPACK_H
#define HTM_UNPACK_H

#include <stddef.h>

struct unpack;

#ifdef HAVE_ZSTD
struct unpack *unpack_new(void);
void unpack_free(struct unpack *u);
void unpack_restart(struct unpack *u);
const char *unpack_feed(struct unpack *u, const void *data, size_t size, int to);
#else
static inline struct unpack *unpack_new(void)
{
	return NULL;
}

static inline void unpack_free(struct unpack *u)
{
	(void)u;
}

static inline void unpack_restart(struct unpack *u)
{
	(void)u;
}

static inline const char *unpack_feed(struct unpack *u, const void *data, size_t size, int to)
{
	(void)u;
	(void)data;
	(void)size;
	(void)to;
	return "compressed by perf, and this htm was built without libzstd: record without -z";
}
#endif

#endif /* HTM_UNPACK_H */
