/*
 * foldmake.c - makes folds: a writer stores one when there are enough new
 * charges, a reader of the past makes temporary ones for its times, and the
 * check of a store makes them again to compare.
 *
 * Each time, it goes on from the last fold that can be used, so that writers
 * together read each charge once.
 */
#include "base/text/timefmt.h"
#include "store/open/open_internal.h"
#include "store/usage/private.h"

enum { LEAST_CHARGES = 256 }; /* fewer are not worth a fold */

/* ---- making ----------------------------------------------------------------------- */

/* A fold of all amounts that is being made, for both kinds of owners. */
struct making {
	uint32_t cluster;
	struct ft_decay_passes passes;
	struct ft_rules rules;
	struct ft_cuts cuts[2]; /* by enum ft_owners */
	struct ft_fold fold[2];
	struct ft_weight weight[FT_FOLD_AMOUNTS];
	bool stuck; /* a charge cannot be folded: give up */
	bool made;  /* a new fold was stored */
};

static void
making_free(struct making *making)
{
	for (int i = 0; i < 2; i++) {
		ft_fold_free(&making->fold[i]);
		ft_cuts_free(&making->cuts[i]);
	}
	ft_decay_passes_free(&making->passes);
	ft_rules_free(&making->rules);
}

/* Prepare MAKING, whose rules are set, for the last fold at NOW or before. */
static enum ft_status
making_init(struct making *making, struct ft_store *store, int64_t now,
    struct ft_error *err)
{
	int64_t until, reset;

	ft_decay_passes_init(
	    &making->passes, making->rules.era, making->rules.n, now);
	until = ft_decay_fold_last(&making->passes, making->passes.pass);
	FT_TRY(ft_usage_last_reset(
	    store, making->cluster, until - 1, &reset, err));
	for (int i = 0; i < 2; i++) {
		making->cuts[i].owners = (enum ft_owners)i;
		making->cuts[i].now = until;
		making->fold[i].passes = &making->passes;
		making->fold[i].cuts = &making->cuts[i];
		making->fold[i].rules = &making->rules;
		making->fold[i].until = until;
		making->fold[i].reset = reset;
		making->fold[i].done = INT64_MIN;
	}
	return FT_OK;
}

/* Add WEIGHT for the amount WHAT to weight[*n]; if it is there already, replace
 * it.  Returns false if it cannot be folded. */
static bool
add_weight(struct making *making, size_t *n, int32_t what, double weight)
{
	size_t i = 0;

	while (i < *n && making->weight[i].what != what)
		i++;
	if (!isfinite(weight) || i == FT_FOLD_AMOUNTS)
		return false;
	if (i == *n && !(weight > 0))
		return true;
	making->weight[i] = (struct ft_weight){ what, weight };
	*n += i == *n;
	return true;
}

/* Set weight[] to the amounts of ROW; returns how many there are. */
static size_t
weigh(struct making *making, const struct ft_charged *row)
{
	const char *text = row->alloc_tres;
	size_t n = 0;
	uint32_t id;
	uint64_t count;

	bool good = add_weight(making, &n, 0, ft_charged_weight(row, 0)) &&
		    add_weight(making, &n, -1, ft_charged_weight(row, -1));

	while (good && *text && ft_tres_vector_next(&text, &id, &count))
		if (id > 0 && id < INT32_MAX)
			good = add_weight(making, &n, (int32_t)id,
			    ft_charged_tres(row, id, count));
	making->stuck = making->stuck || !good;
	return n;
}

static void
fold_row(void *ctx, const void *row)
{
	struct making *making = ctx;
	const struct ft_charged *charged = row;
	const uint32_t owner[] = { charged->assoc, charged->qos,
		charged->part_qos != charged->qos ? charged->part_qos : 0 };
	struct ft_spell spell = ft_charged_spell(charged, 0);
	size_t n;

	if (making->stuck || spell.ends < spell.starts) {
		making->stuck = true;
		return;
	}
	n = weigh(making, charged);
	for (size_t i = 0; i < FT_COUNT(owner); i++) {
		struct ft_fold *fold =
		    &making->fold[i ? FT_OWNERS_QOS : FT_OWNERS_ASSOC];

		spell.owner = owner[i];
		if (spell.owner)
			ft_fold_add(fold, &spell, making->weight, n);
		making->stuck =
		    making->stuck || fold->n_amount > FT_FOLD_AMOUNTS;
	}
}

