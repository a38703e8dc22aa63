// SPDX-License-Identifier: GPL-2.0
/* htm decode from outside, with decoders that are scripts: files, messages, exit statuses. */
#include <linux/limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "lpar.h"
#include "tap.h"

#define TARGET	"n0.p2.c0.t1"
#define OUT	"out/htm.bin." TARGET ".out"

/* Eight bytes an address, as a trace might have it */
static const unsigned char trace[] = {
	0, 0, 0, 0x20, 0, 0x13, 0x40, 0, 0, 0, 0, 0x20, 0x0f, 0xff, 0xff, 0xff,
	0, 0, 0, 0x30, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x10, 0,
	0x7f, 0, 0, 0, 0, 0, 0, 1,
};

static const char table[] =
	"# physical-address logical-address size lpar tier type\n"
	"0x0000000000000000 - 0x0000000010000000 0 0 0\n"
	"0x0000002000000000 0x0000000000000000 0x0000000010000000 1 1 1\n"
	"0x0000003000000000 0x0000000000000000 0x0000000010000000 2 1 1\n"
	"# end: 3 entries\n";

/* Prints the addresses in the file. */
static const char decoder[] =
	"#!/bin/sh\n"
	"od -A n -v -t x8 -w8 --endian=big \"$1\" | sed 's/^ */pc addr:0x/'\n";

static const char plain[] =
	"pc addr:0x0000002000134000\n"
	"pc addr:0x000000200fffffff\n"
	"pc addr:0x0000003000000080\n"
	"pc addr:0x0000000000001000\n"
	"pc addr:0x7f00000000000001\n";

static const char of_lpar_1[] =
	"pc addr:0x0000002000134000 logical:0x0000000000134000\n"
	"pc addr:0x000000200fffffff logical:0x000000000fffffff\n"
	"pc addr:0x0000003000000080 logical:lpar2\n"
	"pc addr:0x0000000000001000 logical:-\n"
	"pc addr:0x7f00000000000001 logical:?\n";

static void save(const char *name, const void *bytes, size_t size)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	file = fopen(path, "w");
	fwrite(bytes, 1, size, file);
	fclose(file);
}

static void save_script(const char *name, const char *text)
{
	char path[PATH_MAX];

	save(name, text, strlen(text));
	snprintf(path, sizeof(path), "%s/%s", cli_dir, name);
	chmod(path, 0755);
}

/* As htm report leaves it: the trace of one target */
static void begin(void)
{
	shell("rm -rf out && mkdir out");
	save("out/htm.bin." TARGET, trace, sizeof(trace));
	save("out/translation." TARGET, table, sizeof(table) - 1);
}

static void has_files(const char *names, const char *what)
{
	is_status(shell("test \"$(cd out && ls -A | grep -v -x -e htm.bin." TARGET
			" -e translation." TARGET " | tr '\\n' ' ')\" = '%s'", names), 0, "%s", what);
}

static void has_text(const char *name, const char *text, const char *what)
{
	save("want", text, strlen(text));
	is_status(shell("diff want %s", name), 0, "%s", what);
}

static void check_path(void)
{
	begin();
	is_status(shell("PATH=$PWD/path:$PATH $htm decode -i out -l 1"), 0,
		  "a decoder in PATH is found and run");
	ok(said(TARGET ": decoded, 5 addresses: 2 of LPAR 1, 1 of others, 1 without logical address, 1 unknown"),
	   "it says what became of the addresses");
	has_text(OUT, plain, "what the decoder prints is kept as it is");
	has_text(OUT ".l", of_lpar_1, "and with logical addresses beside it");
	has_files("htm.bin." TARGET ".out htm.bin." TARGET ".out.l ", "nothing else is left there");
	is_status(shell("umask 027; $htm decode -i out -l 2 -d path/htmdecoder && ls -l " OUT " | grep -q ^-rw-r-----"),
		  0, "the files have the rights that the umask leaves them");
	ok(said("1 of LPAR 2, 2 of others"), "--lpar says whose addresses they are");
	is_status(shell("cd out && PATH=$PWD/../path:$PATH && $htm decode --lpar 1 -i htm.bin." TARGET), 0,
		  "a single trace can be named");
	is_status(shell("cp out/htm.bin." TARGET " out/htm.bin.n0.p0.c0.t2; cp out/translation." TARGET " out/translation.n0.p0.c0.t2; $htm decode -i out -l 1 -d path/htmdecoder && diff " OUT ".l out/htm.bin.n0.p0.c0.t2.out.l"),
		  0, "all traces of a directory are decoded, and no outputs");
	is_status(shell("ls out/*.out* | wc -l | grep -qx 4"), 0, "each once");
}

