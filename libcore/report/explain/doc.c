/* doc.c - what is explained, for programs. */
#include "report/explain/private.h"

static void
put_name(const struct ft_explain *explain, const char *key, uint32_t node,
    struct ft_doc *doc)
{
	ft_doc_text(doc, key,
	    node == FT_NODE_NONE ? "" : ft_explain_name(explain, node));
}

/* ---- a way ---------------------------------------------------------------- */

/* What the walk alone knows. */
static void
put_walk(const struct ft_explain *explain, const struct ft_explain_step *step,
    bool may, struct ft_doc *doc)
{
	static const char *const ties[] = {
		[FT_EXPLAIN_NO_TIE] = "none",
		[FT_EXPLAIN_TIE] = "tie",
		[FT_EXPLAIN_INHERIT] = "inherit",
		[FT_EXPLAIN_MERGE] = "merge",
	};

	ft_doc_real(doc, "shares_normalized", step->shares);
	ft_doc_number(doc, "usage_of_parent", may, (double)step->usage);
	ft_doc_number(doc, "level", may, (double)step->level_fs);
	ft_doc_u64(doc, "place", step->place);
	ft_doc_u64(doc, "siblings", step->count);
	ft_doc_u64(doc, "tied_siblings", step->equal);
	ft_doc_u64(doc, "users_before", step->ahead);
	ft_doc_text(doc, "tie", ties[step->tie]);
	ft_doc_u64(doc, "merged_with", step->merged);
	/* where usage is hidden, who used less is too */
	put_name(explain, "behind", may ? step->before : FT_NODE_NONE, doc);
}

static void
put_formula(const struct ft_explain *explain, size_t level, uint32_t node,
    bool may, struct ft_doc *doc)
{
	struct ft_share_values values;
	uint64_t bits = 0;
	double part = 0;
	bool counts = ft_explain_bucket(explain, level, node, &bits, &part);

	ft_share_values_of(explain->input, explain->share, node, &values);
	ft_doc_real(doc, "shares_normalized", values.norm_shares);
	ft_doc_number(
	    doc, "effective_usage", may, (double)values.effective_usage);
	if (!explain->share->bucket) {
		ft_doc_number(
		    doc, "factor", may && values.has_factor, values.factor);
		return;
	}
	ft_doc_count(doc, "bits", may && counts, false, bits);
	ft_doc_number(doc, "factor", may && counts, part);
}

static void
put_step(const struct ft_explain *explain, const struct ft_explain_path *path,
    size_t i, struct ft_doc *doc)
{
	const struct ft_tree *tree = explain->tree;
	const struct ft_explain_step *step = &path->step[i];
	uint32_t node = step->node;
	bool may = ft_explain_may(explain, node);

	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", tree->id[node]);
	put_name(explain, "name", node, doc);
	ft_doc_bool(doc, "user", ft_tree_is_user(tree, node));
	ft_doc_count(doc, "shares", !(tree->flags[node] & FT_NODE_PARENT),
	    false, tree->shares[node]);
	ft_doc_u64(
	    doc, "shares_of_level", ft_explain_level_shares(explain, node));
	ft_doc_count(
	    doc, "usage", may, false, ft_real_u64(explain->input->usage[node]));
	if (ft_explain_is_walk(explain))
		put_walk(explain, step, may, doc);
	else
		put_formula(explain, i, node, may, doc);
	ft_doc_end(doc);
}

