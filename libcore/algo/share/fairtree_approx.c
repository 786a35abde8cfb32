
#include "algo/share/fairtree_internal.h"
#include "algo/share/internal.h"

/*
 * Level fairshares in double, a family at a time: shares / usage x
 * (parent usage / level shares).
 *
 * How far off they are, in units of 2^-53, the largest relative error of one
 * rounding: both usages become doubles by cutting (2 each), three operations
 * round (1 each), and the exact value has one such rounding of its own in S (1;
 * its roundings to 64 bits are nothing beside).  So an approximation is within
 * 8 of the exact value times a common factor, and two that are further apart
 * than 16 are in the right order.  A step of a double is at least one unit:
 * FT_APPROX_STEPS leaves as much again to be safe.
 *
 * This holds as long as nothing over- or underflows: a family with a usage
 * outside 2^+-PLAIN_EXPONENT is odd and ordered exactly throughout.
 */
#define PLAIN_EXPONENT 400
#define USAGE_LEAST    0x1p-400L
#define USAGE_MOST     0x1p+400L

/* Stands for 0: less than any approximation, and a normal number. */
#define APPROX_ZERO 0x1p-1000

static bool
is_plain(ft_real usage)
{
	return usage >= USAGE_LEAST && usage < USAGE_MOST;
}

/* ---- usages as doubles ---------------------------------------------------- */

#if defined(__x86_64__) && FT_LEVEL_NATIVE && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define READ_BITS 1
#endif
#endif

#ifdef READ_BITS

/*
 * The processor converts long doubles one by one.  But their mantissa and
 * exponent are integers in memory, each in a word, and so are a double's: four
 * at a time, cutting what does not fit.
 */
typedef uint64_t words __attribute__((vector_size(32)));
typedef int64_t marks __attribute__((vector_size(32)));
#define LANES          4
#define BIAS           (16383 - 1023)
#define EXPONENT_LEAST (16383 - PLAIN_EXPONENT)
#define EXPONENT_MOST  (16383 + PLAIN_EXPONENT)

/* gcc's analyzer takes a vector for a number as wide as one of its words. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* usage: [n], n >= 4; the last four may overlap the four before. */
FT_WIDE(return, bool, read_many,
    (const ft_real *usage, uint32_t n, double *out), (usage, n, out))
{
	marks odd = { 0 };

	for (uint32_t i = 0; i < n; i += LANES) {
		uint32_t at = i + LANES <= n ? i : n - LANES;
		words a, b, mantissa, exponent, bits;
		marks zero;

		memcpy(&a, usage + at, sizeof a);
		memcpy(&b, usage + at + LANES / 2, sizeof b);
		mantissa = __builtin_shufflevector(a, b, 0, 2, 4, 6);
		/* with the sign on top; the other 48 bits are padding */
		exponent = __builtin_shufflevector(a, b, 1, 3, 5, 7) & 0xffff;
		zero = (marks)((mantissa | exponent) == 0);
		odd |= ~zero & (((marks)exponent < EXPONENT_LEAST) |
				   ((marks)exponent >= EXPONENT_MOST));
		/* without the mantissa's first bit, which a double implies */
		bits = ((exponent - BIAS) << 52) + (mantissa << 1 >> 12);
		bits &= (words)~zero;
		memcpy(out + at, &bits, sizeof bits);
	}
	return !(odd[0] | odd[1] | odd[2] | odd[3]);
}

/* Read USAGE[n]; returns whether all are 0 or plain. */
static bool
read_usages(const ft_real *usage, uint32_t n, double *out)
{
	ft_real few[LANES] = { 0 };
	double read[LANES];
	bool plain;

	if (n >= LANES)
		return read_many(usage, n, out);
	for (uint32_t i = 0; i < n; i++)
		few[i] = usage[i];
	plain = read_many(few, LANES, read);
	memcpy(out, read, n * sizeof *out);
	return plain;
}

#else

static bool
read_usages(const ft_real *usage, uint32_t n, double *out)
{
	bool plain = true;

	for (uint32_t i = 0; i < n; i++) {
		plain &= usage[i] == 0 || is_plain(usage[i]);
		/* + 0 makes a negative zero positive */
		out[i] = (double)usage[i] + 0.0;
	}
	return plain;
}

#endif

/* ---- a family ------------------------------------------------------------- */

typedef double lanes __attribute__((vector_size(32)));
typedef uint32_t shares4 __attribute__((vector_size(16)));

/* value[i] = shares[i] / value[i] x scale; no usage gives infinite. */
FT_WIDE(, void, divide,
    (double *value, const uint32_t *shares, uint32_t n, double scale),
    (value, shares, n, scale))
{
	uint32_t i = 0;

	for (; i + 4 <= n; i += 4) {
		lanes used;
		shares4 some;

		memcpy(&used, value + i, sizeof used);
		memcpy(&some, shares + i, sizeof some);
		used = __builtin_convertvector(some, lanes) / used * scale;
		memcpy(value + i, &used, sizeof used);
	}
	for (; i < n; i++)
		value[i] = (double)shares[i] / value[i] * scale;
}

/* Zero shares were divided as well; give these what they really have. */
static void
mend_zeros(const struct ft_tree *tree, uint32_t first, uint32_t n, bool all,
    double *value)
{
	for (uint32_t i = 0; i < n; i++) {
		uint8_t flags = tree->flags[first + i];

		if (tree->shares[first + i] && !all)
			continue;
		if (!(flags & FT_NODE_PARENT))
			value[i] = APPROX_ZERO;
		else if (flags & FT_NODE_USER)
			value[i] = (double)INFINITY;
		else
			value[i] = (double)FT_LEVEL_FS_NONE;
	}
}

/* A family with usages that are too large or too small. */
static enum ft_status
approximate_odd(const struct ft_sorter *sorter, uint32_t acct, double *approx,
    struct ft_error *err)
{
	const struct ft_share_input *input = sorter->input;
	const struct ft_tree *tree = input->tree;
	uint32_t first = tree->first[acct], end = tree->first[acct + 1];

	for (uint32_t node = first; node < end; node++) {
		FT_TRY(ft_share_check_usage(input, node, err));
		approx[node - first] =
		    ft_level_values(input, sorter->level_shares, node)
				.level_fs == (ft_real)INFINITY
			? (double)INFINITY
			: 1;
	}
	return FT_OK;
}

enum ft_status
ft_approximate(const struct ft_sorter *sorter, uint32_t acct, double *approx,
    bool *odd, struct ft_error *err)
{
	const struct ft_share_input *input = sorter->input;
	const struct ft_tree *tree = input->tree;
	uint32_t first = tree->first[acct], n = tree->first[acct + 1] - first;
	ft_real above = input->usage[tree->node[acct]];
	double scale = 1;
	bool zero = false;
	uint64_t sum = ft_share_sum(tree, acct, input->params.ties, &zero);

	sorter->level_shares[acct] = sum;
	if (!read_usages(input->usage + first, n, approx) ||
	    !(above == 0 || is_plain(above))) {
		*odd = true;
		return approximate_odd(sorter, acct, approx, err);
	}
	/* a sum that wrapped to 0 counts as no shares at all */
	if (above == 0)
		memset(approx, 0, n * sizeof *approx);
	else if (sum)
		scale = (double)above / (double)sum;
	divide(approx, tree->shares + first, n, scale);
	if (zero || !sum)
		mend_zeros(tree, first, n, !sum, approx);
	return FT_OK;
}
