/* fsim slotwise: what Grid Engine's subordination does on one host. */
#include "common/formats.h"
#include "common/opt.h"
#include "sim/slotplay.h"
#include "sim/verbs.h"

enum key {
	KEY_CONF = 1,
	KEY_NODE,
	KEY_COUNT,
	KEY_WAKE,
	KEY_REQUEUE,
	KEY_LOAD_ADJUST
};

static const struct ft_option options[] = {
	{ 0, "conf", "FILE", KEY_CONF, 0, FT_COMPLETE_FILE,
	    "take the settings of this file; those in EVENTS come on top" },
	{ 0, "node", "NAME", KEY_NODE, 0, FT_COMPLETE_NONE,
	    "play on this node; without it the first one of a partition that "
	    "is a queue" },
	{ 0, "count", "tasks|slots", KEY_COUNT, 0, FT_COMPLETE_CHOICE,
	    "what limits count, whatever FairTreeSlotCount says" },
	{ 0, "wake", "root|all", KEY_WAKE, 0, FT_COMPLETE_CHOICE,
	    "whose limits count when tasks go on, whatever FairTreeSlotWake "
	    "says" },
	{ 0, "requeue", NULL, KEY_REQUEUE, 0, FT_COMPLETE_NONE,
	    "put tasks back instead of suspending them" },
	{ 0, "load-adjust", NULL, KEY_LOAD_ADJUST, 0, FT_COMPLETE_NONE,
	    "nothing starts where it would be suspended at once" },
	FT_FORMATS_OPTIONS("each pass"),
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
	    "two run, a third one starts above them" },
	{ "fsim slotwise --count slots data/examples/slotwise/e.events",
	    "what a task of several slots counts, as later releases do" },
	{ "fsim slotwise --load-adjust data/examples/slotwise/d.events",
	    "the work-around for what starts and is suspended at once" },
	{ NULL, NULL },
};

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct slotplay *play = ctx;
	size_t choice;
	enum ft_status status = FT_OK;

	switch (key) {
	case KEY_CONF:
		play->conf_file = arg;
		break;
	case KEY_NODE:
		play->node_name = arg;
		break;
	case KEY_COUNT:
		status =
		    ft_opt_choice("count", "tasks|slots", arg, &choice, err);
		if (status == FT_OK)
			play->count = (int)choice;
		break;
	case KEY_WAKE:
		status = ft_opt_choice("wake", "root|all", arg, &choice, err);
		if (status == FT_OK)
			play->wake = (int)choice;
		break;
	case KEY_REQUEUE:
		play->requeue = true;
		break;
	case KEY_LOAD_ADJUST:
		play->load_adjust = true;
		break;
	default:
		(void)ft_formats_option(key, &play->format);
		break;
	}
	return status;
}

static int
go(void *ctx, int argc, char **argv)
{
	struct slotplay *play = ctx;
	struct ft_error err = { 0 };

	if (argc != 1)
		return ft_cmd_misuse(
		    play->context, "one file of events is needed");
	if (slotplay_read(play, argv[0], &err) == FT_OK &&
	    slotplay_run(play, &err) == FT_OK)
		return 0;
	/* what was played stands before what cannot be */
	fflush(play->context->out);
	return ft_cmd_fail_file(play->context, &err);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct slotplay play = { .context = context, .count = -1, .wake = -1 };
	int status = ft_opt_run(context, argc, argv, set, go, &play);

	slotplay_free(&play);
	return status;
}

const struct ft_cmd sim_verb_slotwise = {
	.name = "slotwise",
	.slurm_name = "",
	.summary = "play what subordination does to the tasks of one host",
	.synopsis = "[options] EVENTS",
	.options = options,
	.operands = operands,
	.examples = examples,
	.run = run,
};
