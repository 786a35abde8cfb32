#include "load/load.h"

#include "io/lessonfile.h"
#include "io/slurmconf.h"
#include "model/book.h"
#include "model/usage.h"
#include "store/jobs.h"

/* The settings that the store keeps apart, if it has them. */
static enum ft_status
load_settings(
    struct ft_store *store, struct ft_conf *conf, struct ft_error *err)
{
	static const enum ft_conf_key keys[] = { FT_CONF_FAIRTREE_TIES,
		FT_CONF_FAIRTREE_DBD_PRIVATE_DATA,
		FT_CONF_FAIR_SHARE_DAMPENING_FACTOR };

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		char *value FT_CLEANUP(ft_free_at) = NULL;
		enum ft_status status = ft_store_read_setting(
		    store, ft_conf_infos[keys[i]].name, &value, err);

		if (status == FT_ENOENT)
			continue;
		FT_TRY(status);
		if (*value)
			FT_TRY(ft_conf_set(conf, keys[i], value, "store", err));
	}
	return FT_OK;
}

static enum ft_status
load_eras(struct ft_store *store, struct ft_conf *conf, struct ft_error *err)
{
	struct ft_era *era = NULL;
	enum ft_status status =
	    ft_store_read_eras(store, &conf->arena, &era, &conf->n_era, err);

	conf->era = era;
	return status;
}

enum ft_status
ft_load_conf(struct ft_store *store, bool copy, struct ft_conf *conf,
    struct ft_error *err)
{
	char *text FT_CLEANUP(ft_free_at) = NULL;

	if (copy)
		FT_TRY(ft_store_read_conf(store, &text, err));
	if (text && *text)
		FT_TRY(ft_slurmconf_parse_kept(
		    conf, "stored", text, strlen(text), err));
	FT_TRY(load_settings(store, conf, err));
	if (copy)
		FT_TRY(load_eras(store, conf, err));
	return FT_OK;
}

enum ft_status
ft_load_reconfigure(
    struct ft_store *store, const struct ft_conf *conf, struct ft_error *err)
{
	struct ft_era rules = ft_conf_era(conf);

	return ft_conf_reset_period(conf) == FT_RESET_NOW
		   ? ft_store_reset_next(store, &rules, err)
		   : FT_OK;
}

static enum ft_status
first_cluster(struct ft_store *store, struct ft_conf *conf, uint32_t *id,
    struct ft_error *err)
{
	char *name FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status = ft_store_first_cluster(store, id, &name, err);

	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT, "no cluster in the store");
	FT_TRY(status);
	return ft_conf_set(conf, FT_CONF_CLUSTER_NAME, name, "store", err);
}

enum ft_status
ft_load_cluster(struct ft_store *store, struct ft_conf *conf, const char *name,
    uint32_t *id, struct ft_error *err)
{
	bool named = name && *name;
	enum ft_status status;

	if (!named)
		name = ft_conf_text(conf, FT_CONF_CLUSTER_NAME);
	status = ft_store_cluster(store, name, id, err);
	if (status != FT_ENOENT)
		return status;
	if (!named && !conf->value[FT_CONF_CLUSTER_NAME].set)
		return first_cluster(store, conf, id, err);
	return ft_fail(err, FT_ENOENT, "no cluster '%s' in the store", name);
}

const struct ft_algo *
ft_load_algorithm(
    const struct ft_conf *conf, const char *name, struct ft_error *err)
{
	const struct ft_algo *algo;

	if (!name)
		return ft_algo_of(conf);
	algo = ft_algo_find(name);
	if (!algo)
		ft_fail(err, FT_EINVAL,
		    "unknown algorithm '%s' (fairtree, classic or levelbased)",
		    name);
	return algo;
}

static enum ft_status
set_ties(const char *ties, struct ft_share_params *params, struct ft_error *err)
{
	if (!strcasecmp(ties, "slurm"))
		params->ties = FT_TIES_SLURM;
	else if (!strcasecmp(ties, "documented"))
		params->ties = FT_TIES_DOCUMENTED;
	else
		return ft_fail(err, FT_EINVAL,
		    "unknown rule for ties '%s' (documented or slurm)", ties);
	return FT_OK;
}

enum ft_status
ft_load_params(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err)
{
	ft_share_params_of(conf, params);
	return ties ? set_ties(ties, params, err) : FT_OK;
}

