/*
 * explain_doc.c - an event as a document: a line of JSON.
 */

#include "common/limittext.h"
#include "sim/world/array.h"
#include "fsim/explain.h"
#include "sim/world/event.h"

const char *const fsim_explain_events[] = {
	[FT_SIM_ARRIVE] = "arrive",
	[FT_SIM_START] = "start",
	[FT_SIM_END] = "end",
	[FT_SIM_PASS] = "decay",
	[FT_SIM_SCHEDULE] = "schedule",
	[FT_SIM_DONE] = "schedule",
	[FT_SIM_BLOCK] = "wait",
	[FT_SIM_PREEMPT] = "preempt",
	[FT_SIM_SUSPEND] = "suspend",
	[FT_SIM_RESUME] = "resume",
	[FT_SIM_RESERVE] = "reserve",
};

static void
job_id(struct ft_doc *doc, const char *key, const struct ft_job *job)
{
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };

	if (!job)
		return;
	ft_job_add_id(&id, job);
	ft_doc_text(doc, key, ft_str_text(&id));
}

static void
job_fields(struct ft_doc *doc, const struct ft_job *job)
{
	job_id(doc, "job", job);
	ft_doc_text(doc, "user", job->user);
	ft_doc_text(doc, "account", job->account);
	ft_doc_u64(doc, "priority", job->priority);
}

static void
block_fields(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_job *job, const struct ft_sim_event *event,
    const struct fsim_block *block)
{
	ft_doc_text(doc, "reason", ft_job_reason_name(job->reason));
	ft_doc_text(doc, "reason_detail", job->reason_detail);
	if (event->by == FT_SCHED_BACKFILL) {
		job_id(doc, "would_put_off", event->other);
		if (event->other)
			ft_doc_i64(
			    doc, "that_is_planned_for", event->other->expected);
	} else {
		job_id(doc, "behind", event->other);
	}
	if (ft_limittext_has(block->limit, &block->block))
		ft_limittext_doc(doc, world, block->limit, &block->block);
	if (event->time) {
		ft_doc_i64(doc, "planned_for", event->time);
		ft_doc_text(doc, "planned_on", job->sched_nodes);
	}
}

static void
pass_fields(struct ft_doc *doc, const struct ft_sim_event *event)
{
	ft_doc_bool(doc, "whole_queue", event->full);
	ft_doc_i64(doc, "waiting", event->time);
	ft_doc_u64(doc, "looked_at", event->more);
	ft_doc_u64(doc, "started", event->count);
}

static void
end_fields(struct ft_doc *doc, const struct ft_job *job)
{
	ft_doc_text(doc, "state", ft_job_state_name(job->state));
	ft_doc_i64(doc, "seconds", job->ended - job->started);
}

static void
other_fields(struct ft_doc *doc, const struct ft_sim_event *event)
{
	job_id(doc, "for", event->other);
	if (event->words && *event->words)
		ft_doc_text(doc, "words", event->words);
	if (event->time)
		ft_doc_i64(doc, "until", event->time);
}

/* Add what an event says about its job. */
static void
job_event(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block)
{
	const struct ft_job *job = event->job;

	job_fields(doc, job);
	if (event->kind == FT_SIM_START) {
		ft_doc_text(doc, "partition", job->partition);
		ft_doc_text(doc, "nodes", job->nodes);
	} else if (event->kind == FT_SIM_END) {
		end_fields(doc, job);
	} else if (event->kind == FT_SIM_BLOCK) {
		block_fields(doc, world, job, event, block);
	} else {
		other_fields(doc, event);
	}
}

void
fsim_explain_doc(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block)
{
	const struct ft_job *job = event->job;
	enum ft_scheduler by = event->by;

	ft_doc_begin(doc, NULL);
	ft_doc_i64(doc, "time", event->at);
	ft_doc_text(doc, "event", fsim_explain_events[event->kind]);
	if (by != FT_SCHED_NONE)
		ft_doc_text(
		    doc, "by", by == FT_SCHED_MAIN ? "main" : "backfill");
	if (job)
		job_event(doc, world, event, block);
	else if (event->kind == FT_SIM_DONE)
		pass_fields(doc, event);
	else
		other_fields(doc, event);
	ft_doc_end(doc);
}
