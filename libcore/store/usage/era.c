/*
 * era.c - which settings of decay applied until when.
 *
 * A decay pass of Slurm applies the settings of its own time to all the time since
 * the last pass; the end of a job applies the settings of that moment to what it
 * charges.  So when settings change, the old ones end with the last pass for
 * passes, and now for jobs that end.
 */
#include "store/usage/usage_internal.h"

#include "model/account/qos.h"

void
ft_store_set_rules(
    struct ft_store *store, const struct ft_era *rules, int64_t period)
{
	assert(store->depth && rules->period > 0 && period > 0);
	store->rules = *rules;
	store->period = period;
}

enum ft_status
ft_store_end_era(struct ft_store *store, struct ft_error *err)
{
	const struct ft_era *rules = &store->rules;

	if (!rules->period)
		return FT_OK;
	FT_TRY(ft_store_run(store, FT_STMT_END_ERA,
	    FT_ARGS(FT_ARG("period", rules->period),
		FT_ARG("half_life", rules->decay.half_life),
		FT_ARG("decay", (rules->decay.kind == FT_DECAY_EXACT)),
		FT_ARG("no_decay", FT_QOS_NO_DECAY)),
	    err));
	return ft_store_run(store, FT_STMT_SET_DECAYED,
	    FT_ARGS(FT_ARG("period", rules->period)), err);
}

enum ft_status
ft_store_end_conf(struct ft_store *store, struct ft_error *err)
{
	FT_TRY(ft_store_end_era(store, err));
	return ft_store_run(store, FT_STMT_DROP_RESETS, NULL, err);
}

enum ft_status
ft_store_close_charges(
    struct ft_store *store, uint32_t qos, struct ft_error *err)
{
	int64_t period = store->period;
	enum ft_status status;

	if (!period)
		return FT_OK;
	status = ft_store_run(store, FT_STMT_CLOSE_CHARGES,
	    FT_ARGS(FT_ARG("period", period), FT_ARG("qos", qos)), err);
	if (!status)
		status = ft_store_run(store, FT_STMT_SET_CHARGED,
		    FT_ARGS(FT_ARG("period", period), FT_ARG("qos", qos)), err);
	store->jobs_changed = true;
	return status;
}

/* ---- reading ------------------------------------------------------------- */

/* Whether NEXT has the settings of ERA and continues its passes. */
static bool
goes_on(const struct ft_era *era, const struct ft_era *next)
{
	return era->cluster == next->cluster &&
	       era->decay.half_life == next->decay.half_life &&
	       era->decay.kind == next->decay.kind &&
	       era->period == next->period && !strcmp(era->kept, next->kept) &&
	       (next->ends - era->ends) % era->period == 0;
}

enum ft_status
ft_store_read_eras(struct ft_store *store, struct ft_arena *arena,
    struct ft_era **era, size_t *n, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_ERAS, NULL, err);
	const struct ft_target target = { .arena = arena };
	struct ft_era *item = NULL, next;
	size_t cap = 0;
	int step = stmt ? 1 : FT_EIO;

	*n = 0;
	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		ft_record_read(store, stmt, &ft_shapes[FT_TABLE_usage_era],
		    &target, &next);
		if (next.ends > next.changed ||
		    (*n && item[*n - 1].cluster == next.cluster &&
			item[*n - 1].ends > next.ends)) {
			sqlite3_reset(stmt);
			step = ft_fail(err, FT_EFOREIGN,
			    "%s: damaged: usage_era row %lu: ends is %lld",
			    store->path, (unsigned long)next.cluster,
			    (long long)next.ends);
			break;
		}
		if (*n && goes_on(&item[*n - 1], &next))
			--*n;
		item = ft_vec_grow(item, &cap, *n + 1, sizeof *item);
		item[(*n)++] = next;
	}
	*era = ft_arena_calloc(arena, *n + 1, sizeof **era);
	if (item)
		memcpy(*era, item, *n * sizeof **era);
	ft_free(item);
	return (enum ft_status)step;
}
