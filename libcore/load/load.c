#include "load/load.h"

#include "io/lesson/lessonfile.h"
#include "io/slurm/slurmconf.h"
#include "model/account/acctdb.h"
#include "model/machine/machine.h"
#include "model/tree/usage.h"
#include "store/usage/usage.h"

enum ft_status
ft_load_settings(
    struct ft_store *store, struct ft_conf *conf, struct ft_error *err)
{
	static const char oldest[] = "22.05";

	for (const enum ft_conf_key *key = ft_conf_kept; *key != FT_CONF_KEYS;
	     key++) {
		char *value FT_CLEANUP(ft_free_at) = NULL;
		enum ft_status status = ft_store_read_setting(
		    store, ft_conf_infos[*key].name, &value, err);

		if (status == FT_ENOENT && *key == FT_CONF_FAIRTREE_SLURM)
			status = FT_OK;
		else if (status == FT_ENOENT)
			continue;
		FT_TRY(status);
		if (!value || *value)
			FT_TRY(ft_conf_set(
			    conf, *key, value ? value : oldest, "store", err));
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
ft_load_conf_text(struct ft_store *store, const char *text,
    struct ft_conf *conf, struct ft_error *err)
{
	if (*text)
		FT_TRY(ft_slurmconf_parse_kept(
		    conf, "stored", text, strlen(text), err));
	FT_TRY(ft_load_settings(store, conf, err));
	return load_eras(store, conf, err);
}

enum ft_status
ft_load_conf(struct ft_store *store, bool copy, struct ft_conf *conf,
    struct ft_error *err)
{
	char *text FT_CLEANUP(ft_free_at) = NULL;

	if (!copy)
		return ft_load_settings(store, conf, err);
	FT_TRY(ft_store_read_conf(store, &text, err));
	return ft_load_conf_text(store, text, conf, err);
}

/* Read the nodes, partitions and licenses of CONF as the next command will. */
static enum ft_status
check_machine(
    struct ft_store *store, const struct ft_conf *conf, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_machine machine FT_CLEANUP(ft_machine_free) = { 0 };
	struct ft_tres_table tres;

	FT_TRY(ft_store_read_book(store, false, &acctdb, err));
	tres = (struct ft_tres_table){ acctdb.tres, acctdb.n_tres };
	return ft_machine_read(&machine, conf, &tres, err);
}

enum ft_status
ft_load_reconfigure(
    struct ft_store *store, const struct ft_conf *conf, struct ft_error *err)
{
	struct ft_era rules = ft_conf_era(conf);

	FT_TRY(check_machine(store, conf, err));
	ft_store_restart(store);
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

enum ft_status
ft_load_params(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err)
{
	if (ft_share_params_of(conf, ties, params))
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "unknown rule for ties '%s' (documented, slurm, slurm-22.05 or "
	    "slurm-23.11)",
	    ties);
}

/* Set what PARAMS say of the slurmctld whose place the store takes. */
static enum ft_status
take_controller(const struct ft_load_source *source,
    struct ft_share_params *params, struct ft_error *err)
{
	struct ft_store_clock clock;
	bool waits;

	FT_TRY(ft_store_tree_changed(source->store, &params->changed, err));
	if (!params->depth_oblivious || params->ties != FT_TIES_SLURM)
		return FT_OK;
	FT_TRY(ft_store_get_clock(source->store, source->cluster, &clock, err));
	FT_TRY(
	    ft_store_awaits_pass(source->store, source->cluster, &waits, err));
	params->first_pass = waits && source->now - clock.decayed <
					  ft_conf_number(source->conf,
					      FT_CONF_PRIORITY_CALC_PERIOD);
	return FT_OK;
}

enum ft_status
ft_load_tree(const struct ft_load_source *source,
    struct ft_share_params *params, struct ft_tree **tree, struct ft_error *err)
{
	FT_TRY(take_controller(source, params, err));
	return ft_store_read_tree(source->store, source->cluster,
	    ft_share_siblings(params), tree, err);
}

/* Set the cluster and the eras of QUERY; *era is their array. */
static enum ft_status
take_eras(const struct ft_load_source *source, struct ft_usage_query *query,
    struct ft_era **era, struct ft_error *err)
{
	struct ft_store_clock clock;

	FT_TRY(ft_store_get_clock(source->store, source->cluster, &clock, err));
	query->cluster = source->cluster;
	query->era = *era = ft_conf_eras(
	    source->conf, source->cluster, clock.decayed, &query->n_era);
	return FT_OK;
}

enum ft_status
ft_load_own_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, const struct ft_load_usage *usage,
    struct ft_error *err)
{
	struct ft_usage_query query = { .now = source->now,
		.what = usage->what,
		.n_what = usage->n_what,
		.assoc = { tree->id, tree->n, usage->at_pass, usage->since } };
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(take_eras(source, &query, &era, err));
	return ft_store_read_booked(source->store, &query, err);
}

enum ft_status
ft_load_fold_past(const struct ft_load_source *source, const int64_t *at,
    size_t n, struct ft_error *err)
{
	struct ft_usage_query query = { .now = source->now };
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(take_eras(source, &query, &era, err));
	return ft_store_fold_past(source->store, &query, at, n, err);
}

/* Add up booked usage of N; returns whether some of it is in SINCE. */
static bool
add_since(size_t n, const ft_real *at_pass, ft_real *since)
{
	bool booked = false;

	for (size_t i = 0; i < n; i++) {
		booked = booked || since[i] > 0;
		since[i] += at_pass[i];
	}
	return booked;
}

enum ft_status
ft_load_raw_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, const struct ft_load_usage *usage,
    struct ft_error *err)
{
	const size_t n_what = usage->n_what ? usage->n_what : 1;
	struct ft_load_usage own = *usage;
	ft_real *at_pass FT_CLEANUP(ft_free_at) = own.at_pass =
	    ft_calloc(n_what * tree->n, sizeof *at_pass);

