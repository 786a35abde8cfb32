#include "report/verify/rebuild.h"

#include <math.h>

#include "model/tree/decaypass.h"
#include "sim/usage/reset.h"

#define LONGEST ((int64_t)INT32_MAX) /* half-life that is tried, seconds */
#define LARGEST 1e12                 /* weight or factor */

void
ft_rebuild_free(struct ft_rebuild *rebuild)
{
	ft_free(rebuild->guess);
	ft_free(rebuild->time);
	ft_free(rebuild->weight);
	rebuild->guess = NULL;
	rebuild->time = rebuild->weight = NULL;
}

static const struct ft_era *
last_era(const struct ft_rebuild *rebuild)
{
	return &rebuild->era[rebuild->n_era - 1];
}

/* ---- time ---------------------------------------------------------------------- */

/* Fill PASSES under GUESS; the caller's. */
static void
open_passes(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    double value, struct ft_decay_passes *passes)
{
	size_t n = rebuild->n_era;
	struct ft_era *era FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *era);

	memcpy(era, rebuild->era, n * sizeof *era);
	if (guess->kind == FT_GUESS_CHANGE) {
		era[n] = era[n - 1];
		era[n - 1].decay.half_life = rebuild->before;
		era[n - 1].ends = era[n - 1].changed = (int64_t)value;
		n++;
	}
	if (guess->kind == FT_GUESS_HALF_LIFE)
		era[n - 1].decay.half_life = (int64_t)value;
	ft_decay_passes_init(passes, era, n, rebuild->now);
}

/* Set what is left of usage at `from`, and of each run. */
static void
measure(struct ft_rebuild *rebuild, const struct ft_guess *guess, double value)
{
	bool cleared = guess->kind == FT_GUESS_RESET;
	/* the pass that clears usage charges its own slice after that */
	int64_t after = cleared ? (int64_t)value - 1 : rebuild->after;
	struct ft_decay_passes passes;

	open_passes(rebuild, guess, value, &passes);
	if (!rebuild->time)
		rebuild->time =
		    ft_calloc(rebuild->n_run + 1, sizeof *rebuild->time);
	rebuild->left = cleared ? 0
				: (double)ft_decay_passes_left(
				      &passes, rebuild->from, NULL);
	for (size_t i = 0; i < rebuild->n_run; i++) {
		const struct ft_rebuild_run *run = &rebuild->run[i];
		const struct ft_piece piece = { run->starts, run->ends, after,
			INT64_MAX };
		ft_real at_pass = 0, since = 0;

		if (run->ends > after)
			ft_decay_passes_end(
			    &passes, &piece, NULL, &at_pass, &since);
		at_pass += ft_decay_passes_booked(&passes, &piece, NULL);
		rebuild->time[i] = (double)(at_pass + since);
	}
	ft_decay_passes_free(&passes);
}

/* ---- usage --------------------------------------------------------------------- */

/* Set rebuild->weight to the weights of the partition of GUESS, one of them VALUE. */
static void
set_weights(
    struct ft_rebuild *rebuild, const struct ft_guess *guess, double value)
{
	const struct ft_billing *billing =
	    &rebuild->partition[guess->partition].billing;
	size_t n = rebuild->acctdb->n_tres;

	if (!rebuild->weight)
		rebuild->weight = ft_calloc(n + 1, sizeof *rebuild->weight);
	for (size_t i = 0; i < n; i++)
		rebuild->weight[i] = ft_guess_weight(billing, i);
	rebuild->weight[guess->tres] = value;
}

static double
rate_of(const struct ft_rebuild *rebuild, const struct ft_rebuild_run *run,
    const struct ft_guess *guess, double value)
{
	const struct ft_billing billing = { true, rebuild->weight,
		rebuild->acctdb->n_tres };
	const struct ft_tres_table tres = { rebuild->acctdb->tres, billing.n };

	if (guess->kind == FT_GUESS_FACTOR && run->qos == guess->qos)
		return run->rate * value;
	if (guess->kind == FT_GUESS_WEIGHT &&
	    run->partition == guess->partition)
		return run->factor * ft_billing_of(&billing, &tres, run->alloc,
					 rebuild->flags);
	return run->factor * run->rate;
}

