/* document.c - a job as JSON or YAML. */

#include "common/jobtext.h"
#include "common/limittext.h"
#include "sim/world/array.h"
#include "why/private.h"

static void
job_object(struct ft_why_job *why, struct ft_doc *doc)
{
	const struct ft_job *job = why->job;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, "job");
	ft_doc_u64(doc, "job_id", job->number);
	ft_job_add_id(&str, job);
	ft_doc_text(doc, "id", ft_str_text(&str));
	ft_doc_text(doc, "name", job->name);
	ft_doc_text(doc, "user", job->user);
	ft_doc_text(doc, "account", job->account);
	ft_str_clear(&str);
	ft_doc_text(doc, "qos",
	    ft_jobtext_add_qos(&str, why->world, job) ? ft_str_text(&str)
						      : NULL);
	ft_doc_list(doc, "partitions", job->partitions);
	ft_doc_text(doc, "state", ft_job_state_name(job->state));
	ft_str_clear(&str);
	ft_jobtext_add_reason(&str, job);
	ft_doc_text(doc, "reason", ft_str_text(&str));
	ft_doc_i64(doc, "submitted", job->submitted);
	ft_doc_i64(doc, "started", job->started);
	ft_doc_i64(doc, "ended", job->ended);
	ft_doc_i64(doc, "expected_start", job->expected);
	ft_doc_bool(doc, "held", job->hold != FT_HOLD_NONE);
	ft_doc_end(doc);
	ft_doc_bool(doc, "can_never_start", *why->never != 0);
}

/* The sentences, as they are on the page. */
static void
sentences(struct ft_why_job *why, struct ft_doc *doc)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, "text");
	for (const struct ft_why_fact *fact = ft_why_facts; fact->key; fact++) {
		ft_str_clear(&str);
		fact->add(why, &str);
		ft_doc_text(doc, fact->key, ft_str_text(&str));
	}
	ft_doc_end(doc);
}

static void
priority_object(struct ft_why_job *why, struct ft_doc *doc)
{
	const struct ft_priority *priority = &why->would.priority;
	struct ft_priority_parts parts;
	struct ft_str how FT_CLEANUP(ft_str_free) = { 0 };

	if (!why->waits) {
		ft_doc_null(doc, "priority");
		return;
	}
	ft_priority_split(priority, &parts);
	ft_doc_begin(doc, "priority");
	ft_doc_u64(doc, "priority",
	    why->job->hold != FT_HOLD_NONE ? 0 : priority->priority);
	ft_doc_real(doc, "sum", priority->sum);
	ft_doc_bool(doc, "set_by_hand", why->job->priority_set);
	ft_doc_begin_list(doc, "factors");
	for (int i = 0; i < FT_FACTORS; i++) {
		enum ft_priority_factor factor = (enum ft_priority_factor)i;

		ft_str_clear(&how);
		ft_standing_add_factor(&how, why->world, &why->would, factor);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", ft_factor_name(factor));
		ft_doc_u64(
		    doc, "weight", ft_factor_weight(&why->at->params, factor));
		ft_doc_real(doc, "normalized", priority->norm[i]);
		ft_doc_real(doc, "weighted", priority->weighted[i]);
		ft_doc_i64(doc, "rounded", parts.factor[i]);
		ft_doc_text(doc, "how", ft_str_text(&how));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_i64(doc, "other", parts.other);
	ft_doc_end(doc);
}

static void
next_object(const struct ft_why_job *why, const struct ft_standing *place,
    struct ft_doc *doc)
{
	const struct ft_standing *next = ft_why_next(why, place);
	enum ft_priority_factor factor;
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };

	if (!next || !why->at->sees_jobs) {
		ft_doc_null(doc, "next");
		return;
	}
	factor = ft_standing_decides(next, place);
	ft_job_add_id(&id, next->job);
	ft_doc_begin(doc, "next");
	ft_doc_text(doc, "id", ft_str_text(&id));
	ft_doc_text(doc, "user", next->job->user);
	ft_doc_u64(doc, "priority", next->points);
	ft_doc_text(doc, "decides",
	    factor == FT_FACTORS ? NULL : ft_factor_name(factor));
	ft_doc_end(doc);
}

/* The numbers of what is ahead. */
static void
place_object(const struct ft_standing *place, struct ft_doc *doc)
{
	ft_doc_u64(doc, "place", place->place);
	ft_doc_u64(doc, "rank", place->place); /* its old name */
	ft_doc_u64(doc, "of", place->of);
	ft_doc_u64(doc, "jobs_ahead", place->jobs);
	ft_doc_u64(doc, "users_ahead", place->users);
	ft_doc_real(doc, "node_hours_ahead", place->node_hours);
	ft_doc_u64(doc, "unlimited_ahead", place->unlimited);
}

static void
queues(const struct ft_why_job *why, struct ft_doc *doc)
{
	ft_doc_begin_list(doc, "queues");
	for (size_t i = 0; i < why->n_place; i++) {
		const struct ft_standing *place = why->place[i];

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "partition",
		    why->world->machine.partition[place->partition].name);
		ft_doc_u64(doc, "priority", place->points);
		if (why->at->sees_jobs)
			place_object(place, doc);
		next_object(why, place, doc);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
help(struct ft_why_job *why, struct ft_doc *doc)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, "help");
	for (size_t i = 0; i < why->n_help; i++) {
		const struct ft_why_help *one = &why->help[i];

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "key", one->key);
		ft_doc_text(doc, "value", one->value);
		ft_doc_bool(doc, "starts", one->starts);
		ft_doc_i64(doc, "start", one->start);
		ft_why_add_help(why, one, &str);
		ft_doc_text(doc, "text", ft_str_text(&str));
		ft_str_clear(&str);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

void
ft_why_job_document(void *thing, struct ft_doc *doc)
{
	struct ft_why_job *why = thing;

	job_object(why, doc);
	sentences(why, doc);
	ft_limittext_doc(doc, why->world, why->limit, &why->block);
	ft_why_limits_document(&why->limits, doc);
	priority_object(why, doc);
	queues(why, doc);
	ft_why_forecast_document(why, doc);
	ft_why_alternatives_document(why, doc);
	ft_why_blame_document(why, doc);
	help(why, doc);
	ft_doc_text(doc, "tried", ft_str_text(&why->tried));
	if (why->by_share)
		ft_explain_document(&why->explain, "why", doc);
}
