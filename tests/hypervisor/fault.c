// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "htm.h"
#include "names.h"

#define TARGET_KEY	"target="

static bool parse_range(char *text, struct fault_rule *rule)
{
	char *dots = strstr(text, "..");

	*dots = '\0';
	return text_number(text, &rule->first) && text_number(dots + 2, &rule->last) &&
	       rule->last >= rule->first;
}

static bool parse_from(char *text, struct fault_rule *rule)
{
	text[strlen(text) - 1] = '\0';
	rule->last = UINT64_MAX;
	return text_number(text, &rule->first);
}

/* Which calls: 3, *, 2+ or 1..5; changes @text. */
static bool parse_nth(char *text, struct fault_rule *rule)
{
	bool good;

	if (!strcmp(text, "*")) {
		rule->first = 1;
		rule->last = UINT64_MAX;
		return true;
	}
	if (strstr(text, ".."))
		good = parse_range(text, rule);
	else if (text[strlen(text) - 1] == '+')
		good = parse_from(text, rule);
	else
		good = text_number(text, &rule->first) && text_number(text, &rule->last);
	return good && rule->first;
}

static bool parse_rest(char *rest, struct fault_rule *rule, struct error *error)
{
	char *word = text_word(&rest);

	if (word && strncmp(word, TARGET_KEY, strlen(TARGET_KEY))) {
		if (!text_time(word, &rule->delay))
			return refuse(error, "'%s' is no delay like 500us or 2ms", word);
		word = text_word(&rest);
	}
	if (!word)
		return true;
	rule->one_target = true;
	if (strncmp(word, TARGET_KEY, strlen(TARGET_KEY)) ||
	    !spec_parse(word + strlen(TARGET_KEY), &rule->target))
		return refuse(error, "'%s' is no target=n0.p2.c0.t1", word);
	if (text_word(&rest))
		return refuse(error, "more than OP NTH CODE [DELAY] [target=SPEC]");
	return true;
}

static bool parse_rule(char *line, struct fault_rule *rule, struct error *error)
{
	char *op = text_word(&line);
	char *nth = text_word(&line);
	char *code = text_word(&line);

	if (!op || !nth || !code)
		return refuse(error, "not OP NTH CODE [DELAY] [target=SPEC]");
	if (!op_number(op, &rule->op))
		return refuse(error, "'%s' is no operation like DUMP_DATA", op);
	if (!parse_nth(nth, rule))
		return refuse(error, "which calls is not one of: 3, *, 2+, 1..5");
	if (!code_number(code, &rule->code))
		return refuse(error, "'%s' is no return code", code);
	return parse_rest(line, rule, error);
}

/**
 * fault_add - add one line to a script
 * @script: all zero at first
 * @line: OP NTH CODE [DELAY] [target=SPEC]; is changed
 * @error: where the reason of a refusal goes
 *
 * Return: false if the line is refused.
 */
bool fault_add(struct fault_script *script, char *line, struct error *error)
{
	struct fault_rule rule = { 0 };
	struct fault_rule *rules;

	if (!parse_rule(line, &rule, error))
		return false;
	rules = realloc(script->rules, (script->count + 1) * sizeof(*rules));
	if (!rules)
		return refuse(error, "out of memory");
	rules[script->count++] = rule;
	script->rules = rules;
	return true;
}

static bool use_line(void *ctx, char *line, struct error *error)
{
	return fault_add(ctx, line, error);
}

/**
 * fault_load - add all lines of a file to a script
 * @script: all zero at first
 * @path: of the file
 * @error: where the reason of a refusal goes
 *
 * Return: false if the file cannot be read or a line is refused.
 */
bool fault_load(struct fault_script *script, const char *path, struct error *error)
{
	return text_each_line(path, error, use_line, script);
}

/**
 * fault_unload - forget a script
 * @script: loaded, or all zero
 */
void fault_unload(struct fault_script *script)
{
	free(script->rules);
	script->rules = NULL;
	script->count = 0;
}

/* A call without a type is about all targets at its place */
static bool is_about(const struct fault_rule *rule, unsigned int op, const struct spec *target)
{
	if (rule->op != op)
		return false;
	if (!rule->one_target)
		return true;
	return target->type == HTM_TYPE_NONE ? spec_same_place(&rule->target, target) :
					       spec_same(&rule->target, target);
}

/**
 * fault_next - count one call, and say what happens to it
 * @script: the script
 * @op: operation of the call
 * @target: its target
 *
 * Each rule counts the calls that it is about, also those that another rule is
 * applied to; the first rule whose turn it is, is applied.
 *
 * Return: the rule to apply, or NULL.
 */
const struct fault_rule *fault_next(struct fault_script *script, unsigned int op,
				    const struct spec *target)
{
	const struct fault_rule *found = NULL;

	for (size_t i = 0; i < script->count; i++) {
		struct fault_rule *rule = &script->rules[i];

		if (!is_about(rule, op, target))
			continue;
		rule->seen++;
		if (!found && rule->seen >= rule->first && rule->seen <= rule->last)
			found = rule;
	}
	return found;
}
