/*
 * bench_auction.c - how long auctions take: the class solver and its payments
 * beside a row per bidder and a run per winner, in one process.
 *
 *   bench_auction SHAPE BIDDERS NODES [ROUNDS [SLOW]]
 *
 * SHAPE: study (most want 16 nodes and 40 minutes, as in the scheduler game),
 * powers (widths 1, 2, 4, ...), any (every width up to an eighth of the
 * machine).  BIDDERS 0: until they want twice the machine.  SLOW 0: without
 * what takes a run per winner.
 *
 * Prints "name value" pairs, milliseconds of processor time, the middle of
 * ROUNDS.  Winners and payments must be those of the slow ways.
 */
#include <inttypes.h>
#include <string.h>

#include "algo/auction.h"
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

static void
time_allocator(
    struct bench *bench, const char *name, ft_allocate_fn *run, bool *win)
{
	for (int i = 0; i < bench->rounds; i++) {
		double start = cpu_now();

		bench->total = run(&bench->auction, bench->auction.n, win);
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

		ft_auction_pay(&bench->auction, how, payment, bench->win,
		    bench->total, pay);
		bench->time[i] = cpu_now() - start;
	}
	tell(bench, name);
}

/* The optimum with a row per bidder; payments with a run per winner. */
static void
time_slow_ways(struct bench *bench, bool payments)
{
	struct ft_allocator slow = ft_allocators[FT_ALLOC_EXACT];
	size_t n = bench->auction.n;

	time_allocator(bench, "rows", slowauction_plain, bench->other);
	check(bench, !memcmp(bench->win, bench->other, n * sizeof *bench->win),
	    "winners");
	if (!payments)
		return;
	slow.rerun = NULL;
	bench->rounds = 1;
	time_payment(bench, "runs", &slow, FT_PAY_RERUN, bench->want);
	check(bench, !memcmp(bench->pay, bench->want, n * sizeof *bench->pay),
	    "payments");
}

int
main(int argc, char **argv)
{
	struct bench bench = { .rounds = argc > 4 ? atoi(argv[4]) : 5 };
	struct ft_bidder *bidder;
	struct ft_error err = { 0 };

	if (argc < 4 || bench.rounds < 1 || bench.rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: bench_auction study|powers|any BIDDERS "
				"NODES [ROUNDS [SLOW]]\n");
		return 2;
	}
	bench.auction.n = (size_t)atol(argv[2]);
	bench.auction.nodes = (uint32_t)atol(argv[3]);
	bench.auction.bidder = bidder =
	    sample(argv[1], &bench.auction.n, bench.auction.nodes);
	if (ft_auction_check(&bench.auction, &err)) {
		fprintf(stderr, "bench_auction: %s\n", err.text);
		return 1;
	}
	bench.win = ft_calloc(bench.auction.n, sizeof *bench.win);
	bench.other = ft_calloc(bench.auction.n, sizeof *bench.other);
	bench.pay = ft_calloc(bench.auction.n, sizeof *bench.pay);
	bench.want = ft_calloc(bench.auction.n, sizeof *bench.want);
	printf("bidders %zu nodes %" PRIu32 " ", bench.auction.n,
	    bench.auction.nodes);
	for (int how = FT_ALLOC_CONTINUE; how >= 0; how--) {
		static const char *const name[][3] = { { "exact", "critical",
							   "vcg" },
			{ "halt", "halt-critical", "halt-rerun" },
			{ "continue", "continue-critical", "continue-rerun" } };

		time_allocator(
		    &bench, name[how][0], ft_allocators[how].run, bench.win);
		time_payment(&bench, name[how][1], &ft_allocators[how],
		    FT_PAY_CRITICAL, bench.pay);
		time_payment(&bench, name[how][2], &ft_allocators[how],
		    FT_PAY_RERUN, bench.pay);
	}
	if (argc <= 5 || atoi(argv[5]))
		time_slow_ways(&bench, argc <= 5 || atoi(argv[5]) > 1);
	printf("\n");
	ft_free(bidder);
	ft_free(bench.win);
	ft_free(bench.other);
	ft_free(bench.pay);
	ft_free(bench.want);
	return bench.wrong;
}
