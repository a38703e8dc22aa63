// SPDX-License-Identifier: GPL-2.0
/*
 * recording FILE MIB CHUNK: writes a perf.data of MIB MiB of trace in chunks of CHUNK bytes, as
 * from an AUX area, or as raw samples where one of these takes a chunk.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "build.h"

#define RECORD_ROOM	256	/* what the records of a chunk take beside it, at most */
#define RAW_MAX		65000

static const struct build_attr htm = {
	.type = BUILD_HTM_TYPE, .config = 0x002001, .config1 = 1, .sample_type = BUILD_SAMPLE_TYPE,
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* From here on @b is built in the file, which may be larger than this machine's memory. */
static void build_into(struct build *b, int fd, size_t room)
{
	uint8_t *data;

	if (ftruncate(fd, room))
		die("ftruncate");
	data = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (data == MAP_FAILED)
		die("mmap");
	memcpy(data, b->data, b->size);
	free(b->data);
	b->data = data;
	b->room = room;
}

static void put_chunk(struct build *b, const uint8_t *bytes, uint64_t at, size_t size)
{
	if (size <= RAW_MAX) {
		build_trace(b, 0, 0, at, bytes, size);
		return;
	}
	build_aux(b, 0, at, size, 0, 0);
	build_auxtrace(b, 0, at, bytes, size);
}

int main(int argc, char **argv)
{
	uint64_t total, chunk, chunks;
	struct build b;
	uint8_t *bytes;
	int fd;

	if (argc != 4)
		return 1;
	total = strtoull(argv[2], NULL, 0) << 20;
	chunk = strtoull(argv[3], NULL, 0);
	chunks = (total + chunk - 1) / chunk;
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
	bytes = malloc(chunk);
	if (fd < 0 || !bytes)
		die(argv[1]);

	build_begin(&b, false, &htm, 1);
	build_into(&b, fd, total + (chunks + 16) * RECORD_ROOM);
	build_start(&b, 0, 0, total, 0, chunk <= RAW_MAX ? HTM_PMU_SINK_RAW : HTM_PMU_SINK_AUX);
	build_block(&b, 0, 0, 4, 0);
	for (uint64_t i = 0; i < chunks; i++) {
		size_t size = i + 1 < chunks ? chunk : total - i * chunk;

		build_pattern(bytes, size, i);
		put_chunk(&b, bytes, i * chunk, size);
	}
	build_stop(&b, 0, 0, total, 1, 0);
	build_end(&b);
	if (munmap(b.data, b.room) || ftruncate(fd, b.size) || close(fd))
		die(argv[1]);
	free(bytes);
	return 0;
}
