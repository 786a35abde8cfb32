/*
 * usage.h - usage in the store: marks, charges, resets, and what they add up
 * to.
 *
 * Usage is stored as facts.  A mark sets, resets or transfers the usage of an
 * association or QOS at one time; an opening balance is a mark that an import
 * made.  A charge is what one run of a job used from one time to another.
 * Decay is applied when usage is read, so a new half-life rewrites nothing.  An
 * era is a time during which the decay settings were the same.
 *
 * Times are seconds since 1970; ids of associations and QOS are those of the
 * store.  Functions that write must be called inside a transaction.
 */
#ifndef FT_STORE_USAGE_USAGE_H
#define FT_STORE_USAGE_USAGE_H

#include "base/text/real.h"
#include "model/account/tres.h"
#include "model/tree/decaypass.h"
#include "store/store.h"

/* ---- marks ------------------------------------------------------------------ */

/* An opening balance, as a line of a usage file has it. */
struct ft_usage_mark {
	uint32_t assoc; /* id; of a QOS in the functions for QOS */
	int64_t whole;  /* billing-TRES-seconds, whole part, >= 0 */
	int32_t micro;  /* and millionths */
	uint32_t tres;  /* id: seconds of that TRES; 0: raw usage */
};
#define FT_USAGE_WALL UINT32_MAX /* as tres: seconds that count for GrpWall */
/* Set *has to whether MARK, at time AT, is the latest mark of its association
 * and TRES. */
enum ft_status ft_store_has_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, bool *has, struct ft_error *err);
/* Replace the opening balances of these associations by MARK[n] at time AT.
 * For each, raw usage must come first: it voids the amounts of all TRES before
 * it. */
enum ft_status ft_store_put_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err);
/* The same for QOS, whose ids stand for those of associations. */
enum ft_status ft_store_has_qos_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, bool *has, struct ft_error *err);
enum ft_status ft_store_put_qos_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err);
/*
 * Find two opening balances of CLUSTER between which usage is known, for a SPAN
 * that the caller wants.  span->until becomes the time of the last balance at
 * or before it; span->from that of the last balance that makes the span at
 * least as long as wanted, or of the first balance if none does.  FT_ENOENT
 * without a message: there are not two balances.
 */
enum ft_status ft_store_usage_span(struct ft_store *store, uint32_t cluster,
    struct ft_span *span, struct ft_error *err);

/* What to read: the own usage of each node by marks alone, decayed
 * continuously. */
struct ft_usage_at {
	const struct ft_decay *decay;
	int64_t now;
	uint32_t tres;  /* id: TRES-seconds; 0 raw usage */
	ft_real *usage; /* out: [n], by node of the tree */
};
enum ft_status ft_store_read_usage(struct ft_store *store,
    const struct ft_tree *tree, const struct ft_usage_at *at,
    struct ft_error *err);

/* ---- charges ----------------------------------------------------------------- */

/* What one run of a job used: a row of usage_segment. */
struct ft_store_charge {
	uint32_t assoc, qos; /* ids; 0 none */
	uint32_t part_qos;   /* of the partition; 0 none, or the job's own */
	uint32_t job;        /* id */
	int64_t starts, ends;
	double rate; /* billing TRES; a second costs rate x usage_factor */
	double usage_factor;
	const uint64_t *alloc; /* by index of TRES */
};
enum ft_status ft_store_put_charge(struct ft_store *store, uint32_t cluster,
    const struct ft_store_charge *charge, const struct ft_tres_table *tres,
    struct ft_error *err);
/* Set *starts to the start of the first charge of CLUSTER; FT_ENOENT without a
 * message: it has none. */
enum ft_status ft_store_first_charge(struct ft_store *store, uint32_t cluster,
    int64_t *starts, struct ft_error *err);

/* What an association was charged from one time to another. */
struct ft_late_charge {
	uint32_t assoc;
	uint32_t qos, part_qos; /* 0 none */
	int64_t starts, ends;
	double weight;     /* raw usage of each second */
	double factor;     /* UsageFactor, which `weight` includes */
	const char *alloc; /* "1=8,5=8": what it had, by id of the TRES */
};
struct ft_late_charges {
	struct ft_late_charge *item;
	size_t n, cap;
	struct ft_arena arena;
};
void ft_late_charges_free(struct ft_late_charges *charges);
/* Add the charges of CLUSTER that ended after AFTER to CHARGES. */
enum ft_status ft_store_read_late_charges(struct ft_store *store,
    uint32_t cluster, int64_t after, struct ft_late_charges *charges,
    struct ft_error *err);

/* One run of a job, which may go on, and what it is charged. */
struct ft_run_charge {
	uint32_t assoc, qos;  /* ids; qos: 0 none */
	int64_t starts, ends; /* ends INT64_MAX: it goes on */
	double rate, usage_factor;
	const char *partition; /* "" unknown */
	const uint64_t *alloc; /* by index of TRES */
};
struct ft_run_charges {
	const struct ft_tres_table *tres; /* in: what is tracked */
	int64_t after;                    /* in */
	struct ft_arena arena;            /* the caller's, as item */
	struct ft_run_charge *item;
	size_t n, cap;
};
/* Add the runs of CLUSTER that ended later than charges->after, or go on. */
enum ft_status ft_store_read_runs(struct ft_store *store, uint32_t cluster,
    struct ft_run_charges *charges, struct ft_error *err);

