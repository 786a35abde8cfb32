/*
 * batch.h - shared by the files of fbatch.
 */
#ifndef FT_BATCH_BATCH_H
#define FT_BATCH_BATCH_H

#include "base/rng.h"
#include "base/str.h"
#include "common/opt.h"
#include "common/world.h"
#include "model/arrival.h"
#include "model/dist.h"

enum batch_key {
	BATCH_NONE,
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, text) \
	BATCH_##key,
#include "batch/option.def"
#undef BATCH
	BATCH_KEYS
};

/* How an argument is read. */
enum batch_kind {
	BATCH_KIND_TEXT,
	BATCH_KIND_FLAG,
	BATCH_KIND_COUNT,   /* > 0 */
	BATCH_KIND_NATURAL, /* >= 0 */
	BATCH_KIND_SIZE,    /* memory */
	BATCH_KIND_LIMIT,   /* time in minutes */
	BATCH_KIND_DATE,
	BATCH_KIND_NODES,
	BATCH_KIND_NICE,
	BATCH_KIND_PRIORITY,
	BATCH_KIND_USER,
	BATCH_KIND_GROUP,
	BATCH_KIND_EXCLUSIVE,
	BATCH_KIND_YES_NO,
	BATCH_KIND_ZERO_ONE,
	BATCH_KIND_OPEN_MODE,
	BATCH_KIND_MAIL,
	BATCH_KIND_DISTRIBUTION,
	BATCH_KIND_SIGNAL,
	BATCH_KIND_PROFILE,
	BATCH_KIND_HINT,
	BATCH_KIND_SOCKETS,
	BATCH_KIND_SWITCHES,
	BATCH_KIND_GPU_BIND,
	BATCH_KIND_GPU_FREQ,
	BATCH_KIND_MEM_BIND,
	BATCH_KIND_PROPAGATE,
	BATCH_KIND_CPU_FREQ,
	BATCH_KIND_GRES_FLAGS,
	BATCH_KIND_USER_ENV, /* a number of seconds, S or L */
	BATCH_KIND_ACCTG_FREQ,
	BATCH_KIND_NO_KILL,  /* nothing or off */
	BATCH_KIND_ENV_FILE, /* a file or the number of an open one */
	BATCH_KIND_FILE,
	BATCH_KIND_RUNTIME,
	BATCH_KIND_EXIT,
	BATCH_KIND_MANY,
	BATCH_KIND_ARRIVAL,
	BATCH_KIND_SEED
};

enum batch_place {
	BATCH_PLACE_JOB,
	BATCH_PLACE_SHOWN,
	BATCH_PLACE_KEPT,
	BATCH_PLACE_CALL
};

struct batch_option {
	const char *name, *variable;
	enum batch_kind kind;
	enum batch_place place;
};
extern const struct batch_option batch_options[BATCH_KEYS];
extern const struct ft_option batch_rows[];

/* Exit status of bad words of the command line, under Slurm's name. */
#define BATCH_BAD_WORD 255

/* One option of the command line, to be applied after the script's. */
struct batch_given {
	int key;
	const char *arg;
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

/* The ft_opt_fn: remember one option. */
enum ft_status batch_set(
    void *ctx, int key, const char *arg, struct ft_error *err);
/* Check all that was given in the order of what counts least: script,
 * environment, command line.  words: of the script, NULL none. */
enum ft_status batch_apply(struct batch *batch, struct ft_error *err);
enum ft_status batch_take(
    struct batch *batch, int key, const char *arg, struct ft_error *err);
bool batch_has(const struct batch *batch, enum batch_key key);
const char *batch_text(const struct batch *batch, enum batch_key key);

/* value.c: an argument, checked; batch->status tells how bad it is. */
enum ft_status batch_check(
    struct batch *batch, enum batch_key key, struct ft_error *err);
/* args.c: of TEXT; ours: what would spoil a terminal or a document is refused. */
enum ft_status batch_check_text(
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
