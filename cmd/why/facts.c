/* facts.c - the facts about a job, a sentence each. */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/limittext.h"
#include "common/timetext.h"
#include "sim/world/array.h"
#include "sim/research/subordination/subordination.h"
#include "why/private.h"

/* ---- what it is ------------------------------------------------------------------------- */

static void
add_who(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;
	struct ft_str qos FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(str, "Job ");
	ft_job_add_id(str, job);
	if (*job->name)
		ft_str_addf(str, " (%s)", job->name);
	ft_str_addf(str, " of %s, account %s", job->user, job->account);
	if (ft_jobtext_add_qos(&qos, why->world, job))
		ft_str_addf(str, ", QOS %s", ft_str_text(&qos));
}

static void
add_running(
    const struct ft_job *job, int64_t now, int64_t limit, struct ft_str *str)
{
	ft_str_addf(str, ", %s in %s on %s since ",
	    job->state == FT_JOB_SUSPENDED ? "is suspended" : "runs",
	    job->partition, job->nodes);
	ft_time_add_date(str, job->started);
	if (limit == FT_TIME_UNLIMITED) {
		ft_str_add(str, ", without a time limit");
	} else {
		ft_str_add(str, "; its time limit is reached at ");
		ft_time_add_date(
		    str, now + limit * 60 - ft_job_elapsed(job, now));
	}
}

static void
add_ended(const struct ft_job *job, struct ft_str *str)
{
	ft_str_addf(str, ", is over: %s", ft_job_state_name(job->state));
	if (job->ended) {
		ft_str_add(str, " at ");
		ft_time_add_date(str, job->ended);
	}
	if (job->started) {
		ft_str_add(str, " after ");
		ft_timetext_add_short(str, ft_job_elapsed(job, job->ended));
	} else {
		ft_str_add(str, ", it never started");
	}
}

/* Everyone who suspended it. */
static void
add_suspended(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (job->suspended_by & FT_SUSPEND_USER)
		ft_str_add(str, "  It was suspended by hand.");
	if (job->suspended_by & FT_SUSPEND_PREEMPT && job->preempt_by)
		ft_str_addf(str,
		    "  Job %" PRIu32
		    " preempted it; it resumes when its resources are free.",
		    job->preempt_by);
	else if (job->suspended_by & FT_SUSPEND_PREEMPT)
		ft_str_add(str,
		    "  It shares its CPUs and waits for its next time slice.");
	ft_subordination_describe(why->world, job, &text);
	if (text.len)
		ft_str_addf(str, "  It is suspended by subordination: %s.",
		    ft_str_text(&text));
}

/* That it was or is being preempted. */
static void
add_pushed(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;

	if (!job->preempt_by || job->state == FT_JOB_SUSPENDED)
		return;
	if (ft_job_is_ending(job)) {
		ft_str_add(str, "  It was notified at ");
		ft_time_add_date(str, job->preempt_at);
		ft_str_addf(str,
		    " that job %" PRIu32 " preempts it, and may run until ",
		    job->preempt_by);
		ft_time_add_date(
		    str, job->preempt_at + ft_world_grace(why->world, job));
		ft_str_add_char(str, '.');
	} else if (job->state == FT_JOB_PREEMPTED) {
		ft_str_addf(
		    str, "  Job %" PRIu32 " preempted it.", job->preempt_by);
	} else if (job->state == FT_JOB_PENDING) {
		ft_str_addf(str,
		    "  It ran until job %" PRIu32
		    " preempted it, and was requeued.",
		    job->preempt_by);
	}
}

static void
add_what(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;
	int64_t limit = ft_jobtext_limit(why->world, job);

	add_who(why, str);
	if (job->state != FT_JOB_PENDING) {
		if (ft_job_is_active(job))
			add_running(job, why->world->now, limit, str);
		else
			add_ended(job, str);
		ft_str_add_char(str, '.');
		if (job->state == FT_JOB_SUSPENDED)
			add_suspended(why, str);
		add_pushed(why, str);
		return;
	}
	ft_str_addf(str, ", %s in %s since ",
	    job->submitted > why->world->now ? "will wait" : "waits",
	    job->partitions);
	ft_time_add_date(str, job->submitted);
	ft_str_add(str, "; it asks for ");
	ft_jobtext_add_request(str, why->world, job);
	if (limit == FT_TIME_UNLIMITED) {
		ft_str_add(str, ", without a time limit.");
	} else {
		ft_str_add(str, " for ");
		ft_timetext_add_short(str, limit * 60);
		ft_str_add_char(str, '.');
	}
	add_pushed(why, str);
}

/* ---- why it waits ----------------------------------------------------------------------- */

static bool
is_limit(enum ft_job_reason reason)
{
	return reason >= FT_REASON_ASSOC_GRP_CPU ||
	       reason == FT_REASON_QOS_THRESHOLD;
}

