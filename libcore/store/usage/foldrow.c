/*
 * foldrow.c - folds in the store: which of them can be used, their sums as
 * bytes, and when they are dropped.
 *
 * A stored fold is a cache: the same sums can always be made from the charges.
 * It records the eras it was made with and the precision of the machine that
 * made it, and is used only where both are the same.  A change of something
 * that happened before a fold drops it.
 */
#include "store/open/open_internal.h"
#include "store/usage/private.h"

#include "base/text/timefmt.h"

enum {
	REAL_WORDS = (LDBL_MANT_DIG + 63) / 64,
	EXPONENT_MAX = 4096 /* of a sum; what charges can add up to is less */
};
_Static_assert(FT_SUM_SIZE == 16 + 8 * REAL_WORDS, "bytes of a sum");

/* ---- which folds are usable ----------------------------------------------------- */

bool
ft_fold_usable(const struct ft_fold *fold, const struct ft_fold_row *row)
{
	struct ft_str eras FT_CLEANUP(ft_str_free) = { 0 };
	const struct ft_era *era = ft_rules_at(fold->rules, row->at, &eras);

	return row->digits == LDBL_MANT_DIG && row->reset == fold->reset &&
	       row->at > fold->reset && row->at <= fold->until &&
	       row->era.decay.half_life == era->decay.half_life &&
	       row->era.decay.kind == era->decay.kind &&
	       row->era.period == era->period &&
	       !strcmp(row->era.kept, era->kept) &&
	       !strcmp(row->eras, ft_str_text(&eras)) &&
	       ft_decay_fold_last(fold->passes, row->at) == row->at;
}

/* Returns whether STORE has folds at all: an old schema that cannot be migrated
 * has not. */
static bool
has_folds(const struct ft_store *store)
{
	return store->schema > ft_store_schema_readable();
}

enum ft_status
ft_fold_find(struct ft_store *store, struct ft_fold *fold, uint32_t cluster,
    int64_t *size, struct ft_error *err)
{
	const struct ft_target target = { .arena = NULL };
	struct ft_fold_row row;
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt;

	fold->done = INT64_MIN;
	if (!has_folds(store))
		return FT_OK;
	stmt = ft_store_query(store, FT_STMT_READ_FOLDS,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("until", fold->until)),
	    err);
	while (ft_store_next(store, stmt, &status, err)) {
		ft_record_read(store, stmt, &ft_shapes[FT_TABLE_usage_fold],
		    &target, &row);
		if (!ft_fold_usable(fold, &row))
			continue;
		fold->done = row.at;
		*size = sqlite3_value_int64(ft_column(stmt, "size"));
		sqlite3_reset(stmt);
		break;
	}
	return status;
}

/* ---- sums as bytes ---------------------------------------------------------------- */

/* Write to TO: the owner (4 bytes), the binary exponent of the sum (4), its
 * time (8), then its digits; all little endian. */
static void
put_sum(unsigned char *to, uint32_t owner, const struct ft_fold_sum *sum)
{
	int exponent;
	ft_real rest = frexpl(sum->amount, &exponent);

	ft_put_little(to, owner, 4);
	ft_put_little(to + 4, (uint32_t)exponent, 4);
	ft_put_little(to + 8, (uint64_t)sum->at, 8);
	for (int i = 0; i < REAL_WORDS; i++) {
		uint64_t word;

		rest = ldexpl(rest, 64);
		word = (uint64_t)rest;
		rest -= (ft_real)word;
		ft_put_little(to + 16 + 8 * i, word, 8);
	}
}

/* Read what put_sum() wrote; returns the owner, or 0 if the bytes are
 * damaged. */
static uint32_t
get_sum(const unsigned char *from, int64_t until, struct ft_fold_sum *sum)
{
	int32_t exponent = (int32_t)ft_get_little_32(from + 4);

	*sum =
	    (struct ft_fold_sum){ .at = (int64_t)ft_get_little_64(from + 8) };
	if (sum->at > until || sum->at < -FT_TIME_LAST ||
	    exponent > EXPONENT_MAX || exponent < LDBL_MIN_EXP - LDBL_MANT_DIG)
		return 0;
	for (int i = 0; i < REAL_WORDS; i++)
		sum->amount +=
		    ldexpl((ft_real)ft_get_little_64(from + 16 + 8 * i),
			exponent - 64 * (i + 1));
	return sum->amount > 0 ? ft_get_little_32(from) : 0;
}

/* Add the sums of a row to FOLD; returns false if they are damaged, for
 * instance not sorted by owner. */
static bool
take_sums(struct ft_fold *fold, sqlite3_stmt *stmt)
{
	sqlite3_value *value = ft_column(stmt, "usage_fold.assocs");
	int size = sqlite3_value_bytes(value);
	const unsigned char *blob = sqlite3_value_blob(value);
	int32_t what = (int32_t)sqlite3_value_int64(ft_column(stmt, "what"));
	struct ft_fold_sum sum;
	uint32_t last = 0;

	if (size % FT_SUM_SIZE || fold->n_amount >= FT_FOLD_AMOUNTS)
		return false;
	for (int i = 0; i < size; i += FT_SUM_SIZE) {
		uint32_t owner = get_sum(blob + i, fold->done, &sum);

		if (owner <= last)
			return false;
		ft_fold_set(fold, what, owner, &sum);
		last = owner;
	}
	return true;
}

