
/*
 * LF = S / (usage / parent usage), each division rounded to 64 bits as x86-64
 * does: Slurm computes in long double, and ties are decided by the last bit
 * (oracle case c08-near-tie).
 */
#include "algo/share/fairtree_internal.h"
#include "algo/share/internal.h"
#include "model/account/entity.h"

/* Both divisions round: what is tied depends on it. */
static ft_real
quotient(double shares_norm, ft_real usage, ft_real parent_usage)
{
	ft_real used = parent_usage == 0 ? 0 : usage / parent_usage;

	if (shares_norm == 0)
		return 0;
	return used == 0 ? (ft_real)INFINITY : (ft_real)shares_norm / used;
}

#if FT_LEVEL_NATIVE

int
ft_level_cmp(struct ft_level a, struct ft_level b)
{
	return ft_real_cmp(a.value, b.value);
}

struct ft_level
ft_level_none(bool infinite)
{
	return (
	    struct ft_level){ infinite ? (ft_real)INFINITY : FT_LEVEL_FS_NONE };
}

struct ft_level
ft_level_make(double shares_norm, ft_real usage, ft_real parent_usage)
{
	return (struct ft_level){ quotient(shares_norm, usage, parent_usage) };
}

#else

/* ---- 64-bit mantissas out of integers ------------------------------------- */

__extension__ typedef unsigned __int128 wide;

static const struct ft_level infinity = { .exponent = INT32_MAX };

static struct ft_level
from_real(ft_real x)
{
	struct ft_level level = { 0, 0 };
	int exponent;
	ft_real mantissa;

	if (x == 0)
		return level;
	mantissa = ldexpl(frexpl(x, &exponent), 64);
	/* a longer mantissa is rounded, to even as the processor does */
	mantissa = rintl(mantissa);
	if (mantissa >= 0x1p64L) {
		mantissa /= 2;
		exponent++;
	}
	level.mantissa = (uint64_t)mantissa;
	level.exponent = exponent - 64;
	return level;
}

/* Returns a / b rounded to nearest, ties to even; neither is 0 or infinite. */
static struct ft_level
divide(struct ft_level a, struct ft_level b)
{
	/* shifted so that the quotient has exactly 64 bits */
	int shift = a.mantissa >= b.mantissa ? 63 : 64;
	int32_t exponent = a.exponent - b.exponent - shift;
	wide dividend = (wide)a.mantissa << shift;
	uint64_t quotient, rest;

	assert(a.mantissa && b.mantissa);
	quotient = (uint64_t)(dividend / b.mantissa);
	rest = (uint64_t)(dividend % b.mantissa);
	if (rest > b.mantissa - rest ||
	    (rest == b.mantissa - rest && quotient & 1)) {
		if (!++quotient) {
			quotient = UINT64_C(1) << 63;
			exponent++;
		}
	}
	return (struct ft_level){ quotient, exponent };
}

int
ft_level_cmp(struct ft_level a, struct ft_level b)
{
	bool a_inf = a.exponent == infinity.exponent;
	bool b_inf = b.exponent == infinity.exponent;

	if (a_inf || b_inf)
		return a_inf - b_inf;
	if (!a.mantissa || !b.mantissa)
		return (a.mantissa != 0) - (b.mantissa != 0);
	if (a.exponent != b.exponent)
		return a.exponent > b.exponent ? 1 : -1;
	return (a.mantissa > b.mantissa) - (a.mantissa < b.mantissa);
}

struct ft_level
ft_level_none(bool infinite)
{
	return infinite ? infinity : from_real(FT_LEVEL_FS_NONE);
}

struct ft_level
ft_level_make(double shares_norm, ft_real usage, ft_real parent_usage)
{
	if (shares_norm == 0)
		return from_real(0);
	if (parent_usage == 0 || usage == 0)
		return infinity;
	return divide(from_real((ft_real)shares_norm),
	    divide(from_real(usage), from_real(parent_usage)));
}

#endif

/* ---- the level fairshare of a node ---------------------------------------- */

struct ft_level
ft_level_of(const struct ft_share_input *input, const uint64_t *level_shares,
    uint32_t node, uint32_t parent)
{
	const struct ft_tree *tree = input->tree;

	if (tree->flags[node] & FT_NODE_PARENT)
		return ft_level_none(tree->flags[node] & FT_NODE_USER);
	return ft_level_make(ft_level_shares_norm(tree->shares[node],
				 level_shares[tree->acct[parent]]),
	    input->usage[node], input->usage[parent]);
}

double
ft_level_root_shares(const struct ft_tree *tree)
{
	uint32_t shares = tree->flags[0] & FT_NODE_PARENT ? FT_SHARES_PARENT
							  : tree->shares[0];

	/* the root is on no level: Slurm leaves the sum unset */
	return (double)shares / (double)FT_LEVEL_FS_NONE;
}

struct ft_level_values
ft_level_values(const struct ft_share_input *input,
    const uint64_t *level_shares, uint32_t node)
{
	const struct ft_tree *tree = input->tree;
	ft_real own = input->usage[node];
	ft_real above = input->usage[ft_tree_fs_parent(tree, node)];
	struct ft_level_values values = {
		.shares = ft_share_norm(
		    tree, level_shares, node, ft_level_root_shares(tree)),
		.usage = above == 0 ? 0 : own / above,
	};

	if (!(tree->flags[node] & FT_NODE_PARENT))
		values.level_fs = quotient(values.shares, own, above);
	else if (ft_tree_is_user(tree, node))
		values.level_fs = (ft_real)INFINITY;
	else
		values.level_fs = FT_LEVEL_FS_NONE;
	return values;
}
