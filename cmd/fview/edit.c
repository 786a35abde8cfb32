/*
 * edit.c - what-if edits: a copy of the tree with them, undo, and the commands that
 * do the same.
 */

#include "algo/solve/solve.h"
#include "model/tree/usage.h"
#include "fview/internal.h"

/* ---- a copy with the edits ------------------------------------------------ */

/* The own usage of all nodes, computed from the totals: the caller's. */
static ft_real *
own_usage(const struct fview_data *data)
{
	const struct ft_tree *tree = data->tree;
	ft_real *own = ft_alloc(tree->n * sizeof *own);

	memcpy(own, data->usage, tree->n * sizeof *own);
	for (uint32_t i = 1; i < tree->n; i++)
		own[tree->parent[i]] -= data->usage[i];
	for (uint32_t i = 0; i < tree->n; i++) {
		/* accounts rarely have usage of their own; ignore a rounding
		 * remainder */
		if (fabsl(own[i]) <= data->usage[i] * 1e-12L || own[i] < 0)
			own[i] = 0;
	}
	return own;
}

static void
copy_names(struct ft_names *to, const struct ft_names *from)
{
	for (uint32_t i = 0; i < from->at.n; i++) {
		uint32_t id = from->item[i].id;
		const char *name = ft_names_get(from, id);

		ft_names_put(to, id, name, strlen(name));
	}
}

/* Apply the edits to rows and own usages; unknown ids are skipped. */
static void
put_edits(const struct fview *view, struct ft_tree_row *row, ft_real *own)
{
	for (size_t i = 0; i < view->n_edit; i++) {
		const struct fview_edit *edit = &view->edit[i];
		uint32_t node = ft_tree_find(view->data->tree, edit->id);

		if (node == FT_NODE_NONE)
			continue;
		if (edit->kind == FVIEW_EDIT_USAGE) {
			own[node] = (ft_real)edit->number;
			continue;
		}
		row[node].shares = (uint32_t)edit->number;
		row[node].flags &= (uint8_t)~FT_NODE_PARENT;
		if (edit->parent)
			row[node].flags |= FT_NODE_PARENT;
	}
}

/* The store's data with the edits; NULL, with a message, on failure. */
static struct fview_data *
make_what(const struct fview *view, struct ft_error *err)
{
	const struct fview_data *data = view->data;
	struct fview_data *what = ft_calloc(1, sizeof *what);
	struct ft_tree_row *row = ft_tree_rows(data->tree);
	ft_real *own = own_usage(data);
	enum ft_status status;

	what->cluster = data->cluster;
	what->params = data->params;
	what->algo = data->algo;
	what->now = data->now;
	put_edits(view, row, own);
	status = ft_tree_build(&what->tree, row, data->tree->n, err);
	if (status == FT_OK) {
		uint32_t *match = ft_tree_match(what->tree, data->tree);

		what->usage = ft_alloc(what->tree->n * sizeof *what->usage);
		for (uint32_t i = 0; i < what->tree->n; i++)
			what->usage[i] = own[match[i]];
		ft_free(match);
		ft_usage_roll_up(what->tree, what->usage);
		copy_names(&what->names.account, &data->names.account);
		copy_names(&what->names.user, &data->names.user);
		copy_names(&what->names.partition, &data->names.partition);
		status = fview_data_record(what, err);
	}
	ft_free(row);
	ft_free(own);
	if (status != FT_OK) {
		fview_data_free(what);
		return NULL;
	}
	return what;
}

/* ---- making and undoing edits --------------------------------------------- */

/* Show the result of the edits; returns false, with a message, on failure. */
static bool
run(struct fview *view)
{
	struct fview_data *old = view->what;
	const struct fview_data *shown = fview_shown(view);
	struct ft_error err = { 0 };

	if (view->n_edit > 0) {
		struct fview_data *what = make_what(view, &err);

		if (!what) {
			fview_notify(view, true, "%s", err.text);
			return false;
		}
		view->what = what;
	} else {
		view->what = NULL;
	}
	if (fview_shown(view) != shown)
		fview_carry_over(view, shown);
	fview_data_free(old);
	return true;
}

const char *
fview_edit_value(struct ft_arena *arena, const struct fview_data *data,
    uint32_t node, enum fview_edit_kind kind)
{
	const struct ft_tree *tree = data->tree;

	if (kind == FVIEW_EDIT_USAGE)
		return fview_usage_of(arena, data->usage[node]);
	return tree->flags[node] & FT_NODE_PARENT
		   ? "parent"
		   : ft_arena_text(arena, "%" PRIu32, tree->shares[node]);
}