static void check_commands(void)
{
	begin();
	is_status(shell("$htm decode -i out -l 1 -d \"sh -c 'cp \\\"\\$1\\\" \\\"\\$2\\\"; echo chatter' sh %%i %%o\" && cmp " OUT " out/htm.bin." TARGET),
		  0, "a decoder that names its output writes it");
	begin();
	is_status(shell("$htm decode -i out -l 1 -d 'path/to-file %%i %%o'"), 0,
		  "one that replaces its output, too");
	has_text(OUT, plain, "what it writes is kept");
	has_text(OUT ".l", of_lpar_1, "and gets logical addresses");
	is_status(shell("$htm decode -i out -l 1 -d 'printf %%%%s %%i' && grep -qx out/htm.bin." TARGET " " OUT),
		  0, "a doubled percent sign is one");
	is_status(shell("mkdir 'a b' && cp out/htm.bin." TARGET " 'a b'; $htm decode -i 'a b' -d 'path/htmdecoder %%i'; test -s 'a b/htm.bin." TARGET ".out'"),
		  0, "a name with a blank in it stays one word");
	is_status(shell("echo text | timeout 20 $htm decode -i out -l 1 -d 'cat %%i -' && cmp " OUT " out/htm.bin." TARGET),
		  0, "a decoder has no standard input to wait for");
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"echo text; echo complaint >&2\" %%i'"), 0,
		  "a decoder may complain and succeed");
	ok(said("complaint"), "what it complains of is passed on");
	is_status(shell("! grep -q complaint " OUT), 0, "and is not in its output");
}

/* It goes on only when htm has written what was printed before. */
static void check_stream(void)
{
	static const char waits[] =
		"#!/bin/sh\n"
		"echo first addr:0x2000000000\n"
		"for i in $(seq 200); do\n"
		"	[ -n \"$(find ${1%/*} -name '.htm.bin.*.out.*' ! -name '*.l.*' -size +0)\" ] && echo last && exit 0\n"
		"	sleep 0.1\n"
		"done\n"
		"exit 1\n";

	begin();
	save_script("path/waits", waits);
	is_status(shell("$htm decode -i out -l 1 -d 'path/waits %%i'"), 0,
		  "what a decoder prints is written while it runs");
	is_status(shell("head -c 800000 /dev/urandom >out/htm.bin." TARGET " && $htm decode -i out -l 1 -d path/htmdecoder && sed 's/ logical:.*//' " OUT ".l | cmp - " OUT),
		  0, "of megabytes of output, all is in both files");
	is_status(shell("seq 137438953000 7919 137700000000 | sed 's/^/pc addr:0x/' >addresses; $htm decode -i out -l 1 -d 'sh -c \"cat addresses\" %%i' && sed -n 's/.* logical:0x//p' " OUT ".l >got; sed 's/.*://' addresses | $htm resolve -m out/translation." TARGET " | sed -n 's/.* 1 0x//p' >want; cmp got want"),
		  0, "htm resolve has the same logical addresses");
}

static void check_failures(void)
{
	begin();
	save(OUT, "old", 3);
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"path/htmdecoder \\$0; exit 3\" %%i'"), 2,
		  "a decoder that fails has status 2");
	ok(said("sh failed with exit status 3"), "it says how the decoder failed");
	ok(said("is in " OUT ".partial"), "and where its output is");
	has_text(OUT ".partial", plain, "what the decoder had printed is kept");
	has_text(OUT ".l.partial", of_lpar_1, "with logical addresses, too");
	has_text(OUT, "old", "output of before stays as it was");
	is_status(shell("$htm decode -i out -l 1 -d path/htmdecoder"), 0, "the next run may go well");
	has_files("htm.bin." TARGET ".out htm.bin." TARGET ".out.l ",
		  "it removes what was not whole, and leaves what is");
	begin();
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"kill -SEGV \\$\\$\" %%i'"), 2,
		  "a decoder that crashes has status 2");
	ok(said("sh was ended by signal 11"), "it says by which signal");
	has_files("", "no empty file is left behind");
	is_status(shell("$htm decode -i out -l 1 -d 'true %%i'"), 2, "no output at all is no success");
	ok(said("printed nothing"), "it says so");
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"echo cut >\\$2; exit 1\" sh %%i %%o'"), 2,
		  "a decoder that names its output may fail, too");
	has_text(OUT ".partial", "cut\n", "what it has written is kept");
	begin();
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"rm \\$2; exit 1\" sh %%i %%o'"), 2,
		  "one that removes its output and fails is said to fail");
	ok(said("sh failed with exit status 1"), "with its exit status");
	has_files("", "and nothing is left behind");
	shell("cp out/htm.bin." TARGET " out/htm.bin.n9.p9.c9.t1; cp out/translation." TARGET " out/translation.n9.p9.c9.t1");
	is_status(shell("$htm decode -i out -l 1 -d 'sh -c \"case \\$0 in *" TARGET ") exit 1; esac; path/htmdecoder \\$0\" %%i'"),
		  2, "one trace that fails is enough for status 2");
	has_text("out/htm.bin.n9.p9.c9.t1.out", plain, "but the others are decoded");
}

