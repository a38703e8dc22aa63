// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "config.h"

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define CONFIG_ARGUMENT		"config="
#define DEFAULT_BUFFER		(64ULL << 20)
#define DEFAULT_ENTRIES		20
/* The pattern numbers the words of a buffer in 36 bits */
#define BUFFER_MAX		(1ULL << 39)
/* More would have addresses that no machine has */
#define ENTRIES_MAX		(1ULL << 24)

static bool set_string(char **string, const char *value, struct error *error)
{
	free(*string);
	*string = strdup(value);
	return *string || refuse(error, "out of memory");
}

static bool set_flag(bool *flag, const char *value, const char *yes, const char *no,
		     struct error *error)
{
	if (strcmp(value, yes) && strcmp(value, no))
		return refuse(error, "'%s' is neither %s nor %s", value, yes, no);
	*flag = !strcmp(value, yes);
	return true;
}

static bool set_entries(uint64_t *entries, const char *value, struct error *error)
{
	if (!text_number(value, entries) || *entries > ENTRIES_MAX)
		return refuse(error, "'%s' is no number of entries", value);
	return true;
}

static bool set_buffer_size(uint64_t *buffer, const char *value, struct error *error)
{
	if (!text_size(value, buffer) || !*buffer || *buffer & (*buffer - 1) ||
	    *buffer > BUFFER_MAX)
		return refuse(error, "'%s' is no buffer size: a power of two, with K, M or G",
			      value);
	return true;
}

static bool is_new_target(const struct config *config, const struct spec *spec)
{
	for (size_t i = 0; i < config->target_count; i++) {
		if (spec_same(&config->targets[i].spec, spec))
			return false;
	}
	return true;
}

static bool parse_target(struct config_target *target, char *value, struct error *error)
{
	char *spec = text_word(&value);
	char *buffer = text_word(&value);

	if (!spec || !buffer)
		return refuse(error, "not target SPEC BUFFER [DATAFILE]");
	if (!spec_parse(spec, &target->spec))
		return refuse(error, "'%s' is no target like n0.p2.c0.t1", spec);
	if (!set_buffer_size(&target->buffer, buffer, error))
		return false;
	/* The rest of the line, for the path may have blanks */
	return !*value || set_string(&target->data, value, error);
}

static bool set_target(struct config *config, char *value, struct error *error)
{
	struct config_target *targets;
	struct config_target target = { 0 };

	if (!parse_target(&target, value, error))
		return false;
	targets = realloc(config->targets, (config->target_count + 1) * sizeof(*targets));
	if (targets)
		config->targets = targets;
	if (!targets || !is_new_target(config, &target.spec)) {
		free(target.data);
		return refuse(error, targets ? "a target is there twice" : "out of memory");
	}
	targets[config->target_count++] = target;
	return true;
}

static bool set_buffer(struct config *config, char *value, struct error *error)
{
	return set_buffer_size(&config->buffer, value, error);
}

static bool set_data(struct config *config, char *value, struct error *error)
{
	return set_string(&config->data, value, error);
}

static bool set_sysmem(struct config *config, char *value, struct error *error)
{
	return set_entries(&config->sysmem.entries, value, error);
}

static bool set_sysmem_page(struct config *config, char *value, struct error *error)
{
	return set_entries(&config->sysmem.page, value, error);
}

static bool set_sysmem_end(struct config *config, char *value, struct error *error)
{
	return set_flag(&config->sysmem.end_ones, value, "ones", "zero", error);
}

static bool set_sysproc(struct config *config, char *value, struct error *error)
{
	return set_entries(&config->sysproc.entries, value, error);
}

static bool set_sysproc_page(struct config *config, char *value, struct error *error)
{
	return set_entries(&config->sysproc.page, value, error);
}

static bool set_sysproc_end(struct config *config, char *value, struct error *error)
{
	return set_flag(&config->sysproc.end_ones, value, "ones", "zero", error);
}

static bool set_faults(struct config *config, char *value, struct error *error)
{
	fault_unload(&config->faults);
	return fault_load(&config->faults, value, error);
}

static bool set_latency(struct config *config, char *value, struct error *error)
{
	if (!text_time(value, &config->latency))
		return refuse(error, "'%s' is no time like 500us or 2ms", value);
	return true;
}

