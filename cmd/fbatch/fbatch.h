/*
 * fbatch.h - fbatch, sbatch: what its files share.
 *
 * script.c, other.c and args.c collect options, value.c, tres.c and syntax.c check
 * them, job.c and gres.c make a job from them, submit.c submits it; experiment.c
 * submits many.
 */
#ifndef FT_CMD_FBATCH_FBATCH_H
#define FT_CMD_FBATCH_FBATCH_H

#include "base/rng.h"
#include "cli/opt.h"
#include "common/world.h"
#include "model/job/nodecount.h"
#include "model/synthetic/arrival.h"
#include "model/synthetic/dist.h"

enum fbatch_key {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, ...)  \
	FBATCH_##key,
#include "common/option.def"
#undef BATCH
	FBATCH_KEYS
};

enum fbatch_place {
	FBATCH_PLACE_JOB,
	FBATCH_PLACE_SHOWN,
	FBATCH_PLACE_KEPT,
	FBATCH_PLACE_CALL
};

extern const enum fbatch_place fbatch_places[FBATCH_KEYS];
/* The row of each key, then those of every command. */
extern const struct ft_option fbatch_rows[];

/* Exit status of a bad command line, under the Slurm name. */
#define FBATCH_BAD_WORD 255

/* One option to be applied after the script's. */
struct fbatch_given {
	enum fbatch_key key;
	const char *arg;
	uint8_t level; /* 1: from the environment, 2: the command line */
};

struct fbatch {
	struct ft_context *context;
	struct ft_session session;
	int status;        /* exit status if something is bad */
	bool script_words; /* options of the script are being read */

	/* options */
	struct fbatch_given *given;
	size_t n_given, cap_given;
	uint8_t level[FBATCH_KEYS];     /* where each was given: */
	uint8_t now_level;              /* 0 script, 1 environment, 2 call */
	const char *value[FBATCH_KEYS]; /* NULL: not given; of a flag "" */

	char **kept; /* words of the script that options point to */
	size_t n_kept;

	/* the script */
	char *command;           /* its path and arguments; NULL --wrap */
	struct ft_str text;      /* its contents */
	const char *script_name; /* default name of the job */

	/* parsed from the options */
	struct ft_dist *runtime, *cpu_efficiency, *mem_used; /* NULL: none */
	struct ft_arrival arrival;
	struct ft_rng rng;
	uint64_t count, seed;
	struct ft_str submitted; /* job IDs, printed after the commit */

	struct ft_world world;
	struct ft_asker asker;
};

/* args.c */

/* Check all options, those that count least first: script, environment, command
 * line. */
enum ft_status fbatch_apply(struct fbatch *batch, struct ft_error *err);
enum ft_status fbatch_take(struct fbatch *batch, enum fbatch_key key,
    const char *arg, struct ft_error *err);
/* Print WHY the options cannot be together. */
enum ft_status fbatch_fatal(struct fbatch *batch, const char *why);
/* Refuse TEXT, the list of -w, where sbatch cannot read its brackets. */
enum ft_status fbatch_refuse_list(struct fbatch *batch, const char *text);
/* Returns a copy of WORD that lasts until the end, for options to point into. */
char *fbatch_keep(struct fbatch *batch, const char *word);
bool fbatch_has(const struct fbatch *batch, enum fbatch_key key);
const char *fbatch_text(const struct fbatch *batch, enum fbatch_key key);

/* value.c: check an argument; batch->status becomes the exit status of a bad
 * one. */
enum ft_status fbatch_check(
    struct fbatch *batch, enum fbatch_key key, struct ft_error *err);
/* A time limit in minutes; "1-" is a day. */
bool fbatch_limit(
    const struct fbatch *batch, const char *text, int64_t *minutes);
bool fbatch_size(const char *text, uint64_t *mib);
/* What --nodes=TEXT asks for; the caller frees its sizes. */
enum ft_status fbatch_nodes(const struct fbatch *batch, const char *text,
    struct ft_nodecount *count, struct ft_error *err);

/* tres.c: what --tres-per-task stands for, and whether --tres-bind is good. */
enum ft_status fbatch_read_tres(struct fbatch *batch);
/* Whether --gres=help asks for the kinds that there are, and listing them. */
bool fbatch_wants_gres(const struct fbatch *batch);
int fbatch_list_gres(struct fbatch *batch);

/* script.c */

/* Read the script (operands; none: stdin, or --wrap) and its options. */
enum ft_status fbatch_script(
    struct fbatch *batch, int argc, char **argv, struct ft_error *err);

/* other.c: the words of the lines of other batch systems, by the number of the
 * system, from 0. */

struct ft_script;
/* Returns what such a line begins with; NULL: there is no such system. */
const char *fbatch_other_directive(size_t kind);
enum ft_status fbatch_other_words(struct fbatch *batch, size_t kind,
    const struct ft_script *script, struct ft_error *err);

/* job.c */

enum ft_status fbatch_fill(
    struct fbatch *batch, struct ft_job *job, struct ft_error *err);

/* Keep VALUE as the option KEY of JOB; NULL: without it. */
void fbatch_keep_option(struct fbatch *batch, struct ft_job *job,
    const char *key, const char *value);

/* gres.c; after fbatch_fill has filled the rest of the job. */
enum ft_status fbatch_fill_gres(
    struct fbatch *batch, struct ft_job *job, struct ft_error *err);

/* submit.c; return the exit status. */
int fbatch_submit(struct fbatch *batch);

/* experiment.c */
int fbatch_experiment(struct fbatch *batch, const char *file);

#endif
