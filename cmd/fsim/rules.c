/*
 * rules.c - how a replay differs from the plain one, for people and programs.
 */

#include "fsim/source.h"

#include "files/infile.h"
#include "io/research/outagefile.h"
#include "model/research/feedback.h"

/* ---- options ------------------------------------------------------------- */

enum ft_status
fsim_source_set_limits(const struct ft_opt_use *use)
{
	return ft_estimate_parse(ft_opt_member(use), use->arg, use->err);
}

bool
fsim_rules_any(const struct fsim_source *source)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	return source->trial.limits.kind != FT_ESTIMATE_NONE ||
	       rules->overrun != FT_OVERRUN_KILL || rules->feedback ||
	       source->trial.outage_file;
}

enum ft_status
fsim_rules_check(const struct fsim_source *source, struct ft_error *err)
{
	const struct ft_pool_rules *rules = &source->trial.rules;
	const char *fault = NULL;

	if (source->limits_seeded &&
	    source->trial.limits.kind == FT_ESTIMATE_NONE)
		fault = "--limits-seed needs --limits";
	else if (source->sessions && !rules->feedback)
		fault = "--sessions needs --feedback";
	else if (source->failing && !source->trial.outage_file)
		fault = "--on-failure needs --outages";
	else if (rules->feedback && source->trial.fair)
		fault = "--fair-start needs submissions that do not depend on "
			"the schedule: not with --feedback";
	return fault ? ft_fail(err, FT_EINVAL, "%s", fault) : FT_OK;
}

/* ---- the trace ----------------------------------------------------------- */

static enum ft_status
infer(struct fsim_source *source, struct ft_error *err)
{
	if (!ft_trace_has_starts(&source->trace))
		return ft_fail(err, FT_EINVAL,
		    "--sessions needs recorded waits, which the trace does not "
		    "have");
	source->inferred += ft_feedback_infer(&source->trace, source->sessions);
	return FT_OK;
}

enum ft_status
fsim_rules_apply(struct fsim_source *source, struct ft_error *err)
{
	if (!source->limits_later)
		ft_estimate_draw(&source->trial.limits, &source->trace);
	return source->sessions ? infer(source, err) : FT_OK;
}

/* ---- outages ------------------------------------------------------------- */

static enum ft_status
read_outages(struct fsim_source *source, struct fsim_outages *outages,
    struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_MAP, outages->file, &text, err));
	outages->of = ft_calloc(1 + source->n_more, sizeof *outages->of);
	for (size_t i = 0; i <= source->n_more; i++) {
		const struct ft_trace *trace = fsim_source_trace(source, i);

		FT_TRY(ft_outagefile_parse(&outages->of[i],
		    &(struct ft_input){
			outages->file, ft_str_text(&text), text.len },
		    trace->start ? trace->start : trace->job[0].submit, err));
	}
	return FT_OK;
}

enum ft_status
fsim_rules_read_outages(struct fsim_source *source, struct ft_error *err)
{
	if (source->trial.outage_file)
		fsim_source_want_outages(source, source->trial.outage_file);
	for (size_t i = 0; i < source->n_outages; i++)
		FT_TRY(read_outages(source, &source->outages[i], err));
	fsim_rules_take(source, 0, &source->trial);
	return FT_OK;
}

void
fsim_rules_take(
    const struct fsim_source *source, size_t i, struct fsim_trial *trial)
{
	trial->rules.outage = NULL;
	trial->rules.n_outage = 0;
	for (size_t k = 0; k < source->n_outages && trial->outage_file; k++)
		if (!strcmp(source->outages[k].file, trial->outage_file)) {
			trial->rules.outage = source->outages[k].of[i].item;
			trial->rules.n_outage = source->outages[k].of[i].n;
		}
}

/* ---- for people ---------------------------------------------------------- */

struct followers {
	size_t jobs, followers, cut;
};