/* The own usage of some owners, of each amount that a query wants. */
struct ft_usage_sums {
	const uint32_t *id; /* [n], of the owners */
	size_t n;           /* 0: this kind of owners is not wanted */
	ft_real *at_pass; /* out: [n_what][n], booked until the last pass at or
	                       before `now`, decayed to that pass */
	ft_real *since;   /* out: the same, booked after that pass; or NULL */
};
/* A question for usage as Slurm has it: marks count at once, charges and
 * running jobs are booked at decay passes. */
struct ft_usage_query {
	uint32_t cluster;
	/* [n_era], oldest first; the last one has today's settings, and its
	 * `ends` is the time of any pass */
	const struct ft_era *era;
	size_t n_era; /* > 0 */
	int64_t now;
	/* the amounts wanted: 0 raw usage, -1 seconds for GrpWall, else a TRES
	 * id; if there are none: raw usage */
	const int32_t *what;
	size_t n_what;
	struct ft_usage_sums assoc, qos;
};
/* Answer QUERY; reads each charge once, however many amounts and owners are
 * wanted. */
enum ft_status ft_store_read_booked(struct ft_store *store,
    const struct ft_usage_query *query, struct ft_error *err);
/*
 * Prepare for many calls of ft_store_read_booked at the times AT[n], ascending,
 * with the cluster and eras of QUERY: make folds for these times, so that each
 * charge is read once and not again for each time.  The folds belong to this
 * connection, not to the file.  Until ft_store_forget_past, nobody else may
 * change the store: it is frozen, in a transaction, or a copy.
 */
enum ft_status ft_store_fold_past(struct ft_store *store,
    const struct ft_usage_query *query, const int64_t *at, size_t n,
    struct ft_error *err);
void ft_store_forget_past(struct ft_store *store);

/* ---- the past -------------------------------------------------------------- */

/* When usage begins; INT64_MAX: never. */
struct ft_first_use {
	int64_t mark;
	int64_t run; /* start of the first run of a job, charged or going on */
};
enum ft_status ft_store_first_use(struct ft_store *store, uint32_t cluster,
    struct ft_first_use *use, struct ft_error *err);
/* Set *has to whether anything of CLUSTER was charged or ran in SPAN. */
enum ft_status ft_store_has_charges(struct ft_store *store, uint32_t cluster,
    const struct ft_span *span, bool *has, struct ft_error *err);

/* A time at which usage jumps, so that no curve may be drawn across it. */
struct ft_usage_break {
	int64_t at;
	uint32_t assoc; /* whose usage was set or reset; 0: everybody's */
	bool snapshot;  /* opening balances, as a cluster reported them */
};
struct ft_usage_breaks {
	struct ft_usage_break *item; /* [n], by time */
	size_t n, cap;
};
/* Add the breaks of CLUSTER up to NOW to BREAKS. */
enum ft_status ft_store_read_breaks(struct ft_store *store, uint32_t cluster,
    int64_t now, struct ft_usage_breaks *breaks, struct ft_error *err);
void ft_usage_breaks_free(struct ft_usage_breaks *breaks);

/* ---- resets, eras ------------------------------------------------------------- */

/* Record that the decay pass at AT reset all usage: what was booked before no
 * longer counts. */
enum ft_status ft_store_put_reset(
    struct ft_store *store, uint32_t cluster, int64_t at, struct ft_error *err);
/* Let the next pass of each cluster reset usage; passes are rules->period
 * apart. */
enum ft_status ft_store_reset_next(
    struct ft_store *store, const struct ft_era *rules, struct ft_error *err);
/* Set *at to the first reset after AFTER, 0 none. */
enum ft_status ft_store_next_reset(struct ft_store *store, uint32_t cluster,
    int64_t after, int64_t *at, struct ft_error *err);

/*
 * Read the past eras of all clusters, by cluster, oldest first; array and
 * strings are in ARENA.  An era ends when a transaction changes the decay
 * settings, or which QOS do not decay.  FT_EFOREIGN: a damaged row.
 */
enum ft_status ft_store_read_eras(struct ft_store *store,
    struct ft_arena *arena, struct ft_era **era, size_t *n,
    struct ft_error *err);

/* A row of usage_fold, the cache of what charges add up to, without its
 * sums. */
struct ft_fold_row {
	uint32_t cluster;
	int64_t at;
	int32_t what;      /* the amount, as in struct ft_usage_query */
	int64_t reset;     /* the last pass before that reset all usage */
	uint32_t digits;   /* bits of a real on the machine that made it */
	struct ft_era era; /* in effect at `at` */
	const char *eras;  /* the eras before, as text */
};

#endif
