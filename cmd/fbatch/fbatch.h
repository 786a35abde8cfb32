/*
 * fbatch.h - shared by the files of fbatch.
 */
#ifndef FT_CMD_FBATCH_FBATCH_H
#define FT_CMD_FBATCH_FBATCH_H

#include "base/rng.h"
#include "cli/opt.h"
#include "common/world.h"
#include "model/synthetic/arrival.h"
#include "model/synthetic/dist.h"

enum batch_key {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, text) \
	BATCH_##key,
#include "fbatch/option.def"
#undef BATCH
	BATCH_KEYS
};

enum batch_place {
	BATCH_PLACE_JOB,
	BATCH_PLACE_SHOWN,
	BATCH_PLACE_KEPT,
	BATCH_PLACE_CALL
};

extern const enum batch_place batch_places[BATCH_KEYS];
/* The row of each key, then those of every command. */
extern const struct ft_option batch_rows[];

/* Exit status of bad words of the command line, under Slurm's name. */
#define BATCH_BAD_WORD 255

/* One option to be applied after the script's. */
struct batch_given {
	enum batch_key key;
	const char *arg;
	uint8_t level; /* 1 of the environment, 2 of the command line */
};

struct batch {
	struct ft_context *context;
	struct ft_session session;
	int status;        /* exit status if something is bad */
	bool script_words; /* options of the script are being read */

	/* options */
	struct batch_given *given;
	size_t n_given, cap_given;
	uint8_t level[BATCH_KEYS];     /* where each was given: */
	uint8_t now_level;             /* 0 script, 1 environment, 2 call */
	const char *value[BATCH_KEYS]; /* NULL not given; flags "" */

	char **kept; /* words of the script that options point to */
	size_t n_kept;

	/* the script */
	char *command;           /* its path and arguments; NULL --wrap */
	struct ft_str text;      /* its contents */
	const char *script_name; /* of the job, if nothing else says */

	/* what is read out of them */
	struct ft_dist *runtime;
	struct ft_arrival arrival;
	struct ft_rng rng;
	uint64_t count, seed;
	struct ft_str told; /* numbers of jobs, to be said after the commit */

	char *cluster; /* of --clusters */

	struct ft_world world;
	struct ft_asker asker;
};

/* args.c */

/* Check all that was given in the order of what counts least: script,
 * environment, command line.  words: of the script, NULL none. */
enum ft_status batch_apply(struct batch *batch, struct ft_error *err);
enum ft_status batch_take(struct batch *batch, enum batch_key key,
    const char *arg, struct ft_error *err);
bool batch_has(const struct batch *batch, enum batch_key key);
const char *batch_text(const struct batch *batch, enum batch_key key);

/* value.c: an argument, checked; batch->status tells how bad it is. */
enum ft_status batch_check(
    struct batch *batch, enum batch_key key, struct ft_error *err);
/* A time limit in minutes; "1-" is a day. */
bool batch_limit(const struct batch *batch, const char *text, int64_t *minutes);
bool batch_size(const char *text, uint64_t *mib);
bool batch_nodes(
    const char *text, uint32_t *least, uint32_t *most, const char **wrong);

/* script.c */

/* Read the script (operands; none: stdin, or --wrap) and its options. */
enum ft_status batch_script(
    struct batch *batch, int argc, char **argv, struct ft_error *err);

/* job.c */

/* Fill JOB with what is asked for. */
enum ft_status batch_fill(
    struct batch *batch, struct ft_job *job, struct ft_error *err);

/* Keep VALUE as the option KEY of JOB; NULL: without it. */
void batch_keep_option(struct batch *batch, struct ft_job *job, const char *key,
    const char *value);

/* gres.c: after all else of the job is filled. */
enum ft_status batch_fill_gres(
    struct batch *batch, struct ft_job *job, struct ft_error *err);

/* submit.c; return the exit status. */
int batch_submit(struct batch *batch);

/* experiment.c */
int batch_experiment(struct batch *batch, const char *file);

/* Print "sbatch: error: ..." lines of a refusal. */
void batch_refused(struct batch *batch, const struct ft_job *job,
    enum ft_refusal refusal, enum ft_job_reason reason);

#endif
