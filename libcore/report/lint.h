/*
 * lint.h - do the weights and shares make sense: what outweighs what, what can
 * never matter, what surprises.
 *
 * A priority is a sum of factors of 0..1, each times its weight.  Looked at is
 * the range each factor can have on this cluster, in points.
 * Source: priority_multifactor.html of Slurm's documentation.
 */
#ifndef FT_REPORT_LINT_H
#define FT_REPORT_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algo/share.h"
#include "base/str.h"
#include "model/conf.h"
#include "model/entity.h"
#include "report/doc.h"
#include "report/page.h"

#define FT_LINT_SCHEMA "fairtree.lint/1"

/* What is looked at; everything is borrowed. */
struct ft_lint_input {
	const struct ft_conf *conf; /* partitions are lines of it */
	const struct ft_share_input *input;
	const struct ft_share *share; /* a run over it */
	const struct ft_names_set *names;
	const struct ft_qos *qos; /* deleted ones do not count */
	size_t n_qos;
	uint64_t assoc_priority; /* the highest of an association; 0: none */
	uint32_t differ;         /* users the other rule for ties would move */
};

enum ft_lint_factor {
	FT_LINT_AGE,
	FT_LINT_FAIRSHARE,
	FT_LINT_JOBSIZE,
	FT_LINT_PARTITION,
	FT_LINT_QOS,
	FT_LINT_ASSOC,
	FT_LINT_TRES,
	FT_LINT_FACTORS
};

/* One term of the priority. */
struct ft_lint_term {
	const char *name;   /* "Fairshare" */
	const char *key;    /* "PriorityWeightFairshare" */
	double weight;      /* of TRES the sum of them */
	double least, most; /* of the factor, on this cluster */
	double points;      /* weight x (most - least) */
	const char *never;  /* why it never matters; NULL: it may */
};

struct ft_lint_finding {
	bool warning; /* else a note */
	const char *key;
	char *text; /* a sentence */
};

struct ft_lint {
	const struct ft_lint_input *in;
	struct ft_lint_term term[FT_LINT_FACTORS];
	uint32_t users;      /* N */
	double step;         /* points between two neighbouring places */
	double hour;         /* points an hour of waiting brings */
	const char *top_qos; /* the one with the highest priority, if there is
	                        one; borrowed */
	double top_gap;      /* points between it and the next */
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
