/* explain.c - the panel that explains a user, compares two, or edits one. */

#include "fview/internal.h"

#define WAY_MAX 40 /* accounts of a path that are explained, at most */

/* Returns the account below which NODE is ranked, after merges. */
static uint32_t
ranked_below(const struct fview_film *film, uint32_t node)
{
	return fview_film_above(film, node, film->n);
}

/* ---- one user ------------------------------------------------------------- */

/* "2nd of 4 on its level, before it chem" */
static void
level_place(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const struct fview_data *data = scene->data;
	const struct fview_film *film = data->film;
	uint32_t above = ranked_below(film, node), n, place;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const uint32_t *list;

	if (film->stepless)
		return;
	n = fview_film_children(film, data->tree, above, film->n, &list);
	place = fview_film_place(film, data->tree, node, film->n);
	ft_str_add_ordinal(&str, place + 1);
	if (n == 1)
		fview_line(
		    lines, FVIEW_STYLE_NORMAL, 3, "   alone on its level");
	else if (place == 0)
		fview_line(lines, FVIEW_STYLE_NORMAL, 3,
		    "   1st of %" PRIu32 " under %s, just before %s", n,
		    fview_name(data, above), fview_name(data, list[1]));
	else
		fview_line(lines, FVIEW_STYLE_NORMAL, 3,
		    "   %s of %" PRIu32 " under %s, just after %s%s", str.data,
		    n, fview_name(data, above),
		    fview_name(data, list[place - 1]),
		    ft_real_cmp(film->level_fs[list[place - 1]],
			film->level_fs[node]) == 0
			? " (tie)"
			: "");
}

/* How algorithms without steps compute the factor. */
static void
explain_stepless(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const struct ft_share *share = &scene->data->share;

	if (share->norm && share->effective) {
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "S  = %s of the whole cluster",
		    fview_real_of(&lines->arena, (ft_real)share->norm[node]));
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "UE = %s, usage mixed with the account's",
		    fview_real_of(&lines->arena, share->effective[node]));
		if (ft_tree_is_user(scene->data->tree, node))
			fview_add_classic(scene->data, "", lines);
	} else if (share->bucket) {
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "number %016" PRIx64 ": a bucket of bits for each level",
		    share->bucket[node]);
	}
}

static void
explain_step(const struct fview_scene *scene, uint32_t node, int number,
    struct fview_lines *lines)
{
	fview_line(lines, FVIEW_STYLE_PATH, 3, "%d. %s", number,
	    fview_name_of(&lines->arena, scene->data, node));
	if (scene->film->stepless)
		explain_stepless(scene, node, lines);
	else
		fview_add_equation(scene->data, node, lines);
	level_place(scene, node, lines);
}

/* What the sentence leaves out. */
static void
explain_place(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const struct fview_film *film = scene->film;
	const uint32_t *moved = scene->view->moved;
	ft_real factor = (ft_real)scene->data->share.factor[node];

	if (!ft_tree_is_user(scene->data->tree, node))
		return;
	fview_line(lines, FVIEW_STYLE_NORMAL, 0, "%s: factor %s",
	    fview_title_of(&lines->arena, scene->data, node),
	    fview_real_of(&lines->arena, factor));
	if (moved && moved[node] > 0 && moved[node] != film->place[node])
		fview_line(lines, FVIEW_STYLE_EDIT, 0, "before: place %" PRIu32,
		    moved[node]);
	if (!film->stepless && film->step[node].tied != FVIEW_NEVER)
		fview_line(lines, FVIEW_STYLE_TIE, 0,
		    "(tie): it shares the place given before it");
	fview_rule_lines(scene->data, node, factor, lines);
}

void
fview_explain_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	uint32_t node = fview_visible(scene->view, fview_selected(scene->view));
	uint32_t way[WAY_MAX], at;
	int n = 0;

	fview_standing_line(scene->data, node, lines);
	explain_place(scene, node, lines);
	fview_path_table(scene->data, node, lines);
	for (at = node; at != 0 && n < WAY_MAX; at = scene->film->family[at])
		way[n++] = at;
	if (at != 0)
		fview_line(lines, FVIEW_STYLE_DONE, 0,
		    "(its last %d levels only)", WAY_MAX);
	for (int i = n; i > 0; i--)
		explain_step(scene, way[i - 1], n - i + 1, lines);
}

