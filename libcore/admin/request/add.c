/* Adding accounts, clusters, QOS. */
#include "admin/request/add_private.h"
#include "admin/txn/internal.h"

/* ---- any ---- */

enum ft_status
ft_admin_find_home(struct ft_admin *admin, const char *name,
    struct ft_admin_home *home, struct ft_error *err)
{
	union ft_entity_record record;

	FT_TRY(ft_admin_find(admin, FT_ENTITY_ACCOUNT, name, &record, err));
	home->account = record.account;
	return FT_OK;
}

enum ft_status
ft_admin_place_home(struct ft_admin *admin, const char *name,
    const struct ft_admin_clusters *clusters, struct ft_admin_home *home,
    struct ft_error *err)
{
	for (size_t i = 0; i < clusters->n; i++) {
		struct ft_assoc *assoc = &home->assoc[i];

		*assoc = (struct ft_assoc){ .cluster = clusters->item[i]->id,
			.account = home->account.id };
		if (home->account.id)
			FT_TRY(ft_admin_find_assoc(admin, assoc, err));
		if (assoc->id == 0)
			ft_admin_item_name(
			    admin, FT_DID_MISS, FT_ENTITY_ACCOUNT, 0, name)
			    ->cluster = clusters->item[i]->name;
	}
	return FT_OK;
}

enum ft_status
ft_admin_add_assoc(struct ft_admin *admin, struct ft_assoc *assoc,
    bool with_default, struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->assoc;

	assoc->comment = "";
	assoc->shares = 1;
	assoc->created = admin->reg->now;
	ft_admin_fill(assoc, set);
	FT_TRY(ft_admin_put_new(admin, assoc, &assoc->id, err));
	FT_TRY(ft_admin_put_set(admin, assoc->id, set, true, err));
	FT_TRY(ft_txn_new_assoc(admin, assoc, with_default, err));
	return ft_admin_item_assoc(admin, FT_DID_ADD, assoc, "", err);
}

enum ft_status
ft_admin_add_record(struct ft_admin *admin, enum ft_entity entity,
    union ft_entity_record *record, struct ft_error *err)
{
	FT_TRY(FT_REG(admin, add, entity, record, &record->named.id, err));
	if (entity == FT_ENTITY_QOS)
		FT_TRY(ft_admin_put_set(
		    admin, record->named.id, admin->request->to, true, err));
	ft_admin_item_name(
	    admin, FT_DID_ADD, entity, record->named.id, record->named.name);
	return ft_txn_new(admin, entity, record, err);
}

/* ---- accounts ---- */

struct new_accounts {
	struct ft_admin *admin;
	struct ft_admin_clusters clusters;
	struct ft_admin_home parent; /* where they hang */
	bool somewhere;              /* the parent is on a cluster */
};

/* Sets *all to whether all accounts are on all clusters already. */
static enum ft_status
are_there(struct new_accounts *job, bool *all, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	const struct ft_admin_names *names =
	    ft_admin_key(admin, FT_KEY_ACCOUNT);

	*all = true;
	for (size_t i = 0; i < names->n * job->clusters.n && *all; i++) {
		union ft_entity_record record;
		struct ft_assoc assoc = {
			.cluster = job->clusters.item[i / names->n]->id,
			.partition = ""
		};

		FT_TRY(ft_admin_find(admin, FT_ENTITY_ACCOUNT,
		    names->item[i % names->n], &record, err));
		assoc.account = record.named.id;
		if (assoc.account)
			FT_TRY(ft_admin_find_assoc(admin, &assoc, err));
		*all = assoc.id != 0;
	}
	return FT_OK;
}

