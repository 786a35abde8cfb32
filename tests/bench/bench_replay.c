/*
 * bench_replay.c - how long reading and replaying a trace takes.
 *
 *   bench_replay FILE.swf REPEAT PROCS ROUNDS [NAME...]
 *
 * REPEAT traces behind each other; PROCS 0: as the file says.  Prints
 * nanoseconds per job (median of ROUNDS), name and value in turn: parse, fcfs,
 * easy, fair (EASY by decayed usage, a period of 300 s), tree (EASY by Fair
 * Tree's ranks, an account per group), conservative; or only those named.
 * Then the longest queue.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bench/treefile.h"
#include "io/research/swffile.h"
#include "sim/research/pool/pool.h"

struct bench {
	struct ft_trace trace;
	struct ft_tree *tree;
	uint32_t *leaf;
	struct ft_outcome *outcome;
	uint32_t procs;
	size_t longest, rounds;
	char **name;
	int n_name;
};

static _Noreturn void
die(const char *what)
{
	fprintf(stderr, "bench_replay: %s\n", what);
	exit(1);
}

/* An account per group below the root, a user per user and group. */
static void
make_tree(struct bench *bench)
{
	const struct ft_trace *trace = &bench->trace;
	uint32_t accounts = trace->account.n, users = trace->user.n, n = 1;
	struct ft_tree_row *row =
	    ft_calloc(1 + accounts + trace->n, sizeof *row);
	uint32_t *id = ft_calloc((size_t)accounts * users, sizeof *id), *node;
	struct ft_error err;

	row[0] = (struct ft_tree_row){ .id = 1, .shares = 1 };
	for (uint32_t a = 0; a < accounts; a++, n++)
		row[n] = (struct ft_tree_row){
			.id = n + 1, .parent = 1, .shares = 1
		};
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];
		uint32_t *at = &id[job->account * users + job->user];

		if (*at)
			continue;
		row[n] = (struct ft_tree_row){ .id = n + 1,
			.parent = job->account + 2,
			.shares = 1,
			.flags = FT_NODE_USER };
		*at = ++n;
	}
	if (ft_tree_build(&bench->tree, row, n, &err) != FT_OK)
		die(err.text);
	node = ft_calloc((size_t)n + 1, sizeof *node);
	for (uint32_t i = 0; i < bench->tree->n; i++)
		node[bench->tree->id[i]] = i;
	for (size_t i = 0; i < trace->n; i++)
		bench->leaf[i] = node[id[trace->job[i].account * users +
					 trace->job[i].user]];
	ft_free(node);
	ft_free(id);
	ft_free(row);
}

static void
report(const char *name, double *seconds, size_t rounds, size_t jobs)
{
	printf("%s %.1f ", name,
	    bench_median(seconds, (int)rounds) * 1e9 / (double)jobs);
	fflush(stdout);
}

static bool
is_wanted(const struct bench *bench, const char *name)
{
	for (int i = 0; i < bench->n_name; i++)
		if (!strcmp(bench->name[i], name))
			return true;
	return !bench->n_name;
}

static void
replay(struct bench *bench, const char *name, enum ft_pool_policy policy,
    enum ft_pool_order order)
{
	double *seconds = ft_calloc(bench->rounds, sizeof *seconds);

	for (size_t i = 0; i < bench->rounds && is_wanted(bench, name); i++) {
		struct ft_pool pool = { .procs = bench->procs,
			.policy = policy,
			.order = order,
			.period = 300,
			.half_life = 604800,
			.tree = bench->tree,
			.leaf = bench->leaf };
		double start = bench_now();
		struct ft_error err;

		if (ft_pool_run(&pool, &bench->trace, bench->outcome, &err) !=
		    FT_OK)
			die(err.text);
		seconds[i] = bench_now() - start;
		if (pool.longest > bench->longest)
			bench->longest = pool.longest;
	}
	if (is_wanted(bench, name))
		report(name, seconds, bench->rounds, bench->trace.n);
	ft_free(seconds);
}

static char *
read_file(const char *path, size_t *size)
{
	FILE *in = fopen(path, "rb");
	char *text;

	if (!in || fseek(in, 0, SEEK_END) != 0)
		die("cannot open the trace");
	*size = (size_t)ftell(in);
	rewind(in);
	text = ft_alloc(*size + 1);
	if (fread(text, 1, *size, in) != *size)
		die("cannot read the trace");
	fclose(in);
	return text;
}

static void
parse(struct bench *bench, const char *path)
{
	double *seconds = ft_calloc(bench->rounds, sizeof *seconds);
	struct ft_error err;
	size_t size;
	char *text = read_file(path, &size);

	for (size_t i = 0; i < bench->rounds; i++) {
		double start;

		ft_trace_free(&bench->trace);
		start = bench_now();
		ft_trace_init(&bench->trace);
		if (ft_swffile_parse(&bench->trace,
			&(struct ft_input){ path, text, size }, NULL,
			&err) != FT_OK)
			die(err.text);
		seconds[i] = bench_now() - start;
	}
	if (is_wanted(bench, "parse"))
		report("parse", seconds, bench->rounds, bench->trace.n);
	ft_free(text);
	ft_free(seconds);
}

int
main(int argc, char **argv)
{
	struct bench bench = { 0 };
	uint32_t times;

	if (argc < 5)
		die("FILE.swf REPEAT PROCS ROUNDS [NAME...]");
	times = (uint32_t)strtoul(argv[2], NULL, 10);
	bench.procs = (uint32_t)strtoul(argv[3], NULL, 10);
	bench.rounds = strtoul(argv[4], NULL, 10);
	bench.name = argv + 5;
	bench.n_name = argc - 5;
	ft_trace_init(&bench.trace);
	parse(&bench, argv[1]);
	ft_trace_repeat(&bench.trace, times);
	if (!bench.procs)
		bench.procs = bench.trace.procs;
	bench.leaf = ft_calloc(bench.trace.n, sizeof *bench.leaf);
	bench.outcome = ft_calloc(bench.trace.n, sizeof *bench.outcome);
	make_tree(&bench);
	replay(&bench, "fcfs", FT_POOL_FCFS, FT_POOL_BY_SUBMIT);
	replay(&bench, "easy", FT_POOL_EASY, FT_POOL_BY_SUBMIT);
	replay(&bench, "fair", FT_POOL_EASY, FT_POOL_BY_USAGE);
	replay(&bench, "tree", FT_POOL_EASY, FT_POOL_BY_FAIRTREE);
	replay(&bench, "conservative", FT_POOL_CONSERVATIVE, FT_POOL_BY_SUBMIT);
	printf("longest %zu\n", bench.longest);
	ft_tree_free(bench.tree);
	ft_free(bench.leaf);
	ft_free(bench.outcome);
	ft_trace_free(&bench.trace);
	return 0;
}
