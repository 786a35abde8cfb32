/*
 * load.h - the way from an open store to shares: settings, tree, usage, ranks.
 *
 * The one place of the library where store, io and algo meet, on behalf of the
 * public library and the commands.  Not for choosing a store or a
 * configuration file, which are the caller's.
 */
#ifndef FT_LOAD_LOAD_H
#define FT_LOAD_LOAD_H

#include "algo/compare.h"
#include "algo/share/share.h"
#include "model/conf/conf.h"
#include "store/store.h"

/*
 * Put what STORE holds of settings into CONF, over what is there: its copy of
 * slurm.conf if COPY, with the eras before it, and always its own settings
 * (FairTreeTies, FairTreeDbdPrivateData, and FairShareDampeningFactor as
 * scontrol set it).
 */
enum ft_status ft_load_conf(struct ft_store *store, bool copy,
    struct ft_conf *conf, struct ft_error *err);

/*
 * What slurmctld does when it reads CONF, inside a transaction: with
 * PriorityUsageResetPeriod=NOW the next pass resets all usage.
 */
enum ft_status ft_load_reconfigure(
    struct ft_store *store, const struct ft_conf *conf, struct ft_error *err);

/*
 * Set *id to the cluster NAME; NULL or "": the one CONF names, else the first
 * of the store, which CONF names from then on.  FT_ENOENT: there is none.
 */
enum ft_status ft_load_cluster(struct ft_store *store, struct ft_conf *conf,
    const char *name, uint32_t *id, struct ft_error *err);

/* Returns the algorithm NAME (NULL: the one CONF's PriorityFlags ask for), or
 * NULL with a message. */
const struct ft_algo *ft_load_algorithm(
    const struct ft_conf *conf, const char *name, struct ft_error *err);

/* Fill PARAMS as CONF says; ties: NULL, or "documented", "slurm" instead. */
enum ft_status ft_load_params(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err);

/* Everything a share table needs, loaded and computed. */
struct ft_load {
	struct ft_tree *tree;
	ft_real *usage; /* totals by node as of the last decay pass, which
	                   shares are made of */
	ft_real *raw;   /* and with what was booked since: RawUsage */
	const struct ft_algo *algo;
	struct ft_share_input input;
	struct ft_share share;
};

/* What is loaded: a cluster of an open store, under settings, at a moment. */
struct ft_load_source {
	struct ft_store *store;
	const struct ft_conf *conf;
	uint32_t cluster;
	int64_t now; /* for a world 0: the store's clock */
};

/* How shares are worked out; NULL: as the settings say. */
struct ft_load_rules {
	const char *algorithm, *ties;
	struct ft_event_sink *sink; /* of the algorithm's steps; may be NULL */
};

/*
 * Fill LOAD (the caller's, to be freed even on failure) with the tree of SOURCE
 * and its usage, ready for the algorithm: as of the last decay pass at that
 * moment or before, imagined if it lies ahead.
 * FT_EINVAL: unknown algorithm or rule for ties; or what the store says.
 */
enum ft_status ft_load_input(struct ft_load *load,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
/* The same, and run the algorithm. */
enum ft_status ft_load_shares(struct ft_load *load,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
/*
 * The same of a lesson, whose tree and usage become LOAD's; its settings and
 * names stay where they are.  Its notes are not placed: the sink of the lesson
 * may be the one given here.
 */
struct ft_lesson;
enum ft_status ft_load_lesson(struct ft_load *load, struct ft_lesson *lesson,
    const struct ft_load_rules *rules, struct ft_error *err);
void ft_load_free(struct ft_load *load);

/* Who stands where: shares, and the names of their tree. */
struct ft_load_ranks {
	struct ft_load load;
	struct ft_names_set names;
};
/* Fill RANKS, all zero before and to be freed even on failure. */
enum ft_status ft_load_ranks(struct ft_load_ranks *ranks,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
void ft_load_ranks_free(struct ft_load_ranks *ranks);
/* Returns RANKS as one side of a comparison; borrowed. */
struct ft_compare_side ft_load_side(const struct ft_load_ranks *ranks);

/* Usage by node of a tree: arrays [tree->n], the caller's. */
struct ft_load_usage {
	int32_t what; /* 0 raw usage, -1 group wall time, else TRES-seconds of
	                     the TRES of that id */
	ft_real *at_pass; /* as of the last decay pass */
	ft_real *since;   /* booked since then; may be NULL */
};
/* Fill USAGE with own amounts. */
enum ft_status ft_load_own_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, const struct ft_load_usage *usage,
    struct ft_error *err);
/* Fill RAW, [tree->n], with totals of WHAT: at the pass and since. */
enum ft_status ft_load_raw_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, int32_t what, ft_real *raw,
    struct ft_error *err);
#endif