/* For accounts that are there sacctmgr 22.05 does not look for the parent. */
static enum ft_status
find_parent(struct new_accounts *job, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	const char *name = admin->request->assoc->parent;
	bool there = false;

	if (admin->slurm && !ft_release_has(admin->release, FT_RULE_ADD_PARENT))
		FT_TRY(are_there(job, &there, err));
	if (there)
		return FT_OK;
	name = name ? name : "root";
	job->parent.assoc = ft_arena_calloc(
	    &admin->arena, job->clusters.n + 1, sizeof *job->parent.assoc);
	FT_TRY(ft_admin_find_home(admin, name, &job->parent, err));
	FT_TRY(ft_admin_place_home(
	    admin, name, &job->clusters, &job->parent, err));
	for (size_t i = 0; i < job->clusters.n; i++)
		job->somewhere = job->somewhere || job->parent.assoc[i].id;
	return FT_OK;
}

static enum ft_status
new_account_record(struct new_accounts *job, const char *name,
    struct ft_account *account, struct ft_error *err)
{
	const struct ft_account *parent = &job->parent.account;
	union ft_entity_record record = { .account = { .name = name,
					      .description = name,
					      .organization = parent->name,
					      .created =
						  job->admin->reg->now } };

	if (strcmp(parent->name, "root") == 0)
		record.account.organization = name;
	ft_admin_fill(&record, job->admin->request->to);
	FT_TRY(
	    ft_admin_add_record(job->admin, FT_ENTITY_ACCOUNT, &record, err));
	*account = record.account;
	return FT_OK;
}

static enum ft_status
add_one_account(
    struct new_accounts *job, const char *name, struct ft_error *err)
{
	struct ft_admin_home home;

	FT_TRY(ft_admin_find_home(job->admin, name, &home, err));
	if (!job->somewhere)
		return FT_OK;
	if (!home.account.id)
		FT_TRY(new_account_record(job, name, &home.account, err));
	for (size_t i = 0; i < job->clusters.n; i++) {
		struct ft_assoc assoc = { .cluster = job->clusters.item[i]->id,
			.account = home.account.id,
			.partition = "" };

		if (!job->parent.assoc[i].id)
			continue;
		FT_TRY(ft_admin_find_assoc(job->admin, &assoc, err));
		assoc.parent = job->parent.assoc[i].id;
		if (assoc.id)
			ft_admin_item_name(job->admin, FT_DID_BLOCK,
			    FT_ENTITY_ACCOUNT, home.account.id, name)
			    ->cluster = job->clusters.item[i]->name;
		else
			FT_TRY(
			    ft_admin_add_assoc(job->admin, &assoc, false, err));
	}
	return FT_OK;
}

static enum ft_status
may_add_accounts(struct new_accounts *job, struct ft_error *err)
{
	const struct ft_admin_qoslist *list = &job->admin->request->assoc->list;
	bool may = ft_admin_is_operator(job->admin);

	if (may)
		return FT_OK;
	if (job->parent.account.id)
		FT_TRY(ft_admin_coordinates(
		    job->admin, job->parent.account.id, &may, err));
	/* coordinators give no QOS to what is new */
	for (size_t i = 0; may && i < list->n; i++)
		may = list->item[i].op == '-';
	return ft_admin_elsewhere(
	    job->admin, ft_admin_need_unless(job->admin, may, err));
}

enum ft_status
ft_admin_add_accounts(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_names *names =
	    ft_admin_key(admin, FT_KEY_ACCOUNT);
	struct new_accounts job = { .admin = admin };

	FT_TRY(ft_admin_need_first(admin, err));
	FT_TRY(ft_admin_need_clusters(admin, &job.clusters, err));
	FT_TRY(find_parent(&job, err));
	for (size_t i = 0; i < names->n; i++)
		FT_TRY(add_one_account(&job, names->item[i], err));
	return ft_admin_asks_first(admin) ||
		       ft_admin_added(admin, FT_ENTITY_ACCOUNT) ||
		       ft_admin_added(admin, FT_ENTITY_ASSOC)
		   ? may_add_accounts(&job, err)
		   : FT_OK;
}

/* ---- clusters ---- */

