/*
 * facct.h - facct, sacct: what its files share.
 *
 * args.c reads the command line, window.c its times, select.c chooses and sorts
 * the jobs; columns.c and used.c have the values of columns, which job.c collects;
 * print.c prints tables, JSON and YAML, slurmdoc.c the JSON of sacct.  feff shows the same jobs
 * (feff/feff.c).  Source: sacct(1).
 */
#ifndef FT_CMD_FACCT_FACCT_H
#define FT_CMD_FACCT_FACCT_H

#include "base/intern.h"
#include "cli/opt.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "cli/slurmlist.h"
#include "common/timetext.h"
#include "cli/arglist.h"
#include "model/account/acctdb.h"
#include "model/job/job.h"
#include "model/account/tres.h"
#include "report/format/format.h"

extern const struct ft_column facct_fields[];
/* The column shows a date; a member that a brief job (facct_view) has not. */
enum { FACCT_DATE = 1, FACCT_WHOLE = 2 };

/* -s: bits of enum ft_job_state, and this flag. */
#define ACCT_REQUEUED (UINT32_C(1) << 26)

/* One of -j: a job, one task of an array, or a step of either. */
struct facct_id {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
	bool step;
	bool batch; /* the step is the batch script, the only one there is */
};

/* min[-max]; max 0: only min. */
struct facct_range {
	bool given;
	uint64_t least, most;
};

/* The command line. */
struct facct_args {
	struct ft_context *context;
	struct ft_session session;

	struct ft_arglist users, accounts, partitions, qos, names, groups,
	    wckeys, clusters, hosts, flags, associations, features, reasons;
	struct facct_id *id;
	size_t n_id, cap_id;
	const char *start, *end; /* -S, -E: dates */
	uint32_t states;         /* 0: any */
	struct facct_range nodes, cpus;
	const char *limit_least, *limit_most; /* -k, -K */
	const char *nobody; /* the option that names nobody; NULL: none */
	bool all_users, all_clusters, duplicates, no_header, no_steps, steps,
	    truncate, verbose;
	struct ft_str fields;           /* -o, joined */
	bool fields_given, brief, wide; /* -o, -b, -l: their columns in this
	                                   order */
	bool tasks;       /* --array: rows of the tasks that wait */
	bool script, env; /* --batch-script, --env-vars */
	bool figures;     /* feff -d */
	const char *delimiter;
	char unit; /* of memory: 0: a suitable one, 'R': MiB, else K M G T P */
	enum ft_format_kind kind;
	struct ft_slurmdoc asked; /* --json of sacct since 23.02 */

	/* set from these */
	int64_t from, until; /* the time window */
	bool windowed;       /* false: -j without times has no window */
	bool nothing;        /* an unknown cluster, which has no jobs */
	bool bad_hosts;      /* -N is no list, which sacct sees last */
};

void facct_args_init(void *settings);
void facct_args_free(void *settings);
extern const struct ft_option facct_options[];
/* Set the window, by the session's clock. */
enum ft_status facct_args_window(struct facct_args *args, struct ft_error *err);

/* FT_ENOENT: nobody has a name of -u. */
enum ft_status facct_check_users(struct facct_args *args, struct ft_error *err);
/* sacct refuses a QOS that does not exist, with the names of the others. */
enum ft_status facct_check_qos(
    const struct facct_args *args, struct ft_error *err);

struct facct_view {
	const struct facct_args *args;
	struct ft_acctdb acctdb;
	struct ft_tres_table tres;
	struct ft_intern strings;
	struct ft_timetext time;
	int64_t now;
	const char *cluster;
	bool brief; /* jobs have only the members that most columns show
	               (ft_store_read_history) */
	struct ft_job **requeued; /* chosen runs of jobs with several, in the
	                             order of the listing */
	size_t n, cap;
	bool found; /* facct_each found a job */
};

/* Prepare VIEW, whose args and brief are set, for facct_each. */
enum ft_status facct_view_open(
    struct facct_view *view, struct ft_session *session, struct ft_error *err);
void facct_view_free(struct facct_view *view);
/*
 * Call FN with each job that is chosen, in the order of the listing, until it
 * returns false.  The job is gone when FN returns, which must not read the store.
 */
