/*
 * standing.c - the whole answer in one sentence: which place somebody has, and the one level
 * that decides it.  fwhy's page opens with it, the viewer shows it at its cursor.
 */
#include "report/explain/private.h"

#define NONE FT_NODE_NONE

/* ---- words ---------------------------------------------------------------- */

/*
 * "at the top", "in science": where STEP is compared with its sibling OTHER; "in
 * A and B, ranked as one", if tied accounts have brought them together.
 */
static const char *
where(const struct ft_explain *explain, const struct ft_explain_step *step,
    uint32_t other)
{
	uint32_t parent = ft_tree_fs_parent(explain->tree, step->node);
	const char *name;

	if (!parent)
		return "at the top";
	name = ft_explain_name(explain, parent);
	if (other == NONE || ft_explain_siblings(explain, step->node, other))
		return ft_arena_text(explain->texts, "in %s", name);
	return ft_arena_text(explain->texts, "in %s and %s, ranked as one",
	    name,
	    ft_explain_name(explain, ft_tree_fs_parent(explain->tree, other)));
}

/* ", because medicine", "... it" of the one whose path it is. */
static void
add_because(const struct ft_explain *explain,
    const struct ft_explain_path *path, const struct ft_explain_step *step,
    struct ft_str *str)
{
	ft_str_addf(str, ", because %s",
	    step->node == path->user ? "it"
				     : ft_explain_name(explain, step->node));
}

/* ", because medicine stands "; of the one whose path it is: ", ". */
static void
add_stands(const struct ft_explain *explain, const struct ft_explain_path *path,
    const struct ft_explain_step *step, struct ft_str *str)
{
	if (step->node == path->user) {
		ft_str_add(str, ", ");
		return;
	}
	add_because(explain, path, step, str);
	ft_str_add(str, " stands ");
}

static const char *
sibling(const struct ft_explain *explain, uint32_t node)
{
	return ft_tree_is_root_user(explain->tree, explain->names, node)
		   ? "the user root"
		   : ft_explain_name(explain, node);
}

/* ---- the level that decides ----------------------------------------------- */

/* Returns the step with the most users ahead because of it, the highest of
 * them, but rather one that is not decided by a tie; NULL: nobody is ahead. */
static const struct ft_explain_step *
deciding_step(const struct ft_explain_path *path)
{
	const struct ft_explain_step *most = NULL;

	for (size_t i = 0; i < path->n; i++) {
		const struct ft_explain_step *step = &path->step[i];

		if (step->ahead && (!most || step->ahead > most->ahead ||
				       (step->ahead == most->ahead &&
					   !most->better && step->better)))
			most = step;
	}
	return most;
}

/* " and 2 others" */
static void
add_others(uint32_t n, struct ft_str *str)
{
	if (n)
		ft_str_addf(
		    str, " and %" PRIu32 " other%s", n, n == 1 ? "" : "s");
}

/* ", because medicine stands behind physics and 2 others at the top" */
static void
add_behind(const struct ft_explain *explain, const struct ft_explain_path *path,
    const struct ft_explain_step *step, struct ft_str *str)
{
	uint32_t first = step->rival == NONE ? step->before : step->rival;
	uint32_t others = step->better ? step->better - 1 : 0;

	if (first == NONE || !ft_explain_may(explain, first)) {
		add_stands(explain, path, step, str);
		ft_str_add_ordinal(str, step->place);
		ft_str_addf(str, " of %" PRIu32 " %s", step->count,
		    where(explain, step, NONE));
		return;
	}
	if (!step->better && step->rival != NONE) {
		add_because(explain, path, step, str);
		ft_str_addf(str, " is tied with %s %s and comes after it",
		    sibling(explain, first), where(explain, step, first));
		return;
	}
	add_stands(explain, path, step, str);
	ft_str_addf(str, "behind %s", sibling(explain, first));
	add_others(others, str);
	ft_str_addf(str, " %s", where(explain, step, first));
	if (first == step->rival)
		ft_str_add(str,
		    ft_explain_near(explain, step->rival_fs, step->level_fs));
}

/* Returns the highest level on which there is anybody else; where tied accounts
 * are ranked as one, their tie decides nothing. */
static const struct ft_explain_step *
first_step(const struct ft_explain_path *path)
{
	for (size_t i = 0; i < path->n; i++) {
		const struct ft_explain_step *step = &path->step[i];

		if (step->count > 1 && !step->merged)
			return step;
	}
	return NULL;
}