/* ---- two users ------------------------------------------------------------ */

static uint32_t
depth_of(const struct fview_film *film, uint32_t node)
{
	uint32_t depth = 0;

	while ((node = ranked_below(film, node)) != FT_NODE_NONE)
		depth++;
	return depth;
}

uint32_t
fview_deciding(
    const struct fview_film *film, uint32_t a, uint32_t b, uint32_t *pair)
{
	uint32_t depth_a = depth_of(film, a), depth_b = depth_of(film, b);

	for (; depth_a > depth_b; depth_a--)
		a = ranked_below(film, a);
	for (; depth_b > depth_a; depth_b--)
		b = ranked_below(film, b);
	if (a == b)
		return FT_NODE_NONE;
	while (ranked_below(film, a) != ranked_below(film, b)) {
		a = ranked_below(film, a);
		b = ranked_below(film, b);
	}
	pair[0] = film->to[a] < film->to[b] ? a : b;
	pair[1] = pair[0] == a ? b : a;
	return ranked_below(film, a);
}

static void
compare_places(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const char *title = fview_title_of(&lines->arena, scene->data, node);

	if (ft_tree_is_user(scene->data->tree, node))
		fview_line(lines, FVIEW_STYLE_TITLE, 2,
		    "%s: place %" PRIu32 " of %" PRIu32, title,
		    scene->film->place[node], scene->film->n_user);
	else
		fview_line(lines, FVIEW_STYLE_TITLE, 2, "%s", title);
}

static void
verdict(const struct fview_scene *scene, const uint32_t *pair,
    struct fview_lines *lines)
{
	const struct fview_data *data = scene->data;
	ft_real first = data->film->level_fs[pair[0]];
	ft_real second = data->film->level_fs[pair[1]];
	bool tied = ft_real_cmp(first, second) == 0;
	const char *a = fview_real_of(&lines->arena, first);
	const char *b = fview_real_of(&lines->arena, second);

	if (tied)
		fview_line(lines, FVIEW_STYLE_TIE, 0,
		    "LF %s = %s: %s and %s are tied here", a, b,
		    fview_name(data, pair[0]), fview_name(data, pair[1]));
	else
		fview_line(lines, FVIEW_STYLE_PATH, 0,
		    "LF %s > %s: %s goes first, with all who are below it.", a,
		    b, fview_name(data, pair[0]));
}

/* Two that look tied and are not. */
static void
near_tie(const struct fview_scene *scene, const uint32_t *pair,
    struct fview_lines *lines)
{
	ft_real first = scene->film->level_fs[pair[0]];
	ft_real second = scene->film->level_fs[pair[1]];

	if (ft_real_cmp(first, second) > 0 && second > 0 &&
	    first - second < 1e-6L)
		fview_line(lines, FVIEW_STYLE_TIE, 0,
		    "No tie, although it looks like one: %.1Le more.",
		    first - second);
}

/* The sentence of fwhy about two users; of accounts the two that are compared. */
static void
compare_sentence(const struct fview_scene *scene, const uint32_t *node,
    const uint32_t *pair, struct fview_lines *lines)
{
	const struct ft_tree *tree = scene->data->tree;

	if (ft_tree_is_user(tree, node[0]) && ft_tree_is_user(tree, node[1]))
		fview_pair_lines(scene->data, node, false, lines);
	else if (pair[0] != FT_NODE_NONE)
		verdict(scene, pair, lines);
	compare_places(scene, node[0], lines);
	compare_places(scene, node[1], lines);
}

