/*
 * rules.c - how a replay differs from the plain one, for people and programs.
 */

#include "fsim/source.h"

bool
fsim_rules_any(const struct fsim_source *source)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	return source->limits.kind != FT_ESTIMATE_NONE ||
	       rules->overrun != FT_OVERRUN_KILL;
}

void
fsim_rules_add(struct ft_str *str, const struct fsim_source *source, int width)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	if (source->limits.kind != FT_ESTIMATE_NONE) {
		ft_str_addf(str, "%-*sdrawn by ", width, "Limits");
		ft_estimate_add(str, &source->limits);
		ft_str_add_char(str, '\n');
	}
	if (rules->overrun == FT_OVERRUN_ALLOW)
		ft_str_addf(str, "%-*sallowed: no job ends at its limit\n",
		    width, "Overrun");
}

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

void
fsim_rules_document(struct ft_doc *doc, const struct fsim_source *source)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	if (!fsim_rules_any(source))
		return;
	ft_doc_begin(doc, "rules");
	if (source->limits.kind != FT_ESTIMATE_NONE)
		add_limits(doc, &source->limits);
	ft_doc_text(doc, "overrun",
	    rules->overrun == FT_OVERRUN_ALLOW ? "allow" : "kill");
	ft_doc_end(doc);
}
