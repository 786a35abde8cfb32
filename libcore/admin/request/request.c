/* Requests: what each does, by entity. */
#include "admin/request/private.h"
#include "admin/txn/internal.h"

static const struct {
	ft_admin_action_fn *add, *modify, *delete;
} deeds[FT_ENTITY_COUNT] = {
	[FT_ENTITY_CLUSTER] = { ft_admin_add_clusters, ft_admin_modify_clusters,
	    ft_admin_delete_clusters },
	[FT_ENTITY_ACCOUNT] = { ft_admin_add_accounts, ft_admin_modify_accounts,
	    ft_admin_delete_accounts },
	[FT_ENTITY_USER] = { ft_admin_add_users, ft_admin_modify_users,
	    ft_admin_delete_users },
	[FT_ENTITY_ASSOC] = { .modify = ft_admin_modify_assocs },
	[FT_ENTITY_QOS] = { ft_admin_add_qoses, ft_admin_modify_qoses,
	    ft_admin_delete_qoses },
	[FT_ENTITY_COORD] = { .add = ft_admin_add_coords,
	    .delete = ft_admin_delete_coords },
	[FT_ENTITY_RESOURCE] = { ft_admin_add_resources,
	    ft_admin_modify_resources, ft_admin_delete_resources },
};

/* Its transactions are logged at the end, unless it was refused. */
static enum ft_status
run(struct ft_admin *admin, ft_admin_action_fn *deed,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err)
{
	static const struct ft_admin_set nothing = { .given = 0 };
	struct ft_admin_request whole = *request;
	enum ft_status status;

	if (whole.to == NULL)
		whole.to = &nothing;
	if (whole.assoc == NULL)
		whole.assoc = &nothing;
	admin->request = &whole;
	admin->result = result;
	ft_idvec_free(&admin->user_name);
	admin->names_asked = 0;
	status = deed(admin, err);
	admin->request = NULL;
	admin->result = NULL;
	return status == FT_OK ? ft_txn_flush(admin, err) : status;
}

enum ft_status
ft_admin_add(struct ft_admin *admin, const struct ft_admin_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	return run(admin, deeds[request->entity].add, request, result, err);
}

enum ft_status
ft_admin_modify(struct ft_admin *admin, const struct ft_admin_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	return run(admin, deeds[request->entity].modify, request, result, err);
}

enum ft_status
ft_admin_delete(struct ft_admin *admin, const struct ft_admin_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	return run(admin, deeds[request->entity].delete, request, result, err);
}

enum ft_status
ft_admin_set_usage(struct ft_admin *admin,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err)
{
	return run(admin, ft_admin_put_usage, request, result, err);
}
