/* Adding users: the cross product of users, accounts, clusters, partitions. */
#include "admin/request/add_private.h"
#include "admin/request/wckey_private.h"

struct new_users {
	struct ft_admin *admin;
	const struct ft_admin_set *to;
	const struct ft_admin_names *partitions;
	struct ft_admin_clusters clusters;
	struct ft_admin_home *home; /* the accounts asked for */
	size_t n_home;
	bool somewhere; /* one of them is on a cluster, or only wckeys are asked
	                   for */
	/* the current user */
	uint32_t user;
	bool user_made;
	uint32_t *by_default; /* [clusters.n]: the account that what is new on
	                         the cluster is the default of; 0: none */
	bool *settled; /* [clusters.n]: DefaultAccount changes nothing there */
	bool *joined;  /* [clusters.n]: there he is new in DefaultAccount */
	bool served;   /* a user before got his default */
	bool blocked;  /* somebody could not use his default QOS */
};

static const struct ft_admin_names any_partition = {
	.item = (const char *[]){ "" }, .n = 1
};

/* ---- accounts ---- */

/* Where an account or a cluster is unknown, the user is not added. */
static bool
skips(const struct ft_admin *admin)
{
	return admin->slurm &&
	       ft_release_has(admin->release, FT_RULE_ADD_USER_SKIPS);
}

/* NAME is missing on the clusters that are unknown themselves. */
static void
miss_clusters(const struct new_users *job, const char *name)
{
	const struct ft_admin_names *given =
	    ft_admin_key(job->admin, FT_KEY_CLUSTER);

	for (size_t i = 0, at = 0; i < given->n; i++)
		if (at < job->clusters.n &&
		    strcmp(job->clusters.item[at]->name, given->item[i]) == 0)
			at++;
		else
			ft_admin_item_name(
			    job->admin, FT_DID_MISS, FT_ENTITY_ACCOUNT, 0, name)
			    ->cluster = given->item[i];
}

static enum ft_status
find_home(struct new_users *job, const char *name, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct ft_admin_home *home = &job->home[job->n_home++];

	home->assoc = ft_arena_calloc(
	    &admin->arena, job->clusters.n + 1, sizeof *home->assoc);
	FT_TRY(ft_admin_find_home(admin, name, home, err));
	if (skips(admin)) {
		miss_clusters(job, name);
	} else if (home->account.id == 0) {
		ft_admin_item_name(
		    admin, FT_DID_MISS, FT_ENTITY_ACCOUNT, 0, name);
		return FT_OK;
	}
	FT_TRY(ft_admin_place_home(admin, name, &job->clusters, home, err));
	for (size_t i = 0; i < job->clusters.n; i++)
		job->somewhere = job->somewhere || home->assoc[i].id;
	return FT_OK;
}

/* The accounts given; a default account that is not among them is one more. */
static enum ft_status
find_homes(struct new_users *job, struct ft_error *err)
{
	const struct ft_admin_names *accounts =
	    ft_admin_key(job->admin, FT_KEY_ACCOUNT);
	const char *extra = job->to->default_account;

	job->home = ft_arena_calloc(
	    &job->admin->arena, accounts->n + 1, sizeof *job->home);
	for (size_t i = 0; i < accounts->n; i++)
		FT_TRY(find_home(job, accounts->item[i], err));
	if (extra && !ft_admin_names_has(accounts, extra))
		FT_TRY(find_home(job, extra, err));
	return FT_OK;
}

/* Without DefaultAccount it is the first that is on the cluster: by name, or (in
 * newer releases, if GIVEN) as given. */
static uint32_t
first_home(const struct new_users *job, size_t cluster, bool given)
{
	const struct ft_admin_home *first = NULL;
	bool as_given =
	    given && job->admin->slurm &&
	    ft_release_has(job->admin->release, FT_RULE_FIRST_HOME_GIVEN);

	for (size_t i = 0; i < job->n_home; i++) {
		const struct ft_admin_home *home = &job->home[i];

		if (home->assoc[cluster].id == 0)
			continue;
		if (first == NULL ||
		    (!as_given &&
			strcmp(home->account.name, first->account.name) < 0))
			first = home;
	}
	return first ? first->account.id : 0;
}

/* ---- defaults ---- */

static bool
defaults_once(const struct new_users *job)
{
	return job->admin->slurm &&
	       ft_release_has(job->admin->release, FT_RULE_DEFAULT_ONCE);
}

/* The account DefaultAccount, if it is on the cluster; else 0. */
static uint32_t
wanted_home(const struct new_users *job, size_t cluster)
{
	for (size_t i = 0; job->to->default_account && i < job->n_home; i++)
		if (job->home[i].assoc[cluster].id &&
		    strcmp(job->home[i].account.name,
			job->to->default_account) == 0)
			return job->home[i].account.id;
	return 0;
}

/* Returns whether nobody new is added, because DefaultAccount is nowhere. */
static bool
needs_default(const struct new_users *job)
{
	bool nowhere =
	    job->to->default_account && job->admin->slurm && !skips(job->admin);

	for (size_t i = 0; nowhere && i < job->clusters.n; i++)
		nowhere = wanted_home(job, i) == 0;
	return nowhere;
}

