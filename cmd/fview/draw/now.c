/* now.c - the panel about the step that is shown. */

#include "common/suggest.h"
#include "fview/internal.h"

/* The explanation of the current event, beside the tree. */

static void
node_title(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines)
{
	const struct fview_data *data = scene->data;
	uint32_t family = data->film->family[node];

	fview_line(lines, FVIEW_STYLE_TITLE, 2, "%s%s in %s",
	    ft_tree_is_user(data->tree, node) ? "" : "account ",
	    fview_name_of(&lines->arena, data, node),
	    family == FT_NODE_NONE ? "-" : fview_name(data, family));
}

void
fview_add_classic(
    const struct fview_data *data, const char *more, struct fview_lines *lines)
{
	if (data->params.dampening > 1)
		fview_line(lines, FVIEW_STYLE_TITLE, 5,
		    "F  = 2^(-UE/S/%" PRIu32 ")%s", data->params.dampening,
		    more);
	else
		fview_line(
		    lines, FVIEW_STYLE_TITLE, 5, "F  = 2^(-UE/S)%s", more);
}

/* The algorithms without steps: only their result is shown. */
static void
stepless_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_data *data = scene->data;

	if (data->share.effective) {
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "S  = shares as a part of the whole cluster");
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "UE = usage as a part of the whole, mixed with that of the "
		    "accounts above");
		fview_add_classic(data, "; higher goes first", lines);
	}
	fview_line(lines, FVIEW_STYLE_NOTE, 0,
	    "The algorithm %s takes no steps that could be shown, it only has "
	    "a result.",
	    data->algo->name);
}

bool
fview_is_empty(const struct fview_data *data)
{
	const struct fview_film *film = data->film;

	return film->n_user == 0 ||
	       (film->n_user == 1 && ft_tree_is_root_user(data->tree,
					 &data->names, film->ranked[0]));
}

static void
start_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	uint32_t users = scene->film->n_user, accts = scene->data->tree->n_acct;

	if (fview_is_empty(scene->data)) {
		const struct ft_cmd_stock nothing = { .known = true };

		fview_line(lines, FVIEW_STYLE_TITLE, 0,
		    "%s: nobody is here yet", scene->data->cluster);
		fview_line(lines, FVIEW_STYLE_NORMAL, 0, "%s",
		    ft_suggest_next(&nothing, FT_CMD_SHOWS_USERS));
		return;
	}
	fview_line(lines, FVIEW_STYLE_TITLE, 0, "%s: who is next?",
	    scene->data->cluster);
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "%" PRIu32 " user association%s in %" PRIu32 " account%s.%s", users,
	    users == 1 ? "" : "s", accts, accts == 1 ? "" : "s",
	    scene->film->stepless ? "" : " Only siblings are compared:");
	if (scene->film->stepless) {
		stepless_lines(scene, lines);
		return;
	}
	fview_line(lines, FVIEW_STYLE_NORMAL, 5,
	    "S  = shares / shares of all siblings");
	fview_line(lines, FVIEW_STYLE_NORMAL, 5,
	    "U  = usage / usage of the "
	    "account above");
	fview_line(
	    lines, FVIEW_STYLE_NORMAL, 5, "LF = S/U; above 1 under-served");
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "The highest LF goes first, with all who are below it.");
}

static void
first_and_last(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_film *film = scene->film;
	struct ft_arena *arena = &lines->arena;

	if (film->n_ranked == 0)
		return;
	fview_line(lines, FVIEW_STYLE_PLACE, 2, "first: %s",
	    fview_title_of(arena, scene->data, film->ranked[0]));
	fview_line(lines, FVIEW_STYLE_NORMAL, 2, "last:  %s",
	    fview_title_of(
		arena, scene->data, film->ranked[film->n_ranked - 1]));
}

void
fview_rule_lines(const struct fview_data *data, uint32_t node, ft_real factor,
    struct fview_lines *lines)
{
	const struct ft_tie_rules *rules = fview_data_rules(data);

