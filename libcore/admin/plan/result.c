/* The result of a plan: blockers, unmanaged state, names of subjects. */
#include "admin/plan/private.h"

void
ft_plan_add_block(struct ft_plan_run *run, const char *subject, const char *why,
    enum ft_entity entity, uint32_t id)
{
	struct ft_plan_result *result = run->result;

	*ft_vec_add(result->block, result->n_block, result->cap_block) =
	    (struct ft_plan_block){
		    .subject = subject,
		    .why = ft_arena_strdup(&result->arena, why),
		    .entity = entity,
		    .id = id,
	    };
}

void
ft_plan_add_unmanaged(struct ft_plan_run *run, const char *subject,
    const char *field, const char *value)
{
	struct ft_plan_result *result = run->result;

	*ft_vec_add(result->unmanaged, result->n_unmanaged,
	    result->cap_unmanaged) = (struct ft_plan_unmanaged){
		.subject = subject,
		.field = field,
		.value = value ? ft_arena_strdup(&result->arena, value) : NULL,
	};
}

const char *
ft_plan_subject(struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    ft_acctdb_account(run->acctdb, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(run->acctdb, assoc->user) : NULL;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (assoc->parent == 0) /* its root */
		ft_str_addf(&str, "cluster %s", run->order.cluster);
	else
		ft_str_addf(&str, "%s %s%s%s", user ? "user" : "account",
		    user ? user->name : "", user ? "@" : "",
		    account ? account->name : "");
	if (*assoc->partition)
		ft_str_addf(&str, ":%s", assoc->partition);
	return ft_arena_strdup(&run->result->arena, ft_str_text(&str));
}

const char *
ft_plan_name_subject(
    struct ft_plan_run *run, const char *what, const char *name)
{
	size_t size = strlen(what) + sizeof " " + strlen(name);
	char *text = ft_arena_alloc(&run->result->arena, size);

	snprintf(text, size, "%s %s", what, name);
	return text;
}
