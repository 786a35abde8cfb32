/*
 * fqueue.h - fqueue, squeue: what its files share.
 *
 * args.c reads the command line, format.c chooses the columns, rows.c and merge.c
 * the rows, states.c those of --only-job-state, sort.c their order; columns.c and
 * times.c have the values of columns; print.c prints tables, JSON and YAML, slurmdoc.c the JSON of squeue, metrics.c
 * samples for Prometheus.  Source: squeue(1).
 */
#ifndef FT_CMD_FQUEUE_FQUEUE_H
#define FT_CMD_FQUEUE_FQUEUE_H

#include "cli/opt.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "common/timetext.h"
#include "cli/arglist.h"
#include "report/format/codes.h"
#include "forecast/forecast.h"
#include "jobdoc/jobdoc.h"
#include "report/format/format.h"
#include "sim/world/world.h"

extern const struct ft_column fqueue_fields[];

enum fqueue_column_flag {
	FQUEUE_SAYS =
	    1, /* its text for "none" is a value in JSON and CSV, too */
	FQUEUE_DATE = 2,
	FQUEUE_PRIORITY = 4, /* it needs the priorities of waiting jobs */
	FQUEUE_NO_WORD = 8,  /* squeue -O does not have it */
	FQUEUE_FORECAST = 16 /* it needs simulated futures */
};

/* -t: bits of enum ft_job_state, and of the flags of a state. */
enum {
	FQUEUE_COMPLETING = 1 << 24,
	FQUEUE_CONFIGURING = 1 << 25,
	FQUEUE_REQUEUED = 1 << 26,
	FQUEUE_REQUEUE_HOLD = 1 << 27,
	FQUEUE_SPECIAL_EXIT = 1 << 28,
	FQUEUE_RESV_DEL_HOLD = 1 << 29,
	FQUEUE_ALL_STATES = 0x7fffffff
};

/* One of -j: a job, or one task of an array. */
struct fqueue_id {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
};

/* The command line. */
struct fqueue_args {
	struct ft_context *context;
	struct ft_session session; /* options only: each round opens its own */

	struct ft_arglist users, accounts, partitions, qos, names, reservations,
	    licenses, clusters;
	const char *hosts;
	struct fqueue_id *id;
	size_t n_id, cap_id;
	bool ids_given;
	ft_opt_fn
	    *bare; /* reads the list for a final -j or -s given without one */
	uint32_t states; /* 0: of jobs that have not ended */
	bool me, notme, all, array, multi, long_list, start, steps, no_header;
	bool only_state, expand;
	bool unsorted;  /* the header is printed, and then the error */
	bool complains; /* of unknown columns, once the rows are known */
	bool forecast;
	uint64_t futures; /* of --forecast */
	const char
	    *not_user; /* --notme: the acting user, while rows are chosen */
	const char *format, *long_format; /* -o, -O */
	const char *sort;
	uint64_t interval;   /* seconds; 0: print once */
	bool running;        /* only jobs that run, for these seconds: */
	int64_t over, under; /* 0: any; FT_TIME_UNLIMITED */
	enum ft_format_kind kind;
	struct ft_slurmdoc doc; /* --json of squeue since 23.02 */
	bool prometheus;
};

void fqueue_args_free(void *settings);
extern const struct ft_option fqueue_options[];
/* Apply the environment where the command line has no option. */
enum ft_status fqueue_args_finish(
    struct fqueue_args *args, struct ft_error *err);

/* One line: a job, a task of a waiting array, or a job in one partition. */
struct fqueue_row {
	struct ft_jobdoc of; /* first, for columns; task: that of -r */
	const struct fqueue_view *view;
	const char *reasons; /* all reasons of an array in one row; else NULL */
	const char *partition; /* -P: the partition of the row; else NULL */
	uint32_t priority;
	double place; /* position in slurmctld's job list */
	size_t order; /* among rows at the same position */
};

struct fqueue_view {
	const struct fqueue_args *args;
	struct ft_world *world;
	struct ft_timetext time;
	struct fqueue_row *row;
	size_t n, cap;
	uint32_t *host; /* -w: nodes, ascending */
	size_t n_host;
	struct ft_arena arena; /* arrays of which only some tasks are shown */
	const struct ft_visibility *visibility;
	struct ft_asker asker;
	const struct ft_forecast *forecast; /* NULL: none was made */
};

/* Fill VIEW with the rows ARGS asks for, in their order. */
enum ft_status fqueue_rows(struct fqueue_view *view, struct ft_error *err);
/* Merge waiting tasks that became jobs of their own into the array's row. */
void fqueue_merge(struct fqueue_view *view);
/* Returns false after complaining, as squeue does, about an unknown key. */
bool fqueue_sort(struct fqueue_view *view);
void fqueue_sort_places(struct fqueue_view *view);
/* --json of squeue: all rows, in slurmctld's order. */
void fqueue_rows_all(struct fqueue_view *view);
void fqueue_view_free(struct fqueue_view *view);

/* --only-job-state under the Slurm name: of a job only ID and state are known. */
bool fqueue_is_bare(const struct fqueue_args *args);
/* Print what squeue --usage does. */
void fqueue_print_usage(const struct ft_context *context);
const struct ft_job *fqueue_bare(
    struct ft_arena *arena, const struct ft_job *job);
/* Make COLUMN show what it says of such a job. */
void fqueue_use_bare(struct ft_column *column);

/* What to print: -o, -O or the default. */
void fqueue_format_choose(
    const struct fqueue_args *args, struct ft_code_list *list);
/* Report words that name no column. */
void fqueue_format_complain(struct fqueue_args *args);
/* Make COLUMN show the batch step of a job, where that differs. */
void fqueue_use_step(struct ft_column *column);

/* Returns the column of that name, NULL if RELEASE has none. */
const struct ft_column *fqueue_column(
    const char *name, size_t len, enum ft_release release);

/* The columns of --steps. */
#define FQUEUE_STEP_COLUMNS 32
void fqueue_step_columns(struct ft_column column[FQUEUE_STEP_COLUMNS + 1]);
/* Returns that which -O calls WORD, NULL if RELEASE has none. */
const struct ft_column *fqueue_step_word(const struct ft_column *column,
    const char *word, size_t len, enum ft_release release);

void fqueue_print(const struct fqueue_view *view, struct ft_code_list *list,
    struct ft_out *out);
/*
 * Output for programs: CSV and parsable with the columns of LIST, JSON and YAML
 * with all; the rows of all clusters are in one table.
 */
struct ft_table *fqueue_table_open(const struct fqueue_args *args,
    const struct ft_code_list *list, struct ft_out *out);
void fqueue_table_put(struct ft_table *table, const struct fqueue_view *view);
/* squeue --json, --yaml of 22.05: all jobs; other options do not count. */
void fqueue_old_document(const struct fqueue_view *view, struct ft_out *out);
/* Those of later releases: the rows that were asked for. */
enum ft_status fqueue_slurm_document(const struct fqueue_view *view,
    const struct ft_session *session, struct ft_out *out);

#endif
