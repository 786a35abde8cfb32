/* Adding the new objects of a load to the registry. */
#include "admin/flat/internal.h"
#include "admin/txn/internal.h"

#include "base/text/text.h"

/* New users and associations are added so many at a time. */
enum { AT_ONCE = 512 };

/* Give ASSOC, a new one, its VALUES. */
static void
fill_assoc(const struct ft_loader *loader, struct ft_assoc *assoc,
    const struct ft_admin_values *values)
{
	assoc->cluster = loader->cluster;
	assoc->shares = values->shares;
	assoc->default_qos = values->default_qos;
	assoc->comment = values->comment;
	assoc->created = loader->admin->reg->now;
}

/* Give it its limits and list once it is there. */
static enum ft_status
put_lists(struct ft_loader *loader, const struct ft_assoc *assoc,
    const struct ft_admin_values *values, struct ft_error *err)
{
	const struct ft_admin_set set = { .entity = FT_ENTITY_ASSOC,
		.limit = values->limit,
		.n_limit = values->n_limit,
		.list = values->list };

	return ft_admin_put_set(loader->admin, assoc->id, &set, true, err);
}

enum ft_status
ft_loader_new_cluster(struct ft_loader *loader, struct ft_error *err)
{
	struct ft_admin *admin = loader->admin;
	struct ft_admin_where what FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };
	struct ft_cluster cluster;
	struct ft_account root;
	struct ft_user user;
	struct ft_assoc assoc;
	enum ft_status status;

	ft_admin_names_add(&what.key[FT_KEY_CLUSTER], loader->load->cluster);
	if (loader->word[FT_LOAD_CLASSIFICATION])
		ft_admin_names_add(&what.key[FT_KEY_CLASSIFICATION],
		    loader->word[FT_LOAD_CLASSIFICATION]);
	FT_TRY(ft_admin_add(admin,
	    &(struct ft_admin_request){ .entity = FT_ENTITY_CLUSTER,
		.where = &what,
		.assoc = &loader->set },
	    &result, err));
	FT_TRY(FT_NAMED(admin->reg, loader->load->cluster, &cluster, err));
	FT_TRY(FT_NAMED(admin->reg, "root", &root, err));
	assoc = (struct ft_assoc){ .cluster = cluster.id, .account = root.id };
	FT_TRY(FT_FIND(admin->reg, &assoc, err));
	loader->cluster = cluster.id;
	loader->root_assoc = assoc.id;
	status = FT_NAMED(admin->reg, "root", &user, err);
	if (status == FT_OK) {
		loader->root_user = (struct ft_assoc){ .cluster = cluster.id,
			.account = root.id,
			.user = user.id };
		status = FT_FIND(admin->reg, &loader->root_user, err);
	}
	return status == FT_ENOENT ? FT_OK : status;
}

static enum ft_status
apply_account(struct ft_loader *loader, const struct ft_admin_new_account *new,
    struct ft_error *err)
{
	struct ft_admin *admin = loader->admin;
	struct ft_loader_account *account = &loader->account[new->at];
	size_t parent = ft_loader_find_account(loader, new->parent);
	struct ft_assoc assoc = { .partition = "",
		.parent = loader->account[parent].assoc };

	if (new->record) {
		const struct ft_account record = { .name = new->name,
			.description = new->description,
			.organization = new->organization,
			.created = admin->reg->now };
		const union ft_entity_record noted = { .account = record };

		FT_TRY(FT_ADD(admin->reg, &record, &account->id, err));
		FT_TRY(ft_txn_new(admin, FT_ENTITY_ACCOUNT, &noted, err));
	}
	assoc.account = account->id;
	fill_assoc(loader, &assoc, &new->values);
	FT_TRY(ft_admin_put_new(admin, &assoc, &assoc.id, err));
	FT_TRY(put_lists(loader, &assoc, &new->values, err));
	account->assoc = assoc.id;
	return ft_txn_new_assoc(admin, &assoc, false, err);
}

