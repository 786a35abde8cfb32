/*
 * usage_internal.h - what the files of usage share, and what the rest of the
 * store calls before it changes something on which usage depends.
 */
#ifndef FT_STORE_USAGE_USAGE_INTERNAL_H
#define FT_STORE_USAGE_USAGE_INTERNAL_H

#include "model/tree/decaypass.h"
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/usage/usage.h"

/* Adds decayed amounts to the usage of owners.  The last factor is kept,
 * because most amounts have the same time. */
struct ft_usage_reader {
	const struct ft_decay *decay;
	int64_t now; /* later marks do not count */
	int64_t to;  /* amounts are decayed to this time */
	/* usage decays at these passes; NULL: continuously, by `decay` */
	struct ft_decay_passes *passes;
	int64_t reset; /* amounts before this time do not count */
	/* [n][passes->n_era]: whether the usage of an owner does not decay in
	 * an era; NULL: it always does */
	const bool *kept;
	const int32_t *what;   /* [n_what]: the amounts, as ft_mark.tres */
	size_t n_what, n;      /* n: number of owners */
	ft_real *usage;        /* [n_what][n], by index */
	struct ft_idmap index; /* of an owner, by its id */
	int64_t latest; /* out: time of the latest mark; INT64_MIN none */
	/* private */
	int64_t at;     /* the time for which `factor` was computed */
	ft_real factor; /* the fraction left of an amount */
};

/* Set the owners of READER to ID[n], and their usage to 0.  All members that
 * are not private or out must be set. */
void ft_usage_reader_init(
    struct ft_usage_reader *reader, const uint32_t *id, uint32_t n);
void ft_usage_reader_free(struct ft_usage_reader *reader);
/* Returns for each era whether the usage of the owner at INDEX does not decay;
 * NULL: it always does. */
static inline const bool *
ft_usage_kept(const struct ft_usage_reader *reader, uint32_t index)
{
	return reader->kept ? &reader->kept[index * reader->passes->n_era]
			    : NULL;
}

/* Add what marks say of associations. */
enum ft_status ft_usage_read_marks(struct ft_store *store,
    struct ft_usage_reader *reader, struct ft_error *err);
/* The same without the cache, from the rows of the statement MARKS. */
enum ft_status ft_usage_read_uncached(struct ft_store *store,
    enum ft_stmt marks, struct ft_usage_reader *reader, struct ft_error *err);

/* ---- mark.c: writing marks -------------------------------------------------- */

/* An operation of the registry: see model/account/registry.h. */
enum ft_status ft_store_set_usage(struct ft_registry *, struct ft_owner,
    int64_t whole, int32_t micro, struct ft_error *);
/* Write MARK[n], each of which transfers what its owner has used to its
 * heir. */
enum ft_status ft_store_mark_transfers(struct ft_store *store,
    struct ft_mark *mark, size_t n, struct ft_error *err);

/* ---- usage.c ------------------------------------------------------------------- */

/* Bring usage_sum, the cache of what marks add up to, up to date.  The commit
 * of a transaction that wrote marks calls it. */
enum ft_status ft_store_sum_usage(struct ft_store *store, struct ft_error *err);

/* ---- foldrow.c: sums of charges ------------------------------------------------ */

/*
 * Drop the folds that become wrong when a mark at time AT is written, of the
 * association or QOS ID, or a charge or reset of the cluster ID, or when its
 * clock is set to AT.
 */
enum ft_status ft_store_drop_folds(struct ft_store *store,
    enum ft_entity entity, uint32_t id, int64_t at, struct ft_error *err);
/* Drop folds after the last pass of their cluster, which earlier versions left
 * behind when a clock was set back.  To be called before an era ends, or something else happens
 * at the last pass; PERIOD: seconds between passes. */
enum ft_status ft_store_drop_later_folds(
    struct ft_store *store, int64_t period, struct ft_error *err);
/* Drop the folds that become wrong when the marks of journal entry TARGET are
 * undone. */
enum ft_status ft_store_drop_marked_folds(
    struct ft_store *store, uint32_t target, struct ft_error *err);
/* Drop all folds, because charges of the past were replaced. */
enum ft_status ft_store_drop_all_folds(
    struct ft_store *store, struct ft_error *err);
/*
 * Make a new fold of the cluster that got charges in this transaction, if it
 * has many charges since the last one.  To be called before the commit.
 */
enum ft_status ft_store_fold(struct ft_store *store, struct ft_error *err);
/* Make each stored fold again from the charges, and pass a line to FN for each
 * that differs. */
enum ft_status ft_store_check_folds(struct ft_store *store,
    void (*fn)(void *ctx, const char *text), void *ctx, struct ft_error *err);

/* ---- era.c: before a change of how usage decays or is charged ------------ */

/* End the era of the present settings at the last decay pass. */
enum ft_status ft_store_end_era(struct ft_store *store, struct ft_error *err);
/* The same before slurm.conf changes; drops a future reset of usage that it had
 * asked for. */
enum ft_status ft_store_end_conf(struct ft_store *store, struct ft_error *err);
/* Write charges for what running jobs under QOS have used until the last
 * pass. */
enum ft_status ft_store_close_charges(
    struct ft_store *store, uint32_t qos, struct ft_error *err);

#endif