static bool set_log(struct config *config, char *value, struct error *error)
{
	return set_string(&config->log, value, error);
}

static bool set_authority(struct config *config, char *value, struct error *error)
{
	return set_flag(&config->authority, value, "yes", "no", error);
}

static bool set_function(struct config *config, char *value, struct error *error)
{
	return set_flag(&config->function, value, "yes", "no", error);
}

static const struct {
	const char *key;
	bool (*set)(struct config *config, char *value, struct error *error);
} keys[] = {
	{ "target", set_target },
	{ "buffer", set_buffer },
	{ "data", set_data },
	{ "sysmem", set_sysmem },
	{ "sysmem-page", set_sysmem_page },
	{ "sysmem-end", set_sysmem_end },
	{ "sysproc", set_sysproc },
	{ "sysproc-page", set_sysproc_page },
	{ "sysproc-end", set_sysproc_end },
	{ "faults", set_faults },
	{ "latency", set_latency },
	{ "log", set_log },
	{ "authority", set_authority },
	{ "function", set_function },
};

/**
 * config_init - the machine that one gets who asks for nothing
 * @config: to be filled; give it to config_free() in the end
 */
void config_init(struct config *config)
{
	*config = (struct config) {
		.buffer = DEFAULT_BUFFER,
		.sysmem.entries = DEFAULT_ENTRIES,
		.sysproc.entries = DEFAULT_ENTRIES,
		.authority = true,
		.function = true,
	};
}

/**
 * config_set - set one key
 * @config: from config_init()
 * @key: its name, as the README has it
 * @value: its value; is changed
 * @error: where the reason of a refusal goes
 *
 * Return: false if there is no such key or the value is refused.
 */
bool config_set(struct config *config, const char *key, char *value, struct error *error)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!strcmp(keys[i].key, key))
			return *value ? keys[i].set(config, value, error) :
					refuse(error, "'%s' needs a value", key);
	}
	return refuse(error, "'%s' is no key", key);
}

static bool use_line(void *ctx, char *line, struct error *error)
{
	char *key = text_word(&line);

	return config_set(ctx, key, line, error);
}

/**
 * config_load - set the keys in a file
 * @config: from config_init()
 * @path: of the file; one `key value` a line
 * @error: where the reason of a refusal goes
 *
 * Return: false if the file cannot be read or a line is refused.
 */
bool config_load(struct config *config, const char *path, struct error *error)
{
	return text_each_line(path, error, use_line, config);
}

static bool is_config_argument(const char *argument)
{
	return !strncmp(argument, CONFIG_ARGUMENT, strlen(CONFIG_ARGUMENT));
}

static bool use_argument(struct config *config, const char *argument, struct error *error)
{
	char *key = strdup(argument);
	char *value = key ? strchr(key, '=') : NULL;
	bool good;

	if (value) {
		*value++ = '\0';
		good = config_set(config, key, value, error);
	} else {
		good = refuse(error, "'%s' is not key=value", argument);
	}
	free(key);
	return good;
}

/**
 * config_arguments - set keys from the plugin's arguments
 * @config: from config_init()
 * @argc: how many arguments
 * @argv: key=value each; config=FILE is read before all others, so they win
 * @error: where the reason of a refusal goes
 *
 * Return: false if an argument, or a line of the file, is refused.
 */
bool config_arguments(struct config *config, int argc, char **argv, struct error *error)
{
	for (int i = 0; i < argc; i++) {
		if (is_config_argument(argv[i]) &&
		    !config_load(config, argv[i] + strlen(CONFIG_ARGUMENT), error))
			return false;
	}
	for (int i = 0; i < argc; i++) {
		if (!is_config_argument(argv[i]) && !use_argument(config, argv[i], error))
			return false;
	}
	return true;
}

/**
 * config_free - let go of what a configuration holds
 * @config: from config_init()
 */
void config_free(struct config *config)
{
	for (size_t i = 0; i < config->target_count; i++)
		free(config->targets[i].data);
	free(config->targets);
	free(config->data);
	free(config->log);
	fault_unload(&config->faults);
}
