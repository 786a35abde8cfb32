/*
 * jobs.h - jobs, reservations, live changes of nodes and partitions, and what the
 * accounting remembers of nodes and reservations, in the store.
 *
 * They are not journalled, unless ft_store_watch_work was called.  Each job gets a
 * larger stamp whenever it is written, so a process that has the jobs in memory can
 * read what others have changed.
 */
#ifndef FT_STORE_JOB_JOBS_H
#define FT_STORE_JOB_JOBS_H

#include "base/intern.h"
#include "model/job/job.h"
#include "model/job/tally.h"
#include "model/account/tres.h"
#include "model/tree/tree.h"
#include "store/store.h"

/* Receives each job read, and its arrays: ft_job_clear it. */
typedef enum ft_status ft_store_job_fn(
    void *ctx, struct ft_job *job, struct ft_error *err);

/* Which jobs.  Fields that are 0 or NULL do not restrict. */
struct ft_store_job_filter {
	uint32_t cluster;
	int64_t after_stamp; /* only with a larger stamp */
	int64_t ended_since; /* active ones, and those that ended at this time
	                          or later; INT64_MIN: all */
	bool runs;           /* earlier runs of requeued jobs, too */
	bool requeued;       /* only jobs with earlier runs, and these */
	bool sums;           /* with ended_since: only the members that JOB_SUMS
	                        in row/stmt.def has */
	uint32_t number;     /* only this JobId or array */
	const char *numbers; /* the same, of several: a JSON array */
	/* with ended_since: those pending ones that are submitted after
	   arrive_by only if they have a dependency or a reservation, or not
	   at all */
	int64_t arrive_by;
	bool not_tied;
	int64_t arrived; /* only pending ones that are submitted after this
	                    time and by arrive_by */
};
/* What jobs and reservations are read into. */
struct ft_store_reader {
	struct ft_intern *strings;
	const struct ft_tres_table *tres; /* whose indexes vectors have */
	void *ctx;                        /* for FN */
};
/*
 * Read jobs by number, then id.  node[].node is the index in the host list
 * `nodes`, as the store has no nodes.  Earlier runs of a job come before it, with
 * its id and, where a run has no value of its own, with its values; the flag
 * FT_JOB_REQUEUED means that sacct shows the run as REQUEUED.
 * FT_EFOREIGN: a damaged row.
 */
enum ft_status ft_store_read_jobs(struct ft_store *store,
    const struct ft_store_job_filter *filter,
    const struct ft_store_reader *reader, ft_store_job_fn *fn,
    struct ft_error *err);
/* Count the pending jobs of CLUSTER that are submitted after NOW; *last: the
 * largest number of all its jobs, 0 none. */
enum ft_status ft_store_count_arriving(struct ft_store *store, uint32_t cluster,
    int64_t now, size_t *n, struct ft_error *err);
enum ft_status ft_store_last_number(struct ft_store *store, uint32_t cluster,
    int64_t *last, struct ft_error *err);
/* Set *jobs and *users to whether the store has any; root is not counted. */
enum ft_status ft_store_has_any(
    struct ft_store *store, bool *jobs, bool *users, struct ft_error *err);
/* Set *any to whether a job of CLUSTER runs or is suspended. */
enum ft_status ft_store_has_running(
    struct ft_store *store, uint32_t cluster, bool *any, struct ft_error *err);
/* The jobs of a cluster. */
struct ft_store_jobs {
	struct ft_store *store;
	uint32_t cluster;
	const struct ft_tres_table *tres; /* whose indexes vectors have */
};
/* Write JOB, inside a transaction, and set its stamp; id 0: a new job, whose id is
 * set.  part_qos: id of the QOS of its partition, 0 none or the job's own. */
enum ft_status ft_store_put_job(const struct ft_store_jobs *jobs,
    struct ft_job *job, uint32_t part_qos, struct ft_error *err);

/*
 * Take all active jobs of CLUSTER out of its queue before a snapshot of another
 * cluster says what became of them: ft_store_put_job with its id puts a job back.
 * Afterwards those that are left count as ended NOW; *n: how many.  Inside a
 * transaction, which must write the configuration, too.
 */
#define FT_STORE_SHELVED 1 /* until then it is when they ended */
enum ft_status ft_store_shelve_jobs(
    struct ft_store *store, uint32_t cluster, struct ft_error *err);
/* Call FN for each job of CLUSTER, by its id. */
typedef void ft_store_job_key_fn(
    void *ctx, uint32_t number, uint32_t id, bool active);
enum ft_status ft_store_each_job_key(struct ft_store *store, uint32_t cluster,
    ft_store_job_key_fn *fn, void *ctx, struct ft_error *err);
enum ft_status ft_store_end_shelved(struct ft_store *store, uint32_t cluster,
    int64_t now, size_t *n, struct ft_error *err);

/* An earlier run of a job, which was requeued. */
struct ft_store_run {
	uint32_t job; /* its id */
	int state;
	bool requeued; /* sacct shows it as REQUEUED */
	int64_t submitted, eligible, started, ended, suspended_secs;
	const char *partition, *nodes;
	uint32_t qos;
	int scheduler;
	const uint64_t *alloc;
	uint32_t n_node;
	uint32_t exit_code, exit_signal;
};
/* Inside a transaction. */
enum ft_status ft_store_put_run(struct ft_store *store,
    const struct ft_store_run *run, const struct ft_tres_table *tres,
    struct ft_error *err);

