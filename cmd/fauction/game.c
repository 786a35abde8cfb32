/*
 * game.c - a sample is played by the rules of an experiment.
 */
#include "fauction/fauction.h"

#include "files/progress.h"

static const struct ft_allocator *
allocator_of(enum fauction_how how)
{
	static const enum ft_allocator_kind kind[] = {
		[FAUCTION_EXACT] = FT_ALLOC_EXACT,
		[FAUCTION_HALT] = FT_ALLOC_HALT,
		[FAUCTION_CONTINUE] = FT_ALLOC_CONTINUE,
		[FAUCTION_ORDER_HALT] = FT_ALLOC_ORDER_HALT,
		[FAUCTION_ORDER_CONTINUE] = FT_ALLOC_ORDER_CONTINUE,
	};

	return how == FAUCTION_BACKFILL ? &ft_allocator_backfill
					: &ft_allocators[kind[how]];
}

/* Set the order of priority-driven allocators. */
static void
set_order(struct fauction_game *game)
{
	const struct ft_game_jobs *jobs = &game->sample->jobs;
	enum fauction_how how = game->experiment->how;
	struct ft_rng rng = game->sample->priority;

	if (how != FAUCTION_ORDER_HALT && how != FAUCTION_ORDER_CONTINUE)
		return;
	game->order =
	    ft_arena_calloc(&game->arena, jobs->n, sizeof *game->order);
	ft_auction_order_priority(&game->auction, &rng, game->order);
	game->auction.order = game->order;
	game->auction.n_order = jobs->n;
}

/* All jobs are submitted at one instant, in the order of the sample. */
static void
set_schedule(struct fauction_game *game)
{
	const struct ft_game_jobs *jobs = &game->sample->jobs;
	struct ft_backfill_jobs *schedule = &game->schedule;

	if (game->experiment->how != FAUCTION_BACKFILL)
		return;
	game->minutes =
	    ft_arena_calloc(&game->arena, 2 * jobs->n, sizeof *game->minutes);
	for (size_t i = 0; i < jobs->n; i++) {
		game->minutes[i] = jobs->job[i].planned;
		game->minutes[jobs->n + i] = jobs->job[i].real;
	}
	schedule->policy = FT_POOL_EASY;
	schedule->planned = game->minutes;
	schedule->real = game->minutes + jobs->n;
	game->auction.ctx = schedule;
}

static void
set_bidders(struct fauction_game *game)
{
	const struct ft_game_jobs *jobs = &game->sample->jobs;

	game->bidder =
	    ft_arena_calloc(&game->arena, jobs->n, sizeof *game->bidder);
	for (size_t i = 0; i < jobs->n; i++)
		game->bidder[i] =
		    (struct ft_bidder){ .nodes = jobs->job[i].nodes,
			    .bid = ft_game_bid(
				&jobs->job[i], game->experiment->bid),
			    .unit = ft_game_unit(
				&jobs->job[i], game->experiment->unit) };
	game->auction.bidder = game->bidder;
	game->auction.n = jobs->n;
}

enum ft_status
fauction_game_init(struct fauction_game *game, uint32_t nodes,
    const struct fauction_sample *sample,
    const struct fauction_experiment *experiment, struct ft_error *err)
{
	*game = (struct fauction_game){ .experiment = experiment,
		.sample = sample,
		.auction = { .nodes = nodes, .meter = ft_progress_meter() },
		.allocator = allocator_of(experiment->how),
		.payment = experiment->payment };
	set_bidders(game);
	set_order(game);
	set_schedule(game);
	return ft_auction_check(&game->auction, err);
}

void
fauction_game_free(struct fauction_game *game)
{
	ft_arena_clear(&game->arena);
}

void
fauction_game_play(struct fauction_game *game)
{
	const struct ft_auction *auction = &game->auction;

	if (!game->win) {
		game->win = ft_arena_calloc(
		    &game->arena, auction->n, sizeof *game->win);
		game->pay = ft_arena_calloc(
		    &game->arena, auction->n, sizeof *game->pay);
	}
	game->allocator->run(game->allocator, auction, auction->n, game->win);
	ft_auction_pay(
	    auction, game->allocator, game->payment, game->win, game->pay);
	ft_auction_score(auction, game->win, game->pay, &game->score);
}

int64_t
fauction_game_best(const struct fauction_game *game)
{
	const struct ft_auction *auction = &game->auction;
	const struct ft_allocator *exact = &ft_allocators[FT_ALLOC_EXACT];
	bool *win FT_CLEANUP(ft_free_at) = ft_calloc(auction->n, sizeof *win);
	int64_t best = exact->run(exact, auction, auction->n, win);

	return best;
}
