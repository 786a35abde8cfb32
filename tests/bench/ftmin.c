/*
 * ftmin.c - the least work a full recomputation of Fair Tree can be: the bound
 * the library is measured against.
 *
 *   ftmin FILE.bin [RUNS [RANKFILE]]
 *
 * No names, no checks, no events, whole double usages, one rule of ties
 * (Slurm's), one shape of tree (no promoted children).  It shares no code with
 * the library and gives the same ranks, bit for bit.
 *
 * Nodes are renumbered so that siblings are neighbours.  For each account one
 * pass computes values as doubles; infinite ones are set apart; the rest is
 * sorted as 8-byte keys with the place in their low bits (counting up to 64
 * siblings, merging up to 2048, radix above), and values closer than rounding
 * tells apart are recomputed as long doubles.  Then one walk hands out ranks.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bench/treefile.h"

#define ACCT  UINT32_C(0x80000000)
#define TIE   UINT32_C(0x40000000)
#define NODE  UINT32_C(0x3fffffff)
#define SMALL 64

struct bound {
	uint32_t n, n_user, n_acct;
	uint32_t *first;  /* by account; its children's nodes */
	uint32_t *anode;  /* by account */
	uint32_t *aof;    /* by node, for accounts */
	uint32_t *shares; /* by node, and so on */
	uint8_t *acct;
	double *usage, *level_fs, *factor;
	uint32_t *order, *file_node;
	uint64_t *key, *spare;
	uint32_t rank, no_ties;
};

/* ---- sorting -------------------------------------------------------------- */

/* Ascending keys are descending values; no value is negative. */
static inline uint64_t
key_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return ~bits;
}

static void
insertion(uint64_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint64_t x = v[i];
		uint32_t j = i;

		while (j && v[j - 1] > x) {
			v[j] = v[j - 1];
			j--;
		}
		v[j] = x;
	}
}

/* All keys differ: the place of one is the number of smaller ones. */
static inline void
count_sort(const uint64_t *restrict v, uint64_t *restrict w, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint64_t x = v[i], c = 0;

		for (uint32_t j = 0; j < n; j++)
			c += v[j] < x;
		w[c] = x;
	}
}

static void
merge(const uint64_t *v, uint32_t lo, uint32_t mid, uint32_t hi, uint64_t *w)
{
	uint32_t i = lo, j = mid, o = lo;

	while (i < mid && j < hi) {
		uint64_t x = v[i], y = v[j];
		bool second = y < x;

		w[o++] = second ? y : x;
		j += second;
		i += !second;
	}
	while (i < mid)
		w[o++] = v[i++];
	while (j < hi)
		w[o++] = v[j++];
}

static uint64_t *
merge_sort(uint64_t *v, uint64_t *w, uint32_t n)
{
	uint64_t *swap;

	for (uint32_t i = 0; i < n; i += 32)
		count_sort(v + i, w + i, n - i < 32 ? n - i : 32);
	swap = v;
	v = w;
	w = swap;
	for (uint32_t run = 32; run < n; run *= 2) {
		for (uint32_t lo = 0; lo < n; lo += 2 * run) {
			uint32_t mid = lo + run < n ? lo + run : n;
			uint32_t hi = mid + run < n ? mid + run : n;

			merge(v, lo, mid, hi, w);
		}
		swap = v;
		v = w;
		w = swap;
	}
	return v;
}

/* By the upper 33 bits that differ, then insertion for the rest. */
static uint64_t *
radix_sort(uint64_t *v, uint64_t *w, uint32_t n)
{
	uint32_t count[3][2048] = { 0 };
	uint64_t all = 0, *swap;
	int shift;

	for (uint32_t i = 0; i < n; i++)
		all |= v[i] ^ v[0];
	shift = 64 - __builtin_clzll(all) - 33;
	shift = shift < 0 ? 0 : shift;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t x = v[i] >> shift;

		count[0][x & 2047]++;
		count[1][x >> 11 & 2047]++;
		count[2][x >> 22 & 2047]++;
	}
	for (int pass = 0; pass < 3; pass++) {
		uint32_t sum = 0;

		for (int d = 0; d < 2048; d++) {
			uint32_t c = count[pass][d];

			count[pass][d] = sum;
			sum += c;
		}
		for (uint32_t i = 0; i < n; i++) {
			uint64_t digit = v[i] >> shift >> 11 * pass & 2047;

			w[count[pass][digit]++] = v[i];
		}
		swap = v;
		v = w;
		w = swap;
	}
	insertion(v, n);
	return v;
}

/* ---- one account ---------------------------------------------------------- */

static long double
exact(const struct bound *b, uint32_t node, double level, double above)
{
	if (!b->shares[node])
		return 0;
	return (long double)((double)b->shares[node] / level) /
	       ((long double)b->usage[node] / (long double)above);
}