static void
put_path(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", explain->tree->id[path->user]);
	put_name(explain, "name", path->user, doc);
	ft_doc_u64(doc, "place", path->place);
	ft_doc_u64(doc, "rank", path->place);      /* its old name */
	ft_doc_u64(doc, "last_place", path->last); /* accounts: a range */
	ft_doc_u64(doc, "same_rank", path->equals);
	if (ft_tree_is_user(explain->tree, path->user))
		ft_doc_real(
		    doc, "fairshare", explain->share->factor[path->user]);
	else
		ft_doc_null(doc, "fairshare");
	ft_doc_begin_list(doc, "path");
	for (size_t i = 0; i < path->n; i++)
		put_step(explain, path, i, doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- the rest ------------------------------------------------------------- */

static void
put_answer(const struct ft_explain *explain, const char *key,
    const struct ft_project_answer *answer, struct ft_doc *doc)
{
	bool never = answer->seconds == FT_PROJECT_NEVER;

	ft_doc_begin(doc, key);
	ft_doc_count(doc, "seconds", !never, false,
	    never ? 0 : (uint64_t)answer->seconds);
	put_name(explain, "name", never ? FT_NODE_NONE : answer->node, doc);
	ft_doc_u64(doc, "others", answer->others);
	ft_doc_end(doc);
}

static void
put_outlook(const struct ft_explain *explain, struct ft_doc *doc)
{
	const struct ft_explain_outlook *outlook = &explain->outlook;

	ft_doc_begin(doc, "outlook");
	ft_doc_bool(doc, "known", outlook->known);
	ft_doc_text(doc, "load", outlook->load);
	if (outlook->known) {
		ft_doc_i64(doc, "horizon_seconds", outlook->horizon);
		put_answer(explain, "passes", &outlook->pass, doc);
		if (explain->n_path == 1)
			put_answer(
			    explain, "is_passed_by", &outlook->fall, doc);
	}
	ft_doc_end(doc);
}

/* Which shares would move the user, or an account above, ahead of the next. */
static void
put_changes(const struct ft_explain *explain, struct ft_doc *doc)
{
	const struct ft_explain_path *path = &explain->path[0];
	struct ft_solve_change change;
	struct ft_flip found;

	ft_doc_begin_list(doc, "changes");
	for (size_t i = 0; i < path->n; i++) {
		if (!ft_explain_find_next(explain, path, i, &found, &change))
			continue;
		ft_doc_begin(doc, NULL);
		put_name(explain, "name", found.behind, doc);
		put_name(explain, "passes", found.ahead, doc);
		ft_doc_u64(doc, "shares_before", found.raise.from);
		ft_doc_count(
		    doc, "shares_after", change.first, false, change.to);
		ft_doc_count(doc, "place", change.first, false, change.first);
		ft_doc_count(
		    doc, "last_place", change.first, false, change.last);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

/* What decides between two, under Fair Tree. */
static void
put_decided(const struct ft_explain *explain, struct ft_doc *doc)
{
	size_t at = ft_explain_decided(explain);
	bool tied;
	size_t ahead = ft_explain_ahead(explain, &tied);
	uint32_t first = explain->path[ahead].step[at].node;
	uint32_t second = explain->path[1 - ahead].step[at].node;

	ft_doc_begin(doc, "decided");
	ft_doc_u64(doc, "depth", at + 1);
	put_name(
	    explain, "under", ft_tree_fs_parent(explain->tree, first), doc);
	put_name(explain, "ahead", first, doc);
	put_name(explain, "behind", second, doc);
	ft_doc_end(doc);
}

static void
put_sentence(struct ft_str *str, struct ft_doc *doc)
{
	if (str->len)
		ft_doc_text(doc, NULL, ft_str_text(str));
	ft_str_clear(str);
}

/* The answer in one sentence: the first line of the page. */
static void
put_answer_sentence(const struct ft_explain *explain, struct ft_doc *doc)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (explain->n_path > 1)
		ft_explain_add_pair(explain, &str);
	else
		ft_explain_add_standing(explain, &explain->path[0], &str);
	ft_doc_text(doc, "sentence", ft_str_text(&str));
}

static void
put_sentences(const struct ft_explain *explain, struct ft_doc *doc)
{
	const struct ft_explain_path *path = &explain->path[0];
	bool user = ft_tree_is_user(explain->tree, path->user);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, "sentences");
	if (explain->n_path > 1) {
		ft_explain_add_pair(explain, &str);
		put_sentence(&str, doc);
		ft_explain_add_flip(explain, true, &str);
		put_sentence(&str, doc);
	} else {
		if (user)
			ft_explain_add_place(explain, path, &str);
		else
			ft_explain_add_standing(explain, path, &str);
		put_sentence(&str, doc);
		for (size_t i = 0; i < path->n; i++) {
			ft_explain_add_ahead(explain, path, i, &str);
			put_sentence(&str, doc);
			ft_explain_add_tie(explain, path, i, &str);
			put_sentence(&str, doc);
			ft_explain_add_next(explain, path, i, &str);
			ft_explain_add_next_command(explain, path, i, &str);
			put_sentence(&str, doc);
		}
	}
	ft_explain_add_order(explain, &str);
	put_sentence(&str, doc);
	if (user)
		ft_explain_add_outlook(explain, &str);
	put_sentence(&str, doc);
	ft_explain_add_rule(explain, &str);
	put_sentence(&str, doc);
	ft_doc_end(doc);
}

static void
put_rules(const struct ft_tie_rules *rules, struct ft_doc *doc)
{
	ft_doc_begin_list(doc, "tie_rules");
	for (enum ft_tie_rule rule = 0; rule < FT_TIE_RULES; rule++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", ft_tie_rule_name(rule));
		ft_doc_bool(doc, "used", rule == rules->used);
		ft_doc_u64(doc, "users_moved", rules->differ[rule]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

void
ft_explain_document(
    const struct ft_explain *explain, const char *key, struct ft_doc *doc)
{
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "algorithm", explain->algo->name);
	ft_doc_u64(doc, "users", explain->users);
	ft_doc_u64(doc, "users_moved_by_other_ties", explain->rules.moved);
	put_rules(&explain->rules, doc);
	ft_doc_begin_list(doc, "who");
	for (size_t i = 0; i < explain->n_path; i++)
		put_path(explain, &explain->path[i], doc);
	ft_doc_end(doc);
	if (explain->n_path > 1 && ft_explain_is_walk(explain))
		put_decided(explain, doc);
	if (explain->n_path == 1)
		put_changes(explain, doc);
	if (ft_tree_is_user(explain->tree, explain->path[0].user))
		put_outlook(explain, doc);
	put_answer_sentence(explain, doc);
	put_sentences(explain, doc);
	ft_doc_end(doc);
}
