// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "vector.h"

/**
 * vector_grow() - make place for one more item; use vector_push()
 * @items: the array, or NULL
 * @count: items in it; one more on return
 * @room: items that fit
 * @size: bytes of an item
 *
 * Return: the array, with its new last item zeroed, or NULL (and all as it
 * was) when memory is out.
 */
void *vector_grow(void *items, size_t *count, size_t *room, size_t size)
{
	if (*count == *room) {
		size_t more = *room ? *room * 2 : 8;

		items = reallocarray(items, more, size);
		if (!items)
			return NULL;
		*room = more;
	}
	memset((char *)items + *count * size, 0, size);
	(*count)++;
	return items;
}