/* Note USER, which was added. */
static enum ft_status
note_user(struct ft_loader *loader, const struct ft_admin_new_user *new,
    const struct ft_user *user, struct ft_error *err)
{
	const union ft_entity_record noted = { .user = *user };

	loader->user[new->at].id = user->id;
	/* the store masks what is unsafe */
	if (!ft_text_unsafe(new->name, strlen(new->name), FT_TEXT_BYTES))
		ft_admin_know_user(loader->admin, user->id, new->name);
	return ft_txn_new(loader->admin, FT_ENTITY_USER, &noted, err);
}

static enum ft_status
apply_users(struct ft_loader *loader, const struct ft_admin_new_user *new,
    size_t n, struct ft_error *err)
{
	struct ft_registry *registry = loader->admin->reg;
	struct ft_user user[AT_ONCE];

	for (size_t i = 0; i < n; i++)
		user[i] = (struct ft_user){ .name = new[i].name,
			.admin_level = new[i].admin_level ? new[i].admin_level
							  : FT_ADMIN_NONE,
			.default_wckey = new[i].default_wckey,
			.created = registry->now };
	FT_TRY(registry->ops->add_all(registry, FT_ENTITY_USER, user, n, err));
	for (size_t i = 0; i < n; i++, ft_meter_step(registry->meter))
		FT_TRY(note_user(loader, &new[i], &user[i], err));
	return FT_OK;
}

/*
 * The default account of a user who has none here: DefaultAccount (else the
 * account of the first line) if one of the new associations is in it, else
 * the first by name.
 */
static void
choose_defaults(struct ft_loader *loader)
{
	const struct ft_admin_load *load = loader->load;

	for (size_t i = 0; i < load->n_assoc; i++) {
		const struct ft_admin_new_assoc *new = &load->assoc[i];
		const struct ft_loader_account *account =
		    &loader->account[new->account_at];
		struct ft_loader_user *user = &loader->user[new->user_at];

		if (user->decided ||
		    (user->old && user->default_account && user->first == NULL))
			continue;
		if (strcmp(new->account, user->wanted) == 0 &&
		    !(loader->options->slurm && *new->partition))
			user->decided = true;
		if (user->decided || user->first == NULL ||
		    strcmp(new->account, user->first) < 0) {
			user->first = new->account;
			user->default_account = account->id;
		}
	}
	for (size_t i = 0; loader->options->slurm && i < load->n_assoc; i++) {
		const struct ft_admin_new_assoc *new = &load->assoc[i];
		struct ft_loader_user *user = &loader->user[new->user_at];

		if (new->is_home && user->default_account ==
					loader->account[new->account_at].id)
			user->told = true;
	}
}

static struct ft_assoc
new_assoc(const struct ft_loader *loader, const struct ft_admin_new_assoc *new)
{
	const struct ft_loader_account *account =
	    &loader->account[new->account_at];
	const struct ft_loader_user *user = &loader->user[new->user_at];
	struct ft_assoc assoc = { .account = account->id,
		.user = user->id,
		.partition = new->partition,
		.parent = account->assoc,
		.is_default = user->default_account == account->id &&
			      (new->is_home || !user->told) };

	fill_assoc(loader, &assoc, &new->values);
	return assoc;
}

static enum ft_status
apply_assocs(struct ft_loader *loader, const struct ft_admin_new_assoc *new,
    size_t n, struct ft_error *err)
{
	struct ft_admin *admin = loader->admin;
	struct ft_assoc assoc[AT_ONCE];

	for (size_t i = 0; i < n; i++)
		assoc[i] = new_assoc(loader, &new[i]);
	FT_TRY(ft_admin_put_all_new(admin, assoc, n, err));
	for (size_t i = 0; i < n; i++, ft_meter_step(admin->reg->meter)) {
		const char *wanted = loader->user[new[i].user_at].wanted;

		FT_TRY(put_lists(loader, &assoc[i], &new[i].values, err));
		FT_TRY(ft_txn_new_assoc(admin, &assoc[i],
		    strcmp(wanted, new[i].account) == 0, err));
	}
	return FT_OK;
}

