/*
 * bench_live.c - how long one user's change and its new rank take.
 *
 *   bench_live FILE.bin [CHANGES [slurm|documented [decay]]]
 *
 * FILE.bin is ftgen's.  Prints nanoseconds: a change (median, mean, 99th of a
 * hundred), building, and whether some ranks are those of a full run.  With
 * `decay`, all usage is multiplied before each change.
 */
#include <stdbool.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "algo/live/live.h"
#include "algo/share/internal.h"
#include "bench/treefile.h"

#define SAMPLES 2000

/* Returns how many sampled users have another FairShare than in a full run. */
static uint32_t
count_wrong(const struct ft_share_input *input, struct ft_live *live)
{
	const struct ft_tree *tree = input->tree;
	struct ft_share_input now = *input;
	ft_real *usage = ft_alloc(tree->n * sizeof *usage);
	uint32_t wrong = 0;
	struct ft_share share = { 0 };

	ft_live_usage(live, usage);
	now.usage = usage;
	if (ft_share_run(&ft_algo_fairtree, &now, &share, NULL, NULL))
		exit(1);
	for (uint32_t i = 0; i < tree->n; i += 1 + tree->n / SAMPLES)
		wrong += ft_live_factor(live, i) != share.factor[i];
	ft_share_free(&share);
	ft_free(usage);
	return wrong;
}

int
main(int argc, char **argv)
{
	struct treefile file;
	struct ft_share_input input = { 0 };
	struct ft_tree_row *row;
	struct ft_tree *tree;
	struct ft_live *live;
	uint32_t *node, wrong;
	long changes = argc > 2 ? atol(argv[2]) : 20000;
	bool decay = argc > 4 && !strcmp(argv[4], "decay");
	uint64_t x = UINT64_C(88172645463325252), sum = 0;
	double *times, build;
	ft_real *usage;

	if (argc < 2 || changes < 1) {
		fprintf(stderr, "usage: bench_live FILE.bin "
				"[CHANGES [slurm|documented [decay]]]\n");
		return 2;
	}
	treefile_read(&file, argv[1]);
	row = treefile_rows(&file);
	if (ft_tree_build(&tree, row, file.n, NULL))
		return 1;
	ft_free(row);
	node = ft_alloc(tree->n * sizeof *node);
	usage = ft_alloc(tree->n * sizeof *usage);
	for (uint32_t i = 0; i < tree->n; i++) {
		node[tree->id[i] - 1] = i;
		usage[i] = (ft_real)file.usage[tree->id[i] - 1];
	}
	input.tree = tree;
	input.usage = usage;
	input.params.ties = argc > 3 && !strcmp(argv[3], "documented")
				? FT_TIES_DOCUMENTED
				: FT_TIES_SLURM;
	build = bench_now();
	live = ft_live_new(&input, NULL);
	if (!live)
		return 1;
	build = bench_now() - build;
	times = ft_calloc((size_t)changes, sizeof *times);
	for (long i = 0; i < changes; i++) {
		uint32_t user = node[bench_some_user(&file, &x)];
		ft_real amount = (ft_real)bench_some_amount(x);
		double start = bench_now();

		if (decay)
			ft_live_decay(live, 0.9999L);
		ft_live_charge(live, user, amount);
		sum +=
		    ft_share_place(ft_live_factor(live, user), tree->n_user) -
		    1;
		times[i] = bench_now() - start;
	}
	bench_print_times(times, (int)changes);
	/* a count of instructions would be that of the check */
	wrong = changes > 1 && !getenv("BENCH_NO_CHECK")
		    ? count_wrong(&input, live)
		    : 0;
	printf(" sum %llu build %.1f wrong %u\n", (unsigned long long)sum,
	    build * 1e9 / tree->n, wrong);
	ft_live_free(live);
	ft_tree_free(tree);
	ft_free(usage);
	treefile_free(&file);
	return wrong != 0;
}