/* Sets *id to that of the record of ENTITY called root, made if need be. */
static enum ft_status
find_or_add_root(struct ft_admin *admin, enum ft_entity entity, uint32_t *id,
    struct ft_error *err)
{
	const struct ft_account account = { .name = "root",
		.description = "default root account",
		.organization = "root",
		.created = admin->reg->now };
	const struct ft_user user = { .name = "root",
		.admin_level = FT_ADMIN_ADMINISTRATOR,
		.default_wckey = "",
		.created = admin->reg->now };
	const void *fresh =
	    entity == FT_ENTITY_USER ? (const void *)&user : &account;
	union ft_entity_record old;

	FT_TRY(ft_admin_find(admin, entity, "root", &old, err));
	*id = old.named.id;
	return *id ? FT_OK : FT_REG(admin, add, entity, fresh, id, err);
}

/* Account root, user root, QOS normal unless another list is given. */
static enum ft_status
add_root_assocs(struct ft_admin *admin, uint32_t cluster, const char *name,
    struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->assoc;
	struct ft_assoc root = { .cluster = cluster,
		.partition = "",
		.comment = "",
		.shares = 1,
		.created = admin->reg->now };
	const struct ft_qos *normal =
	    ft_admin_find_qos(&admin->lookup, "normal");
	struct ft_assoc user;

	FT_TRY(find_or_add_root(admin, FT_ENTITY_ACCOUNT, &root.account, err));
	user = root;
	FT_TRY(find_or_add_root(admin, FT_ENTITY_USER, &user.user, err));
	user.is_default = true;
	ft_admin_fill(&root, set);
	FT_TRY(ft_admin_put_new(admin, &root, &root.id, err));
	FT_TRY(ft_admin_put_set(admin, root.id, set, true, err));
	if (!set->list.given && normal) {
		struct ft_qosref ref = { root.id, '=', normal->id };

		FT_TRY(FT_REG(admin, put_qosrefs,
		    (struct ft_owner){ FT_ENTITY_ASSOC, root.id }, &ref, 1,
		    err));
	}
	user.parent = root.id;
	FT_TRY(ft_admin_put_new(admin, &user, &user.id, err));
	FT_TRY(ft_txn_new_cluster(admin, name, &root, err));
	FT_TRY(ft_txn_new_assoc(admin, &user, true, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_admin_add_clusters(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_names *names =
	    ft_admin_key(admin, FT_KEY_CLUSTER);
	const struct ft_admin_names *class =
	    ft_admin_key(admin, FT_KEY_CLASSIFICATION);

	for (size_t i = 0; i < names->n; i++) {
		const char *name = names->item[i];
		struct ft_cluster new = { .name = name,
			.classification = ft_admin_classification(
			    class->n ? class->item[0] : ""),
			.control_host = "" };
		union ft_entity_record old;

		FT_TRY(
		    ft_admin_find(admin, FT_ENTITY_CLUSTER, name, &old, err));
		if (old.named.id) {
			ft_admin_item_name(admin, FT_DID_BLOCK,
			    FT_ENTITY_CLUSTER, old.named.id, name);
			continue;
		}
		FT_TRY(FT_ADD(admin->reg, &new, &new.id, err));
		FT_TRY(add_root_assocs(admin, new.id, name, err));
		ft_admin_item_name(
		    admin, FT_DID_ADD, FT_ENTITY_CLUSTER, new.id, name);
	}
	return ft_admin_added(admin, FT_ENTITY_CLUSTER)
		   ? ft_admin_need(admin, FT_RIGHT_CLUSTERS, err)
		   : FT_OK;
}

/* ---- QOS ---- */

enum ft_status
ft_admin_add_qoses(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_names *names = ft_admin_key(admin, FT_KEY_QOS);

	for (size_t i = 0; i < names->n; i++) {
		union ft_entity_record record = { .named.name =
						      names->item[i] };

		if (ft_admin_find_qos(&admin->lookup, names->item[i]))
			continue;
		ft_members_clear(FT_ENTITY_QOS, &record);
		record.qos.description = names->item[i];
		ft_admin_fill(&record, admin->request->to);
		FT_TRY(ft_admin_add_record(admin, FT_ENTITY_QOS, &record, err));
	}
	return admin->result->n ? ft_admin_need(admin, FT_RIGHT_QOS, err)
				: FT_OK;
}