/* Counters that grow when something is changed, to notice changes by others. */
struct ft_store_seen {
	int64_t config; /* transactions that changed the configuration, usage
	                   marks, nodes or partitions */
	int64_t jobs;   /* transactions that wrote jobs, charges, ... */
	int64_t stamp;  /* largest stamp of a job */
	int64_t charge; /* largest id of a charge */
};
enum ft_status ft_store_read_seen(
    struct ft_store *store, struct ft_store_seen *seen, struct ft_error *err);
/* Only the first of them. */
enum ft_status ft_store_read_config_seen(
    struct ft_store *store, int64_t *config, struct ft_error *err);

/* What slurmctld remembers of its own work; times 0: never. */
struct ft_store_controller {
	int64_t main_ran, full_ran, backfill_ran; /* last runs of schedulers */
	bool wanted;               /* the main scheduler has work */
	uint32_t next_number;      /* JobId of the next job; 0: FirstJobId */
	uint32_t basic_priority;   /* last one of priority/basic; 0: none */
	uint32_t last_reservation; /* number of the last one; 0 none */
	struct ft_tally tally;
};
enum ft_status ft_store_get_controller(struct ft_store *store, uint32_t cluster,
    struct ft_store_controller *controller, struct ft_error *err);
enum ft_status ft_store_put_controller(struct ft_store *store, uint32_t cluster,
    const struct ft_store_controller *controller, struct ft_error *err);

/*
 * A change of a node or partition by scontrol update, KEY=VALUE; a later change
 * of the same key replaces it.  They are read in the order in which they were
 * made.
 */
struct ft_live_change {
	char kind; /* 'n' node, 'p' partition */
	const char *name;
	const char *key;   /* "": the partition was created or deleted */
	const char *value; /* of that: "" deleted */
	int64_t at;
};
typedef enum ft_status ft_live_change_fn(
    void *ctx, const struct ft_live_change *change, struct ft_error *err);
enum ft_status ft_store_read_live(struct ft_store *store, uint32_t cluster,
    ft_live_change_fn *fn, void *ctx, struct ft_error *err);
enum ft_status ft_store_put_live(struct ft_store *store, uint32_t cluster,
    const struct ft_live_change *change, struct ft_error *err);
/* scontrol reconfigure: forget all but states of nodes and their reasons (case
 * x50-events). */
enum ft_status ft_store_clear_live(
    struct ft_store *store, uint32_t cluster, struct ft_error *err);

/*
 * Advance reservations in the order in which they were made.  Strings are the
 * reader's, core[] is FN's, node is NULL: the store has no nodes.
 * FT_EFOREIGN: a damaged row.
 */
struct ft_reservation;
typedef enum ft_status ft_store_reservation_fn(
    void *ctx, struct ft_reservation *reservation, struct ft_error *err);
enum ft_status ft_store_read_reservations(struct ft_store *store,
    uint32_t cluster, const struct ft_store_reader *reader,
    ft_store_reservation_fn *fn, struct ft_error *err);
/* Write one (a new one if id 0, which is set) or take it off, inside a
 * transaction; core[] has N_NODE elements. */
enum ft_status ft_store_put_reservation(struct ft_store *store,
    uint32_t cluster, struct ft_reservation *reservation, struct ft_error *err);
enum ft_status ft_store_drop_reservation(
    struct ft_store *store, uint32_t id, struct ft_error *err);

/*
 * What the accounting remembers (model/machine/nodeevent.h,
 * model/reservation/record.h).  Reading: events by node, then start, only those
 * that still last if OPEN; records in the order in which they were made.  Strings
 * are the reader's, tres is FN's.  FT_EFOREIGN: a damaged row.
 * Writing, inside a transaction: id 0 makes a new row, whose id is set; no time
 * has to be the present.
 */
struct ft_node_event;
struct ft_reservation_record;
typedef enum ft_status ft_store_node_event_fn(
    void *ctx, struct ft_node_event *event, struct ft_error *err);
typedef enum ft_status ft_store_reservation_record_fn(
    void *ctx, struct ft_reservation_record *record, struct ft_error *err);
struct ft_store_event_filter {
	uint32_t cluster;
	bool open;
};
enum ft_status ft_store_read_node_events(struct ft_store *store,
    const struct ft_store_event_filter *filter,
    const struct ft_store_reader *reader, ft_store_node_event_fn *fn,
    struct ft_error *err);
enum ft_status ft_store_put_node_event(const struct ft_store_jobs *to,
    struct ft_node_event *event, struct ft_error *err);
/* The event of NODE that still lasts, if there is one, ends at NOW. */
enum ft_status ft_store_end_node_event(const struct ft_store_jobs *to,
    const char *node, int64_t now, struct ft_error *err);
struct ft_store_record_filter {
	uint32_t cluster;
	uint32_t
	    last_of; /* number of a reservation: only its last record; 0 all */
};
enum ft_status ft_store_read_reservation_records(struct ft_store *store,
    const struct ft_store_record_filter *filter,
    const struct ft_store_reader *reader, ft_store_reservation_record_fn *fn,
    struct ft_error *err);
enum ft_status ft_store_put_reservation_record(const struct ft_store_jobs *to,
    struct ft_reservation_record *record, struct ft_error *err);

#endif
