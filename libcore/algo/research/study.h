/*
 * study.h - the published figures of the scheduler-game study, recomputed.
 *
 * The study gives, for each sample of jobs on 3456 nodes: total values (tables
 * TV, modified-TV), total payments (TP, modified-TP), how many paid more than
 * their bid (PM, modified-PM), and what the simulator scored (PoA: TV, TV_1B
 * and their ratio).  Here is what can be said of these figures without the
 * jobs: the ratio, and rules that hold or do not, each with its arithmetic.
 * Whole numbers only.  Source: man/fauction.1, THE STUDY.
 */
#ifndef FT_ALGO_RESEARCH_STUDY_H
#define FT_ALGO_RESEARCH_STUDY_H

#include "model/research/figures.h"

#define FT_STUDY_NODES 3456 /* of its machine */
/* The mean of the ratios as the study prints it, hundredths. */
#define FT_STUDY_MEAN 185

/* One sample: the simulator against the greedy order.  Sums in node minutes. */
struct ft_study_ratio {
	int64_t greedy;   /* TV_1B */
	int64_t observed; /* TV of the simulator */
	int64_t optimum;  /* TV_1A; 0: not there */
	int64_t price;    /* TP_1A: what the last node is worth, times all
	                     nodes; 0: not there */
	int64_t ratio;    /* greedy / observed, hundredths, halves upwards */
	int64_t printed;  /* hundredths; -1: not there */
	double exact;     /* greedy / observed */
	/* the most that half of the sample drawn by lot is expected to be
	   worth: (TV_1B + TP_1A) / 2; 0: not there */
	double half;
};
/* Returns false if the two sums are not there, or the observed one is 0. */
bool ft_study_ratio(const struct ft_figures *figures, const char *sample,
    struct ft_study_ratio *ratio);
/* Returns the mean of the exact ratios of all samples that have one (*n). */
double ft_study_mean(const struct ft_figures *figures, size_t *n);

enum ft_study_answer {
	FT_STUDY_ABSENT, /* the sample lacks a figure */
	FT_STUDY_HOLDS,
	FT_STUDY_FAILS
};

struct ft_study_case; /* of study.c: the figures of a rule and sample */

/* A rule about the figures of one sample. */
struct ft_study_rule {
	const char *name;     /* "idle-nodes" */
	const char *sentence; /* what it says, and of what it is a sign */
	/* of study.c: how it is tested, and on which figures */
	enum ft_study_answer (*test)(const struct ft_study_case *at);
	const char *table[2], *column[2];
	int64_t factor;
};
extern const struct ft_study_rule ft_study_rules[];
extern const size_t ft_study_n_rule;

/* Append the arithmetic: "506930 - 506850 = 80 = 2 x 40". */
enum ft_study_answer ft_study_test(const struct ft_study_rule *rule,
    const struct ft_figures *figures, const char *sample, struct ft_str *str);

#endif
