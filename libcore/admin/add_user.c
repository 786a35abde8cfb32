/* Adding users: the cross product of users, accounts, clusters, partitions. */
#include "admin/admin_int.h"
#include "admin/txn_int.h"
#include "admin/wckey_int.h"

/* An account asked for: its record and its association per cluster. */
struct home {
	struct ft_account account; /* id 0: there is none */
	struct ft_assoc *assoc;    /* [clusters.n]; id 0: not there */
};

struct new_users {
	struct ft_admin *admin;
	const struct ft_admin_names *partitions;
	const struct ft_admin_user_set *to;
	const struct ft_admin_set *set;
	struct ft_admin_result *result;
	struct ft_admin_clusters clusters;
	struct home *home;
	size_t n_home;
	bool user_made;    /* the current user is new */
	bool *has_default; /* [clusters.n], of the current user */
};

static const struct ft_admin_names any_partition = {
	.item = (const char *[]){ "" }, .n = 1
};

/* ---- accounts ---- */

static enum ft_status
find_home(struct new_users *job, const char *name, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct home *home = &job->home[job->n_home++];
	enum ft_status status;

	home->assoc = ft_arena_calloc(
	    &admin->arena, job->clusters.n + 1, sizeof *home->assoc);
	status = FT_NAMED(admin->reg, name, &home->account, err);
	if (status == FT_ENOENT) {
		home->account.id = 0;
		ft_admin_item_name(admin, job->result, FT_DID_MISS,
		    FT_ENTITY_ACCOUNT, 0, name);
		return FT_OK;
	}
	for (size_t i = 0; status == FT_OK && i < job->clusters.n; i++) {
		home->assoc[i] =
		    (struct ft_assoc){ .cluster = job->clusters.item[i]->id,
			    .account = home->account.id };
		status = FT_FIND(admin->reg, &home->assoc[i], err);
		if (status == FT_ENOENT) {
			home->assoc[i].id = 0;
			status = FT_OK;
			ft_admin_item_name(admin, job->result, FT_DID_MISS,
			    FT_ENTITY_ACCOUNT, 0, name)
			    ->cluster = job->clusters.item[i]->name;
		}
	}
	return status;
}

/* The accounts given; a default account that is not among them is one more. */
static enum ft_status
find_homes(struct new_users *job, const struct ft_admin_names *accounts,
    struct ft_error *err)
{
	const char *extra = job->to->default_account;

	job->home = ft_arena_calloc(
	    &job->admin->arena, accounts->n + 1, sizeof *job->home);
	for (size_t i = 0; i < accounts->n; i++)
		FT_TRY(find_home(job, accounts->item[i], err));
	if (extra && !ft_admin_names_has(accounts, extra))
		FT_TRY(find_home(job, extra, err));
	return FT_OK;
}

/* Without DefaultAccount it is the first by name that is on the cluster. */
static uint32_t
first_home(const struct new_users *job, size_t cluster)
{
	const struct home *first = NULL;

	for (size_t i = 0; i < job->n_home; i++) {
		const struct home *home = &job->home[i];

		if (home->assoc[cluster].id == 0)
			continue;
		if (first == NULL ||
		    strcmp(home->account.name, first->account.name) < 0)
			first = home;
	}
	return first ? first->account.id : 0;
}

/* ---- defaults ---- */

struct defaults {
	struct new_users *job;
	uint32_t account;
	bool found;
};

static enum ft_status
see_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct defaults *see = ctx;

	(void)err;
	see->found = see->found || assoc->is_default;
	return FT_OK;
}

/* Make ACCOUNT, and nothing else, the default. */
static enum ft_status
move_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct defaults *move = ctx;
	struct ft_assoc changed = *assoc;

	changed.is_default = assoc->account == move->account;
	if (changed.is_default == assoc->is_default)
		return FT_OK;
	return FT_PUT(move->job->admin->reg, &changed, err);
}

static enum ft_status
settle_default(
    struct new_users *job, uint32_t user, size_t cluster, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .user = user,
		.cluster = job->clusters.item[cluster]->id };
	struct defaults move = { job, 0, false };

	for (size_t i = 0; i < job->n_home; i++)
		if (job->home[i].assoc[cluster].id &&
		    strcmp(job->home[i].account.name,
			job->to->default_account) == 0)
			move.account = job->home[i].account.id;
	if (move.account == 0)
		return FT_OK;
	return FT_REG(
	    job->admin, each_assoc, &filter, move_default, &move, err);
}

