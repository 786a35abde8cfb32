/*
 * fairtree_internal.h - level fairshare and the order of siblings, for the files
 * of Fair Tree: this folder, algo/live, algo/solve.
 */
#ifndef FT_ALGO_SHARE_FAIRTREE_INTERNAL_H
#define FT_ALGO_SHARE_FAIRTREE_INTERNAL_H

#include <float.h>

#include "algo/share/share.h"

/* ---- level fairshare (fairtree_level.c) ----------------------------------- */

/*
 * A level fairshare as x86-64 rounds it: 64 bits of mantissa.  Where a long
 * double is just that, it is one; elsewhere it is built of integers.
 */
#ifndef FT_LEVEL_NATIVE /* tests/unit/t_level.c compiles the other way */
#define FT_LEVEL_NATIVE (LDBL_MANT_DIG == 64)
#endif

struct ft_level {
#if FT_LEVEL_NATIVE
	ft_real value;
#else
	/* mantissa x 2^exponent; the top bit is set, or all are 0 for 0 */
	uint64_t mantissa;
	int32_t exponent; /* INT32_MAX: infinite */
#endif
};

/* Returns S = shares / level_shares rounded to double, 0 without any. */
static inline double
ft_level_shares_norm(uint32_t shares, uint64_t level_shares)
{
	return level_shares ? (double)shares / (double)level_shares : 0;
}

/*
 * Returns the level fairshare of NODE (not the root) as it is ranked.
 * parent: its fair-share parent.
 */
struct ft_level ft_level_of(const struct ft_share_input *input,
    const uint64_t *level_shares, uint32_t node, uint32_t parent);
/* Returns S / (usage / parent_usage), rounded to 64 bits after each division: 0 if
 * S is 0, else infinite without usage. */
struct ft_level ft_level_make(
    double shares_norm, ft_real usage, ft_real parent_usage);
/* Returns <0, 0, >0. */
int ft_level_cmp(struct ft_level a, struct ft_level b);
/* The level fairshare of a node that has none: FT_LEVEL_FS_NONE, or infinite. */
struct ft_level ft_level_none(bool infinite);

/* S, U and level fairshare of a node as they are shown. */
struct ft_level_values {
	double shares;
	ft_real usage, level_fs;
};
/* Returns the S of the root: its shares as a fraction of Slurm's "unset". */
double ft_level_root_shares(const struct ft_tree *tree);
struct ft_level_values ft_level_values(const struct ft_share_input *input,
    const uint64_t *level_shares, uint32_t node);

/* ---- approximations (fairtree_approx.c) ----------------------------------- */

/*
 * Approximations that differ by more than this many steps of a double are in
 * the order of the exact values (fairtree_approx.c shows why).
 */
#define FT_APPROX_STEPS 32

/* ---- order of siblings (fairtree_sort.c) ---------------------------------- */

/* An entry of an ordered level: a node and two marks. */
#define FT_ENTRY_TIE  UINT32_C(0x80000000) /* tied with the entry before it */
#define FT_ENTRY_ACCT UINT32_C(0x40000000) /* an account */
#define FT_ENTRY_NODE UINT32_C(0x3fffffff)

/*
 * Returns how many accounts from ENTRY on are ranked as one.  Documented rule:
 * all that are tied, which follow each other.  Slurm: always 1.
 */
uint32_t ft_entry_group(
    enum ft_ties ties, const uint32_t *entry, const uint32_t *end);

/* A sibling too close to another for its approximation to decide. */
struct ft_near {
	struct ft_level level;
	bool account;
	uint32_t place; /* in the family; decides between equals */
	uint32_t node;
};
/* For qsort(3): best first, users before accounts, then by place. */
int ft_near_compare(const void *a, const void *b);

/* Memory of a sorter, grown as needed. */
struct ft_sorter {
	const struct ft_share_input *input;
	uint64_t
	    *level_shares; /* by account ordinal; filled family by family */
	double *approx;    /* level fairshare in double */
	uint64_t *key, *spare;
	uint32_t cap;
	struct ft_near *near;
	size_t near_cap;
};

/*
 * Fill approx[] with the level fairshares of the family of account ordinal
 * ACCT, as positive normal doubles or INFINITY (exactly where the true one is
 * infinite), and level_shares[acct] (fairtree_approx.c).
 * odd: set to true if they only show which are infinite and must not be compared.
 * FT_EINVAL: a usage in the family is negative, infinite or NaN.
 */
enum ft_status ft_approximate(const struct ft_sorter *sorter, uint32_t acct,
    double *approx, bool *odd, struct ft_error *err);

void ft_sorter_init(struct ft_sorter *sorter,
    const struct ft_share_input *input, uint64_t *level_shares);
void ft_sorter_free(struct ft_sorter *sorter);
/*
 * Fill entry[0..] with the family of account ordinal ACCT, best first, and
 * level_shares[acct].
 * FT_EINVAL: a usage in it is negative, infinite or NaN.
 */
enum ft_status ft_sorter_family(struct ft_sorter *sorter, uint32_t acct,
    uint32_t *entry, struct ft_error *err);
/*
 * Fill entry[] with the children of N accounts, best first, as one level.
 * accounts: entries; their families must have been through ft_sorter_family.
 * Returns the number of children.
 */
uint32_t ft_sorter_merge(struct ft_sorter *sorter, const uint32_t *accounts,
    uint32_t n, uint32_t *entry);

/*
 * Sort key[n], no two equal, as the numbers would be whose bits they are,
 * greatest first; spare: as large.  Both have room for FT_KEY_PAD more than n.
 * The bits must be those of normal positive doubles.  Returns key or spare.
 */
uint64_t *ft_keys_sort(uint64_t *key, uint64_t *spare, uint32_t n);
#define FT_KEY_PAD 8

#endif