static void check_errors(void)
{
	begin();
	is_status(shell("PATH=/nowhere $htm decode -i out -l 1"), 1, "no decoder in PATH is an error");
	ok(said("no decoder in PATH (htmdecode or htmdecoder)"), "it says what was looked for");
	is_status(shell("$htm decode -i out -l 1 -d 'no-such-program %%i'"), 1,
		  "a decoder that is not there is an error");
	ok(said("no-such-program: there is no such program in PATH"), "it says so");
	is_status(shell("$htm decode -i out -l 1 -d './no-such-program %%i'"), 1,
		  "so is a path of none");
	is_status(shell("printf text >not; chmod +x not; $htm decode -i out -l 1 -d './not %%i'"), 1,
		  "a file that cannot be run is an error");
	ok(said("./not: Exec format error"), "it says so");
	is_status(shell("$htm decode -i out -l 1 -d 'cat'"), 1, "a command without %%i is an error");
	ok(said("it has no %i"), "it says so");
	is_status(shell("$htm decode -i out -l 1 -d \"cat '%%i\""), 1, "so is a quote without end");
	has_files("", "none of these leaves anything behind");
	is_status(shell("$htm decode -i out -l x -d path/htmdecoder"), 1, "an LPAR is a number");
	is_status(shell("$htm decode -i nowhere -l 1 -d path/htmdecoder"), 1, "no directory is an error");
	is_status(shell("mkdir -p empty && $htm decode -i empty -l 1 -d path/htmdecoder"), 1,
		  "a directory without traces is an error");
	ok(said("htm report did not write this directory"), "it says so");
	is_status(shell("$htm decode -i want -l 1 -d path/htmdecoder"), 1,
		  "a file that is named otherwise is an error");
	is_status(shell("$htm decode -l 1 something"), 1, "an argument too many is an error");
	is_status(shell("$htm decode -i out -l 1 -d path/htmdecoder >/dev/full"), 1,
		  "so is standard output that cannot be written");
	is_status(shell("$htm decode --help && grep -q 'Exit status' said"), 0,
		  "--help has the statuses");
}

static void check_lpar(void)
{
	begin();
	if (!access(LPAR_FILE, F_OK)) {
		is_status(shell("$htm decode -i out -d path/htmdecoder"), 0,
			  "an LPAR knows its own index");
		return;
	}
	is_status(shell("$htm decode -i out -d path/htmdecoder"), 1,
		  "elsewhere than in an LPAR, --lpar is asked for");
	ok(said("say with --lpar whose logical addresses"), "it says so");
	has_files("", "before anything is decoded");
	is_status(shell("cp out/htm.bin." TARGET " out/htm.bin.n0.p0.c0.t2; cp out/translation." TARGET
			" out/translation.n0.p0.c0.t2; $htm decode -i out -d path/htmdecoder 2>&1 | grep -c . | grep -qx 1"),
		  0, "once for all traces");
}

static void check_translation(void)
{
	begin();
	shell("rm out/translation.*");
	is_status(shell("$htm decode -i out -d path/htmdecoder"), 2,
		  "without a translation file something is missing");
	ok(said("there is no out/translation." TARGET), "it says what");
	has_files("htm.bin." TARGET ".out ", "but the trace is decoded");
	save("out/translation." TARGET, table, sizeof(table) - 30);
	is_status(shell("$htm decode -i out -l 1 -d path/htmdecoder"), 2,
		  "with a translation file that is cut short, too");
	ok(said("translation." TARGET ": cut short"), "it says so");
	has_text(OUT, plain, "but the trace is decoded then, too");
	save("out/translation." TARGET, "something else\n", 15);
	is_status(shell("$htm decode -i out -l 1 -d path/htmdecoder"), 1,
		  "what is no translation file is an error");
}

/* Runs htm decode with path/slow, waits for it to be under way, and then runs @what. */
static int interrupted(const char *slow, const char *what)
{
	begin();
	shell("rm -f ready pid");
	save_script("path/slow", slow);
	return shell("{ timeout 60 setsid $htm decode -i out -l 1 -d 'path/slow %%i' & }; leader=$!; "
		     "for i in $(seq 200); do [ -e ready ] && break; sleep 0.1; done; "
		     "htm_pid=$(pgrep -P $leader); %s; wait $leader", what);
}