void
fview_compare_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct ft_tree *tree = scene->data->tree;
	uint32_t node[2] = { fview_marked(scene->view),
		fview_visible(scene->view, fview_selected(scene->view)) };
	uint32_t pair[2] = { FT_NODE_NONE, FT_NODE_NONE }, above = FT_NODE_NONE;

	if (node[0] == FT_NODE_NONE || node[0] == node[1]) {
		fview_line(lines, FVIEW_STYLE_NOTE, 0,
		    "Move to the one to compare with, j and k.");
		return;
	}
	if (!scene->film->stepless)
		above = fview_deciding(scene->film, node[0], node[1], pair);
	compare_sentence(scene, node, pair, lines);
	if (scene->film->stepless)
		return;
	if (above == FT_NODE_NONE) {
		fview_line(lines, FVIEW_STYLE_NOTE, 0,
		    "One is above the other: they are not compared.");
		return;
	}
	fview_line(lines, FVIEW_STYLE_NORMAL, 2,
	    "decided in %s:", fview_name(scene->data, above));
	fview_level_table(scene->data, pair, 2, lines);
	near_tie(scene, pair, lines);
	if (ft_tree_is_user(tree, node[0]) && ft_tree_is_user(tree, node[1]))
		fview_pair_lines(scene->data, node, true, lines);
	for (int i = 0; i < 2; i++) {
		fview_line(lines, FVIEW_STYLE_MATCH, 2, "! %s",
		    fview_name_of(&lines->arena, scene->data, pair[i]));
		fview_add_equation(scene->data, pair[i], lines);
	}
}

/* ---- what if -------------------------------------------------------------- */

static void
edit_rows(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview *view = scene->view;

	for (size_t i = 0; i < view->n_edit; i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		fview_add_edit(view, i, &str);
		if (str.len)
			fview_line(lines, FVIEW_STYLE_EDIT, 4, "%s", str.data);
	}
}

/* The current value of the edited setting and, after an arrow, the typed
 * one. */
static void
number_line(const struct fview *view, enum fview_edit_kind kind,
    const char *number, struct fview_lines *lines)
{
	bool edited = view->editing == kind;

	fview_line(lines, edited ? FVIEW_STYLE_TITLE : FVIEW_STYLE_NORMAL, 2,
	    "%s%s %s%s%s", edited ? "> " : "  ",
	    kind == FVIEW_EDIT_SHARES ? "shares" : "usage ", number,
	    edited ? " → " : "", edited ? ft_str_text(&view->number) : "");
}

static void
number_lines(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	for (int i = FVIEW_EDIT_SHARES; i <= FVIEW_EDIT_USAGE; i++)
		number_line(scene->view, (enum fview_edit_kind)i,
		    fview_edit_value(&lines->arena, scene->data, node,
			(enum fview_edit_kind)i),
		    lines);
}

void
fview_edit_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview *view = scene->view;
	uint32_t node = fview_visible(view, fview_selected(view));
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word line;
	const char *text;

	fview_line(lines, FVIEW_STYLE_TITLE, 2, "%s",
	    fview_title_of(&lines->arena, scene->data, node));
	if (node == 0) {
		fview_line(lines, FVIEW_STYLE_NOTE, 0,
		    "The root shares with nobody: move to an account or a "
		    "user, j and k.");
	} else {
		number_lines(scene, node, lines);
		fview_line(lines, FVIEW_STYLE_DONE, 0,
		    "digits Enter, + -, Tab shares/usage, z undo, Z redo");
	}
	if (view->n_edit == 0) {
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "Nothing is edited. The store stays as it is until "
		    ":apply.");
	} else {
		edit_rows(scene, lines);
		if (node)
			fview_what_if_lines(scene, node, lines);
		fview_line(lines, FVIEW_STYLE_PLACE, 2, "%s",
		    ft_str_text(&view->moves));
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    ":apply runs this, Esc and z leave it:");
		fview_edit_commands(view, &str);
		text = ft_str_text(&str);
		while (ft_word_next(&text, "\n", &line))
			fview_line(lines, FVIEW_STYLE_NOTE, 2, "%.*s",
			    (int)line.len, line.at);
		fview_moved_lines(scene, lines);
	}
}