void
fview_add_edit(const struct fview *view, size_t i, struct ft_str *str)
{
	const struct fview_edit *edit = &view->edit[i];
	uint32_t node = ft_tree_find(view->data->tree, edit->id);
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };

	if (node == FT_NODE_NONE)
		return;
	ft_str_addf(str, "%s of %s %s → ",
	    edit->kind == FVIEW_EDIT_SHARES ? "shares" : "usage",
	    fview_title_of(&texts, view->data, node),
	    fview_edit_value(&texts, view->data, node, edit->kind));
	if (edit->parent)
		ft_str_add(str, "parent");
	else
		ft_str_addf(str, "%" PRIu64, edit->number);
}

void
fview_edit_run(struct fview *view)
{
	if (!run(view))
		return;
	fview_set_moved(view, view->what ? view->data : NULL);
	if (view->what) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		fview_add_edit(view, view->n_edit - 1, &str);
		fview_notify(
		    view, false, "%s: %s", ft_str_text(&str), view->moves.data);
	} else {
		fview_notify(view, false, "as it is in the store");
	}
}

static const char *
refuse(const struct fview *view, uint32_t node, enum fview_edit_kind kind)
{
	bool user = ft_tree_is_user(fview_shown(view)->tree, node);

	if (node == 0)
		return "the root has no siblings to share with";
	if (kind == FVIEW_EDIT_USAGE && !user)
		return "an account uses what its users use: edit a user";
	return NULL;
}

/* Whether DATA already is as EDIT asks. */
static bool
is_true(const struct fview_data *data, const struct fview_edit *edit)
{
	uint32_t node = ft_tree_find(data->tree, edit->id);
	bool parent;

	if (node == FT_NODE_NONE)
		return true;
	if (edit->kind == FVIEW_EDIT_USAGE)
		return ft_real_cmp(data->usage[node], (ft_real)edit->number) ==
		       0;
	parent = data->tree->flags[node] & FT_NODE_PARENT;
	return edit->parent == parent &&
	       (parent || data->tree->shares[node] == edit->number);
}

bool
fview_edit_add(struct fview *view, uint32_t node, enum fview_edit_kind kind,
    const char *number)
{
	struct fview_edit edit = { .kind = kind };
	const char *why = refuse(view, node, kind);

	if (why) {
		fview_notify(view, true, "%s", why);
		return false;
	}
	edit.id = fview_shown(view)->tree->id[node];
	edit.parent =
	    kind == FVIEW_EDIT_SHARES && strcmp(number, "parent") == 0;
	if (!edit.parent &&
	    (!ft_num_u64(number, &edit.number) ||
		edit.number > (kind == FVIEW_EDIT_SHARES ? FT_SOLVE_SHARES_MAX
							 : FT_USAGE_MAX))) {
		fview_notify(view, true,
		    kind == FVIEW_EDIT_SHARES
			? "shares are a number up to 2147483646, or parent"
			: "usage is a whole number of seconds, up to 10^17");
		return false;
	}
	if (is_true(fview_shown(view), &edit)) {
		fview_notify(view, true, "%s: it has %s %s already",
		    fview_name(fview_shown(view), node), number,
		    kind == FVIEW_EDIT_SHARES ? "shares" : "of usage");
		return false;
	}
	*ft_vec_add(view->edit, view->n_edit, view->cap_edit) = edit;
	view->n_redo = 0;
	fview_edit_run(view);
	return true;
}

void
fview_edit_step(struct fview *view, int way)
{
	size_t *from = way < 0 ? &view->n_edit : &view->n_redo;

	if (*from == 0) {
		fview_notify(view, true,
		    way < 0 ? "there is no edit to undo"
			    : "there is no edit to redo");
		return;
	}
	--*from;
	++*(way < 0 ? &view->n_redo : &view->n_edit);
	fview_edit_run(view);
}

/* ---- the commands they equal ---------------------------------------------- */

/* Whether a later edit replaces edit I. */
static bool
is_over(const struct fview *view, size_t i)
{
	for (size_t k = i + 1; k < view->n_edit; k++) {
		if (view->edit[k].id == view->edit[i].id &&
		    view->edit[k].kind == view->edit[i].kind)
			return true;
	}
	return false;
}

