/*
 * bench_rank.c - how long one recomputation of Fair Tree takes.
 *
 *   bench_rank FILE.bin [RUNS [slurm|documented [RANKFILE]]]
 *
 * FILE.bin is ftgen's.  Prints nanoseconds per association: ranking (median),
 * decay + sums + ranking, ranking (best), building the tree from rows.
 * RANKFILE gets what ftmin's gets, to be compared byte for byte.
 */
#include <stdbool.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "bench/treefile.h"
#include "model/tree/usage.h"

static void
put_own(const struct treefile *file, const struct ft_tree *tree, ft_real *usage)
{
	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = ft_tree_is_user(tree, i)
			       ? (ft_real)file->usage[tree->id[i] - 1]
			       : 0;
}

static void
write_ranks(const struct treefile *file, const struct ft_tree *tree,
    const struct ft_share *share, const char *path)
{
	double *factor = ft_alloc(tree->n * sizeof *factor);

	for (uint32_t i = 0; i < tree->n; i++)
		factor[tree->id[i] - 1] = share->factor[i];
	treefile_write_ranks(file, factor, path);
	ft_free(factor);
}

/* One pass of a controller over INPUT; times in *rank and *all. */
static void
pass(const struct ft_share_input *input, ft_real *usage, struct ft_share *share,
    double *rank, double *all)
{
	/* a value the compiler does not know, so that it multiplies */
	volatile double one = 1;
	ft_real factor = (ft_real)one;
	double start = bench_now(), summed;

	for (uint32_t i = 0; i < input->tree->n; i++)
		usage[i] *= factor;
	ft_usage_roll_up(input->tree, usage);
	summed = bench_now();
	if (ft_share_run(&ft_algo_fairtree, input, share, NULL, NULL))
		exit(1);
	*rank = bench_now() - summed;
	*all = bench_now() - start;
}

int
main(int argc, char **argv)
{
	struct treefile file;
	struct ft_tree *tree;
	struct ft_tree_row *row;
	struct ft_share share = { 0 };
	struct ft_share_input input = { 0 };
	double rank[TREEFILE_RUNS_MAX], all[TREEFILE_RUNS_MAX], build, middle;
	ft_real *usage;
	int runs = argc > 2 ? atoi(argv[2]) : 21;

	if (argc < 2 || runs < 1 || runs > TREEFILE_RUNS_MAX) {
		fprintf(stderr, "usage: bench_rank FILE.bin "
				"[RUNS [slurm|documented [RANKFILE]]]\n");
		return 2;
	}
	treefile_read(&file, argv[1]);
	row = treefile_rows(&file);
	build = bench_now();
	if (ft_tree_build(&tree, row, file.n, NULL))
		return 1;
	build = bench_now() - build;
	ft_free(row);
	usage = ft_alloc(tree->n * sizeof *usage);
	input.tree = tree;
	input.usage = usage;
	input.params.ties = argc > 3 && !strcmp(argv[3], "documented")
				? FT_TIES_DOCUMENTED
				: FT_TIES_SLURM;
	for (int i = 0; i < runs; i++) {
		put_own(&file, tree, usage);
		pass(&input, usage, &share, &rank[i], &all[i]);
	}
	middle = bench_median(rank, runs);
	printf("rank %.2f all %.2f best %.2f build %.1f\n",
	    middle * 1e9 / tree->n, bench_median(all, runs) * 1e9 / tree->n,
	    rank[0] * 1e9 / tree->n, build * 1e9 / tree->n);
	if (argc > 4)
		write_ranks(&file, tree, &share, argv[4]);
	ft_share_free(&share);
	ft_tree_free(tree);
	ft_free(usage);
	treefile_free(&file);
	return 0;
}
