// SPDX-License-Identifier: GPL-2.0
/*
 * Counting in the kernel, by the program of bpf/stat.bpf.c.
 *
 * It is a program for tracepoints of the plain kind (not tp_btf), which any kernel with
 * BPF can attach, whether its modules have BTF or not. What it needs of BTF is where fields
 * are (CO-RE). Modules that DKMS has built have BTF only where the kernel's headers come
 * with a vmlinux, so where htm_pmu has none, htm makes one from the format files.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "counter.h"
#include "stat.skel.h"

#define MODULE_BTF	"/sys/kernel/btf/htm_pmu"
#define MEMORY_PATH_SIZE	64

/* libbpf tells more than a user can use: what failed, our caller says. */
static int silent(enum libbpf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

/* An integer type of that size, which is added where there is none */
static int integer(struct btf *btf, const struct tracepoint_field *field)
{
	static const char * const names[][2] = {
		[1] = { "unsigned char", "signed char" },
		[2] = { "unsigned short", "short" },
		[4] = { "unsigned int", "int" },
		[8] = { "unsigned long long", "long long" },
	};
	const char *name = names[field->size][field->is_signed];
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_INT);

	if (id > 0)
		return id;
	return btf__add_int(btf, name, field->size, field->is_signed ? BTF_INT_SIGNED : 0);
}

/* The record of a tracepoint, as the kernel's own BTF would have it */
static int add_record(struct btf *btf, const char *name, const struct tracepoint *tp)
{
	int types[COUNTER_FIELDS];
	int err = 0;

	for (size_t i = 0; i < tp->count; i++) {
		types[i] = integer(btf, &tp->fields[i]);
		if (types[i] < 0)
			return types[i];
	}
	err = btf__add_struct(btf, name, tp->size);
	for (size_t i = 0; i < tp->count && err >= 0; i++)
		err = btf__add_field(btf, tp->fields[i].name, types[i],
				     tp->fields[i].offset * 8, 0);
	return err < 0 ? err : 0;
}

static int write_all(int fd, const void *data, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t n = write(fd, (const char *)data + done, size - done);

		if (n < 0)
			return -errno;
		done += n;
	}
	return 0;
}

/* A file in memory with BTF made from the formats: a descriptor, or a negative errno */
static int formats_as_btf(const struct counter_points *points)
{
	struct btf *btf = btf__new_empty();
	const void *raw;
	__u32 size;
	int fd = -1, err = btf ? 0 : -errno;

	if (!err)
		err = add_record(btf, "trace_event_raw_htm_hcall", &points->hcall);
	if (!err)
		err = add_record(btf, "trace_event_raw_htm_wait", &points->wait);
	raw = err ? NULL : btf__raw_data(btf, &size);
	if (raw) {
		fd = memfd_create("htm_pmu.btf", MFD_CLOEXEC);
		err = fd < 0 ? -errno : write_all(fd, raw, size);
	} else if (!err) {
		err = -ENOMEM;
	}
	btf__free(btf);
	if (!err)
		return fd;
	if (fd >= 0)
		close(fd);
	return err;
}

static int start(struct stat_bpf *skeleton)
{
	int err = stat_bpf__load(skeleton);

	return err ?: stat_bpf__attach(skeleton);
}

/* With @path the BTF that says where the fields are, or NULL: the module's own */
static int load(struct stat_bpf **skeleton, const char *path)
{
	LIBBPF_OPTS(bpf_object_open_opts, options, .btf_custom_path = path);
	int err;

	*skeleton = stat_bpf__open_opts(&options);
	if (!*skeleton)
		return -errno;
	err = start(*skeleton);
	if (err) {
		stat_bpf__destroy(*skeleton);
		*skeleton = NULL;
	}
	return err;
}

static int load_by_formats(struct stat_bpf **skeleton, const struct counter_points *points)
{
	int fd = formats_as_btf(points);
	char path[MEMORY_PATH_SIZE];
	int err;

	if (fd < 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = load(skeleton, path);
	close(fd);
	return err;
}

static int bpf_read(struct counter *c, struct tallies *t)
{
	struct stat_bpf *skeleton = c->state;
	int fd = bpf_map__fd(skeleton->maps.tallies);
	struct tally_key key, *last = NULL;

	while (!bpf_map_get_next_key(fd, last, &key)) {
		struct tally *tally = tallies_get(t, &key);

		if (!tally)
			return -ENOMEM;
		if (bpf_map_lookup_elem(fd, &key, tally))
			return -errno;
		last = &key;
	}
	return errno == ENOENT ? 0 : -errno;
}

static uint64_t bpf_lost(const struct counter *c)
{
	return ((const struct stat_bpf *)c->state)->bss->lost;
}

static void bpf_close(struct counter *c)
{
	stat_bpf__destroy(c->state);
	*c = (struct counter) {};
}

/**
 * counter_bpf_open() - begin to count in the kernel
 * @c: the counter
 * @points: from counter_find()
 *
 * Return: 0 or a negative errno.
 */
int counter_bpf_open(struct counter *c, const struct counter_points *points)
{
	bool has_btf = !access(MODULE_BTF, R_OK);
	struct stat_bpf *skeleton;
	int err = -ENOENT;

	libbpf_set_print(silent);
	if (has_btf)
		err = load(&skeleton, NULL);
	if (err) {
		/* An older libbpf may not know all that a newer kernel's BTF has. */
		has_btf = false;
		err = load_by_formats(&skeleton, points);
	}
	if (err)
		return err;
	*c = (struct counter) {
		.how = has_btf ? "BPF, the module's BTF" : "BPF, BTF made from the format files",
		.state = skeleton,
		.read = bpf_read,
		.lost = bpf_lost,
		.close = bpf_close,
	};
	return 0;
}
