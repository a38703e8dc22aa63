// SPDX-License-Identifier: GPL-2.0
/* htm record from outside, with a perf that does what the test wants. */
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build.h"
#include "cli.h"
#include "directory.h"
#include "recording.h"
#include "tap.h"

#define TRACE	40000
#define PIECES	4

static uint8_t trace[TRACE];

static const uint64_t configs[] = { 0x2001, 0xf03012 };
static const char *const names[] = { "n0.p2.c0.t1", "n1.p3.c15.t2" };

static void save(const char *name, const char *suffix, const uint8_t *bytes, size_t size)
{
	struct build piece = {};
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/fake/%s.%s", cli_dir, name, suffix);
	build_bytes(&piece, bytes, size);
	build_save(&piece, path, size);
	build_free(&piece);
}

static void build_window(struct build *b, int error, bool end)
{
	build_start(b, 0, 0, TRACE, 0, HTM_PMU_SINK_RAW);
	build_block(b, 0, 0, 3, 0);
	build_trace(b, 0, 0, 0, trace, TRACE);
	if (end)
		build_stop(b, 0, 0, error ? 0 : TRACE, 1, error);
}

/* As a perf that knows an AUX area for htm */
static void build_aux_window(struct build *b)
{
	build_start(b, 0, 0, TRACE, 0, HTM_PMU_SINK_AUX);
	build_auxtrace(b, 0, 0, trace, 1000);
	build_stop(b, 0, 0, TRACE, 0, 0);
	build_auxtrace(b, 0, 1000, trace + 1000, TRACE - 1000);
}

/* The file of one target: its head, the rest in pieces cut anywhere, and the final one */
static void prepare_target(size_t i, int error, bool end, bool aux)
{
	struct build_attr attr = { BUILD_HTM_TYPE, configs[i], HTM_PMU_META, BUILD_SAMPLE_TYPE, 0 };
	size_t step, head;
	struct build b;

	build_begin(&b, false, &attr, 1);
	build_lost(&b, 0, 0);
	if (aux) {
		build_u32(&b, READER_AUXTRACE_INFO);
		build_u32(&b, 16 << 16);
		build_u64(&b, 0);
	}
	head = b.size;
	save(names[i], "head", b.data, head);
	if (aux)
		build_aux_window(&b);
	else
		build_window(&b, error, end);
	step = (b.size - head) / PIECES;
	for (int n = 1; n <= PIECES; n++) {
		size_t from = head + (n - 1) * step;
		char suffix[8];

		snprintf(suffix, sizeof(suffix), "%d", n);
		save(names[i], suffix, b.data + from, n < PIECES ? step : b.size - from);
	}
	build_end(&b);
	save(names[i], "final", b.data, b.size);
	build_free(&b);
}

static void prepare(const char *mode, int error, bool end)
{
	shell("rm -rf fake htm.data htm.data.old out && mkdir fake && echo %s > fake/mode", mode);
	for (size_t i = 0; i < 2; i++)
		prepare_target(i, error, end, !strcmp(mode, "aux"));
}

#define RECORD	"FAKE_PERF=$PWD/fake $htm record -t n0.p2.c0.t1 "

static bool nothing_runs(void)
{
	/* The fake perf has its directory in its environment. */
	return shell("! grep -lsz \"^FAKE_PERF=$PWD/fake\" /proc/[0-9]*/environ") == 0;
}

static void check_good(void)
{
	prepare("good", 0, true);
	is_status(shell(RECORD "-- sh -c 'echo working; exit 0'"), 0, "a complete recording has status 0");
	ok(said("n0.p2.c0.t1: 40000 of 40000 bytes, complete"), "it says how much there is");
	is_status(shell("$htm report -i htm.data -o out && cmp out/htm.bin.n0.p2.c0.t1 trace"), 0,
		  "htm report finds what was recorded");
	is_status(shell("ls -A htm.data | cmp - want_files"), 0, "no other file is left");
	ok(nothing_runs(), "no perf is left running");
	is_status(shell("test $(grep -c ^start fake/log) = 2 && head -1 fake/log | grep -q 'name=vpa_dtl.* *$' && grep ^start fake/log | tail -1 | grep -qv name="),
		  0, "a perf that maps no AUX area is started again for raw samples");
	is_status(shell("grep ^start fake/log | tail -1 | grep -q -- '-m 16777216B '"), 0,
		  "and its data ring gets the size of the trace's ring");
	is_status(shell("test \"$(grep -v ^start fake/log | tr '\\n' ,)\" = 'stop n0.p2.c0.t1,enable n0.p2.c0.t1,disable n0.p2.c0.t1,stop n0.p2.c0.t1,'"),
		  0, "events are enabled, disabled, and perf is stopped, in that order");
	is_status(shell(RECORD "-- sh -c 'exit 7'"), 7, "the command's status is passed on");
	is_status(shell("test -d htm.data.old -a -d htm.data"), 0, "the old directory is kept");
	is_status(shell(RECORD "-- sh -c 'kill -KILL $$'"), 137, "so is the signal that ended it");
	is_status(shell(RECORD "-- true && ls -d htm.data* | wc -l | grep -qx 2"), 0,
		  "a directory that is older still is replaced");
}