static void
add_up(struct ft_rebuild *rebuild, const struct ft_guess *guess, double value)
{
	struct ft_rebuild_row *row = rebuild->row;

	if (guess->kind == FT_GUESS_WEIGHT)
		set_weights(rebuild, guess, value);
	for (size_t i = 0; i < rebuild->n; i++)
		row[i].low = 0;
	for (size_t i = 0; i < rebuild->n_run; i++) {
		const struct ft_rebuild_run *run = &rebuild->run[i];

		if (rebuild->time[i] > 0)
			row[run->row].low +=
			    rate_of(rebuild, run, guess, value) *
			    rebuild->time[i];
	}
	for (size_t i = rebuild->n; i > 0 && i--;)
		if (row[i].parent != SIZE_MAX)
			row[row[i].parent].low += row[i].low;
	for (size_t i = 0; i < rebuild->n; i++) {
		row[i].high =
		    row[i].low + row[i].most * rebuild->left + FT_REBUILD_MICRO;
		row[i].low += row[i].least * rebuild->left - FT_REBUILD_MICRO;
	}
}

static const struct ft_guess none = { .kind = FT_GUESS_NONE };

bool
ft_rebuild_fits(const struct ft_rebuild_row *row)
{
	return !row->shown || (row->low < (double)row->real + 1 &&
				  row->high > (double)row->real);
}

static size_t
predict(struct ft_rebuild *rebuild, const struct ft_guess *guess, double value)
{
	size_t fit = 0;

	measure(rebuild, guess, value);
	add_up(rebuild, guess, value);
	for (size_t i = 0; i < rebuild->n; i++)
		fit +=
		    rebuild->row[i].shown && ft_rebuild_fits(&rebuild->row[i]);
	return fit;
}

size_t
ft_rebuild_predict(struct ft_rebuild *rebuild)
{
	return predict(rebuild, &none, 0);
}

size_t
ft_rebuild_clear(struct ft_rebuild *rebuild, int64_t pass)
{
	return predict(rebuild, &(struct ft_guess){ .kind = FT_GUESS_RESET },
	    (double)pass);
}

/* ---- searching ------------------------------------------------------------------ */

/* How the values of a kind are numbered: usage never falls from one to the next, or
 * never rises. */
struct scale {
	struct ft_guess guess;
	int64_t first, last;
	bool falls;
};

