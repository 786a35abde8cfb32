/* fview: plays the walk through the share tree, forward and back. */
#include <signal.h>

#include "fview/args.h"
#include "fview/output/output.h"
#include "fview/terminal/play.h"

/* ---- the command --------------------------------------------------------------- */

/* Without a terminal the trace has the same information as lines. */
static enum ft_status
print_instead(struct fview_args *args, const char *why, struct ft_out *out,
    struct ft_error *err)
{
	if (why)
		fprintf(args->context->err,
		    "%s: %s: printing the steps as text (--trace)\n",
		    args->context->program, why);
	return fview_write_trace(args, out, err);
}

static enum ft_status
play(struct fview_args *args, struct ft_out *out, struct ft_error *err)
{
	const char *why;

	if (!fview_can_play(args, &why)) {
		if (!why && args->keys)
			return fview_write_frames(args, out, err);
		return print_instead(args, why, out, err);
	}
	return fview_play(args, &args->signal, err);
}

static enum ft_status
answer(struct fview_args *args, struct ft_out *out, struct ft_error *err)
{
	FT_TRY(fview_args_check(args, err));
	if (args->trace)
		return fview_write_trace(args, out, err);
	if (args->dot)
		return fview_write_dot(args, out, err);
	if (args->dump || args->record || args->svg)
		return fview_write_frames(args, out, err);
	return play(args, out, err);
}

/* Let the parent process see that it was a signal. */
static void
die_of(int number)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };

	sigaction(number, &plain, NULL);
	raise(number);
}

static int
show(void *settings, int argc, char **argv)
{
	struct fview_args *args = settings;
	struct ft_error err = { 0 };
	struct ft_out out;
	int status = 0;

	if (argc > 1)
		return ft_cmd_error(
		    args->context, "unexpected word '%s'", argv[1]);
	args->who = argv[0];
	ft_out_init(&out, args->context->out);
	if (answer(args, &out, &err) != FT_OK) {
		ft_str_clear(&out.text);
		status = ft_cmd_fail(args->context, &err);
	}
	ft_out_free(&out);
	return status;
}

/* Re-raise the signal that ended it, after the terminal has been restored. */
static void
end(void *settings)
{
	struct fview_args *args = settings;

	fview_loader_free(&args->loader);
	if (args->signal)
		die_of(args->signal);
}

static const struct ft_operand operands[] = {
	{ "NAME",
	    "start at the end with the cursor on this user, user@account or "
	    "account: its place, why it has it, and what would help",
	    FT_COMPLETE_USER },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fview", "play the walk through the store's tree" },
	{ "fview fred",
	    "show fred's place, why he has it, and what would help" },
	{ "fview --lesson tied-accounts", "a lesson with explanations" },
	{ "fview --at fred", "start where fred gets his place" },
	{ "fview --dump-frames --frame 100% --size 120x40",
	    "the last frame as text" },
	{ "fview --record walk.cast --speed 2",
	    "a recording for asciinema and other players" },
	{ "fview --record walk.cast --play-by user --fit 60s",
	    "all users in a minute, however many there are" },
	{ "fview --svg walk.svg --from 0 --to 50%", "an animated picture" },
	{ "fview --keys 'GG/fred\\n:save fred.txt\\nq'",
	    "press keys and save a frame" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fview = {
	.name = "fview",
	.slurm_name = "",
	.summary = "play the Fair Tree walk step by step",
	.synopsis = "[options] [NAME]",
	.options = fview_options,
	.operands = operands,
	.examples = examples,
	.draws = true,
	FT_CMD_SETTINGS(struct fview_args, context),
	.init = fview_args_init,
	.go = show,
	.free = end,
};
