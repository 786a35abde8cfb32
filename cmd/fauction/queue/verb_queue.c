/* fauction queue: what fairness costs, on the pending jobs of a store. */
#include "fauction/queue/contest.h"
#include "fauction/verbs.h"
#include "cli/opt.h"
#include "sim/run/life.h"

#define USUAL_DRAWS 100
#define USUAL_TOP   10

#define FT_SETTINGS struct contest

static const struct ft_option options[] = {
	{ 0, "partition", "NAME", "only jobs and nodes of this partition",
	    FT_INTO_TEXT(partition) },
	{ 0, "unit", CONTEST_UNITS,
	    "what is allocated: whole nodes (default with select/linear), or "
	    "CPUs",
	    FT_INTO_CHOICE(unit), FT_GIVEN(unit_given) },
	{ 0, "value", CONTEST_VALUES,
	    "value of a job: nodes or CPUs x planned minutes (the default), "
	    "billing x planned minutes, priority, 1, nodes or CPUs, these x "
	    "minutes waited, or these / planned minutes",
	    FT_INTO_CHOICE(value) },
	{ 0, "fill", CONTEST_FILLS,
	    "a job that does not fit is skipped (the default), or stops all "
	    "jobs after it",
	    FT_INTO_CHOICE(fill) },
	{ 0, "nodes", "N", "allocate N nodes instead of all",
	    FT_INTO_NUMBER(capacity, 1, 1000000) },
	{ 0, "idle", NULL, "allocate only what is idle now",
	    FT_INTO_FLAG(idle) },
	{ 0, "by", "account|user",
	    "whose shares are compared with what was promised (default "
	    "account)",
	    FT_INTO_CHOICE(by_user) },
	{ 'l', "list", NULL, "list the jobs, and under which order each wins",
	    FT_INTO_FLAG(list) },
	{ 0, "front", NULL,
	    "print only the front: of sets that fit, those that no other is "
	    "fairer and more valuable than",
	    FT_INTO_FLAG(list_front) },
	{ 0, "top", "N",
	    "show the N accounts or users that were promised most (default "
	    "10); 0: all",
	    FT_INTO_NUMBER(top, 0, 1000000) },
	{ 0, "draws", "N", "number of shuffles (default 100)",
	    FT_INTO_NUMBER(draws, 1, 1000000) },
	{ 0, "seed", "N", "random seed (default 1)",
	    FT_INTO_NUMBER(seed, 0, UINT64_MAX) },
	FAUCTION_SHOW_OPTIONS(show),
	FT_SESSION_OPTIONS(session),
	FT_SESSION_NOW_OPTION(session),
	FT_WHATIF_OPTIONS("score", what_if, session),
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fauction queue",
	    "the cost of orders and the price of fairness for the pending "
	    "jobs" },
	{ "fauction queue --front --value wait",
	    "how much value each degree of unfairness allows, if a job is "
	    "worth what it has waited" },
	{ "fauction queue -l", "which jobs win under which order" },
	{ "fauction queue --unit nodes --value billing --plot",
	    "whole nodes, valued by billing, with charts" },
	{ "fauction queue --what-if-conf PriorityWeightFairshare=0",
	    "priority order without fair share" },
	{ NULL, NULL },
};

static int
go(void *settings, int argc, char **argv)
{
	struct contest *contest = settings;
	struct ft_context *context = contest->context;
	struct ft_error err = { 0 };

	if (argc > 0)
		return ft_cmd_misuse(context, "unexpected word '%s'", argv[0]);
	if (contest->idle && contest->capacity)
		return ft_cmd_misuse(
		    context, "--idle and --nodes exclude each other");
	if (contest->list && contest->list_front)
		return ft_cmd_misuse(
		    context, "--list and --front exclude each other");
	if (fauction_show_check(&contest->show, &err) != FT_OK)
		return ft_cmd_misuse(context, "%s", err.text);
	if (contest_load(contest, &err) != FT_OK ||
	    contest_run(contest, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	contest_print(contest);
	if (contest->n && contest_draw(contest, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return 0;
}

static void
init(void *settings)
{
	struct contest *contest = settings;

	contest->show.context = contest->context;
	contest->draws = USUAL_DRAWS;
	contest->seed = 1;
	contest->top = USUAL_TOP;
	ft_world_init(&contest->world, &contest->session.conf);
	ft_standings_init(&contest->standings);
}

const struct ft_cmd fauction_verb_queue = {
	.name = "queue",
	.slurm_name = "",
	.summary = "score the pending jobs: what does fairness cost?",
	.synopsis = "[options]",
	.options = options,
	.examples = examples,
	FT_CMD_SETTINGS(struct contest, context),
	.session = offsetof(struct contest, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = init,
	.pages = true,
	.go = go,
	.free = contest_free,
};
