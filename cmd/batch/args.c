/*
 * args.c - options of fbatch: the command line, the environment, #SBATCH lines.
 *
 * All are kept as texts; the last one given counts, and what counts least is
 * read first: the script, then SBATCH_... variables, then the command line.
 */
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "base/text.h"
#include "batch/batch.h"
#include "io/scriptfile.h"

const struct ft_option batch_rows[] = {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, text) \
	{ letter, name, arg, BATCH_##key, flags, FT_COMPLETE_##complete, text },
#include "batch/option.def"
#undef BATCH
	{ 'h', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "print this help and exit" },
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

const struct batch_option batch_options[BATCH_KEYS] = {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, text) \
	[BATCH_##key] = { name, env, BATCH_KIND_##kind, BATCH_PLACE_##place },
#include "batch/option.def"
#undef BATCH
};

bool
batch_has(const struct batch *batch, enum batch_key key)
{
	return batch->value[key] != NULL;
}

const char *
batch_text(const struct batch *batch, enum batch_key key)
{
	return batch->value[key] ? batch->value[key] : "";
}

enum ft_status
batch_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct batch *batch = ctx;

	if (key >= BATCH_KEYS)
		return ft_session_option(&batch->session, key, arg, err);
	if (batch->script_words)
		return batch_take(batch, key, arg, err);
	batch->given = ft_vec_grow(batch->given, &batch->cap_given,
	    batch->n_given + 1, sizeof *batch->given);
	batch->given[batch->n_given++] = (struct batch_given){ key, arg };
	/* these are needed before the script is read */
	if (key == BATCH_WRAP || key == BATCH_EXPERIMENT)
		batch->value[key] = arg;
	return FT_OK;
}

/* Memory said in another way where it counts less. */
static void
replace_memory(struct batch *batch)
{
	static const int keys[] = { BATCH_MEM, BATCH_MEM_PER_CPU,
		BATCH_MEM_PER_GPU };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (batch->level[keys[i]] < batch->now_level)
			batch->value[keys[i]] = NULL;
}

/* Of those that exclude each other the later one counts. */
static void
replace(struct batch *batch, int key)
{
	switch (key) {
	case BATCH_MEM:
	case BATCH_MEM_PER_CPU:
	case BATCH_MEM_PER_GPU:
		replace_memory(batch);
		break;
	case BATCH_REQUEUE:
		batch->value[BATCH_NO_REQUEUE] = NULL;
		break;
	case BATCH_NO_REQUEUE:
		batch->value[BATCH_REQUEUE] = NULL;
		break;
	case BATCH_CLUSTERS2:
		batch->value[BATCH_CLUSTERS] = batch->value[key];
		break;
	default:
		break;
	}
}

enum ft_status
batch_take(struct batch *batch, int key, const char *arg, struct ft_error *err)
{
	batch->value[key] = arg ? arg : "";
	batch->level[key] = batch->now_level;
	replace(batch, key);
	return batch_check(batch, (enum batch_key)key, err);
}

static enum ft_status
from_environment(struct batch *batch, struct ft_error *err)
{
	for (int key = 1; key < BATCH_KEYS; key++) {
		const struct batch_option *option = &batch_options[key];
		const char *value = *option->variable
					? ft_cmd_variable(option->variable)
					: NULL;
		enum ft_status status;

		if (!value)
			continue;
		status = batch_take(batch, key,
		    option->kind == BATCH_KIND_FLAG ? NULL : value, err);
		if (status != FT_OK)
			return status;
	}
	return FT_OK;
}

enum ft_status
batch_apply(struct batch *batch, struct ft_error *err)
{
	enum ft_status status;

	batch->now_level = 1;
	status = from_environment(batch, err);
	batch->now_level = 2;
	for (size_t i = 0; i < batch->n_given && status == FT_OK; i++)
		status = batch_take(
		    batch, batch->given[i].key, batch->given[i].arg, err);
	if (status != FT_OK)
		return status;
	if (batch_has(batch, BATCH_MEM) + batch_has(batch, BATCH_MEM_PER_CPU) +
		batch_has(batch, BATCH_MEM_PER_GPU) >
	    1) {
		batch->status = 1;
		fprintf(batch->context->err,
		    "%s: fatal: --mem, --mem-per-cpu, and --mem-per-gpu are "
		    "mutually exclusive.\n",
		    batch->context->program);
		return FT_EINVAL;
	}
	return FT_OK;
}

enum ft_status
batch_check_text(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	struct ft_str what = { 0 };
	enum ft_status status;

	/* sbatch takes all, and a script is what it is */
	if (batch->context->slurm || key == BATCH_WRAP)
		return FT_OK;
	batch->status = 1;
	ft_str_addf(&what, "bad --%s", batch_options[key].name);
	status = ft_text_check(
	    ft_str_text(&what), batch->value[key], FT_TEXT_WORD, err);
	ft_str_free(&what);
	return status;
}
