/* node.c - a node in Slurm's own documents.  Source: recorded cases v02, l09. */

#include <ctype.h>

#include "common/jobtext.h"
#include "jobdoc/grestext.h"
#include "nodedoc/nodedoc.h"
#include "sim/reserve/reserve.h"

static const char *
partitions(const struct ft_nodedoc *from, uint32_t node)
{
	const struct ft_machine *machine = &from->world->machine;
	struct ft_str str = { 0 };

	for (size_t i = 0; i < machine->n_partition && from->open; i++) {
		const struct ft_partition *partition = &machine->partition[i];

		if (ft_partition_has(partition, node) &&
		    (!partition->hidden || from->hidden))
			ft_str_addf(
			    &str, "%s%s", str.len ? "," : "", partition->name);
	}
	return ft_arena_take(from->arena, &str);
}

/* The most that a partition of the node with weights bills for COUNT; its CPUs if
 * none has any. */
static uint64_t
billing_of(const struct ft_world *world, uint32_t index, const uint64_t *count)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t most = 0;
	bool any = false;

	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *one = &machine->partition[i];
		uint64_t own;

		if (!*one->weights_text || !ft_partition_has(one, index))
			continue;
		own = (uint64_t)ft_billing_of(
		    &one->billing, &world->tres, count, world->priority_flags);
		most = own > most ? own : most;
		any = true;
	}
	return any ? most : count[FT_TRES_CPU];
}

/* The TRES of the node; Slurm leaves out the TRES "node", which would be 1. */
static const char *
tres_of(const struct ft_nodedoc *from, uint32_t index)
{
	const struct ft_world *world = from->world;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str = { 0 };

	ft_machine_count_node(
	    &world->machine, &world->machine.node[index], count);
	count[FT_TRES_BILLING] = billing_of(world, index, count);
	count[FT_TRES_NODE] = 0;
	ft_jobtext_add_tres(&str, &world->tres, count, FT_TRES_UNITS);
	return ft_arena_take(from->arena, &str);
}

/* The reservation that it is in now. */
static const char *
reservation_of(const struct ft_world *world, uint32_t index)
{
	const char *name = "";

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *one = world->reservation[i];

		for (size_t k = 0; k < one->n_node; k++)
			if (one->node[k] == index &&
			    ft_reserve_shows(world, one))
				name = one->name;
	}
	return name;
}

void
ft_nodedoc_node(
    struct ft_nodedoc_node *node, const struct ft_nodedoc *from, uint32_t index)
{
	const struct ft_world *world = from->world;
	const struct ft_node *of = &world->machine.node[index];
	const uint64_t *used = ft_nodeuse_tres(from->use, index);
	struct ft_str in_use = { 0 }, state = { 0 }, gres = { 0 };

	*node = (struct ft_nodedoc_node){
		.node = *of,
		.cpus = used[FT_TRES_CPU],
		.memory = used[FT_TRES_MEM],
		.bits = ft_nodeuse_state(from->use, index),
		/* NULL, printed as (null), only if it has no features at all */
		.active = *of->features || *of->active ? of->active : NULL,
		.partitions = partitions(from, index),
		.tres = tres_of(from, index),
		.gres_drain = "N/A",
		.reservation = reservation_of(world, index),
	};
	ft_nodestate_add_list(&state, node->bits);
	node->state = ft_arena_take(from->arena, &state);
	ft_jobtext_add_tres(&in_use, &world->tres, used, FT_TRES_UNITS);
	node->used = ft_arena_take(from->arena, &in_use);
	ft_grestext_add_used(&gres, world, index);
	node->gres_used = ft_arena_take(from->arena, &gres);
}

/* ---- its members ---------------------------------------------------------- */

static const struct ft_nodedoc_node *
node_of(const void *row)
{
	return *(const void *const *)row;
}

/* The name of nobody is empty, never null. */
static void
write_owner(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	ft_doc_blank(doc, key);
}

static void
write_reason_user(struct ft_doc *doc, const char *key, const void *row)
{
	const struct ft_node *node = &node_of(row)->node;

	if (*node->reason && *node->reason_user)
		ft_doc_text(doc, key, node->reason_user);
	else if (node->state == FT_NODE_DOWN &&
		 ft_release_has(
		     ft_doc_shape_of(doc)->release, FT_RULE_DOWN_BY_ROOT))
		ft_doc_text(doc, key, "root");
	else
		ft_doc_blank(doc, key);
}

static void
reason_changed(const void *row, struct ft_value *value)
{
	const struct ft_node *node = &node_of(row)->node;

	ft_value_i64(
	    value, *node->reason && *node->reason_user ? node->since : 0);
}

/* Slurm's SlurmdPort, which is no setting here. */
enum { SLURMD_PORT = 6818 };

uint32_t
ft_nodedoc_port(const struct ft_node *node)
{
	return node->port ? node->port : SLURMD_PORT;
}

static void
port(const void *row, struct ft_value *value)
{
	ft_value_u64(value, ft_nodedoc_port(&node_of(row)->node));
}

static void
idle_cpus(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_node *shown = node_of(row);

	ft_value_u64(value, shown->node.cpus - shown->cpus);
}

static void
write_weighted(struct ft_doc *doc, const char *key, const void *row)
{
	const struct ft_doc_shape *shape = ft_doc_shape_of(doc);

	if (!ft_release_has(shape->release, FT_RULE_NODES_UNWEIGHTED))
		ft_doc_real(doc, key, (double)node_of(row)->cpus);
	else if (shape->complex)
		ft_doc_null(doc, key);
	else
		ft_doc_real(doc, key, 0);
}

#define MEMBER(name) FT_MEMBER(struct ft_nodedoc_node, name)

const struct ft_column ft_nodedoc_node_members[] = {
#include "nodedoc/node_member.def"
};
const size_t ft_nodedoc_node_member_count = FT_COUNT(ft_nodedoc_node_members);

/* ---- as 22.05 has them ------------------------------------------------------ */

/* What it does not know, as it counts. */
static void
never_asked(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_u64(value, UINT32_MAX - 1);
}

static void
never_found(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_i64(value, -2);
}

static void
put_lower(struct ft_value *value, const char *text)
{
	struct ft_str *str = ft_value_build(value);

	for (; *text; text++)
		ft_str_add_char(str, (char)tolower((unsigned char)*text));
}

static void
old_base(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_node *node = node_of(row);
	enum ft_nodestate_base base = ft_nodestate_base(node->bits);

	put_lower(value, ft_nodestate_word(base));
}

static void
old_flags(const void *row, struct ft_value *value)
{
	ft_nodestate_add_flags(ft_value_build(value), node_of(row)->bits);
}

static void
old_version(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_node *node = node_of(row);

	ft_value_text(
	    value, ft_nodestate_base(node->bits) == FT_NODE_BASE_DOWN &&
			   node->node.since == 0
		       ? ""
		       : ft_releases[FT_RELEASE_22_05].version);
}

static void
old_used(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_node *node = node_of(row);

	if (*node->used)
		ft_value_text(value, node->used);
}

static void
old_reason_user(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_node *node = node_of(row);

	if (*node->node.reason && *node->node.reason_user)
		ft_value_text(value, node->node.reason_user);
	else if (ft_nodestate_base(node->bits) == FT_NODE_BASE_DOWN)
		ft_value_text(value, "root");
}

const struct ft_column ft_nodedoc_old_node_members[] = {
#include "nodedoc/old_node_member.def"
};
const size_t ft_nodedoc_old_node_member_count =
    FT_COUNT(ft_nodedoc_old_node_members);
