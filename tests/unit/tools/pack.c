// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "pack.h"

#define AUXTRACE	71
#define COMPRESSED	81

static uint16_t u16_at(const struct build *b, size_t at)
{
	uint16_t v;

	memcpy(&v, b->data + at, sizeof(v));
	return b->big_endian ? be16toh(v) : le16toh(v);
}

static uint32_t u32_at(const struct build *b, size_t at)
{
	uint32_t v;

	memcpy(&v, b->data + at, sizeof(v));
	return b->big_endian ? be32toh(v) : le32toh(v);
}

static uint64_t u64_at(const struct build *b, size_t at)
{
	uint64_t v;

	memcpy(&v, b->data + at, sizeof(v));
	return b->big_endian ? be64toh(v) : le64toh(v);
}

bool pack_is_auxtrace(const struct build *b, size_t at)
{
	return u32_at(b, at) == AUXTRACE;
}

/* Where the record behind the one at @at begins */
size_t pack_next(const struct build *b, size_t at)
{
	return at + u16_at(b, at + 6) + (pack_is_auxtrace(b, at) ? u64_at(b, at + 8) : 0);
}

#ifdef HAVE_ZSTD
struct packer {
	struct build *to;
	uint32_t type;
	size_t chunk;
	struct build waiting;
	ZSTD_CStream *stream;
};

static void put_packed(struct packer *p, size_t size)
{
	size_t room = ZSTD_compressBound(size) + 64;
	char *out = malloc(room);
	ZSTD_inBuffer in = { p->waiting.data, size, 0 };
	ZSTD_outBuffer to = { out, room, 0 };
	size_t padded;

	if (ZSTD_compressStream(p->stream, &to, &in) != 0)
		(void)in.pos;
	if (ZSTD_flushStream(p->stream, &to) || in.pos != size) {
		fprintf(stderr, "zstd: not all was compressed\n");
		exit(2);
	}
	if (p->type == COMPRESSED) {
		build_header(p->to, p->type, 8 + to.pos);
		build_bytes(p->to, out, to.pos);
	} else {
		padded = (to.pos + 7) / 8 * 8;
		build_header(p->to, p->type, 16 + padded);
		build_u64(p->to, to.pos);
		build_bytes(p->to, out, to.pos);
		build_bytes(p->to, NULL, padded - to.pos);
	}
	memmove(p->waiting.data, p->waiting.data + size, p->waiting.size - size);
	p->waiting.size -= size;
	free(out);
}

/*
 * The records from data_offset on, in pieces of @chunk bytes that care for no
 * record's bounds. What travels through AUX areas perf does not compress.
 */
void pack_compress(struct build *to, const struct build *from, uint32_t type, size_t chunk)
{
	struct packer p = { .to = to, .type = type, .chunk = chunk };
	size_t begin = to->data_offset, at = begin;

	p.stream = ZSTD_createCStream();
	ZSTD_initCStream(p.stream, 1);
	to->size = begin;
	while (at < from->size) {
		size_t next = pack_next(from, at);

		if (pack_is_auxtrace(from, at))
			build_bytes(to, from->data + at, next - at);
		else
			build_bytes(&p.waiting, from->data + at, next - at);
		while (p.waiting.size >= chunk)
			put_packed(&p, chunk);
		at = next;
	}
	if (p.waiting.size)
		put_packed(&p, p.waiting.size);
	ZSTD_freeCStream(p.stream);
	build_free(&p.waiting);
}
#endif
