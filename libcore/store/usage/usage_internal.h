/*
 * usage_internal.h - usage out of marks and charges, between the files that read it.
 */
#ifndef FT_STORE_USAGE_USAGE_INTERNAL_H
#define FT_STORE_USAGE_USAGE_INTERNAL_H

#include "model/tree/passes.h"
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/usage/usage.h"

/* A mark, as it is read: whose, and what it says. */
struct ft_mark {
	int64_t id, at, whole;
	uint32_t owner, heir;
	int32_t kind, tres, micro;
};
extern const struct ft_shape ft_mark_shape; /* usage/usage.c */

/* Adds amounts to owners; remembers the last factor, times mostly repeat. */
struct ft_usage_reader {
	const struct ft_decay *decay;
	int64_t now;              /* marks later than this are not there yet */
	int64_t to;               /* amounts are decayed to this time */
	struct ft_passes *passes; /* in their steps; NULL: in seconds */
	int64_t reset;            /* what is older is void */
	const bool *kept;      /* by index and stretch of passes: what does not
	                     decay; NULL all decays */
	ft_real *usage;        /* by index */
	struct ft_idmap index; /* by id of the owner */
	int64_t latest; /* out: time of the latest mark, INT64_MIN none */
	/* private */
	int64_t at; /* of factor */
	ft_real factor;
};

/* Owners are id[n]; usage[] is set to 0. */
void ft_usage_reader_init(
    struct ft_usage_reader *reader, const uint32_t *id, uint32_t n);
void ft_usage_reader_free(struct ft_usage_reader *reader);
/* In which stretches the owner at INDEX keeps what it has; NULL: in none. */
static inline const bool *
ft_usage_kept(const struct ft_usage_reader *reader, uint32_t index)
{
	return reader->kept ? &reader->kept[index * reader->passes->n] : NULL;
}

/* Add what marks of associations say of TRES (as usage_mark.tres). */
enum ft_status ft_usage_read_marks(struct ft_store *store, int32_t tres,
    struct ft_usage_reader *reader, struct ft_error *err);
/* The same without the cache, of the owners of MARKS (READ_MARKS, ...). */
enum ft_status ft_usage_read_uncached(struct ft_store *store,
    enum ft_stmt marks, int32_t tres, struct ft_usage_reader *reader,
    struct ft_error *err);

/* ---- mark.c: writing marks -------------------------------------------------- */

/* An operation of the registry: its contract is there. */
enum ft_status ft_store_set_usage(struct ft_registry *, struct ft_owner,
    int64_t whole, int32_t micro, struct ft_error *);
/* What association ASSOC has used counts for HEIR from now on. */
enum ft_status ft_store_mark_transfer(struct ft_store *store, uint32_t assoc,
    uint32_t heir, struct ft_error *err);

/* ---- usage.c ------------------------------------------------------------------- */

/* Rebuild usage_sum, the cache of what marks add up to; the commit of a
 * transaction that wrote marks does. */
enum ft_status ft_store_sum_usage(struct ft_store *store, struct ft_error *err);

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
