/* The sample, the pairs, and the result of each report. */

#include "fauction/misreport/misreport.h"
#include "cli/arglist.h"
#include "files/progress.h"

#define MOST_BIDS 2000               /* of a sweep */
#define MOST_BID  (INT64_C(1) << 53) /* so that factors are exact */

/* ---- words --------------------------------------------------------------- */

static bool
uses_bids(enum fauction_how how)
{
	return how == FAUCTION_EXACT || how == FAUCTION_HALT ||
	       how == FAUCTION_CONTINUE;
}

bool
misreport_counts(const struct misreport_pair *pair)
{
	return uses_bids(pair->how);
}

/* The names a comma-separated list may contain. */
struct names {
	const char *option;
	const char *const *name;
	size_t n;
};

/* Set wanted[names->n] by the comma-separated list TEXT; NULL: all. */
static enum ft_status
choose(const struct names *names, const char *text, bool *wanted,
    struct ft_error *err)
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };

	for (size_t k = 0; k < names->n; k++)
		wanted[k] = !text;
	if (text)
		ft_arglist_add(&words, text);
	for (size_t i = 0; i < words.n; i++) {
		size_t k = 0;

		while (
		    k < names->n && strcmp(names->name[k], words.item[i]) != 0)
			k++;
		if (k == names->n)
			return ft_fail(err, FT_EINVAL,
			    "--%s does not know '%s'", names->option,
			    words.item[i]);
		wanted[k] = true;
	}
	return FT_OK;
}

/* ---- the pairs ----------------------------------------------------------- */

static void
add_pair(struct misreport *misreport,
    const struct fauction_experiment *experiment, enum fauction_how how,
    enum ft_payment payment)
{
	struct misreport_pair *pair = &misreport->pair[misreport->n_pair++];

	*pair = (struct misreport_pair){ .how = how,
		.payment = payment,
		.experiment = *experiment,
		.game = &misreport->game[how],
		.allocator = fauction_hows[how],
		.pays = fauction_payments[payment] };
	pair->experiment.how = how;
	pair->experiment.payment = payment;
}

/* If bids do not matter every winner's critical value is 0.  That pair equals
 * `none' and is left out unless it is requested. */
static enum ft_status
make_pairs(struct misreport *misreport, struct ft_error *err)
{
	const struct fauction_experiment *experiment =
	    fauction_experiment_find(ft_word_of(misreport->experiment));
	bool how[FAUCTION_HOWS], payment[FT_PAY_NONE + 1];

	if (!experiment)
		return ft_fail(err, FT_EINVAL,
		    "--experiment does not know '%s'", misreport->experiment);
	FT_TRY(
	    choose(&(struct names){ "allocator", fauction_hows, FAUCTION_HOWS },
		misreport->how_text, how, err));
	FT_TRY(choose(
	    &(struct names){ "payment", fauction_payments, FT_PAY_NONE + 1 },
	    misreport->payment_text, payment, err));
	for (size_t h = 0; h < FAUCTION_HOWS; h++)
		for (size_t p = 0; p <= FT_PAY_NONE; p++)
			if (how[h] && payment[p] &&
			    (p != FT_PAY_CRITICAL ||
				uses_bids((enum fauction_how)h) ||
				misreport->payment_text))
				add_pair(misreport, experiment,
				    (enum fauction_how)h, (enum ft_payment)p);
	return misreport->n_pair
		   ? FT_OK
		   : ft_fail(err, FT_EINVAL,
			 "no pair of allocator and payment is left to try");
}

/* One game serves all payments of an allocator. */
static enum ft_status
make_games(struct misreport *misreport, struct ft_error *err)
{
	for (size_t k = 0; k < misreport->n_pair; k++) {
		struct misreport_pair *pair = &misreport->pair[k];

		if (misreport->made[pair->how])
			continue;
		misreport->made[pair->how] = true;
		FT_TRY(fauction_game_init(pair->game, misreport->source.nodes,
		    &misreport->sample, &pair->experiment, err));
	}
	return FT_OK;
}

/* ---- the sample ---------------------------------------------------------- */