/* Complete both folds. */
static enum ft_status
make(struct making *making, struct ft_store *store, struct ft_error *err)
{
	struct ft_charged row = FT_CHARGED_EMPTY;
	const struct ft_fold *fold = making->fold;
	int64_t from = fold->done > fold->reset ? fold->done : fold->reset;

	for (int i = 0; i < 2; i++) {
		/* both have the same charges */
		making->fold[i].asked = fold->asked;
		making->fold[i].pending = fold->pending;
		FT_TRY(ft_fold_start(
		    store, &making->fold[i], making->cluster, INT64_MAX, err));
	}
	FT_TRY(ft_store_collect(store, FT_STMT_READ_ALL_CHARGES,
	    FT_ARGS(FT_ARG("cluster", making->cluster), FT_ARG("from", from),
		FT_ARG("until", fold->until), FT_ARG("now", INT64_MAX)),
	    &(struct ft_collector){
		.shape = &ft_charged_shape,
		.row = &row,
		.fn = fold_row,
		.ctx = making,
	    },
	    err));
	for (int i = 0; i < 2; i++)
		ft_fold_finish(&making->fold[i]);
	return FT_OK;
}

/* ---- writing ---------------------------------------------------------------------- */

#define BLOB(name_, data, size)                                                \
	{                                                                      \
		.name = (name_), .is = FT_ARG_BLOB, .number = (int64_t)(size), \
		.text = (const char *)(data)                                   \
	}

static enum ft_status
put_sums(struct making *making, struct ft_store *store,
    const struct ft_fold_row *row, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_usage_fold], row,
		NULL };
	size_t n_qos, n_assoc;
	unsigned char *qos FT_CLEANUP(ft_free_at) =
	    ft_fold_pack(&making->fold[FT_OWNERS_QOS], row->what, &n_qos);
	unsigned char *assocs FT_CLEANUP(ft_free_at) =
	    ft_fold_pack(&making->fold[FT_OWNERS_ASSOC], row->what, &n_assoc);

	if (row->what && !n_qos && !n_assoc)
		return FT_OK;
	return ft_record_write(store, FT_STMT_PUT_FOLD, &source,
	    FT_ARGS(BLOB("qos", qos, n_qos), BLOB("assocs", assocs, n_assoc)),
	    err);
}

/* Store both folds.  They have the same amounts, since each charge is of an
 * association and maybe of QOS. */
static enum ft_status
put_fold(struct making *making, struct ft_store *store, struct ft_error *err)
{
	const struct ft_fold *fold = &making->fold[FT_OWNERS_ASSOC];
	struct ft_str eras FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_fold_row row = {
		.cluster = making->cluster,
		.at = fold->until,
		.reset = fold->reset,
		.digits = LDBL_MANT_DIG,
		.era = *ft_rules_at(&making->rules, fold->until, &eras),
	};
	bool raw = false;

	row.eras = ft_str_text(&eras);
	for (size_t i = 0; i < fold->n_amount; i++) {
		row.what = fold->amount[i].what;
		raw = raw || !row.what;
		FT_TRY(put_sums(making, store, &row, err));
	}
	row.what = 0;
	if (!raw)
		FT_TRY(put_sums(making, store, &row, err));
	store->fold_latest = INT64_MAX;
	making->made = true;
	return FT_OK;
}

/* Set *worth to whether enough charges have ended since the last fold, whose
 * sums have SIZE bytes: more than an eighth of the number of its sums. */
static enum ft_status
is_worth(struct making *making, struct ft_store *store, int64_t size,
    bool *worth, struct ft_error *err)
{
	const struct ft_fold *fold = making->fold;
	int64_t from = fold->done > fold->reset ? fold->done : fold->reset;
	int64_t most = LEAST_CHARGES + size / FT_SUM_SIZE / 8, n = 0;

	*worth = false;
	if (from >= fold->until)
		return FT_OK;
	FT_TRY(ft_store_int(store, &n, FT_STMT_COUNT_PENDING,
	    FT_ARGS(FT_ARG("cluster", making->cluster), FT_ARG("from", from),
		FT_ARG("until", fold->until), FT_ARG("most", most)),
	    err));
	*worth = n == most;
	return FT_OK;
}

