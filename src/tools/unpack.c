// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "spool.h"
#include "unpack.h"

struct unpack {
	ZSTD_DStream *stream;
	size_t size;
	char out[];
};

/**
 * unpack_new() - begin to decompress
 *
 * Return: the state of that, for unpack_free(), or NULL when memory is out.
 */
struct unpack *unpack_new(void)
{
	size_t size = ZSTD_DStreamOutSize();
	struct unpack *u = malloc(sizeof(*u) + size);

	if (!u)
		return NULL;
	u->size = size;
	u->stream = ZSTD_createDStream();
	if (!u->stream) {
		free(u);
		return NULL;
	}
	return u;
}

/**
 * unpack_free() - let go of all that decompressing takes
 * @u: the state, or NULL
 */
void unpack_free(struct unpack *u)
{
	if (u)
		ZSTD_freeDStream(u->stream);
	free(u);
}

/**
 * unpack_restart() - what comes now does not go on from what came
 * @u: the state, or NULL
 */
void unpack_restart(struct unpack *u)
{
	if (u)
		ZSTD_DCtx_reset(u->stream, ZSTD_reset_session_only);
}

/**
 * unpack_feed() - decompress what comes next
 * @u: the state, or NULL
 * @data: the compressed bytes
 * @size: how many
 * @to: the file that gets what they were
 *
 * perf flushes the stream at the end of each record of its own: all that went
 * into the record comes out of it.
 *
 * Return: NULL, or what is wrong.
 */
const char *unpack_feed(struct unpack *u, const void *data, size_t size, int to)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	ZSTD_outBuffer out;

	if (!u)
		return "out of memory";
	do {
		size_t result;
		int err;

		out = (ZSTD_outBuffer){ .dst = u->out, .size = u->size };
		result = ZSTD_decompressStream(u->stream, &out, &in);
		if (ZSTD_isError(result))
			return ZSTD_getErrorName(result);
		err = spool_write(to, u->out, out.pos);
		if (err)
			return strerror(-err);
	} while (in.pos < in.size || out.pos == out.size);
	return NULL;
}
