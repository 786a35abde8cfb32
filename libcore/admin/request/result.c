/* result.c - the answer to a request: its items, its refusal, and the records
 * that it names. */
#include "admin/request/private.h"

struct ft_admin_item *
ft_admin_item(struct ft_admin *admin, enum ft_admin_did did,
    enum ft_entity entity, uint32_t id)
{
	struct ft_admin_result *result = admin->result;
	struct ft_admin_item *item;

	item = ft_vec_add(result->item, result->n, result->cap);
	*item = (struct ft_admin_item){ .did = did,
		.entity = entity,
		.id = id,
		.name = "",
		.cluster = "",
		.account = "",
		.parent = "",
		.user = "",
		.partition = "",
		.note = "",
		.qos = "" };
	return item;
}

struct ft_admin_item *
ft_admin_item_name(struct ft_admin *admin, enum ft_admin_did did,
    enum ft_entity entity, uint32_t id, const char *name)
{
	struct ft_admin_item *item = ft_admin_item(admin, did, entity, id);

	item->name = ft_arena_strdup(&admin->arena, name);
	return item;
}

bool
ft_admin_added(const struct ft_admin *admin, enum ft_entity entity)
{
	return ft_admin_count(admin->result, FT_DID_ADD, entity) > 0;
}

/* Sets *name to that of ENTITY ID, which it is *known to have. */
static enum ft_status
name_of(struct ft_admin *admin, enum ft_entity entity, uint32_t id,
    struct ft_admin_record *known, struct ft_error *err)
{
	union ft_entity_record record;

	if (known->id == id)
		return FT_OK;
	FT_TRY(FT_REG(admin, get, entity, id, &record, err));
	known->name = ft_arena_strdup(&admin->arena, record.named.name);
	known->id = id;
	return FT_OK;
}

enum ft_status
ft_admin_account_name(struct ft_admin *admin, uint32_t id, const char **name,
    struct ft_error *err)
{
	/* accounts are never renamed */
	FT_TRY(
	    name_of(admin, FT_ENTITY_ACCOUNT, id, &admin->item_account, err));
	*name = admin->item_account.name;
	return FT_OK;
}

void
ft_admin_know_user(struct ft_admin *admin, uint32_t id, const char *name)
{
	*(const char **)ft_idvec_add(&admin->user_name, id, sizeof name) = name;
}

static enum ft_status
know_users(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_user *user;
	size_t n;

	FT_TRY(ft_list_user_names(admin->reg, FT_NO_OWNER, &user, &n, err));
	for (size_t i = 0; i < n; i++)
		ft_admin_know_user(admin, user[i].id, user[i].name);
	return FT_OK;
}

enum ft_status
ft_admin_user_name(struct ft_admin *admin, uint32_t id, const char **name,
    struct ft_error *err)
{
	enum { MANY = 64 }; /* one by one, before all are read at once */
	const char **known = ft_idvec_get(&admin->user_name, id, sizeof *known);
	struct ft_user user;

	if (!known && admin->names_asked++ == MANY) {
		FT_TRY(know_users(admin, err));
		known = ft_idvec_get(&admin->user_name, id, sizeof *known);
	}
	if (known) {
		*name = *known;
		return FT_OK;
	}
	FT_TRY(FT_GET(admin->reg, id, &user, err));
	*name = ft_arena_strdup(&admin->arena, user.name);
	ft_admin_know_user(admin, id, *name);
	return FT_OK;
}

enum ft_status
ft_admin_item_assoc(struct ft_admin *admin, enum ft_admin_did did,
    const struct ft_assoc *assoc, const char *note, struct ft_error *err)
{
	struct ft_arena *arena = &admin->arena;
	struct ft_admin_item *item =
	    ft_admin_item(admin, did, FT_ENTITY_ASSOC, assoc->id);
	struct ft_admin_record name = { .name = "" };
	struct ft_assoc parent;

	/* clusters are never renamed */
	FT_TRY(name_of(admin, FT_ENTITY_CLUSTER, assoc->cluster,
	    &admin->item_cluster, err));
	item->cluster = admin->item_cluster.name;
	FT_TRY(
	    ft_admin_account_name(admin, assoc->account, &item->account, err));
	item->partition = ft_arena_strdup(arena, assoc->partition);
	item->note = ft_arena_strdup(arena, note);
	if (assoc->user) {
		FT_TRY(
		    ft_admin_user_name(admin, assoc->user, &item->user, err));
	} else if (assoc->parent) {
		FT_TRY(FT_GET(admin->reg, assoc->parent, &parent, err));
		FT_TRY(name_of(
		    admin, FT_ENTITY_ACCOUNT, parent.account, &name, err));
		item->parent = name.name;
	}
	return FT_OK;
}

enum ft_status
ft_admin_refuse(struct ft_admin *admin, enum ft_admin_refusal refusal,
    struct ft_error *err, const char *format, ...)
{
	bool right = refusal == FT_ADMIN_REFUSE_PERMISSION ||
		     refusal == FT_ADMIN_REFUSE_OWN ||
		     refusal == FT_ADMIN_REFUSE_LEVEL ||
		     refusal == FT_ADMIN_REFUSE_OWN_RECORD;
	enum ft_status status = right ? FT_EPERM : FT_EINVAL;
	va_list args;

	/* NULL: several requests together are refused */
	if (admin->result)
		admin->result->refusal = refusal;
	va_start(args, format);
	ft_failv(err, status, format, args);
	va_end(args);
	return status;
}

enum ft_status
ft_admin_refuse_idle(
    struct ft_admin *admin, enum ft_entity entity, struct ft_error *err)
{
	admin->result->refused = entity;
	return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NO_EFFECT, err,
	    "nothing given has an effect");
}

/* ---- records ---- */

enum ft_status
ft_admin_find(struct ft_admin *admin, enum ft_entity entity, const char *name,
    union ft_entity_record *record, struct ft_error *err)
{
	enum ft_status status;

	record->named.name = name;
	status = FT_REG(admin, find, entity, record, false, err);
	if (status == FT_ENOENT)
		record->named.id = 0;
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_admin_find_assoc(
    struct ft_admin *admin, struct ft_assoc *assoc, struct ft_error *err)
{
	struct ft_assoc found = *assoc;
	enum ft_status status = FT_FIND(admin->reg, &found, err);

	if (status == FT_OK)
		*assoc = found;
	else
		assoc->id = 0;
	return status == FT_ENOENT ? FT_OK : status;
}
