/*
 * bench_rank.c - how long one recomputation of Fair Tree takes.
 *
 *   bench_rank FILE.bin [RUNS [documented] [RANKFILE]]
 *
 * FILE.bin is ftgen's.  Prints nanoseconds per association (median and best)
 * of ranking, of decay + sums + ranking, and of building the tree.  RANKFILE
 * gets lines "node factor" as ftmin's, to be compared byte for byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algo/fairtree.h"
#include "base/mem.h"
#include "model/usage.h"

#define RUNS_MAX      101
#define SHARES_PARENT UINT32_C(0x7fffffff)

struct input {
	uint32_t n;
	struct ft_tree_row *row; /* id = number in the file + 1 */
	double *own;             /* by number in the file; 0 for accounts */
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
read_or_die(void *to, size_t size, size_t n, FILE *file)
{
	if (fread(to, size, n, file) == n)
		return;
	fprintf(stderr, "bench_rank: file is too short\n");
	exit(1);
}

static void
load(struct input *input, const char *path)
{
	FILE *file = fopen(path, "rb");
	char magic[8];
	uint32_t n, n_user, *shares;
	int32_t *parent;
	uint8_t *user;

	if (!file) {
		perror(path);
		exit(1);
	}
	read_or_die(magic, 1, 8, file);
	read_or_die(&n, sizeof n, 1, file);
	read_or_die(&n_user, sizeof n_user, 1, file);
	parent = ft_alloc(n * sizeof *parent);
	shares = ft_alloc(n * sizeof *shares);
	user = ft_alloc((size_t)n + 8);
	input->n = n;
	input->row = ft_calloc(n, sizeof *input->row);
	input->own = ft_alloc(n * sizeof *input->own);
	read_or_die(parent, sizeof *parent, n, file);
	read_or_die(shares, sizeof *shares, n, file);
	read_or_die(user, 1, ((size_t)n + 7) / 8 * 8, file);
	read_or_die(input->own, sizeof *input->own, n, file);
	fclose(file);
	for (uint32_t i = 0; i < n; i++) {
		struct ft_tree_row *row = &input->row[i];

		row->id = i + 1;
		row->parent = (uint32_t)(parent[i] + 1);
		row->position = (int32_t)i;
		row->shares = shares[i];
		row->flags = user[i] ? FT_NODE_USER : 0;
		if (shares[i] == SHARES_PARENT)
			row->flags |= FT_NODE_PARENT;
		if (!user[i])
			input->own[i] = 0;
	}
	ft_free(parent);
	ft_free(shares);
	ft_free(user);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
put_own(const struct input *input, const struct ft_tree *tree, ft_real *usage)
{
	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = (ft_real)input->own[tree->id[i] - 1];
}

static void
write_ranks(const struct input *input, const struct ft_tree *tree,
    const struct ft_share *share, const char *path)
{
	double *factor = ft_alloc(tree->n * sizeof *factor);
	FILE *file = fopen(path, "w");

	if (!file) {
		perror(path);
		exit(1);
	}
	for (uint32_t i = 0; i < tree->n; i++)
		factor[tree->id[i] - 1] = share->factor[i];
	for (uint32_t i = 0; i < tree->n; i++)
		if (input->row[i].flags & FT_NODE_USER)
			fprintf(file, "%u %.17g\n", i, factor[i]);
	fclose(file);
	ft_free(factor);
}

int
main(int argc, char **argv)
{
	struct input input;
	struct ft_tree *tree;
	struct ft_share_input ask = { 0 };
	struct ft_share share;
	double rank[RUNS_MAX], all[RUNS_MAX], start, build;
	ft_real *usage;
	int runs = argc > 2 ? atoi(argv[2]) : 21;
	int next = 3;

	if (argc < 2 || runs < 1 || runs > RUNS_MAX) {
		fprintf(stderr,
		    "usage: bench_rank FILE.bin [RUNS (to %d) "
		    "[documented] [RANKFILE]]\n",
		    RUNS_MAX);
		return 2;
	}
	ask.params.ties = FT_TIES_SLURM;
	if (argc > next && !strcmp(argv[next], "documented")) {
		ask.params.ties = FT_TIES_DOCUMENTED;
		next++;
	}
	load(&input, argv[1]);
	start = now();
	if (ft_tree_build(&tree, input.row, input.n, NULL))
		return 1;
	build = now() - start;
	usage = ft_alloc(tree->n * sizeof *usage);
	ask.tree = tree;
	ask.usage = usage;
	ft_share_init(&share);
	for (int i = 0; i < runs; i++) {
		/* a value the compiler does not know, so that it multiplies */
		volatile double left = 1;
		ft_real factor = (ft_real)left;

		put_own(&input, tree, usage);
		start = now();
		for (uint32_t j = 0; j < tree->n; j++)
			usage[j] *= factor;
		ft_usage_roll_up(tree, usage);
		rank[i] = now();
		if (ft_share_run(&ft_algo_fairtree, &ask, &share, NULL, NULL))
			return 1;
		rank[i] = now() - rank[i];
		all[i] = now() - start;
	}
	qsort(rank, (size_t)runs, sizeof *rank, compare);
	qsort(all, (size_t)runs, sizeof *all, compare);
	printf("%s n %u rank %.2f best %.2f all %.2f build %.1f\n", argv[1],
	    tree->n, rank[runs / 2] * 1e9 / tree->n, rank[0] * 1e9 / tree->n,
	    all[runs / 2] * 1e9 / tree->n, build * 1e9 / tree->n);
	if (argc > next)
		write_ranks(&input, tree, &share, argv[next]);
	ft_share_free(&share);
	ft_tree_free(tree);
	ft_free(usage);
	ft_free(input.row);
	ft_free(input.own);
	return 0;
}
