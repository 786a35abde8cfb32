/*
 * experiment.h - an experiment: groups of jobs and workflows that arrive over
 * time.
 *
 * Plain data as io/synthetic/experimentfile.h reads it; sim/research/experiment.h makes jobs of
 * it.  A flow is a workflow: steps that wait for each other, as workflow
 * managers submit them; it comes COUNT times.  A group of single jobs is a
 * flow of one step.
 */
#ifndef FT_MODEL_SYNTHETIC_EXPERIMENT_H
#define FT_MODEL_SYNTHETIC_EXPERIMENT_H

#include "model/synthetic/arrival.h"
#include "model/synthetic/dist.h"
#include "model/job/job.h"

/* The owner of the job.  Neither names nor account: not given. */
struct ft_experiment_who {
	/* one of these */
	const char **name;
	uint32_t *part; /* of the whole, in millionths, up to here */
	size_t n;
	/* or any user of this account and of those below it, "" none */
	const char *account;
	/*
	 * How unequal they are: the k-th most active of them (in an order drawn
	 * once) has weight k^-skew; 0: all are equally active.
	 */
	double skew;
};

/* Numbers that may be drawn for each job. */
enum ft_experiment_number {
#define FT_EXPERIMENT_NUMBER(id, name, unit, low, high, sentence)              \
	FT_EXPERIMENT_##id,
#include "model/synthetic/experiment.def"
	FT_EXPERIMENT_NUMBERS
};

/* Texts that are the same for all jobs of a step. */
enum ft_experiment_word {
#define FT_EXPERIMENT_WORD(id, name, sentence) FT_EXPERIMENT_##id,
#include "model/synthetic/experiment.def"
	FT_EXPERIMENT_WORDS
};

/* A step waits for another of its flow. */
struct ft_experiment_after {
	enum ft_depend_kind kind;
	bool each;     /* the k-th job for the k-th; else all for all */
	uint32_t step; /* index in the flow, before this one */
};

struct ft_experiment_step {
	const char *name;
	uint32_t count; /* jobs of it in each flow */
	struct ft_experiment_who who;
	const char *word[FT_EXPERIMENT_WORDS];         /* "" not said */
	struct ft_dist *number[FT_EXPERIMENT_NUMBERS]; /* NULL not said */
	bool exclusive;
	struct ft_experiment_after *after;
	size_t n_after, cap_after;
	size_t line; /* of the file */
};

struct ft_experiment_flow {
	const char *name;
	uint32_t count; /* 0: as many as arrive in the duration */
	struct ft_arrival arrival;
	int64_t start;                /* seconds after the beginning */
	struct ft_experiment_who who; /* of steps without one */
	struct ft_experiment_step *step;
	size_t n_step, cap_step;
	size_t line;
};

struct ft_experiment {
	struct ft_arena arena; /* strings, lists, numbers */
	const char *file;      /* for messages */
	uint64_t seed;         /* 1 if not said */
	int64_t duration;      /* seconds; 0 not said */
	struct ft_experiment_flow *flow;
	size_t n_flow, cap_flow;
};

/* A row of the tables of experiment.def. */
struct ft_experiment_info {
	const char *key, *sentence;
	enum ft_dist_unit unit; /* of numbers */
	int64_t low, high;
};
extern const struct ft_experiment_info
    ft_experiment_numbers[FT_EXPERIMENT_NUMBERS];
extern const struct ft_experiment_info ft_experiment_words[FT_EXPERIMENT_WORDS];

void ft_experiment_init(struct ft_experiment *experiment);
void ft_experiment_free(struct ft_experiment *experiment);

#endif
