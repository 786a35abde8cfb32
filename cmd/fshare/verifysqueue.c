/*
 * verifysqueue.c - fshare verify: the table of squeue beside the jobs here: who they
 * belong to, where they run, states, reasons, priorities and their order.
 */
#include "base/idmap.h"
#include "base/bisect.h"
#include "base/sort.h"
#include "fshare/verifyqueue_private.h"
#include "sim/priority/priority.h"
#include "sim/schedule/schedule.h"

/* ---- squeue -------------------------------------------------------------------------- */

/* Returns what squeue would print of the job in COLUMN; the arena's. */
static const char *
text_of(struct fshare_comparing *comparing, const struct ft_job *job,
    enum fshare_queue_column column)
{
	const struct ft_world *world = &comparing->world;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (column == OWNER_QUEUED)
		ft_str_add(&text, job->user);
	else if (column == ACCOUNT_QUEUED)
		ft_str_add(&text, job->account);
	else if (column == PARTITIONS)
		ft_str_add(
		    &text, *job->partition && job->state != FT_JOB_PENDING
			       ? job->partition
			       : job->partitions);
	else if (column == QOS_QUEUED)
		ft_jobtext_add_qos(&text, world, job);
	else if (column == SUBMITTED)
		ft_str_addf(&text, "%" PRId64, job->submitted);
	else if (column == STARTED)
		ft_str_addf(&text, "%" PRId64, job->started);
	else if (column == NODES)
		ft_str_add(&text, job->nodes);
	else if (column == STATE)
		ft_str_add(&text, ft_jobtext_state(job, false));
	else if (column == REASON)
		ft_jobtext_add_reason(&text, job);
	return ft_arena_strdup(&comparing->to->arena, ft_str_text(&text));
}

struct queued_row {
	const struct ft_listtable *table;
	const struct ft_job *job;
	const char *name, *state; /* of the row */
	uint32_t here;            /* its priority */
};

static const char *
cell_of(const struct queued_row *row, const char *title)
{
	return ft_listtable_cell(
	    row->table, ft_listtable_find(row->table, title));
}

/*
 * Returns the priority by which the site orders JOB: the one that squeue printed, if
 * sprio printed it too and it is explained there.  For a job in several partitions
 * squeue prints the priority in the partition that was tried last.
 */
static uint32_t
meant_by(const struct fshare_comparing *comparing, const struct queued_row *row,
    uint32_t there, enum ft_verify_cause *cause)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t at;

	*cause = FT_VERIFY_EQUAL;
	ft_str_addf(&key, "%" PRIu32 " %" PRIu32, row->job->number, there);
	if (there == row->here ||
	    !ft_map_get(&comparing->priority, ft_str_text(&key), &at))
		return row->here;
	*cause = comparing->to->cell[at].cause;
	if (*cause == FT_VERIFY_EQUAL)
		*cause = FT_VERIFY_RULE;
	return there;
}

/* Remember a job that waits in both, for the order of all. */
static struct fshare_waiting *
add_waiting(struct fshare_comparing *comparing, const struct queued_row *row,
    uint32_t there)
{
	struct fshare_waiting *waiting =
	    ft_vec_add(comparing->waiting, comparing->n, comparing->cap);

	*waiting = (struct fshare_waiting){ .job = row->job,
		.there = there,
		.here = row->here,
		.site = ft_arena_strdup(
		    &comparing->to->arena, cell_of(row, "REASON")) };
	waiting->meant = meant_by(comparing, row, there, &waiting->cause);
	waiting->of_partition =
	    waiting->cause == FT_VERIFY_RULE ? waiting->meant : row->here;
	return waiting;
}

/* Set *known to whether the site's last pass is: of a job that is not too young or too
 * old, the age in sprio tells it to the second; slurmctld's own file names it. */
static enum ft_status
know_pass(struct fshare_comparing *comparing, bool *known, struct ft_error *err)
{
	int64_t pass;

	FT_TRY(ft_sitefiles_pass(comparing->files, &pass, err));
	*known = pass && pass == comparing->pass;
	for (size_t i = 0; i < comparing->to->n; i++) {
		const struct fshare_queue_cell *cell = &comparing->to->cell[i];
		double age;

		*known |= cell->column == AGE_NORM &&
			  cell->cause != FT_VERIFY_UNEXPLAINED &&
			  ft_num_double(cell->site, &age) && age > 0 && age < 1;
	}
	return FT_OK;
}