static enum ft_status
load_both(struct making *making, struct ft_store *store, struct ft_error *err)
{
	struct ft_fold *fold = making->fold;

	fold[1].done = fold[0].done;
	for (int i = 0; i < 2; i++)
		FT_TRY(
		    ft_fold_load(store, &fold[i], making->cluster, NULL, err));
	return FT_OK;
}

/* Make and store a fold, from the last usable one on, if it is worth it.  Drop
 * that one if it is damaged. */
static enum ft_status
fold_on(struct making *making, struct ft_store *store, struct ft_error *err)
{
	struct ft_fold *fold = making->fold;
	int64_t size = 0, found;
	bool worth;

	FT_TRY(ft_fold_find(store, fold, making->cluster, &size, err));
	FT_TRY(is_worth(making, store, size, &worth, err));
	if (!worth)
		return FT_OK;
	found = fold->done;
	FT_TRY(load_both(making, store, err));
	if (fold[0].done < found || fold[1].done < found)
		return ft_store_drop_folds(
		    store, FT_ENTITY_CLUSTER, making->cluster, found - 1, err);
	/* those that are later or were made by other rules are of no use */
	FT_TRY(ft_store_drop_folds(
	    store, FT_ENTITY_CLUSTER, making->cluster, found, err));
	FT_TRY(make(making, store, err));
	return making->stuck ? FT_OK : put_fold(making, store, err);
}

/* Set the eras of QUERY to those of its cluster before query->now, followed by
 * RULES; arrays and strings are in ARENA. */
static enum ft_status
read_eras(struct ft_store *store, struct ft_usage_query *query,
    const struct ft_era *rules, struct ft_arena *arena, struct ft_error *err)
{
	struct ft_era *all, *era;
	size_t n;

	FT_TRY(ft_store_read_eras(store, arena, &all, &n, err));
	era = ft_arena_calloc(arena, n + 1, sizeof *era);
	for (size_t i = 0; i < n; i++)
		if (all[i].cluster == query->cluster &&
		    all[i].changed < query->now)
			era[query->n_era++] = all[i];
	era[query->n_era++] = *rules;
	query->era = era;
	return FT_OK;
}

enum ft_status
ft_store_fold(struct ft_store *store, struct ft_error *err)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct making making FT_CLEANUP(
	    making_free) = { .cluster = store->fold_cluster };
	struct ft_usage_query query = { .cluster = store->fold_cluster,
		.now = INT64_MAX };
	struct ft_era today = store->rules;
	struct ft_store_clock clock;

	if (!store->fold_cluster || !store->rules.period)
		return FT_OK;
	FT_TRY(ft_store_get_clock(store, making.cluster, &clock, err));
	today.cluster = making.cluster;
	today.ends = clock.decayed;
	FT_TRY(read_eras(store, &query, &today, &arena, err));
	FT_TRY(ft_rules_init(store, &making.rules, &query, NULL, err));
	FT_TRY(making_init(&making, store, clock.now, err));
	FT_TRY(fold_on(&making, store, err));
	return making.made ? ft_store_run(store, FT_STMT_THIN_FOLDS,
				 FT_ARGS(FT_ARG("cluster", making.cluster),
				     FT_ARG("at", making.fold->until)),
				 err)
			   : FT_OK;
}

enum ft_status
ft_store_fold_past(struct ft_store *store, const struct ft_usage_query *query,
    const int64_t *at, size_t n, struct ft_error *err)
{
	int64_t longest = 0;

	assert(store->frozen || store->depth || store->memory);
	if (store->schema <= ft_store_schema_readable())
		return FT_OK; /* too old for folds */
	FT_TRY(ft_store_run(store, FT_STMT_COPY_FOLDS, NULL, err));
	FT_TRY(ft_store_int(store, &longest, FT_STMT_LONGEST,
	    FT_ARGS(FT_ARG("cluster", query->cluster)), err));
	/* no charge is longer than all time, whatever a damaged store says */
	store->reach = longest < 0              ? 1
		       : longest < FT_TIME_LAST ? longest + 1
						: FT_TIME_LAST;
	for (size_t i = 0; i < n; i++) {
		struct making making FT_CLEANUP(
		    making_free) = { .cluster = query->cluster };

		FT_TRY(ft_rules_init(store, &making.rules, query, NULL, err));
		FT_TRY(making_init(&making, store, at[i], err));
		FT_TRY(fold_on(&making, store, err));
	}
	return FT_OK;
}

