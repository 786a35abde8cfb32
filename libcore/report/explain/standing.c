/*
 * The whole answer in one sentence: which place somebody has, and the one level
 * that decides it.  fwhy's page opens with it, the viewer shows it at its cursor.
 */
#include "report/explain/private.h"

#define NONE FT_NODE_NONE

/* ---- words ---------------------------------------------------------------- */

/* "at the top", "in science": where STEP is compared with its siblings */
static const char *
where(const struct ft_explain *explain, const struct ft_explain_step *step)
{
	uint32_t parent = ft_tree_fs_parent(explain->tree, step->node);

	return parent ? ft_arena_text(explain->texts, "in %s",
			    ft_explain_name(explain, parent))
		      : "at the top";
}

/* The node of STEP, seen from the one whose path it is on. */
static const char *
own_name(const struct ft_explain *explain, const struct ft_explain_path *path,
    const struct ft_explain_step *step)
{
	return step->node == path->user ? "it"
					: ft_explain_name(explain, step->node);
}

static const char *
sibling(const struct ft_explain *explain, uint32_t node)
{
	return ft_explain_is_root_user(explain, node)
		   ? "the user root"
		   : ft_explain_name(explain, node);
}

/* ---- the level that decides ----------------------------------------------- */

/* Returns the step with the most users ahead because of it, the highest of
 * them; NULL: nobody is ahead. */
static const struct ft_explain_step *
deciding_step(const struct ft_explain_path *path)
{
	const struct ft_explain_step *most = NULL;

	for (size_t i = 0; i < path->n; i++) {
		const struct ft_explain_step *step = &path->step[i];

		if (step->ahead && (!most || step->ahead > most->ahead))
			most = step;
	}
	return most;
}

/* "medicine stands behind physics and 2 others at the top" */
static void
add_behind(const struct ft_explain *explain, const struct ft_explain_path *path,
    const struct ft_explain_step *step, struct ft_str *str)
{
	uint32_t first = step->rival == NONE ? step->before : step->rival;
	uint32_t others = step->better ? step->better - 1 : 0;

	if (first == NONE || !ft_explain_may(explain, first)) {
		ft_str_addf(str, "%s stands ", own_name(explain, path, step));
		ft_str_add_ordinal(str, step->place);
		ft_str_addf(str, " of %" PRIu32 " %s", step->count,
		    where(explain, step));
		return;
	}
	if (!step->better && step->rival != NONE) {
		ft_str_addf(str, "%s is tied with %s %s and comes after it",
		    own_name(explain, path, step), sibling(explain, first),
		    where(explain, step));
		return;
	}
	ft_str_addf(str, "%s stands behind %s", own_name(explain, path, step),
	    sibling(explain, first));
	if (others)
		ft_str_addf(str, " and %" PRIu32 " other%s", others,
		    others == 1 ? "" : "s");
	ft_str_addf(str, " %s", where(explain, step));
}

/* Why nobody is ahead: the highest level on which there is anybody else. */
static void
add_first(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	const struct ft_explain_step *step = path->step;
	const struct ft_explain_step *end = path->step + path->n;

	while (step < end && step->count < 2)
		step++;
	if (step == end) {
		ft_str_add(str, ": there is nobody else");
		return;
	}
	ft_str_addf(str, ", because %s ", own_name(explain, path, step));
	if (explain->tree->flags[step->node] & FT_NODE_PARENT)
		ft_str_addf(str, "has parent shares, which come first %s",
		    where(explain, step));
	else if (isinf(step->level_fs))
		ft_str_add(str, "has used nothing");
	else if (step->equal)
		ft_str_addf(
		    str, "is tied for first place %s", where(explain, step));
	else if (step->next != NONE && ft_explain_may(explain, step->next))
		ft_str_addf(str, "stands ahead of %s %s",
		    sibling(explain, step->next), where(explain, step));
	else
		ft_str_addf(str, "stands first %s", where(explain, step));
}

static void
add_reason(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	const struct ft_explain_step *step = deciding_step(path);

	if (!step) {
		add_first(explain, path, str);
		return;
	}
	ft_str_add(str, ", because ");
	add_behind(explain, path, step, str);
}

/* ---- the sentence --------------------------------------------------------- */

static void
add_user(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	ft_str_addf(str, "%s is ", ft_explain_name(explain, path->user));
	ft_str_add_ordinal(str, path->rank);
	ft_str_addf(str, " of %" PRIu32, explain->users);
	if (path->equals)
		ft_str_addf(str, ", tied with %" PRIu32 " other%s",
		    path->equals, path->equals == 1 ? "" : "s");
}

static void
add_account(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str)
{
	const char *name = ft_explain_name(explain, path->user);

	if (!path->rank)
		ft_str_addf(str, "%s has no users, so no place", name);
	else if (path->rank == path->last)
		ft_str_addf(str, "%s has place %" PRIu32 " of %" PRIu32, name,
		    path->rank, explain->users);
	else
		ft_str_addf(str,
		    "%s has places %" PRIu32 " to %" PRIu32 " of %" PRIu32,
		    name, path->rank, path->last, explain->users);
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
	if (ft_explain_is_walk(explain) && path->n && path->rank)
		add_reason(explain, path, str);
	else if (user && !explain->share->bucket &&
		 !ft_explain_is_walk(explain))
		ft_str_addf(str, ": FairShare %.6f = %s",
		    explain->share->factor[path->user],
		    ft_explain_formula(explain, path->user));
	ft_str_add_char(str, '.');
}