/* Put near neighbours, the keys v[n] of nodes from FIRST on, in order. */
static void
order_near(struct bound *b, uint64_t *v, uint32_t n, uint64_t mask,
    uint32_t first, double level, double above, uint32_t *order)
{
	for (uint32_t p = 1; p < n; p++) {
		uint64_t moving = v[p];
		uint32_t x = (uint32_t)(moving & mask) + first, q = p;
		long double lx = exact(b, x, level, above);

		while (q) {
			uint32_t y = (uint32_t)(v[q - 1] & mask) + first;
			long double ly = exact(b, y, level, above);
			bool tied = !(lx > ly) && !(lx < ly);

			if (!(lx > ly || (tied && !b->acct[x] && b->acct[y])))
				break;
			v[q] = v[q - 1];
			q--;
		}
		v[q] = moving;
	}
	for (uint32_t p = 0; p < n; p++) {
		uint32_t x = (uint32_t)(v[p] & mask) + first;

		order[p] = x | (b->acct[x] ? ACCT : 0);
		if (p) {
			uint32_t y = (uint32_t)(v[p - 1] & mask) + first;
			long double lx = exact(b, x, level, above);
			long double ly = exact(b, y, level, above);

			if (!(lx > ly) && !(lx < ly))
				order[p] |= TIE;
		}
	}
}

/* Values of the children FIRST..LAST; returns the sum of shares. */
static double
put_values(struct bound *b, uint32_t first, uint32_t last, double above)
{
	uint32_t sum = 0;
	double level;

	for (uint32_t i = first; i < last; i++)
		sum +=
		    b->shares[i] == TREEFILE_SHARES_PARENT ? 0 : b->shares[i];
	level = sum;
	for (uint32_t i = first; i < last; i++) {
		double v = (double)(int32_t)b->shares[i] / level /
			   (b->usage[i] / above);

		v = b->usage[i] > 0 ? v : (double)INFINITY;
		v = b->shares[i] ? v : 0;
		if (b->shares[i] == TREEFILE_SHARES_PARENT)
			v = (double)INFINITY;
		b->level_fs[i] = v;
	}
	return level;
}

/* Infinite ones to ORDER, the others to keys; returns how many others. */
static uint32_t
split(struct bound *b, uint32_t first, uint32_t last, uint64_t mask,
    uint32_t *order)
{
	uint32_t m = 0, o = 0, accounts = 0;

	for (uint32_t i = first; i < last; i++) {
		bool infinite = b->level_fs[i] > 1.7e308, acct = b->acct[i];

		order[o] = i | (o ? TIE : 0);
		o += infinite & !acct;
		accounts += infinite & acct;
		b->key[m] = (key_of(b->level_fs[i]) & ~mask) | (i - first);
		m += !infinite;
	}
	for (uint32_t i = first; accounts && i < last; i++)
		if (b->level_fs[i] > 1.7e308 && b->acct[i]) {
			order[o] = i | ACCT | (o ? TIE : 0);
			o++;
		}
	return m;
}

static void
sort_account(struct bound *b, uint32_t account)
{
	uint32_t first = b->first[account], last = b->first[account + 1];
	uint32_t n = last - first, *order = b->order + first, m;
	double above = b->usage[b->anode[account]], level;
	int bits = 32 - __builtin_clz(n | 1);
	uint64_t mask = (UINT64_C(1) << bits) - 1, *v;
	/* 4 steps are more than two double roundings can differ by */
	uint64_t near = bits > 2 ? 1 : 1 + (UINT64_C(4) >> bits);

	if (!n)
		return;
	level = put_values(b, first, last, above);
	m = split(b, first, last, mask, order);
	order += n - m;
	v = b->key;
	if (m <= SMALL) {
		count_sort(v, b->spare, m);
		v = b->spare;
	} else {
		v = m <= 2048 ? merge_sort(v, b->spare, m)
			      : radix_sort(v, b->spare, m);
	}
	for (uint32_t i = 0, j; i < m; i = j) {
		uint32_t x = (uint32_t)(v[i] & mask) + first;

		for (j = i + 1; j < m; j++)
			if ((v[j] >> bits) - (v[j - 1] >> bits) > near)
				break;
		if (j > i + 1)
			order_near(b, v + i, j - i, mask, first, level, above,
			    order + i);
		else
			order[i] = x | (b->acct[x] ? ACCT : 0);
	}
}

