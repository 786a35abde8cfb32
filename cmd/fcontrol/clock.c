/*
 * clock.c - the time of the store: fcontrol show clock, update clock=TIME.
 * Slurm has no such thing.
 */

#include "base/text/timefmt.h"
#include "fcontrol/cluster.h"
#include "files/progress.h"
#include "fcontrol/show/record.h"
#include "sim/run/run.h"
#include "sim/world/event.h"

#define FCONTROL_THING struct shown

#define DAY  86400
#define YEAR (366 * DAY)

struct shown {
	const char *cluster, *follows;
	int64_t now, wall, last, next, period, reset;
};

static const struct ft_column rows[] = {
	{ "ClusterName", FCONTROL_MEMBER(cluster) },
	{ "Clock", FCONTROL_DATE(now, "None") },
	{ "WallClock", FCONTROL_DATE(wall, "None") },
	{ "Follows", FCONTROL_MEMBER(follows), .none = "None" },
	{ "LastDecay", FCONTROL_DATE(last, "None"), .own = FCONTROL_LINE },
	{ "NextDecay", FCONTROL_DATE(next, "None") },
	{ "CalcPeriod", FCONTROL_DURATION(period) },
	{ "LastReset", FCONTROL_DATE(reset, "None"), .own = FCONTROL_LINE },
	{ 0 },
};

int
fcontrol_show_clock(struct fcontrol *control, int argc, char **argv)
{
	const struct ft_world *world = &control->world;
	struct fcontrol_records records;

	(void)argc;
	(void)argv;
	if (!fcontrol_load(control))
		return 1;
	fcontrol_records_open(&records, control, "clock", "   ", false);
	fcontrol_record(&records, rows,
	    &(struct shown){
		.cluster = world->cluster_name,
		.now = world->now,
		.wall = control->session.wall,
		.follows = world->wall ? "wall" : NULL,
		.last = world->decayed,
		.next = world->decayed + world->period,
		.period = world->period,
		.reset = world->reset,
	    });
	fcontrol_records_close(&records);
	return 0;
}

/* Read VALUE: wall, +SECONDS, +DURATION, or a time. */
static enum ft_status
read_time(const struct fcontrol *control, const char *value, int64_t *when,
    struct ft_error *err)
{
	const struct ft_session *session = &control->session;
	int64_t seconds;

	if (strcasecmp(value, "wall") == 0) {
		*when = session->wall;
		return FT_OK;
	}
	if (*value != '+')
		return ft_session_time(session, value, when, err);
	if (!ft_num_i64(value + 1, &seconds) &&
	    (!ft_time_duration(value + 1, &seconds) ||
		seconds == FT_TIME_UNLIMITED))
		return ft_fail(err, FT_EINVAL,
		    "cannot advance the clock by '%s' (want +SECONDS or "
		    "+DAYS-HH:MM:SS)",
		    value);
	if (seconds < 0 || !ft_num_add_i64(control->world.now, seconds, when))
		return ft_fail(
		    err, FT_EINVAL, "cannot advance the clock by '%s'", value);
	return FT_OK;
}

/* Whether there never was a job, so that no decay pass has booked any usage. */
static bool
is_fresh(const struct ft_world *world)
{
	return world->n_job == 0 &&
	       world->next_number ==
		   (uint32_t)ft_conf_number(world->conf, FT_CONF_FIRST_JOB_ID);
}

/*
 * Begin a fresh world at the time that the user sets, so that a scenario gives the
 * same results whenever it is run: decay passes count from that time, not from the
 * second in which the store was made, and of the resets of usage before it only the
 * last one is kept, moved to a pass on that grid.
 */
static void
begin_here(struct ft_world *world)
{
	world->decayed = world->now;
	world->times = (struct ft_sched_times){ 0 };
	if (!world->n_reset)
		return;
	world->reset_at[0] = world->now - (world->now - world->reset) /
					      world->period * world->period;
	world->n_reset = 1;
}

/* Let time pass until UNTIL, in pieces between which progress is shown. */
static enum ft_status
pass(struct ft_world *world, int64_t until, struct ft_error *err)
{
	struct ft_meter *meter = ft_progress_meter();
	struct ft_run run = { .no_starts = true };
	int64_t start = world->now;

	ft_meter_begin(
	    meter, "moving the clock", "days", (uint64_t)(until - start) / DAY);
	do {
		run.until =
		    until - world->now > YEAR ? world->now + YEAR : until;
		FT_TRY(ft_world_run(world, &run, err));
		if (meter)
			meter->done = (uint64_t)(world->now - start) / DAY;
		ft_meter_look(meter);
	} while (world->now < until);
	return FT_OK;
}

static enum ft_status
move(struct fcontrol *control, const char *value, struct ft_error *err)
{
	struct ft_world *world = &control->world;
	bool wall = strcasecmp(value, "wall") == 0;
	int64_t until = 0;
	char now[32];

	FT_TRY(read_time(control, value, &until, err));
	if (until < world->now)
		return ft_fail(err, FT_EINVAL,
		    "cannot move the clock back from %s to '%s'",
		    ft_time_format_date(now, sizeof now, world->now), value);
	if (until > FT_TIME_LAST)
		return ft_fail(
		    err, FT_EINVAL, "'%s' is after the year 9999", value);
	FT_TRY(pass(world, until, err));
	if (!wall && *value != '+' && is_fresh(world))
		begin_here(world);
	world->wall = wall;
	return fcontrol_commit(control, err);
}

int
fcontrol_update_clock(struct fcontrol *control, int argc, char **argv)
{
	struct ft_error err = { 0 };
	char key[FCONTROL_KEY];
	const char *value = argc == 1 ? fcontrol_split(argv[0], key) : NULL;

	if (!value)
		return ft_cmd_misuse(
		    control->context, "missing time: clock=TIME");
	if (!fcontrol_start(control, FT_RIGHT_CLOCK, "slurm_update error"))
		return 1;
	if (move(control, value, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	return 0;
}