enum ft_status
ft_fold_load(struct ft_store *store, struct ft_fold *fold, uint32_t cluster,
    const int32_t *what, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt;
	bool good = true;

	if (fold->done == INT64_MIN)
		return FT_OK;
	stmt = ft_store_query(store, FT_STMT_READ_FOLD,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("at", fold->done),
		FT_ARG("of_qos", (fold->cuts->owners == FT_OWNERS_QOS)),
		{ .name = "what",
		    .is = what ? FT_ARG_NUMBER : FT_ARG_NULL,
		    .number = what ? *what : 0 }),
	    err);
	while (ft_store_next(store, stmt, &status, err))
		good = good && take_sums(fold, stmt);
	if (!good)
		ft_fold_clear(fold);
	return status;
}

enum ft_status
ft_fold_start(struct ft_store *store, struct ft_fold *fold, uint32_t cluster,
    int64_t latest, struct ft_error *err)
{
	int64_t from = fold->done > fold->reset ? fold->done : fold->reset;
	int64_t first = INT64_MAX;

	if (from < fold->until && latest > INT64_MIN) {
		enum ft_status status = FT_OK;

		if (!fold->asked && store->reach) {
			fold->pending =
			    from > INT64_MIN ? from - store->reach : INT64_MIN;
		} else if (!fold->asked) {
			fold->pending = INT64_MAX;
			status = ft_store_int(store, &fold->pending,
			    FT_STMT_FIRST_PENDING,
			    FT_ARGS(FT_ARG("cluster", cluster),
				FT_ARG("from", from),
				FT_ARG("until", fold->until)),
			    err);
		}
		if (status != FT_ENOENT)
			FT_TRY(status);
		fold->asked = true;
		first = fold->pending;
	}
	if (fold->done > INT64_MIN && first >= fold->done)
		first = fold->done - 1;
	if (latest > first)
		FT_TRY(ft_cuts_read(fold->cuts, store, first, err));
	ft_fold_begin(fold);
	return FT_OK;
}

/* ---- writing ------------------------------------------------------------------- */

static int
by_owner(const void *pa, const void *pb)
{
	const struct ft_owned *a = pa, *b = pb;

	return (a->owner > b->owner) - (a->owner < b->owner);
}

struct ft_owned *
ft_fold_list(const struct ft_fold *fold, int32_t what, size_t *n)
{
	struct ft_owned *owned = ft_calloc(fold->owner.n, sizeof *owned);

	*n = 0;
	for (size_t i = 0; i < fold->n_amount; i++) {
		const struct ft_fold_amount *amount = &fold->amount[i];

		if (amount->what != what)
			continue;
		for (uint32_t k = 0; k < fold->owner.n && k < amount->cap; k++)
			if (amount->sum[k].amount > 0)
				owned[(*n)++] =
				    (struct ft_owned){ &amount->sum[k],
					    fold->id[k] };
	}
	if (*n)
		qsort(owned, *n, sizeof *owned, by_owner);
	return owned;
}

unsigned char *
ft_fold_pack(const struct ft_fold *fold, int32_t what, size_t *size)
{
	size_t n;
	struct ft_owned *owned = ft_fold_list(fold, what, &n);
	unsigned char *blob = ft_calloc(n, FT_SUM_SIZE);

	for (size_t i = 0; i < n; i++)
		put_sum(blob + i * FT_SUM_SIZE, owned[i].owner, owned[i].sum);
	ft_free(owned);
	*size = n * FT_SUM_SIZE;
	return blob;
}

/* ---- dropping ------------------------------------------------------------------- */

enum ft_status
ft_store_drop_folds(struct ft_store *store, enum ft_entity entity, uint32_t id,
    int64_t at, struct ft_error *err)
{
	if (store->fold_latest == INT64_MAX) {
		int64_t latest = 0;

		FT_TRY(
		    ft_store_int(store, &latest, FT_STMT_LAST_FOLD, NULL, err));
		store->fold_latest = latest;
	}
	if (at >= store->fold_latest)
		return FT_OK;
	store->fold_latest = INT64_MAX;
	return ft_store_run(store, FT_STMT_DROP_FOLDS,
	    FT_ARGS(FT_ARG("at", at),
		FT_ARG_ID("cluster", entity == FT_ENTITY_CLUSTER ? id : 0),
		FT_ARG_ID("assoc", entity == FT_ENTITY_ASSOC ? id : 0)),
	    err);
}

enum ft_status
ft_store_drop_later_folds(
    struct ft_store *store, int64_t period, struct ft_error *err)
{
	store->fold_latest = INT64_MAX;
	return ft_store_run(store, FT_STMT_DROP_LATER_FOLDS,
	    FT_ARGS(FT_ARG("period", period)), err);
}

enum ft_status
ft_store_drop_marked_folds(
    struct ft_store *store, uint32_t target, struct ft_error *err)
{
	store->fold_latest = INT64_MAX;
	return ft_store_run(store, FT_STMT_DROP_MARKED_FOLDS,
	    FT_ARGS(FT_ARG("target", target)), err);
}

enum ft_status
ft_store_drop_all_folds(struct ft_store *store, struct ft_error *err)
{
	store->fold_latest = INT64_MAX;
	return ft_store_run(store, FT_STMT_DROP_FOLDS,
	    FT_ARGS(FT_ARG("at", INT64_MIN), FT_ARG_ID("cluster", 0),
		FT_ARG_ID("assoc", 0)),
	    err);
}
