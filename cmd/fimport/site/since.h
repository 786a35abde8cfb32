/*
 * since.h - fimport site --since-last: what has changed since the store was
 * made from an earlier snapshot (since.c), and whether usage is what it should
 * be by now (drift.c).
 *
 * The later snapshot is imported in a transaction that is rolled back;
 * meanwhile, the parts of the site call these functions.
 */
#ifndef FT_CMD_FIMPORT_SITE_SINCE_H
#define FT_CMD_FIMPORT_SITE_SINCE_H

#include "admin/step/step.h"
#include "fimport/site/site.h"
#include "load/world/world.h"
#include "report/verify/rebuild.h"

/* What happened to a job; several can. */
enum fimport_event {
	FIMPORT_JOB_SUBMITTED,
	FIMPORT_JOB_STARTED,
	FIMPORT_JOB_ENDED,
	FIMPORT_JOB_VANISHED, /* was active, and the site says nothing of it now */
	FIMPORT_EVENTS
};

struct fimport_job_numbers {
	uint32_t *number;
	size_t n, cap;
};

/* A row of sshare in the later snapshot. */
struct fimport_drift {
	uint32_t assoc;
	int64_t real;     /* RawUsage there */
	double low, high; /* it had to be between these, low included */
};

/* What usage is rebuilt from, and how; all that rebuild borrows is here. */
struct fimport_rebuild {
	struct ft_rebuild all;
	struct ft_world world;
	bool has_world;   /* it is loaded */
	struct ft_map at; /* row by association */
	struct ft_run_charges runs;
	struct ft_rebuild_run *run;
	struct ft_era *era;
};

struct fimport_since {
	struct ft_session before; /* the store as it is */
	struct ft_acctdb old, new;
	struct ft_steps steps;
	struct ft_str settings; /* a line for each that changed */
	size_t n_setting;
	struct ft_map job; /* its state before, by id */
	struct fimport_job_numbers happened[FIMPORT_EVENTS];
	struct fimport_drift *row;
	size_t n, cap;
	int64_t from, until; /* decay passes before and after */
	int64_t half_life;   /* of the settings */
	int64_t uneven;      /* seconds by which the passes in between were not
	                        PriorityCalcPeriod apart */
	bool resets;         /* PriorityUsageResetPeriod is set */
	bool sought;         /* until is the pass that gives the most rows */
	bool partial;        /* PrivateData hides rows */
	/* the pass that cleared all usage by PriorityUsageResetPeriod, or
	 * should have; 0: none */
	int64_t cleared, kept;
	struct fimport_rebuild
	    rebuild; /* has other settings that give all rows */
};

/* Read the store as it is; to be freed even on failure. */
enum ft_status fimport_since_begin(
    struct fimport_site *site, struct ft_error *err);
void fimport_since_free(struct fimport_since *since);
/* Compare the settings, after they were imported.  FT_EINVAL: they are of
 * another cluster. */
enum ft_status fimport_since_settings(
    struct fimport_site *site, struct ft_error *err);
/* Compare the jobs, after those of the snapshot were imported and while those
 * that it does not name are still shelved. */
enum ft_status fimport_since_jobs(
    struct fimport_site *site, struct ft_error *err);
/* Compare the tree, after it was imported, and replace the answer by the
 * report. */
enum ft_status fimport_since_end(
    struct fimport_site *site, struct ft_error *err);

/* ---- drift.c --------------------------------------------------------------------- */

/*
 * Predict the usage of since->row[], whose `assoc` and `real` are set.  Jobs
 * have been imported; usage is still that of the earlier snapshot.  PASS: the
 * last decay pass before the shares were printed, at AT; 0: unknown.
 */
enum ft_status fimport_since_usage(
    struct fimport_site *site, int64_t pass, int64_t at, struct ft_error *err);
/* Returns whether the real usage of ROW agrees with the prediction. */
bool fimport_drift_fits(const struct fimport_drift *row);
/* Returns how many rows agree. */
size_t fimport_since_equal(const struct fimport_since *since);

/* ---- rebuild.c -------------------------------------------------------------------- */

/*
 * Set REBUILD, whose runs.after and all.after are set, from SOURCE: a row for
 * each node of TREE, none of them shown.  The caller sets `from`, the eras and
 * the half-life before, and frees REBUILD even on failure.
 */
enum ft_status fimport_rebuild_open(struct fimport_rebuild *rebuild,
    const struct ft_load_source *source, const struct ft_tree *tree,
    struct ft_error *err);
/* Returns the row of ASSOC, NULL if the tree lacks it. */
struct ft_rebuild_row *fimport_rebuild_row(
    struct fimport_rebuild *rebuild, uint32_t assoc);
void fimport_rebuild_free(struct fimport_rebuild *rebuild);

/* ---- recount.c -------------------------------------------------------------------- */

/* A table of shares. */
struct fimport_recount {
	const struct fimport_drift *row; /* [n]; low and high are not used */
	size_t n;
	int64_t at;   /* when it was printed */
	int64_t pass; /* the last decay pass before; 0 unknown */
};
/* Append to site->notes how far the RawUsage in the table follows from the jobs
 * of the site, all of which have been imported. */
enum ft_status fimport_site_recount(struct fimport_site *site,
    const struct fimport_recount *recount, struct ft_error *err);
/* Append the name of an association of ACCTDB: chem, bob@chem, bob@chem:night. */
void fimport_add_assoc(
    const struct ft_acctdb *acctdb, uint32_t id, struct ft_str *str);

#endif
