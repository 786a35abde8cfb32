/* fsim run: time passes in the store. */

#include "base/text/timefmt.h"
#include "cli/formats.h"
#include "cli/opt.h"
#include "files/progress.h"
#include "fsim/fsim.h"
#include "files/stop.h"
#include "sim/run/life.h"

#define FT_SETTINGS struct fsim

static const struct ft_option options[] = {
	{ 0, "for", "TIME",
	    "let this much time pass: seconds, or [days-]hours:minutes:seconds "
	    "and the other forms of a time limit",
	    FT_INTO_TEXT(for_text) },
	{ 0, "until", "TIME",
	    "let time pass until this date: 2026-05-01T12:00, now+2hours, "
	    "...",
	    FT_INTO_TEXT(until_text) },
	{ 0, "jobs", "N", "stop when N jobs have ended",
	    FT_INTO_NUMBER(jobs, 1, UINT32_MAX) },
	{ 0, "speed", "S",
	    "let S seconds pass per second of the wall clock, so that others "
	    "can watch (default: as fast as possible)",
	    FT_INTO_REAL(speed) },
	{ 0, "explain", NULL,
	    "print every event: jobs that arrive, start or end and, for each "
	    "run of a scheduler, jobs that it examined without starting them "
	    "and what blocks each; runs without news are omitted",
	    FT_INTO_FLAG(explain) },
	{ 'q', "quiet", NULL, "print nothing but errors", FT_INTO_FLAG(quiet) },
	FT_FORMATS_OPTIONS("the summary", format),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fsim run --for 2-00:00:00", "two days pass" },
	{ "fsim run --jobs 100", "until a hundred jobs have ended" },
	{ "fsim run --for 1:00:00 --speed 60",
	    "an hour passes in a minute; fqueue and fview show it live" },
	{ "fsim run --for 300 --explain", "five minutes, event by event" },
	{ NULL, NULL },
};

static void
init(void *settings)
{
	struct fsim *sim = settings;

	ft_world_init(&sim->world, &sim->session.conf);
}

static void
fsim_free(void *settings)
{
	struct fsim *sim = settings;

	fsim_explain_free(&sim->explained);
	ft_world_free(&sim->world);
}

/* Read a plain number as seconds, anything else as a duration. */
static enum ft_status
duration(const char *text, int64_t *seconds, struct ft_error *err)
{
	uint64_t number;

	if (ft_num_u64(text, &number) && number <= INT64_MAX / 2)
		*seconds = (int64_t)number;
	else if (!ft_time_duration(text, seconds) ||
		 *seconds == FT_TIME_UNLIMITED)
		return ft_fail(err, FT_EINVAL,
		    "--for needs a length of time, not '%s'", text);
	return FT_OK;
}

/* Set sim->until. */
static enum ft_status
find_end(struct fsim *sim, struct ft_error *err)
{
	const struct ft_session *session = &sim->session;
	struct ft_store_clock stored;
	int64_t seconds = 0;

	FT_TRY(
	    ft_store_get_clock(session->store, session->cluster, &stored, err));
	sim->start = sim->now = stored.now;
	sim->wall = stored.wall;
	if (sim->wall && sim->speed > 0)
		return ft_fail(err, FT_EINVAL,
		    "no --speed: this store follows the wall clock "
		    "(fcontrol update clock=+0 ends that)");
	if (sim->for_text && sim->until_text)
		return ft_fail(
		    err, FT_EINVAL, "--for and --until exclude each other");
	if (!sim->for_text && !sim->until_text && !sim->jobs && !sim->wall)
		return ft_fail(err, FT_EINVAL,
		    "missing --for TIME, --until TIME or --jobs N");
	/* --jobs alone: until nothing can happen any more */
	sim->until = sim->jobs ? INT64_MAX : session->clock.now;
	if (sim->for_text) {
		FT_TRY(duration(sim->for_text, &seconds, err));
		if ((!ft_num_add_i64(
			 session->clock.now, seconds, &sim->until) ||
			sim->until > FT_TIME_LAST))
			return ft_fail(err, FT_EINVAL,
			    "--for %s ends after the year 9999", sim->for_text);
	} else if (sim->until_text) {
		FT_TRY(ft_session_time(
		    &sim->session, sim->until_text, &sim->until, err));
		if (sim->until < sim->start)
			return ft_fail(err, FT_EINVAL, "'%s' is in the past",
			    sim->until_text);
	}
	return FT_OK;
}

static enum ft_status
work(struct fsim *sim, bool *interrupted, struct ft_error *err)
{
	bool ends = sim->for_text || sim->until_text || sim->jobs;

	sim->session.stay = true; /* steps exist for this */
	/* without an end the store must follow the wall clock */
	FT_TRY(ft_session_open(&sim->session, sim->context,
	    ends ? FT_SESSION_WRITE : FT_SESSION_CHANGE, err));
	FT_TRY(find_end(sim, err));
	if (sim->explain && sim->format != FT_FORMAT_TABLE &&
	    sim->format != FT_FORMAT_JSON)
		return ft_fail(err, FT_EINVAL,
		    "--explain prints text or --json, no other format");
	FT_TRY(ft_store_lock_clock(sim->session.store, err));
	fsim_explain_init(&sim->explained, sim->context->out, &sim->world,
	    sim->format == FT_FORMAT_JSON);
	return fsim_run(sim, interrupted, err);
}

static int
go(void *settings, int argc, char **argv)
{
	struct fsim *sim = settings;
	struct ft_error err = { 0 };
	bool interrupted = false;

	if (argc > 0)
		return ft_cmd_misuse(
		    sim->context, "unexpected word '%s'", argv[0]);
	if (sim->quiet)
		ft_progress_abandon();
	if (work(sim, &interrupted, &err) != FT_OK)
		return ft_cmd_fail(sim->context, &err);
	if (!sim->quiet)
		fsim_summary(sim, interrupted);
	else if (interrupted)
		return ft_stopped(sim->context);
	return interrupted ? FT_STOPPED : 0;
}

const struct ft_cmd fsim_verb_run = {
	.name = "run",
	.slurm_name = "",
	.summary =
	    "let time pass: jobs arrive, start, run, end and are charged",
	.synopsis = "[options]",
	.options = options,
	.examples = examples,
	FT_CMD_SETTINGS(struct fsim, context),
	.session = offsetof(struct fsim, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = init,
	.go = go,
	.free = fsim_free,
};
