/*
 * anonymise_conf.c - settings as the slurm.conf of an anonymised copy.
 */
#include "io/site/anonymise_private.h"
#include "model/conf/pairs.h"

/* Append VALUE as it is written in slurm.conf. */
static void
add_value(struct ft_str *out, const char *value)
{
	bool quoted =
	    !*value || (strpbrk(value, " \t,=") && !strchr(value, '"'));

	if (quoted)
		ft_str_add_char(out, '"');
	for (; *value; value++) {
		if (strchr("\\#", *value))
			ft_str_add_char(out, '\\');
		ft_str_add_char(out, *value);
	}
	if (quoted)
		ft_str_add_char(out, '"');
}

/* Append KEY=VALUE, treated.  Returns false: nothing is left of it. */
static bool
add_pair(struct ft_anonymise_pass *pass, ft_anonymise_fn *fn, const char *key,
    const char *value, struct ft_str *out)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	fn(pass, value, &text);
	if (!text.len)
		return false;
	ft_str_addf(out, "%s=", key);
	add_value(out, text.data);
	return true;
}

/* A line of nodes or partitions: the treatments are those of its first key, without
 * which nothing is left of it. */
static void
add_line(struct ft_anonymise_pass *pass, const struct ft_conf_line *line,
    struct ft_str *out)
{
	struct ft_pairs pairs FT_CLEANUP(ft_pairs_free);
	size_t from = out->len;
	bool first = true, whole = false;

	ft_pairs_init(&pairs, line->text);
	for (; ft_pairs_next(&pairs); first = false) {
		const char *key = ft_str_text(&pairs.key);
		const char *value = ft_str_text(&pairs.value);
		ft_anonymise_fn *fn = ft_anonymise_treatment(line->key, key);

		if (!fn || !add_pair(pass, fn, key, value, out))
			continue;
		ft_str_add_char(out, ' ');
		whole |= first;
	}
	if (whole)
		out->data[out->len - 1] = '\n';
	else
		out->len = from;
}

static void
add_unknown(struct ft_anonymise_pass *pass, const struct ft_conf_line *line,
    struct ft_str *out)
{
	ft_anonymise_fn *fn = ft_anonymise_parameter(line->key);
	const char *value = strchr(line->text, '=');

	if (fn && value && add_pair(pass, fn, line->key, value + 1, out))
		ft_str_add_char(out, '\n');
}

void
ft_anonymise_conf(
    const struct ft_conf *conf, struct ft_pseudonyms *names, struct ft_str *out)
{
	struct ft_anonymise_pass pass = { .names = names, .user = "" };

	for (int key = 0; key < FT_CONF_KEYS; key++) {
		const char *name = ft_conf_infos[key].name;
		ft_anonymise_fn *fn = ft_anonymise_parameter(name);

		if (names->placed && key == FT_CONF_FAIRTREE_TIES)
			continue;
		if (conf->value[key].set && fn &&
		    add_pair(&pass, fn, name, conf->value[key].text, out))
			ft_str_add_char(out, '\n');
	}
	if (names->placed)
		ft_str_add(out, FT_ANONYMISE_TIES "\n");
	for (size_t i = 0; i < conf->n_line; i++)
		if (conf->line[i].known)
			add_line(&pass, &conf->line[i], out);
		else
			add_unknown(&pass, &conf->line[i], out);
	ft_str_free(&pass.value);
}
