/* rows.c - which nodes are shown, and which of them share a row. */

#include <grp.h>
#include <pwd.h>

#include "base/map.h"
#include "base/text/hostlist.h"
#include "finfo/finfo.h"

/* ---- which partitions and nodes ---------------------------------------------- */

/* For sinfo, names of partitions differ in upper and lower case. */
static bool
is_named(const struct finfo_args *args, const char *name)
{
	bool named = false;

	for (size_t i = 0; i < args->partitions.n && !named; i++)
		named = (args->context->slurm ? strcmp : strcasecmp)(
			    args->partitions.item[i], name) == 0;
	return named;
}

static bool
is_in_group(const char *user, const char *name)
{
	const struct group *group = getgrnam(name);
	const struct passwd *entry = getpwnam(user);

	if (group && entry && entry->pw_gid == group->gr_gid)
		return true;
	for (size_t i = 0; group && group->gr_mem[i]; i++)
		if (strcmp(group->gr_mem[i], user) == 0)
			return true;
	return false;
}

static bool
may_use(const struct finfo_view *view, const struct ft_partition *partition)
{
	const struct ft_name_list *list = &partition->allow_groups;

	for (size_t i = 0; i < list->n; i++)
		if (is_in_group(view->asker.name, list->item[i]))
			return true;
	return !list->text;
}

static bool
shows_partition(
    const struct finfo_view *view, const struct ft_partition *partition)
{
	const struct finfo_args *args = view->args;

	/* who names a partition sees it, hidden or not */
	if (args->partitions.text)
		return is_named(args, partition->name);
	return args->all || view->asker.privileged ||
	       (!partition->hidden && may_use(view, partition));
}

/* 22.05 lists the machines of a cloud that are off only if PrivateData has
 * cloud. */
static bool
is_hidden(const struct finfo_view *view, unsigned state)
{
	const struct finfo_args *args = view->args;

	if (ft_nodestate_base(state) == FT_NODE_BASE_FUTURE)
		return !args->future;
	return state & FT_NODE_HAS_POWERED_DOWN && args->context->slurm &&
	       !ft_release_has(args->context->release, FT_RULE_CLOUD_SHOWN) &&
	       !ft_list_has(
		   ft_conf_text(view->world->conf, FT_CONF_PRIVATE_DATA),
		   ft_word_of("cloud"));
}

static enum ft_status
mark_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct finfo_view *view = ctx;
	uint32_t index = ft_machine_node(&view->world->machine, name);

	(void)len;
	if (index != UINT32_MAX)
		view->wanted[index] = true;
	else if (!view->args->context->slurm)
		return ft_fail(err, FT_ENOENT, "unknown node '%s'", name);
	return FT_OK;
}

/* -n: mark the nodes that it names. */
static enum ft_status
mark_nodes(struct finfo_view *view, struct ft_error *err)
{
	const struct finfo_args *args = view->args;
	enum ft_status status =
	    ft_hostlist_nodes(args->nodes, mark_node, view, err);

	if (status == FT_OK || !args->context->slurm)
		return status;
	if (!ft_release_has(args->context->release, FT_RULE_NODES_CHECKED))
		return FT_OK;
	return ft_fail(
	    err, status, "'%s' invalid entry for --nodes", args->nodes);
}

enum ft_status
finfo_look(struct finfo_view *view, struct ft_error *err)
{
	const struct finfo_args *args = view->args;
	size_t n = view->world->machine.n_node;
	bool old =
	    args->context->slurm &&
	    !ft_release_has(args->context->release, FT_RULE_MIXED_DRAINING);
	enum ft_status status = FT_OK;

	ft_nodeuse_init(&view->use, view->world);
	view->state = ft_calloc(n + 1, sizeof *view->state);
	view->wanted = ft_calloc(n + 1, sizeof *view->wanted);
	if (args->nodes)
		status = mark_nodes(view, err);
	for (uint32_t i = 0; i < n; i++) {
		unsigned state = ft_nodeuse_state(&view->use, i);
		bool out = state & (FT_NODE_HAS_DRAIN | FT_NODE_HAS_FAIL) ||
			   ft_nodestate_base(state) == FT_NODE_BASE_DOWN;

		if (old && state & FT_NODE_HAS_DRAIN &&
		    ft_nodestate_base(state) == FT_NODE_BASE_MIXED)
			state ^= FT_NODE_BASE_MIXED ^ FT_NODE_BASE_ALLOCATED;
		view->state[i] = state;
		view->wanted[i] = (view->wanted[i] || !args->nodes) &&
				  !args->dead && !is_hidden(view, state) &&
				  (out || !args->reasons || args->states) &&
				  finfo_states_match(args, state);
	}
	return status;
}

