/* fauction run: the experiments of the study, on samples of jobs. */
#include "auction/verbs.h"
#include "common/opt.h"

static const struct ft_option options[] = {
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fauction run", "all experiments on generated jobs" },
	{ NULL, NULL },
};

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	(void)ctx, (void)key, (void)arg, (void)err;
	return FT_OK;
}

static int
go(void *ctx, int argc, char **argv)
{
	(void)ctx, (void)argc, (void)argv;
	return 0;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	return ft_opt_run(context, argc, argv, set, go, NULL);
}

const struct ft_cmd auction_verb_run = {
	.name = "run",
	.slurm_name = "",
	.summary = "run the experiments of the study on samples of jobs",
	.synopsis = "[options] [JOBS]",
	.options = options,
	.examples = examples,
	.run = run,
};
