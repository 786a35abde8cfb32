/* show.c - ranges, summary and findings as a page and as a document. */
#include "report/lint/private.h"

#define HOUR 3600.0

/* ---- the arithmetic ------------------------------------------------------- */

static void
add_fairshare(const struct ft_lint *lint, struct ft_page *page)
{
	const struct ft_lint_term *fair = &lint->term[FT_FACTOR_FAIRSHARE];
	const struct ft_lint_term *age = &lint->term[FT_FACTOR_AGE];
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (fair->never)
		return;
	ft_str_addf(&str, "Fairshare: %.0f x (1 - ", fair->weight);
	if (fair->least > 0)
		ft_str_addf(&str, "1/%" PRIu32, lint->users);
	else
		ft_str_add_char(&str, '0');
	ft_str_addf(&str, ") = %.2f points between the best user and the worst",
	    fair->points);
	if (!age->never && fair->points >= age->points)
		ft_str_addf(&str, "; waiting adds at most %.2f", age->points);
	else if (!age->never)
		ft_str_addf(&str,
		    "; one hour of waiting adds %.4g; %.2f / %.4g = %.1f hours",
		    lint->second * HOUR, fair->points, lint->second * HOUR,
		    fair->points / lint->second / HOUR);
	ft_str_add_char(&str, '.');
	ft_page_item(page, ft_str_text(&str));
}

static void
add_qos(const struct ft_lint *lint, struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!lint->top_qos)
		return;
	ft_str_addf(&str,
	    "QOS %s: %.2f points more than the next QOS; all other factors "
	    "together add at most %.2f.",
	    lint->top_qos, lint->top_gap, lint->others);
	ft_page_item(page, ft_str_text(&str));
}

/* "TRES: at most 60000.00 points for gres/gpu (30000 each), ..." */
static void
add_tres(const struct ft_lint *lint, struct ft_page *page)
{
	const struct ft_tres_table *table = &lint->in->world->tres;
	bool raw = lint->params.flags & FT_PRIO_NO_NORMAL_TRES;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (lint->term[FT_FACTOR_TRES].never)
		return;
	for (size_t i = 0; i < lint->params.n_tres; i++) {
		if (!(lint->tres[i] > 0))
			continue;
		ft_str_add(&str, str.len ? ", " : "TRES: at most ");
		ft_str_addf(&str, "%.2f points for ", lint->tres[i]);
		ft_tres_add_name(&str, &table->item[i]);
		ft_str_addf(&str, " (%g %s)", lint->params.tres[i],
		    raw ? "each" : "for a whole partition");
	}
	ft_str_add_char(&str, '.');
	ft_page_item(page, ft_str_text(&str));
}

/* Jobs rarely have a site factor or a nice value. */
static bool
is_shown(const struct ft_lint *lint, int factor)
{
	return (factor != FT_FACTOR_SITE && factor != FT_FACTOR_NICE) ||
	       !lint->term[factor].never;
}

static void
terms_table(const struct ft_lint *lint, struct ft_page *page)
{
	static const char *const header[] = { "Factor", ">Weight", ">Least",
		">Most", ">Points", "Never matters because" };

	ft_page_table(page, header, 6);
	for (int i = 0; i < FT_FACTORS; i++) {
		const struct ft_lint_term *term = &lint->term[i];

		if (!is_shown(lint, i))
			continue;
		ft_page_cell(page, term->name);
		ft_page_cellf(page, "%.0f", term->weight);
		ft_page_cellf(page, "%.6g", term->least);
		ft_page_cellf(page, "%.6g", term->most);
		ft_page_cellf(page, "%.2f", term->points);
		ft_page_cell(page, term->never ? term->never : "");
	}
	ft_page_table_end(page);
}

static void
findings(const struct ft_lint *lint, bool warnings, const char *head,
    struct ft_page *page)
{
	bool begun = false;

	for (size_t i = 0; i < lint->n; i++) {
		if (lint->finding[i].warning != warnings)
			continue;
		if (!begun)
			ft_page_head(page, head);
		begun = true;
		ft_page_item(page, lint->finding[i].text);
	}
}

void
ft_lint_page(const struct ft_lint *lint, struct ft_page *page)
{
	ft_page_text(page, ft_str_text(&lint->summary));
	terms_table(lint, page);
	add_fairshare(lint, page);
	add_qos(lint, page);
	add_tres(lint, page);
	findings(lint, true, "Warnings", page);
	findings(lint, false, "Notes", page);
}

/* ---- documents ------------------------------------------------------------ */

void
ft_lint_document(
    const struct ft_lint *lint, const char *key, struct ft_doc *doc)
{
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "summary", ft_str_text(&lint->summary));
	ft_doc_u64(doc, "users", lint->users);
	ft_doc_real(doc, "points_of_a_place", lint->step);
	ft_doc_real(doc, "points_of_an_hour", lint->hour);
	ft_doc_u64(doc, "warnings", lint->warnings);
	ft_doc_begin_list(doc, "factors");
	for (int i = 0; i < FT_FACTORS; i++) {
		const struct ft_lint_term *term = &lint->term[i];

		if (!is_shown(lint, i))
			continue;
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", term->name);
		ft_doc_text(doc, "key", term->key);
		ft_doc_real(doc, "weight", term->weight);
		ft_doc_real(doc, "least", term->least);
		ft_doc_real(doc, "most", term->most);
		ft_doc_real(doc, "points", term->points);
		ft_doc_bool(doc, "matters", !term->never);
		ft_doc_text(doc, "reason", term->never ? term->never : "");
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "findings");
	for (size_t i = 0; i < lint->n; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "level",
		    lint->finding[i].warning ? "warning" : "note");
		ft_doc_text(doc, "key", lint->finding[i].key);
		ft_doc_text(doc, "text", lint->finding[i].text);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}