static void
hand_out(struct bound *b, uint32_t account, bool tied_in)
{
	uint32_t first = b->first[account], last = b->first[account + 1];
	double n_user = b->n_user;

	for (uint32_t p = first; p < last; p++) {
		uint32_t e = b->order[p];
		bool tied = p == first ? tied_in : (e & TIE) != 0;

		if (e & ACCT) {
			hand_out(b, b->aof[e & NODE], tied);
			continue;
		}
		if (!tied)
			b->rank = b->no_ties;
		b->factor[e & NODE] = b->rank / n_user;
		b->no_ties--;
	}
}

/* ---- all of it ------------------------------------------------------------ */

static uint32_t *
new_array(uint32_t n)
{
	return ft_calloc((size_t)n + 2, sizeof(uint32_t));
}

static void
make_arrays(struct bound *b, uint32_t n)
{
	b->n = n;
	b->first = new_array(n);
	b->anode = new_array(n);
	b->aof = new_array(n);
	b->shares = new_array(n);
	b->order = new_array(n);
	b->file_node = new_array(n);
	b->acct = ft_calloc(n, 1);
	b->usage = ft_calloc(n, sizeof *b->usage);
	b->level_fs = ft_calloc(n, sizeof *b->level_fs);
	b->factor = ft_calloc(n, sizeof *b->factor);
	b->key = ft_calloc((size_t)n + 1, sizeof *b->key);
	b->spare = ft_calloc((size_t)n + 1, sizeof *b->spare);
}

/* Renumber: the root, then the children of each account in preorder. */
static void
build(struct bound *b, const struct treefile *tree)
{
	uint32_t n = tree->n, next = 1;
	uint32_t *count = new_array(n), *place = new_array(n);
	uint32_t *node = new_array(n), *account = new_array(n);

	make_arrays(b, n);
	b->n_user = tree->n_user;
	for (uint32_t i = 1; i < n; i++)
		count[tree->parent[i]]++;
	for (uint32_t i = 0; i < n; i++)
		if (!tree->user[i]) {
			account[i] = b->n_acct;
			b->first[b->n_acct++] = place[i] = next;
			next += count[i];
		}
	b->first[b->n_acct] = n;
	for (uint32_t i = 1; i < n; i++)
		node[i] = place[tree->parent[i]]++;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t j = node[i];

		b->file_node[j] = i;
		b->shares[j] = tree->shares[i];
		b->acct[j] = !tree->user[i];
		b->usage[j] = tree->usage[i];
		if (tree->user[i])
			continue;
		b->anode[account[i]] = j;
		b->aof[j] = account[i];
	}
	ft_free(count);
	ft_free(place);
	ft_free(node);
	ft_free(account);
}

static void
write_ranks(
    const struct bound *b, const struct treefile *tree, const char *path)
{
	double *factor = ft_alloc(tree->n * sizeof *factor);

	for (uint32_t i = 0; i < b->n; i++)
		factor[b->file_node[i]] = b->factor[i];
	treefile_write_ranks(tree, factor, path);
	ft_free(factor);
}

/* Decay by 1 and sums from the leaves. */
static void
roll_up(struct bound *b, double decay)
{
	for (uint32_t i = 0; i < b->n; i++)
		b->usage[i] = b->acct[i] ? 0 : b->usage[i] * decay;
	for (uint32_t a = b->n_acct; a > 0 && a--;) {
		double sum = 0;

		for (uint32_t i = b->first[a]; i < b->first[a + 1]; i++)
			sum += b->usage[i];
		b->usage[b->anode[a]] = sum;
	}
}

int
main(int argc, char **argv)
{
	struct treefile tree;
	struct bound b = { 0 };
	double rank[TREEFILE_RUNS_MAX], all[TREEFILE_RUNS_MAX], middle;
	int runs = argc > 2 ? atoi(argv[2]) : 21;

	if (argc < 2 || runs < 1 || runs > TREEFILE_RUNS_MAX) {
		fprintf(stderr, "usage: ftmin FILE.bin [RUNS [RANKFILE]]\n");
		return 2;
	}
	treefile_read(&tree, argv[1]);
	build(&b, &tree);
	for (int i = 0; i < runs; i++) {
		/* a value the compiler does not know, so that it multiplies */
		volatile double one = 1;
		double start = bench_now(), summed;

		roll_up(&b, one);
		summed = bench_now();
		for (uint32_t a = 0; a < b.n_acct; a++)
			sort_account(&b, a);
		b.rank = b.no_ties = b.n_user;
		hand_out(&b, 0, false);
		rank[i] = bench_now() - summed;
		all[i] = bench_now() - start;
	}
	middle = bench_median(rank, runs);
	printf("rank %.2f all %.2f best %.2f\n", middle * 1e9 / b.n,
	    bench_median(all, runs) * 1e9 / b.n, rank[0] * 1e9 / b.n);
	if (argc > 3)
		write_ranks(&b, &tree, argv[3]);
	treefile_free(&tree);
	return 0;
}