	for (enum ft_tie_rule rule = 0; rule < FT_TIE_RULES; rule++) {
		const double *other = rules->factor[rule];

		if (!other || ft_real_cmp((ft_real)other[node], factor) == 0)
			continue;
		fview_line(lines, FVIEW_STYLE_NOTE, 0,
		    "by the rule `%s` for ties: %s", ft_tie_rule_name(rule),
		    fview_real_of(&lines->arena, (ft_real)other[node]));
	}
}

/* The result under the other rules for ties. */
static void
rules_line(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_film *film = scene->film;
	const struct ft_tie_rules *rules = fview_data_rules(scene->data);

	if (film->n_account_ties == 0) {
		fview_line(lines, FVIEW_STYLE_DONE, 0,
		    "No accounts are tied: all rules for ties agree.");
		return;
	}
	if (rules->moved == 0) {
		fview_line(lines, FVIEW_STYLE_TIE, 0,
		    "Accounts are tied; all rules for ties give the same "
		    "places here.");
		return;
	}
	fview_line(lines, FVIEW_STYLE_TIE, 0,
	    "Accounts are tied; the rule `%s` gives the places.",
	    ft_tie_rule_name(rules->used));
	for (enum ft_tie_rule rule = 0; rule < FT_TIE_RULES; rule++)
		if (rules->differ[rule] > 0)
			fview_line(lines, FVIEW_STYLE_TIE, 0,
			    "By `%s` %" PRIu32 " of %" PRIu32
			    " users would have another place.",
			    ft_tie_rule_name(rule), rules->differ[rule],
			    film->n_user);
}

static void
end_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_film *film = scene->film;

	if (film->n_ranked == 0)
		fview_line(lines, FVIEW_STYLE_TITLE, 0, "There are no users.");
	else if (film->n_ranked == 1)
		fview_line(
		    lines, FVIEW_STYLE_TITLE, 0, "The only user has place 1.");
	else
		fview_line(lines, FVIEW_STYLE_TITLE, 0, "All %" PRIu32 " %s.",
		    film->n_ranked,
		    film->stepless ? "have their factor" : "have their places");
	first_and_last(scene, lines);
	if (film->n_ranked > 0)
		fview_standing_line(scene->data, 0, lines);
	if (film->stepless) {
		stepless_lines(scene, lines);
		return;
	}
	if (film->n_user > 0)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "The factor is rank/%" PRIu32 ", where the first has rank "
		    "%" PRIu32 " and the last 1. It gives the order, not the "
		    "distance between two users.",
		    film->n_user, film->n_user);
	rules_line(scene, lines);
}

/* What follows account NODE; NULL while that is not known. */
static const struct fview_event *
event_after(const struct fview_film *film, uint32_t node)
{
	size_t next = (size_t)film->step[node].left + 1;

	return film->step[node].left != FVIEW_NEVER && next < film->n
		   ? &film->event[next]
		   : NULL;
}

/* Returns whether NODE is the last on its level, or the root. */
static bool
is_last(const struct fview_film *film, uint32_t node)
{
	const struct fview_event *next = event_after(film, node);

	return !next || next->kind == FT_EVENT_LEAVE ||
	       next->kind == FT_EVENT_END;
}

/*
 * " WHO before what follows NODE."  Nothing follows the last one, and tied
 * siblings can get the same place.
 */
static const char *
after_words(const struct fview_scene *scene, uint32_t node, const char *who,
    struct fview_lines *lines)
{
	const struct fview_event *next = event_after(scene->film, node);
	const char *name = fview_name(scene->data, node);

	if (!next || is_last(scene->film, node))
		return "";
	if (next->kind == FT_EVENT_TIE)
		return ft_arena_text(&lines->arena,
		    " The one after %s is tied with it and can be level "
		    "with them.",
		    name);
	return ft_arena_text(
	    &lines->arena, " %s before the one after %s.", who, name);
}

