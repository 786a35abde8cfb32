/*
 * private.h - what the files that add up charges share.
 *
 * A charge is booked at passes and at its end.  cut.c divides it where marks reset
 * or transfer usage, fold.c sums the parts up to the last fold, foldrow.c keeps
 * such sums in the store, and booked.c adds the charges since the fold.
 */
#ifndef FT_STORE_USAGE_PRIVATE_H
#define FT_STORE_USAGE_PRIVATE_H

#include "store/usage/usage_internal.h"

/* The two kinds of owners: their statements differ. */
enum ft_owners { FT_OWNERS_ASSOC, FT_OWNERS_QOS };

/* ---- usage.c: numbers of BYTES bytes, little endian ------------------------------ */

void ft_put_little(unsigned char *to, uint64_t value, int bytes);

/* Byte by byte in one expression, which compilers know as one load. */
static inline uint32_t
ft_get_little_32(const unsigned char *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
	       (uint32_t)from[3] << 24;
}

static inline uint64_t
ft_get_little_64(const unsigned char *from)
{
	return ft_get_little_32(from) | (uint64_t)ft_get_little_32(from + 4)
					    << 32;
}

/* ---- era.c ---------------------------------------------------------------------- */

/* The eras that a reader or writer of usage goes by. */
struct ft_rules {
	struct ft_era *era; /* [n], n > 0; the last one is that of today */
	size_t n;
	char *kept; /* of today */
};
/*
 * Take the eras of QUERY.  The last one gets the QOS that do not decay, KEPT (NULL:
 * those of now), and takes in the era before it if nothing has changed.
 */
enum ft_status ft_rules_init(struct ft_store *store, struct ft_rules *rules,
    const struct ft_usage_query *query, const char *kept, struct ft_error *err);
void ft_rules_free(struct ft_rules *rules);
/* Returns the era in effect at AT, and adds those before to STR. */
const struct ft_era *ft_rules_at(
    const struct ft_rules *rules, int64_t at, struct ft_str *str);
/* Set KEPT[rules->n] to whether QOS ID does not decay, by era. */
void ft_rules_kept(const struct ft_rules *rules, uint32_t id, bool *kept);

/* ---- booked.c: rows of charges and of running jobs ------------------------------ */

/* A running job has no end, and `charged` is the time until which there are charges
 * for it. */
struct ft_charged {
	int64_t starts, ends; /* INT64_MAX: it runs */
	int64_t mark, charged;
	double rate, usage_factor; /* usage_factor < 0: the QOS is gone */
	uint32_t assoc, qos, part_qos;
	const char *alloc_tres;
};
extern const struct ft_shape ft_charged_shape;
/* A row all zero, but for what a query does not fill. */
#define FT_CHARGED_EMPTY                                                       \
	((struct ft_charged){ .ends = INT64_MAX, .alloc_tres = "" })
/* Returns the amount of WHAT, 0 or -1 as in struct ft_usage_query, per second ... */
double ft_charged_weight(const struct ft_charged *row, int32_t what);
/* ... and of TRES ID, of which it has COUNT. */
double ft_charged_tres(
    const struct ft_charged *row, uint32_t id, uint64_t count);
/* Returns the charge of ROW for OWNER. */
struct ft_spell ft_charged_spell(const struct ft_charged *row, uint32_t owner);
/* Set *time to the last pass at AT or before that reset usage; INT64_MIN: none. */
enum ft_status ft_usage_last_reset(struct ft_store *store, uint32_t cluster,
    int64_t at, int64_t *time, struct ft_error *err);

/* ---- cut.c ---------------------------------------------------------------------- */

/* The time that one owner is charged for. */
struct ft_spell {
	int64_t starts, ends; /* ends INT64_MAX: it runs */
	int64_t mark; /* id of the last mark before its end was booked */
	uint32_t owner;
};
/* A part of it: passes in (after, until], and its end. */
struct ft_part {
	int64_t after, until;
	int64_t mark; /* cuts up to this id are done */
	bool end;     /* what is booked at the end of the job is part of it */
	uint32_t owner;
};
/* Returns all of SPELL that counts if the pass at RESET (INT64_MIN: none) reset
 * usage. */
struct ft_part ft_spell_whole(const struct ft_spell *spell, int64_t reset);

/* A mark that resets or transfers what was booked before. */
struct ft_cut {
	int64_t id, at;
	int32_t what;   /* FT_CUT_ALL, or the one that is reset */
	uint32_t owner; /* as in struct ft_part */
	uint32_t heir;  /* of a transfer; 0: a reset */
	uint32_t next;  /* of the same owner, index + 1; 0 none */
};
#define FT_CUT_ALL INT32_MIN

struct ft_cuts {
	enum ft_owners owners;
	int64_t now;        /* later ones do not count */
	struct ft_cut *cut; /* [n], by id */
	size_t n, cap;
	/* private */
	bool read;             /* those later than `after` */
	int64_t after;         /* a time */
	struct ft_idvec chain; /* struct chain, by owner */
	struct ft_part *moved; /* parts that go on to heirs */
	size_t n_moved, cap_moved;
};
void ft_cuts_free(struct ft_cuts *cuts);
/* Read those later than AFTER. */
enum ft_status ft_cuts_read(struct ft_cuts *cuts, struct ft_store *store,
    int64_t after, struct ft_error *err);
