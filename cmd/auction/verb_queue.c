/* fauction queue: what fairness costs, on the jobs that wait. */
#include "auction/contest.h"
#include "auction/verbs.h"
#include "common/opt.h"

#define USUAL_DRAWS 100
#define USUAL_TOP   10

enum contest_key {
	KEY_UNIT = 1,
	KEY_VALUE,
	KEY_FILL,
	KEY_NODES,
	KEY_IDLE,
	KEY_PARTITION,
	KEY_BY,
	KEY_LIST,
	KEY_TOP,
	KEY_DRAWS,
	KEY_SEED
};

static const struct ft_option options[] = {
	{ 0, "partition", "NAME", KEY_PARTITION, 0, FT_COMPLETE_NONE,
	    "only jobs and nodes of this partition" },
	{ 0, "unit", CONTEST_UNITS, KEY_UNIT, 0, FT_COMPLETE_CHOICE,
	    "what is shared out: whole nodes (usual under select/linear), or "
	    "CPUs" },
	{ 0, "value", CONTEST_VALUES, KEY_VALUE, 0, FT_COMPLETE_CHOICE,
	    "what a job is worth: its nodes or CPUs x planned minutes (the "
	    "default), its billing x planned minutes, its priority, 1, or its "
	    "nodes or CPUs" },
	{ 0, "fill", CONTEST_FILLS, KEY_FILL, 0, FT_COMPLETE_CHOICE,
	    "a job that does not fit is passed over (the default), or stops "
	    "all behind it" },
	{ 0, "nodes", "N", KEY_NODES, 0, FT_COMPLETE_NONE,
	    "share out so many nodes instead of all there are" },
	{ 0, "idle", NULL, KEY_IDLE, 0, FT_COMPLETE_NONE,
	    "share out only what is idle now" },
	{ 0, "by", "account|user", KEY_BY, 0, FT_COMPLETE_CHOICE,
	    "whose shares are compared with what was promised (account)" },
	{ 'l', "list", NULL, KEY_LIST, 0, FT_COMPLETE_NONE,
	    "list the jobs, and under which order they win" },
	{ 0, "top", "N", KEY_TOP, 0, FT_COMPLETE_NONE,
	    "show the N accounts or users who were promised most (10); 0: "
	    "all" },
	{ 0, "draws", "N", KEY_DRAWS, 0, FT_COMPLETE_NONE,
	    "shuffle so many times (100)" },
	{ 0, "seed", "N", KEY_SEED, 0, FT_COMPLETE_NONE,
	    "where chance begins (1)" },
	AUCTION_SHOW_OPTIONS,
	FT_SESSION_OPTIONS,
	FT_SESSION_NOW_OPTION,
	FT_WHATIF_OPTIONS("score"),
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fauction queue", "the price of fairness on the jobs that wait" },
	{ "fauction queue -l", "who wins under which order" },
	{ "fauction queue --unit nodes --value billing --plot",
	    "whole nodes, worth what they are billed, drawn" },
	{ "fauction queue --what-if-conf PriorityWeightFairshare=0",
	    "the order of priority without fair share" },
	{ NULL, NULL },
};

static enum ft_status
set_choice(
    struct contest *contest, int key, const char *arg, struct ft_error *err)
{
	size_t by = 0;
	enum ft_status status;

	switch (key) {
	case KEY_UNIT:
		contest->unit_given = true;
		return ft_opt_choice(
		    "unit", CONTEST_UNITS, arg, &contest->unit, err);
	case KEY_VALUE:
		return ft_opt_choice(
		    "value", CONTEST_VALUES, arg, &contest->value, err);
	case KEY_FILL:
		return ft_opt_choice(
		    "fill", CONTEST_FILLS, arg, &contest->fill, err);
	default:
		status = ft_opt_choice("by", "account|user", arg, &by, err);
		contest->by_user = by == 1;
		return status;
	}
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct contest *contest = ctx;

	switch (key) {
	case KEY_UNIT:
	case KEY_VALUE:
	case KEY_FILL:
	case KEY_BY:
		return set_choice(contest, key, arg, err);
	case KEY_NODES:
		return ft_opt_number(
		    "nodes", arg, 1, 1000000, &contest->capacity, err);
	case KEY_DRAWS:
		return ft_opt_number(
		    "draws", arg, 1, 1000000, &contest->draws, err);
	case KEY_SEED:
		return ft_opt_number(
		    "seed", arg, 0, UINT64_MAX, &contest->seed, err);
	case KEY_TOP:
		return ft_opt_number(
		    "top", arg, 0, 1000000, &contest->top, err);
	case KEY_IDLE:
		contest->idle = true;
		return FT_OK;
	case KEY_LIST:
		contest->list = true;
		return FT_OK;
	case KEY_PARTITION:
		contest->partition = arg;
		return FT_OK;
	default:
		if (auction_show_option(&contest->show, key, arg) ||
		    ft_whatif_option(&contest->what_if, key, arg))
			return FT_OK;
		return ft_session_option(&contest->session, key, arg, err);
	}
}

static int
go(void *ctx, int argc, char **argv)
{
	struct contest *contest = ctx;
	struct ft_context *context = contest->context;
	struct ft_error err = { 0 };

	if (argc > 0)
		return ft_cmd_misuse(context, "what is '%s' for?", argv[0]);
	if (contest->idle && contest->capacity)
		return ft_cmd_misuse(context,
		    "--idle and --nodes both say how much is shared out");
	if (auction_show_check(&contest->show, &err) != FT_OK)
		return ft_cmd_misuse(context, "%s", err.text);
	if (contest_load(contest, &err) != FT_OK ||
	    contest_run(contest, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	contest_print(contest);
	if (contest->n && contest_draw(contest, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return 0;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct contest contest = { .context = context,
		.draws = USUAL_DRAWS,
		.seed = 1,
		.top = USUAL_TOP };
	int status;

	ft_arena_init(&contest.arena);
	ft_session_init(&contest.session);
	ft_world_init(&contest.world, &contest.session.conf);
	ft_standings_init(&contest.standings);
	ft_map_init(&contest.groups);
	status = ft_opt_run(context, argc, argv, set, go, &contest);
	contest_free(&contest);
	return status;
}

const struct ft_cmd auction_verb_queue = {
	.name = "queue",
	.slurm_name = "",
	.summary = "score the jobs that wait: what fairness costs",
	.synopsis = "[options]",
	.options = options,
	.examples = examples,
	.run = run,
};