static void check_interrupts(void)
{
	static const char slow[] =
		"#!/bin/sh\n"
		"echo pc addr:0x2000134000\n"
		"echo $$ >pid\n"
		"until find out -name '.htm.bin.*.out.*' ! -name '*.l.*' -size +0 | grep -q .; do\n"
		"	sleep 0.1\n"
		"done\n"
		"touch ready\n"
		"exec sleep 1000\n";
	static const char stubborn[] =
		"#!/bin/sh\n"
		"trap '' TERM INT\n"
		"echo pc addr:0x2000134000\n"
		"echo $$ >pid\n"
		"touch ready\n"
		"while :; do sleep 0.2; done\n";
	static const char children[] =
		"#!/bin/sh\n"
		"sleep 30 &\n"
		"echo $! >child\n"
		"echo pc addr:0x2000134000\n"
		"echo $$ >pid\n"
		"touch ready\n"
		"wait\n";

	static const char endless[] =
		"#!/bin/sh\n"
		"echo $$ >pid\n"
		"touch ready\n"
		"exec yes pc addr:0x2000134000\n";

	is_status(interrupted(slow, "kill -INT -$htm_pid"), 2, "Ctrl-C has status 2");
	ok(said(TARGET ": interrupted"), "it says that it was interrupted");
	has_files("htm.bin." TARGET ".out.l.partial htm.bin." TARGET ".out.partial ",
		  "what was printed is kept, and not called good");
	has_text(OUT ".partial", "pc addr:0x2000134000\n", "it is what the decoder had printed");
	is_status(shell("! kill -0 $(cat pid)"), 0, "the decoder does not go on");
	is_status(interrupted(slow, "kill -TERM $htm_pid"), 2,
		  "a SIGTERM for htm alone ends the decoder, too");
	is_status(shell("! kill -0 $(cat pid)"), 0, "and it does not go on");
	is_status(interrupted(endless, "kill -TERM $htm_pid"), 2,
		  "a decoder that prints without a pause is ended as well");
	is_status(interrupted(stubborn, "kill -INT $htm_pid; sleep 0.5; kill -0 $htm_pid && kill -INT $htm_pid"),
		  2, "a second Ctrl-C ends a decoder that goes on after the first");
	is_status(shell("! kill -0 $(cat pid)"), 0, "for good");
	is_status(interrupted(children, "kill -TERM $htm_pid; for i in $(seq 100); do kill -0 $htm_pid 2>/dev/null || break; sleep 0.1; done; kill -0 $htm_pid && kill -KILL $htm_pid"),
		  2, "children of the decoder's are not waited for");
	/* or whoever runs this test would wait for it: it has all of the test's descriptors */
	shell("kill $(cat child)");
}

static void check_full_disk(void)
{
	begin();
	save(OUT, "old", 3);
	is_status(shell("ulimit -f 64; trap '' XFSZ; $htm decode -i out -l 1 -d 'sh -c \"yes addr:0x2000000000 | head -n 100000\" %%i'"),
		  1, "output that does not fit on the disk is an error");
	ok(said("File too large"), "it says so");
	has_files("htm.bin." TARGET ".out ", "and leaves nothing behind");
	has_text(OUT, "old", "but what was there before");
	is_status(shell("ulimit -f 64; trap '' XFSZ; timeout 60 $htm decode -i out -l 1 -d 'sh -c \"yes addr:0x2000000000\" %%i'"),
		  1, "a decoder without end is ended then");
	is_status(shell("ulimit -f 64; trap '' XFSZ; $htm decode -i out -l 1 -d 'sh -c \"yes addr:0x2000000000 | head -n 1000 >\\$2\" sh %%i %%o'"),
		  1, "it may be only the logical addresses that do not fit");
	ok(said(OUT ".l: File too large"), "it says which file that is");
	has_text(OUT, "old", "then, too, nothing is changed");
}

int main(void)
{
	cli_begin();
	shell("mkdir path");
	save_script("path/htmdecoder", decoder);
	save_script("path/to-file",
		    "#!/bin/sh\n\"${0%/*}\"/htmdecoder \"$1\" >\"$2.new\" && mv \"$2.new\" \"$2\"\n");
	check_path();
	check_commands();
	check_stream();
	check_failures();
	check_errors();
	check_lpar();
	check_translation();
	check_interrupts();
	check_full_disk();
	cli_end();
	return done_testing();
}
