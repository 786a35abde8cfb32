/* acctdb.c - load the whole configuration into a struct ft_acctdb. */
#include "store/account/registry_internal.h"

#include "model/account/tres.h"

/* One array of struct ft_acctdb, and the statement that fills it. */
struct part {
	enum ft_stmt stmt;
	bool by_deleted; /* the statement takes with_deleted */
	bool of_qos;     /* QOS refer to it */
	enum {
		USUAL,
		SELDOM, /* most stores have no row of it: see FILLED_TABLES */
		MANY    /* the statement is an FT_COLLECT */
	} often;
	enum ft_table table;
	size_t array, count; /* offsets in struct ft_acctdb */
};

#define PART(member, STMT, by_deleted, of_qos, often, table)                   \
	{                                                                      \
		FT_STMT_##STMT, by_deleted, of_qos, often, FT_TABLE_##table,   \
		    offsetof(struct ft_acctdb, member),                        \
		    offsetof(struct ft_acctdb, n_##member)                     \
	}

static const struct part parts[] = {
	PART(cluster, READ_CLUSTERS, true, true, USUAL, cluster),
	PART(account, READ_ACCOUNTS, true, false, USUAL, account),
	PART(user, READ_USERS, true, false, MANY, user),
	PART(assoc, READ_ASSOCS, true, false, MANY, assoc),
	PART(qos, READ_QOSES, true, true, USUAL, qos),
	PART(tres, READ_TRESES, false, true, USUAL, tres),
	PART(wckey, READ_WCKEYS, true, false, SELDOM, wckey),
	PART(resource, READ_RESOURCES, true, false, SELDOM, resource),
	PART(resource_share, READ_SHARES, false, false, SELDOM,
	    resource_cluster),
	PART(coord, READ_COORDS, false, false, SELDOM, coordinator),
	PART(assoc_limit, READ_ASSOC_LIMITS, false, false, SELDOM, assoc_limit),
	PART(qos_limit, READ_QOS_LIMITS, false, true, SELDOM, qos_limit),
	PART(assoc_qos, READ_ASSOC_QOS, false, false, USUAL, assoc_qos),
	PART(qos_preempt, READ_QOS_PREEMPT, false, true, SELDOM, qos_preempt),
};
enum { PARTS = FT_COUNT(parts) };

/* Find which parts have rows: one small statement instead of a large one for each
 * that has none. */
static enum ft_status
find_filled(struct ft_store *store, bool filled[PARTS], struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_FILLED_TABLES, NULL, err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		for (size_t i = 0; i < PARTS; i++)
			filled[i] = parts[i].often != SELDOM ||
				    sqlite3_value_int64(ft_column(
					stmt, ft_shapes[parts[i].table].table));
	return status;
}

enum ft_status
ft_store_has_limits(struct ft_store *store, bool *has, struct ft_error *err)
{
	bool filled[PARTS] = { false };

	*has = false;
	FT_TRY(find_filled(store, filled, err));
	for (size_t i = 0; i < PARTS; i++)
		*has |= filled[i] && (parts[i].table == FT_TABLE_assoc_limit ||
					 parts[i].table == FT_TABLE_qos_limit);
	return FT_OK;
}

static enum ft_status
read_rows(struct ft_store *store, const struct part *part, bool with_deleted,
    struct ft_rows *rows, struct ft_error *err)
{
	const struct ft_arg *args =
	    part->by_deleted ? FT_ARGS(FT_ARG("with_deleted", with_deleted))
			     : NULL;

	if (part->often == MANY)
		return ft_rows_collect(store, part->stmt, args, rows, err);
	FT_TRY(ft_store_rows(
	    store, ft_store_query(store, part->stmt, args, err), rows, err));
	if (part->table == FT_TABLE_assoc_limit ||
	    part->table == FT_TABLE_qos_limit)
		ft_rows_sort_limits(rows);
	return FT_OK;
}

/* The parts of the database to read. */
struct reading {
	bool with_deleted, qos_only;
};

static enum ft_status
read_parts(struct ft_store *store, const struct reading *reading,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	bool filled[PARTS] = { false };

	FT_TRY(find_filled(store, filled, err));
	for (size_t i = 0; i < PARTS; i++) {
		const struct part *part = &parts[i];
		struct ft_rows rows = { .arena = &acctdb->arena,
			.shape = &ft_shapes[part->table] };
		void *array;
		size_t n;

		if (filled[i] && (part->of_qos || !reading->qos_only))
			FT_TRY(read_rows(
			    store, part, reading->with_deleted, &rows, err));
		array = ft_rows_keep(&rows, &n);
		memcpy((char *)acctdb + part->array, &array, sizeof array);
		memcpy((char *)acctdb + part->count, &n, sizeof n);
	}
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

static enum ft_status
read_book(struct ft_store *store, const struct reading *reading,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);

	if (!status)
		status = read_parts(store, reading, acctdb, err);
	if (thaw)
		ft_store_thaw(store);
	if (!status && ft_acctdb_check(acctdb, err))
		status = ft_store_fail_damaged(store, err);
	return status ? status
		      : check_tres(store, acctdb->tres, acctdb->n_tres, err);
}

enum ft_status
ft_store_read_book(struct ft_store *store, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	return read_book(
	    store, &(struct reading){ with_deleted, false }, acctdb, err);
}

enum ft_status
ft_store_read_qos_book(struct ft_store *store, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err)
{
	return read_book(
	    store, &(struct reading){ with_deleted, true }, acctdb, err);
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