static void check_aux(void)
{
	prepare("aux", 0, true);
	is_status(shell(RECORD "-m 2M -- true && $htm report -i htm.data -o out && cmp out/htm.bin.n0.p2.c0.t1 trace"),
		  0, "a recording through an AUX area is complete");
	is_status(shell("test $(grep -c ^start fake/log) = 1 && grep -q -- '-m ,2097152B .*name=vpa_dtl' fake/log"),
		  0, "perf is started once, with an AUX area of the size asked for");
}

static void check_several(void)
{
	prepare("good", 0, true);
	is_status(shell(RECORD "-t n1.p3.c15.t2 -C 0 -m 1M -o two -- true"), 0, "two targets are recorded");
	ok(said("n0.p2.c0.t1: 40000 of") && said("n1.p3.c15.t2: 40000 of"), "it says how much there is of each");
	is_status(shell("$htm report -i two -o out && cmp out/htm.bin.n0.p2.c0.t1 trace && cmp out/htm.bin.n1.p3.c15.t2 trace"),
		  0, "each has its trace");
	is_status(shell("test $(grep -c -- '-C 0 .*-m 1048576B' fake/log) = 2"), 0,
		  "-C and -m reach each perf");
	is_status(shell("grep -v ^start fake/log | sed -n '2,5s/ .*//p' | tr '\\n' , | grep -qx enable,enable,disable,disable,"),
		  0, "all are enabled before the command and disabled behind it");
	is_status(shell(RECORD "-t n0.p2.c0.t1 -- true"), 125, "a target that is given twice is refused");
}

static void check_failures(void)
{
	prepare("die", 0, true);
	is_status(shell(RECORD "-- true"), 125, "perf that cannot open the event is status 125");
	ok(said("Device or resource busy"), "what perf said is passed on");
	ok(said("dmesg"), "and where to look next");
	is_status(shell("test ! -e htm.data"), 0, "nothing is left behind");

	prepare("old", 0, true);
	is_status(shell(RECORD "-- true"), 125, "perf without --control is status 125");
	ok(said("too old: htm takes that of Linux 5.12") && !said("dmesg"), "it says which perf it takes");
	is_status(shell("test ! -e htm.data"), 0, "nothing is left behind");

	prepare("good", 0, true);
	is_status(shell("FAKE_PERF=$PWD/fake PATH=/nowhere $htm record -t n0.p2.c0.t1 -- true"), 125,
		  "no perf is status 125");
	ok(said("install the perf of your distribution"), "it says what to do");
	is_status(shell(RECORD "-- ./nonexistent"), 127, "a command that does not exist is status 127");
	is_status(shell("touch plain; " RECORD "-- ./plain"), 126, "one that cannot be run is 126");
	is_status(shell("test ! -e htm.data"), 0, "nothing is left behind");
	ok(nothing_runs(), "no perf is left running");
	is_status(shell("mkdir precious && touch precious/file; " RECORD "-o precious -- true; s=$?; test -e precious/file && exit $s"),
		  125, "a directory with other files in it is left alone");
	is_status(shell(RECORD "-o /proc/nowhere -- true"), 125, "a directory that cannot be made is told");
}

static void check_incomplete(void)
{
	prepare("vanish", 0, true);
	is_status(shell(RECORD "-- true"), 123, "perf that ends in mid-drain is status 123");
	ok(said("INCOMPLETE"), "it says so");

	prepare("good", -16, true);
	is_status(shell(RECORD "-- true"), 123, "a driver that gives up is status 123");
	ok(said("the driver gave up: Device or resource busy"), "it says why");

	prepare("broken", 0, true);
	is_status(shell(RECORD "-- true"), 123, "perf that fails in the end is status 123");
	ok(said("No space left"), "what perf said is passed on");
}

/* Until the fake perf was told that, or for 20 s */
#define UNTIL(what)	"for i in $(seq 200); do grep -qs '" what "' fake/log && break; sleep 0.1; done; "

