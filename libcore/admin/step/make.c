/* make.c - makes steps, with the names of what they are about. */
#include "admin/step/private.h"

static const char *
keep(struct ft_arena *arena, const char *text)
{
	return text && *text ? ft_arena_strdup(arena, text) : "";
}

void
ft_step_push(struct ft_step_diff *diff, const struct ft_step *step)
{
	struct ft_steps *steps = diff->steps;
	struct ft_arena *arena = &steps->arena;
	struct ft_step *new;

	new = ft_vec_add(steps->step, steps->n, steps->cap);
	*new = *step;
	new->name = keep(arena, step->name);
	new->cluster = keep(arena, step->cluster);
	new->account = keep(arena, step->account);
	new->user = keep(arena, step->user);
	new->partition = keep(arena, step->partition);
	new->from = keep(arena, step->from);
	new->to = keep(arena, step->to);
	new->several = diff->several;
	new->n_field = diff->n_field;
	new->field =
	    ft_arena_calloc(arena, diff->n_field + 1, sizeof *new->field);
	if (diff->n_field)
		memcpy(new->field, diff->field,
		    diff->n_field * sizeof *new->field);
	diff->n_field = 0;
	if (ft_step_is_note(new))
		steps->n_note++;
	else
		steps->count[new->op]++;
}

struct ft_step
ft_step_of_pair(const struct ft_step_diff *diff, enum ft_step_op op,
    enum ft_entity entity, uint32_t at)
{
	struct ft_step step = { .op = op,
		.entity = entity,
		.name = ft_step_name(diff, entity, at) };

	if (entity == FT_ENTITY_CLUSTER)
		step.cluster = step.name;
	else if (entity == FT_ENTITY_ACCOUNT)
		step.account = step.name;
	else if (entity == FT_ENTITY_USER)
		step.user = step.name;
	return step;
}

struct ft_step
ft_step_of_node(const struct ft_step_diff *diff, enum ft_step_op op,
    enum ft_entity entity, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];
	struct ft_step step = { .op = op,
		.entity = entity,
		.cluster = ft_step_name(diff, FT_ENTITY_CLUSTER, node->cluster),
		.account = ft_step_name(diff, FT_ENTITY_ACCOUNT, node->account),
		.user = ft_step_name(diff, FT_ENTITY_USER, node->user),
		.partition = node->partition };

	if (entity == FT_ENTITY_CLUSTER) {
		step.name = step.cluster;
		step.account = "";
	} else if (entity != FT_ENTITY_ASSOC) {
		step.name =
		    entity == FT_ENTITY_ACCOUNT ? step.account : step.user;
	}
	return step;
}

void
ft_step_push_assoc(struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];
	bool root = node->user == FT_STEP_NONE &&
		    node->parent[FT_STEP_AFTER] == FT_STEP_NONE &&
		    node->parent[FT_STEP_BEFORE] == FT_STEP_NONE;
	struct ft_step step = ft_step_of_node(diff, FT_STEP_CHANGE,
	    root                         ? FT_ENTITY_CLUSTER
	    : node->user == FT_STEP_NONE ? FT_ENTITY_ACCOUNT
					 : FT_ENTITY_ASSOC,
	    at);

	step.exact = ft_step_is_exact(diff, at);
	ft_step_push(diff, &step);
}