/* Without a file the jobs are those of the worked example. */
static enum ft_status
open_sample(struct misreport *misreport, const char *file, struct ft_error *err)
{
	struct fauction_source *source = &misreport->source;

	if (!file && !source->pending && !source->classed)
		source->worked = true;
	FT_TRY(fauction_source_open(source, file, err));
	if (misreport->number > 1 && fauction_source_whole(source))
		return ft_fail(err, FT_EINVAL,
		    "--sample needs jobs to be drawn, but this list is used "
		    "whole");
	fauction_source_sample(source, misreport->number, &misreport->sample);
	return FT_OK;
}

static enum ft_status
find_job(struct misreport *misreport, struct ft_error *err)
{
	const struct ft_game_jobs *jobs = &misreport->sample.jobs;
	uint64_t number;

	if (!misreport->job)
		return FT_OK;
	for (size_t i = 0; i < jobs->n; i++)
		if (jobs->job[i].name &&
		    strcmp(jobs->job[i].name, misreport->job) == 0) {
			misreport->at = i;
			return FT_OK;
		}
	if (!ft_num_u64(misreport->job, &number) || number == 0 ||
	    number > jobs->n)
		return ft_fail(err, FT_ENOENT,
		    "no job '%s' in the sample, which has %zu", misreport->job,
		    jobs->n);
	misreport->at = (size_t)number - 1;
	return FT_OK;
}

/* ---- the sweep ----------------------------------------------------------- */

/* Read "266", or "1.5x" of the true value, rounded to a whole number. */
static enum ft_status
read_bid(const struct misreport *misreport, const char *option,
    const char *text, int64_t *bid, struct ft_error *err)
{
	size_t len = strlen(text);
	bool factor = len > 1 && text[len - 1] == 'x';
	char *digits = ft_strndup(text, factor ? len - 1 : len);
	int64_t whole = 0;
	int32_t micro = 0;
	bool good = ft_num_micro(digits, &whole, &micro) && (factor || !micro);
	double exact = (double)whole + (double)micro / 1e6;

	ft_free(digits);
	if (factor)
		exact *= (double)misreport->value;
	if (!good || exact > (double)MOST_BID)
		return ft_fail(err, FT_EINVAL,
		    "--%s needs a whole number, or a multiple of the true "
		    "value like 1.5x, at most %" PRId64 ", not '%s'",
		    option, MOST_BID, text);
	*bid = factor ? (int64_t)(exact + 0.5) : whole;
	return FT_OK;
}

/* The truth is always one of the bids. */
static enum ft_status
make_bids(struct misreport *misreport, struct ft_error *err)
{
	int64_t value = misreport->value, from = 0, to = 0, step = 0;

	FT_TRY(read_bid(misreport, "from",
	    misreport->from ? misreport->from : "0", &from, err));
	FT_TRY(read_bid(
	    misreport, "to", misreport->to ? misreport->to : "2x", &to, err));
	FT_TRY(read_bid(misreport, "step",
	    misreport->step ? misreport->step : "0.1x", &step, err));
	if (step < 1 && misreport->step)
		return ft_fail(err, FT_EINVAL, "--step rounds to 0: '%s'",
		    misreport->step);
	if (step < 1)
		step = 1;
	if (from > to)
		return ft_fail(err, FT_EINVAL,
		    "--from is above --to: %" PRId64 ", %" PRId64, from, to);
	if ((to - from) / step >= MOST_BIDS)
		return ft_fail(err, FT_EINVAL,
		    "more than %d bids from %" PRId64 " to %" PRId64
		    " in steps of %" PRId64,
		    MOST_BIDS, from, to, step);
	misreport->bid = ft_arena_calloc(&misreport->arena,
	    (size_t)((to - from) / step) + 2, sizeof(int64_t));
	misreport->first = from;
	misreport->every = step;
	for (int64_t bid = from; bid <= to; bid += step)
		misreport->bid[misreport->n_bid++] = bid;
	if (value < from || value > to || (value - from) % step != 0)
		misreport->bid[misreport->n_bid++] = value;
	qsort(misreport->bid, misreport->n_bid, sizeof(int64_t), ft_by_i64);
	return FT_OK;
}

