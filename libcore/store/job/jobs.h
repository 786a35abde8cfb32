/*
 * jobs.h - jobs, charges and live changes in the store.
 *
 * Jobs and charges are append-only facts of the clock's time and are not
 * journalled.  Each written job gets a stamp, larger than all before, so that
 * whoever holds a world in memory can ask what others changed since.
 */
#ifndef FT_STORE_JOB_JOBS_H
#define FT_STORE_JOB_JOBS_H

#include "base/intern.h"
#include "model/job/job.h"
#include "model/account/tres.h"
#include "model/tree/tree.h"
#include "store/store.h"

/* Called for each job read; takes JOB's arrays over (or clears it). */
typedef enum ft_status ft_store_job_fn(
    void *ctx, struct ft_job *job, struct ft_error *err);

/* Which jobs.  Fields that are 0 or NULL do not restrict. */
struct ft_store_job_filter {
	uint32_t cluster;
	int64_t after_stamp; /* only stamp > this */
	int64_t ended_since; /* active ones and those that ended then or
	                          later; INT64_MIN: also all older ones */
	bool runs;           /* also earlier runs of jobs put back */
	uint32_t number;     /* this JobId or array */
};
/* Who reads jobs, or reservations: what is made of rows. */
struct ft_store_reader {
	struct ft_intern *strings;
	const struct ft_tres_table *tres; /* vectors are by index of it */
	void *ctx;                        /* of what is called */
};
/*
 * Read jobs by number, then id.  node[].node is the place in the host list `nodes`: the store knows no machine.  Earlier runs
 * come before the job itself, with its id, and with what was as it is now where
 * the run does not say; flag FT_JOB_REQUEUED: shown as REQUEUED.
 * FT_EFOREIGN: a damaged row.
 */
enum ft_status ft_store_read_jobs(struct ft_store *store,
    const struct ft_store_job_filter *filter,
    const struct ft_store_reader *reader, ft_store_job_fn *fn,
    struct ft_error *err);
/* Whether any job of CLUSTER runs or is suspended. */
enum ft_status ft_store_has_running(
    struct ft_store *store, uint32_t cluster, bool *any, struct ft_error *err);
/* The jobs of a cluster. */
struct ft_store_jobs {
	struct ft_store *store;
	uint32_t cluster;
	const struct ft_tres_table *tres; /* vectors are by index of it */
};
/* Write JOB (a new one if id 0, which is set), inside a transaction; its stamp
 * is set.  part_qos: id of the QOS of the partition it runs in, 0 none or the
 * job's own. */
enum ft_status ft_store_put_job(const struct ft_store_jobs *jobs,
    struct ft_job *job, uint32_t part_qos, struct ft_error *err);

/* A charge: see usage_segment. */
struct ft_store_charge {
	uint32_t assoc, qos, part_qos, job; /* ids; 0 none */
	int64_t starts, ends;
	double rate, usage_factor;
	const uint64_t *alloc; /* by index of TRES */
};
enum ft_status ft_store_put_charge(struct ft_store *store, uint32_t cluster,
    const struct ft_store_charge *charge, const struct ft_tres_table *tres,
    struct ft_error *err);

/* One earlier run of a job (job: its id), inside a transaction. */
struct ft_store_run {
	uint32_t job;
	int state;
	bool requeued;
	int64_t submitted, eligible, started, ended, suspended_secs;
	const char *partition, *nodes;
	uint32_t qos;
	int scheduler;
	const uint64_t *alloc;
	uint32_t n_node;
	uint32_t exit_code, exit_signal;
};
enum ft_status ft_store_put_run(struct ft_store *store,
    const struct ft_store_run *run, const struct ft_tres_table *tres,
    struct ft_error *err);

/* A decay pass at AT reset all usage: what was booked before it is void. */
enum ft_status ft_store_put_reset(
    struct ft_store *store, uint32_t cluster, int64_t at, struct ft_error *err);
/* The next pass of each cluster will, passes being RULES' period apart from the
 * last one on. */
enum ft_status ft_store_reset_next(
    struct ft_store *store, const struct ft_era *rules, struct ft_error *err);
/* Set *at to the first pass after AFTER that is known to reset, 0: none. */
enum ft_status ft_store_next_reset(struct ft_store *store, uint32_t cluster,
    int64_t after, int64_t *at, struct ft_error *err);

/* What the store holds now, to tell whether others changed something. */
struct ft_store_seen {
	int64_t config; /* count of changes of the configuration and usage by
	                   hand, live ones too */
	int64_t jobs;   /* of transactions that wrote jobs, charges, ... */
	int64_t stamp;  /* the largest of a job */
	int64_t charge; /* the largest id */
};
enum ft_status ft_store_read_seen(
    struct ft_store *store, struct ft_store_seen *seen, struct ft_error *err);

/* The controller's own numbers of a cluster. */
struct ft_store_controller {
	int64_t main_ran, full_ran, backfill_ran;
	bool wanted;
	uint32_t next_number;      /* 0: FirstJobId */
	uint32_t basic_priority;   /* 0: none handed out */
	uint32_t last_reservation; /* number of the last one; 0 none */
};
enum ft_status ft_store_get_controller(struct ft_store *store, uint32_t cluster,
    struct ft_store_controller *controller, struct ft_error *err);
enum ft_status ft_store_put_controller(struct ft_store *store, uint32_t cluster,
    const struct ft_store_controller *controller, struct ft_error *err);

/*
 * Live changes of nodes and partitions: KEY=VALUE, in the order they were made;
 * a later one of the same key takes the place of the earlier.
 */
struct ft_live_change {
	char kind; /* 'n' node, 'p' partition */
	const char *name, *key,
	    *value; /* key "": p: added; value "": p: gone */
	int64_t at;
};
typedef enum ft_status ft_live_change_fn(
    void *ctx, const struct ft_live_change *change, struct ft_error *err);
enum ft_status ft_store_read_live(struct ft_store *store, uint32_t cluster,
    ft_live_change_fn *fn, void *ctx, struct ft_error *err);
enum ft_status ft_store_put_live(struct ft_store *store, uint32_t cluster,
    const struct ft_live_change *change, struct ft_error *err);
/* scontrol reconfigure: back to what the file says. */
enum ft_status ft_store_clear_live(
    struct ft_store *store, uint32_t cluster, struct ft_error *err);

/*
 * Advance reservations in the order they were made; strings are the reader's,
 * node is NULL: the store knows no machine.  FN takes core[] over.
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
 * Own usage on Slurm's pass grid.  Marks count at once; running jobs are booked
 * up to the last pass.
 */
struct ft_usage_query {
	uint32_t cluster;
	const struct ft_era *era; /* [n_era], oldest first; the last one is
	                             today's, its end any pass of it */
	size_t n_era;             /* > 0 */
	int64_t now;
	int32_t what;     /* 0 raw usage, -1 group wall seconds, else TRES id */
	ft_real *at_pass; /* out: booked up to the last pass at NOW or before
	                     and decayed to it */
	ft_real *since;   /* out: booked after it; may be NULL */
};
/* By node of TREE: at_pass and since are [tree->n]. */
enum ft_status ft_store_read_booked(struct ft_store *store,
    const struct ft_usage_query *query, const struct ft_tree *tree,
    struct ft_error *err);
/* By index of QOS[n]: at_pass and since are [n].  What their flags say of
 * NoDecay holds for today's era. */
enum ft_status ft_store_read_qos_booked(struct ft_store *store,
    const struct ft_usage_query *query, const struct ft_qos *qos, size_t n,
    struct ft_error *err);

#endif
