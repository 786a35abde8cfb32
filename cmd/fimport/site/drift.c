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
	return ft_load_raw_usage(source, standing->tree,
	    &(struct ft_load_usage){ .since = standing->raw }, err);
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

bool
fimport_drift_fits(const struct fimport_drift *row)
{
	return row->low < (double)row->real + 1 &&
	       row->high > (double)row->real;
}

static enum ft_status
predict(struct prediction *prediction, struct ft_error *err)
{
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
	return predict(prediction, err);
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

/* ---- other settings -------------------------------------------------------------- */

/* Returns by node of the new tree what was used before, with all below: users may have
 * moved since. */
static ft_real *
used_before(const struct prediction *prediction)
{
	const struct ft_tree *old = prediction->old.tree;
	ft_real *raw = prediction->old.raw;
	ft_real *used = ft_calloc(prediction->new.tree->n, sizeof *used);

	for (uint32_t i = 1; i < old->n; i++)
		raw[old->parent[i]] -= raw[i];
	for (uint32_t i = 0; i < old->n; i++) {
		uint64_t node;

		if (ft_map_get_n(&prediction->new.at, (const char *)&old->id[i],
			sizeof old->id[i], &node))
			used[node] = raw[i];
	}
	for (uint32_t i = old->n; i > 1 && i--;)
		raw[old->parent[i]] += raw[i];
	ft_usage_roll_up(prediction->new.tree, used);
	return used;
}

/* Have the rows shown, and what they had used at since->from. */
static void
open_rows(struct prediction *prediction)
{
	struct fimport_since *since = prediction->since;
	ft_real *used FT_CLEANUP(ft_free_at) = used_before(prediction);

	for (size_t i = 0; i < since->n; i++) {
		uint32_t assoc = since->row[i].assoc;
		struct ft_rebuild_row *row =
		    fimport_rebuild_row(&since->rebuild, assoc);
		double before;
		bool known = find_usage(&prediction->old, assoc, &before);

		if (!row)
			continue;
		row->shown = true;
		row->real = since->row[i].real;
		row->least = (double)used[row - since->rebuild.all.row] -
			     (before - floor(before + MICRO));
		row->most = row->least + known;
	}
}

/* Take what is predicted for the rows. */
static void
take_rows(struct fimport_since *since)
{
	for (size_t i = 0; i < since->n; i++) {
		const struct ft_rebuild_row *row =
		    fimport_rebuild_row(&since->rebuild, since->row[i].assoc);

		if (!row)
			continue;
		since->row[i].low = row->low;
		since->row[i].high = row->high;
	}
}

/* By the settings some pass cleared all usage: see whether it did. */
static void
try_reset(struct fimport_since *since)
{
	struct ft_rebuild *all = &since->rebuild.all;
	size_t cleared;
	int64_t pass;

	if (!ft_rebuild_resets(all, &pass))
		return;
	cleared = ft_rebuild_clear(all, pass);
	if (ft_rebuild_predict(all) > cleared) {
		since->kept = pass;
	} else {
		since->cleared = pass;
		ft_rebuild_clear(all, pass);
	}
	take_rows(since);
}

/* Find the settings with which all rows are equal. */
static enum ft_status
rebuild(struct prediction *prediction, struct ft_error *err)
{
	struct fimport_since *since = prediction->since;
	struct fimport_rebuild *rebuild = &since->rebuild;
	struct ft_rebuild *all = &rebuild->all;

	if (fimport_since_equal(since) == since->n && !since->resets)
		return FT_OK;
	all->from = all->after = since->from;
	/* what ended by then is in the usage that was printed */
	rebuild->runs.after = since->before.clock.now;
	all->before = ft_conf_number(
	    &since->before.conf, FT_CONF_PRIORITY_DECAY_HALF_LIFE);
	FT_TRY(fimport_rebuild_open(
	    rebuild, &prediction->source, prediction->new.tree, err));
	all->era = rebuild->era = ft_conf_eras(&prediction->conf,
	    prediction->source.cluster, since->until, &all->n_era);
	open_rows(prediction);
	try_reset(since);
	if (fimport_since_equal(since) < since->n)
		ft_rebuild_search(all);
	return FT_OK;
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
	return rebuild(&prediction, err);
}
