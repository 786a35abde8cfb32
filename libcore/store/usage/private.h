/*
 * private.h - what the files that add up charges share.
 *
 *     charges and marks
 *         | cut.c
 *     parts ----> up to the last fold: fold.c, foldrow.c ----+
 *         |                                                  +---> usage
 *         +-----> since then: booked.c ----------------------+
 *
 * A charge is booked at decay passes and at its end (model/tree/decaypass.h).
 * A mark that resets or transfers usage cuts charges into parts; cut.c does
 * that.  A fold is the first pass of an hour.  fold.c adds the parts that were
 * booked before a fold to one sum per owner and amount; foldrow.c keeps these
 * sums in the store, as a cache.  booked.c adds the charges since the last
 * fold.
 *
 * An owner is an association or a QOS.  An amount (`what`) is raw usage (0),
 * seconds for GrpWall (-1), or seconds of the TRES with that id.  All times are
 * seconds since 1970; INT64_MIN and INT64_MAX stand for "never" as the comments
 * say.
 */
#ifndef FT_STORE_USAGE_PRIVATE_H
#define FT_STORE_USAGE_PRIVATE_H

#include "base/little.h"
#include "store/usage/usage_internal.h"

/* The two kinds of owners, whose usage is in different tables. */
enum ft_owners { FT_OWNERS_ASSOC, FT_OWNERS_QOS };

/* ---- era.c ---------------------------------------------------------------------- */

/* The eras by which a reader or writer of usage computes. */
struct ft_rules {
	struct ft_era *era; /* [n], n > 0; the last one is today's */
	size_t n;
	char *kept; /* `kept` of the last era */
};
/*
 * Set RULES to the eras of QUERY.  The last one gets KEPT, the QOS that do not
 * decay (NULL: those that do not now).  It is merged with the era before if
 * that has the same settings.
 */
enum ft_status ft_rules_init(struct ft_store *store, struct ft_rules *rules,
    const struct ft_usage_query *query, const char *kept, struct ft_error *err);
void ft_rules_free(struct ft_rules *rules);
/* Returns the era in effect at AT, and appends the eras before it, as text, to
 * STR. */
const struct ft_era *ft_rules_at(
    const struct ft_rules *rules, int64_t at, struct ft_str *str);
/* Set KEPT[rules->n] to whether QOS ID does not decay in each era. */
void ft_rules_kept(const struct ft_rules *rules, uint32_t id, bool *kept);

/* ---- booked.c: rows of charges and of running jobs ------------------------------ */

/* A charge, or a running job with what it will be charged for. */
struct ft_charged {
	int64_t starts, ends; /* ends INT64_MAX: it runs */
	int64_t mark;    /* id of the last mark before its end was booked */
	int64_t charged; /* until then there are charges for a running job */
	double rate;     /* billing per second */
	double usage_factor; /* < 0: the QOS is gone */
	uint32_t assoc, qos, part_qos;
	const char *alloc_tres;
};
extern const struct ft_shape ft_charged_shape;
/* The values of members that a query does not fill. */
#define FT_CHARGED_EMPTY                                                       \
	((struct ft_charged){ .ends = INT64_MAX, .alloc_tres = "" })
/* Returns how much of the amount WHAT, 0 or -1, ROW is charged per second
 * ... */
double ft_charged_weight(const struct ft_charged *row, int32_t what);
/* ... and how much of TRES ID, of which it has COUNT. */
double ft_charged_tres(
    const struct ft_charged *row, uint32_t id, uint64_t count);
/* Returns the time for which OWNER is charged by ROW. */
struct ft_spell ft_charged_spell(const struct ft_charged *row, uint32_t owner);
/* Set *time to the time of the last pass at AT or before that reset all usage;
 * INT64_MIN: none did. */
enum ft_status ft_usage_last_reset(struct ft_store *store, uint32_t cluster,
    int64_t at, int64_t *time, struct ft_error *err);