static enum ft_status
settle_default(struct new_users *job, size_t cluster, struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .user = job->user,
		.cluster = job->clusters.item[cluster]->id };
	struct ft_assoc member;
	uint32_t account = wanted_home(job, cluster);

	return account ? ft_admin_move_default(
			     job->admin, &filter, account, &member, err)
		       : FT_OK;
}

/*
 * Without a default on the cluster what is new there becomes one.  Newer releases
 * with partitions and DefaultAccount do that for one user only; the others get
 * the account that is first by name.
 */
static void
choose_default(struct new_users *job, size_t cluster)
{
	bool once = defaults_once(job) && job->to->default_account &&
		    job->partitions != &any_partition;
	uint32_t wanted = once ? wanted_home(job, cluster) : 0;

	job->settled[cluster] = wanted != 0;
	job->by_default[cluster] = wanted && !job->served
				       ? wanted
				       : first_home(job, cluster, wanted == 0);
}

/* A user without a default on a cluster gets one there. */
static enum ft_status
look_for_defaults(struct new_users *job, struct ft_error *err)
{
	for (size_t i = 0; i < job->clusters.n; i++) {
		const struct ft_assoc_filter filter = { .user = job->user,
			.cluster = job->clusters.item[i]->id };
		struct ft_admin_selection all FT_CLEANUP(
		    ft_admin_selection_free) = { 0 };
		uint32_t account = 0;

		if (!job->user_made)
			FT_TRY(ft_admin_each(job->admin, &filter, &all, err));
		for (size_t j = 0; j < all.n; j++)
			if (all.item[j].is_default)
				account = all.item[j].account;
		job->by_default[i] = 0;
		job->joined[i] = false;
		job->settled[i] = defaults_once(job) && account &&
				  account == wanted_home(job, i);
		if (account == 0)
			choose_default(job, i);
	}
	return FT_OK;
}

/* ---- associations ---- */

/* Whether only the first of several partitions becomes a default. */
static bool
is_once(const struct new_users *job, size_t cluster)
{
	return defaults_once(job) && !(job->settled[cluster] && job->served);
}

static bool
checks_access(const struct ft_admin *admin)
{
	return !admin->slurm ||
	       ft_release_has(admin->release, FT_RULE_ADD_USER_ACCESS);
}

static enum ft_status
add_assoc(struct new_users *job, const struct ft_admin_home *home,
    size_t cluster, const char *partition, struct ft_error *err)
{
	const char *wanted = job->to->default_account;
	struct ft_assoc assoc = { .cluster = home->assoc[cluster].cluster,
		.account = home->account.id,
		.user = job->user,
		.partition = partition };
	bool joins;

	if (!job->user_made)
		FT_TRY(ft_admin_find_assoc(job->admin, &assoc, err));
	if (assoc.id)
		return FT_OK;
	assoc.parent = home->assoc[cluster].id;
	assoc.is_default = job->by_default[cluster] == home->account.id;
	if (assoc.is_default && is_once(job, cluster))
		job->by_default[cluster] = 0;
	joins = wanted && strcmp(wanted, home->account.name) == 0;
	job->joined[cluster] = job->joined[cluster] || joins;
	FT_TRY(ft_admin_add_assoc(job->admin, &assoc, joins, err));
	return checks_access(job->admin) ? ft_admin_check_access(job->admin,
					       &assoc, &job->blocked, err)
					 : FT_OK;
}

static enum ft_status
add_assocs(struct new_users *job, struct ft_error *err)
{
	const struct ft_admin_names *partitions = job->partitions;

	FT_TRY(look_for_defaults(job, err));
	for (size_t i = 0; i < job->n_home; i++) {
		const struct ft_admin_home *home = &job->home[i];

		for (size_t j = 0; j < job->clusters.n; j++)
			for (size_t k = 0;
			     home->assoc[j].id && k < partitions->n; k++)
				FT_TRY(add_assoc(
				    job, home, j, partitions->item[k], err));
	}
	for (size_t i = 0; i < job->clusters.n; i++)
		if (job->joined[i] && !job->settled[i])
			FT_TRY(settle_default(job, i, err));
	job->served = true;
	return FT_OK;
}

static enum ft_status
add_one_user(struct new_users *job, const char *name, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	union ft_entity_record record;

	FT_TRY(ft_admin_find(admin, FT_ENTITY_USER, name, &record, err));
	job->user_made = record.named.id == 0;
	if (job->user_made && needs_default(job)) {
		ft_admin_item_name(admin, FT_DID_MISS, FT_ENTITY_ACCOUNT, 0,
		    job->to->default_account);
		return FT_OK;
	}
	if (!job->somewhere) {
		if (job->user_made)
			ft_admin_item_name(
			    admin, FT_DID_MISS, FT_ENTITY_USER, 0, name);
		return FT_OK;
	}
	if (job->user_made) {
		record.user = (struct ft_user){ .name = name,
			.admin_level = FT_ADMIN_NONE,
			.default_wckey = "",
			.created = admin->reg->now };
		ft_admin_fill(&record, job->to);
		FT_TRY(
		    ft_admin_add_record(admin, FT_ENTITY_USER, &record, err));
	}
	job->user = record.named.id;
	return add_assocs(job, err);
}