static enum ft_status
look_for_defaults(struct new_users *job, uint32_t user, struct ft_error *err)
{
	for (size_t i = 0; i < job->clusters.n; i++) {
		struct ft_assoc_filter filter = { .user = user,
			.cluster = job->clusters.item[i]->id };
		struct defaults see = { job, 0, false };

		if (!job->user_made)
			FT_TRY(FT_REG(job->admin, each_assoc, &filter,
			    see_default, &see, err));
		job->has_default[i] = see.found;
	}
	return FT_OK;
}

/* ---- associations ---- */

/* by_default[cluster]: the account new associations are the default of. */
static enum ft_status
add_assoc(struct new_users *job, uint32_t user, const struct home *home,
    size_t cluster, const char *partition, uint32_t *by_default,
    struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct ft_assoc assoc, old = { .cluster = home->assoc[cluster].cluster,
		.account = home->account.id,
		.user = user,
		.partition = partition };
	enum ft_status status =
	    job->user_made ? FT_ENOENT : FT_FIND(admin->reg, &old, err);

	if (status != FT_ENOENT)
		return status;
	if (!job->has_default[cluster] && by_default[cluster] == 0)
		by_default[cluster] = first_home(job, cluster);
	assoc = (struct ft_assoc){ .cluster = home->assoc[cluster].cluster,
		.account = home->account.id,
		.user = user,
		.partition = partition,
		.parent = home->assoc[cluster].id,
		.shares = 1,
		.comment = "",
		.created = admin->reg->now,
		.is_default = by_default[cluster] == home->account.id };
	ft_admin_fill(&assoc, job->set);
	FT_TRY(ft_admin_put_new(admin, &assoc, &assoc.id, err));
	FT_TRY(ft_admin_put_set(admin, assoc.id, job->set, true, err));
	FT_TRY(ft_txn_new_assoc(admin, &assoc,
	    job->to->default_account &&
		strcmp(job->to->default_account, home->account.name) == 0,
	    err));
	return ft_admin_item_assoc(
	    admin, job->result, FT_DID_ADD, &assoc, "", err);
}

static enum ft_status
add_assocs(struct new_users *job, uint32_t user, struct ft_error *err)
{
	const struct ft_admin_names *partitions = job->partitions;
	uint32_t *by_default = ft_arena_calloc(
	    &job->admin->arena, job->clusters.n + 1, sizeof *by_default);

	FT_TRY(look_for_defaults(job, user, err));
	for (size_t i = 0; i < job->n_home; i++) {
		const struct home *home = &job->home[i];

		for (size_t j = 0; j < job->clusters.n; j++)
			for (size_t k = 0;
			     home->assoc[j].id && k < partitions->n; k++)
				FT_TRY(add_assoc(job, user, home, j,
				    partitions->item[k], by_default, err));
	}
	for (size_t i = 0; job->to->default_account && i < job->clusters.n; i++)
		FT_TRY(settle_default(job, user, i, err));
	return FT_OK;
}

static bool
has_any_home(const struct new_users *job)
{
	for (size_t i = 0; i < job->n_home; i++)
		for (size_t j = 0; j < job->clusters.n; j++)
			if (job->home[i].assoc[j].id)
				return true;
	return false;
}

static enum ft_status
add_one_user(struct new_users *job, const char *name, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct ft_user user;
	enum ft_status status;

	status = FT_NAMED(admin->reg, name, &user, err);
	if (status != FT_OK && status != FT_ENOENT)
		return status;
	if (!has_any_home(job)) {
		if (status == FT_ENOENT)
			ft_admin_item_name(admin, job->result, FT_DID_MISS,
			    FT_ENTITY_USER, 0, name);
		return FT_OK;
	}
	job->user_made = status == FT_ENOENT;
	if (job->user_made) {
		user = (struct ft_user){ .name = name,
			.admin_level = job->to->admin_level
					   ? job->to->admin_level
					   : FT_ADMIN_NONE,
			.default_wckey = job->to->default_wckey
					     ? job->to->default_wckey
					     : "",
			.created = admin->reg->now };
		FT_TRY(FT_ADD(admin->reg, &user, &user.id, err));
		ft_admin_item_name(admin, job->result, FT_DID_ADD,
		    FT_ENTITY_USER, user.id, name);
		FT_TRY(ft_txn_new_user(admin, &user, err));
	}
	return add_assocs(job, user.id, err);
}

/* A user asked for, and which items of the result tell of it. */
struct asked {
	const char *name;
	bool known; /* before this request */
	size_t from, to;
};

static enum ft_status
add_some_users(struct new_users *job, struct asked *asked, size_t n, bool known,
    struct ft_error *err)
{
	for (size_t i = 0; i < n; i++) {
		if (asked[i].known != known)
			continue;
		asked[i].from = job->result->n;
		FT_TRY(add_one_user(job, asked[i].name, err));
		asked[i].to = job->result->n;
	}
	return FT_OK;
}