/* ---- cut.c ---------------------------------------------------------------------- */

/* The time for which one owner is charged. */
struct ft_spell {
	int64_t starts, ends; /* ends INT64_MAX: the job runs */
	int64_t mark; /* id of the last mark before its end was booked */
	uint32_t owner;
};
/* The part of a spell that counts for one owner: what passes in (after, until]
 * booked, and what the end of the job booked. */
struct ft_part {
	int64_t after, until;
	int64_t mark; /* cuts with ids up to this one were applied */
	bool end;     /* it includes what the end of the job booked */
	uint32_t owner;
};
/* Returns all of SPELL, except what the pass at RESET (INT64_MIN: none) has
 * reset. */
struct ft_part ft_spell_whole(const struct ft_spell *spell, int64_t reset);

/* A mark that resets what was booked for its owner before, or transfers it to
 * an heir. */
struct ft_cut {
	int64_t id, at;
	int32_t what; /* the amount that it resets, or FT_CUT_ALL */
	uint32_t owner;
	uint32_t heir; /* of a transfer; 0: it resets */
	uint32_t next; /* index + 1 of the next cut of this owner; 0 none */
};
#define FT_CUT_ALL INT32_MIN

struct ft_cuts {
	enum ft_owners owners;
	int64_t now;        /* later cuts are ignored */
	struct ft_cut *cut; /* [n], by id */
	size_t n, cap;
	/* private */
	bool read;             /* those later than `after` were read */
	int64_t after;         /* a time */
	struct ft_idvec chain; /* struct chain, by owner */
	struct ft_part *moved; /* parts still to be cut */
	size_t n_moved, cap_moved;
};
void ft_cuts_free(struct ft_cuts *cuts);
/* Read the cuts later than AFTER, unless they were read before. */
enum ft_status ft_cuts_read(struct ft_cuts *cuts, struct ft_store *store,
    int64_t after, struct ft_error *err);
/* Returns whether OWNER has a cut. */
bool ft_cuts_any(const struct ft_cuts *cuts, uint32_t owner);

/* How a spell is split, and what receives its parts. */
struct ft_split {
	int32_t what;         /* the amount that is split */
	int64_t from, before; /* only cuts at times in [from, before) apply */
	void (*fn)(void *ctx, const struct ft_spell *spell,
	    const struct ft_part *part);
	void *ctx;
};
/* Cut WHOLE, a part of SPELL, and call SPLIT with each piece and its owner. */
void ft_cuts_split(struct ft_cuts *cuts, const struct ft_spell *spell,
    const struct ft_part *whole, const struct ft_split *split);

/* Set time[FT_AT_PASS] to the decayed seconds that PART of SPELL booked up to
 * the last pass of PASSES, and time[FT_SINCE] to those after it. */
void ft_part_time(struct ft_decay_passes *passes, const struct ft_spell *spell,
    const struct ft_part *part, const bool *kept, ft_real time[2]);
enum { FT_AT_PASS, FT_SINCE };

/* ---- fold.c --------------------------------------------------------------------- */

