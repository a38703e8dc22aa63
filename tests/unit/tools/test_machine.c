// SPDX-License-Identifier: GPL-2.0
/* Which targets there are, which of them are meant, and on which CPUs they are opened. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "cpus.h"
#include "listing.h"
#include "tap.h"

static const char targets[] =
	"n0.p0.c0.t1 buffer=268435456 error=0\n"
	"n0.p0.c1.t2 buffer=0 error=0\n"
	"n0.p2.c0.t1 buffer=4096 error=0\n"
	"n1.p0.c0.t1 buffer=0 error=-1\n"
	"n1.p3.c0.t1 buffer=1536 error=0\n"
	"n1.p3.c0.t2 buffer=4096 error=0\n";

static const char sessions[] =
	"n0.p2.c0.t1 draining cpu=3 sink=aux bytes=1024 of=4096 extents=4 window=0 error=0 pid=412 a b\n"
	"n9.p0.c0.t1 failed cpu=0 sink=- bytes=0 of=8192 window=1 error=-5 pid=7 \x1b[1mx\n";

static int take(struct machine *m, const char *text, int (*read)(struct machine *m, FILE *file))
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	int err = read(m, file);

	fclose(file);
	return err;
}

static void fill(struct machine *m)
{
	*m = (struct machine) {};
	ok(!take(m, targets, machine_read_targets) && !take(m, sessions, machine_read_sessions),
	   "the driver's files are read");
}

static const struct machine_target *named(const struct machine *m, const char *name)
{
	struct htm_target target = {};

	target_parse(name, &target);
	return machine_find(m, &target);
}

static void check_reading(void)
{
	static const char *const bad[] = {
		"n0.p0.c0.t1 buffer=x error=0\n", "n0.p0.c0 buffer=1 error=0\n", "\n",
		"n0.p0.c0.t1 buffer=1\n", "n0.p0.c0.t1.and.very.much.more buffer=1 error=0\n",
	};
	static const char *const bad_sessions[] = {
		"n0.p0.c0.t1 tracing cpu=0\n", "x tracing cpu=1 sink=- bytes=0 of=0 window=0 error=0 pid=1 x\n",
		"n0.p0.c0.t1 tracing cpu=1 sink=- bytes=0 of=0 window=0 error=0 pid=\n",
	};
	const struct machine_target *t;
	struct machine m;

	fill(&m);
	ok(m.targets.count == 7, "a target that only a session has is one more");
	t = named(&m, "n0.p0.c0.t1");
	ok(t && t->buffer == 268435456 && !t->held && !strcmp(listing_state(t), "free"),
	   "one that nobody has is free");
	t = named(&m, "n0.p0.c1.t2");
	ok(t && !strcmp(listing_state(t), "no-buffer"), "one may have no buffer");
	t = named(&m, "n1.p0.c0.t1");
	ok(t && t->error == -EPERM && !strcmp(listing_state(t), "refused"), "one may be refused");
	t = named(&m, "n0.p2.c0.t1");
	ok(t && t->held && !strcmp(listing_state(t), "draining") && t->holder.cpu == 3 &&
	   t->holder.bytes == 1024 && t->holder.pid == 412 && !strcmp(t->holder.sink, "aux"),
	   "what its session is at is known");
	ok(t && !strcmp(t->holder.command, "a b"), "also by a process with a blank in its name");
	t = named(&m, "n9.p0.c0.t1");
	ok(t && t->buffer == 8192 && t->holder.error == -5 &&
	   !strcmp(t->holder.command, "?[1mx"), "what a terminal would obey is left out of a name");
	ok(!named(&m, "n0.p0.c0.t2"), "there are no others");
	machine_free(&m);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(take(&m, bad[i], machine_read_targets) == -EIO, "bad line %zu is an error", i);
	for (size_t i = 0; i < sizeof(bad_sessions) / sizeof(bad_sessions[0]); i++)
		ok(take(&m, bad_sessions[i], machine_read_sessions) == -EIO,
		   "bad session %zu is an error", i);
	machine_free(&m);
}

static void check_listing(void)
{
	static const char want[] =
		"TARGET             TYPE BUFFER  STATE\n"
		"n0.p0.c0.t1        nest   256M  free\n"
		"n0.p0.c1.t2        core      -  no-buffer\n"
		"n0.p2.c0.t1        nest     4K  draining  by a b (pid 412) on CPU 3, 1024 of 4096 bytes delivered\n"
		"n1.p0.c0.t1        nest      -  refused  Operation not permitted\n"
		"n1.p3.c0.t1        nest  1536B  free\n"
		"n1.p3.c0.t2        core     4K  free\n"
		"n9.p0.c0.t1        nest     8K  failed  by ?[1mx (pid 7) on CPU 0, Input/output error\n";
	struct machine m;
	char *text = NULL;
	size_t size;
	FILE *out;

	fill(&m);
	out = open_memstream(&text, &size);
	listing_print(out, &m);
	fclose(out);
	if (!ok(!strcmp(text, want), "a line for each says all of it"))
		diag("%s", text);
	free(text);
	out = open_memstream(&text, &size);
	if (LISTING_HAS_JSON)
		listing_write(out, &m);
	fclose(out);
	ok(!LISTING_HAS_JSON ||
	   (strstr(text, "\"command\": \"a b\"") && strstr(text, "\"state\": \"no-buffer\"") &&
	    strstr(text, "\"error\": \"Operation not permitted\"") &&
	    strstr(text, "\"holder\": null") && strstr(text, "\"buffer_bytes\": 268435456")),
	   "and so does JSON");
	free(text);
	machine_free(&m);
}

static bool chosen_are(htm_targets *chosen, const char *want)
{
	char text[256] = "", name[HTM_TARGET_NAME_SIZE];

	for (size_t i = 0; i < chosen->count; i++) {
		target_format(&chosen->items[i], name);
		strcat(strcat(text, name), " ");
	}
	free(chosen->items);
	*chosen = (htm_targets) {};
	if (strcmp(text, want))
		diag("%s", text);
	return !strcmp(text, want);
}

static void check_choice(void)
{
	struct htm_target target = { .chip = 2, .type = 1 };
	htm_targets chosen = {};
	struct machine m;

	fill(&m);
	ok(!choice_is_pattern("n0.p2.c0.t1"), "a name is no pattern");
	ok(choice_is_pattern("n*") && choice_is_pattern("n?") && choice_is_pattern("n[01]"),
	   "*, ? and [ make one");
	ok(choice_add_matches(&chosen, &m, "n*.p*.c0.t1") == 4 &&
	   chosen_are(&chosen, "n0.p0.c0.t1 n0.p2.c0.t1 n1.p3.c0.t1 n9.p0.c0.t1 "),
	   "a pattern chooses those that have a buffer, in their order");
	ok(choice_add_matches(&chosen, &m, "n[19].p?.c0.t2") == 1 &&
	   chosen_are(&chosen, "n1.p3.c0.t2 "), "ranges and single places match");
	ok(!choice_add_matches(&chosen, &m, "n1") && chosen_are(&chosen, ""),
	   "a pattern is for the whole name");
	ok(choice_add_chips(&chosen, &m) == 4 &&
	   chosen_are(&chosen, "n0.p0.c0.t1 n0.p2.c0.t1 n1.p3.c0.t1 n9.p0.c0.t1 "),
	   "all chips: the nest targets");
	ok(!choice_add(&chosen, &target) && choice_add(&chosen, &target) == -EEXIST,
	   "a name given twice is found");
	ok(choice_add_matches(&chosen, &m, "n0.p*.t1") == 2 &&
	   chosen_are(&chosen, "n0.p2.c0.t1 n0.p0.c0.t1 "), "a pattern does not add it again");
	machine_free(&m);
}

/* CPUs 0 to @count - 1, of which each @per are on one chip; 0: nobody knows */
static void make_cpus(cpu_list *cpus, unsigned int count, unsigned int per)
{
	*cpus = (cpu_list) {};
	for (unsigned int i = 0; i < count; i++)
		*(struct cpu *)vector_push(cpus) = (struct cpu) {
			.number = i, .package = per ? (int)(i / per * 8) : CPU_NO_PACKAGE };
}