/* Returns whether OWNER has one. */
bool ft_cuts_any(const struct ft_cuts *cuts, uint32_t owner);

/* What becomes of the parts of a spell. */
struct ft_split {
	int32_t what;         /* of which amount */
	int64_t from, before; /* cuts of this time act */
	void (*fn)(void *ctx, const struct ft_spell *spell,
	    const struct ft_part *part);
	void *ctx;
};
/* Pass the parts of WHOLE, a part of SPELL, to SPLIT. */
void ft_cuts_split(struct ft_cuts *cuts, const struct ft_spell *spell,
    const struct ft_part *whole, const struct ft_split *split);

/* Set *at_pass and *since to what PART of SPELL counts, at a weight of 1: up to
 * the last pass and after it. */
void ft_part_time(struct ft_decay_passes *passes, const struct ft_spell *spell,
    const struct ft_part *part, const bool *kept, ft_real time[2]);
enum { FT_AT_PASS, FT_SINCE };

/* ---- fold.c --------------------------------------------------------------------- */

/* What an owner had used at the last fold to which it contributed. */
struct ft_fold_sum {
	ft_real amount;
	int64_t at;
	ft_real more; /* of the fold that is being made */
};
/* The sums of one amount, by position of the owner. */
struct ft_fold_amount {
	int32_t what;
	struct ft_fold_sum *sum;
	size_t cap;
};
struct ft_fold {
	/* the caller's */
	struct ft_decay_passes *passes;
	struct ft_cuts *cuts;
	const struct ft_rules *rules;
	int64_t reset; /* pass that reset usage; INT64_MIN: none */
	int64_t until; /* the last fold, which charges must have ended before */
	/* read only */
	struct ft_idmap owner; /* position by id */
	uint32_t *id;          /* by position */
	size_t cap_id;
	struct ft_fold_amount *amount;
	size_t n_amount, cap_amount;
	int64_t done; /* everything before is in the sums; INT64_MIN: nothing */
	bool asked;   /* pending is known, by ft_fold_start() or the caller */
	int64_t pending; /* when the first charge starts that is not in them;
	                    INT64_MAX: there is none */
	/* private */
	int64_t to; /* the fold that is being made; INT64_MIN: none */
	bool *kept; /* [rules->n] by position */
	size_t cap_kept;
	uint32_t *touched; /* positions */
	size_t n_touched, cap_touched;
	bool *is_touched; /* by position */
	size_t cap_is_touched;
	uint32_t *by_time; /* indices of cuts */
	size_t next;       /* in by_time: the first that is not done */
};
void ft_fold_free(struct ft_fold *fold);
/* Set the sum of OWNER at fold->done. */
void ft_fold_set(struct ft_fold *fold, int32_t what, uint32_t owner,
    const struct ft_fold_sum *sum);
/* Go on from fold->done; the cuts have been read. */
void ft_fold_begin(struct ft_fold *fold);

/* An amount per second. */
struct ft_weight {
	int32_t what;
	double weight; /* >= 0 */
};
/* Add SPELL, which ended before fold->until; they come in the order of their
 * ends. */
void ft_fold_add(struct ft_fold *fold, const struct ft_spell *spell,
    const struct ft_weight *weight, size_t n);
/* Complete the fold at fold->until. */
void ft_fold_finish(struct ft_fold *fold);
/* Forget all sums. */
void ft_fold_clear(struct ft_fold *fold);
/* Add to the usage of READER what is left of the sums at the last pass before NOW. */
void ft_fold_read(
    struct ft_fold *fold, int64_t now, const struct ft_usage_reader *reader);

/* ---- foldrow.c ------------------------------------------------------------------- */

/* Bytes of a sum in a row. */
#define FT_SUM_SIZE (16 + 8 * ((LDBL_MANT_DIG + 63) / 64))
/* A store with more amounts is not folded. */
#define FT_FOLD_AMOUNTS 256

/* Returns whether FOLD can be continued from ROW: it is not after fold->until, and
 * was made by the same rules. */
bool ft_fold_usable(const struct ft_fold *fold, const struct ft_fold_row *row);
/*
 * Set fold->done to the time of the latest fold of CLUSTER in the store that is
 * usable, and *size to the bytes of its first sums; INT64_MIN: none.
 */
enum ft_status ft_fold_find(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, int64_t *size, struct ft_error *err);
/* Read its sums of WHAT; NULL: of everything.  A damaged one is left out:
 * fold->done is INT64_MIN then. */
enum ft_status ft_fold_load(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, const int32_t *what, struct ft_error *err);
/* Read the cuts that matter to the charges of CLUSTER between fold->done and
 * fold->until, and begin.  LATEST: no mark is later. */
enum ft_status ft_fold_start(struct ft_store *store, struct ft_fold *fold,
    uint32_t cluster, int64_t latest, struct ft_error *err);

/* A sum and its owner. */
struct ft_owned {
	const struct ft_fold_sum *sum;
	uint32_t owner;
};
/* Returns the sums of WHAT by ids of owners, the caller's; sets *n. */
struct ft_owned *ft_fold_list(
    const struct ft_fold *fold, int32_t what, size_t *n);
/* Returns the same as bytes; sets *size. */
unsigned char *ft_fold_pack(
    const struct ft_fold *fold, int32_t what, size_t *size);

#endif