/* A user of the request, and its items of the result. */
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
		asked[i].from = job->admin->result->n;
		FT_TRY(add_one_user(job, asked[i].name, err));
		asked[i].to = job->admin->result->n;
	}
	return FT_OK;
}

/* The items in the order in which users were named; the first FROM, about the
 * accounts, come with the first user who has them looked at. */
static void
order_items(
    struct new_users *job, const struct asked *asked, size_t n, size_t from)
{
	struct ft_admin_result *result = job->admin->result;
	struct ft_admin_item *copy =
	    ft_arena_calloc(&job->admin->arena, result->n + 1, sizeof *copy);
	bool known_only = needs_default(job);
	size_t to = 0;

	if (result->n == from)
		return;
	memcpy(copy, result->item, result->n * sizeof *copy);
	for (size_t i = 0; i < n; i++) {
		for (size_t at = 0; at < from; at++)
			if (asked[i].known || !known_only)
				result->item[to++] = copy[at];
		if (asked[i].known || !known_only)
			from = 0;
		for (size_t at = asked[i].from; at < asked[i].to; at++)
			result->item[to++] = copy[at];
	}
}

/*
 * slurmdbd adds new users with their associations first; those of users it
 * knows come after them, in front of them in the nested set.
 */
static enum ft_status
add_each_user(struct new_users *job, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	const struct ft_admin_names *names = ft_admin_key(admin, FT_KEY_USER);
	size_t from = admin->result->n;
	struct asked *asked =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *asked);
	bool known = false;

	for (size_t i = 0; i < names->n; i++) {
		union ft_entity_record user;

		FT_TRY(ft_admin_find(
		    admin, FT_ENTITY_USER, names->item[i], &user, err));
		asked[i].name = names->item[i];
		asked[i].known = user.named.id != 0;
		known = known || asked[i].known;
	}
	/* then nobody looks at the accounts */
	if (!known && needs_default(job))
		from = admin->result->n = 0;
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
	bool may = ft_admin_is_operator(admin);
	bool level = job->to->to.user.admin_level > FT_ADMIN_NONE;

	/* sacctmgr lets operators add administrators */
	if (level && !admin->slurm)
		return ft_admin_need(admin, FT_RIGHT_LEVELS, err);
	if (may || level)
		return ft_admin_need_unless(admin, may, err);
	for (size_t i = 0; i < job->n_home; i++) {
		const struct ft_admin_home *home = &job->home[i];

		may = true;
		if (home->account.id)
			FT_TRY(ft_admin_coordinates(
			    admin, home->account.id, &may, err));
		for (size_t c = 0; may && c < job->clusters.n; c++)
			if (home->assoc[c].id)
				FT_TRY(ft_admin_may_grant(admin,
				    &home->assoc[c],
				    &admin->request->assoc->list, &may, err));
		FT_TRY(ft_admin_need_unless(admin, may, err));
	}
	return FT_OK;
}

enum ft_status
ft_admin_add_users(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	const struct ft_admin_names *partitions =
	    ft_admin_key(admin, FT_KEY_PARTITION);
	bool wckeys = ft_admin_key(admin, FT_KEY_WCKEY)->n ||
		      ft_admin_set_has(to, FT_USER_default_wckey);
	struct new_users job = { .admin = admin,
		.to = to,
		.partitions = partitions->n ? partitions : &any_partition };

	if (ft_admin_key(admin, FT_KEY_ACCOUNT)->n == 0 &&
	    to->default_account == NULL && !wckeys)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NO_ACCOUNTS, err,
		    "no account given to add users to");
	FT_TRY(ft_admin_need_first(admin, err));
	FT_TRY(
	    skips(admin)
		? ft_admin_clusters(admin, ft_admin_key(admin, FT_KEY_CLUSTER),
		      &job.clusters, err)
		: ft_admin_need_clusters(admin, &job.clusters, err));
	job.by_default = ft_arena_calloc(
	    &admin->arena, job.clusters.n + 1, sizeof *job.by_default);
	job.settled = ft_arena_calloc(
	    &admin->arena, job.clusters.n + 1, sizeof *job.settled);
	job.joined = ft_arena_calloc(
	    &admin->arena, job.clusters.n + 1, sizeof *job.joined);
	FT_TRY(find_homes(&job, err));
	job.somewhere = job.somewhere || job.n_home == 0;
	FT_TRY(add_each_user(&job, err));
	if (wckeys)
		FT_TRY(ft_admin_add_wckeys(admin, err));
	if (ft_admin_asks_first(admin) ||
	    ft_admin_added(admin, FT_ENTITY_ASSOC) ||
	    ft_admin_added(admin, FT_ENTITY_WCKEY))
		FT_TRY(ft_admin_elsewhere(admin, may_add_users(&job, err)));
	return ft_admin_refuse_access(admin, job.blocked, err);
}