static void
enter_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_data *data = scene->data;
	uint32_t n = data->film->count[data->tree->acct[now->node]];
	const char *name = fview_name(data, now->node);
	bool merged = n > fview_family_size(data, now->node);

	fview_line(lines, FVIEW_STYLE_PATH, 2, "into %s", name);
	if (n == 0)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0, "It has no children.");
	else if (n == 1)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "It has one child, with nobody to be compared with.%s",
		    after_words(scene, now->node, "It comes", lines));
	else if (merged)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "Its children and those of the accounts merged with it, "
		    "%" PRIu32 " together, are compared with each other.",
		    n);
	else
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "Its %" PRIu32
		    " children are compared with each other only.%s",
		    n,
		    after_words(scene, now->node, "All of them come", lines));
	if (n > 0)
		fview_line(
		    lines, FVIEW_STYLE_NORMAL, 0, "Next: S, U and LF of each.");
}

/*
 * For siblings that look equal but are not tied, print how much less the second
 * has: a tie depends on the last bit, which no column shows.
 */
static const char *
hair(struct ft_arena *arena, ft_real first, ft_real second)
{
	bool alike = strcmp(fview_real_of(arena, first),
			 fview_real_of(arena, second)) == 0;

	return alike && ft_real_cmp(first, second) > 0
		   ? ft_arena_text(
			 arena, " (no tie: %.1Le less)", first - second)
		   : "";
}

static bool
are_tied(const struct fview_film *film, uint32_t a, uint32_t b)
{
	return ft_real_cmp(film->level_fs[a], film->level_fs[b]) == 0;
}

/* List the children, best first, with their former places. */
static void
sort_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_film *film = scene->film;
	const uint32_t *list = film->after + now->other;
	uint32_t number = 1;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	fview_line(lines, FVIEW_STYLE_TITLE, 2, "sorted: children of %s%s",
	    fview_name(scene->data, now->node),
	    now->place > fview_family_size(scene->data, now->node) ? " (merged)"
								   : "");
	for (uint32_t i = 0; i < now->place && i < 200; i++) {
		uint32_t node = list[i], from = film->from[node] - now->other;
		bool tied = i > 0 && are_tied(film, list[i - 1], node);
		bool next =
		    i + 1 < now->place && are_tied(film, node, list[i + 1]);

		ft_str_clear(&str);
		ft_str_addf(&str, "%10s",
		    fview_real_of(&lines->arena, film->level_fs[node]));
		if (from > i)
			ft_str_addf(&str, " ↑%" PRIu32, from - i);
		else if (from < i)
			ft_str_addf(&str, " ↓%" PRIu32, i - from);
		else
			ft_str_add(&str, "  ");
		ft_str_add_char(&str, ' ');
		fview_add_cut(&str, fview_name(scene->data, node),
		    lines->cols - 4 - fview_text_width(str.data) -
			(tied || next ? 6 : 0));
		if (i > 0)
			ft_str_add(&str,
			    hair(&lines->arena, film->level_fs[list[i - 1]],
				film->level_fs[node]));
		number = tied ? number : i + 1;
		fview_line(lines,
		    tied || next ? FVIEW_STYLE_TIE : FVIEW_STYLE_NORMAL, 5,
		    "%3s %s%s",
		    ft_arena_text(&lines->arena, "%s%" PRIu32,
			tied || next ? "=" : "", number),
		    str.data, tied || next ? " (tie)" : "");
	}
}

/* NODE and OTHER have the same level fairshare. */
static void
same_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_data *data = scene->data;

	fview_line(lines, FVIEW_STYLE_TIE, 2, "tie: %s = %s",
	    fview_name(data, now->other), fview_name(data, now->node));
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "LF = %s, the same to the last bit.",
	    fview_real_of(&lines->arena, data->film->level_fs[now->node]));
}

static void
tie_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_data *data = scene->data;
	bool account = !ft_tree_is_user(data->tree, now->node);
	const char *name = fview_name(data, now->node);
	bool accounts = account && now->other != FT_NODE_NONE &&
			!ft_tree_is_user(data->tree, now->other);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (now->other == FT_NODE_NONE) {
		fview_add_sentence(data, scene->cursor - 1, &str);
		fview_line(lines, FVIEW_STYLE_TIE, 0, "%s", str.data);
		return;
	}
	same_lines(scene, lines);
	if (!account)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "%s shares the place given last; it still uses one up.",
		    name);
	else if (!accounts)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "The best user in %s shares the place given last.", name);
	else
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "Rule `slurm`: not merged. %s is entered by itself, and "
		    "its "
		    "first user shares the place given last. Rule `documented` "
		    "would compare the children of both as one level.",
		    name);
}

