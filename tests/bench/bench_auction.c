/*
 * bench_auction.c - how long auctions take: the class solver and its payments
 * beside a row per bidder and a run per winner, in one process.
 *
 *   bench_auction SHAPE BIDDERS NODES [ROUNDS [WHAT]]
 *
 * SHAPE: study (most want 16 nodes and 40 minutes, as in the scheduler game),
 * powers (widths 1, 2, 4, ...), any (every width up to an eighth of the
 * machine), same (one node each, any bid).  BIDDERS 0: until they want twice the machine.  WHAT: exact (the
 * optimum and VCG, nothing else), fast (all allocators and payments), rows (and
 * the optimum with a row per bidder), all (and VCG with a run per winner).
 *
 * Prints "name value" pairs, milliseconds of processor time, the middle of
 * ROUNDS.  Winners and payments must be those of the slow ways.
 */
#include <inttypes.h>
#include <string.h>

#include "algo/research/auction.h"
#include "bench/treefile.h"
#include "lib/slowauction.h"

enum { ROUNDS_MAX = 101 };

static void
draw(struct ft_rng *rng, const char *shape, uint32_t nodes,
    struct ft_bidder *bidder)
{
	uint32_t width = 1, minutes = 10 * (1 + ft_rng_below(rng, 288));

	if (!strcmp(shape, "study") && ft_rng_below(rng, 100) < 62) {
		width = 16;
		minutes = 40;
	} else if (!strcmp(shape, "same")) {
		width = 1;
	} else if (!strcmp(shape, "any")) {
		width = 1 + ft_rng_below(rng, nodes / 8 + 1);
	} else {
		width <<= ft_rng_below(rng, 8);
	}
	if (width > nodes)
		width = nodes;
	bidder->nodes = width;
	bidder->unit = width;
	bidder->bid = (int64_t)width * minutes;
}

/* n 0: as many as want twice the machine, and n is set. */
static struct ft_bidder *
sample(const char *shape, size_t *n, uint32_t nodes)
{
	size_t most = *n ? *n : 2 * (size_t)nodes, got = 0;
	struct ft_bidder *bidder = ft_calloc(most, sizeof *bidder);
	uint64_t wanted = 0;
	struct ft_rng rng;

	ft_rng_init(&rng, 42);
	while (got < most && (*n || wanted < 2 * (uint64_t)nodes)) {
		draw(&rng, shape, nodes, &bidder[got]);
		wanted += bidder[got++].nodes;
	}
	*n = got;
	return bidder;
}

static double
cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

struct bench {
	struct ft_auction auction;
	struct ft_bidder *bidder;
	bool *win, *other;
	int64_t *pay, *want, total;
	double time[ROUNDS_MAX];
	int rounds;
	bool wrong;
};

static void
tell(struct bench *bench, const char *name)
{
	printf("%s %.3f ", name, bench_median(bench->time, bench->rounds));
}

static void
check(struct bench *bench, bool same, const char *what)
{
	if (same)
		return;
	fprintf(stderr, "bench_auction: %s differ\n", what);
	bench->wrong = true;
}

/* how: NULL a row per bidder. */
static void
time_allocator(struct bench *bench, const char *name,
    const struct ft_allocator *how, bool *win)
{
	for (int i = 0; i < bench->rounds; i++) {
		double start = cpu_now();

		bench->total =
		    how ? how->run(how, &bench->auction, bench->auction.n, win)
			: slowauction_plain(
			      &bench->auction, bench->auction.n, win);
		bench->time[i] = cpu_now() - start;
	}
	tell(bench, name);
}

static void
time_payment(struct bench *bench, const char *name,
    const struct ft_allocator *how, enum ft_payment payment, int64_t *pay)
{
	for (int i = 0; i < bench->rounds; i++) {
		double start = cpu_now();

		ft_auction_pay(&bench->auction, how, payment, bench->win, pay);
		bench->time[i] = cpu_now() - start;
	}
	tell(bench, name);
}

/* The optimum with a row per bidder. */
static void
time_rows(struct bench *bench)
{
	size_t size = bench->auction.n * sizeof *bench->win;

	time_allocator(bench, "rows", NULL, bench->other);
	check(bench, !memcmp(bench->win, bench->other, size), "winners");
}

/* VCG with a run per winner. */
static void
time_runs(struct bench *bench)
{
	struct ft_allocator slow = ft_allocators[FT_ALLOC_EXACT];
	size_t size = bench->auction.n * sizeof *bench->pay;

	slow.rerun = NULL;
	bench->rounds = 1;
	time_payment(bench, "runs", &slow, FT_PAY_RERUN, bench->want);
	check(bench, !memcmp(bench->pay, bench->want, size), "payments");
}

/* EXACT comes last: its winners and payments are what the slow ways check. */
static void
time_fast_ways(struct bench *bench, bool all)
{
	static const char *const name[][3] = {
		{ "exact", "critical", "vcg" },
		{ "halt", "halt-critical", "halt-rerun" },
		{ "continue", "continue-critical", "continue-rerun" },
	};

	for (int how = all ? FT_ALLOC_CONTINUE : 0; how >= 0; how--) {
		const struct ft_allocator *allocator = &ft_allocators[how];

		time_allocator(bench, name[how][0], allocator, bench->win);
		if (all)
			time_payment(bench, name[how][1], allocator,
			    FT_PAY_CRITICAL, bench->pay);
		time_payment(
		    bench, name[how][2], allocator, FT_PAY_RERUN, bench->pay);
	}
}

/* Memory of n bidders; draws them. */
static void
prepare(struct bench *bench, char **argv)
{
	struct ft_auction *auction = &bench->auction;
	struct ft_error err = { 0 };

	auction->n = (size_t)atol(argv[2]);
	auction->nodes = (uint32_t)atol(argv[3]);
	auction->bidder = bench->bidder =
	    sample(argv[1], &auction->n, auction->nodes);
	if (ft_auction_check(auction, &err)) {
		fprintf(stderr, "bench_auction: %s\n", err.text);
		exit(1);
	}
	bench->win = ft_calloc(auction->n, sizeof *bench->win);
	bench->other = ft_calloc(auction->n, sizeof *bench->other);
	bench->pay = ft_calloc(auction->n, sizeof *bench->pay);
	bench->want = ft_calloc(auction->n, sizeof *bench->want);
}

int
main(int argc, char **argv)
{
	struct bench bench = { .rounds = argc > 4 ? atoi(argv[4]) : 5 };
	const char *what = argc > 5 ? argv[5] : "all";

	if (argc < 4 || bench.rounds < 1 || bench.rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: bench_auction study|powers|any|same "
				"BIDDERS NODES [ROUNDS [exact|fast|rows|all]]"
				"\n");
		return 2;
	}
	prepare(&bench, argv);
	printf("bidders %zu nodes %" PRIu32 " ", bench.auction.n,
	    bench.auction.nodes);
	time_fast_ways(&bench, strcmp(what, "exact") != 0);
	if (!strcmp(what, "rows") || !strcmp(what, "all"))
		time_rows(&bench);
	if (!strcmp(what, "all"))
		time_runs(&bench);
	printf("\n");
	ft_free(bench.bidder);
	ft_free(bench.win);
	ft_free(bench.other);
	ft_free(bench.pay);
	ft_free(bench.want);
	return bench.wrong;
}
