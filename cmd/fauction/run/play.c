/*
 * play.c - every experiment on every sample.
 */

#include "fauction/run/run.h"
#include "files/progress.h"

static double
divide(int64_t a, int64_t b)
{
	return b ? (double)a / (double)b : (double)NAN;
}

static void
fill_row(struct run_row *row, const struct fauction_game *game, int64_t best)
{
	const struct ft_auction_score *score = &game->score;
	int64_t *count = row->count;

	row->experiment = game->experiment;
	row->sample = game->sample->number;
	count[RUN_JOBS] = (int64_t)game->sample->jobs.n;
	count[RUN_WANTED] = (int64_t)game->sample->wanted;
	count[RUN_TV] = score->total;
	count[RUN_TP] = score->paid;
	count[RUN_PM] = (int64_t)score->pay_more;
	count[RUN_SP] = (int64_t)score->pay_same;
	count[RUN_PL] = (int64_t)score->pay_less;
	count[RUN_WINNERS] = (int64_t)score->winners;
	count[RUN_IDLE] = (int64_t)score->idle;
	count[RUN_BEST] = best;
	count[RUN_OVER] = score->revenue_over;
	row->ratio = divide(best, score->total);
	row->efficiency = divide(score->total, best);
}

/* The best set depends on bids only: it is computed once per bid rule. */
struct bests {
	int64_t value[2]; /* by enum ft_game_bid */
	bool known[2];
};

static int64_t
best_of(const struct fauction_game *game, struct bests *bests)
{
	enum ft_game_bid bid = game->experiment->bid;

	if (!bests->known[bid])
		bests->value[bid] = game->experiment->how == FAUCTION_EXACT
					? game->score.total
					: fauction_game_best(game);
	bests->known[bid] = true;
	return bests->value[bid];
}

static enum ft_status
play_sample(struct run *run, const struct fauction_sample *sample,
    struct run_row *row, struct ft_error *err)
{
	struct bests bests = { 0 };
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < run->n && status == FT_OK; i++) {
		struct ft_meter *meter = ft_progress_meter();
		struct fauction_game game;

		status = fauction_game_init(
		    &game, run->source.nodes, sample, &run->experiment[i], err);
		if (status == FT_OK) {
			fauction_game_play(&game);
			fill_row(&row[i], &game, best_of(&game, &bests));
		}
		fauction_game_free(&game);
		ft_meter_step(meter);
		ft_meter_look(meter);
	}
	return status;
}

/* The mean of ratios is over samples that have one. */
static void
fill_means(struct run *run, size_t at)
{
	size_t samples = run->source.samples, known = 0;
	struct run_row *mean = &run->row[samples * run->n + at];
	double ratio = 0, efficiency = 0;

	mean->experiment = &run->experiment[at];
	for (size_t i = 0; i < samples; i++) {
		const struct run_row *row = &run->row[i * run->n + at];

		for (int f = RUN_JOBS; f < RUN_RATIO; f++)
			mean->mean[f] += (double)row->count[f];
		if (isnan(row->ratio))
			continue;
		ratio += row->ratio;
		efficiency += row->efficiency;
		known++;
	}
	for (int f = RUN_JOBS; f < RUN_RATIO; f++)
		mean->mean[f] /= (double)samples;
	mean->ratio = known ? ratio / (double)known : (double)NAN;
	mean->efficiency = known ? efficiency / (double)known : (double)NAN;
}

enum ft_status
run_play(struct run *run, struct ft_error *err)
{
	size_t samples = run->source.samples;
	enum ft_status status = FT_OK;

	run->n_row = (samples + 1) * run->n;
	run->row = ft_calloc(run->n_row, sizeof *run->row);
	ft_meter_begin(
	    ft_progress_meter(), "playing", "auctions", samples * run->n);
	for (size_t i = 0; i < samples && status == FT_OK; i++) {
		struct fauction_sample sample;

		fauction_source_sample(&run->source, i + 1, &sample);
		status = play_sample(run, &sample, &run->row[i * run->n], err);
		fauction_sample_free(&sample);
	}
	for (size_t i = 0; i < run->n && status == FT_OK; i++)
		fill_means(run, i);
	return status;
}

const struct run_row *
run_means(const struct run *run)
{
	return &run->row[run->source.samples * run->n];
}
