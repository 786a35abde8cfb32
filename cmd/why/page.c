/* page.c - a job as a page: sentences, and its priority as a table. */

#include "why/private.h"

static void
percent_cell(struct ft_page *page, bool known, int64_t tenths)
{
	if (known)
		ft_page_cellf(page, "%.1f", (double)tenths / 10);
	else
		ft_page_cell(page, "-");
}

static void
factor_row(struct ft_why_job *why, int i, const struct ft_priority_parts *parts,
    const int64_t *tenths, struct ft_page *page)
{
	enum ft_priority_factor factor = (enum ft_priority_factor)i;
	const struct ft_priority *priority = &why->would.priority;
	uint32_t weight = ft_factor_weight(&why->at->params, factor);
	struct ft_str how FT_CLEANUP(ft_str_free) = { 0 };

	ft_page_cell(page, ft_factor_name(factor));
	if (weight > 0) {
		ft_page_cellf(page, "%" PRIu32, weight);
		ft_page_cellf(page, "%.6g", priority->norm[i]);
	} else {
		ft_page_cell(page, "");
		ft_page_cell(page, "");
	}
	ft_page_cellf(page, "%" PRId64, parts->factor[i]);
	percent_cell(page, tenths != NULL, tenths ? tenths[i] : 0);
	ft_standing_add_factor(&how, why->world, &why->would, factor);
	ft_page_cell(page, ft_str_text(&how));
}

static void
other_row(
    const struct ft_priority_parts *parts, bool by_hand, struct ft_page *page)
{
	ft_page_cell(page, "other");
	ft_page_cell(page, "");
	ft_page_cell(page, "");
	ft_page_cellf(page, "%" PRId64, parts->other);
	ft_page_cell(page, "-");
	ft_page_cell(
	    page, by_hand ? "set by hand" : "kept between 1 and 4294967295");
}

static void
priority_table(struct ft_why_job *why, struct ft_page *page)
{
	static const char *const header[] = { "Factor", ">Weight", ">Factor",
		">Points", ">%", "Explanation" };
	struct ft_priority_parts parts;
	int64_t tenths[FT_FACTORS];
	const struct ft_priority *priority = &why->would.priority;
	bool known = ft_priority_percent(priority, tenths);

	ft_priority_split(priority, &parts);
	ft_page_table(page, header, FT_COUNT(header));
	for (int i = 0; i < FT_FACTORS; i++) {
		bool counts =
		    ft_factor_weight(
			&why->at->params, (enum ft_priority_factor)i) > 0 ||
		    (i == FT_FACTOR_TRES && why->at->params.n_tres > 0);

		if (!why->job->priority_set &&
		    (counts || priority->weighted[i] != 0))
			factor_row(why, i, &parts, known ? tenths : NULL, page);
	}
	if (parts.other != 0)
		other_row(&parts, why->job->priority_set, page);
	ft_page_cell(page, "total");
	ft_page_cell(page, "");
	ft_page_cell(page, "");
	ft_page_cellf(page, "%" PRIu32, priority->priority);
	percent_cell(page, known, 1000);
	ft_page_cell(page, "");
	ft_page_table_end(page);
}

static void
queue(struct ft_why_job *why, struct ft_page *page, struct ft_str *str)
{
	ft_page_head(page, "Queue");
	for (size_t i = 0; i < why->n_place; i++) {
		ft_why_add_place(why, why->place[i], str);
		if (ft_why_next(why, why->place[i]) && why->at->sees_jobs)
			ft_str_add(str, "  ");
		ft_why_add_next(why, why->place[i], str);
		ft_page_take_text(page, str);
	}
	if (!why->by_share)
		return;
	ft_explain_add_pair(&why->explain, str);
	ft_page_take_text(page, str);
	ft_explain_add_order(&why->explain, str);
	ft_page_take_text(page, str);
}

static void
help(struct ft_why_job *why, struct ft_page *page, struct ft_str *str)
{
	if (why->n_help || why->starts || why->tried.len)
		ft_page_head(page, "What would help");
	for (size_t i = 0; i < why->n_help; i++) {
		ft_why_add_help(why, &why->help[i], str);
		ft_page_take_item(page, str);
	}
	ft_why_add_tried(why, str);
	ft_page_take_item(page, str);
}

void
ft_why_job_page(void *thing, struct ft_page *page)
{
	struct ft_why_job *why = thing;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (const struct ft_why_fact *fact = ft_why_facts; fact->key; fact++) {
		if (fact->hidden)
			continue;
		fact->add(why, &str);
		ft_page_take_text(page, &str);
	}
	help(why, page, &str);
	ft_why_alternatives_page(why, page);
	ft_why_blame_page(why, page);
	if (why->waits)
		ft_why_limits_page(&why->limits, page);
	if (why->waits && why->world->algo && why->job->hold == FT_HOLD_NONE) {
		ft_page_head(page, "Priority");
		priority_table(why, page);
	}
	if (why->n_place > 0)
		queue(why, page, &str);
}