typedef bool facct_job_fn(void *ctx, const struct ft_job *job);
enum ft_status facct_each(
    struct facct_view *view, facct_job_fn *fn, void *ctx, struct ft_error *err);
/* Return whether the job itself, or its batch step, is shown. */
bool facct_shows_job(const struct facct_view *view, const struct ft_job *job);
bool facct_shows_step(const struct facct_view *view, const struct ft_job *job);

/* Returns since when JOB is eligible.  slurmdbd learns that a held job, and an array
 * at its limit of tasks, is not. */
int64_t facct_eligible(const struct facct_args *args, const struct ft_job *job);

/* What columns show: a job or its batch step. */
struct facct_row {
	const struct ft_job *job;     /* first: columns show its members, */
	const struct facct_row *self; /* and those of the row */
	const struct facct_view *view;
	const char *cluster, *partition, *qos;
	const char *node_list, *reason; /* NULL: none */
	uint64_t cpus;                  /* it had, or asks for */
	uint64_t asked_cpus;
	uint64_t had_nodes, asked_nodes; /* 0: it had none */
	uint64_t nodes;                  /* it had, or asks for */
	/* cut by --truncate: store times, 0 none; and seconds */
	int64_t start, end, elapsed, suspended;
	int64_t cpu_time; /* CPUs times elapsed */
	/* FT_JOB_USED_UNKNOWN: not known */
	int64_t cpu_used; /* microseconds, of all its CPUs */
	int64_t mem_used; /* KiB */
	int64_t waited;   /* from becoming eligible to its start, its end or
	                     now */
};
/* Returns why JOB waited; NULL: for nothing. */
const char *facct_reason(
    const struct ft_context *context, const struct ft_job *job);
void facct_row_fill(struct facct_row *row, const struct facct_view *view,
    const struct ft_job *job);
/* Make the row of a job one of its batch step. */
void facct_row_step(struct facct_row *row);
/* Append to COLUMNS the columns OF as they are for steps. */
void facct_step_columns(
    struct ft_columns *columns, const struct ft_columns *of);
const char *facct_step_state(const struct ft_job *job);
uint64_t facct_step_memory(const struct ft_job *job);
/* used.c: fill what ROW used, and the columns that show it. */
void facct_row_used(struct facct_row *row);
ft_column_fn facct_get_step_state, facct_get_first_node, facct_total_cpu,
    facct_step_cpu, facct_cpu_efficiency, facct_cpu_part, facct_mem_used,
    facct_mem_used_raw, facct_mem_efficiency, facct_used_node, facct_used_task,
    facct_used_tres;
/* Append an amount of memory in UNIT, one of KMGTP. */
void facct_add_in_unit(struct ft_str *out, char unit, double kib);
/* Append memory and resources in the units of --units. */
void facct_add_memory(
    struct ft_str *out, const struct facct_view *view, uint64_t mib);
void facct_add_tres(
    struct ft_str *out, const struct facct_view *view, const uint64_t *tres);
static inline bool
facct_is_slurm(const struct facct_row *row)
{
	return row->view->args->context->slurm;
}

/* Returns whether the output is JSON or YAML. */
bool facct_is_document(const struct facct_view *view);
/* Append the name of its first node. */
void facct_add_first_node(struct ft_str *out, const struct ft_job *job);

/* Where a column finds a member of the row. */
#define FACCT_ROW(name)                                                        \
	FT_MEMBER_OF(struct facct_row, self, struct facct_row, name)

/* Print what --batch-script or --env-vars ask for. */
enum ft_status facct_print_origin(
    struct facct_view *view, struct ft_out *out, struct ft_error *err);
enum ft_status facct_print(struct facct_view *view,
    const struct ft_columns *list, struct ft_out *out, struct ft_error *err);
/* Our own JSON and YAML, with all fields. */
enum ft_status facct_document(
    struct facct_view *view, struct ft_out *out, struct ft_error *err);
/* sacct --json, --yaml; VIEW->found is set. */
enum ft_status facct_slurm_document(
    struct facct_view *view, struct ft_out *out, struct ft_error *err);

#endif
