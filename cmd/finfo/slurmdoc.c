/* slurmdoc.c - sinfo --json and --yaml: nodes as slurmctld has them, or rows. */

#include "finfo/finfo.h"
#include "nodedoc/nodedoc.h"

static struct ft_nodedoc
source(const struct finfo_view *view, struct ft_arena *arena)
{
	return (struct ft_nodedoc){ .world = view->world,
		.use = &view->use,
		.arena = arena,
		.open = true,
		.hidden = view->args->all || view->asker.privileged };
}

/* ---- 22.05: all nodes, whatever is asked for ------------------------------------- */

void
finfo_old_document(const struct finfo_view *view, struct ft_out *out)
{
	const struct ft_machine *machine = &view->world->machine;
	struct ft_doc *doc = ft_doc_open_slurm(
	    out, view->args->kind, (struct ft_doc_shape){ 0 });
	struct ft_arena arena = { 0 };
	const struct ft_nodedoc from = source(view, &arena);

	ft_doc_slurm_head(doc, "openapi/v0.0.38", "Slurm OpenAPI v0.0.38");
	ft_doc_begin_list(doc, "errors");
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "nodes");
	for (uint32_t i = 0; i < machine->n_node; i++) {
		struct ft_nodedoc_node node;
		const void *row = &node;

		if (machine->node[i].state == FT_NODE_FUTURE)
			continue;
		ft_nodedoc_node(&node, &from, i);
		ft_doc_object(doc, NULL, ft_nodedoc_old_node_members,
		    ft_nodedoc_old_node_member_count, &row);
		ft_arena_clear(&arena);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

/* ---- since 23.02: the rows ---------------------------------------------------------- */

static void
port(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_u64(value, row->first ? ft_nodedoc_port(row->first) : 0);
}

static void
state(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_nodestate_add_list(
	    ft_value_build(value), row->n ? row->view->state[row->node[0]] : 0);
}

static void
put_count(const struct finfo_row *row, struct ft_value *value, size_t of)
{
	size_t count[3];

	finfo_count_nodes(row, count);
	ft_value_u64(value, count[of]);
}

static void
nodes_allocated(const void *row, struct ft_value *value)
{
	put_count(row, value, 0);
}

static void
nodes_idle(const void *row, struct ft_value *value)
{
	put_count(row, value, 1);
}

static void
nodes_other(const void *row, struct ft_value *value)
{
	put_count(row, value, 2);
}

static void
node_list(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	const struct ft_node *node = row->view->world->machine.node;
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < row->n; i++)
		ft_str_addf(str, "%s%s", i ? "," : "", node[row->node[i]].name);
}

static void
least(const void *row, struct ft_value *value)
{
	ft_value_u64(value, finfo_range(row, value->column).least);
}

static void
most(const void *row, struct ft_value *value)
{
	ft_value_u64(value, finfo_range(row, value->column).most);
}

static void
cpus_per_node(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (row->n > 0 && row->partition->max_cpus_per_node == FT_UNLIMITED)
		value->kind = FT_VALUE_INFINITE;
	else
		ft_value_u64(
		    value, row->n ? row->partition->max_cpus_per_node : 0);
}

/* Who measures nothing knows no free memory; without nodes there is none. */
static void
free_memory(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (row->n == 0)
		ft_value_u64(value, 0);
}

static void
reason_time(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_i64(value, row->first ? row->first->since : 0);
}

/* Since 26.05 nobody set what has no text. */
static void
set_by(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	static const struct ft_column user = { .source = finfo_fields,
		.arg = "User" };
	const struct ft_column *column = value->column;

	if (!row->first || !*row->first->reason)
		return;
	value->column = &user;
	ft_column_get_other(row, value);
	value->column = column;
}

static void
write_partition(struct ft_doc *doc, const char *key, const void *at)
{
	const struct finfo_row *row = at;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	const struct ft_nodedoc from = source(row->view, &arena);
	struct ft_nodedoc_partition partition;
	const void *of = &partition;

	ft_nodedoc_partition(&partition, &from, row->partition);
	ft_doc_object(doc, key, ft_nodedoc_partition_members,
	    ft_nodedoc_partition_member_count, &of);
}

/* What the column of that name shows. */
#define SHOWN(word)                                                            \
	.get = ft_column_get_other, .source = finfo_fields, .arg = (word)
#define NODE(name) FT_MEMBER_OF(struct finfo_row, first, struct ft_node, name)
#define OF_NODES(way, name)                                                    \
	PAPER_COUNT(                                                           \
	    way ".minimum", FT_MEMBER(struct ft_node, name), .get = least),    \
	    PAPER_COUNT(                                                       \
		way ".maximum", FT_MEMBER(struct ft_node, name), .get = most)

static const struct ft_column members[] = {
#include "finfo/member.def"
};

/* The columns of FORMAT, and what is in use, which rows have in common, too. */
static void
group(struct finfo_view *view, const struct finfo_format *format)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	const struct ft_column *used = finfo_fields;

	while (strcmp(used->name, "GresUsed") != 0)
		used++;
	for (size_t i = 0; i < format->list.n; i++)
		ft_columns_add(&columns, &format->list.item[i].column, 0);
	ft_columns_add(&columns, used, 0);
	finfo_rows(view, columns.item, columns.n);
}

/* The members, without the values of columns that FORMAT has not. */
static void
choose(struct ft_columns *chosen, const struct finfo_format *format)
{
	for (size_t i = 0; i < FT_COUNT(members); i++) {
		bool shown = members[i].letter == 0;

		for (size_t k = 0; k < format->list.n && !shown; k++)
			shown = format->list.item[k].column.letter ==
				members[i].letter;
		ft_columns_add(chosen, &members[i], 0);
		if (!shown) {
			chosen->item[i].member = FT_MEMBER_NONE;
			chosen->item[i].get = ft_column_get_arg;
			chosen->item[i].arg = "";
		}
	}
}

enum ft_status
finfo_slurm_document(struct finfo_view *view, const struct finfo_format *format,
    const struct ft_session *session, struct ft_out *out)
{
	const struct finfo_args *args = view->args;
	const struct ft_slurmdoc_call call = { args->context, session,
		args->context->argc, args->context->argv };
	struct ft_columns chosen = { 0 };
	bool failed;
	struct ft_doc *doc =
	    ft_slurmdoc_open(&args->doc, args->context, out, &failed);

	if (!doc)
		return failed ? FT_EINVAL : FT_OK;
	group(view, format);
	choose(&chosen, format);
	ft_doc_begin_list(doc, "sinfo");
	for (size_t i = 0; i < view->n; i++) {
		ft_doc_object(doc, NULL, chosen.item, chosen.n, &view->row[i]);
	}
	ft_doc_end(doc);
	ft_columns_free(&chosen);
	ft_slurmdoc_close(doc, &args->doc, &call);
	return FT_OK;
}
