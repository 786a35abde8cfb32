/*
 * answer.c - who is at the cursor, in the sentences of fwhy: which place it has
 * and why, and what would help.  The film has recorded the run, so nothing is
 * ranked again and only the levels above one node are looked at.
 */

#include "fview/internal.h"
#include "report/explain/explain.h"

#define HELP 3 /* levels for which advice is given, at most */

/* One or two nodes, as report/explain wants them. */
struct answer {
	const struct fview_data *data;
	struct ft_share_input input;
	struct ft_share share; /* shares the arrays of data */
	struct ft_explain explain;
};

/* ---- a path, read from the film ------------------------------------------- */

/* How many users were ranked before the film reached NODE. */
static uint32_t
ranked_before(const struct fview_film *film, uint32_t node, bool user)
{
	uint32_t step =
	    user ? film->step[node].ranked : film->step[node].entered;

	return step == FVIEW_NEVER ? 0 : fview_film_ranks(film, step);
}

/* Returns whether the children of ACCOUNT are ranked with those of others. */
static bool
is_merged(const struct fview_data *data, uint32_t account)
{
	const struct fview_film *film = data->film;
	uint32_t leader = film->leader[account];

	return !ft_tree_is_user(data->tree, account) &&
	       film->count[data->tree->acct[leader]] >
		   fview_family_size(data, account);
}

static void
fill_steps(struct answer *answer, struct ft_explain_path *path)
{
	const struct ft_tree *tree = answer->data->tree;
	const struct fview_film *film = answer->data->film;
	uint32_t before = 0;

	for (size_t i = 0; i < path->n; i++) {
		struct ft_explain_step *step = &path->step[i];
		uint32_t above = fview_film_above(film, step->node, film->n);
		uint32_t now = ranked_before(
		    film, step->node, ft_tree_is_user(tree, step->node));
		const uint32_t *list;
		uint32_t n =
		    fview_film_children(film, tree, above, film->n, &list);

		/* those who share the place are not ahead */
		if (path->place && now > path->place - 1)
			now = path->place - 1;
		step->ahead = now > before ? now - before : 0;
		before = now > before ? now : before;
		step->shares = film->shares[step->node];
		step->usage = film->usage[step->node];
		step->level_fs = film->level_fs[step->node];
		step->level = above;
		step->merged = is_merged(answer->data, step->node);
		ft_explain_put_place(
		    &answer->explain, step, list, n, film->level_fs);
	}
}

/* The places of the first and the last user below an account. */
static void
fill_places(const struct fview_data *data, struct ft_explain_path *path)
{
	const struct fview_film *film = data->film;
	uint32_t at = path->user, from = 0, to = film->n_ranked;

	/* the users of one with parent shares are ranked with others */
	while (data->tree->flags[at] & FT_NODE_PARENT)
		at = film->family[at];
	if (film->step[at].entered != FVIEW_NEVER) {
		from = fview_film_ranks(film, film->step[at].entered);
		to = fview_film_ranks(film, film->step[at].left);
	}
	while (from < to &&
	       !ft_tree_below(data->tree, film->ranked[from], path->user))
		from++;
	while (to > from &&
	       !ft_tree_below(data->tree, film->ranked[to - 1], path->user))
		to--;
	if (from < to) {
		path->place = film->place[film->ranked[from]];
		path->last = film->place[film->ranked[to - 1]];
	}
}

/* The place of a user, and how many have the same. */
static void
fill_place(const struct fview_film *film, struct ft_explain_path *path)
{
	uint32_t at = film->index[path->user], end = at;

	path->place = path->last = film->place[path->user];
	while (at > 0 && film->place[film->ranked[at - 1]] == path->place)
		at--;
	while (end < film->n_ranked &&
	       film->place[film->ranked[end]] == path->place)
		end++;
	path->equals = end > at ? end - at - 1 : 0;
}

static void
answer_free(struct answer *answer)
{
	answer->explain.associations = (struct ft_idmap){ 0 }; /* the film's */
	ft_explain_free(&answer->explain);
}

static void
answer_init(struct answer *answer, const struct fview_data *data,
    const uint32_t *node, size_t n)
{
	struct ft_explain *explain = &answer->explain;
	struct fview_film *film = data->film;

	*answer = (struct answer){ .data = data,
		.input = { .tree = data->tree,
		    .usage = data->usage,
		    .params = data->params },
		.share = data->share };
	explain->algo = data->algo;
	explain->input = &answer->input;
	explain->share = &answer->share;
	explain->names = &data->names;
	explain->n_path = n;
	if (film->associations.n == 0)
		ft_explain_count(data->tree, &film->associations);
	explain->associations = film->associations;
	for (size_t i = 0; i < n; i++)
		explain->path[i].user = node[i];
	ft_explain_begin(explain);
	for (size_t i = 0; i < n; i++) {
		struct ft_explain_path *path = &explain->path[i];

		if (ft_tree_is_user(data->tree, path->user))
			fill_place(film, path);
		else
			fill_places(data, path);
		if (!film->stepless)
			fill_steps(answer, path);
	}
}

