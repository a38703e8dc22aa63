/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The addresses in what a decoder printed, as logical addresses of one partition: by what
 * htm decode has put behind each, or by a translation file.
 */
#ifndef HTM_ADDRESSES_H
#define HTM_ADDRESSES_H

#include "scanner.h"
#include "translation.h"

/* "0x" and 16 digits is the longest answer that htm decode gives */
#define ADDRESSES_ANSWER	18

/**
 * struct addresses - for addresses_begin()
 * @map: the memory of the machine by physical addresses, or NULL: the text has the answers
 * @lpar: whose logical addresses are wanted, if there is @map
 * @take: gets each of them; not 0 ends it
 * @context: for @take
 * @scanner: where in the text it is
 * @expecting: an address is behind us, and what it is to the partition should follow
 * @matched: bytes of what goes before an answer
 * @answer: the answer so far
 * @length: bytes of it
 * @count: how many addresses there were of each enum translation_owner
 * @unanswered: how many had no answer
 */
struct addresses {
	const struct translation_index *map;
	uint32_t lpar;
	int (*take)(void *context, uint64_t logical);
	void *context;
	struct scanner scanner;
	bool expecting;
	unsigned int matched;
	char answer[ADDRESSES_ANSWER + 1];
	unsigned int length;
	uint64_t count[TRANSLATION_UNKNOWN + 1];
	uint64_t unanswered;
};

void addresses_begin(struct addresses *a, const struct translation_index *map, uint32_t lpar,
		     int (*take)(void *context, uint64_t logical), void *context);
int addresses_text(struct addresses *a, const char *text, size_t size);
int addresses_end(struct addresses *a, bool *cut);

#endif /* HTM_ADDRESSES_H */
