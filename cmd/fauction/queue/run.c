/* Which jobs win under each order, and what they are worth. */

#include "fauction/queue/contest.h"
#include "files/progress.h"
#include "sim/run/life.h"

const char *const contest_orders[CONTEST_ORDERS] = { "sprio", "fairtree",
	"shuffle", "greedy", "optimum" };

const char *
contest_units(const struct contest *contest)
{
	return contest->unit == CONTEST_CPUS ? "CPUs" : "nodes";
}

const char *
contest_worth(const struct contest *contest)
{
	switch ((enum contest_value)contest->value) {
	case CONTEST_MINUTES:
		return contest->unit == CONTEST_CPUS ? "CPU minutes planned"
						     : "node minutes planned";
	case CONTEST_BILLING:
		return "billing minutes planned";
	case CONTEST_PRIORITY:
		return "points of priority";
	case CONTEST_JOBS:
		return "jobs";
	case CONTEST_WAIT:
		return contest->unit == CONTEST_CPUS ? "CPU minutes waited"
						     : "node minutes waited";
	case CONTEST_SHORT:
		return contest->unit == CONTEST_CPUS
			   ? "CPUs per million planned minutes"
			   : "nodes per million planned minutes";
	case CONTEST_SIZE:
		break;
	}
	return contest_units(contest);
}

double
contest_part(const struct contest *contest, enum contest_order order)
{
	double best = contest->score[CONTEST_OPTIMUM].value;

	return best > 0 ? contest->score[order].value / best : 1;
}

/* ---- one allocation ------------------------------------------------------ */

static void
add_up(struct contest *contest, const bool *win, struct contest_score *score)
{
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];

		if (!win[i])
			continue;
		score->winners++;
		score->units += job->units;
		score->value += (double)job->value;
		score->fairshare += job->units * job->fairshare;
		score->won[job->group] += job->units;
		score->chosen[i]++;
	}
}

static double
unfairness(const struct contest *contest, const double *won,
    struct ft_promise_score *fair)
{
	double *promised FT_CLEANUP(ft_free_at) =
	    ft_calloc(contest->n_group, sizeof *promised);

	for (size_t k = 0; k < contest->n_group; k++)
		promised[k] = contest->group[k].promised;
	ft_promise_compare(won, promised, contest->n_group, fair);
	return fair->unfairness;
}

static void
run_one(struct contest *contest, enum contest_order order,
    enum ft_allocator_kind kind, const uint32_t *asked)
{
	struct contest_score *score = &contest->score[order];
	bool *win FT_CLEANUP(ft_free_at) = ft_calloc(contest->n, sizeof *win);

	contest->auction.order = asked;
	contest->auction.n_order = contest->n;
	ft_allocators[kind].run(
	    &ft_allocators[kind], &contest->auction, contest->n, win);
	add_up(contest, win, score);
	score->unfairness = unfairness(contest, score->won, &score->fair);
}

/* ---- orders -------------------------------------------------------------- */

struct place {
	uint32_t place;
	int64_t submitted;
	uint32_t number, index;
};

/* By Fair Tree, then by arrival; indices are in the order of sprio. */
static int
by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->submitted != y->submitted)
		return x->submitted < y->submitted ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static uint32_t *
fairtree_order(struct contest *contest)
{
	struct place *place =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *place);
	uint32_t *order =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *order);

	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];

		place[i] = (struct place){ .place = job->place,
			.submitted = job->standing->job->submitted,
			.number = job->standing->job->number,
			.index = (uint32_t)i };
	}
	qsort(place, contest->n, sizeof *place, by_place);
	for (size_t i = 0; i < contest->n; i++)
		order[i] = place[i].index;
	return order;
}

static void
run_shuffles(struct contest *contest, enum ft_allocator_kind kind)
{
	struct contest_score *score = &contest->score[CONTEST_SHUFFLE];
	uint32_t *order =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *order);
	double *before =
	    ft_arena_calloc(&contest->arena, contest->n_group, sizeof *before);
	double sum = 0, by = (double)contest->draws;
	struct ft_meter *meter = contest->auction.meter;
	struct ft_rng rng;

	ft_rng_init(&rng, contest->seed);
	ft_meter_begin(meter, "shuffling", "draws", contest->draws);
	for (uint64_t draw = 0; draw < contest->draws;
	     draw++, ft_meter_step(meter)) {
		for (size_t k = 0; k < contest->n_group; k++)
			before[k] = score->won[k];
		ft_auction_order_shuffle(&rng, order, contest->n);
		run_one(contest, CONTEST_SHUFFLE, kind, order);
		for (size_t k = 0; k < contest->n_group; k++)
			before[k] = score->won[k] - before[k];
		sum += unfairness(contest, before, &score->fair);
		ft_meter_look(meter);
	}
	ft_meter_begin(meter, NULL, NULL, 0);
	score->winners /= by;
	score->units /= by;
	score->fairshare /= by;
	score->value /= by;
	for (size_t k = 0; k < contest->n_group; k++)
		score->won[k] /= by;
	for (size_t i = 0; i < contest->n; i++)
		score->chosen[i] /= by;
	/*
	 * the worst-served group of all draws together; unfairness of one draw
	 */
	unfairness(contest, score->won, &score->fair);
	score->unfairness = sum / by;
}

/* ---- all ----------------------------------------------------------------- */

static void
set_bidders(struct contest *contest)
{
	contest->bidder = ft_arena_calloc(
	    &contest->arena, contest->n, sizeof *contest->bidder);
	for (size_t i = 0; i < contest->n; i++)
		contest->bidder[i] =
		    (struct ft_bidder){ .nodes = contest->job[i].units,
			    .bid = contest->job[i].value,
			    .unit = contest->job[i].units };
	contest->auction.bidder = contest->bidder;
	contest->auction.meter = ft_progress_meter();
	contest->auction.n = contest->n;
	for (size_t i = 0; i < CONTEST_ORDERS; i++) {
		contest->score[i].won = ft_arena_calloc(
		    &contest->arena, contest->n_group, sizeof(double));
		contest->score[i].chosen = ft_arena_calloc(
		    &contest->arena, contest->n, sizeof(double));
	}
}

enum ft_status
contest_run(struct contest *contest, struct ft_error *err)
{
	bool halt = contest->fill == CONTEST_HALT;
	enum ft_allocator_kind in_order =
	    halt ? FT_ALLOC_ORDER_HALT : FT_ALLOC_ORDER_CONTINUE;

	set_bidders(contest);
	FT_TRY(ft_auction_check(&contest->auction, err));
	run_one(contest, CONTEST_SPRIO, in_order, NULL);
	run_one(contest, CONTEST_FAIRTREE, in_order, fairtree_order(contest));
	run_shuffles(contest, in_order);
	run_one(contest, CONTEST_GREEDY,
	    halt ? FT_ALLOC_HALT : FT_ALLOC_CONTINUE, NULL);
	run_one(contest, CONTEST_OPTIMUM, FT_ALLOC_EXACT, NULL);
	/* sums so far, over shuffles too */
	for (size_t i = 0; i < CONTEST_ORDERS; i++)
		contest->score[i].fairshare /= contest->score[i].units;
	contest_weigh(contest);
	return FT_OK;
}

void
contest_free(void *settings)
{
	struct contest *contest = settings;

	ft_arena_clear(&contest->arena);
	ft_free(contest->front.point);
	ft_free(contest->job);
	ft_free(contest->group);
	ft_map_clear(&contest->groups);
	ft_standings_free(&contest->standings);
	ft_world_free(&contest->world);
	ft_session_close(&contest->session);
}
