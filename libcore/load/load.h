/*
 * load.h - from an open store to shares: settings, tree, usage, Fair Tree.
 *
 * The one place of the library where store, io and algo meet, for the public
 * library and the commands.  The caller chooses the store and the configuration
 * file.
 */
#ifndef FT_LOAD_LOAD_H
#define FT_LOAD_LOAD_H

#include "algo/compare.h"
#include "algo/share/share.h"
#include "model/conf/conf.h"
#include "store/store.h"

/*
 * Put the settings that the store keeps apart (ft_conf_kept) into CONF.  A store
 * without FairTreeSlurm is older than that setting and mirrors 22.05.
 */
enum ft_status ft_load_settings(
    struct ft_store *store, struct ft_conf *conf, struct ft_error *err);
/*
 * Add to CONF the settings that STORE has: its copy of slurm.conf if COPY, with
 * earlier eras, and always the settings it keeps by itself (FairTreeTies,
 * FairTreeDbdPrivateData, and FairShareDampeningFactor as set by scontrol).
 */
enum ft_status ft_load_conf(struct ft_store *store, bool copy,
    struct ft_conf *conf, struct ft_error *err);
/* The same if its copy were TEXT. */
enum ft_status ft_load_conf_text(struct ft_store *store, const char *text,
    struct ft_conf *conf, struct ft_error *err);

/*
 * Do what slurmctld does when it reads CONF, inside a transaction: with
 * PriorityUsageResetPeriod=NOW the next pass resets all usage.
 * FT_EPARSE, FT_EINVAL: CONF contradicts itself, such as a node defined twice, and
 * no command could read the store; the message starts with the place.
 */
enum ft_status ft_load_reconfigure(
    struct ft_store *store, const struct ft_conf *conf, struct ft_error *err);

/*
 * Set *id to the cluster NAME; for NULL or "" to the one CONF names, else the
 * first of the store, which CONF names from then on.  FT_ENOENT: there is none.
 */
enum ft_status ft_load_cluster(struct ft_store *store, struct ft_conf *conf,
    const char *name, uint32_t *id, struct ft_error *err);

/* Returns the algorithm NAME (NULL: the one of CONF's PriorityFlags), or NULL
 * with a message. */
const struct ft_algo *ft_load_algorithm(
    const struct ft_conf *conf, const char *name, struct ft_error *err);

/* Fill PARAMS from CONF; ties: instead of its FairTreeTies, NULL as CONF says. */
enum ft_status ft_load_params(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err);

/* Everything a share table needs, loaded and computed. */
struct ft_load {
	struct ft_tree *tree;
	ft_real *usage; /* by node, descendants included, as of the last
			   decay pass: for shares */
	ft_real *raw;   /* the same with what was booked since: RawUsage */
	const struct ft_algo *algo;
	struct ft_share_input input;
	struct ft_share share;
};

/* What to load: a cluster of an open store, with settings, at a time. */
struct ft_load_source {
	struct ft_store *store;
	const struct ft_conf *conf;
	uint32_t cluster;
	int64_t now; /* 0, for a world: the store's clock */
};

/* Read the tree of SOURCE, siblings in the order that PARAMS want, and set
 * params->changed. */
enum ft_status ft_load_tree(const struct ft_load_source *source,
    struct ft_share_params *params, struct ft_tree **tree,
    struct ft_error *err);

/* How shares are computed; NULL: as the settings say. */
struct ft_load_rules {
	const char *algorithm, *ties;
	struct ft_event_sink *sink; /* gets the algorithm's steps; may be
				       NULL */
};

/* Fill LOAD likewise with the tree of SOURCE alone, usage all 0 ... */
enum ft_status ft_load_begin(struct ft_load *load,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
/* ... and with the usage of SOURCE, whose store may be another one that has the
 * associations of this tree. */
enum ft_status ft_load_totals(struct ft_load *load,
    const struct ft_load_source *source, struct ft_error *err);
/*
 * Fill LOAD (free it even on failure) with the tree of SOURCE and its usage,
 * ready for the algorithm: as of the last decay pass at or before that time,
 * computed ahead if it is in the future.  FT_EINVAL: unknown algorithm or rule
 * for ties; or an error of the store.
 */
enum ft_status ft_load_input(struct ft_load *load,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
/* The same, and run the algorithm. */
enum ft_status ft_load_shares(struct ft_load *load,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
/*
 * The same for a lesson.  Its tree and usage become LOAD's; its settings and
 * names stay in the lesson.  Its notes are not positioned, so that the lesson's
 * own sink may be passed here.
 */
struct ft_lesson;
enum ft_status ft_load_lesson(struct ft_load *load, struct ft_lesson *lesson,
    const struct ft_load_rules *rules, struct ft_error *err);
void ft_load_free(struct ft_load *load);

/* Shares, and the names of their tree. */
struct ft_load_ranks {
	struct ft_load load;
	struct ft_names_set names;
};
/* Fill RANKS, which must be all zero; free it even on failure. */
enum ft_status ft_load_ranks(struct ft_load_ranks *ranks,
    const struct ft_load_source *source, const struct ft_load_rules *rules,
    struct ft_error *err);
void ft_load_ranks_free(struct ft_load_ranks *ranks);
/* Returns RANKS as one side of a comparison; it borrows them. */
struct ft_compare_side ft_load_side(const struct ft_load_ranks *ranks);

/* Usage by node of a tree; the caller's arrays [n_what][tree->n]. */
struct ft_load_usage {
	ft_real *at_pass;    /* as of the last decay pass */
	ft_real *since;      /* booked since then; may be NULL */
	const int32_t *what; /* the amounts: 0 raw usage, -1 wall time, else
	                        TRES-seconds of the TRES of that id */
	size_t n_what;       /* 0: raw usage alone */
};
/* Sum up the charges for readings at AT[N], as ft_store_fold_past does. */
enum ft_status ft_load_fold_past(const struct ft_load_source *source,
    const int64_t *at, size_t n, struct ft_error *err);
/* Fill USAGE with own amounts. */
enum ft_status ft_load_own_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, const struct ft_load_usage *usage,
    struct ft_error *err);
/* Fill usage->since, and nothing else, with totals, as of the pass plus what was
 * booked since. */
enum ft_status ft_load_raw_usage(const struct ft_load_source *source,
    const struct ft_tree *tree, const struct ft_load_usage *usage,
    struct ft_error *err);
#endif
