/* fsim slotwise: what Grid Engine's subordination does on one host. */
#include "cli/formats.h"
#include "cli/opt.h"
#include "fsim/slotwise/slotplay.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct slotplay

static const struct ft_option options[] = {
	{ 0, "conf", "FILE",
	    "read settings from this file; settings in EVENTS override them",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(conf_file) },
	{ 0, "node", "NAME",
	    "play on this node (default: the first node of a partition that is "
	    "a queue)",
	    FT_INTO_TEXT(node_name) },
	{ 0, "count", "tasks|slots",
	    "what limits count (overrides FairTreeSlotCount)",
	    FT_INTO_CHOICE(count) },
	{ 0, "wake", "root|all",
	    "which limits are checked before tasks resume (overrides "
	    "FairTreeSlotWake)",
	    FT_INTO_CHOICE(wake) },
	{ 0, "requeue", NULL, "requeue tasks instead of suspending them",
	    FT_INTO_FLAG(requeue) },
	{ 0, "load-adjust", NULL,
	    "do not start a task that would be suspended at once",
	    FT_INTO_FLAG(load_adjust) },
	FT_FORMATS_OPTIONS("each pass", format),
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "EVENTS",
	    "what happens: a line each, TIME start TASK QUEUE [SLOTS], TIME "
	    "end|suspend|resume TASK, TIME set QUEUE KEY=VALUE; other lines "
	    "are settings; - is the standard input",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim slotwise data/examples/slotwise/a.events",
	    "two tasks run, a third one starts in a superior queue" },
	{ "fsim slotwise --count slots data/examples/slotwise/e.events",
	    "what a task of several slots counts, as later releases do" },
	{ "fsim slotwise --load-adjust data/examples/slotwise/d.events",
	    "the work-around for what starts and is suspended at once" },
	{ NULL, NULL },
};

static int
go(void *settings, int argc, char **argv)
{
	struct slotplay *play = settings;
	struct ft_error err = { 0 };

	if (argc != 1)
		return ft_cmd_misuse(
		    play->context, "one file of events is needed");
	if (slotplay_read(play, argv[0], &err) == FT_OK &&
	    slotplay_run(play, &err) == FT_OK)
		return 0;
	/* print what was played before the error message */
	fflush(play->context->out);
	return ft_cmd_fail_file(play->context, &err);
}

static void
init(void *settings)
{
	struct slotplay *play = settings;

	play->count = play->wake = -1;
}

const struct ft_cmd fsim_verb_slotwise = {
	.name = "slotwise",
	.slurm_name = "",
	.summary = "simulate slot-wise subordination on one host",
	.synopsis = "[options] EVENTS",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct slotplay, context),
	.init = init,
	.pages = true,
	.go = go,
	.free = slotplay_free,
};
