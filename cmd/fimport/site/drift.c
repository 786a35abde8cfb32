/*
 * drift.c - what usage had to become between two snapshots.
 *
 * The store has what each association had used at the last decay pass of the earlier
 * snapshot, and in the open transaction all jobs of the later one.  Time passes by
 * reading usage as of the later pass.  RawUsage was cut to a whole number n, so what
 * the store has can be wrong by what lies between n and n + 1; decay makes that
 * smaller.  There is no other tolerance.
 */
#include <math.h>

#include "fimport/site/since.h"
#include "load/load.h"
#include "store/usage/usage.h"

#define MICRO 1e-6 /* to which the store keeps usage */

/* Usage of a tree at one time. */
struct standing {
	struct ft_tree *tree;
	ft_real *raw;     /* by node, with all below */
	struct ft_map at; /* node by association */
};

static void
free_standing(struct standing *standing)
{
	ft_tree_free(standing->tree);
	ft_free(standing->raw);
	ft_map_clear(&standing->at);
}

/* STANDING is empty, or of another time of the same tree. */
static enum ft_status
stand(struct standing *standing, const struct ft_load_source *source,
    struct ft_error *err)
{
	struct ft_share_params params = { 0 };
	struct ft_tree *tree = NULL;

	if (!standing->tree) {
		FT_TRY(ft_load_tree(source, &params, &tree, err));
		assert(tree);
		standing->tree = tree;
		standing->raw = ft_calloc(tree->n, sizeof *standing->raw);
		for (uint32_t i = 0; i < tree->n; i++)
			ft_map_put_n(&standing->at, (const char *)&tree->id[i],
			    sizeof tree->id[i], i);
	}
	return ft_load_raw_usage(source, standing->tree, 0, standing->raw, err);
}

/* Set *usage of an association; returns false, and sets it to 0, if it was not
 * there. */
static bool
find_usage(const struct standing *standing, uint32_t assoc, double *usage)
{
	uint64_t node;

	*usage = 0;
	if (!ft_map_get_n(
		&standing->at, (const char *)&assoc, sizeof assoc, &node))
		return false;
	*usage = (double)standing->raw[node];
	return true;
}

/* ---- prediction --------------------------------------------------------------------- */

struct prediction {
	struct fimport_since *since;
	struct standing old, new;
	struct ft_load_source source; /* of the new one */
	struct ft_conf conf;          /* of source */
	struct ft_era *era;           /* those of conf */
};

/* Set between what the usage of all rows had to be. */
static void
set_rows(struct prediction *prediction)
{
	struct fimport_since *since = prediction->since;
	const struct ft_decay decay = ft_conf_decay(&prediction->conf);
	double left = ft_decay_factor(&decay, since->until - since->from);

	for (size_t i = 0; i < since->n; i++) {
		struct fimport_drift *row = &since->row[i];
		double before, now;
		bool known = find_usage(&prediction->old, row->assoc, &before);

		find_usage(&prediction->new, row->assoc, &now);
		row->low =
		    now - (before - floor(before + MICRO)) * left - MICRO;
		/* a new association had used exactly nothing */
		row->high = known ? row->low + left + 2 * MICRO : now + MICRO;
	}
}

/* Returns whether some row is wrong: too little was predicted, or too much. */
static bool
any(const struct fimport_since *since, bool little)
{
	for (size_t i = 0; i < since->n; i++) {
		const struct fimport_drift *row = &since->row[i];

		if (!fimport_drift_fits(row) &&
		    little == (row->low < (double)row->real))
			return true;
	}
	return false;
}

bool
fimport_drift_fits(const struct fimport_drift *row)
{
	return row->low < (double)row->real + 1 &&
	       row->high > (double)row->real;
}

/* Predict with that half-life. */
static enum ft_status
predict(struct prediction *prediction, int64_t half_life, struct ft_error *err)
{
	prediction->conf.value[FT_CONF_PRIORITY_DECAY_HALF_LIFE].number =
	    half_life;
	FT_TRY(stand(&prediction->new, &prediction->source, err));
	set_rows(prediction);
	return FT_OK;
}

size_t
fimport_since_equal(const struct fimport_since *since)
{
	size_t n = 0;

	for (size_t i = 0; i < since->n; i++)
		n += fimport_drift_fits(&since->row[i]);
	return n;
}

/* ---- the last pass --------------------------------------------------------------------- */

/* Predict with a last pass at PASS. */
static enum ft_status
predict_at(struct prediction *prediction, int64_t pass, struct ft_error *err)
{
	const struct ft_load_source *source = &prediction->source;
	struct ft_store_clock clock;

	FT_TRY(ft_store_get_clock(source->store, source->cluster, &clock, err));
	clock.decayed = prediction->since->until = pass;
	FT_TRY(ft_store_put_clock(source->store, source->cluster, &clock, err));
	return predict(prediction, prediction->since->half_life, err);
}