/* ---- at work ------------------------------------------------------------- */

/* Pairs of one allocator are adjacent and share what is computed. */
static void
sweep_one(struct misreport *misreport, size_t from, size_t to)
{
	const struct fauction_game *game = misreport->pair[from].game;
	struct ft_misreport *one =
	    ft_misreport_new(&game->auction, game->allocator, misreport->at);
	int64_t most = ft_misreport_most(one);
	struct ft_meter *meter = ft_progress_meter();

	ft_meter_begin(meter, game->allocator->name, "bids",
	    misreport->n_bid * (to - from));
	for (size_t k = from; k < to; k++) {
		struct misreport_pair *pair = &misreport->pair[k];

		ft_misreport_try(
		    one, pair->payment, misreport->value, &pair->truth);
		ft_misreport_best(one, pair->payment, &pair->best);
		pair->gain = pair->best.utility - pair->truth.utility;
		pair->sweep = ft_arena_calloc(
		    &misreport->arena, misreport->n_bid, sizeof *pair->sweep);
		for (size_t b = 0; b < misreport->n_bid; b++) {
			ft_misreport_try(one, pair->payment,
			    misreport->bid[b] < most ? misreport->bid[b] : most,
			    &pair->sweep[b]);
			ft_meter_step(meter);
			ft_meter_look(meter);
		}
	}
	ft_misreport_free(one);
}

static void
count_one(struct misreport_pair *pair, size_t i, const struct ft_report *truth,
    const struct ft_report *best)
{
	int64_t gain = best->utility - truth->utility;

	if (truth->pays > truth->bid)
		pair->over++;
	if (gain <= 0)
		return;
	if (!pair->gaining++ || gain > pair->gain) {
		pair->top = i;
		pair->truth = *truth;
		pair->best = *best;
		pair->gain = gain;
	}
}

static void
try_all(struct misreport *misreport, size_t from, size_t to)
{
	const struct fauction_game *game = misreport->pair[from].game;
	struct ft_meter *meter = ft_progress_meter();

	ft_meter_begin(meter, game->allocator->name, "jobs", game->auction.n);
	for (size_t i = 0; i < game->auction.n; i++) {
		struct ft_misreport *one =
		    ft_misreport_new(&game->auction, game->allocator, i);

		for (size_t k = from; k < to; k++) {
			struct misreport_pair *pair = &misreport->pair[k];
			struct ft_report truth, best;

			ft_misreport_try(one, pair->payment,
			    game->auction.bidder[i].bid, &truth);
			ft_misreport_best(one, pair->payment, &best);
			count_one(pair, i, &truth, &best);
		}
		ft_misreport_free(one);
		ft_meter_step(meter);
		ft_meter_look(meter);
	}
}

static void
work(struct misreport *misreport)
{
	size_t from = 0;

	while (from < misreport->n_pair) {
		size_t to = from;

		while (to < misreport->n_pair &&
		       misreport->pair[to].how == misreport->pair[from].how)
			to++;
		if (misreport->all)
			try_all(misreport, from, to);
		else
			sweep_one(misreport, from, to);
		from = to;
	}
}

enum ft_status
misreport_run(
    struct misreport *misreport, const char *file, struct ft_error *err)
{
	FT_TRY(make_pairs(misreport, err));
	FT_TRY(open_sample(misreport, file, err));
	FT_TRY(make_games(misreport, err));
	FT_TRY(find_job(misreport, err));
	misreport->value =
	    misreport->pair[0].game->auction.bidder[misreport->at].bid;
	if (!misreport->all)
		FT_TRY(make_bids(misreport, err));
	work(misreport);
	return FT_OK;
}

void
misreport_free(void *settings)
{
	struct misreport *misreport = settings;

	for (size_t h = 0; h < FAUCTION_HOWS; h++)
		if (misreport->made[h])
			fauction_game_free(&misreport->game[h]);
	ft_arena_clear(&misreport->arena);
	fauction_sample_free(&misreport->sample);
	fauction_source_free(&misreport->source);
}
