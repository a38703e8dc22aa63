// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decoder.h"
#include "tap.h"
#include "template.h"

/* The words, each in brackets, with the files in them */
static const char *joined(const struct template *t)
{
	static char text[512];
	char **command = template_command(t, "IN PUT%o", "OUT");

	text[0] = '\0';
	for (size_t i = 0; command[i]; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "[%s]", command[i]);
	template_free_command(command);
	return text;
}

/* The words that @parse makes of a text, or that it makes none */
static void check_parsed(int (*parse)(struct template *t, const char *text, const char **why),
			 const char *text, const char *want)
{
	struct template t = {};
	const char *why, *got = "refused";

	if (!parse(&t, text, &why))
		got = joined(&t);
	if (!ok(!strcmp(got, want), "%s '%s' is %s",
		parse == decoder_parse ? "decoder" : "text", text, want))
		diag("got %s", got);
	template_free(&t);
}

static void check_refused(const char *text, const char *want)
{
	struct template t = {};
	const char *why = "nothing";
	int err = template_parse(&t, text, &why);

	if (!ok(err == -EINVAL && strstr(why, want), "%s is refused: %s", text, want))
		diag("got %d: %s", err, why);
	template_free(&t);
}

static void check_has(void)
{
	struct template t = {};
	const char *why;

	template_parse(&t, "a %%i%%o %o", &why);
	ok(!template_has(&t, 'i'), "a percent sign before an i is not the input");
	ok(template_has(&t, 'o'), "an output file is seen behind them");
	template_free(&t);
}

static char dir[] = "/tmp/test_template.XXXXXX";

static const char *program(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void make_program(const char *name, mode_t mode)
{
	FILE *file = fopen(program(name), "w");

	fclose(file);
	chmod(program(name), mode);
}

/* What is chosen of what PATH has */
static void check_found(const char *want, const char *what)
{
	struct template t = {};
	const char *got = "none";

	if (!decoder_find(&t))
		got = joined(&t);
	if (!ok(!strcmp(got, want), "%s", what))
		diag("got %s", got);
	template_free(&t);
}

static void check_path(void)
{
	char path[64];

	if (!ok(mkdtemp(dir), "there is a directory for programs"))
		return;
	snprintf(path, sizeof(path), "/nowhere:%s", dir);
	setenv("PATH", path, 1);
	check_found("none", "no decoder is found where there is none");
	make_program("htmdecode", 0644);
	check_found("none", "a file that is no program is not run");
	make_program("htmdecoder", 0755);
	check_found("[htmdecoder][IN PUT%o]", "htmdecoder is run where it is the only one");
	make_program("htmdecode", 0755);
	check_found("[htmdecode][IN PUT%o]", "htmdecode is run before htmdecoder");
	unlink(program("htmdecode"));
	unlink(program("htmdecoder"));
	rmdir(dir);
}

int main(void)
{
	check_parsed(template_parse, "a b  c", "[a][b][c]");
	check_parsed(template_parse, " \ta\n", "[a]");
	check_parsed(template_parse, "", "");
	check_parsed(template_parse, "'a b' \"c d\"e f' 'g", "[a b][c de][f g]");
	check_parsed(template_parse, "'' \"\"", "[][]");
	check_parsed(template_parse, "a\\ b \\' '\\' \"\\\"\"", "[a b]['][\\][\"]");
	check_parsed(template_parse, "'\"' \"'\"", "[\"][']");
	check_parsed(template_parse, "$HOME *.c a|b >c ;", "[$HOME][*.c][a|b][>c][;]");
	check_parsed(template_parse, "d %i -o%o.txt", "[d][IN PUT%o][-oOUT.txt]");
	check_parsed(template_parse, "'%i' \"%i%o\" 100%% %%i", "[IN PUT%o][IN PUT%oOUT][100%][%i]");
	check_refused("a 'b", "quote");
	check_refused("a \"b", "quote");
	check_refused("a b\\", "quote");
	check_refused("a %x", "%");
	check_refused("a 100%", "%");
	check_refused("a '%' b", "%");
	check_has();
	check_parsed(decoder_parse, "htmdecode", "[htmdecode][IN PUT%o]");
	check_parsed(decoder_parse, "/opt/ibm/htmdecoder", "[/opt/ibm/htmdecoder][IN PUT%o]");
	check_parsed(decoder_parse, "htmdecoder -x %i", "[htmdecoder][-x][IN PUT%o]");
	check_parsed(decoder_parse, "other <%i", "[other][<IN PUT%o]");
	check_parsed(decoder_parse, "other", "refused");
	check_parsed(decoder_parse, "htmdecode -x", "refused");
	check_parsed(decoder_parse, "", "refused");
	check_path();
	return done_testing();
}