static bool assigned_are(cpu_list *cpus, const struct machine *m, const char *want)
{
	char text[256] = "";

	for (int i = 0; i < 8; i++) {
		struct htm_target t = { .node = i / 4, .chip = i % 2 * 3, .type = 1 };

		sprintf(text + strlen(text), "%u ", cpus_assign(cpus, &t, m));
	}
	free(cpus->items);
	if (strcmp(text, want))
		diag("%s", text);
	return !strcmp(text, want);
}

static void check_cpus(void)
{
	static const char chips[] =
		"n1.p3.c0.t1 buffer=4096 error=0\nn0.p0.c0.t1 buffer=4096 error=0\n"
		"n0.p3.c0.t1 buffer=4096 error=0\nn1.p0.c0.t1 buffer=4096 error=0\n"
		"n1.p0.c2.t2 buffer=4096 error=0\n";
	struct machine m = {};
	cpu_list cpus;

	take(&m, chips, machine_read_targets);
	make_cpus(&cpus, 4, 0);
	ok(!cpus_on_chips(&cpus) && assigned_are(&cpus, &m, "0 1 2 3 0 1 2 3 "),
	   "CPUs of chips that nobody knows are taken in turn");
	make_cpus(&cpus, 3, 3);
	ok(!cpus_on_chips(&cpus) && assigned_are(&cpus, &m, "0 1 2 0 1 2 0 1 "),
	   "so are those of one chip, however few");
	make_cpus(&cpus, 8, 2);
	ok(cpus_on_chips(&cpus) && assigned_are(&cpus, &m, "0 2 1 3 4 6 5 7 "),
	   "where the chips are known, each target goes to its own");
	make_cpus(&cpus, 4, 1);
	ok(assigned_are(&cpus, &m, "0 1 0 1 2 3 2 3 "), "several of them to one CPU");
	make_cpus(&cpus, 8, 2);
	ok(assigned_are(&cpus, NULL, "0 1 2 3 4 5 6 7 "), "where the machine is not known, to any");
	make_cpus(&cpus, 6, 2);
	ok(assigned_are(&cpus, &m, "0 1 2 3 4 5 0 1 "),
	   "where the partition has CPUs on some of the chips only, to any");
	machine_free(&m);
}

int main(void)
{
	check_reading();
	check_listing();
	check_choice();
	check_cpus();
	return done_testing();
}
