/* answer.c - why a job waits, in one sentence, and what it lacks on the nodes. */

#include "base/text/timefmt.h"
#include "common/limittext.h"
#include "sim/depend/depend.h"
#include "sim/place/place.h"
#include "sim/policy/partition.h"
#include "sim/priority/priority.h"
#include "sim/world/array.h"
#include "why/private.h"

/* The partition the answer is about. */
static const char *
partition_name(const struct ft_why_job *why)
{
	return why->world->machine.partition[why->would.partition].name;
}

/* ---- the answer --------------------------------------------------------------------------- */

static struct ft_why_lack
lack_of(const struct ft_why_job *why)
{
	return (struct ft_why_lack){ why->world, why->at->visibility,
		&why->lack, false };
}

void
ft_why_add_missing(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_why_lack lack = lack_of(why);

	if (!why->looked || why->lack.fits || why->lack.unready)
		return;
	ft_str_addf(str, "Missing now in %s: ", partition_name(why));
	ft_why_add_lacks(&lack, str);
	ft_str_add_char(str, '.');
}

/* It is in a queue. */
static void
add_turn(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_standing *place = &why->would;
	const struct ft_why_lack lack = lack_of(why);

	if (!why->at->sees_jobs)
		ft_str_addf(
		    str, "This job is queued in %s", partition_name(why));
	else if (place->place == 1)
		ft_str_addf(str, "This job is next in %s", partition_name(why));
	else
		ft_str_addf(str,
		    "This job has place %" PRIu32 " of %" PRIu32 " in %s",
		    place->place, place->of, partition_name(why));
	if (!why->lack.fits) {
		ft_str_add(str, " and waits for ");
		ft_why_add_lack(&lack, str);
	} else if (place->place == 1) {
		ft_str_add(str, ", and its resources are free: the next run "
				"of a scheduler can start it");
	} else {
		ft_str_add(str, "; its resources are free now, so it waits "
				"for the jobs ahead of it");
	}
	ft_str_add_char(str, '.');
}

/* Whether nodes of PARTITION (index) that the job needs are down. */
static bool
lacks_nodes(const struct ft_why_job *why, uint32_t partition)
{
	const struct ft_seeker seeker = { why->world, why->job, partition };

	return ft_place_ever(&seeker, ft_place_usable(why->world)) ==
	       FT_FIT_NODES;
}

/* "down" or "inactive" if PARTITION (index) starts no jobs now, else NULL. */
static const char *
shut(const struct ft_why_job *why, uint32_t partition)
{
	const char *detail;
	enum ft_job_reason reason = ft_partition_closed(why->world, why->job,
	    &why->world->machine.partition[partition], &detail);

	if (reason == FT_REASON_PARTITION_DOWN)
		return "down";
	return reason == FT_REASON_PARTITION_INACTIVE ? "inactive" : NULL;
}

bool
ft_why_is_served(const struct ft_why_job *why, uint32_t partition)
{
	return !shut(why, partition) && !lacks_nodes(why, partition);
}

/* Its partition starts no jobs now, or nodes that it needs are down; returns false
 * if neither is so. */
static bool
add_unserved(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_why_lack lack = lack_of(why);
	const char *how = shut(why, why->would.partition);

	if (how) {
		ft_str_addf(str,
		    "This job cannot start while partition %s is %s.",
		    partition_name(why), how);
		return true;
	}
	if (!lacks_nodes(why, why->would.partition))
		return false;
	ft_str_addf(str,
	    "This job cannot start while so many nodes of %s are down or "
	    "drained",
	    partition_name(why));
	ft_why_add_down(&lack, str);
	ft_str_add_char(str, '.');
	return true;
}

static void
add_held(struct ft_why_job *why, struct ft_str *str)
{
	struct ft_priority would = { .tres = NULL };
	struct ft_job released = *why->job;

	if (why->job->flags & FT_JOB_RESV_DEL_HOLD)
		ft_str_addf(str,
		    "This job is held, so its priority is 0: %s, and it named "
		    "no other.  ",
		    why->job->reason_detail);
	else
		ft_str_addf(str,
		    "This job is held by %s, so its priority is 0.  ",
		    why->job->hold == FT_HOLD_USER ? "its owner"
						   : "an administrator");
	released.hold = FT_HOLD_NONE;
	released.priority_set = false;
	ft_world_priority(why->world, &why->at->params, &released,
	    why->would.partition, &would);
	ft_str_addf(str, "'fcontrol release %" PRIu32 "' releases it",
	    why->job->number);
	if (why->world->algo)
		ft_str_addf(str, "; its priority would then be %" PRIu32,
		    would.priority);
	ft_str_add_char(str, '.');
}

static bool
depends(const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_depend; i++)
		if (job->depend[i].state != FT_DEPEND_DONE)
			return true;
	return false;
}

/* "UsageThreshold of QOS gold: fair share of at least 900; it is 500" */
static void
add_threshold(const struct ft_why_job *why, struct ft_str *str)
{
	for (size_t i = 0; i < why->limits.n; i++)
		if (why->limits.room[i].reason == FT_REASON_QOS_THRESHOLD) {
			ft_why_add_limit(&why->limits, i, str);
			return;
		}
}

/* A reason besides its place and its nodes; returns false if there is none. */
static bool
add_barrier(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;

	if (job->submitted > why->world->now) {
		ft_str_add(str, "This job will be submitted at ");
		ft_time_add_date(str, job->submitted);
		ft_str_add_char(str, '.');
	} else if (*why->never) {
		ft_str_addf(str, "This job can never start: %s.", why->never);
	} else if (job->hold != FT_HOLD_NONE) {
		add_held(why, str);
	} else if (job->begins > why->world->now) {
		ft_str_add(str, "This job may not begin before ");
		ft_time_add_date(str, job->begins);
		ft_str_add_char(str, '.');
	} else if (depends(job)) {
		ft_str_add(str, "This job waits for other jobs: ");
		ft_job_add_dependency(str, job);
		ft_str_add_char(str, '.');
	} else if (why->limit == FT_REASON_QOS_THRESHOLD) {
		ft_str_add(str, "This job waits because of a limit: ");
		add_threshold(why, str);
		ft_str_add_char(str, '.');
	} else if (ft_limittext_has(why->limit, &why->block)) {
		ft_str_add(str, "This job waits because of a limit: ");
		ft_limittext_add(str, why->world, why->limit, &why->block);
		ft_str_add_char(str, '.');
	} else if (ft_array_is_full(why->world, job)) {
		ft_str_addf(str,
		    "This job waits for other tasks of its array: %" PRIu32
		    " may run at once.",
		    job->array_throttle);
	} else if (why->looked && why->lack.unready) {
		ft_str_addf(str,
		    "This job waits for its reservation: %s is not active.",
		    job->reservation);
	} else {
		return false;
	}
	return true;
}

void
ft_why_add_answer(struct ft_why_job *why, struct ft_str *str)
{
	if (why->job->state != FT_JOB_PENDING)
		return;
	if (!why->waits) {
		ft_str_add(str, "This job can never start: none of its "
				"partitions exists any more.");
		return;
	}
	if (add_barrier(why, str) || add_unserved(why, str))
		return;
	if (why->looked && why->n_place > 0)
		add_turn(why, str);
	else
		ft_str_addf(str, "This job waits: %s.",
		    ft_job_reason_sentence(why->job->reason));
}
