#include "report/explain/private.h"

#include "algo/share/rank.h"

#define NONE FT_NODE_NONE

/* ---- recording ------------------------------------------------------------ */

/* How far the walk is along the way of one user. */
struct follow {
	size_t on;    /* open lists that are on the way, from the root's */
	bool merging; /* the account on the way is merged into the next one
	                 to be entered */
	uint32_t merges;
	bool found;
	uint32_t *ahead;  /* by list on the way: users before */
	uint32_t *better; /* the same up to the last change of rank */
	uint32_t rank;    /* given last */
};

struct recording {
	struct ft_explain *explain;
	struct follow follow[2];
	size_t depth;        /* open lists */
	size_t lists;        /* so far */
	ft_real *level;      /* by node: LF, as told */
	struct ft_event tie; /* the last one; kind START: none */
};

/* Returns the step of PATH that stands in open list number DEPTH, or NULL. */
static struct ft_explain_step *
step_at(struct ft_explain_path *path, size_t depth)
{
	return depth < path->n ? &path->step[depth] : NULL;
}

/* NODE is entered, or merged into what is; is it on the way? */
static bool
is_next(const struct recording *recording, size_t i, uint32_t node)
{
	const struct ft_explain_path *path = &recording->explain->path[i];
	const struct follow *follow = &recording->follow[i];
	size_t depth = recording->depth;

	if (follow->on != depth || follow->found || depth > path->n)
		return false;
	return depth ? path->step[depth - 1].node == node : node == 0;
}

static void
put_tie(struct ft_explain_step *step, const struct ft_event *tie)
{
	if (tie->kind == FT_EVENT_START || tie->node != step->node)
		return;
	step->tie =
	    tie->kind == FT_EVENT_TIE ? FT_EXPLAIN_TIE : FT_EXPLAIN_INHERIT;
	step->tie_with = tie->other;
}

static void
merge(struct recording *recording, const struct ft_event *event)
{
	for (size_t i = 0; i < recording->explain->n_path; i++) {
		struct follow *follow = &recording->follow[i];
		struct ft_explain_path *path = &recording->explain->path[i];

		follow->merges++;
		if (!is_next(recording, i, event->node))
			continue;
		follow->merging = true;
		path->step[recording->depth - 1].tie = FT_EXPLAIN_MERGE;
		path->step[recording->depth - 1].tie_with = event->other;
	}
}

static void
enter(struct recording *recording, const struct ft_event *event)
{
	recording->lists++;
	for (size_t i = 0; i < recording->explain->n_path; i++) {
		struct follow *follow = &recording->follow[i];
		struct ft_explain_path *path = &recording->explain->path[i];
		size_t depth = recording->depth;

		if (follow->merging || is_next(recording, i, event->node)) {
			if (depth && !follow->merging)
				put_tie(
				    &path->step[depth - 1], &recording->tie);
			if (depth)
				path->step[depth - 1].merged = follow->merges;
			/* an account's own list is not on its way */
			if (depth < path->n)
				path->step[depth].level = recording->lists;
			follow->on++;
		}
		follow->merging = false;
		follow->merges = 0;
	}
	recording->tie.kind = FT_EVENT_START;
	recording->depth++;
}

static void
leave(struct recording *recording)
{
	recording->depth--;
	for (size_t i = 0; i < recording->explain->n_path; i++)
		if (recording->follow[i].on > recording->depth)
			recording->follow[i].on = recording->depth;
}

static void
level(struct recording *recording, const struct ft_event *event)
{
	recording->level[event->node] = event->level_fs;
	for (size_t i = 0; i < recording->explain->n_path; i++) {
		struct ft_explain_step *step =
		    step_at(&recording->explain->path[i], recording->depth - 1);

		if (!step || step->node != event->node)
			continue;
		step->shares = event->shares;
		step->usage = event->usage;
		step->level_fs = event->level_fs;
	}
}