/* Predict with the last pass, which is not known, that gives the most rows: first
 * with one that follows the pass before in even steps. */
static enum ft_status
seek_pass(struct prediction *prediction, int64_t at, struct ft_error *err)
{
	struct fimport_since *since = prediction->since;
	int64_t period =
	    ft_conf_number(&prediction->conf, FT_CONF_PRIORITY_CALC_PERIOD);
	int64_t best = at - (at - since->from) % period;
	size_t most;

	since->sought = true;
	FT_TRY(predict_at(prediction, best, err));
	most = fimport_since_equal(since);
	for (int64_t pass = at;
	     pass > at - period && pass >= since->from && most < since->n;
	     pass--) {
		FT_TRY(predict_at(prediction, pass, err));
		if (fimport_since_equal(since) > most) {
			most = fimport_since_equal(since);
			best = pass;
		}
	}
	return predict_at(prediction, best, err);
}

/* ---- another half-life ----------------------------------------------------------------- */

/* Set *bound to the least half-life that does not predict too little, or to the most
 * that does not predict too much: with a longer one all usage is larger. */
static enum ft_status
find_bound(struct prediction *prediction, bool little, int64_t *bound,
    struct ft_error *err)
{
	int64_t low = 1, high = FIMPORT_LONGEST;

	while (low < high) {
		int64_t middle = low + (high - low + !little) / 2;
		bool wrong;

		FT_TRY(predict(prediction, middle, err));
		wrong = any(prediction->since, little);
		if (little && wrong)
			low = middle + 1;
		else if (little)
			high = middle;
		else if (wrong)
			high = middle - 1;
		else
			low = middle;
	}
	*bound = low;
	return FT_OK;
}

static enum ft_status
find_half_life(struct prediction *prediction, struct ft_error *err)
{
	struct fimport_since *since = prediction->since;
	int64_t least, most;

	if (!any(since, true) && !any(since, false))
		return FT_OK;
	FT_TRY(find_bound(prediction, true, &least, err));
	FT_TRY(find_bound(prediction, false, &most, err));
	if (least <= most) {
		FT_TRY(predict(prediction, least, err));
		if (!any(since, true) && !any(since, false)) {
			since->least = least;
			since->most = most;
		}
	}
	return predict(prediction, since->half_life, err);
}

/* Passes count from the one at FROM up to it, and back from the later one to it: a
 * pass that does not fit the later ones must not charge again what usage at FROM has.
 * The eras, with one that ends there, are the caller's. */
static struct ft_era *
add_era(struct ft_conf *conf, uint32_t cluster, int64_t from)
{
	struct ft_era *era = ft_calloc(conf->n_era + 1, sizeof *era);

	for (size_t i = 0; i < conf->n_era; i++)
		era[i] = conf->era[i];
	era[conf->n_era] = ft_conf_era(conf);
	era[conf->n_era].cluster = cluster;
	era[conf->n_era].changed = era[conf->n_era].ends = from;
	conf->era = era;
	conf->n_era++;
	return era;
}

/* ---- both ------------------------------------------------------------------------------- */

static void
free_prediction(struct prediction *prediction)
{
	free_standing(&prediction->old);
	free_standing(&prediction->new);
	ft_free(prediction->era);
}

enum ft_status
fimport_since_usage(
    struct fimport_site *site, int64_t pass, int64_t at, struct ft_error *err)
{
	struct fimport_since *since = site->since;
	const struct ft_session *session = &site->import->session;
	struct prediction prediction FT_CLEANUP(free_prediction) = {
		.since = since,
		.source = { session->store, NULL, session->cluster, at },
		.conf = session->conf, /* borrowed */
	};
	struct ft_load_source old = ft_session_source(&since->before);
	struct ft_store_clock clock;

	FT_TRY(ft_store_get_clock(
	    since->before.store, since->before.cluster, &clock, err));
	since->from = clock.decayed;
	since->half_life =
	    ft_conf_number(&session->conf, FT_CONF_PRIORITY_DECAY_HALF_LIFE);
	since->resets = ft_conf_reset_period(&session->conf) != FT_RESET_NONE;
	prediction.era =
	    add_era(&prediction.conf, session->cluster, since->from);
	FT_TRY(stand(&prediction.old, &old, err));
	prediction.source.conf = &prediction.conf;
	FT_TRY(pass ? predict_at(&prediction, pass, err)
		    : seek_pass(&prediction, at, err));
	since->uneven =
	    (since->until - since->from) %
	    ft_conf_number(&session->conf, FT_CONF_PRIORITY_CALC_PERIOD);
	return find_half_life(&prediction, err);
}