/* What an owner had used at the last fold that added something for it. */
struct ft_fold_sum {
	ft_real amount; /* decayed to `at` */
	int64_t at;     /* time of that fold */
	ft_real more;   /* what the fold that is being made has added so far */
};
/* The sums of one amount. */
struct ft_fold_amount {
	int32_t what;
	struct ft_fold_sum *sum; /* by position of the owner */
	size_t cap;
};
/* Sums of one kind of owners that is brought from fold to fold. */
struct ft_fold {
	/* set by the caller, and owned by it: */
	struct ft_decay_passes *passes; /* moved to the fold being made */
	struct ft_cuts *cuts;
	const struct ft_rules *rules;
	int64_t reset; /* the last pass that reset all usage; INT64_MIN: none */
	int64_t until; /* time of the last fold to be made */
	/* for the caller to read: */
	struct ft_idmap owner; /* position by id */
	uint32_t *id;          /* by position */
	size_t cap_id;
	struct ft_fold_amount *amount;
	size_t n_amount, cap_amount;
	int64_t done; /* the sums include all charges that ended before;
	                 INT64_MIN: they are empty */
	bool asked;   /* `pending` is known, by ft_fold_start() or the caller */
	int64_t pending; /* start of the first charge that the sums lack;
	                    INT64_MAX: they lack none */
	/* private */
	int64_t to; /* time of the fold that is being made; INT64_MIN: none */
	bool *kept; /* [rules->n] by position: see ft_rules_kept */
	size_t cap_kept;
	uint32_t *touched; /* positions of the owners that it adds to */
	size_t n_touched, cap_touched;
	bool *is_touched; /* by position */
	size_t cap_is_touched;
	uint32_t *by_time; /* indexes of cuts, sorted by their times */
	size_t next;       /* in by_time: the first not applied to the sums */
};
void ft_fold_free(struct ft_fold *fold);
/* Set the sum of OWNER, as a stored fold at fold->done has it. */
void ft_fold_set(struct ft_fold *fold, int32_t what, uint32_t owner,
    const struct ft_fold_sum *sum);
/* Get ready to add charges to the sums at fold->done.  The cuts must have been
 * read. */
void ft_fold_begin(struct ft_fold *fold);

/* How much of an amount a charge costs per second. */
struct ft_weight {
	int32_t what;
	double weight; /* >= 0 */
};
/* Add SPELL, which ended before fold->until, with its WEIGHT[n].  Spells must
 * be added in the order of their ends. */
void ft_fold_add(struct ft_fold *fold, const struct ft_spell *spell,
    const struct ft_weight *weight, size_t n);
/* Complete all folds up to fold->until: no more spells will come. */
void ft_fold_finish(struct ft_fold *fold);
/* Forget all sums. */
void ft_fold_clear(struct ft_fold *fold);
/* Add to the usage of READER what is left of the sums at the last pass at NOW
 * or before. */
void ft_fold_read(
    struct ft_fold *fold, int64_t now, const struct ft_usage_reader *reader);

/* ---- foldrow.c ------------------------------------------------------------------- */

/* Bytes of one sum as it is stored. */
#define FT_SUM_SIZE (16 + 8 * ((LDBL_MANT_DIG + 63) / 64))
/* A store with more different amounts has no folds. */
#define FT_FOLD_AMOUNTS 256

/* Returns whether FOLD can go on from the stored fold ROW: it is not after
 * fold->until, and was made by the same rules. */
bool ft_fold_usable(const struct ft_fold *fold, const struct ft_fold_row *row);
/*
 * Set fold->done to the time of the latest stored fold of CLUSTER that is
 * usable, INT64_MIN if there is none, and *size to the bytes of its sums of raw
 * usage.
 */
enum ft_status ft_fold_find(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, int64_t *size, struct ft_error *err);
/* Read the sums of that fold: of the amount *WHAT, NULL: of all.  If one is
 * damaged, FOLD is cleared, and fold->done becomes INT64_MIN. */
enum ft_status ft_fold_load(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, const int32_t *what, struct ft_error *err);
/* Read the cuts that matter to charges of CLUSTER from fold->done to
 * fold->until, then call ft_fold_begin.  LATEST: the time of the latest mark;
 * INT64_MAX: not known. */
enum ft_status ft_fold_start(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, int64_t latest, struct ft_error *err);

/* A sum and its owner. */
struct ft_owned {
	const struct ft_fold_sum *sum;
	uint32_t owner;
};
/* Returns the sums of WHAT, sorted by owner; the caller frees the array.  Sets
 * *n. */
struct ft_owned *ft_fold_list(
    const struct ft_fold *fold, int32_t what, size_t *n);
/* Returns the same as bytes to be stored; sets *size. */
unsigned char *ft_fold_pack(
    const struct ft_fold *fold, int32_t what, size_t *size);

#endif