void
ft_explain_put_place(const struct ft_explain *explain,
    struct ft_explain_step *step, const uint32_t *list, uint32_t n,
    const ft_real *level)
{
	uint32_t at = 0, near = NONE;

	while (at < n && list[at] != step->node)
		at++;
	step->place = at + 1;
	step->count = n;
	step->before = at ? list[at - 1] : NONE;
	step->next = at + 1 < n ? list[at + 1] : NONE;
	for (uint32_t k = 0; k < n; k++) {
		int order = ft_real_cmp(level[list[k]], level[step->node]);

		step->equal += k != at && order == 0;
		if (k >= at || ft_tree_is_root_user(
				   explain->tree, explain->names, list[k]))
			continue;
		step->better += order != 0;
		near = list[k];
		if (order != 0)
			step->rival = near;
	}
	if (step->rival == NONE)
		step->rival = near;
	if (step->rival != NONE)
		step->rival_fs = level[step->rival];
}

static void
sorted(struct recording *recording, const struct ft_event *event)
{
	for (size_t i = 0; i < recording->explain->n_path; i++) {
		struct ft_explain_step *step =
		    step_at(&recording->explain->path[i], recording->depth - 1);

		if (step && recording->follow[i].on == recording->depth)
			ft_explain_put_place(recording->explain, step,
			    event->order, event->place, recording->level);
	}
}

static void
rank_user(struct recording *recording, size_t i, const struct ft_event *event)
{
	struct ft_explain_path *path = &recording->explain->path[i];
	struct follow *follow = &recording->follow[i];

	if (follow->found)
		return;
	if (event->rank != follow->rank)
		memcpy(follow->better, follow->ahead,
		    path->n * sizeof *follow->ahead);
	follow->rank = event->rank;
	/* an account: until its first user is ranked */
	if (!ft_tree_below(recording->explain->tree, event->node, path->user)) {
		follow->ahead[follow->on - 1]++;
		return;
	}
	follow->found = true;
	if (event->node == path->user)
		path->slurm = event->rank;
	if (path->n)
		put_tie(&path->step[path->n - 1], &recording->tie);
	for (size_t k = 0; k < path->n; k++)
		path->step[k].ahead = follow->better[k];
}

static void
record(void *ctx, const struct ft_event *event)
{
	struct recording *recording = ctx;

	switch (event->kind) {
	case FT_EVENT_MERGE:
		merge(recording, event);
		break;
	case FT_EVENT_ENTER:
		enter(recording, event);
		break;
	case FT_EVENT_LEVEL_FS:
		level(recording, event);
		break;
	case FT_EVENT_SORT:
		sorted(recording, event);
		break;
	case FT_EVENT_TIE:
	case FT_EVENT_INHERIT:
		recording->tie = *event;
		break;
	case FT_EVENT_RANK:
		for (size_t i = 0; i < recording->explain->n_path; i++)
			rank_user(recording, i, event);
		recording->tie.kind = FT_EVENT_START;
		break;
	case FT_EVENT_LEAVE:
		leave(recording);
		break;
	case FT_EVENT_START:
	case FT_EVENT_END:
	case FT_EVENT_COUNT:
		break;
	}
}

/* ---- the whole ------------------------------------------------------------ */

static void
make_path(const struct ft_tree *tree, struct ft_explain_path *path)
{
	uint32_t at = path->user;

	/* an account with parent shares stands in no list */
	if (!ft_tree_is_user(tree, at) && tree->flags[at] & FT_NODE_PARENT)
		return;
	for (uint32_t node = at; node; node = ft_tree_fs_parent(tree, node))
		path->n++;
	path->step = ft_calloc(path->n, sizeof *path->step);
	for (size_t i = path->n; i > 0 && i--; at = ft_tree_fs_parent(tree, at))
		path->step[i] = (struct ft_explain_step){ .node = at,
			.before = NONE,
			.next = NONE,
			.rival = NONE,
			.tie_with = NONE };
}

