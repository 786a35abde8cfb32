/*
 * explain_text.c - an event as text.
 */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/limittext.h"
#include "sim/world/array.h"
#include "fsim/explain.h"
#include "sim/preempt/preempt.h"
#include "sim/world/event.h"

static void
add_who(struct ft_str *line, const struct ft_job *job)
{
	ft_job_add_id(line, job);
	ft_str_addf(line, " %s (%s)", job->user, job->account);
}

static const char *
name_of(enum ft_scheduler by)
{
	return by == FT_SCHED_MAIN ? "main" : "backfill";
}

static void
say_pass(struct ft_str *line, const struct ft_sim_event *event)
{
	ft_str_addf(line,
	    "pass    %s: %" PRId64 " waiting, %" PRIu64 " examined%s, %" PRIu64
	    " started",
	    name_of(event->by), event->time, event->more,
	    event->by == FT_SCHED_MAIN && !event->full
		? " (not the whole queue)"
		: "",
	    event->count);
}

/* Append the job that would be delayed if this one started now. */
static void
say_plan_in_the_way(struct ft_str *line, const struct ft_job *other)
{
	ft_str_add(line, "would delay ");
	ft_job_add_id(line, other);
	ft_str_add(line, ", planned for ");
	ft_time_add_date(line, other->expected);
	if (*other->sched_nodes)
		ft_str_addf(line, " on %s", other->sched_nodes);
}

/* the main scheduler's reason Priority does not explain backfill */
static bool
says_more(enum ft_job_reason reason, enum ft_scheduler by)
{
	return reason != FT_REASON_NONE &&
	       (by == FT_SCHED_MAIN || (reason != FT_REASON_RESOURCES &&
					   reason != FT_REASON_PRIORITY));
}

static void
say_block(struct ft_str *line, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block)
{
	const struct ft_job *job = event->job, *other = event->other;

	ft_str_addf(line, " priority %" PRIu32 ": ", job->priority);
	if (other && event->by == FT_SCHED_BACKFILL) {
		say_plan_in_the_way(line, other);
	} else if (other) {
		ft_jobtext_add_reason(line, job);
		ft_str_add(line, ", after ");
		ft_job_add_id(line, other);
	} else if (ft_limittext_has(block->limit, &block->block)) {
		ft_limittext_add(line, world, block->limit, &block->block);
	} else if (ft_preempt_under_way(world, job)) {
		ft_str_add(
		    line, "waits for jobs that are being preempted for it");
	} else if (says_more(job->reason, event->by)) {
		ft_jobtext_add_reason(line, job);
		ft_str_addf(line, " (%s)", ft_job_reason_sentence(job->reason));
	} else {
		ft_str_add(line, "does not fit now");
	}
	if (!event->time)
		return;
	ft_str_add(line, "; planned for ");
	ft_time_add_date(line, event->time);
	if (*job->sched_nodes)
		ft_str_addf(line, " on %s", job->sched_nodes);
}

static void
say_other(struct ft_str *line, const struct ft_sim_event *event)
{
	if (event->other) {
		ft_str_add(line, " for ");
		add_who(line, event->other);
	}
	if (event->words && *event->words)
		ft_str_addf(line, ": %s", event->words);
	if (event->time) {
		ft_str_add(line, ", until ");
		ft_time_add_date(line, event->time);
	}
}

void
fsim_explain_say(struct ft_str *line, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block)
{
	const struct ft_job *job = event->job;
	char text[32];

	if (event->kind == FT_SIM_SCHEDULE || event->kind == FT_SIM_DONE) {
		say_pass(line, event);
		return;
	}
	ft_str_addf(line, "%-8s", fsim_explain_events[event->kind]);
	if (job)
		add_who(line, job);
	if (job && event->kind == FT_SIM_ARRIVE)
		ft_str_addf(line, " priority %" PRIu32, job->priority);
	else if (job && event->kind == FT_SIM_START)
		ft_str_addf(line, " on %s in %s, priority %" PRIu32 ", by %s",
		    job->nodes, job->partition, job->priority,
		    name_of(job->scheduler));
	else if (job && event->kind == FT_SIM_END)
		ft_str_addf(line, " %s after %s", ft_job_state_name(job->state),
		    ft_time_format_duration(
			text, sizeof text, job->ended - job->started));
	else if (event->kind == FT_SIM_PASS)
		ft_str_add(line, "usage decays, priorities are recomputed");
	else if (job && event->kind == FT_SIM_BLOCK)
		say_block(line, world, event, block);
	else if (event->kind == FT_SIM_RESERVE)
		ft_str_add(line, event->words ? event->words : "");
	else
		say_other(line, event);
}