/*
 * Set *here to the priority of a job that runs, and keeps the one that it had when it
 * started.  Returns false: that was not between the last pass and the next, or in one
 * of several partitions.
 */
static bool
had_priority(struct fshare_comparing *comparing, const struct ft_job *job,
    uint32_t *here)
{
	struct ft_world *world = &comparing->world;
	struct ft_priority result = { .tres = NULL };
	int64_t next = comparing->pass + ft_conf_era(world->conf).period;

	if (world->priority_flags & FT_PRIO_CALCULATE_RUNNING)
		return true;
	if (!comparing->knows_pass || job->started <= comparing->pass ||
	    job->started >= next || strchr(job->partitions, ','))
		return false;
	ft_world_priority(world, &comparing->standings.params, job,
	    ft_machine_partition(&world->machine, job->partition), &result);
	*here = result.priority;
	return true;
}

static void
compare_priority(
    struct fshare_comparing *comparing, const struct queued_row *row)
{
	const struct ft_job *job = row->job;
	const bool waits = job->state == FT_JOB_PENDING;
	const char *text = cell_of(row, "PRIORITY");
	const struct fshare_waiting *waiting;
	struct fshare_queue_cell *cell;
	char here[16];
	uint32_t there, priority = row->here;

	if (waits != (strcmp(row->state, "PENDING") == 0) ||
	    (!waits && !had_priority(comparing, job, &priority))) {
		comparing->n_started++;
		return;
	}
	snprintf(here, sizeof here, "%" PRIu32, priority);
	cell = fshare_queue_add(
	    comparing->to, PRIORITY_QUEUED, row->name, text, here);
	if (!waits || !ft_num_u32(text, &there))
		return;
	waiting = add_waiting(comparing, row, there);
	if (cell->cause == FT_VERIFY_EQUAL)
		return;
	if (waiting->cause == FT_VERIFY_RULE)
		fshare_queue_explain(comparing->to, cell, FT_VERIFY_RULE,
		    "as sprio has it in one of several partitions");
	else if (waiting->cause != FT_VERIFY_EQUAL)
		fshare_queue_explain(
		    comparing->to, cell, waiting->cause, "as sprio has it");
	else if (there == job->priority)
		fshare_queue_explain(comparing->to, cell, FT_VERIFY_PASS,
		    "as of the pass that gives the ages in sprio");
}

static void
compare_job(struct fshare_comparing *comparing, const struct queued_row *row)
{
	static const struct {
		enum fshare_queue_column column;
		const char *title;
		bool started; /* only of jobs that have */
	} of[] = {
		{ OWNER_QUEUED, "USER", false },
		{ ACCOUNT_QUEUED, "ACCOUNT", false },
		{ PARTITIONS, "PARTITION", false },
		{ QOS_QUEUED, "QOS", false },
		{ SUBMITTED, "SUBMIT_TIME", false },
		{ STARTED, "START_TIME", true },
		{ NODES, "NODELIST", true },
		{ STATE, "STATE", false },
		{ REASON, "REASON", false },
	};
	const bool started = row->job->state != FT_JOB_PENDING &&
			     strcmp(row->state, "PENDING") != 0;

	fshare_queue_add(
	    comparing->to, QUEUED, row->name, row->name, row->name);
	for (size_t i = 0; i < FT_COUNT(of); i++)
		if (ft_listtable_find(row->table, of[i].title) !=
			FT_LISTTABLE_NONE &&
		    (started || !of[i].started))
			fshare_queue_add(comparing->to, of[i].column, row->name,
			    cell_of(row, of[i].title),
			    text_of(comparing, row->job, of[i].column));
	if (ft_listtable_find(row->table, "PRIORITY") != FT_LISTTABLE_NONE)
		compare_priority(comparing, row);
}

/* Returns job I of those that wait, then of those that run. */
static const struct ft_job *
job_at(const struct ft_world *world, size_t i)
{
	return i < world->n_waiting ? world->waiting[i]
				    : world->running[i - world->n_waiting];
}