static void
inherit_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_data *data = scene->data;

	fview_line(lines, FVIEW_STYLE_TIE, 2, "tie passed on: %s",
	    fview_name(data, now->node));
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "%s is tied, so its first child shares the place given last.",
	    fview_name(data, now->other));
	if (ft_tree_is_user(data->tree, now->node))
		return;
	if (data->film->count[data->tree->acct[now->node]] == 0)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "That is %s, which has no children: the tie is lost.",
		    fview_name(data, now->node));
	else
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    "That is %s: it passes the tie on to its own first child.",
		    fview_name(data, now->node));
}

static void
merge_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	same_lines(scene, lines);
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "Rule `documented`: merged. The children of both are compared as "
	    "one level, each with the LF it has in its own account. Slurm's "
	    "code "
	    "(rule `slurm`) would enter one after the other.");
}

static void
level_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	node_title(scene, scene->now->node, lines);
	fview_add_equation(scene->data, scene->now->node, lines);
	fview_add_bars(scene->data, scene->now->node, lines);
}

/* How a user got this place. */
static void
rank_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	const struct fview_film *film = scene->film;
	ft_real factor = (ft_real)((double)now->rank / (double)film->n_user);
	bool tied = now->rank != now->place;

	level_lines(scene, lines);
	fview_line(lines, FVIEW_STYLE_STAMP, 0,
	    " place %s%" PRIu32 " of %" PRIu32 " ", tied ? "=" : "",
	    film->place[now->node], film->n_user);
	fview_line(lines, FVIEW_STYLE_PLACE, 2,
	    "factor = %" PRIu32 "/%" PRIu32 " = %s", now->rank, film->n_user,
	    fview_real_of(&lines->arena, factor));
	if (tied)
		fview_line(lines, FVIEW_STYLE_TIE, 0,
		    "= (tie): the place given last instead of %" PRIu32,
		    film->n_user + 1 - now->place);
	fview_rule_lines(scene->data, now->node, factor, lines);
}

static void
leave_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	const struct fview_event *now = scene->now;
	uint32_t ranks = fview_film_ranks(scene->film, scene->cursor);

	fview_line(lines, FVIEW_STYLE_DONE, 2, "%s is done",
	    fview_name(scene->data, now->node));
	fview_line(lines, FVIEW_STYLE_NORMAL, 0,
	    "%" PRIu32 " of %" PRIu32 " users have their place.", ranks,
	    scene->film->n_user);
	if (scene->film->leader[now->node] == now->node && now->node != 0)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0,
		    is_last(scene->film, now->node)
			? "Back to %s: that was its last child."
			: "Back to %s and its next child.",
		    fview_name(scene->data,
			fview_film_account(scene->film, scene->cursor)));
}

void
fview_now_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	static view_teller *const tellers[FT_EVENT_COUNT] = {
		[FT_EVENT_START] = start_lines,
		[FT_EVENT_ENTER] = enter_lines,
		[FT_EVENT_LEVEL_FS] = level_lines,
		[FT_EVENT_SORT] = sort_lines,
		[FT_EVENT_TIE] = tie_lines,
		[FT_EVENT_INHERIT] = inherit_lines,
		[FT_EVENT_MERGE] = merge_lines,
		[FT_EVENT_RANK] = rank_lines,
		[FT_EVENT_LEAVE] = leave_lines,
		[FT_EVENT_END] = end_lines,
	};

	/* a cursor that has left the playhead asks about somebody */
	if (!scene->view->follow && !fview_is_empty(scene->data)) {
		fview_answer_lines(scene,
		    fview_visible(scene->view, scene->view->select), lines);
		return;
	}
	/* shown before the first event, too */
	tellers[scene->now ? scene->now->kind : FT_EVENT_START](scene, lines);
}
