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
    const struct ft_job *job, const struct ft_sim_news *news,
    const struct fsim_block *block)
{
	ft_doc_text(doc, "reason", ft_job_reason_name(job->reason));
	ft_doc_text(doc, "reason_detail", job->reason_detail);
	if (news->by == FT_SCHED_BACKFILL) {
		job_id(doc, "would_put_off", news->other);
		if (news->other)
			ft_doc_i64(
			    doc, "that_is_planned_for", news->other->expected);
	} else {
		job_id(doc, "behind", news->other);
	}
	if (ft_limittext_has(block->limit, &block->block))
		ft_limittext_doc(doc, world, block->limit, &block->block);
	if (news->time) {
		ft_doc_i64(doc, "planned_for", news->time);
		ft_doc_text(doc, "planned_on", job->sched_nodes);
	}
}

static void
pass_fields(struct ft_doc *doc, const struct ft_sim_news *news)
{
	ft_doc_bool(doc, "whole_queue", news->full);
	ft_doc_i64(doc, "waiting", news->time);
	ft_doc_u64(doc, "looked_at", news->more);
	ft_doc_u64(doc, "started", news->count);
}

static void
end_fields(struct ft_doc *doc, const struct ft_job *job)
{
	ft_doc_text(doc, "state", ft_job_state_name(job->state));
	ft_doc_i64(doc, "seconds", job->ended - job->started);
}

static void
other_fields(struct ft_doc *doc, const struct ft_sim_news *news)
{
	job_id(doc, "for", news->other);
	if (news->words && *news->words)
		ft_doc_text(doc, "words", news->words);
	if (news->time)
		ft_doc_i64(doc, "until", news->time);
}

/* Add what an event says about its job. */
static void
job_event(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_news *news, const struct fsim_block *block)
{
	const struct ft_job *job = news->job;

	job_fields(doc, job);
	if (news->event == FT_SIM_START) {
		ft_doc_text(doc, "partition", job->partition);
		ft_doc_text(doc, "nodes", job->nodes);
	} else if (news->event == FT_SIM_END) {
		end_fields(doc, job);
	} else if (news->event == FT_SIM_BLOCK) {
		block_fields(doc, world, job, news, block);
	} else {
		other_fields(doc, news);
	}
}

void
fsim_explain_doc(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_news *news, const struct fsim_block *block)
{
	const struct ft_job *job = news->job;
	enum ft_scheduler by = news->by;

	ft_doc_begin(doc, NULL);
	ft_doc_i64(doc, "time", news->at);
	ft_doc_text(doc, "event", fsim_explain_events[news->event]);
	if (by != FT_SCHED_NONE)
		ft_doc_text(
		    doc, "by", by == FT_SCHED_MAIN ? "main" : "backfill");
	if (job)
		job_event(doc, world, news, block);
	else if (news->event == FT_SIM_DONE)
		pass_fields(doc, news);
	else
		other_fields(doc, news);
	ft_doc_end(doc);
}
