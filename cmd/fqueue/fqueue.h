/*
 * fqueue.h - fqueue, squeue: what its files share.
 *
 * args.c reads the command line, format.c what is to be printed, rows.c
 * decides which jobs there are, sort.c in which order, columns.c and times.c
 * what stands in a column, print.c writes tables and documents, slurmdoc.c the
 * documents of squeue.  Source: squeue(1).
 */
#ifndef FT_CMD_FQUEUE_FQUEUE_H
#define FT_CMD_FQUEUE_FQUEUE_H

#include "cli/opt.h"
#include "common/session.h"
#include "cli/slurmlist.h"
#include "common/timetext.h"
#include "cli/words.h"
#include "report/format/codes.h"
#include "report/format/format.h"
#include "sim/world/world.h"

extern const struct ft_column queue_fields[];

/* Bits of columns. */
enum queue_column_flag {
	QUEUE_SAYS = 1, /* its word for none is a value, for programs, too */
	QUEUE_DATE = 2,
	QUEUE_PRIORITY = 4, /* it needs the priorities of waiting jobs */
	QUEUE_NO_WORD = 8   /* squeue -O does not know it */
};

/* -t: bits of enum ft_job_state, and of what may come beside it. */
enum {
	QUEUE_COMPLETING = 1 << 24,
	QUEUE_CONFIGURING = 1 << 25,
	QUEUE_REQUEUED = 1 << 26,
	QUEUE_REQUEUE_HOLD = 1 << 27,
	QUEUE_ALL_STATES = 0x7fffffff
};

/* One of -j: a job, or one task of an array. */
struct queue_id {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
};

/* The command line. */
struct queue_args {
	struct ft_context *context;
	struct ft_session session; /* wishes only: each round opens its own */

	struct ft_words users, accounts, partitions, qos, names, reservations,
	    licenses, clusters;
	const char *hosts;
	struct queue_id *id;
	size_t n_id, cap_id;
	bool ids_given;
	ft_opt_fn *bare; /* of the last -j or -s without its list */
	uint32_t states; /* 0: those that are not over */
	bool me, all, array, multi, long_list, start, steps, no_header;
	const char *clusters_text;        /* as it was given; NULL not */
	const char *format, *long_format; /* -o, -O */
	const char *sort;
	uint64_t interval; /* seconds; 0 once */
	enum ft_format_kind kind;
	bool prometheus;
};

void queue_args_free(void *settings);
extern const struct ft_option queue_options[];
/* What the environment asks for and the command line does not. */
enum ft_status queue_args_finish(struct queue_args *args, struct ft_error *err);

/* One line: a job, a task of a waiting array, or a job in one partition. */
struct queue_row {
	const struct ft_job *job; /* first: columns show its members */
	const struct queue_view *view;
	int32_t task;          /* -r: of a head; else FT_TASK_NONE */
	const char *reasons;   /* of an array that is one row; else NULL */
	const char *partition; /* -P: this one; else NULL */
	uint32_t priority;
	double place; /* in slurmctld's list */
	size_t order; /* of those at the same place */
};

struct queue_view {
	const struct queue_args *args;
	struct ft_world *world;
	struct ft_timetext time;
	struct queue_row *row;
	size_t n, cap;
	uint32_t *host; /* -w: nodes, ascending */
	size_t n_host;
	struct ft_arena arena; /* arrays of which only some tasks are shown */
	const struct ft_sight *sight;
	struct ft_asker asker;
};

/* Fill VIEW with the rows ARGS asks for, in their order. */
enum ft_status queue_rows(struct queue_view *view, struct ft_error *err);
/* Put waiting tasks that are jobs of their own back into their array's row. */
void queue_merge(struct queue_view *view);
void queue_sort(struct queue_view *view);
void queue_sort_places(struct queue_view *view);
/* --json of squeue: all rows, in slurmctld's order. */
void queue_rows_all(struct queue_view *view);
void queue_view_free(struct queue_view *view);

/* What to print: -o, -O or the default. */
void queue_format_choose(
    const struct queue_args *args, struct ft_code_list *list);
/* Make COLUMN show the batch step of a job, where that differs. */
void queue_use_step(struct ft_column *column);
/* When it ends if it runs as long as it may: 0 unknown, -1 never. */
int64_t queue_end(const struct queue_row *row);

void queue_print(const struct queue_view *view, struct ft_code_list *list,
    struct ft_out *out);
/*
 * For programs: CSV and parsable of the columns of LIST, JSON and YAML of all;
 * one table for the rows of all clusters.
 */
struct queue_document {
	struct ft_table *table;
	struct ft_columns fields;
};
void queue_document_open(struct queue_document *document,
    const struct queue_args *args, const struct ft_code_list *list,
    struct ft_out *out);
void queue_document_rows(
    struct queue_document *document, const struct queue_view *view);
void queue_document_close(struct queue_document *document);
/* squeue --json, --yaml: all jobs, whatever else is asked for. */
void queue_slurm_document(const struct queue_view *view, struct ft_out *out);

#endif
