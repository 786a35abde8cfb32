/* fsim trace: a synthetic trace. */

#include "fsim/generator.h"
#include "fsim/verbs.h"

static const struct ft_example examples[] = {
	{ "fsim trace > month.swf", "four weeks of a small cluster" },
	{ "fsim trace --jobs 100000 --load 1.2 --seed 7 > long.swf",
	    "a long trace with a growing queue" },
	{ "fsim trace --model lublin --limits modal > published.swf",
	    "a published model of jobs and of the limits that people request" },
	{ NULL, NULL },
};

static int
go(void *settings, int argc, char **argv)
{
	struct fsim_generator *generator = settings;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };

	if (argc > 0)
		return ft_cmd_misuse(
		    generator->context, "unexpected word '%s'", argv[0]);
	if (fsim_generator_write(generator, &text, &err) != FT_OK)
		return ft_cmd_fail(generator->context, &err);
	fwrite(text.data, 1, text.len, generator->context->out);
	return 0;
}

static void
init(void *settings)
{
	struct fsim_generator *generator = settings;
	const struct ft_context *context = generator->context;

	fsim_generator_init(generator);
	generator->context = context;
}

const struct ft_cmd fsim_verb_trace = {
	.name = "trace",
	.slurm_name = "",
	.summary = "write a synthetic trace of submitted jobs",
	.synopsis = "[options] > FILE.swf",
	.options = fsim_generator_options,
	.examples = examples,
	FT_CMD_SETTINGS(struct fsim_generator, context),
	.init = init,
	.pages = true,
	.go = go,
};
