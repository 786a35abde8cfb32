/* step.c - makes all steps from one acctdb to another, in the order that step.h
 * gives. */
#include "admin/step/step.h"
#include "admin/step/private.h"

static bool
has_several_clusters(const struct ft_acctdb *acctdb)
{
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_cluster; i++)
		n += !acctdb->cluster[i].deleted;
	return n > 1;
}

void
ft_steps_between(struct ft_steps *steps, const struct ft_acctdb *before,
    const struct ft_acctdb *after)
{
	struct ft_step_diff diff = { .steps = steps,
		.state = { { .acctdb = before }, { .acctdb = after } },
		.several = has_several_clusters(before) ||
			   has_several_clusters(after) };

	*steps = (struct ft_steps){ 0 };
	for (int side = 0; side < FT_STEP_SIDES; side++)
		diff.state[side].index =
		    ft_admin_index_new(diff.state[side].acctdb);
	ft_step_match(&diff);
	ft_step_clusters(&diff);
	ft_step_qoses(&diff);
	ft_step_accounts(&diff);
	ft_step_users(&diff);
	ft_step_coords(&diff);
	ft_step_deletes(&diff);
	ft_step_others(&diff);
	ft_step_orders(&diff);
	for (int side = 0; side < FT_STEP_SIDES; side++)
		ft_admin_index_free(diff.state[side].index);
	ft_free(diff.field);
	ft_arena_clear(&diff.arena);
}

void
ft_steps_free(struct ft_steps *steps)
{
	ft_free(steps->step);
	ft_arena_clear(&steps->arena);
	*steps = (struct ft_steps){ 0 };
}