/* Positive numbers have the order of their bits. */
static int64_t
bits_of(double value)
{
	int64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static double
value_at(
    const struct ft_rebuild *rebuild, const struct scale *scale, int64_t at)
{
	double value;

	switch (scale->guess.kind) {
	case FT_GUESS_NONE:
	case FT_GUESS_HALF_LIFE:
		break;
	case FT_GUESS_CHANGE:
	case FT_GUESS_RESET:
		return (double)(last_era(rebuild)->ends -
				(scale->last - at) * last_era(rebuild)->period);
	case FT_GUESS_WEIGHT:
	case FT_GUESS_FACTOR:
		memcpy(&value, &at, sizeof value);
		return value;
	}
	return (double)at;
}

/* Returns whether some row gets too little, or too much. */
static bool
is_wrong(struct ft_rebuild *rebuild, const struct scale *scale, int64_t at,
    bool little)
{
	double value = value_at(rebuild, scale, at);

	if (scale->guess.kind != FT_GUESS_WEIGHT &&
	    scale->guess.kind != FT_GUESS_FACTOR)
		measure(rebuild, &scale->guess, value);
	add_up(rebuild, &scale->guess, value);
	for (size_t i = 0; i < rebuild->n; i++) {
		const struct ft_rebuild_row *row = &rebuild->row[i];

		if (!ft_rebuild_fits(row) &&
		    little == (row->low < (double)row->real))
			return true;
	}
	return false;
}

/* Set *bound to the first value that gives no row too little (of usage that falls:
 * too much), or to the last one that gives none too much.  Returns false: there is
 * none. */
static bool
find_bound(struct ft_rebuild *rebuild, const struct scale *scale, bool first,
    int64_t *bound)
{
	bool little = first != scale->falls;
	int64_t low = scale->first, high = scale->last;

	if (is_wrong(rebuild, scale, first ? high : low, little))
		return false;
	while (low < high) {
		int64_t middle = low + (high - low + !first) / 2;
		bool wrong = is_wrong(rebuild, scale, middle, little);

		if (first && wrong)
			low = middle + 1;
		else if (first)
			high = middle;
		else if (wrong)
			high = middle - 1;
		else
			low = middle;
	}
	*bound = low;
	return true;
}

static void
seek(struct ft_rebuild *rebuild, const struct scale *scale)
{
	struct ft_guess guess = scale->guess;
	int64_t least, most;

	if (scale->first > scale->last ||
	    !find_bound(rebuild, scale, true, &least) ||
	    !find_bound(rebuild, scale, false, &most) || least > most)
		return;
	guess.least = value_at(rebuild, scale, least);
	guess.most = value_at(rebuild, scale, most);
	*ft_vec_add(rebuild->guess, rebuild->n_guess, rebuild->cap_guess) =
	    guess;
}

/* Returns whether the half-life A leaves more than B; 0: all. */
static bool
leaves_more(int64_t a, int64_t b)
{
	return b && (!a || a > b);
}

static void
seek_decay(struct ft_rebuild *rebuild)
{
	const struct ft_era *era = last_era(rebuild);
	int64_t passes = era->ends > rebuild->from
			     ? (era->ends - rebuild->from - 1) / era->period + 1
			     : 0;

	seek(
	    rebuild, &(struct scale){ { .kind = FT_GUESS_HALF_LIFE,
					  .set = (double)era->decay.half_life },
			 1, LONGEST, false });
	if (rebuild->before != era->decay.half_life)
		seek(rebuild,
		    &(struct scale){ { .kind = FT_GUESS_CHANGE,
					 .set = (double)era->decay.half_life },
			1, passes,
			!leaves_more(rebuild->before, era->decay.half_life) });
	seek(rebuild,
	    &(struct scale){ { .kind = FT_GUESS_RESET }, 1, passes, true });
}

/* Returns whether some run in the partition has the TRES. */
static bool
is_billed(const struct ft_rebuild *rebuild, size_t partition, size_t tres)
{
	if (tres == FT_TRES_BILLING || tres == FT_TRES_ENERGY)
		return false;
	for (size_t i = 0; i < rebuild->n_run; i++)
		if (rebuild->run[i].partition == partition &&
		    rebuild->run[i].alloc[tres] && rebuild->time[i] > 0)
			return true;
	return false;
}

static bool
is_factored(const struct ft_rebuild *rebuild, size_t qos)
{
	for (size_t i = 0; i < rebuild->n_run; i++)
		if (rebuild->run[i].qos == qos && rebuild->time[i] > 0)
			return true;
	return false;
}

static void
seek_rates(struct ft_rebuild *rebuild)
{
	for (size_t p = 0; p < rebuild->n_partition; p++)
		for (size_t t = 0; t < rebuild->acctdb->n_tres; t++)
			if (is_billed(rebuild, p, t))
				seek(rebuild,
				    &(struct scale){
					{ .kind = FT_GUESS_WEIGHT,
					    .partition = p,
					    .tres = t,
					    .set = ft_guess_weight(
						&rebuild->partition[p].billing,
						t) },
					0, bits_of(LARGEST), false });
	for (size_t q = 0; q < rebuild->acctdb->n_qos; q++)
		if (is_factored(rebuild, q))
			seek(rebuild,
			    &(struct scale){
				{ .kind = FT_GUESS_FACTOR,
				    .qos = q,
				    .set =
					rebuild->acctdb->qos[q].usage_factor },
				0, bits_of(LARGEST), false });
}

void
ft_rebuild_search(struct ft_rebuild *rebuild)
{
	seek_decay(rebuild);
	/* the runs as they are */
	measure(rebuild, &none, 0);
	seek_rates(rebuild);
	ft_rebuild_predict(rebuild);
}

bool
ft_rebuild_resets(const struct ft_rebuild *rebuild, int64_t *pass)
{
	const struct ft_era *era = last_era(rebuild);
	int64_t next, last = rebuild->from;

	while ((next = ft_reset_boundary(rebuild->resets, last)) <= era->ends)
		last = next;
	/* the first pass from there on */
	*pass = era->ends - (era->ends - last) / era->period * era->period;
	return last > rebuild->from;
}