/* ---- lines ---------------------------------------------------------------- */

static void
add_line(struct fview_lines *lines, enum fview_style style, int hang,
    struct ft_str *str)
{
	if (str->len)
		fview_line(lines, style, hang, "%s", ft_str_text(str));
	ft_str_clear(str);
}

void
fview_add_standing(
    const struct fview_data *data, uint32_t node, struct ft_str *str)
{
	const struct fview_film *film = data->film;
	struct answer answer;

	if (node == 0 && film->n_ranked > 0) {
		node = film->ranked[0];
		if (ft_tree_is_root_user(data->tree, &data->names, node) &&
		    film->n_ranked > 1)
			node = film->ranked[1];
	}
	answer_init(&answer, data, &node, 1);
	ft_explain_add_standing(&answer.explain, &answer.explain.path[0], str);
	answer_free(&answer);
}

void
fview_standing_line(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	fview_add_standing(data, node, &str);
	add_line(lines, FVIEW_STYLE_PLACE, 0, &str);
}

void
fview_what_if_lines(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const struct fview_data *stored = scene->view->data;
	uint32_t before =
	    ft_tree_find(stored->tree, scene->data->tree->id[node]);
	const struct ft_explain_path *path;
	struct answer answer;

	fview_standing_line(scene->data, node, lines);
	if (before == FT_NODE_NONE || stored == scene->data)
		return;
	answer_init(&answer, stored, &before, 1);
	path = &answer.explain.path[0];
	if (path->place && path->place == path->last)
		fview_line(lines, FVIEW_STYLE_EDIT, 0, "before: place %" PRIu32,
		    path->place);
	else if (path->place)
		fview_line(lines, FVIEW_STYLE_EDIT, 0,
		    "before: places %" PRIu32 " to %" PRIu32, path->place,
		    path->last);
	answer_free(&answer);
}

/* The level with the most users ahead of those not DONE; path->n: none. */
static size_t
next_level(const struct ft_explain_path *path, const bool *done)
{
	size_t most = path->n;

	for (size_t i = 0; i < path->n; i++) {
		if (!done[i] && path->step[i].ahead &&
		    (most == path->n ||
			path->step[i].ahead > path->step[most].ahead))
			most = i;
	}
	return most;
}

/* Returns the sentences, for the levels that cost the most places first, a line
 * each; the caller's. */
static char *
find_help(const struct ft_explain *explain)
{
	const struct ft_explain_path *path = &explain->path[0];
	bool *done FT_CLEANUP(ft_free_at) =
	    ft_calloc(path->n + 1, sizeof *done);
	struct ft_str str = { 0 };
	size_t said = 0, i, len;

	while (said < HELP && (i = next_level(path, done)) < path->n) {
		done[i] = true;
		len = str.len;
		ft_explain_add_next(explain, path, i, &str);
		if (str.len == len)
			continue;
		ft_str_add_char(&str, '\n');
		said++;
	}
	return ft_str_take(&str);
}

/* What would help NODE. */
static void
add_help(const struct answer *answer, uint32_t node, struct fview_lines *lines)
{
	struct fview_film *film = answer->data->film;
	struct ft_word line;
	const char *text;

	if (!film->help || film->helped != node) {
		ft_free(film->help);
		film->help = find_help(&answer->explain);
		film->helped = node;
	}
	text = film->help;
	if (*text)
		fview_line(lines, FVIEW_STYLE_TITLE, 0, "What would help");
	while (ft_word_next(&text, "\n", &line))
		if (line.len)
			fview_line(lines, FVIEW_STYLE_NORMAL, 2, "%.*s",
			    (int)line.len, line.at);
}

void
fview_answer_lines(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const uint32_t *moved = scene->view->moved;
	struct answer answer;

	fview_standing_line(scene->data, node, lines);
	if (node == 0)
		return;
	if (moved && moved[node] > 0 && moved[node] != scene->film->place[node])
		fview_line(lines, FVIEW_STYLE_EDIT, 0, "before: place %" PRIu32,
		    moved[node]);
	fview_path_table(scene->data, node, lines);
	answer_init(&answer, scene->data, &node, 1);
	add_help(&answer, node, lines);
	answer_free(&answer);
}

void
fview_pair_lines(const struct fview_data *data, const uint32_t *node,
    bool advice, struct fview_lines *lines)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	struct answer answer;

	answer_init(&answer, data, node, 2);
	if (advice)
		ft_explain_add_flip(&answer.explain, false, &str);
	else
		ft_explain_add_pair(&answer.explain, &str);
	add_line(lines, advice ? FVIEW_STYLE_NORMAL : FVIEW_STYLE_PLACE,
	    advice ? 2 : 0, &str);
	answer_free(&answer);
}
