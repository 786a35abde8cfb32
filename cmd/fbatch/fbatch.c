/*
 * fbatch.c - fbatch, sbatch: submit a job, or many.
 * Source: sbatch(1).
 */

#include "cli/slurmlist.h"
#include "common/suggest.h"
#include "fbatch/fbatch.h"

static const struct ft_operand operands[] = {
	{ "SCRIPT [ARGUMENT ...]",
	    "the batch script, whose #SBATCH lines are options, too; the "
	    "default is standard input; it is not executed",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fbatch -n 4 -t 30 --wrap 'sleep 600'",
	    "four tasks for ten minutes, at most thirty" },
	{ "fbatch job.sh", "the request in the #SBATCH lines of a script" },
	{ "fbatch -a 1-100%5 --runtime 90 --wrap work",
	    "an array, five tasks at a time, ninety seconds each" },
	{ "fbatch --count 500 --arrival poisson:2m --runtime "
	  "exponential:10m --seed 7 --wrap work",
	    "a thousand minutes of random jobs, identical each time" },
	{ "fbatch --experiment lab.txt", "whole workflows from a file" },
	{ NULL, NULL },
};

static bool
wants_experiment(const struct fbatch *batch)
{
	return fbatch_has(batch, FBATCH_EXPERIMENT);
}

/* -M: the first cluster of the list that there is. */
static enum ft_status
enter_cluster(struct fbatch *batch, struct ft_error *err)
{
	const char *list = fbatch_text(batch, FBATCH_CLUSTERS);
	bool none = batch->context->slurm ? !fbatch_has(batch, FBATCH_CLUSTERS)
					  : !*list;
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };
	enum ft_status status;

	if (none || strcmp(list, "all") == 0)
		return FT_OK;
	ft_slurmlist_words(batch->context, &names, list);
	status = ft_suggest_enter_first(
	    batch->context, &batch->session, &names, err);
	return status == FT_ENOENT
		   ? ft_suggest_unreached(list, "--cluster", err)
		   : status;
}

static int
submit(struct fbatch *batch, int argc, char **argv)
{
	bool test_only;
	struct ft_error err = { 0 };
	enum ft_status status = FT_OK;

	if (fbatch_wants_gres(batch))
		return fbatch_list_gres(batch);
	if (!wants_experiment(batch))
		status = fbatch_script(batch, argc, argv, &err);
	if (status == FT_OK)
		status = fbatch_apply(batch, &err);
	if (status != FT_OK) {
		if (*err.text)
			ft_cmd_fail(batch->context, &err);
		return batch->status;
	}
	batch->status = 1;
	test_only = fbatch_has(batch, FBATCH_TEST_ONLY);
	if (test_only)
		batch->session.call = "allocation failure";
	status = ft_session_open(&batch->session, batch->context,
	    test_only ? FT_SESSION_CHANGE : FT_SESSION_WRITE, &err);
	if (status == FT_OK)
		status = enter_cluster(batch, &err);
	if (status != FT_OK)
		return ft_cmd_fail(batch->context, &err);
	if (wants_experiment(batch))
		return fbatch_experiment(
		    batch, batch->value[FBATCH_EXPERIMENT]);
	return fbatch_submit(batch);
}

static void
fbatch_free(void *settings)
{
	struct fbatch *batch = settings;

	for (size_t i = 0; i < batch->n_kept; i++)
		ft_free(batch->kept[i]);
	ft_free(batch->kept);
	ft_free(batch->given);
	ft_free(batch->command);
	ft_free(batch->runtime);
	ft_free(batch->cpu_efficiency);
	ft_free(batch->mem_used);
	ft_str_free(&batch->text);
	ft_str_free(&batch->submitted);
}

/* Returns the exit status that SLURM_EXIT_ERROR asks for where it would be 1. */
static int
exit_error(const struct fbatch *batch)
{
	const char *text =
	    batch->context->slurm
		? ft_cmd_variable_as(batch->context, "SLURM_EXIT_ERROR")
		: NULL;
	int status = text ? (int)strtol(text, NULL, 10) : 1;

	if (!status)
		ft_cmd_error(batch->context, "SLURM_EXIT_ERROR has zero value");
	return status ? status & 255 : 1;
}

static int
go(void *settings, int argc, char **argv)
{
	struct fbatch *batch = settings;
	int error = exit_error(batch);
	int status = submit(batch, argc, argv);

	if (status == 1 && !fbatch_has(batch, FBATCH_TEST_ONLY))
		status = error;
	/* sbatch's exit status for a bad command line is used only under its
	 * name */
	return status == FBATCH_BAD_WORD && !batch->context->slurm ? 1 : status;
}

static void
init(void *settings)
{
	struct fbatch *batch = settings;

	batch->context->misuse_status = FBATCH_BAD_WORD;
	batch->count = 1;
	ft_arrival_init(&batch->arrival);
	batch->seed = 1;
}

const struct ft_cmd ft_cmd_fbatch = {
	.name = "fbatch",
	.slurm_name = "sbatch",
	.down_call = "sbatch: error: Batch job submission failed",
	.down_status = 1,
	.summary = "submit one job or many",
	.synopsis = "[options] [SCRIPT [ARGUMENT ...]]",
	.options = fbatch_rows,
	.operands = operands,
	.examples = examples,
	.options_first = true,
	FT_CMD_SETTINGS(struct fbatch, context),
	.session = offsetof(struct fbatch, session),
	.init = init,
	.go = go,
	.free = fbatch_free,
};