void
finfo_view_free(struct finfo_view *view)
{
	for (size_t i = 0; i < view->n; i++)
		ft_free(view->row[i].node);
	ft_free(view->row);
	ft_free(view->state);
	ft_free(view->wanted);
	ft_nodeuse_free(&view->use);
}

/* ---- which share a row ---------------------------------------------------------- */

struct grouping {
	struct finfo_view *view;
	const struct ft_column *column;
	size_t n;
	bool whole;         /* partitions without nodes have rows, too */
	struct ft_map rows; /* by what is alike: index */
	struct ft_str key, room;
};

/* What the nodes of a row have in common, in group->key. */
static void
make_key(struct grouping *group, const struct finfo_row *row)
{
	const struct finfo_args *args = group->view->args;
	unsigned alike = FINFO_ALIKE | (args->exact ? FINFO_RANGE : 0) |
			 (args->context->slurm ? 0 : FINFO_APART);

	ft_str_clear(&group->key);
	if (args->by_node && row->n)
		ft_str_addf(&group->key, "%" PRIu32 "\001%s\001", row->node[0],
		    row->partition->name);
	for (size_t i = 0; i < group->n; i++) {
		const struct ft_column *column = &group->column[i];
		struct ft_value value = { .room = &group->room };

		if (!(column->own & alike))
			continue;
		ft_column_value(column, row, &value);
		/* no value has a control character */
		if (value.kind == FT_VALUE_TEXT)
			ft_str_add(&group->key, value.text);
		else
			ft_value_add(&group->key, &value);
		ft_str_add_char(&group->key, '\001');
	}
}

static struct finfo_row *
row_of(struct grouping *group, const struct finfo_row *like)
{
	struct finfo_view *view = group->view;
	uint64_t at;

	make_key(group, like);
	at = ft_map_add(&group->rows, ft_str_text(&group->key), view->n);
	if (at == view->n)
		*ft_vec_add(view->row, view->n, view->cap) =
		    (struct finfo_row){ .partition = like->partition,
			    .first = like->first,
			    .view = view };
	return &view->row[at];
}

static void
add_node(struct finfo_row *row, uint32_t node)
{
	size_t at = row->n;

	/* partitions may share it */
	for (size_t i = 0; i < row->n; i++)
		if (row->node[i] == node)
			return;
	(void)ft_vec_add(row->node, row->n, row->cap);
	for (; at > 0 && row->node[at - 1] > node; at--)
		row->node[at] = row->node[at - 1];
	row->node[at] = node;
}

static void
add_partition(struct grouping *group, const struct ft_partition *partition)
{
	struct finfo_view *view = group->view;
	const struct ft_machine *machine = &view->world->machine;
	bool any = false;

	for (uint32_t node = 0; node < machine->n_node; node++) {
		struct finfo_row like = { .partition = partition,
			.view = view,
			.first = &machine->node[node],
			.node = &node,
			.n = 1 };

		if (!view->wanted[node] || !ft_partition_has(partition, node))
			continue;
		any = true;
		add_node(row_of(group, &like), node);
	}
	if (!any && group->whole)
		(void)row_of(group, &(struct finfo_row){
					.partition = partition, .view = view });
}

void
finfo_rows(struct finfo_view *view, const struct ft_column *column, size_t n)
{
	const struct ft_machine *machine = &view->world->machine;
	struct grouping group = { .view = view, .column = column, .n = n };

	for (size_t i = 0; i < n; i++)
		group.whole = group.whole || column[i].own & FINFO_PARTITION;
	group.whole = group.whole && !view->args->by_node;
	for (size_t i = 0; i < machine->n_partition; i++)
		if (shows_partition(view, &machine->partition[i]))
			add_partition(&group, &machine->partition[i]);
	ft_map_clear(&group.rows);
	ft_str_free(&group.key);
	ft_str_free(&group.room);
	finfo_sort(view);
}
