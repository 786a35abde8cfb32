/*
 * use.c - reports what is in use, for scontrol show assoc_mgr and sshare.
 */

#include "sim/policy/policy.h"
#include "sim/policy/private.h"

static struct ft_policy_use
use_of(const struct ft_policy_count *count)
{
	return (struct ft_policy_use){ count->jobs, count->submitted,
		count->accruing, count->tres, count->run_secs };
}

struct ft_policy_use
ft_policy_assoc_use(const struct ft_world *world, uint32_t node)
{
	struct ft_policy *policy = world->policy;

	if (!policy || node >= policy->n_node)
		return (struct ft_policy_use){ 0 };
	return use_of(&policy->node[node].count);
}

struct ft_policy_use
ft_policy_qos_use(const struct ft_world *world, uint32_t qos)
{
	uint32_t index = ft_policy_qos_index(world, qos);

	if (!world->policy || index == FT_POLICY_NONE)
		return (struct ft_policy_use){ 0 };
	return use_of(&world->policy->qos[index].count);
}

static void
sort_group(struct ft_policy_group *group)
{
	const struct ft_map_entry *entry = NULL;
	size_t n = 0;

	if (group->n_order == group->n)
		return;
	group->order = ft_realloc(group->order, group->n, sizeof(uint32_t));
	while ((entry = ft_map_next(&group->at, entry)) != NULL) {
		uint32_t item = (uint32_t)ft_map_value(entry);
		size_t i = n++;

		group->item[item].name = ft_map_key(entry);
		for (; i > 0 && strcmp(group->item[item].name,
				    group->item[group->order[i - 1]].name) < 0;
		     i--)
			group->order[i] = group->order[i - 1];
		group->order[i] = item;
	}
	group->n_order = n;
}

static bool
member(struct ft_policy_group *group, size_t i, const char **name,
    struct ft_policy_use *use)
{
	sort_group(group);
	for (size_t j = 0; j < group->n; j++) {
		const struct ft_policy_member *item =
		    &group->item[group->order[j]];

		if (!item->count.submitted && !item->count.jobs)
			continue;
		if (i > 0 && i--)
			continue;
		*name = item->name;
		*use = use_of(&item->count);
		return true;
	}
	return false;
}

bool
ft_policy_qos_user(const struct ft_world *world, uint32_t qos, size_t i,
    const char **user, struct ft_policy_use *use)
{
	uint32_t index = ft_policy_qos_index(world, qos);

	return world->policy && index != FT_POLICY_NONE &&
	       member(&world->policy->qos[index].user, i, user, use);
}

bool
ft_policy_qos_account(const struct ft_world *world, uint32_t qos, size_t i,
    const char **account, struct ft_policy_use *use)
{
	uint32_t index = ft_policy_qos_index(world, qos);

	return world->policy && index != FT_POLICY_NONE &&
	       member(&world->policy->qos[index].account, i, account, use);
}
