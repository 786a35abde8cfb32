/* From the plan to the registry: names known, objects added. */
#include "admin/load_int.h"
#include "admin/txn_int.h"

/* ---- names ---- */

size_t
ft_plan_find_account(const struct ft_plan *plan, const char *name)
{
	uint64_t at;

	return ft_map_get(&plan->account_at, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_plan_find_user(const struct ft_plan *plan, const char *name)
{
	uint64_t at;

	return ft_map_get(&plan->user_at, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_plan_add_account(struct ft_plan *plan, const char *name)
{
	plan->account = ft_vec_grow(plan->account, &plan->cap_account,
	    plan->n_account + 1, sizeof *plan->account);
	plan->account[plan->n_account] =
	    (struct ft_plan_account){ .name = name };
	ft_map_put(&plan->account_at, name, plan->n_account);
	return plan->n_account++;
}

size_t
ft_plan_add_user(struct ft_plan *plan, const char *name)
{
	plan->user = ft_vec_grow(
	    plan->user, &plan->cap_user, plan->n_user + 1, sizeof *plan->user);
	plan->user[plan->n_user] =
	    (struct ft_plan_user){ .name = name, .wanted = "" };
	ft_map_put(&plan->user_at, name, plan->n_user);
	return plan->n_user++;
}

const char *
ft_plan_key(struct ft_plan *plan, uint64_t account, uint64_t user,
    const char *partition)
{
	char *at;

	ft_str_clear(&plan->key);
	at = ft_str_reserve(&plan->key, 32);
	plan->key.len +=
	    (size_t)snprintf(at, 32, "%" PRIx64 ",%" PRIx64 ",", account, user);
	ft_str_add(&plan->key, partition);
	return ft_str_text(&plan->key);
}

/* Where in plan->account and plan->user the records of the book are. */
struct places {
	size_t *account, *user; /* [n of book] */
};

static void
index_assoc(struct ft_plan *plan, const struct places *places, size_t i)
{
	const struct ft_book *book = plan->book;
	const struct ft_assoc *assoc = &book->assoc[i];
	const struct ft_account *account =
	    ft_book_account(book, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_book_user(book, assoc->user) : NULL;
	size_t at;

	if (account == NULL || (assoc->user && user == NULL))
		return;
	at = places->account[account - book->account];
	if (at == SIZE_MAX)
		return;
	if (user == NULL) {
		plan->account[at].assoc = assoc->id;
		plan->account[at].old_assoc = assoc;
		return;
	}
	if (places->user[user - book->user] == SIZE_MAX)
		return;
	ft_map_put(&plan->assoc_at,
	    ft_plan_key(
		plan, at, places->user[user - book->user], assoc->partition),
	    i);
	if (assoc->is_default)
		plan->user[places->user[user - book->user]].default_account =
		    assoc->account;
}

/* The user root of a cluster made just now stands behind those of the book. */
static void
index_root_user(struct ft_plan *plan, size_t root)
{
	size_t at = ft_plan_find_user(plan, "root");

	if (at == SIZE_MAX || !plan->root_user.id)
		return;
	ft_map_put(&plan->assoc_at, ft_plan_key(plan, root, at, ""),
	    plan->book->n_assoc);
	plan->user[at].default_account = plan->root_user.account;
}

void
ft_plan_index(struct ft_plan *plan)
{
	const struct ft_book *book = plan->book;
	struct places places;

	places.account = ft_calloc(book->n_account + 1, sizeof(size_t));
	places.user = ft_calloc(book->n_user + 1, sizeof(size_t));
	for (size_t i = 0; i < book->n_account; i++) {
		size_t at = SIZE_MAX;

		if (!book->account[i].deleted) {
			at = ft_plan_add_account(plan, book->account[i].name);
			plan->account[at].id = book->account[i].id;
			plan->account[at].old = &book->account[i];
		}
		places.account[i] = at;
	}
	for (size_t i = 0; i < book->n_user; i++) {
		size_t at = SIZE_MAX;

		if (!book->user[i].deleted) {
			at = ft_plan_add_user(plan, book->user[i].name);
			plan->user[at].id = book->user[i].id;
			plan->user[at].old = &book->user[i];
		}
		places.user[i] = at;
	}
	for (size_t i = 0; i < book->n_assoc; i++)
		if (book->assoc[i].cluster == plan->cluster &&
		    !book->assoc[i].deleted && !plan->load->cluster_new)
			index_assoc(plan, &places, i);
	ft_free(places.account);
	ft_free(places.user);
	if (plan->load->cluster_new) { /* made just now */
		size_t root = ft_plan_find_account(plan, "root");

		if (root == SIZE_MAX)
			root = ft_plan_add_account(plan, "root");
		plan->account[root].assoc = plan->root_assoc;
		plan->account[root].in_file = true;
		index_root_user(plan, root);
	}
}

/* ---- adding ---- */

static enum ft_status
put_values(struct ft_plan *plan, uint32_t assoc,
    const struct ft_admin_values *values, struct ft_error *err)
{
	const struct ft_admin_load *load = plan->load;
	struct ft_admin_qoslist list = { .given = values->n_qos > 0,
		.n = values->n_qos };

	if (values->n_limit)
		FT_TRY(ft_admin_put_limits(plan->admin, FT_ENTITY_ASSOC, assoc,
		    load->limit + values->limit, values->n_limit, err));
	if (values->n_qos)
		list.item = load->qos + values->qos;
	return ft_admin_put_qoslist(
	    plan->admin, FT_ENTITY_ASSOC, assoc, &list, true, err);
}

static void
fill_values(struct ft_assoc *assoc, const struct ft_admin_values *values)
{
	assoc->shares = values->shares;
	assoc->default_qos = values->default_qos;
}

enum ft_status
ft_plan_new_cluster(struct ft_plan *plan, struct ft_error *err)
{
	struct ft_admin *admin = plan->admin;
	struct ft_admin_where what;
	struct ft_admin_result result;
	struct ft_cluster cluster;
	struct ft_account root;
	struct ft_user user;
	struct ft_assoc assoc;
	enum ft_status status;

	ft_admin_where_init(&what);
	ft_admin_result_init(&result);
	ft_admin_names_add(&what.key[FT_KEY_CLUSTER], plan->load->cluster);
	if (*plan->classification)
		ft_admin_names_add(
		    &what.key[FT_KEY_CLASSIFICATION], plan->classification);
	status = ft_admin_add_clusters(admin, &what, &plan->set, &result, err);
	ft_admin_result_free(&result);
	ft_admin_where_free(&what);
	if (status != FT_OK)
		return status;
	FT_TRY(FT_NAMED(admin->reg, plan->load->cluster, &cluster, err));
	FT_TRY(FT_NAMED(admin->reg, "root", &root, err));
	assoc = (struct ft_assoc){ .cluster = cluster.id, .account = root.id };
	FT_TRY(FT_FIND(admin->reg, &assoc, err));
	plan->cluster = cluster.id;
	plan->root_assoc = assoc.id;
	status = FT_NAMED(admin->reg, "root", &user, err);
	if (status == FT_OK) {
		plan->root_user = (struct ft_assoc){ .cluster = cluster.id,
			.account = root.id,
			.user = user.id };
		status = FT_FIND(admin->reg, &plan->root_user, err);
	}
	return status == FT_ENOENT ? FT_OK : status;
}

static enum ft_status
apply_account(struct ft_plan *plan, const struct ft_admin_new_account *new,
    struct ft_error *err)
{
	struct ft_admin *admin = plan->admin;
	struct ft_plan_account *account = &plan->account[new->at];
	size_t parent = ft_plan_find_account(plan, new->parent);
	struct ft_assoc assoc = { .cluster = plan->cluster,
		.partition = "",
		.comment = new->comment,
		.parent = plan->account[parent].assoc,
		.created = admin->reg->now };

	if (new->record) {
		struct ft_account record = { .name = new->name,
			.description = new->description,
			.organization = new->organization,
			.created = admin->reg->now };

		FT_TRY(FT_ADD(admin->reg, &record, &account->id, err));
		FT_TRY(ft_txn_new_account(admin, &record, err));
	}
	assoc.account = account->id;
	fill_values(&assoc, &new->values);
	FT_TRY(ft_admin_put_new(admin, &assoc, &account->assoc, err));
	FT_TRY(put_values(plan, account->assoc, &new->values, err));
	assoc.id = account->assoc;
	return ft_txn_new_assoc(admin, &assoc, false, err);
}

static enum ft_status
apply_user(struct ft_plan *plan, const struct ft_admin_new_user *new,
    struct ft_error *err)
{
	struct ft_user user = { .name = new->name,
		.admin_level =
		    new->admin_level ? new->admin_level : FT_ADMIN_NONE,
		.default_wckey = new->default_wckey,
		.created = plan->admin->reg->now };

	FT_TRY(FT_ADD(plan->admin->reg, &user, &plan->user[new->at].id, err));
	return ft_txn_new_user(plan->admin, &user, err);
}

static enum ft_status
apply_coords(struct ft_plan *plan, const struct ft_admin_new_user *new,
    struct ft_error *err)
{
	const char *list = new->coordinator;

	while (*list) {
		size_t len = strcspn(list, ",");
		uint64_t at;

		if (len && ft_map_get_n(&plan->account_at, list, len, &at) &&
		    plan->account[at].id) {
			struct ft_coord coord = { plan->account[at].id,
				plan->user[new->at].id };

			FT_TRY(FT_REG(plan->admin, add_coord, &coord, err));
			FT_TRY(ft_txn_new_coord(plan->admin, new->name,
			    plan->account[at].name, err));
		}
		list += len;
		list += *list == ',';
	}
	return FT_OK;
}

/*
 * The default account of a user who has none here: DefaultAccount (else the
 * account of the first line) if one of the new associations is in it, else
 * the first by name.
 */
static void
settle_defaults(struct ft_plan *plan)
{
	const struct ft_admin_load *load = plan->load;

	for (size_t i = 0; i < load->n_assoc; i++) {
		const struct ft_admin_new_assoc *new = &load->assoc[i];
		const struct ft_plan_account *account =
		    &plan->account[new->account_at];
		struct ft_plan_user *user = &plan->user[new->user_at];

		if (user->settled ||
		    (user->old && user->default_account && user->first == NULL))
			continue;
		if (strcmp(new->account, user->wanted) == 0 &&
		    !(plan->options->slurm && *new->partition))
			user->settled = true;
		if (user->settled || user->first == NULL ||
		    strcmp(new->account, user->first) < 0) {
			user->first = new->account;
			user->default_account = account->id;
		}
	}
}

static enum ft_status
apply_assoc(struct ft_plan *plan, const struct ft_admin_new_assoc *new,
    struct ft_error *err)
{
	const struct ft_plan_account *account = &plan->account[new->account_at];
	const struct ft_plan_user *user = &plan->user[new->user_at];
	struct ft_assoc assoc = { .cluster = plan->cluster,
		.account = account->id,
		.user = user->id,
		.partition = new->partition,
		.comment = new->comment,
		.parent = account->assoc,
		.is_default = user->default_account == account->id,
		.created = plan->admin->reg->now };

	fill_values(&assoc, &new->values);
	FT_TRY(ft_admin_put_new(plan->admin, &assoc, &assoc.id, err));
	FT_TRY(put_values(plan, assoc.id, &new->values, err));
	return ft_txn_new_assoc(
	    plan->admin, &assoc, strcmp(user->wanted, new->account) == 0, err);
}

/* A default account that the file itself brings. */
static enum ft_status
settle_move(
    struct ft_plan *plan, const struct ft_plan_user *user, struct ft_error *err)
{
	size_t at = ft_plan_find_account(plan, user->wanted);

	if (at == SIZE_MAX || plan->account[at].id == 0)
		return FT_OK;
	return ft_plan_move_default(plan, user, plan->account[at].id, err);
}

/* Below an account that the file itself has made. */
static enum ft_status
apply_move(
    struct ft_plan *plan, const struct ft_plan_move *move, struct ft_error *err)
{
	struct ft_assoc assoc;

	FT_TRY(FT_GET(plan->admin->reg, move->assoc, &assoc, err));
	assoc.parent = plan->account[move->parent].assoc;
	FT_TRY(ft_admin_new_batch(plan->admin, err));
	return FT_PUT(plan->admin->reg, &assoc, err);
}

enum ft_status
ft_plan_apply(struct ft_plan *plan, struct ft_error *err)
{
	const struct ft_admin_load *load = plan->load;

	for (size_t i = 0; i < load->n_account; i++)
		FT_TRY(apply_account(plan, &load->account[i], err));
	for (size_t i = 0; i < plan->n_move; i++)
		FT_TRY(apply_move(plan, &plan->move[i], err));
	FT_TRY(ft_txn_flush(plan->admin, err));
	for (size_t i = 0; i < load->n_user; i++)
		FT_TRY(apply_user(plan, &load->user[i], err));
	settle_defaults(plan);
	/* users come in a batch of their own */
	FT_TRY(ft_admin_new_batch(plan->admin, err));
	for (size_t i = 0; i < load->n_assoc; i++)
		FT_TRY(apply_assoc(plan, &load->assoc[i], err));
	for (size_t i = 0; i < plan->n_user; i++)
		if (plan->user[i].moves)
			FT_TRY(settle_move(plan, &plan->user[i], err));
	for (size_t i = 0; i < load->n_user; i++)
		if (*load->user[i].coordinator)
			FT_TRY(apply_coords(plan, &load->user[i], err));
	return ft_txn_flush(plan->admin, err);
}
