/*
 * Updates of what decides when a job starts.
 *
 * Cases: tests/oracle/cases/v18-update-job, z45-update-keys.
 */

#include "base/text/timefmt.h"
#include "sim/change/change.h"
#include "sim/depend/depend.h"
#include "sim/policy/policy.h"
#include "sim/update/private.h"

#define NICE_MOST  INT64_C(2147483645)
#define NICE_USUAL 100

/* ---- priority ------------------------------------------------------------ */

static enum ft_refusal
lower_by_owner(struct ft_update *update, uint32_t priority)
{
	struct ft_job *job = update->job;

	/* the priority is computed again, so the number itself has no effect */
	job->nice = 0;
	if (job->priority_set)
		job->priority = priority;
	else
		ft_update_reprioritise(update);
	return FT_REFUSE_PRIORITY_RESET;
}

static bool
releases(const struct ft_update *update)
{
	return !strcasecmp(update->value, "INFINITE") ||
	       !strcasecmp(update->value, "UNLIMITED");
}

enum ft_refusal
ft_update_is_priority(struct ft_update *update)
{
	uint32_t priority;

	return releases(update) || (ft_num_u32(update->value, &priority) &&
				       priority <= FT_PRIORITY_TOP)
		   ? FT_REFUSE_NONE
		   : ft_update_bad(update);
}

enum ft_refusal
ft_update_priority(struct ft_update *update)
{
	struct ft_job *job = update->job;
	uint32_t priority;

	if (releases(update))
		return ft_world_release(update->world, update->asker, job);
	(void)ft_num_u32(update->value, &priority);
	if (!priority)
		return ft_world_hold(update->world, update->asker, job, false);
	if (job->hold != FT_HOLD_NONE)
		return FT_REFUSE_HELD;
	if (priority == job->priority)
		return FT_REFUSE_NONE;
	if (!update->asker->privileged)
		return priority < job->priority
			   ? lower_by_owner(update, priority)
			   : FT_REFUSE_DENIED;
	job->priority = priority;
	job->priority_set = true;
	job->nice = 0;
	return FT_REFUSE_NONE;
}

/* A nice value or a site factor. */
enum ft_refusal
ft_update_is_offset(struct ft_update *update)
{
	int64_t number = 0;

	if (*update->value && !ft_num_i64(update->value, &number))
		return ft_update_bad(update);
	if (number <= NICE_MOST && number >= -NICE_MOST)
		return FT_REFUSE_NONE;
	return ft_update_fail(
	    update, ft_fail(update->err, FT_EINVAL,
			"%s value out of range (+/- %lld). Value ignored",
			update->key->name, (long long)NICE_MOST));
}

/* priority/basic computes nothing: the number itself moves with nice. */
static void
shift(const struct ft_world *world, struct ft_job *job, int64_t up)
{
	int64_t priority = (int64_t)job->priority + up;

	if (world->algo || job->hold != FT_HOLD_NONE || !job->priority)
		return;
	if (priority < 2)
		priority = 2;
	job->priority = priority > UINT32_MAX ? UINT32_MAX : (uint32_t)priority;
}