	FT_TRY(ft_load_own_usage(source, tree, &own, err));
	add_since(n_what * tree->n, at_pass, usage->since);
	for (size_t k = 0; k < n_what; k++)
		ft_usage_roll_up(tree, usage->since + k * tree->n);
	return FT_OK;
}

/* Totals of raw usage: as of the pass, and with what was booked since. */
enum ft_status
ft_load_totals(struct ft_load *load, const struct ft_load_source *source,
    struct ft_error *err)
{
	const struct ft_tree *tree = load->tree;
	const struct ft_load_usage usage = { load->usage, load->raw, NULL, 0 };
	bool booked;

	FT_TRY(ft_load_own_usage(source, tree, &usage, err));
	booked = add_since(tree->n, load->usage, load->raw);
	ft_usage_roll_up(tree, load->usage);
	if (booked)
		ft_usage_roll_up(tree, load->raw);
	else /* bitwise the same, at half the price */
		memcpy(load->raw, load->usage, tree->n * sizeof *load->raw);
	return FT_OK;
}

/* Find the algorithm, and fill its input except for tree and usage. */
static enum ft_status
take_rules(struct ft_load *load, const struct ft_conf *conf,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	load->algo = ft_load_algorithm(conf, rules->algorithm, err);
	return load->algo
		   ? ft_load_params(conf, rules->ties, &load->input.params, err)
		   : FT_EINVAL;
}

enum ft_status
ft_load_begin(struct ft_load *load, const struct ft_load_source *source,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	*load = (struct ft_load){ 0 };
	FT_TRY(take_rules(load, source->conf, rules, err));
	FT_TRY(take_controller(source, &load->input.params, err));
	FT_TRY(ft_store_read_bare_tree(source->store, source->cluster,
	    ft_share_siblings(&load->input.params), &load->tree, err));
	load->usage = ft_calloc(load->tree->n, sizeof *load->usage);
	load->raw = ft_calloc(load->tree->n, sizeof *load->raw);
	load->input.tree = load->tree;
	load->input.usage = load->usage;
	return FT_OK;
}

enum ft_status
ft_load_input(struct ft_load *load, const struct ft_load_source *source,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	FT_TRY(ft_load_begin(load, source, rules, err));
	return ft_load_totals(load, source, err);
}

enum ft_status
ft_load_shares(struct ft_load *load, const struct ft_load_source *source,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	FT_TRY(ft_load_input(load, source, rules, err));
	return ft_share_run(
	    load->algo, &load->input, &load->share, rules->sink, err);
}

enum ft_status
ft_load_ranks(struct ft_load_ranks *ranks, const struct ft_load_source *source,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	FT_TRY(ft_load_shares(&ranks->load, source, rules, err));
	return ft_store_read_names(source->store, &ranks->names, err);
}

void
ft_load_ranks_free(struct ft_load_ranks *ranks)
{
	ft_load_free(&ranks->load);
	ft_names_set_free(&ranks->names);
}

struct ft_compare_side
ft_load_side(const struct ft_load_ranks *ranks)
{
	return (struct ft_compare_side){ ranks->load.tree, &ranks->load.share,
		&ranks->names };
}

enum ft_status
ft_load_lesson(struct ft_load *load, struct ft_lesson *lesson,
    const struct ft_load_rules *rules, struct ft_error *err)
{
	*load = (struct ft_load){ 0 };
	FT_TRY(take_rules(load, &lesson->conf, rules, err));
	FT_TRY(ft_lesson_reorder(
	    lesson, ft_share_siblings(&load->input.params), err));
	load->tree = lesson->tree;
	load->usage = lesson->usage;
	lesson->tree = NULL;
	lesson->usage = NULL;
	load->raw = ft_calloc(load->tree->n, sizeof *load->raw);
	memcpy(load->raw, load->usage, load->tree->n * sizeof *load->raw);
	load->input.tree = load->tree;
	load->input.usage = load->usage;
	return ft_share_run(
	    load->algo, &load->input, &load->share, rules->sink, err);
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
