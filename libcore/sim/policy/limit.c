/*
 * limit.c - looks up the limits of associations and QOS.
 *
 * To an association apply its own limits and, of each kind that is inherited
 * and that it does not set, that of the nearest ancestor that does.
 */

#include "sim/policy/policy.h"
#include "sim/policy/private.h"

static uint32_t
tres_index(const struct ft_world *world, uint32_t id)
{
	const struct ft_tres *tres = id ? ft_tres_get(&world->tres, id) : NULL;

	return tres ? (uint32_t)(tres - world->tres.item) : 0;
}

const struct ft_policy_limit *
ft_policy_find(
    const struct ft_policy_limits *limits, uint16_t kind, uint32_t index)
{
	for (size_t i = 0; i < limits->n; i++)
		if (limits->item[i].kind == kind &&
		    limits->item[i].index == index)
			return &limits->item[i];
	return NULL;
}

/* Returns LIMIT[n], prepared for look-up.  QOS: whose they are; NULL: of an
 * association. */
static struct ft_policy_limits
compile(const struct ft_world *world, const struct ft_qos *qos,
    const struct ft_limit *limit, size_t n)
{
	struct ft_policy *policy = world->policy;
	struct ft_policy_limit *item;

	if (n == 0)
		return (struct ft_policy_limits){ NULL, 0 };
	item = ft_arena_alloc(&policy->arena, n * sizeof *item);
	for (size_t i = 0; i < n; i++)
		item[i] = (struct ft_policy_limit){ limit[i].kind,
			tres_index(world, limit[i].tres),
			qos ? ft_policy_qos_limit(world, qos, &limit[i])
			    : limit[i].value };
	return (struct ft_policy_limits){ item, n };
}

void
ft_policy_compile_qos(struct ft_world *world)
{
	struct ft_policy *policy = world->policy;
	const struct ft_acctdb *acctdb = &world->acctdb;

	for (uint32_t i = 0; i < policy->n_qos; i++) {
		size_t n;
		const struct ft_limit *limit =
		    ft_acctdb_limits(acctdb->qos_limit, acctdb->n_qos_limit,
			acctdb->qos[i].id, &n);

		policy->qos[i].limits =
		    compile(world, &acctdb->qos[i], limit, n);
	}
}

/* Returns the limits that children inherit: those OWN ones that are
 * inheritable, and those inherited from ABOVE that OWN does not set. */
static struct ft_policy_limits
inherit(struct ft_policy *policy, const struct ft_policy_limits *own,
    const struct ft_policy_limits *above)
{
	struct ft_policy_limit *item;
	size_t n = 0;

	if (own->n == 0)
		return *above;
	item =
	    ft_arena_alloc(&policy->arena, (own->n + above->n) * sizeof *item);
	for (size_t i = 0; i < own->n; i++)
		if (ft_limit_infos[own->item[i].kind].inherited)
			item[n++] = own->item[i];
	for (size_t i = 0; i < above->n; i++)
		if (!ft_policy_find(
			own, above->item[i].kind, above->item[i].index))
			item[n++] = above->item[i];
	return (struct ft_policy_limits){ item, n };
}

/* Look up the limits of NODE, whose parent is ready. */
static void
make_ready(const struct ft_world *world, uint32_t node)
{
	struct ft_policy *policy = world->policy;
	struct ft_policy_node *here = &policy->node[node];
	uint32_t parent = world->tree->parent[node];
	const struct ft_policy_limits none = { NULL, 0 };
	size_t n;
	const struct ft_limit *limit =
	    ft_acctdb_limits(world->acctdb.assoc_limit,
		world->acctdb.n_assoc_limit, world->tree->id[node], &n);

	here->own = compile(world, NULL, limit, n);
	here->inherited = inherit(policy, &here->own,
	    parent == FT_NODE_NONE ? &none : &policy->node[parent].inherited);
	here->above = parent;
	if (parent != FT_NODE_NONE && !policy->node[parent].own.n)
		here->above = policy->node[parent].above;
	here->ready = true;
}

const struct ft_policy_node *
ft_policy_node_of(const struct ft_world *world, uint32_t node)
{
	struct ft_policy *policy = world->policy;

	while (!policy->node[node].ready) {
		uint32_t top = node;

		while (world->tree->parent[top] != FT_NODE_NONE &&
		       !policy->node[world->tree->parent[top]].ready)
			top = world->tree->parent[top];
		make_ready(world, top);
	}
	return &policy->node[node];
}

bool
ft_policy_limit(const struct ft_world *world, uint32_t node, uint16_t kind,
    uint32_t tres_id, uint64_t *value)
{
	const struct ft_policy_node *here;
	const struct ft_policy_limit *limit;

	if (!world->policy || node >= world->policy->n_node)
		return false;
	here = ft_policy_node_of(world, node);
	limit = ft_policy_find(
	    ft_limit_infos[kind].inherited ? &here->inherited : &here->own,
	    kind, tres_index(world, tres_id));
	if (!limit)
		return false;
	*value = limit->value;
	return true;
}