static void
add_reason_word(const struct ft_job *job, struct ft_str *str)
{
	ft_str_add(str, "Reason ");
	ft_jobtext_add_reason(str, job);
	ft_str_addf(str, ": %s%s.",
	    job->reason >= FT_REASON_ASSOC_GRP_CPU ? "a limit on " : "",
	    ft_job_reason_sentence(job->reason));
}

static void
add_reservations(const struct ft_why_job *why, struct ft_str *str)
{
	if (ft_visibility_shows_all(
		why->at->visibility, FT_VISIBILITY_BIT(RESERVATIONS)))
		ft_standing_add_reservations(str, why->world, why->job);
}

static void
add_reason(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;

	/* the answer has these reasons already */
	if (job->state != FT_JOB_PENDING || job->hold != FT_HOLD_NONE ||
	    job->begins > why->world->now || job->n_depend > 0)
		return;
	add_reason_word(job, str);
	if (job->reason == FT_REASON_RESERVATION ||
	    job->reason == FT_REASON_NODE_NOT_AVAIL ||
	    job->reason == FT_REASON_RESOURCES)
		add_reservations(why, str);
	if (is_limit(job->reason) && why->limit == FT_REASON_NONE &&
	    !*why->never)
		ft_str_add(str, "  That was true when a scheduler last "
				"considered it; no limit blocks it now.");
}

/* ---- the jobs ahead ----------------------------------------------------------------------- */

const struct ft_standing *
ft_why_next(const struct ft_why_job *why, const struct ft_standing *place)
{
	return place->next < why->standings->n
		   ? &why->standings->item[place->next]
		   : NULL;
}

void
ft_why_add_place(const struct ft_why_job *why, const struct ft_standing *place,
    struct ft_str *str)
{
	const char *partition =
	    why->world->machine.partition[place->partition].name;

	if (!why->at->sees_jobs) {
		ft_str_addf(str, "In %s it has priority %" PRIu32 ".",
		    partition, place->points);
		return;
	}
	ft_str_addf(str,
	    "In %s it has place %" PRIu32 " of %" PRIu32 " with %" PRIu32 ".  ",
	    partition, place->place, place->of, place->points);
	if (place->place == 1) {
		ft_str_add(str, "No job is ahead of it.");
		return;
	}
	ft_str_add(str, "Ahead of it: ");
	ft_standing_add_ahead(str, place);
	ft_str_add_char(str, '.');
}

static void
add_decider(const struct ft_standing *next, const struct ft_standing *place,
    struct ft_str *str)
{
	enum ft_priority_factor factor = ft_standing_decides(next, place);

	if (factor == FT_FACTORS)
		return;
	ft_str_addf(str, "  It is ahead mainly through %s: %.0f against %.0f.",
	    ft_factor_name(factor), next->priority.weighted[factor],
	    place->priority.weighted[factor]);
}

void
ft_why_add_next(const struct ft_why_job *why, const struct ft_standing *place,
    struct ft_str *str)
{
	const struct ft_standing *next = ft_why_next(why, place);

	if (!next || !why->at->sees_jobs)
		return;
	ft_str_add(str, "Right ahead is job ");
	ft_job_add_id(str, next->job);
	ft_str_addf(str, " of %s", next->job->user);
	if (next->points == place->points) {
		ft_str_addf(str, ", which has the same priority but %s.",
		    next->job->submitted < place->job->submitted
			? "was submitted earlier"
			: "a lower ID");
		return;
	}
	ft_str_addf(str, " with %" PRIu32 ", %" PRIu32 " more.", next->points,
	    next->points - place->points);
	add_decider(next, place, str);
}

static void
add_start(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;

	if (job->state != FT_JOB_PENDING || job->expected <= why->world->now)
		return;
	ft_str_add(str, "Expected start ");
	ft_time_add_date(str, job->expected);
	ft_str_add(str, " (in ");
	ft_timetext_add_span(str, job->expected - why->world->now);
	ft_str_add_char(str, ')');
	if (*job->sched_nodes)
		ft_str_addf(str, " on %s", job->sched_nodes);
	ft_str_add(str, ", if running jobs use their full time limits.");
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void
add_limit(struct ft_why_job *why, struct ft_str *str)
{
	ft_limittext_add(str, why->world, why->limit, &why->block);
}

static void
add_share(struct ft_why_job *why, struct ft_str *str)
{
	if (why->by_share)
		ft_explain_add_pair(&why->explain, str);
}

const struct ft_why_fact ft_why_facts[] = {
	{ "answer", ft_why_add_answer, false },
	{ "job", add_what, false },
	{ "reason", add_reason, false },
	{ "limit", add_limit, true },
	{ "missing", ft_why_add_missing, false },
	{ "start", add_start, false },
	{ "forecast", ft_why_add_forecast, false },
	{ "fair_share", add_share, true },
	{ NULL, NULL, false },
};