static size_t
at_once(size_t left)
{
	return left < AT_ONCE ? left : AT_ONCE;
}

/* A default account that the file itself adds. */
static enum ft_status
move_default(struct ft_loader *loader, const struct ft_loader_user *user,
    struct ft_error *err)
{
	size_t at = ft_loader_find_account(loader, user->wanted);

	if (at == SIZE_MAX || loader->account[at].id == 0)
		return FT_OK;
	return ft_loader_move_default(
	    loader, user, loader->account[at].id, err);
}

/* Below an account that the file itself has added. */
static enum ft_status
apply_move(struct ft_loader *loader, const struct ft_loader_move *move,
    struct ft_error *err)
{
	struct ft_assoc assoc;

	FT_TRY(FT_GET(loader->admin->reg, move->assoc, &assoc, err));
	assoc.parent = loader->account[move->parent].assoc;
	FT_TRY(ft_admin_new_batch(loader->admin, err));
	return FT_PUT(loader->admin->reg, &assoc, err);
}

static enum ft_status
apply(struct ft_loader *loader, struct ft_error *err)
{
	const struct ft_admin_load *load = loader->load;
	struct ft_meter *meter = loader->admin->reg->meter;

	ft_meter_begin(meter, "adding", "records",
	    load->n_account + load->n_user + load->n_assoc);
	for (size_t i = 0; i < load->n_account; i++, ft_meter_step(meter))
		FT_TRY(apply_account(loader, &load->account[i], err));
	for (size_t i = 0; i < loader->n_move; i++)
		FT_TRY(apply_move(loader, &loader->move[i], err));
	FT_TRY(ft_txn_flush(loader->admin, err));
	for (size_t i = 0; i < load->n_user; i += AT_ONCE)
		FT_TRY(apply_users(
		    loader, &load->user[i], at_once(load->n_user - i), err));
	choose_defaults(loader);
	/* users come in a batch of their own */
	FT_TRY(ft_admin_new_batch(loader->admin, err));
	for (size_t i = 0; i < load->n_assoc; i += AT_ONCE)
		FT_TRY(apply_assocs(
		    loader, &load->assoc[i], at_once(load->n_assoc - i), err));
	for (size_t i = 0; i < loader->n_user; i++)
		if (loader->user[i].moves)
			FT_TRY(move_default(loader, &loader->user[i], err));
	for (size_t i = 0; i < load->n_user; i++) {
		const struct ft_admin_new_user *new = &load->user[i];
		const struct ft_loader_user *user = &loader->user[new->at];

		FT_TRY(
		    ft_loader_add_coords(loader, user, new->coordinator, err));
		FT_TRY(ft_loader_add_wckeys(loader, user, new->wckeys, err));
	}
	return ft_txn_flush(loader->admin, err);
}

static const char *
account_of(const struct ft_loader *loader, uint32_t assoc)
{
	for (size_t i = 0; i < loader->n_account; i++)
		if (loader->account[i].assoc == assoc)
			return loader->account[i].name;
	return "";
}

/* Accounts that change places are below themselves for a while; at the end nobody
 * may be. */
static enum ft_status
check_moved(const struct ft_loader *loader, struct ft_error *err)
{
	struct ft_registry *registry = loader->admin->reg;

	for (size_t i = 0; i < loader->n_moved; i++) {
		struct ft_assoc up;

		FT_TRY(FT_GET(registry, loader->moved[i], &up, err));
		for (size_t n = 0; up.parent && n <= loader->n_account; n++)
			FT_TRY(FT_GET(registry, up.parent, &up, err));
		if (up.parent)
			return ft_fail(err, FT_EPARSE,
			    "%s:1:1: account '%s' would be below itself",
			    loader->flat->file,
			    account_of(loader, loader->moved[i]));
	}
	return FT_OK;
}

enum ft_status
ft_loader_apply(struct ft_loader *loader, struct ft_error *err)
{
	enum ft_status status = apply(loader, err);

	if (status == FT_OK)
		status = check_moved(loader, err);
	/* the names belong to the load */
	ft_idvec_free(&loader->admin->user_name);
	return status;
}