/* Note the columns that the table lacks. */
static void
leave_columns(struct fshare_queue *queue, const struct ft_listtable *table)
{
	static const char *const titles[] = { "USER", "ACCOUNT", "PARTITION",
		"QOS", "SUBMIT_TIME", "START_TIME", "NODELIST", "STATE",
		"REASON", "PRIORITY" };

	for (size_t i = 0; i < FT_COUNT(titles); i++)
		if (ft_listtable_find(table, titles[i]) == FT_LISTTABLE_NONE)
			fshare_queue_leave(
			    queue, "squeue", titles[i], 0, "no such column");
}

/* The jobs of the world, by number. */
struct jobs {
	const struct ft_world *world;
	struct ft_idmap at, priority;
	bool *seen;
	size_t n;
};

static void
free_jobs(struct jobs *jobs)
{
	ft_idmap_free(&jobs->at);
	ft_idmap_free(&jobs->priority);
	ft_free(jobs->seen);
}

/* Compare the current row of the table. */
static enum ft_status
compare_queued(struct fshare_comparing *comparing, struct jobs *jobs,
    const struct ft_listtable *table, struct ft_error *err)
{
	const size_t column = ft_listtable_find(table, "JOBID");
	struct queued_row row = { .table = table,
		.name = ft_listtable_cell(table, column),
		.state = ft_listtable_cell(
		    table, ft_listtable_find(table, "STATE")) };
	uint32_t number, found = FT_IDMAP_NONE;

	if (ft_num_u32(row.name, &number))
		found = ft_idmap_get(&jobs->at, number);
	if (found == FT_IDMAP_NONE) {
		fshare_queue_add(comparing->to, QUEUED, row.name, row.name, "");
		return FT_OK;
	}
	if (jobs->seen[found])
		return ft_listtable_fail(table, column, err,
		    "job %" PRIu32 " is there twice", number);
	jobs->seen[found] = true;
	row.job = job_at(jobs->world, found);
	row.here = ft_idmap_get(&jobs->priority, number);
	compare_job(comparing, &row);
	return FT_OK;
}

/* Note the jobs, and their priorities; then have those that they had at the pass of
 * which sprio printed. */
static enum ft_status
find_jobs(
    struct fshare_comparing *comparing, struct jobs *jobs, struct ft_error *err)
{
	struct ft_world *world = &comparing->world;

	for (size_t i = 0; i < world->n_waiting + world->n_running; i++)
		ft_idmap_put(&jobs->priority, job_at(world, i)->number,
		    job_at(world, i)->priority);
	FT_TRY(ft_world_priorities(world, err));
	jobs->world = world;
	jobs->n = world->n_waiting + world->n_running;
	jobs->seen = ft_calloc(jobs->n + 1, sizeof *jobs->seen);
	for (size_t i = 0; i < jobs->n; i++)
		ft_idmap_put(&jobs->at, job_at(world, i)->number, (uint32_t)i);
	return FT_OK;
}

static enum ft_status
compare_squeue(struct fshare_comparing *comparing, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct jobs jobs FT_CLEANUP(free_jobs) = { .n = 0 };
	char name[16];
	bool more;

	FT_TRY(know_pass(comparing, &comparing->knows_pass, err));
	FT_TRY(find_jobs(comparing, &jobs, err));
	FT_TRY(fshare_queue_table(comparing, "squeue", &text, &table, err));
	if (ft_listtable_find(&table, "JOBID") == FT_LISTTABLE_NONE)
		return ft_listtable_fail(
		    &table, FT_LISTTABLE_NONE, err, "no column 'JOBID'");
	leave_columns(comparing->to, &table);
	for (;;) {
		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			break;
		FT_TRY(compare_queued(comparing, &jobs, &table, err));
	}
	for (size_t i = 0; i < jobs.n; i++) {
		snprintf(name, sizeof name, "%" PRIu32,
		    job_at(jobs.world, i)->number);
		if (!jobs.seen[i])
			fshare_queue_add(comparing->to, QUEUED, name, "", name);
	}
	if (comparing->n_started)
		fshare_queue_leave(comparing->to, "squeue", "PRIORITY",
		    comparing->n_started,
		    "a job that runs keeps the priority that it had before the "
		    "last pass");
	return FT_OK;
}

