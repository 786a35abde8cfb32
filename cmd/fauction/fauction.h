/*
 * fauction.h - what all verbs of fauction share: experiments and samples.
 *
 * A source gives samples of jobs; a sample played by the rules of an
 * experiment is a game: bids, an allocator, a payment.
 */
#ifndef FT_CMD_FAUCTION_FAUCTION_H
#define FT_CMD_FAUCTION_FAUCTION_H

#include "algo/research/auction.h"
#include "cli/opt.h"
#include "common/session.h"
#include "model/research/game.h"
#include "model/research/population.h"
#include "sim/research/auction_backfill.h"

/* Who wins: an allocator, some with an order. */
enum fauction_how {
	FAUCTION_EXACT,
	FAUCTION_HALT,
	FAUCTION_CONTINUE,
	FAUCTION_ORDER_HALT, /* in the order of priority */
	FAUCTION_ORDER_CONTINUE,
	FAUCTION_BACKFILL, /* EASY, in the order of the sample */
	FAUCTION_HOWS
};
#define FAUCTION_HOW_NAMES                                                     \
	"exact|halt|continue|priority-halt|priority-continue|backfill"
#define FAUCTION_BID_NAMES     "planned|real"        /* enum ft_game_bid */
#define FAUCTION_UNIT_NAMES    "nodes|area"          /* enum ft_game_unit */
#define FAUCTION_PAYMENT_NAMES "rerun|critical|none" /* enum ft_payment */

extern const char *const fauction_hows[FAUCTION_HOWS],
    *const fauction_bids[], *const fauction_units[], *const fauction_payments[];

struct fauction_experiment {
	const char *name; /* "1A" */
	enum fauction_how how;
	enum ft_game_bid bid;
	enum ft_game_unit unit;
	enum ft_payment payment;
	const char *sentence;
};

enum {
#define EXPERIMENT(id, ...) FAUCTION_EXPERIMENT_##id,
#include "fauction/experiment.def"
#undef EXPERIMENT
	FAUCTION_EXPERIMENTS
};
extern const struct fauction_experiment
    fauction_experiments[FAUCTION_EXPERIMENTS];

/* Returns the experiment of that name (LEN bytes, any case), NULL. */
const struct fauction_experiment *fauction_experiment_find(struct ft_word name);

/* ---- samples ------------------------------------------------------------- */

/* SOURCE: the member of the verb's settings. */
#define FAUCTION_SOURCE_OPTIONS(source)                                        \
	{ 0, "nodes", "N", "nodes of the machine (default 3456)",              \
		FT_INTO_NUMBER(source.nodes, 1, FT_GAME_MOST_NODES) },         \
	    { 0, "class", "WIDTH:PLANNED:REAL:SHARE%,...",                     \
		    "classes of generated jobs: nodes, planned minutes, real " \
		    "minutes, and the share of such jobs; the rest is mixed "  \
		    "(default 16:40:19:62%)",                                  \
		    FT_INTO_CALL_AT(fauction_set_class, source.population),    \
		    FT_GIVEN(source.classed) },                                \
	    { 0, "load", "X",                                                  \
		    "draw jobs until they request X times the machine "        \
		    "(default 2)",                                             \
		    FT_INTO_CALL_AT(fauction_set_load, source.load),           \
		    FT_GIVEN(source.drawn) },                                  \
	    { 0, "seed", "N", "random seed (default 1)",                       \
		    FT_INTO_NUMBER(source.seed, 0, UINT64_MAX) },              \
	    { 0, "replace", NULL,                                              \
		    "a job of a list may be drawn more than once",             \
		    FT_INTO_FLAG(source.replace) },                            \
	    { 0, "cpus", "N",                                                  \
		    "CPUs per node, for traces with processors only "          \
		    "(default: as in the header of the trace, else 1)",        \
		    FT_INTO_NUMBER(source.cpus, 1, FT_GAME_MOST_NODES) },      \
	    { 0, "worked", NULL,                                               \
		    "the five jobs of the worked example, on 10 nodes",        \
		    FT_INTO_FLAG(source.worked) },                             \
	    { 0, "pending", NULL,                                              \
		    "use the pending jobs of the store, as --db does; all of " \
		    "them unless --load or --samples is given",                \
		    FT_INTO_FLAG(source.pending) },                            \
	    { 0, "db", "FILE",                                                 \
		    "use this store instead of $FAIRTREE_DB or the default",   \
		    FT_OPT_OURS, FT_COMPLETE_FILE,                             \
		    FT_INTO_NAME(source.session.db),                           \
		    FT_GIVEN(source.pending) },                                \
	{                                                                      \
		0, "conf", "FILE", "read settings from this slurm.conf",       \
		    FT_OPT_OURS, FT_COMPLETE_FILE,                             \
		    FT_INTO_TEXT(source.session.conf_file)                     \
	}
