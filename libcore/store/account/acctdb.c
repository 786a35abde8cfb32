/* acctdb.c - load the whole configuration into a struct ft_acctdb. */
#include "store/account/registry_internal.h"
#include "store/open/open_internal.h"

#include "model/account/tres.h"

/* One array of struct ft_acctdb, and the statement that fills it. */
struct part {
	enum ft_stmt stmt;
	bool by_deleted; /* the statement takes with_deleted */
	enum ft_table table;
	size_t array, count; /* offsets in struct ft_acctdb */
};

#define PART(member, STMT, by_deleted, table)                                  \
	{                                                                      \
		FT_STMT_##STMT, by_deleted, FT_TABLE_##table,                  \
		    offsetof(struct ft_acctdb, member),                        \
		    offsetof(struct ft_acctdb, n_##member)                     \
	}

static const struct part parts[] = {
	PART(cluster, READ_CLUSTERS, true, cluster),
	PART(account, READ_ACCOUNTS, true, account),
	PART(user, READ_USERS, true, user),
	PART(assoc, READ_ASSOCS, true, assoc),
	PART(qos, READ_QOSES, true, qos),
	PART(tres, READ_TRESES, false, tres),
	PART(wckey, READ_WCKEYS, true, wckey),
	PART(resource, READ_RESOURCES, true, resource),
	PART(resource_share, READ_SHARES, false, resource_cluster),
	PART(coord, READ_COORDS, false, coordinator),
	PART(assoc_limit, READ_ASSOC_LIMITS, false, assoc_limit),
	PART(qos_limit, READ_QOS_LIMITS, false, qos_limit),
	PART(assoc_qos, READ_ASSOC_QOS, false, assoc_qos),
	PART(qos_preempt, READ_QOS_PREEMPT, false, qos_preempt),
};

static enum ft_status
read_part(struct ft_store *store, const struct part *part, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	struct ft_rows rows = { .arena = &acctdb->arena,
		.shape = &ft_shapes[part->table] };
	void *array;
	size_t n;

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, part->stmt,
		part->by_deleted ? FT_ARGS(FT_ARG("with_deleted", with_deleted))
				 : NULL,
		err),
	    &rows, err));
	if (part->table == FT_TABLE_assoc_limit ||
	    part->table == FT_TABLE_qos_limit)
		ft_rows_sort_limits(&rows);
	array = ft_rows_keep(&rows, &n);
	memcpy((char *)acctdb + part->array, &array, sizeof array);
	memcpy((char *)acctdb + part->count, &n, sizeof n);
	return FT_OK;
}

/* Check that the first TRES are Slurm's own: their amounts are found by index. */
static enum ft_status
check_tres(struct ft_store *store, const struct ft_tres *tres, size_t n,
    struct ft_error *err)
{
	for (size_t i = 0; i < FT_TRES_BUILTIN; i++) {
		const struct ft_tres *want = &ft_tres_builtin[i];

		if (i < n && tres[i].id == want->id &&
		    !strcmp(tres[i].type, want->type) &&
		    !strcmp(tres[i].name, want->name))
			continue;
		(void)ft_fail(err, FT_EFOREIGN, "tres row %lu is not %s%s%s",
		    (unsigned long)want->id, want->type, *want->name ? "/" : "",
		    want->name);
		return ft_store_fail_damaged(store, err);
	}
	return FT_OK;
}

enum ft_status
ft_store_read_book(struct ft_store *store, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);

	for (size_t i = 0; !status && i < sizeof parts / sizeof *parts; i++)
		status = read_part(store, &parts[i], with_deleted, acctdb, err);
	if (thaw)
		ft_store_thaw(store);
	if (!status && ft_acctdb_check(acctdb, err))
		status = ft_store_fail_damaged(store, err);
	return status ? status
		      : check_tres(store, acctdb->tres, acctdb->n_tres, err);
}

enum ft_status
ft_store_read_tres_mins(struct ft_store *store, uint32_t cluster,
    struct ft_limit **limit, size_t *n, struct ft_error *err)
{
	struct ft_rows rows = { .shape = &ft_shapes[FT_TABLE_assoc_limit] };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_LIMITS,
		FT_ARGS(FT_ARG("cluster", cluster),
		    FT_ARG(
			"kind", ft_limit_infos[FT_LIMIT_GRP_TRES_MINS].name)),
		err),
	    &rows, err));
	*limit = (struct ft_limit *)(void *)rows.data;
	*n = rows.n;
	return FT_OK;
}

enum ft_status
ft_store_read_tres(struct ft_store *store, struct ft_arena *arena,
    struct ft_tres **tres, size_t *n, struct ft_error *err)
{
	struct ft_rows rows = { .arena = arena,
		.shape = &ft_shapes[FT_TABLE_tres] };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_TRESES, NULL, err), &rows, err));
	*tres = ft_rows_keep(&rows, n);
	return check_tres(store, *tres, *n, err);
}