static void check_interrupts(void)
{
	prepare("good", 0, true);
	is_status(shell(RECORD "-- sleep 60 & " UNTIL("^enable") "kill -INT $!; wait $!"), 128 + 15,
		  "Ctrl-C ends the command, and the drain is completed");
	ok(said("complete") && !said("INCOMPLETE"), "all of the trace is there");

	prepare("endless", 0, false);
	is_status(shell(RECORD "-- true & " UNTIL("^disable") "kill -INT $!; sleep 1; kill -INT $!; wait $!"), 123,
		  "the second Ctrl-C abandons a drain that does not end");
	ok(said("Ctrl-C again abandons it") && said("abandoned"), "both are told");
	ok(said("no END record"), "and what is missing");
	ok(nothing_runs(), "no perf is left running");

	prepare("good", 0, true);
	is_status(shell("trap '' HUP; " RECORD "-- sleep 2 & " UNTIL("^enable") "kill -HUP $!; wait $!"), 0,
		  "a hang-up under nohup ends nothing");
	prepare("endless", 0, false);
	is_status(shell(RECORD "-- true & " UNTIL("^disable") "kill -KILL $!; wait $!; " UNTIL("^terminated") "grep -q ^terminated fake/log"),
		  0, "perf is ended when htm is killed");
	ok(nothing_runs(), "no perf is left running");
}

/* Patience is 300 s on the command line: here it is 1 s. */
static int impatient(const char *mode, bool end)
{
	struct recording_run run = {};
	struct recording recording = {
		.runs = &run, .count = 1, .directory = "htm.data",
		.command = (char *[]) { "true", NULL }, .patience = 1,
	};
	char path[PATH_MAX], fake[PATH_MAX];
	pid_t pid;
	int status;

	prepare(mode, 0, end);
	fflush(stdout);
	pid = fork();
	if (pid) {
		waitpid(pid, &status, 0);
		return WEXITSTATUS(status);
	}
	snprintf(fake, sizeof(fake), "%s/fake", cli_dir);
	snprintf(path, sizeof(path), "%s/bin:%s", cli_checked, getenv("PATH"));
	setenv("FAKE_PERF", fake, 1);
	setenv("PATH", path, 1);
	if (chdir(cli_dir) || directory_prepare("htm.data") || !freopen("said", "w", stderr))
		_exit(99);
	run.setup.target = (struct htm_target) { .chip = 2, .type = 1 };
	run.setup.path = run.path = directory_recording("htm.data", &run.setup.target);
	run.setup.ring = 1 << 20;
	status = recording_run(&recording);
	free(run.path);
	fflush(stderr);
	_exit(status);
}

static void check_patience(void)
{
	is_status(impatient("mute", true), 125, "perf that never answers is given up");
	ok(said("did not answer"), "it says so");
	is_status(impatient("endless", false), 123, "a drain in which nothing comes is given up");
	ok(said("given up"), "it says so");
	ok(nothing_runs(), "no perf is left running");
}

static void check_usage(void)
{
	is_status(shell("$htm record -- true"), 125, "no target is refused");
	is_status(shell("$htm record -t n0.p2.c0.t1 -p 1 -- true"), 125,
		  "a command and a process are refused");
	is_status(shell("$htm record -t n0.p2.c0.t1 -p 0"), 125, "process 0 is refused");
	is_status(shell("$htm record -t n0.p2.c0.t1 --duration 1x"), 125, "what is no time is refused");
	is_status(shell("$htm record -t n0.p2.c0 -- true"), 125, "what is no target is refused");
	ok(said("n0.p2.c0.t1"), "it says what a target looks like");
	is_status(shell("$htm record -t n0.p2.c0.t1 -m 0 -- true"), 125, "a ring of no size is refused");
	is_status(shell("$htm record -t n0.p2.c0.t1 -C 0-1 -- true"), 125, "several CPUs are refused");
	is_status(shell("$htm record --help && grep -q 'Exit status' said"), 0, "--help has the statuses");
}

int main(void)
{
	static const char files[] = "perf.data.n0.p2.c0.t1\n";
	struct build b = {};
	char path[PATH_MAX];

	cli_begin();
	build_pattern(trace, sizeof(trace), 1);
	build_bytes(&b, trace, sizeof(trace));
	snprintf(path, sizeof(path), "%s/trace", cli_dir);
	build_save(&b, path, b.size);
	build_free(&b);
	build_bytes(&b, files, sizeof(files) - 1);
	snprintf(path, sizeof(path), "%s/want_files", cli_dir);
	build_save(&b, path, b.size);
	build_free(&b);
	check_usage();
	check_good();
	check_aux();
	check_several();
	check_failures();
	check_incomplete();
	check_interrupts();
	check_patience();
	cli_end();
	return done_testing();
}
