
#include "algo/solve/solve.h"
#include "model/tree/usage.h"
#include "fview/view_int.h"

/* ---- a copy with the edits ------------------------------------------------ */

/* Own usage of all nodes, out of the totals: the caller's. */
static ft_real *
own_usage(const struct view_data *data)
{
	const struct ft_tree *tree = data->tree;
	ft_real *own = ft_alloc(tree->n * sizeof *own);

	memcpy(own, data->usage, tree->n * sizeof *own);
	for (uint32_t i = 1; i < tree->n; i++)
		own[tree->parent[i]] -= data->usage[i];
	for (uint32_t i = 0; i < tree->n; i++) {
		/* accounts mostly have none; what rounding left is not theirs */
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

/* The rows TREE was made of; positions keep the order of siblings. */
static struct ft_tree_row *
rows_of(const struct ft_tree *tree)
{
	struct ft_tree_row *row = ft_calloc(tree->n, sizeof *row);

	for (uint32_t i = 0; i < tree->n; i++) {
		row[i].id = tree->id[i];
		row[i].parent = i > 0 ? tree->id[tree->parent[i]] : 0;
		row[i].position = (int32_t)i;
		row[i].shares = tree->shares[i];
		row[i].who = tree->who[i];
		row[i].partition = tree->partition ? tree->partition[i] : 0;
		row[i].flags = tree->flags[i];
	}
	return row;
}

/* Put the edits into rows and own usages; those of unknown ids go by. */
static void
put_edits(const struct view *view, struct ft_tree_row *row, ft_real *own)
{
	for (size_t i = 0; i < view->n_edit; i++) {
		const struct view_edit *edit = &view->edit[i];
		uint32_t node = ft_tree_find(view->data->tree, edit->id);

		if (node == FT_NODE_NONE)
			continue;
		if (edit->kind == VIEW_EDIT_USAGE) {
			own[node] = (ft_real)edit->number;
			continue;
		}
		row[node].shares = (uint32_t)edit->number;
		row[node].flags &= (uint8_t)~FT_NODE_PARENT;
		if (edit->parent)
			row[node].flags |= FT_NODE_PARENT;
	}
}

struct by_id {
	uint32_t id, node;
};

static int
compare_ids(const void *a, const void *b)
{
	const struct by_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

uint32_t *
view_match_ids(const struct ft_tree *from, const struct ft_tree *to)
{
	uint32_t *match = ft_alloc(from->n * sizeof *match);
	struct by_id *sorted FT_CLEANUP(ft_free_at) = NULL;

	for (uint32_t i = 0; i < from->n; i++) {
		struct by_id key = { from->id[i], 0 }, *found;

		match[i] = i;
		if (i < to->n && to->id[i] == from->id[i])
			continue;
		if (!sorted) {
			sorted = ft_alloc(to->n * sizeof *sorted);
			for (uint32_t k = 0; k < to->n; k++)
				sorted[k] = (struct by_id){ to->id[k], k };
			qsort(sorted, to->n, sizeof *sorted, compare_ids);
		}
		found =
		    bsearch(&key, sorted, to->n, sizeof *sorted, compare_ids);
		match[i] = found ? found->node : FT_NODE_NONE;
	}
	return match;
}

/* The store's data with the edits; NULL with a message where that fails. */
static struct view_data *
make_what(const struct view *view, struct ft_error *err)
{
	const struct view_data *data = view->data;
	struct view_data *what = ft_calloc(1, sizeof *what);
	struct ft_tree_row *row = rows_of(data->tree);
	ft_real *own = own_usage(data);
	enum ft_status status;

	what->cluster = data->cluster;
	what->params = data->params;
	what->algo = data->algo;
	what->now = data->now;
	put_edits(view, row, own);
	status = ft_tree_build(&what->tree, row, data->tree->n, err);
	if (status == FT_OK) {
		uint32_t *match = view_match_ids(what->tree, data->tree);

		what->usage = ft_alloc(what->tree->n * sizeof *what->usage);
		for (uint32_t i = 0; i < what->tree->n; i++)
			what->usage[i] = own[match[i]];
		ft_free(match);
		ft_usage_roll_up(what->tree, what->usage);
		copy_names(&what->names.account, &data->names.account);
		copy_names(&what->names.user, &data->names.user);
		copy_names(&what->names.partition, &data->names.partition);
		status = view_data_record(what, err);
	}
	ft_free(row);
	ft_free(own);
	if (status != FT_OK) {
		view_data_free(what);
		return NULL;
	}
	return what;
}

/* ---- making and undoing edits --------------------------------------------- */

/* Show what the edits make of it; returns false with a message. */
static bool
run(struct view *view)
{
	struct view_data *old = view->what;
	const struct view_data *shown = view_shown(view);
	struct ft_error err = { 0 };

	if (view->n_edit > 0) {
		struct view_data *what = make_what(view, &err);

		if (!what) {
			view_tell(view, true, "%s", err.text);
			return false;
		}
		view->what = what;
	} else {
		view->what = NULL;
	}
	if (view_shown(view) != shown)
		view_carry_over(view, shown);
	view_data_free(old);
	return true;
}

void
view_edit_run(struct view *view)
{
	if (!run(view))
		return;
	view_set_moved(view, view->what ? view->data : NULL);
	if (view->what)
		view_tell(view, false, "what if: %s", view->moves.data);
	else
		view_tell(view, false, "as it is in the store");
}

static const char *
refuse(const struct view *view, uint32_t node, enum view_edit_kind kind)
{
	bool user = ft_tree_is_user(view_shown(view)->tree, node);

	if (node == 0)
		return "the root has no siblings to share with";
	if (kind == VIEW_EDIT_USAGE && !user)
		return "an account uses what its users use: edit a user";
	return NULL;
}

bool
view_edit_add(struct view *view, uint32_t node, enum view_edit_kind kind,
    const char *number)
{
	struct view_edit edit = { .kind = kind };
	const char *why = refuse(view, node, kind);

	if (why) {
		view_tell(view, true, "%s", why);
		return false;
	}
	edit.id = view_shown(view)->tree->id[node];
	edit.parent = kind == VIEW_EDIT_SHARES && strcmp(number, "parent") == 0;
	if (!edit.parent &&
	    (!ft_num_u64(number, &edit.number) ||
		edit.number > (kind == VIEW_EDIT_SHARES ? FT_SOLVE_SHARES_MAX
							: FT_USAGE_MAX))) {
		view_tell(view, true,
		    kind == VIEW_EDIT_SHARES
			? "shares are a number up to 2147483646, or parent"
			: "usage is a whole number of seconds, up to 10^17");
		return false;
	}
	*ft_vec_add(view->edit, view->n_edit, view->cap_edit) = edit;
	view->n_redo = 0;
	view_edit_run(view);
	return true;
}

void
view_edit_step(struct view *view, int way)
{
	size_t *from = way < 0 ? &view->n_edit : &view->n_redo;

	if (*from == 0) {
		view_tell(view, true,
		    way < 0 ? "there is no edit to take back"
			    : "there is no edit to make again");
		return;
	}
	--*from;
	++*(way < 0 ? &view->n_redo : &view->n_edit);
	view_edit_run(view);
}

/* ---- the commands they equal ---------------------------------------------- */

/* Whether a later edit takes the place of edit I. */
static bool
is_over(const struct view *view, size_t i)
{
	for (size_t k = i + 1; k < view->n_edit; k++) {
		if (view->edit[k].id == view->edit[i].id &&
		    view->edit[k].kind == view->edit[i].kind)
			return true;
	}
	return false;
}

static void
add_where(const struct view_data *data, uint32_t node, struct ft_str *str)
{
	const struct ft_tree *tree = data->tree;

	ft_str_addf(str, "facctmgr -i modify %s ",
	    ft_tree_is_user(tree, node) ? "user" : "account");
	ft_str_add_shell(str, view_name(data, node));
	ft_str_add(str, " where");
	if (ft_tree_is_user(tree, node)) {
		ft_str_add(str, " account=");
		ft_str_add_shell(
		    str, ft_tree_account(tree, &data->names, node));
	}
	ft_str_add(str, " cluster=");
	ft_str_add_shell(str, data->cluster);
	/* without it those of partitions would be meant, too */
	if (tree->partition && ft_tree_is_user(tree, node))
		ft_str_add(str, " partition=");
	if (tree->partition && tree->partition[node])
		ft_str_add_shell(str, ft_names_get(&data->names.partition,
					  tree->partition[node]));
	ft_str_add(str, " set ");
}

void
view_edit_commands(const struct view *view, struct ft_str *str)
{
	for (size_t i = 0; i < view->n_edit; i++) {
		const struct view_edit *edit = &view->edit[i];
		uint32_t node = ft_tree_find(view->data->tree, edit->id);

		if (node == FT_NODE_NONE || is_over(view, i))
			continue;
		add_where(view->data, node, str);
		if (edit->parent)
			ft_str_add(str, "fairshare=parent\n");
		else
			ft_str_addf(str, "%s=%" PRIu64 "\n",
			    edit->kind == VIEW_EDIT_USAGE ? "rawusage"
							  : "fairshare",
			    edit->number);
	}
}

/* Whether DATA is as EDIT wishes. */
static bool
is_true(const struct view_data *data, const struct view_edit *edit)
{
	uint32_t node = ft_tree_find(data->tree, edit->id);
	bool parent;

	if (node == FT_NODE_NONE)
		return true;
	if (edit->kind == VIEW_EDIT_USAGE)
		return ft_real_cmp(data->usage[node], (ft_real)edit->number) ==
		       0;
	parent = data->tree->flags[node] & FT_NODE_PARENT;
	return edit->parent == parent &&
	       (parent || data->tree->shares[node] == edit->number);
}

void
view_edits_prune(struct view *view)
{
	size_t n = 0;

	for (size_t i = 0; i < view->n_edit; i++) {
		if (!is_over(view, i) && !is_true(view->data, &view->edit[i]))
			view->edit[n++] = view->edit[i];
	}
	if (n < view->n_edit)
		view->n_redo = 0;
	view->n_edit = n;
}

/* ---- keys of the panel ---------------------------------------------------- */

/* The number the node at the cursor has now. */
static uint64_t
present(const struct view *view, uint32_t node)
{
	const struct view_data *data = view_shown(view);

	return view->editing == VIEW_EDIT_SHARES
		   ? data->tree->shares[node]
		   : ft_real_u64(data->usage[node]);
}

/* By one tenth, at least by one. */
static void
nudge(struct view *view, bool more)
{
	uint32_t node = view_visible(view, view_selected(view));
	uint64_t number = present(view, node), step = number / 10;
	char text[32];

	step += step == 0;
	number =
	    more ? number + step : number - (number < step ? number : step);
	snprintf(text, sizeof text, "%" PRIu64, number);
	(void)view_edit_add(view, node, view->editing, text);
}

bool
view_edit_key(struct view *view, uint32_t key)
{
	uint32_t node = view_visible(view, view_selected(view));

	if (key >= '0' && key <= '9') {
		if (view->number.len < 19)
			ft_str_add_char(&view->number, (char)key);
	} else if (key == '+' || key == '-') {
		nudge(view, key == '+');
	} else if (key == VIEW_KEY_BACKSPACE) {
		if (view->number.len > 0)
			view->number.data[--view->number.len] = '\0';
	} else if (key == VIEW_KEY_TAB) {
		view->editing = view->editing == VIEW_EDIT_SHARES
				    ? VIEW_EDIT_USAGE
				    : VIEW_EDIT_SHARES;
		ft_str_clear(&view->number);
	} else if (key == VIEW_KEY_ENTER && view->number.len > 0) {
		(void)view_edit_add(
		    view, node, view->editing, view->number.data);
		ft_str_clear(&view->number);
	} else {
		return false;
	}
	return true;
}
