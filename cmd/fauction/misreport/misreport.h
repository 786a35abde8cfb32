/*
 * misreport.h - fauction misreport: what its files share.
 *
 * Each pair of an allocator and a payment is played with one sample.  The bids
 * of the experiment are the true values.
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
	struct fauction_game *game;   /* of all pairs of the same how */
	const char *allocator, *pays; /* the same in words */
	/* one job: that is asked for; with --all, that gains most, if one does */
	struct ft_report truth, best;
	int64_t gain;            /* utility of the best above the truth's */
	struct ft_report *sweep; /* [n_bid] */
	/* --all */
	size_t gaining; /* jobs with a report that is better than the truth */
	size_t over;    /* jobs that pay more than their bid */
	size_t top;     /* the job that gains most, if one does */
};

struct misreport {
	struct ft_context *context;
	struct ft_arena arena; /* bids and sweeps */
	struct fauction_show show;
	struct fauction_source source;
	/* wishes */
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
	size_t n_pair, at; /* at: the job */
	int64_t value;     /* its true value */
	int64_t *bid;      /* of the sweep, ascending, the truth among them */
	size_t n_bid;
	int64_t first, every; /* of the others: the first, and the step */
};

/* Whether it matters to this pair what anybody bids. */
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
