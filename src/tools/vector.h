/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Growing arrays. A vector of T is a struct of { T *items; size_t count,
 * room; }: vector_push() gives the address of a new, zeroed last item, or NULL
 * when memory is out.
 */
#ifndef HTM_VECTOR_H
#define HTM_VECTOR_H

#include <stddef.h>

#define VECTOR(type)	struct { type *items; size_t count, room; }

void *vector_grow(void *items, size_t *count, size_t *room, size_t size);

#define vector_push(v) ({							\
	void *grown_ = vector_grow((v)->items, &(v)->count, &(v)->room,	\
				   sizeof(*(v)->items));			\
	if (grown_)								\
		(v)->items = grown_;						\
	grown_ ? &(v)->items[(v)->count - 1] : NULL;				\
})

#endif /* HTM_VECTOR_H */
