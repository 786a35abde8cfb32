/*
 * era.c - which settings of decay applied until when.
 *
 * A decay pass of Slurm applies the settings of its own time to all the time
 * since the pass before; the end of a job applies the settings of that moment
 * to what it charges.  So when settings change now, the old ones apply to
 * passes up to the last one, and to jobs that have ended by now.
 */
#include "store/usage/private.h"

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
	FT_TRY(ft_store_drop_later_folds(store, rules->period, err));
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
	FT_TRY(ft_store_drop_later_folds(store, period, err));
	status = ft_store_run(store, FT_STMT_CLOSE_CHARGES,
	    FT_ARGS(FT_ARG("period", period), FT_ARG("qos", qos)), err);
	if (!status)
		status = ft_store_run(store, FT_STMT_SET_CHARGED,
		    FT_ARGS(FT_ARG("period", period), FT_ARG("qos", qos)), err);
	store->jobs_changed = true;
	return status;
}

/* ---- reading ------------------------------------------------------------- */

/* Returns whether NEXT has the settings of ERA and the same times of passes. */
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

/* ---- the eras of a reader or writer -------------------------------------- */

/* Set *kept to the QOS that do not decay now. */
static enum ft_status
read_kept(struct ft_store *store, char **kept, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_KEPT,
	    FT_ARGS(FT_ARG("no_decay", FT_QOS_NO_DECAY)), err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		ft_free(*kept);
		*kept = ft_strdup(
		    (const void *)sqlite3_value_text(ft_column(stmt, NULL)));
	}
	return status;
}

enum ft_status
ft_rules_init(struct ft_store *store, struct ft_rules *rules,
    const struct ft_usage_query *query, const char *kept, struct ft_error *err)
{
	struct ft_era *last;

	assert(query->n_era > 0);
	*rules = (struct ft_rules){
		.era = ft_calloc(query->n_era, sizeof *rules->era),
		.n = query->n_era,
		.kept = ft_strdup(kept ? kept : ""),
	};
	memcpy(rules->era, query->era, query->n_era * sizeof *rules->era);
	if (!kept)
		FT_TRY(read_kept(store, &rules->kept, err));
	last = &rules->era[rules->n - 1];
	last->kept = rules->kept;
	if (rules->n > 1 && goes_on(last - 1, last)) {
		last[-1] = *last;
		rules->n--;
	}
	return FT_OK;
}

void
ft_rules_free(struct ft_rules *rules)
{
	ft_free(rules->era);
	ft_free(rules->kept);
}

/* Returns whether the comma-separated list TEXT contains ID. */
static bool
contains_id(const char *text, uint32_t id)
{
	char number[16];

	snprintf(number, sizeof number, "%lu", (unsigned long)id);
	return ft_list_holds(text, ft_word_of(number));
}

void
ft_rules_kept(const struct ft_rules *rules, uint32_t id, bool *kept)
{
	for (size_t i = 0; i < rules->n; i++)
		kept[i] = contains_id(rules->era[i].kept, id);
}

const struct ft_era *
ft_rules_at(const struct ft_rules *rules, int64_t at, struct ft_str *str)
{
	const struct ft_era *era = rules->era;

	for (; era < rules->era + rules->n - 1 && era->changed < at; era++)
		ft_str_addf(str, "%lld,%lld,%lld,%d,%lld,%s;",
		    (long long)era->changed, (long long)era->ends,
		    (long long)era->decay.half_life, (int)era->decay.kind,
		    (long long)era->period, era->kept);
	return era;
}