static struct followers
count_followers(const struct fsim_source *source)
{
	struct followers all = { 0, 0, 0 };

	for (size_t i = 0; i <= source->n_more; i++) {
		const struct ft_trace *trace =
		    i ? &source->more[i - 1] : &source->trace;
		struct ft_feedback links;

		ft_feedback_find(&links, trace);
		all.jobs += trace->n;
		all.followers += links.followers;
		all.cut += links.cut;
		ft_feedback_free(&links);
	}
	return all;
}

static void
add_feedback(struct ft_str *str, const struct fsim_source *source)
{
	struct followers all = count_followers(source);

	ft_str_addf(
	    str, "%zu of %zu jobs follow another", all.followers, all.jobs);
	if (source->sessions)
		ft_str_addf(str, " (%zu inferred, sessions of %" PRId64 " s)",
		    source->inferred, source->sessions);
	if (all.cut)
		ft_str_addf(str, ", %zu cycles cut", all.cut);
	ft_str_add_char(str, '\n');
}

static const char *
on_failure(const struct fsim_source *source)
{
	return source->trial.rules.on_failure == FT_ON_FAILURE_FAIL ? "fail"
								    : "requeue";
}

void
fsim_rules_add(struct ft_str *str, const struct fsim_source *source, int width)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	if (source->trial.limits.kind != FT_ESTIMATE_NONE) {
		ft_str_addf(str, "%-*sdrawn by ", width, "Limits");
		ft_estimate_add(str, &source->trial.limits);
		ft_str_add_char(str, '\n');
	}
	if (rules->overrun == FT_OVERRUN_ALLOW)
		ft_str_addf(str, "%-*sallowed: no job ends at its limit\n",
		    width, "Overrun");
	if (rules->feedback) {
		ft_str_addf(str, "%-*s", width, "Feedback");
		add_feedback(str, source);
	}
	if (source->trial.outage_file)
		ft_str_addf(str, "%-*s%zu of %s, jobs of failures %s\n", width,
		    "Outages", rules->n_outage, source->trial.outage_file,
		    rules->on_failure == FT_ON_FAILURE_FAIL ? "fail"
							    : "are requeued");
}

/* ---- for programs -------------------------------------------------------- */

static void
add_limits(struct ft_doc *doc, const struct ft_estimate *limits)
{
	ft_doc_begin(doc, "limits");
	ft_doc_text(
	    doc, "model", limits->kind == FT_ESTIMATE_F ? "f" : "modal");
	if (limits->kind == FT_ESTIMATE_F)
		ft_doc_real(doc, "f", limits->f);
	if (limits->most)
		ft_doc_i64(doc, "max", limits->most);
	ft_doc_u64(doc, "seed", limits->seed);
	ft_doc_end(doc);
}

static void
document_feedback(struct ft_doc *doc, const struct fsim_source *source)
{
	struct followers all = count_followers(source);

	ft_doc_begin(doc, "feedback");
	ft_doc_u64(doc, "followers", all.followers);
	ft_doc_u64(doc, "cycles", all.cut);
	ft_doc_i64(doc, "sessions", source->sessions);
	ft_doc_u64(doc, "inferred", source->inferred);
	ft_doc_end(doc);
}

void
fsim_rules_document(struct ft_doc *doc, const struct fsim_source *source)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	if (!fsim_rules_any(source))
		return;
	ft_doc_begin(doc, "rules");
	if (source->trial.limits.kind != FT_ESTIMATE_NONE)
		add_limits(doc, &source->trial.limits);
	ft_doc_text(doc, "overrun",
	    rules->overrun == FT_OVERRUN_ALLOW ? "allow" : "kill");
	if (rules->feedback)
		document_feedback(doc, source);
	if (source->trial.outage_file) {
		ft_doc_begin(doc, "outages");
		ft_doc_text(doc, "file", source->trial.outage_file);
		ft_doc_u64(doc, "outages", rules->n_outage);
		ft_doc_text(doc, "on_failure", on_failure(source));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}