/* The items after the first FROM in the order in which users were named. */
static void
order_items(
    struct new_users *job, const struct asked *asked, size_t n, size_t from)
{
	struct ft_admin_item *item = job->result->item;
	struct ft_admin_item *copy = ft_arena_calloc(
	    &job->admin->arena, job->result->n + 1, sizeof *copy);

	if (job->result->n == from)
		return;
	memcpy(copy, item, job->result->n * sizeof *copy);
	for (size_t i = 0; i < n; i++)
		for (size_t at = asked[i].from; at < asked[i].to; at++)
			item[from++] = copy[at];
}

/*
 * slurmdbd adds new users with their associations first; those of users it
 * knows come after them, in front of them in the nested set.
 */
static enum ft_status
add_each_user(struct new_users *job, const struct ft_admin_names *names,
    struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	size_t from = job->result->n;
	struct asked *asked =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *asked);
	struct ft_user user;

	for (size_t i = 0; i < names->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &user, err);

		if (status != FT_OK && status != FT_ENOENT)
			return status;
		asked[i].name = names->item[i];
		asked[i].known = status == FT_OK;
	}
	FT_TRY(add_some_users(job, asked, names->n, false, err));
	FT_TRY(ft_admin_new_batch(admin, err));
	FT_TRY(add_some_users(job, asked, names->n, true, err));
	order_items(job, asked, names->n, from);
	return FT_OK;
}

static enum ft_status
may_add_users(struct new_users *job, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;

	/* sacctmgr lets operators add administrators */
	if (job->to->admin_level > FT_ADMIN_NONE && !admin->slurm)
		return ft_admin_need(admin, FT_RIGHT_LEVELS, job->result, err);
	if (ft_admin_is_operator(admin))
		return FT_OK;
	if (job->to->admin_level > FT_ADMIN_NONE)
		return ft_admin_need(admin, FT_RIGHT_USERS, job->result, err);
	for (size_t i = 0; i < job->n_home; i++) {
		bool may = true;

		if (job->home[i].account.id)
			FT_TRY(ft_admin_coordinates(
			    admin, job->home[i].account.id, &may, err));
		for (size_t c = 0; may && c < job->clusters.n; c++)
			if (job->home[i].assoc[c].id)
				FT_TRY(ft_admin_may_grant(admin,
				    &job->home[i].assoc[c], &job->set->list,
				    &may, err));
		if (!may)
			return ft_admin_need(
			    admin, FT_RIGHT_USERS, job->result, err);
	}
	return FT_OK;
}

enum ft_status
ft_admin_add_users(struct ft_admin *admin, const struct ft_admin_where *what,
    const struct ft_admin_user_set *to, const struct ft_admin_set *set,
    struct ft_admin_result *result, struct ft_error *err)
{
	const struct ft_admin_names *names = &what->key[FT_KEY_USER];
	const struct ft_admin_names *accounts = &what->key[FT_KEY_ACCOUNT];
	struct new_users job = { .admin = admin,
		.to = to,
		.set = set,
		.result = result,
		.partitions = &what->key[FT_KEY_PARTITION] };
	const char *missing;

	if (job.partitions->n == 0)
		job.partitions = &any_partition;
	if (accounts->n == 0 && to->default_account == NULL &&
	    !what->key[FT_KEY_WCKEY].n && !to->default_wckey)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NO_ACCOUNTS, err,
		    "no account given to add users to");
	FT_TRY(ft_admin_need_first(admin, result, err));
	FT_TRY(ft_admin_clusters(
	    admin, &what->key[FT_KEY_CLUSTER], &job.clusters, &missing, err));
	if (missing) {
		ft_admin_item_name(
		    admin, result, FT_DID_MISS, FT_ENTITY_CLUSTER, 0, missing);
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_CLUSTER, err,
		    "no cluster '%s'", missing);
	}
	job.has_default = ft_arena_calloc(
	    &admin->arena, job.clusters.n + 1, sizeof *job.has_default);
	FT_TRY(find_homes(&job, accounts, err));
	FT_TRY(add_each_user(&job, names, err));
	if (what->key[FT_KEY_WCKEY].n || to->default_wckey)
		FT_TRY(ft_admin_add_wckeys(
		    admin, what, to->default_wckey, result, err));
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) +
		ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) ==
	    0)
		return FT_OK;
	FT_TRY(may_add_users(&job, err));
	return ft_txn_flush(admin, err);
}