/* ---- the order of jobs that wait ------------------------------------------------------ */

/* Set PLACE[n]: 1 for jobs of the highest priority; KEY: which of them. */
static void
find_places(const struct fshare_comparing *comparing, size_t key, size_t *place)
{
	const size_t n = comparing->n;
	uint32_t *all FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *all);

#define KEY(i) (*(const uint32_t *)((const char *)&comparing->waiting[i] + key))
	for (size_t i = 0; i < n; i++)
		all[i] = KEY(i);
	qsort(all, n, sizeof *all, ft_by_u32);
	for (size_t i = 0; i < n; i++) {
		size_t higher;

		FT_BISECT(higher, 0, n, all[higher] <= KEY(i));
		place[i] = n - higher + 1;
	}
#undef KEY
}

/* Why job I has its place there: PLACE has its places there, here, and so on, each
 * of all jobs. */
static void
explain_order(struct fshare_comparing *comparing,
    struct fshare_queue_cell *cell, const size_t *place, size_t i)
{
	const size_t n = comparing->n;
	enum ft_verify_cause cause = FT_VERIFY_EQUAL; /* of any */

	for (size_t k = 0; k < n; k++)
		if (comparing->waiting[k].cause > cause)
			cause = comparing->waiting[k].cause;
	if (place[i] == place[2 * n + i])
		fshare_queue_explain(comparing->to, cell, FT_VERIFY_RULE,
		    "squeue has the priority in one of several partitions");
	else if (place[i] == place[3 * n + i])
		fshare_queue_explain(comparing->to, cell, cause,
		    "with the priorities that sprio has");
}

static void
compare_order(struct fshare_comparing *comparing)
{
	static const size_t key[] = { offsetof(struct fshare_waiting, there),
		offsetof(struct fshare_waiting, here),
		offsetof(struct fshare_waiting, of_partition),
		offsetof(struct fshare_waiting, meant) };
	const size_t n = comparing->n;
	size_t *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(FT_COUNT(key) * n + 1, sizeof *place);
	char name[16], there[24], here[24];

	for (size_t i = 0; i < FT_COUNT(key); i++)
		find_places(comparing, key[i], place + i * n);
	for (size_t i = 0; i < n; i++) {
		struct fshare_queue_cell *cell;

		snprintf(name, sizeof name, "%" PRIu32,
		    comparing->waiting[i].job->number);
		snprintf(there, sizeof there, "%zu", place[i]);
		snprintf(here, sizeof here, "%zu", place[n + i]);
		cell =
		    fshare_queue_add(comparing->to, ORDER, name, there, here);
		if (cell->cause != FT_VERIFY_EQUAL)
			explain_order(comparing, cell, place, i);
	}
}

/* ---- what schedulers would say --------------------------------------------------------- */

void
fshare_queue_schedule(struct fshare_comparing *comparing)
{
	struct ft_world *world = &comparing->world;
	struct ft_str *later = &comparing->to->later;
	struct ft_str reason FT_CLEANUP(ft_str_free) = { 0 };

	ft_mainsched(world, NULL, true);
	ft_backfill(world, NULL);
	for (size_t i = 0; i < comparing->n; i++) {
		const struct fshare_waiting *waiting = &comparing->waiting[i];
		const struct ft_job *job = waiting->job;

		ft_str_clear(&reason);
		if (job->state == FT_JOB_PENDING)
			ft_jobtext_add_reason(&reason, job);
		if (job->state != FT_JOB_PENDING)
			ft_str_addf(later,
			    "job %" PRIu32 ": %s there, would start here\n",
			    job->number, waiting->site);
		else if (strcmp(ft_str_text(&reason), waiting->site) != 0)
			ft_str_addf(later,
			    "job %" PRIu32 ": %s there, %s here\n", job->number,
			    waiting->site, ft_str_text(&reason));
	}
}

enum ft_status
fshare_queue_squeue(struct fshare_comparing *comparing, struct ft_error *err)
{
	FT_TRY(compare_squeue(comparing, err));
	compare_order(comparing);
	return FT_OK;
}