static enum ft_status
run(struct ft_explain *explain, struct ft_error *err)
{
	struct recording recording = { .explain = explain };
	struct ft_event_sink sink = { record, &recording };
	enum ft_status status;

	recording.level = ft_calloc(explain->tree->n, sizeof *recording.level);
	recording.tie.kind = FT_EVENT_START;
	for (size_t i = 0; i < explain->n_path; i++) {
		struct follow *follow = &recording.follow[i];
		size_t n = explain->path[i].n;

		follow->ahead = ft_calloc(n + 1, sizeof *follow->ahead);
		follow->better = ft_calloc(n, sizeof *follow->better);
	}
	status = ft_share_run(
	    explain->algo, explain->input, explain->share, &sink, err);
	for (size_t i = 0; i < explain->n_path; i++) {
		ft_free(recording.follow[i].ahead);
		ft_free(recording.follow[i].better);
	}
	ft_free(recording.level);
	return status;
}

static void
rank_user_path(const struct ft_explain *explain, struct ft_explain_path *path)
{
	const struct ft_tree *tree = explain->tree;
	const double *factor = explain->share->factor;

	path->place = path->last =
	    ft_rank_user(tree, explain->share, path->user);
	for (uint32_t k = 0; k < tree->n; k++)
		path->equals += k != path->user && ft_tree_is_user(tree, k) &&
				factor[k] == factor[path->user];
}

/* What holds of algorithms without events, too. */
static void
rank_paths(struct ft_explain *explain)
{
	for (size_t i = 0; i < explain->n_path; i++) {
		struct ft_explain_path *path = &explain->path[i];

		if (ft_tree_is_user(explain->tree, path->user))
			rank_user_path(explain, path);
		else
			ft_rank_range(explain->tree, explain->share, path->user,
			    &path->place, &path->last);
	}
}

void
ft_explain_count(const struct ft_tree *tree, struct ft_idmap *map)
{
	for (uint32_t i = 0; i < tree->n; i++) {
		uint32_t n = ft_idmap_get(map, tree->who[i]);

		if (ft_tree_is_user(tree, i))
			ft_idmap_put(
			    map, tree->who[i], n == FT_IDMAP_NONE ? 1 : n + 1);
	}
}

void
ft_explain_begin(struct ft_explain *explain)
{
	explain->tree = explain->input->tree;
	explain->users = explain->tree->n_user;
	explain->texts = ft_calloc(1, sizeof *explain->texts);
	for (size_t i = 0; i < explain->n_path; i++)
		make_path(explain->tree, &explain->path[i]);
}

enum ft_status
ft_explain_run(struct ft_explain *explain, struct ft_error *err)
{
	ft_explain_begin(explain);
	ft_explain_count(explain->tree, &explain->associations);
	FT_TRY(run(explain, err));
	FT_TRY(ft_tie_rules_run(&explain->rules, explain->input, explain->share,
	    &explain->names->account, err));
	rank_paths(explain);
	return FT_OK;
}

void
ft_explain_free(struct ft_explain *explain)
{
	for (size_t i = 0; i < explain->n_path; i++)
		ft_free(explain->path[i].step);
	ft_idmap_free(&explain->associations);
	ft_tie_rules_free(&explain->rules);
	if (explain->texts)
		ft_arena_clear(explain->texts);
	ft_free(explain->texts);
	*explain = (struct ft_explain){ 0 };
}

size_t
ft_explain_ahead(const struct ft_explain *explain, bool *tied)
{
	const double *factor = explain->share->factor;
	double first = factor[explain->path[0].user];
	double second = factor[explain->path[1].user];

	*tied = !(first < second) && !(first > second);
	return first < second;
}

size_t
ft_explain_decided(const struct ft_explain *explain)
{
	const struct ft_explain_path *a = &explain->path[0];
	const struct ft_explain_path *b = &explain->path[1];
	size_t i = 0;

	while (i + 1 < a->n && i + 1 < b->n &&
	       a->step[i + 1].level == b->step[i + 1].level)
		i++;
	return i;
}