void
ft_store_forget_past(struct ft_store *store)
{
	store->reach = 0;
	store->fold_latest = INT64_MAX;
	(void)ft_store_run(store, FT_STMT_DROP_COPIED_FOLDS, NULL, NULL);
}

/* ---- checking --------------------------------------------------------------------- */

/* Returns whether A has the sums of B.  Another machine's powl() may differ from
 * ours in the last digits. */
static bool
has_sums(const struct ft_fold *a, const struct ft_fold *b)
{
	static const ft_real room = 1e-9L;

	for (size_t i = 0; i < b->n_amount; i++) {
		struct ft_owned *in_a, *in_b;
		size_t n_a, n_b;
		bool same;

		in_a = ft_fold_list(a, b->amount[i].what, &n_a);
		in_b = ft_fold_list(b, b->amount[i].what, &n_b);
		same = n_a == n_b;
		for (size_t k = 0; same && k < n_a; k++) {
			ft_real x = in_a[k].sum->amount,
				y = in_b[k].sum->amount;

			same = in_a[k].owner == in_b[k].owner &&
			       in_a[k].sum->at == in_b[k].sum->at &&
			       fabsl(x - y) <= room * y;
		}
		ft_free(in_a);
		ft_free(in_b);
		if (!same)
			return false;
	}
	return true;
}

/* Recompute the fold of ROW, and compare it. */
static enum ft_status
check_fold(struct ft_store *store, const struct ft_fold_row *row,
    const struct ft_usage_query *query, bool *good, struct ft_error *err)
{
	struct making stored FT_CLEANUP(
	    making_free) = { .cluster = row->cluster };
	struct making fresh FT_CLEANUP(
	    making_free) = { .cluster = row->cluster };
	struct making *both[] = { &stored, &fresh };

	for (int i = 0; i < 2; i++) {
		FT_TRY(ft_rules_init(
		    store, &both[i]->rules, query, row->era.kept, err));
		FT_TRY(making_init(both[i], store, row->at, err));
	}
	*good = ft_fold_usable(stored.fold, row);
	if (!*good)
		return FT_OK;
	stored.fold[0].done = row->at;
	FT_TRY(load_both(&stored, store, err));
	FT_TRY(make(&fresh, store, err));
	for (int i = 0; i < 2; i++)
		*good = *good && stored.fold[i].done == row->at &&
			has_sums(&stored.fold[i], &fresh.fold[i]) &&
			has_sums(&fresh.fold[i], &stored.fold[i]);
	return FT_OK;
}

enum ft_status
ft_store_check_folds(struct ft_store *store,
    void (*fn)(void *ctx, const char *text), void *ctx, struct ft_error *err)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_rows rows = { .shape = &ft_shapes[FT_TABLE_usage_fold],
		.arena = &arena };
	const struct ft_fold_row *row;
	size_t n;

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_LIST_FOLDS, NULL, err), &rows, err));
	row = ft_rows_keep(&rows, &n);
	for (size_t i = 0; i < n; i++) {
		struct ft_usage_query query = { .cluster = row[i].cluster,
			.now = row[i].at };
		struct ft_era era = row[i].era;
		char text[100];
		bool good;

		if (row[i].digits != LDBL_MANT_DIG)
			continue; /* made by another kind of machine */
		era.cluster = row[i].cluster;
		era.ends = row[i].at;
		FT_TRY(read_eras(store, &query, &era, &arena, err));
		FT_TRY(check_fold(store, &row[i], &query, &good, err));
		snprintf(text, sizeof text,
		    "usage_fold row %lu: the fold at %lld does not agree with "
		    "the charges",
		    (unsigned long)row[i].cluster, (long long)row[i].at);
		if (!good)
			fn(ctx, text);
	}
	return FT_OK;
}
