/*
 * internal.h - what all algorithms need: checks of usage, and shares and usage
 * of a node as fractions (common.c).
 */
#ifndef FT_ALGO_SHARE_INTERNAL_H
#define FT_ALGO_SHARE_INTERNAL_H

#include "algo/share/share.h"

/* FT_OK, or FT_EINVAL when the usage of NODE is negative, infinite or NaN. */
enum ft_status ft_share_check_usage(
    const struct ft_share_input *input, uint32_t node, struct ft_error *err);
/* The same for all nodes. */
enum ft_status ft_share_check_usages(
    const struct ft_share_input *input, struct ft_error *err);

/* Returns the usage of NODE as a fraction of all usage, 0..1. */
ft_real ft_share_norm_usage(const struct ft_share_input *input, uint32_t node);
/* Returns the usage of NODE as a fraction of PARENT's, 0 if that is 0. */
ft_real ft_share_part(
    const struct ft_share_input *input, uint32_t node, uint32_t parent);

/*
 * Returns S of NODE: its shares as a fraction of its level's, 0 if those are 0.
 * A node with `parent` shares has the S of its parent.  root: the S of the root,
 * which is on no level.
 */
double ft_share_norm(const struct ft_tree *tree, const uint64_t *level_shares,
    uint32_t node, double root);

/* Returns 2^-(USAGE/SHARES/DAMPENING), 0 without shares: the classic factor. */
double ft_share_power(ft_real usage, double shares, uint32_t dampening);

/* Returns the place of a user whose factor is rank / n, rank from n down. */
uint32_t ft_share_place(double factor, uint32_t n);

/*
 * FT_WIDE(return, type, name, parameters, arguments) { body }: a static function
 * with vectors, compiled twice; return: empty if it returns nothing.  Which one runs
 * is what glibc knows of the processor.  Asking the processor at each start, as
 * target_clones does, takes 0.05 ms in a virtual machine.
 */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__)
#if __GLIBC_PREREQ(2, 33)
#include <sys/platform/x86.h>

#define FT_WIDE(return_, type, name, parameters, arguments)                    \
	static inline __attribute__((always_inline))                           \
	type name##_body parameters;                                           \
	__attribute__((target("avx2"))) static type name##_wide parameters     \
	{                                                                      \
		return_ name##_body arguments;                                 \
	}                                                                      \
	static type name parameters                                            \
	{                                                                      \
		if (CPU_FEATURE_ACTIVE(AVX2))                                  \
			return_ name##_wide arguments;                         \
		else                                                           \
			return_ name##_body arguments;                         \
	}                                                                      \
	static inline type name##_body parameters
#endif
#endif
#ifndef FT_WIDE
#define FT_WIDE(return_, type, name, parameters, arguments)                    \
	static type name parameters
#endif

#endif
