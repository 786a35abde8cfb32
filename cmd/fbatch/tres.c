/*
 * tres.c - --tres-per-task and --tres-bind, which name resources of all kinds;
 * --gres=help.
 */

#include "fbatch/fbatch.h"
#include "fbatch/syntax.h"

static const char failed[] = "Batch job submission failed: ";

static enum ft_status
refuse(struct fbatch *batch, const char *before, enum ft_refusal refusal)
{
	batch->status = 1;
	ft_cmd_error(batch->context, "%s%s", before, ft_refusal_text(refusal));
	return FT_EINVAL;
}

/* NAME=VALUE of --tres-per-task is the same as --OPTION=VALUE. */
static enum ft_status
stand_for(struct fbatch *batch, const char *name, enum fbatch_key key,
    const char *value)
{
	struct ft_str why FT_CLEANUP(ft_str_free) = { 0 };

	/* the first one counts */
	if (batch->n_kept &&
	    batch->value[key] == batch->kept[batch->n_kept - 1])
		return FT_OK;
	if (batch->value[key]) {
		ft_str_addf(&why,
		    "You can not have --tres-per-task=%s= and --%s please use "
		    "one or the other",
		    name, fbatch_rows[key].name);
		return fbatch_fatal(batch, ft_str_text(&why));
	}
	batch->value[key] = fbatch_keep(batch, value);
	return FT_OK;
}

static enum ft_status
read_cpus(struct fbatch *batch, const char *value)
{
	if (strtoll(value, NULL, 10) < 1)
		return fbatch_fatal(batch, "Invalid --tres-per-task=cpu=0");
	return stand_for(batch, "cpu", FBATCH_CPUS_PER_TASK, value);
}

/* "gpu:2", "gpu:a100:2", "gpu=2", "gpu" */
static enum ft_status
read_gres(struct fbatch *batch, const char *name)
{
	const char *value = name + strcspn(name, ":=");

	if (*value == '=' && strchr(value, ':'))
		return refuse(batch, "", FT_REFUSE_TRES);
	if (strncmp(name, "gpu", 3) != 0 || value != name + 3)
		return FT_OK;
	return stand_for(
	    batch, "gres/gpu", FBATCH_GPUS_PER_TASK, *value ? value + 1 : "1");
}

static enum ft_status
read_element(struct fbatch *batch, const char *element)
{
	static const char never[] = "billing|energy|mem|node|pages|vmem";
	size_t len = strcspn(element, "=:");
	char *name FT_CLEANUP(ft_free_at) = ft_strndup(element, len);
	struct ft_str why FT_CLEANUP(ft_str_free) = { 0 };

	if (!strcasecmp(name, "cpu"))
		return read_cpus(batch, element[len] ? element + len + 1 : "");
	if (!strncmp(element, "gres/", 5) || !strncmp(element, "gres:", 5))
		return read_gres(batch, element + 5);
	if (fbatch_all_of(name, never)) {
		ft_str_addf(&why, "Invalid TRES for --tres-per-task: %s", name);
		return fbatch_fatal(batch, ft_str_text(&why));
	}
	if (!element[len])
		return FT_OK;
	return refuse(batch, failed,
	    strncmp(name, "license/", 8) == 0 ? FT_REFUSE_LICENSE
					      : FT_REFUSE_TRES);
}

static enum ft_status
read_per_task(struct fbatch *batch)
{
	const char *text = fbatch_text(batch, FBATCH_TRES_PER_TASK);
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		char *element FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);

		FT_TRY(read_element(batch, element));
	}
	return FT_OK;
}

static enum ft_status
check_bind(struct fbatch *batch)
{
	static const char kinds[] =
	    "closest|single:|map:|map_|mask:|mask_|none|per_task:|verbose,";
	const char *text = fbatch_text(batch, FBATCH_TRES_BIND);

	for (; *text; text += *text == '+') {
		size_t name = strcspn(text, ":");

		if (strncmp(text, "gres/", 5) != 0 || !text[name] ||
		    !fbatch_begins(text + name + 1, kinds))
			return refuse(batch, failed, FT_REFUSE_TRES);
		text += strcspn(text, "+");
	}
	return FT_OK;
}

enum ft_status
fbatch_read_tres(struct fbatch *batch)
{
	FT_TRY(read_per_task(batch));
	return check_bind(batch);
}

/* The --gres that counts, before the script is read; NULL: it has none. */
static const char *
gres_given(const struct fbatch *batch)
{
	const char *gres = NULL;

	for (size_t i = 0; i < batch->n_given; i++)
		if (batch->given[i].key == FBATCH_GRES)
			gres = batch->given[i].arg;
	return gres;
}

bool
fbatch_wants_gres(const struct fbatch *batch)
{
	const char *gres = gres_given(batch);

	return gres && (!strcasecmp(gres, "help") || !strcasecmp(gres, "list"));
}

int
fbatch_list_gres(struct fbatch *batch)
{
	const char *text;
	struct ft_word word;
	struct ft_error err = { 0 };

	if (ft_session_open(&batch->session, batch->context, FT_SESSION_READ,
		&err) != FT_OK)
		return ft_cmd_fail(batch->context, &err);
	text = ft_conf_text(&batch->session.conf, FT_CONF_GRES_TYPES);
	fputs("Valid gres options are:\n", batch->context->out);
	while (ft_word_next(&text, ",", &word))
		fprintf(batch->context->out, "%.*s[[:type]:count]\n",
		    (int)word.len, word.at);
	return 0;
}
