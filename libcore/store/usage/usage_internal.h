/*
 * usage_internal.h - what the files of usage share, and what decides usage calls
 * before it changes.
 */
#ifndef FT_STORE_USAGE_USAGE_INTERNAL_H
#define FT_STORE_USAGE_USAGE_INTERNAL_H

#include "model/tree/decaypass.h"
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/usage/usage.h"

/* Adds decayed amounts to owners.  It keeps the last factor, as most amounts have
 * the same time. */
struct ft_usage_reader {
	const struct ft_decay *decay;
	int64_t now; /* later marks do not count */
	int64_t to;  /* amounts are decayed to this time */
	struct ft_decay_passes
	    *passes;           /* decay pass by pass; NULL: continuously */
	int64_t reset;         /* older amounts do not count */
	const bool *kept;      /* by index and stretch of passes: usage does not
	                     decay; NULL: all decays */
	const int32_t *what;   /* [n_what]: the amounts, as ft_mark.tres */
	size_t n_what, n;      /* n: owners */
	ft_real *usage;        /* [n_what][n], by index */
	struct ft_idmap index; /* by id of the owner */
	int64_t latest; /* out: time of the latest mark, INT64_MIN none */
	/* private */
	int64_t at; /* of factor */
	ft_real factor;
};

/* Set the owners, id[n], and their usage[] to 0; the amounts are there. */
void ft_usage_reader_init(
    struct ft_usage_reader *reader, const uint32_t *id, uint32_t n);
void ft_usage_reader_free(struct ft_usage_reader *reader);
/* Returns by stretch whether the usage of the owner at INDEX does not decay; NULL:
 * it always does. */
static inline const bool *
ft_usage_kept(const struct ft_usage_reader *reader, uint32_t index)
{
	return reader->kept ? &reader->kept[index * reader->passes->n_era]
			    : NULL;
}

/* Add the amounts of all associations. */
enum ft_status ft_usage_read_marks(struct ft_store *store,
    struct ft_usage_reader *reader, struct ft_error *err);
/* The same without the cache, from the statement MARKS (READ_MARKS, ...). */
enum ft_status ft_usage_read_uncached(struct ft_store *store,
    enum ft_stmt marks, struct ft_usage_reader *reader, struct ft_error *err);

/* ---- mark.c: writing marks -------------------------------------------------- */

/* An operation of the registry: its contract is there. */
enum ft_status ft_store_set_usage(struct ft_registry *, struct ft_owner,
    int64_t whole, int32_t micro, struct ft_error *);
/* What the owner of each MARK[N] has used counts for its heir from now on. */
enum ft_status ft_store_mark_transfers(struct ft_store *store,
    struct ft_mark *mark, size_t n, struct ft_error *err);

/* ---- usage.c ------------------------------------------------------------------- */

/* Rebuild usage_sum, the cache of what marks add up to; the commit of a
 * transaction that wrote marks does. */
enum ft_status ft_store_sum_usage(struct ft_store *store, struct ft_error *err);

/* ---- foldrow.c: sums of charges ------------------------------------------------ */

/*
 * A mark of an association or QOS (ID), or a charge or reset of a cluster, at AT is
 * about to be written: drop the folds that it changes.
 */
enum ft_status ft_store_drop_folds(struct ft_store *store,
    enum ft_entity entity, uint32_t id, int64_t at, struct ft_error *err);
/* The same before an era ends, or something else happens at the last pass, whose
 * period is PERIOD: drop those of clocks that were set back. */
enum ft_status ft_store_drop_later_folds(
    struct ft_store *store, int64_t period, struct ft_error *err);
/* The same before the marks of entry TARGET are undone. */
enum ft_status ft_store_drop_marked_folds(
    struct ft_store *store, uint32_t target, struct ft_error *err);
/* Drop all: the charges of the past are others. */
enum ft_status ft_store_drop_all_folds(
    struct ft_store *store, struct ft_error *err);
/*
 * Before a commit: bring the folds of the cluster that got charges up to date, if
 * there are many charges since the last one.
 */
enum ft_status ft_store_fold(struct ft_store *store, struct ft_error *err);
/* Pass a line for each fold that does not agree with the charges to FN. */
enum ft_status ft_store_check_folds(struct ft_store *store,
    void (*fn)(void *ctx, const char *text), void *ctx, struct ft_error *err);

/* ---- era.c: before a change of what decides how usage decays or is charged ------ */

/* The settings that were in effect end at the last decay pass. */
enum ft_status ft_store_end_era(struct ft_store *store, struct ft_error *err);
/* The same before slurm.conf changes; a reset of usage that it asked for is
 * dropped. */
enum ft_status ft_store_end_conf(struct ft_store *store, struct ft_error *err);
/* Charge what jobs under QOS have used until the last pass. */
enum ft_status ft_store_close_charges(
    struct ft_store *store, uint32_t qos, struct ft_error *err);

#endif
