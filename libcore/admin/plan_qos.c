/* QOS: what the store has of them beyond the wish. */
#include "admin/plan_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/qos.h"

struct qos_extra {
	struct ft_plan_run *run;
	const struct ft_qos *old;
	const char *subject;
	struct ft_admin_qos_set set; /* what the lines give */
	struct ft_qos record;        /* without what they do not */
	bool changed;
	char number[64];
};

const char *
ft_plan_qos_subject(struct ft_plan_run *run, const char *name)
{
	size_t size = sizeof "qos " + strlen(name);
	char *text = ft_arena_alloc(&run->result->arena, size);

	snprintf(text, size, "qos %s", name);
	return text;
}

/* The loader has read them, so they are good. */
static void
read_given(struct qos_extra *extra, const struct ft_plan_quality *quality)
{
	const struct ft_admin_lookup *lookup = &extra->run->admin->lookup;
	struct ft_error err;

	for (size_t k = 0; k < quality->n; k++) {
		const struct ft_flat_line *line = quality->line[k];

		for (uint32_t i = 0; i < line->n_option; i++) {
			const struct ft_flat_option *option = &line->option[i];
			const struct ft_admin_option *row =
			    ft_admin_option_find(ft_admin_qos_options,
				option->key, strlen(option->key));

			if (row && *option->value)
				(void)ft_admin_qos_set_option(&extra->set, row,
				    lookup, '=', option->value, &err);
		}
	}
}

/* Returns whether it is to be taken away. */
static bool
field(struct qos_extra *extra, const char *name, const char *value)
{
	if (extra->run->options->exact) {
		extra->changed = true;
		return true;
	}
	ft_plan_add_extra(extra->run, extra->subject, name, value);
	return false;
}

static const char *
real(struct qos_extra *extra, double value)
{
	snprintf(extra->number, sizeof extra->number, "%.6g", value);
	return extra->number;
}

static const char *
whole(struct qos_extra *extra, int64_t value)
{
	snprintf(extra->number, sizeof extra->number, "%" PRId64, value);
	return extra->number;
}

static void
flags(struct qos_extra *extra)
{
	struct ft_str str;

	ft_str_init(&str);
	ft_qos_add_flags(&str, extra->old->flags);
	if (field(extra, "flags", ft_str_text(&str)))
		extra->record.flags = 0;
	ft_str_free(&str);
}

static void
fields(struct qos_extra *extra)
{
	const struct ft_qos *old = extra->old;
	const struct ft_admin_qos_set *set = &extra->set;

	if (!set->description && *old->description &&
	    field(extra, "description", old->description))
		extra->record.description = "";
	if (!set->flags_op && old->flags)
		flags(extra);
	if (!set->grace_given && old->grace_time &&
	    field(extra, "gracetime", whole(extra, old->grace_time)))
		extra->record.grace_time = 0;
	if (!set->mode_given && old->preempt_mode &&
	    field(
		extra, "preemptmode", ft_qos_preempt_modes[old->preempt_mode]))
		extra->record.preempt_mode = 0;
	if (!set->exempt_given && old->preempt_exempt_time >= 0 &&
	    field(extra, "preemptexempttime",
		whole(extra, old->preempt_exempt_time)))
		extra->record.preempt_exempt_time = -1;
	if (!set->priority_given && old->priority &&
	    field(extra, "priority", whole(extra, old->priority)))
		extra->record.priority = 0;
	if (!set->factor_given &&
	    (old->usage_factor < 1 || old->usage_factor > 1) &&
	    field(extra, "usagefactor", real(extra, old->usage_factor)))
		extra->record.usage_factor = 1;
	if (!set->threshold_given && old->usage_threshold >= 0 &&
	    field(extra, "usagethreshold", real(extra, old->usage_threshold)))
		extra->record.usage_threshold = -1;
	if (!set->limit_factor_given && old->limit_factor >= 0 &&
	    field(extra, "limitfactor", real(extra, old->limit_factor)))
		extra->record.limit_factor = -1;
}

static enum ft_status
preempt(struct qos_extra *extra, struct ft_error *err)
{
	struct ft_plan_run *run = extra->run;
	const struct ft_qosref *ref;
	struct ft_str str;
	size_t n;

	ref = ft_book_qosrefs(run->book->qos_preempt, run->book->n_qos_preempt,
	    extra->old->id, &n);
	if (n == 0 || extra->set.preempt.given)
		return FT_OK;
	if (run->options->exact)
		return FT_REG(run->admin, put_qosrefs, FT_ENTITY_QOS,
		    extra->old->id, NULL, 0, err);
	ft_str_init(&str);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_book_qos(run->book, ref[i].qos);

		ft_str_addf(&str, "%s%s", i ? "," : "", qos ? qos->name : "");
	}
	ft_plan_add_extra(run, extra->subject, "preempt", ft_str_text(&str));
	ft_str_free(&str);
	return FT_OK;
}

static enum ft_status
extra_qos(struct ft_plan_run *run, const struct ft_plan_quality *quality,
    const struct ft_qos *old, struct ft_error *err)
{
	struct qos_extra extra = { .run = run, .old = old };
	const struct ft_limit *limit;
	enum ft_status status;
	size_t n;

	extra.subject = ft_plan_qos_subject(run, old->name);
	ft_admin_qos_set_init(&extra.set);
	read_given(&extra, quality);
	status = FT_REG(run->admin, get_qos, old->id, &extra.record, err);
	if (status == FT_OK)
		fields(&extra);
	if (status == FT_OK && extra.changed)
		status = FT_REG(run->admin, put_qos, &extra.record, err);
	limit = ft_book_limits(
	    run->book->qos_limit, run->book->n_qos_limit, old->id, &n);
	if (status == FT_OK)
		status = ft_plan_extra_limits(run, FT_ENTITY_QOS, extra.subject,
		    limit, n, extra.set.limit, extra.set.n_limit, err);
	if (status == FT_OK)
		status = preempt(&extra, err);
	ft_admin_qos_set_free(&extra.set);
	return status;
}

enum ft_status
ft_plan_extra_qoses(struct ft_plan_run *run, struct ft_error *err)
{
	if (run->options->scope)
		return FT_OK;
	for (size_t i = 0; i < run->order.n_quality; i++) {
		const struct ft_plan_quality *quality = &run->order.quality[i];
		const struct ft_qos *old =
		    ft_book_find_qos(run->book, quality->name);

		if (old && !old->deleted)
			FT_TRY(extra_qos(run, quality, old, err));
	}
	return run->options->exact ? ft_admin_relookup(run->admin, err) : FT_OK;
}
