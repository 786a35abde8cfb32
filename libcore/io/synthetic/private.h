/*
 * private.h - reading an experiment: experimentfile.c reads lines, word.c
 * interprets their words.
 */
#ifndef FT_IO_SYNTHETIC_PRIVATE_H
#define FT_IO_SYNTHETIC_PRIVATE_H

#include "io/synthetic/experimentfile.h"
#include "io/text/logical.h"

/* Kinds of lines; bits, for the table of keys. */
enum experiment_kind { HEAD = 1, JOBS = 2, WORKFLOW = 4, STEP = 8 };

/* A word of a line, Key=Value, and its position. */
struct experiment_word {
	const char *key;
	size_t len;        /* of the key */
	const char *value; /* terminated, in the arena */
	const char *place; /* of the value in the line */
};

struct experiment_reading {
	struct ft_experiment *experiment;
	struct ft_logical logical;
	struct experiment_word *word; /* of the line */
	size_t n_word, cap_word;
	/* defaults for later lines */
	struct ft_experiment_flow jobs;         /* of Jobs=DEFAULT */
	struct ft_experiment_step jobs_step;    /* its job */
	struct ft_experiment_step step_default; /* of Step=DEFAULT */
	struct ft_experiment_step template;     /* of the workflow */
	bool in_flow;
	size_t flow; /* index of the workflow */
};

/* What the words of a line set. */
struct experiment_target {
	struct experiment_reading *reading;
	enum experiment_kind kind;
	bool is_default;
	struct ft_experiment_flow *flow; /* of JOBS, WORKFLOW, STEP */
	struct ft_experiment_step *step;
	struct ft_experiment_who *who;
	/* of the current word, After... */
	enum ft_depend_kind after;
	bool each;
};

static inline struct ft_arena *
experiment_arena(const struct experiment_reading *reading)
{
	return &reading->experiment->arena;
}

/* Apply the words of the line from index FROM on. */
enum ft_status ft_experiment_set_words(
    struct experiment_target *target, size_t from, struct ft_error *err);
/* FT_EPARSE at COLUMN of the value of WORD. */
enum ft_status ft_experiment_fail(const struct experiment_target *target,
    const struct experiment_word *word, size_t column, struct ft_error *err,
    const char *message);
bool ft_experiment_is_key(const struct experiment_word *word, const char *name);
/* Find the step with that name before the last one. */
bool ft_experiment_find_step(
    const struct ft_experiment_flow *flow, struct ft_word name, uint32_t *step);

#endif