/* For verbs that play several samples. */
#define FAUCTION_SAMPLES_OPTION(source)                                        \
	{                                                                      \
		0, "samples", "N", "number of samples (default 10)",           \
		    FT_INTO_NUMBER(source.samples, 1, FAUCTION_MOST_SAMPLES),  \
		    FT_GIVEN(source.drawn)                                     \
	}
#define FAUCTION_MOST_SAMPLES 10000

/* Read --class into a population, --load into hundredths. */
ft_opt_fn fauction_set_class, fauction_set_load;

struct fauction_source {
	const struct ft_context *context;
	struct ft_session session;
	/* options */
	uint32_t nodes;   /* W */
	uint32_t load;    /* of the sample, hundredths of W */
	uint64_t samples; /* 0: the default; set by fauction_source_open */
	uint64_t seed;
	uint32_t cpus; /* of a node; 0: as in the trace */
	bool replace, pending, worked, classed;
	bool drawn; /* --load or --samples was given */
	struct ft_population population;
	/* the jobs of the file or store; empty: jobs are generated */
	struct ft_game_jobs list;
	size_t too_wide; /* dropped: wider than the machine */
	bool listed;     /* jobs come from list */
};

/* A sample; names of jobs are the source's. */
struct fauction_sample {
	uint64_t number; /* from 1 */
	struct ft_game_jobs jobs;
	uint64_t wanted;        /* nodes requested in all */
	struct ft_rng priority; /* state that randomises priorities */
};

void fauction_source_init(
    struct fauction_source *source, const struct ft_context *context);
void fauction_source_free(struct fauction_source *source);
/* Prepare; file: of jobs (CSV, SWF, sacct -P; - stdin), NULL none. */
enum ft_status fauction_source_open(
    struct fauction_source *source, const char *file, struct ft_error *err);
/*
 * Returns whether every sample is the whole list: because it requests less than
 * a sample would, or because it is a store's queue and neither --load nor
 * --samples was given.
 */
bool fauction_source_whole(const struct fauction_source *source);
/* Fill SAMPLE (the caller frees it) with sample NUMBER, from 1. */
void fauction_source_sample(const struct fauction_source *source,
    uint64_t number, struct fauction_sample *sample);
void fauction_sample_free(struct fauction_sample *sample);

/* ---- games --------------------------------------------------------------- */

struct fauction_game {
	struct ft_arena arena; /* owns everything below */
	const struct fauction_experiment *experiment;
	const struct fauction_sample *sample;
	struct ft_auction auction; /* bidder i is job i of the sample */
	const struct ft_allocator *allocator;
	enum ft_payment payment;
	struct ft_bidder *bidder;
	uint32_t *order;
	struct ft_backfill_jobs schedule; /* auction.ctx of BACKFILL */
	int64_t *minutes;                 /* [2 * n]: planned, then real */
	/* of fauction_game_play */
	bool *win;
	int64_t *pay;
	struct ft_auction_score score;
};

/* Set up GAME for SAMPLE on NODES nodes by EXPERIMENT; both are borrowed.
 * FT_EINVAL: sums too large.  Free it even then. */
enum ft_status fauction_game_init(struct fauction_game *game, uint32_t nodes,
    const struct fauction_sample *sample,
    const struct fauction_experiment *experiment, struct ft_error *err);
void fauction_game_free(struct fauction_game *game);
/* Play it: fills win, pay, score. */
void fauction_game_play(struct fauction_game *game);
/* Returns the value of the best set of the same bids. */
int64_t fauction_game_best(const struct fauction_game *game);

#endif
