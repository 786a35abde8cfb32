/* names.c - names that start with something, and no more than enough. */
#include "store/internal.h"

/* From the start of the alphabet; the next one is from its end. */
static const enum ft_stmt names_stmts[] = {
	[FT_STORE_ACCOUNTS] = FT_STMT_NAMES_ACCOUNT,
	[FT_STORE_USERS] = FT_STMT_NAMES_USER,
	[FT_STORE_CLUSTERS] = FT_STMT_NAMES_CLUSTER,
	[FT_STORE_QOS] = FT_STMT_NAMES_QOS,
	[FT_STORE_RESOURCES] = FT_STMT_NAMES_RESOURCE,
	[FT_STORE_TRES] = FT_STMT_NAMES_TRES,
	[FT_STORE_WCKEYS] = FT_STMT_NAMES_WCKEY,
	[FT_STORE_RESERVATIONS] = FT_STMT_NAMES_RESERVATION,
	[FT_STORE_JOBS] = FT_STMT_NAMES_JOB,
};

/* Who is given them. */
struct naming {
	struct ft_store *store;
	const struct ft_store_name_range *range;
	ft_store_name_fn *fn;
	void *ctx;
};

/*
 * Give the names that ID tells, N at most, and of more of them one less.
 * *more: there are more.
 */
static enum ft_status
give(const struct naming *naming, enum ft_stmt id, size_t n, bool *more,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(naming->store, id,
	    FT_ARGS(FT_ARG("prefix", naming->range->prefix),
		FT_ARG("most", (int64_t)n),
		FT_ARG("cluster", naming->range->cluster)),
	    err);
	enum ft_status status = FT_OK;

	*more = false;
	for (size_t given = 0; ft_store_next(naming->store, stmt, &status, err);
	     given++) {
		const void *name = sqlite3_value_text(ft_column(stmt, NULL));

		if (n > 1 && given == n - 1)
			*more = true;
		else
			naming->fn(naming->ctx, name ? name : "");
	}
	return status;
}

enum ft_status
ft_store_each_name(struct ft_store *store,
    const struct ft_store_name_range *range, ft_store_name_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct naming naming = { store, range, fn, ctx };
	enum ft_stmt stmt = names_stmts[range->what];
	bool more;

	assert(range->most >= 2);
	FT_TRY(give(&naming, stmt, range->most, &more, err));
	return more ? give(&naming, (enum ft_stmt)(stmt + 1), 1, &more, err)
		    : FT_OK;
}
