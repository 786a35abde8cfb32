/* fsim calibrate: how good forecasts of starts would have been. */
#include "cli/formats.h"
#include "cli/opt.h"
#include "fsim/calibrate/calibrate.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct calibrate

#define MOST 100000 /* instants, or futures of each */

static const struct ft_option options[] = {
	{ 0, "instants", "N",
	    "make forecasts at N instants of the store's past (default 20)",
	    FT_INTO_NUMBER(instants, 1, MOST) },
	{ 0, "futures", "N", "simulate N futures at each (default 100)",
	    FT_INTO_NUMBER(futures, 1, MOST) },
	{ 0, "seed", "N", "draw the futures from this seed (default 1)",
	    FT_INTO_NUMBER(seed, 1, UINT64_MAX) },
	FT_FORMATS_OPTIONS("the result", format),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fsim calibrate",
	    "how often the intervals of fqueue --forecast held in the past" },
	{ "fsim calibrate --instants 200 --futures 500 --json",
	    "more of them, for programs" },
	{ NULL, NULL },
};

static enum ft_status
work(struct calibrate *calibrate, struct ft_error *err)
{
	struct ft_session *session = &calibrate->session;

	FT_TRY(
	    ft_session_open(session, calibrate->context, FT_SESSION_READ, err));
	FT_TRY(ft_session_need_sight(session,
	    FT_VISIBILITY_BIT(JOBS) | FT_VISIBILITY_BIT(USERS) |
		FT_VISIBILITY_BIT(ACCOUNTS) | FT_VISIBILITY_BIT(USAGE),
	    "fsim calibrate", err));
	return calibrate_run(calibrate, err);
}

static int
go(void *settings, int argc, char **argv)
{
	struct calibrate *calibrate = settings;
	struct ft_error err = { 0 };

	if (argc > 0)
		return ft_cmd_misuse(
		    calibrate->context, "unexpected word '%s'", argv[0]);
	if (work(calibrate, &err) != FT_OK)
		return ft_cmd_fail(calibrate->context, &err);
	calibrate_sum_up(calibrate);
	calibrate_print(calibrate);
	return 0;
}

static void
init(void *settings)
{
	struct calibrate *calibrate = settings;

	calibrate->instants = 20;
	calibrate->futures = 100;
	calibrate->seed = 1;
}

static void
calibrate_free(void *settings)
{
	struct calibrate *calibrate = settings;

	ft_free(calibrate->item);
}

const struct ft_cmd fsim_verb_calibrate = {
	.name = "calibrate",
	.slurm_name = "",
	.summary = "compare forecasts of starts, as they would have been made "
		   "in the store's past, with the real starts",
	.synopsis = "[options]",
	.options = options,
	.examples = examples,
	FT_CMD_SETTINGS(struct calibrate, context),
	.session = offsetof(struct calibrate, session),
	.init = init,
	.go = go,
	.free = calibrate_free,
};
