/* past.c - since when usage is known, and at which times it jumps. */
#include "store/usage/usage_internal.h"

/* Set *at to the time that STMT finds; INT64_MAX: none. */
static enum ft_status
first(struct ft_store *store, enum ft_stmt stmt, uint32_t cluster, int64_t *at,
    struct ft_error *err)
{
	enum ft_status status = ft_store_int(
	    store, at, stmt, FT_ARGS(FT_ARG("cluster", cluster)), err);

	if (status == FT_ENOENT)
		*at = INT64_MAX;
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_store_first_use(struct ft_store *store, uint32_t cluster,
    struct ft_first_use *use, struct ft_error *err)
{
	FT_TRY(first(store, FT_STMT_FIRST_MARK, cluster, &use->mark, err));
	return first(store, FT_STMT_FIRST_RUN, cluster, &use->run, err);
}

enum ft_status
ft_store_has_charges(struct ft_store *store, uint32_t cluster,
    const struct ft_span *span, bool *has, struct ft_error *err)
{
	int64_t any = 0;

	FT_TRY(ft_store_int(store, &any, FT_STMT_HAS_CHARGES,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("from", span->from),
		FT_ARG("until", span->until)),
	    err));
	*has = any;
	return FT_OK;
}

enum ft_status
ft_store_read_breaks(struct ft_store *store, uint32_t cluster, int64_t now,
    struct ft_usage_breaks *breaks, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_BREAKS,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", now)), err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		*ft_vec_add(breaks->item, breaks->n, breaks->cap) =
		    (struct ft_usage_break){
			    .at = sqlite3_value_int64(ft_column(stmt, "at")),
			    .assoc = ft_column_u32(stmt, "assoc"),
			    .snapshot = ft_column_u32(stmt, "snapshot"),
		    };
	return status;
}

void
ft_usage_breaks_free(struct ft_usage_breaks *breaks)
{
	ft_free(breaks->item);
	*breaks = (struct ft_usage_breaks){ 0 };
}