enum ft_refusal
ft_update_nice(struct ft_update *update)
{
	struct ft_job *job = update->job;
	int64_t nice = NICE_USUAL;

	(void)ft_num_i64(update->value, &nice);
	if (job->priority_set && job->priority)
		return FT_REFUSE_NONE;
	if (nice < 0 && !update->asker->privileged)
		return FT_REFUSE_DENIED;
	shift(update->world, job, job->nice - nice);
	job->nice = nice;
	ft_update_reprioritise(update);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_site_factor(struct ft_update *update)
{
	int64_t factor = 0;

	(void)ft_num_i64(update->value, &factor);
	if (!update->asker->privileged)
		return FT_REFUSE_DENIED;
	update->job->site_factor = factor;
	ft_update_reprioritise(update);
	return FT_REFUSE_NONE;
}

/* ---- how long ------------------------------------------------------------ */

static int64_t
limit_now(const struct ft_update *update)
{
	const struct ft_partition *partition =
	    ft_world_partition(update->world, update->job);

	if (update->job->time_limit != FT_TIME_NONE || !partition)
		return update->job->time_limit;
	return ft_world_time_limit(update->world, update->job, partition);
}

static bool
has_sign(const char *value)
{
	return *value == '+' || *value == '-';
}

/* 30, +5 or -5 */
enum ft_refusal
ft_update_is_limit(struct ft_update *update)
{
	const char *value = update->value;
	int64_t minutes;

	return ft_time_minutes(value + has_sign(value), &minutes)
		   ? FT_REFUSE_NONE
		   : ft_update_fail(update, ft_fail(update->err, FT_EINVAL,
						"Invalid TimeLimit value"));
}

/* Read a limit, relative to the limit NOW; false: err is set. */
static bool
read_limit(struct ft_update *update, int64_t now, int64_t *minutes)
{
	const char *value = update->value;
	bool more = *value == '+', less = *value == '-';
	int64_t number = 0;

	(void)ft_time_minutes(value + has_sign(value), &number);
	*minutes = number;
	if (!more && !less)
		return true;
	if (now == FT_TIME_UNLIMITED &&
	    ft_release_has(
		ft_conf_release(update->world->conf), FT_RULE_LIMIT_FIRM)) {
		update->status = ft_fail(update->err, FT_EINVAL,
		    "Cannot increment/decrement TimeLimit when set to "
		    "UNLIMITED.");
		return false;
	}
	if (now == FT_TIME_UNLIMITED || number == FT_TIME_UNLIMITED) {
		*minutes = FT_TIME_UNLIMITED;
		return true;
	}
	if (less && number > now) {
		update->status = ft_fail(update->err, FT_EINVAL,
		    "TimeLimit decrement larger than current time limit "
		    "(%lld > %lld)",
		    (long long)number, (long long)now);
		return false;
	}
	*minutes = less ? now - number : now + number;
	return true;
}

/* Owners may always reduce the limit, and raise it up to the partition's
 * MaxTime while the job is pending. */
static bool
may_take(const struct ft_update *update, int64_t now, int64_t minutes)
{
	const struct ft_partition *partition =
	    ft_world_partition(update->world, update->job);

	if (update->asker->privileged || minutes <= now)
		return true;
	return update->job->state == FT_JOB_PENDING && partition &&
	       minutes <= partition->max_time;
}

enum ft_refusal
ft_update_time_limit(struct ft_update *update)
{
	struct ft_job *job = update->job;
	int64_t now = limit_now(update), minutes;

	if (!read_limit(update, now, &minutes))
		return FT_REFUSE_NONE;
	if (!may_take(update, now, minutes))
		return FT_REFUSE_DENIED;
	job->time_limit = minutes;
	if (job->time_min > minutes)
		job->time_min = minutes;
	ft_update_reprioritise(update);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_is_time(struct ft_update *update)
{
	int64_t minutes;

	return ft_time_minutes(update->value, &minutes)
		   ? FT_REFUSE_NONE
		   : ft_update_fail(
			 update, ft_fail(update->err, FT_EINVAL,
				     "Invalid %s value", update->key->name));
}

enum ft_refusal
ft_update_time_min(struct ft_update *update)
{
	int64_t minutes = 0;

	(void)ft_time_minutes(update->value, &minutes);
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NONE;
	if (minutes == FT_TIME_UNLIMITED || minutes > limit_now(update))
		return FT_REFUSE_TIME_MIN;
	update->job->time_min = minutes;
	return FT_REFUSE_NONE;
}

static bool
read_time(struct ft_update *update, int64_t *when)
{
	if (ft_time_date(update->value, update->world->now, false, when))
		return true;
	update->status = ft_fail(update->err, FT_EINVAL,
	    "Invalid time specification: %s", update->value);
	return false;
}

enum ft_refusal
ft_update_end(struct ft_update *update)
{
	struct ft_job *job = update->job;
	int64_t when, minutes;

	if (!read_time(update, &when))
		return FT_REFUSE_NONE;
	if (job->state == FT_JOB_PENDING)
		return FT_REFUSE_NOT_STARTED;
	minutes = (when - job->started + 59) / 60;
	if (when <= update->world->now)
		return FT_REFUSE_DEADLINE;
	if (!may_take(update, limit_now(update), minutes))
		return FT_REFUSE_DENIED;
	job->time_limit = minutes;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_deadline(struct ft_update *update)
{
	int64_t when;

	if (!read_time(update, &when))
		return FT_REFUSE_NONE;
	/* accepted once it runs, without effect */
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NONE;
	if (when < update->world->now)
		return FT_REFUSE_DEADLINE;
	update->job->deadline = when;
	return FT_REFUSE_NONE;
}

/* ---- start time ---------------------------------------------------------- */

/* Restart the age, from when the job may gain age. */
static void
reset_accrue(struct ft_update *update)
{
	struct ft_job *job = update->job;

	if (ft_policy_forget_age(update->world, job) &&
	    job->hold == FT_HOLD_NONE && job->eligible &&
	    job->eligible <= update->world->now)
		ft_policy_accrue_one(update->world, job);
}

enum ft_refusal
ft_update_start(struct ft_update *update)
{
	struct ft_job *job = update->job;
	int64_t when;

	if (!read_time(update, &when))
		return FT_REFUSE_NONE;
	if (job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	job->begins = when;
	if (job->eligible) {
		job->eligible = when;
		if (when > update->world->now)
			reset_accrue(update);
	}
	ft_update_reprioritise(update);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_accrue(struct ft_update *update)
{
	reset_accrue(update);
	ft_update_reprioritise(update);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_dependency(struct ft_update *update)
{
	struct ft_job *job = update->job;

	FT_ADMIT(ft_world_set_dependency(update->world, job, update->value));
	if (job->n_depend)
		job->eligible = 0;
	else if (!job->eligible && job->hold == FT_HOLD_NONE)
		job->eligible = job->begins > update->world->now
				    ? job->begins
				    : update->world->now;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_throttle(struct ft_update *update)
{
	uint32_t most;

	/* a job that is no array */
	if (!update->job->array_job)
		return ft_release_has(ft_conf_release(update->world->conf),
			   FT_RULE_THROTTLE_ARRAYS)
			   ? FT_REFUSE_UNSUPPORTED
			   : FT_REFUSE_NONE;
	if (!ft_num_u32(update->value, &most))
		return ft_update_bad(update);
	update->job->array_throttle = most;
	return FT_REFUSE_NONE;
}
