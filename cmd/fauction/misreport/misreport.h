/*
 * misreport.h - shared by the files of fauction misreport.
 *
 * Each pair of an allocator and a payment plays the same sample.  The bids of
 * the experiment are the true values.
 */
#ifndef FT_CMD_FAUCTION_MISREPORT_MISREPORT_H
#define FT_CMD_FAUCTION_MISREPORT_MISREPORT_H

#include "algo/research/misreport.h"
#include "fauction/fauction.h"
#include "fauction/show.h"

#define MISREPORT_PAIRS (FAUCTION_HOWS * (FT_PAY_NONE + 1))

struct misreport_pair {
	enum fauction_how how;
	enum ft_payment payment;
	struct fauction_experiment experiment; /* with these two */
	struct fauction_game *game;   /* shared by pairs with the same how */
	const char *allocator, *pays; /* their names */
	/* one job: the requested one; with --all: the one that gains most */
	struct ft_report truth, best;
	int64_t gain;            /* utility of the best report minus that of
				    the truth */
	struct ft_report *sweep; /* [n_bid] */
	/* --all */
	size_t gaining; /* jobs with a report better than the truth */
	size_t over;    /* jobs that pay more than their bid */
	size_t top;     /* the job that gains most, if one does */
};

struct misreport {
	struct ft_context *context;
	struct ft_arena arena; /* bids and sweeps */
	struct fauction_show show;
	struct fauction_source source;
	/* options */
	const char *job, *from, *to, *step;
	const char *how_text, *payment_text;
	const char *experiment;
	bool all;
	uint64_t number; /* of the sample */
	/* at work */
	struct fauction_sample sample;
	struct fauction_game game[FAUCTION_HOWS];
	bool made[FAUCTION_HOWS];
	struct misreport_pair pair[MISREPORT_PAIRS];
	size_t n_pair, at; /* at: index of the job */
	int64_t value;     /* its true value */
	int64_t *bid;      /* of the sweep, ascending, including the truth */
	size_t n_bid;
	int64_t first, every; /* of the regular bids: the first, and the step */
};

/* Returns whether bids matter to this pair. */
bool misreport_counts(const struct misreport_pair *pair);

/* misreport/run.c: sample, pairs, sweep. */
enum ft_status misreport_run(
    struct misreport *misreport, const char *file, struct ft_error *err);
void misreport_free(void *settings);

/* misreport/print.c, misreport/plot.c */
void misreport_print(const struct misreport *misreport);
enum ft_status misreport_draw(
    const struct misreport *misreport, struct ft_error *err);

#endif
