/* Adding and deleting coordinators. */
#include "admin/request/private.h"
#include "admin/txn/internal.h"

struct coord_names {
	struct ft_admin_records account, user;
};

/* Sets *found to the records of KEY; items report those that do not exist. */
static enum ft_status
find_names(struct ft_admin *admin, enum ft_entity entity, enum ft_admin_key key,
    struct ft_admin_records *found, struct ft_error *err)
{
	const struct ft_admin_names *names = ft_admin_key(admin, key);
	size_t at = 0;

	FT_TRY(ft_admin_find_all(admin, entity, names, found, err));
	for (size_t i = 0; i < names->n; i++)
		if (at < found->n &&
		    strcmp(found->item[at].name, names->item[i]) == 0)
			at++;
		else
			ft_admin_item_name(
			    admin, FT_DID_MISS, entity, 0, names->item[i]);
	return FT_OK;
}

static enum ft_status
find_coord_names(
    struct ft_admin *admin, struct coord_names *names, struct ft_error *err)
{
	FT_TRY(ft_admin_need_first(admin, err));
	FT_TRY(find_names(
	    admin, FT_ENTITY_ACCOUNT, FT_KEY_ACCOUNT, &names->account, err));
	return find_names(
	    admin, FT_ENTITY_USER, FT_KEY_USER, &names->user, err);
}

static enum ft_status
may_coordinate(struct ft_admin *admin, uint32_t account, struct ft_error *err)
{
	bool may;

	FT_TRY(ft_admin_coordinates(admin, account, &may, err));
	return ft_admin_need_unless(
	    admin, may || ft_admin_is_operator(admin), err);
}

static void
coord_item(struct ft_admin *admin, enum ft_admin_did did, const char *user,
    const char *account)
{
	struct ft_admin_item *item =
	    ft_admin_item(admin, did, FT_ENTITY_COORD, 0);

	item->user = ft_arena_strdup(&admin->arena, user);
	item->account = ft_arena_strdup(&admin->arena, account);
}

static bool
is_coord(
    const struct ft_coord *coord, size_t n, uint32_t account, uint32_t user)
{
	for (size_t i = 0; i < n; i++)
		if (coord[i].account == account && coord[i].user == user)
			return true;
	return false;
}

/* slurmdbd goes by users first. */
static enum ft_status
note_new_coords(struct ft_admin *admin, const struct coord_names *names,
    const struct ft_coord *old, size_t n, struct ft_error *err)
{
	for (size_t i = 0; i < names->user.n; i++)
		for (size_t j = 0; j < names->account.n; j++)
			if (!is_coord(old, n, names->account.item[j].id,
				names->user.item[i].id))
				FT_TRY(ft_txn_new_coord(admin,
				    names->user.item[i].name,
				    names->account.item[j].name, err));
	return FT_OK;
}

enum ft_status
ft_admin_add_coords(struct ft_admin *admin, struct ft_error *err)
{
	struct coord_names names;
	const struct ft_coord *old;
	size_t n;

	FT_TRY(find_coord_names(admin, &names, err));
	if (admin->result->n)
		return FT_OK;
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &old, &n, err));
	for (size_t i = 0; i < names.account.n; i++) {
		const struct ft_admin_record *account = &names.account.item[i];

		FT_TRY(may_coordinate(admin, account->id, err));
		for (size_t j = 0; j < names.user.n; j++) {
			const struct ft_admin_record *user =
			    &names.user.item[j];
			struct ft_coord coord = { account->id, user->id };

			if (is_coord(old, n, account->id, user->id))
				continue;
			FT_TRY(FT_REG(admin, add_coord, &coord, err));
			coord_item(
			    admin, FT_DID_ADD, user->name, account->name);
		}
	}
	return note_new_coords(admin, &names, old, n, err);
}

/* Returns whether ID is among RECORDS, or these are none. */
static bool
is_meant(const struct ft_admin_records *records, uint32_t id)
{
	for (size_t i = 0; i < records->n; i++)
		if (records->item[i].id == id)
			return true;
	return records->n == 0;
}

enum ft_status
ft_admin_delete_coords(struct ft_admin *admin, struct ft_error *err)
{
	struct coord_names names;
	const struct ft_coord *coord;
	size_t n;

	FT_TRY(find_coord_names(admin, &names, err));
	if (admin->result->n)
		return FT_OK;
	if (names.account.n + names.user.n == 0)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CONDITION, err,
		    "no user and no account given");
	FT_TRY(ft_admin_need_some(admin, err));
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &coord, &n, err));
	for (size_t i = 0; i < n; i++) {
		struct ft_coord one = coord[i];
		struct ft_account account;
		struct ft_user user;

		if (!is_meant(&names.account, one.account) ||
		    !is_meant(&names.user, one.user))
			continue;
		FT_TRY(may_coordinate(admin, one.account, err));
		FT_TRY(FT_GET(admin->reg, one.account, &account, err));
		FT_TRY(FT_GET(admin->reg, one.user, &user, err));
		coord_item(admin, FT_DID_DELETE, user.name, account.name);
		FT_TRY(FT_REG(admin, drop_coord, &one, err));
	}
	return admin->result->n ? ft_txn_drop_coords(admin, err) : FT_OK;
}
