/*
 * slurm.conf: the copy with its includes filled in says the same without
 * them.  What follows the first NUL is the file that every Include finds.
 */
#include "fuzz/fuzz.h"
#include "io/slurm/slurmconf.h"

struct rest {
	const char *text;
	size_t size;
};

static enum ft_status
include(void *ctx, const char *name, struct ft_str *text, struct ft_error *err)
{
	const struct rest *rest = ctx;

	must(*name, "a file name");
	if (!rest->size)
		return ft_fail(err, FT_ENOENT, "no file");
	ft_str_add_n(text, rest->text, rest->size);
	return FT_OK;
}

static void
must_equal(const struct ft_conf *a, const struct ft_conf *b)
{
	for (int i = 0; i < FT_CONF_KEYS; i++) {
		must(!strcmp(a->value[i].text, b->value[i].text),
		    "the same text");
		must(a->value[i].number == b->value[i].number,
		    "the same number");
		must(a->value[i].set == b->value[i].set, "set in both");
	}
	must(a->n_line == b->n_line, "as many lines");
	for (size_t i = 0; i < a->n_line; i++) {
		must(!strcmp(a->line[i].key, b->line[i].key), "the same key");
		must(
		    !strcmp(a->line[i].text, b->line[i].text), "the same line");
		must(a->line[i].known == b->line[i].known, "known in both");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *end = size ? memchr(text, '\0', size) : NULL;
	struct rest rest = { "", 0 };
	struct ft_conf conf, again;
	struct ft_error err = { 0 };
	struct ft_str copy = { 0 };

	if (end) {
		rest.text = end + 1;
		rest.size = size - (size_t)(end + 1 - text);
		size = (size_t)(end - text);
	}
	ft_conf_init(&conf);
	ft_conf_init(&again);
	if (ft_slurmconf_expand(&conf,
		&(struct ft_slurmconf_source){
		    "fuzz", text, size, include, &rest },
		&copy, &err) == FT_OK) {
		must(ft_slurmconf_parse(&again,
			 &(struct ft_slurmconf_source){ .file = "copy",
			     .text = ft_str_text(&copy),
			     .size = copy.len },
			 &err) == FT_OK,
		    "the copy can be read");
		must_equal(&conf, &again);
		ft_conf_check(&conf, &err);
		ft_conf_priority_flags(&conf);
	} else {
		must(!strchr(err.text, '\n'), "a message of one line");
	}
	ft_conf_free(&conf);
	ft_conf_free(&again);
	ft_str_free(&copy);
	return 0;
}
