/*
 * charge.c - charges and resets of usage: writing them, and the times for which
 * usage is known.
 */
#include "store/usage/usage_internal.h"

enum ft_status
ft_store_put_charge(struct ft_store *store, uint32_t cluster,
    const struct ft_store_charge *charge, const struct ft_tres_table *tres,
    struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_usage_segment],
		charge, tres };

	assert(store->depth);
	store->jobs_changed = true;
	store->fold_cluster = cluster;
	FT_TRY(ft_store_drop_folds(
	    store, FT_ENTITY_CLUSTER, cluster, charge->ends, err));
	return ft_record_write(store, FT_STMT_ADD_CHARGE, &source,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}

enum ft_status
ft_store_put_reset(
    struct ft_store *store, uint32_t cluster, int64_t at, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = true;
	FT_TRY(ft_store_drop_folds(store, FT_ENTITY_CLUSTER, cluster, at, err));
	return ft_store_run(store, FT_STMT_ADD_RESET,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("at", at)), err);
}

enum ft_status
ft_store_reset_next(
    struct ft_store *store, const struct ft_era *rules, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = store->live_changed = true;
	FT_TRY(ft_store_drop_later_folds(store, rules->period, err));
	return ft_store_run(store, FT_STMT_RESET_NEXT,
	    FT_ARGS(FT_ARG("period", rules->period)), err);
}

enum ft_status
ft_store_next_reset(struct ft_store *store, uint32_t cluster, int64_t after,
    int64_t *at, struct ft_error *err)
{
	return ft_store_int(store, at, FT_STMT_NEXT_RESET,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("after", after)), err);
}

/* ---- what is known ---------------------------------------------------------- */

enum ft_status
ft_store_usage_span(struct ft_store *store, uint32_t cluster,
    struct ft_span *span, struct ft_error *err)
{
	int64_t length = span->until - span->from;
	enum ft_status status =
	    ft_store_int(store, &span->until, FT_STMT_LAST_BALANCE,
		FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", span->until)),
		err);

	/* the caller may go on without a balance */
	if (status == FT_ENOENT)
		span->until = 0;
	FT_TRY(status);
	status = ft_store_int(store, &span->from, FT_STMT_LAST_BALANCE,
	    FT_ARGS(FT_ARG("cluster", cluster),
		FT_ARG("now", span->until - length)),
	    err);
	if (status == FT_ENOENT)
		status = ft_store_int(store, &span->from, FT_STMT_FIRST_BALANCE,
		    FT_ARGS(FT_ARG("cluster", cluster)), err);
	FT_TRY(status);
	return span->from < span->until ? FT_OK : FT_ENOENT;
}

enum ft_status
ft_store_first_charge(struct ft_store *store, uint32_t cluster, int64_t *starts,
    struct ft_error *err)
{
	return ft_store_int(store, starts, FT_STMT_FIRST_CHARGE,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}

enum ft_status
ft_store_read_late_charges(struct ft_store *store, uint32_t cluster,
    int64_t after, struct ft_late_charges *charges, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_LATE_CHARGES,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("after", after)), err);

	while (ft_store_next(store, stmt, &status, err))
		*ft_vec_add(charges->item, charges->n,
		    charges->cap) = (struct ft_late_charge){
			.assoc = ft_column_u32(stmt, "assoc"),
			.qos = ft_column_u32(stmt, "qos"),
			.part_qos = ft_column_u32(stmt, "part_qos"),
			.starts =
			    sqlite3_value_int64(ft_column(stmt, "starts")),
			.ends = sqlite3_value_int64(ft_column(stmt, "ends")),
			.weight =
			    sqlite3_value_double(ft_column(stmt, "weight")),
			.factor = sqlite3_value_double(
			    ft_column(stmt, "usage_factor")),
			.alloc =
			    ft_column_text(&charges->arena, stmt, "alloc_tres"),
		};
	return status;
}

/* Returns the counts of a vector of TRES, by index, in ARENA. */
static const uint64_t *
read_alloc(
    struct ft_arena *arena, const struct ft_tres_table *tres, const char *text)
{
	uint64_t *count = ft_arena_alloc(arena, (tres->n + 1) * sizeof *count);

	for (size_t i = 0; i < tres->n; i++) {
		count[i] = 0;
		(void)ft_tres_vector_get(text, tres->item[i].id, &count[i]);
	}
	return count;
}

enum ft_status
ft_store_read_runs(struct ft_store *store, uint32_t cluster,
    struct ft_run_charges *charges, struct ft_error *err)
{
	struct ft_arena *arena = &charges->arena;
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_EACH_RUN,
	    FT_ARGS(
		FT_ARG("cluster", cluster), FT_ARG("after", charges->after)),
	    err);

	while (ft_store_next(store, stmt, &status, err)) {
		sqlite3_value *ends = ft_column(stmt, "ends");
		struct ft_run_charge *run =
		    ft_vec_add(charges->item, charges->n, charges->cap);

		*run = (struct ft_run_charge){
			.assoc = ft_column_u32(stmt, "assoc"),
			.qos = ft_column_u32(stmt, "qos"),
			.starts =
			    sqlite3_value_int64(ft_column(stmt, "starts")),
			.ends = sqlite3_value_type(ends) == SQLITE_NULL
				    ? INT64_MAX
				    : sqlite3_value_int64(ends),
			.rate = sqlite3_value_double(ft_column(stmt, "rate")),
			.usage_factor = sqlite3_value_double(
			    ft_column(stmt, "usage_factor")),
			.partition = ft_column_text(arena, stmt, "partition"),
			.alloc = read_alloc(arena, charges->tres,
			    ft_column_text(arena, stmt, "alloc_tres")),
		};
	}
	return status;
}

void
ft_late_charges_free(struct ft_late_charges *charges)
{
	ft_free(charges->item);
	ft_arena_clear(&charges->arena);
}