enum ft_status
ft_load_own_usage(struct ft_store *store, const struct ft_conf *conf,
    uint32_t cluster, const struct ft_tree *tree, int64_t now, int32_t what,
    ft_real *at_pass, ft_real *since, struct ft_error *err)
{
	struct ft_usage_query query = { .cluster = cluster,
		.now = now,
		.what = what,
		.at_pass = at_pass,
		.since = since };
	struct ft_store_clock clock;
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_store_get_clock(store, cluster, &clock, err));
	era = ft_conf_eras(conf, cluster, clock.decayed, &query.n_era);
	query.era = era;
	return ft_store_read_booked(store, &query, tree, err);
}

enum ft_status
ft_load_usage(struct ft_store *store, const struct ft_conf *conf,
    uint32_t cluster, const struct ft_tree *tree, int64_t now, int32_t what,
    ft_real *at_pass, ft_real *raw, struct ft_error *err)
{
	ft_real *made FT_CLEANUP(ft_free_at) =
	    at_pass ? NULL : ft_calloc(tree->n, sizeof *made);
	ft_real *own = at_pass ? at_pass : made;
	bool booked = false;

	FT_TRY(ft_load_own_usage(
	    store, conf, cluster, tree, now, what, own, raw, err));
	for (uint32_t i = 0; raw && i < tree->n; i++) {
		booked = booked || raw[i] > 0;
		raw[i] += own[i];
	}
	if (at_pass)
		ft_usage_roll_up(tree, at_pass);
	if (raw && (booked || !at_pass))
		ft_usage_roll_up(tree, raw);
	else if (raw) /* the same to the last bit, for half the price */
		memcpy(raw, at_pass, tree->n * sizeof *raw);
	return FT_OK;
}

enum ft_status
ft_load_input(struct ft_load *load, struct ft_store *store,
    const struct ft_conf *conf, uint32_t cluster, int64_t now,
    const char *algorithm, const char *ties, struct ft_error *err)
{
	*load = (struct ft_load){ 0 };
	load->algo = ft_load_algorithm(conf, algorithm, err);
	if (!load->algo)
		return FT_EINVAL;
	FT_TRY(ft_load_params(conf, ties, &load->input.params, err));
	FT_TRY(ft_store_read_tree(store, cluster, &load->tree, err));
	load->usage = ft_calloc(load->tree->n, sizeof *load->usage);
	load->raw = ft_calloc(load->tree->n, sizeof *load->raw);
	FT_TRY(ft_load_usage(store, conf, cluster, load->tree, now, 0,
	    load->usage, load->raw, err));
	load->input.tree = load->tree;
	load->input.usage = load->usage;
	return FT_OK;
}

enum ft_status
ft_load_shares(struct ft_load *load, struct ft_store *store,
    const struct ft_conf *conf, uint32_t cluster, int64_t now,
    const char *algorithm, const char *ties, struct ft_event_sink *sink,
    struct ft_error *err)
{
	FT_TRY(ft_load_input(
	    load, store, conf, cluster, now, algorithm, ties, err));
	return ft_share_run(load->algo, &load->input, &load->share, sink, err);
}

enum ft_status
ft_load_lesson(struct ft_load *load, struct ft_lesson *lesson,
    const char *algorithm, const char *ties, struct ft_event_sink *sink,
    struct ft_error *err)
{
	*load =
	    (struct ft_load){ .tree = lesson->tree, .usage = lesson->usage };
	lesson->tree = NULL;
	lesson->usage = NULL;
	load->raw = ft_calloc(load->tree->n, sizeof *load->raw);
	memcpy(load->raw, load->usage, load->tree->n * sizeof *load->raw);
	load->algo = ft_load_algorithm(&lesson->conf, algorithm, err);
	if (!load->algo)
		return FT_EINVAL;
	FT_TRY(ft_load_params(&lesson->conf, ties, &load->input.params, err));
	load->input.tree = load->tree;
	load->input.usage = load->usage;
	return ft_share_run(load->algo, &load->input, &load->share, sink, err);
}

void
ft_load_free(struct ft_load *load)
{
	ft_share_free(&load->share);
	ft_tree_free(load->tree);
	ft_free(load->usage);
	ft_free(load->raw);
	*load = (struct ft_load){ 0 };
}