static void
add_where(const struct fview_data *data, uint32_t node, struct ft_str *str)
{
	const struct ft_tree *tree = data->tree;

	ft_str_addf(str, "facctmgr -i modify %s ",
	    ft_tree_is_user(tree, node) ? "user" : "account");
	ft_str_add_shell(str, fview_name(data, node));
	ft_str_add(str, " where");
	if (ft_tree_is_user(tree, node)) {
		ft_str_add(str, " account=");
		ft_str_add_shell(
		    str, ft_tree_account(tree, &data->names, node));
	}
	ft_str_add(str, " cluster=");
	ft_str_add_shell(str, data->cluster);
	/* otherwise the command would also change the user's associations with
	 * partitions */
	if (tree->partition && ft_tree_is_user(tree, node))
		ft_str_add(str, " partition=");
	if (tree->partition && tree->partition[node])
		ft_str_add_shell(str, ft_names_get(&data->names.partition,
					  tree->partition[node]));
	ft_str_add(str, " set ");
}

void
fview_edit_commands(const struct fview *view, struct ft_str *str)
{
	for (size_t i = 0; i < view->n_edit; i++) {
		const struct fview_edit *edit = &view->edit[i];
		uint32_t node = ft_tree_find(view->data->tree, edit->id);

		if (node == FT_NODE_NONE || is_over(view, i))
			continue;
		add_where(view->data, node, str);
		if (edit->parent)
			ft_str_add(str, "fairshare=parent\n");
		else
			ft_str_addf(str, "%s=%" PRIu64 "\n",
			    edit->kind == FVIEW_EDIT_USAGE ? "rawusage"
							   : "fairshare",
			    edit->number);
	}
}

void
fview_edits_prune(struct fview *view, const struct fview_data *old)
{
	uint32_t *match FT_CLEANUP(ft_free_at) = fview_match(old, view->data);
	const size_t all = view->n_edit + view->n_redo;
	size_t n = 0;
	bool gone = false;

	for (size_t i = 0; i < all; i++) {
		const struct fview_edit *edit = &view->edit[i];
		uint32_t node = ft_tree_find(old->tree, edit->id);

		if (node == FT_NODE_NONE || match[node] == FT_NODE_NONE)
			gone = true;
		else if (i < view->n_edit && !is_over(view, i) &&
			 !is_true(view->data, edit))
			view->edit[n++] = *edit;
	}
	if (n < view->n_edit || gone)
		view->n_redo = 0;
	view->n_edit = n;
}

/* ---- keys of the panel ---------------------------------------------------- */

/* Returns the present value of the edited setting at the cursor. */
static uint64_t
present(const struct fview *view, uint32_t node)
{
	const struct fview_data *data = fview_shown(view);

	return view->editing == FVIEW_EDIT_SHARES
		   ? data->tree->shares[node]
		   : ft_real_u64(data->usage[node]);
}

/* Change it by a tenth, at least by one. */
static void
nudge(struct fview *view, bool more)
{
	uint32_t node = fview_visible(view, fview_selected(view));
	uint64_t number = present(view, node), step = number / 10;
	char text[32];

	step += step == 0;
	number =
	    more ? number + step : number - (number < step ? number : step);
	snprintf(text, sizeof text, "%" PRIu64, number);
	(void)fview_edit_add(view, node, view->editing, text);
}

bool
fview_edit_key(struct fview *view, uint32_t key)
{
	uint32_t node = fview_visible(view, fview_selected(view));

	if (key >= '0' && key <= '9') {
		if (view->number.len < 19)
			ft_str_add_char(&view->number, (char)key);
	} else if (key == '+' || key == '-') {
		nudge(view, key == '+');
	} else if (key == FVIEW_KEY_BACKSPACE) {
		if (view->number.len > 0)
			view->number.data[--view->number.len] = '\0';
	} else if (key == FVIEW_KEY_TAB) {
		view->editing = view->editing == FVIEW_EDIT_SHARES
				    ? FVIEW_EDIT_USAGE
				    : FVIEW_EDIT_SHARES;
		ft_str_clear(&view->number);
	} else if (key == FVIEW_KEY_ENTER && view->number.len > 0) {
		(void)fview_edit_add(
		    view, node, view->editing, view->number.data);
		ft_str_clear(&view->number);
	} else {
		return false;
	}
	return true;
}
