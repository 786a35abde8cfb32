/*
 * lint.h - do the weights and shares make sense: what outweighs what, what can
 * never matter, what surprises.
 *
 * A priority is a sum of factors, each times its weight.  The range that each
 * can have on this cluster is computed by algo/priority.h itself, from the
 * smallest and the largest job that each partition admits.
 * Source: priority_multifactor.html of Slurm's documentation.
 */
#ifndef FT_REPORT_LINT_LINT_H
#define FT_REPORT_LINT_LINT_H

#include "algo/share/ties.h"
#include "model/account/entity.h"
#include "report/format/doc.h"
#include "report/format/page.h"
#include "sim/world/world.h"

#define FT_LINT_SCHEMA "fairtree.lint/1"

/* The cluster to check; everything is borrowed. */
struct ft_lint_input {
	struct ft_world *world; /* settings, partitions, QOS, jobs */
	const struct ft_share_input *input;
	const struct ft_share *share; /* a run over it */
	const struct ft_names_set *names;
	const struct ft_tie_rules *rules; /* what other rules for ties make of
	                                     it; NULL: not known */
};

/* One term of the priority: an enum ft_priority_factor. */
struct ft_lint_term {
	const char *name;   /* "Fairshare" */
	const char *key;    /* "PriorityWeightFairshare" */
	double weight;      /* of TRES the sum of them; site and nice: 1 */
	double least, most; /* of the factor, on this cluster */
	double low, high;   /* the same in points */
	double points;      /* high - low */
	const char *never;  /* why it never matters; NULL: it may */
};

struct ft_lint_finding {
	bool warning; /* else a note */
	const char *key;
	char *text; /* a sentence */
};

struct ft_lint {
	const struct ft_lint_input *in;
	struct ft_priority_params params;
	struct ft_lint_term term[FT_FACTORS];
	double *tres;        /* most points by TRES index; params.n_tres */
	bool basic;          /* priority/basic: no weight counts */
	uint32_t users;      /* N */
	double step;         /* points between two neighbouring places */
	double hour;         /* points the first hour of waiting brings */
	double second;       /* points a second of waiting brings */
	const char *top_qos; /* the one with the highest priority, if there is
	                        one; borrowed */
	double top_gap;      /* points between it and the next */
	double others;       /* points of all terms but QOS */
	struct ft_str summary;
	struct ft_lint_finding *finding;
	size_t n, cap;
	size_t warnings;
};

/* Fill LINT, to be freed with ft_lint_free. */
void ft_lint_run(struct ft_lint *lint, const struct ft_lint_input *in);
void ft_lint_free(struct ft_lint *lint);
void ft_lint_page(const struct ft_lint *lint, struct ft_page *page);
void ft_lint_document(
    const struct ft_lint *lint, const char *key, struct ft_doc *doc);

#endif