/* ", because A is tied with B for first place at the top and comes first" */
static void
add_tied(const struct ft_explain *explain, const struct ft_explain_path *path,
    const struct ft_explain_step *step, struct ft_str *str)
{
	uint32_t with = step->place == 1 ? step->next : step->before;

	add_because(explain, path, step, str);
	ft_str_add(str, " is tied");
	if (ft_explain_may(explain, with)) {
		ft_str_addf(str, " with %s", sibling(explain, with));
		add_others(step->equal - 1, str);
	}
	ft_str_addf(str, " for first place %s%s", where(explain, step, with),
	    path->equals || ft_tree_is_user(explain->tree, with)
		? ""
		: " and comes first");
}

/* Why nobody is ahead. */
static void
add_first(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	const struct ft_explain_step *step = first_step(path);
	uint32_t next = step ? step->next : NONE;

	if (!step) {
		ft_str_add(str, ": there is nobody else");
		return;
	}
	if (explain->tree->flags[step->node] & FT_NODE_PARENT) {
		add_because(explain, path, step, str);
		ft_str_addf(str, " has parent shares, which come first %s",
		    where(explain, step, NONE));
	} else if (isinf(step->level_fs)) {
		add_because(explain, path, step, str);
		ft_str_add(str, " has used nothing");
	} else if (step->equal) {
		add_tied(explain, path, step, str);
	} else if (next != NONE && ft_explain_may(explain, next)) {
		add_stands(explain, path, step, str);
		ft_str_addf(str, "ahead of %s %s", sibling(explain, next),
		    where(explain, step, next));
	} else {
		add_stands(explain, path, step, str);
		ft_str_addf(str, "first %s", where(explain, step, NONE));
	}
}

static void
add_reason(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	const struct ft_explain_step *step = deciding_step(path);
	const struct ft_explain_step *last = &path->step[path->n - 1];

	if (step) {
		add_behind(explain, path, step, str);
	} else if (last->merged) {
		ft_str_addf(str,
		    ", because it is tied with %" PRIu32
		    " other%s %s, and they are ranked as one",
		    last->equal, last->equal == 1 ? "" : "s",
		    where(explain, last, NONE));
	} else {
		add_first(explain, path, str);
	}
}

/* ---- the sentence --------------------------------------------------------- */

static void
add_user(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	ft_str_addf(str, "%s is ", ft_explain_name(explain, path->user));
	ft_str_add_ordinal(str, path->place);
	ft_str_addf(str, " of %" PRIu32, explain->users);
	if (path->equals)
		ft_str_addf(str, ", tied with %" PRIu32 " other%s",
		    path->equals, path->equals == 1 ? "" : "s");
}

/* "places 12 to 40 of 315" */
static void
add_places(const struct ft_explain *explain, uint32_t first, uint32_t last,
    struct ft_str *str)
{
	if (first == last)
		ft_str_addf(str, "place %" PRIu32, first);
	else
		ft_str_addf(str, "places %" PRIu32 " to %" PRIu32, first, last);
	ft_str_addf(str, " of %" PRIu32, explain->users);
}

static void
add_account(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str)
{
	const char *name = ft_explain_name(explain, path->user);

	if (!path->place) {
		ft_str_addf(str, "%s has no users, so no place", name);
		return;
	}
	ft_str_addf(str, "%s has ", name);
	add_places(explain, path->place, path->last, str);
}

void
ft_explain_add_would(const struct ft_explain *explain,
    const struct ft_solve_change *change, struct ft_str *str)
{
	ft_str_addf(str, "%s would ", ft_explain_name(explain, change->of));
	if (!ft_tree_is_user(explain->tree, change->of)) {
		ft_str_add(str, "have ");
		add_places(explain, change->first, change->last, str);
		return;
	}
	ft_str_add(str, "be ");
	ft_str_add_ordinal(str, change->first);
	ft_str_addf(str, " of %" PRIu32, explain->users);
}

void
ft_explain_add_standing(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str)
{
	bool user = ft_tree_is_user(explain->tree, path->user);

	if (user)
		add_user(explain, path, str);
	else
		add_account(explain, path, str);
	if (ft_explain_is_walk(explain) && path->n && path->place)
		add_reason(explain, path, str);
	else if (user && !explain->share->bucket &&
		 !ft_explain_is_walk(explain))
		ft_str_addf(str, ": FairShare %.6f = %s",
		    explain->share->factor[path->user],
		    ft_explain_formula(explain, path->user));
	ft_str_add_char(str, '.');
}
