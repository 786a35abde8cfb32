/*
 * verifyqueue.c - the queue that a site printed beside the one here, job by job.
 *
 * Priorities are those of the last pass, which the site's own commands do not name:
 * an age tells it, to the second.
 */
#include "fshare/verifyqueue.h"

#include <math.h>

#include "base/idmap.h"
#include "base/sort.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/world.h"
#include "io/slurm/listtable.h"
#include "report/standing/standing.h"
#include "sim/priority/priority.h"
#include "sim/run/life.h"
#include "sim/schedule/schedule.h"
#include "sim/world/clock.h"

#define HALF_DIGIT 0.5000001e-6 /* FairShare has six decimals */

enum queue_column {
	LISTED,
	SITE,
	AGE,
	AGE_NORM,
	ASSOC,
	FAIRSHARE,
	JOB_SIZE,
	PARTITION,
	QOS,
	NICE,
	TRES,
	PRIORITY,
	QUEUED,
	STATE,
	REASON,
	ORDER,
	COLUMNS
};
_Static_assert(COLUMNS == FSHARE_QUEUE_COLUMNS, "the columns of verify");

/* factor: FT_FACTORS: none. */
static const struct {
	const char *of, *title;
	enum ft_priority_factor factor;
} columns[COLUMNS] = {
	[LISTED] = { "sprio", "JOBID", FT_FACTORS },
	[SITE] = { "sprio", "SITE", FT_FACTOR_SITE },
	[AGE] = { "sprio", "AGE", FT_FACTOR_AGE },
	[AGE_NORM] = { "sprio", "AGE_N", FT_FACTOR_AGE },
	[ASSOC] = { "sprio", "ASSOC", FT_FACTOR_ASSOC },
	[FAIRSHARE] = { "sprio", "FAIRSHARE", FT_FACTOR_FAIRSHARE },
	[JOB_SIZE] = { "sprio", "JOBSIZE", FT_FACTOR_JOB_SIZE },
	[PARTITION] = { "sprio", "PARTITION_W", FT_FACTOR_PARTITION },
	[QOS] = { "sprio", "QOS", FT_FACTOR_QOS },
	[NICE] = { "sprio", "NICE", FT_FACTOR_NICE },
	[TRES] = { "sprio", "TRES", FT_FACTOR_TRES },
	[PRIORITY] = { "sprio", "PRIORITY", FT_FACTORS },
	[QUEUED] = { "squeue", "JOBID", FT_FACTORS },
	[STATE] = { "squeue", "STATE", FT_FACTORS },
	[REASON] = { "squeue", "REASON", FT_FACTORS },
	[ORDER] = { "squeue", "ORDER", FT_FACTORS },
};

/* A job that waits, there and here. */
struct waiting {
	const struct ft_job *job;
	uint32_t there; /* its priority as squeue printed it */
	uint32_t here;
	/* that of sprio, which is explained; of several partitions: in the one
	 * that was tried last */
	uint32_t meant, of_partition;
	enum ft_verify_cause cause; /* why MEANT is not HERE */
	const char *site;           /* its reason */
};

struct comparing {
	struct fshare_queue *to;
	struct ft_sitefiles *files;
	struct ft_world world;
	struct ft_standings standings;
	int64_t pass;           /* of the standings */
	struct ft_map priority; /* index of sprio's cell by "JOB PRIORITY" */
	struct waiting *waiting;
	size_t n, cap;
};

static void
free_comparing(struct comparing *comparing)
{
	ft_standings_free(&comparing->standings);
	ft_world_free(&comparing->world);
	ft_map_clear(&comparing->priority);
	ft_free(comparing->waiting);
}

void
fshare_queue_free(struct fshare_queue *queue)
{
	ft_arena_clear(&queue->arena);
	ft_free(queue->cell);
	ft_str_free(&queue->later);
}

static struct fshare_queue_cell *
add_cell(struct fshare_queue *queue, enum queue_column column, const char *job,
    const char *site, const char *here)
{
	struct fshare_queue_cell *cell =
	    ft_vec_add(queue->cell, queue->n, queue->cap);

	*cell = (struct fshare_queue_cell){ .column = column,
		.of = columns[column].of,
		.title = columns[column].title,
		.job = ft_arena_strdup(&queue->arena, job),
		.site = ft_arena_strdup(&queue->arena, site),
		.here = ft_arena_strdup(&queue->arena, here),
		.cause = strcmp(site, here) == 0 ? FT_VERIFY_EQUAL
						 : FT_VERIFY_UNEXPLAINED,
		.detail = "" };
	return cell;
}

static void
explain(struct fshare_queue *queue, struct fshare_queue_cell *cell,
    enum ft_verify_cause cause, const char *detail)
{
	cell->cause = cause;
	cell->detail = ft_arena_strdup(&queue->arena, detail);
}

/* Open the table NAME, which is read into TEXT. */
static enum ft_status
open_table(struct comparing *comparing, const char *name, struct ft_str *text,
    struct ft_listtable *table, struct ft_error *err)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	ft_sitefiles_add_name(comparing->files, name, &path);
	FT_TRY(ft_sitefiles_read(
	    comparing->files, name, FT_BOUND_JOBS, text, err));
	return ft_listtable_open(table,
	    &(struct ft_input){
		ft_arena_strdup(&comparing->to->arena, ft_str_text(&path)),
		ft_str_text(text), text->len },
	    name, err);
}

/* ---- sprio -------------------------------------------------------------------------- */

/* Returns what sprio would print of the job in COLUMN; the arena's. */
static const char *
text_of(struct comparing *comparing, const struct ft_standing *standing,
    size_t column)
{
	const struct ft_priority *priority = &standing->priority;
	enum ft_priority_factor factor = columns[column].factor;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (column == LISTED)
		ft_str_addf(&text, "%" PRIu32, standing->job->number);
	else if (column == PRIORITY)
		ft_str_addf(
		    &text, "%" PRIu64, (uint64_t)ft_priority_listed(priority));
	else if (column == NICE)
		ft_str_addf(&text, "%" PRId64,
		    standing->job->priority_set ? 0
						: (int64_t)standing->job->nice);
	else if (column == TRES)
		ft_priority_add_tres(&text, &comparing->world,
		    &comparing->standings.params, priority->tres, false);
	else if (column == AGE_NORM)
		ft_str_addf(&text, "%.7f", priority->norm[factor]);
	else
		ft_str_addf(&text, "%.0f", priority->weighted[factor]);
	return ft_arena_strdup(&comparing->to->arena, ft_str_text(&text));
}

/* Append "29 in short", with the QOS if QOS is not NULL. */
static void
add_key(
    struct ft_str *key, const char *job, const char *partition, const char *qos)
{
	ft_str_addf(key, "%s in %s", job, partition);
	if (qos)
		ft_str_addf(key, " as %s", qos);
}

static void
add_key_here(struct ft_str *key, struct comparing *comparing,
    const struct ft_standing *standing, bool with_qos)
{
	const struct ft_world *world = &comparing->world;
	const struct ft_qos *qos = ft_world_qos(world, standing->qos);

	add_key(key, text_of(comparing, standing, LISTED),
	    world->machine.partition[standing->partition].name,
	    !with_qos ? NULL
	    : qos     ? qos->name
		      : "");
}

static void
map_standings(struct comparing *comparing, struct ft_map *map, bool with_qos)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < comparing->standings.n; i++) {
		const struct ft_standing *standing =
		    &comparing->standings.item[i];

		if (!ft_standing_is_listed(&comparing->world, standing))
			continue;
		ft_str_clear(&key);
		add_key_here(&key, comparing, standing, with_qos);
		ft_map_put(map, ft_str_text(&key), i);
	}
}

static void
compare_row(struct comparing *comparing, const struct ft_listtable *table,
    const char *key, size_t at)
{
	const struct ft_standing *standing = &comparing->standings.item[at];

	for (size_t i = LISTED; i <= PRIORITY; i++) {
		size_t column = ft_listtable_find(table, columns[i].title);

		if (column != FT_LISTTABLE_NONE)
			add_cell(comparing->to, (enum queue_column)i, key,
			    ft_listtable_cell(table, column),
			    text_of(comparing, standing, i))
			    ->row = at;
	}
}

static enum ft_status
compare_sprio(struct comparing *comparing, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_map map FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_map seen FT_CLEANUP(ft_map_clear) = { 0 };
	size_t job, partition, qos;
	bool more;

	FT_TRY(open_table(comparing, "sprio", &text, &table, err));
	job = ft_listtable_find(&table, "JOBID");
	partition = ft_listtable_find(&table, "PARTITION");
	qos = ft_listtable_find(&table, "QOSNAME");
	if (job == FT_LISTTABLE_NONE || partition == FT_LISTTABLE_NONE)
		return ft_listtable_fail(&table, FT_LISTTABLE_NONE, err,
		    "no columns 'JOBID' and 'PARTITION'");
	map_standings(comparing, &map, qos != FT_LISTTABLE_NONE);
	for (;;) {
		uint64_t at;

		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			break;
		ft_str_clear(&key);
		add_key(&key, ft_listtable_cell(&table, job),
		    ft_listtable_cell(&table, partition),
		    qos == FT_LISTTABLE_NONE ? NULL
					     : ft_listtable_cell(&table, qos));
		ft_map_put(&seen, ft_str_text(&key), 1);
		if (ft_map_get(&map, ft_str_text(&key), &at))
			compare_row(comparing, &table, ft_str_text(&key), at);
		else
			add_cell(comparing->to, LISTED, ft_str_text(&key),
			    ft_listtable_cell(&table, job), "");
	}
	for (size_t i = 0; i < comparing->standings.n; i++) {
		const struct ft_standing *standing =
		    &comparing->standings.item[i];

		if (!ft_standing_is_listed(&comparing->world, standing))
			continue;
		ft_str_clear(&key);
		add_key_here(
		    &key, comparing, standing, qos != FT_LISTTABLE_NONE);
		if (!ft_map_get(&seen, ft_str_text(&key), NULL))
			add_cell(comparing->to, LISTED, ft_str_text(&key), "",
			    text_of(comparing, standing, LISTED));
	}
	return FT_OK;
}

/* ---- when the site's last pass was --------------------------------------------------- */

static enum ft_status
fill_at(struct comparing *comparing, int64_t pass, struct ft_error *err)
{
	/* without a period there is one pass: this one */
	comparing->world.decayed = comparing->pass = pass;
	ft_standings_free(&comparing->standings);
	return ft_standings_fill(&comparing->standings, &comparing->world, err);
}

static bool
is_age(const struct fshare_queue_cell *cell)
{
	return cell->column == AGE || cell->column == AGE_NORM;
}

static const char *
text_now(struct comparing *comparing, const struct fshare_queue_cell *cell)
{
	return text_of(
	    comparing, &comparing->standings.item[cell->row], cell->column);
}

/* Whether each age is what the site printed. */
static bool
ages_fit(struct comparing *comparing)
{
	const struct fshare_queue *queue = comparing->to;

	for (size_t i = 0; i < queue->n; i++)
		if (is_age(&queue->cell[i]) &&
		    strcmp(queue->cell[i].site,
			text_now(comparing, &queue->cell[i])) != 0)
			return false;
	return true;
}

static void
explain_by_pass(struct comparing *comparing)
{
	struct fshare_queue *queue = comparing->to;
	struct ft_str detail FT_CLEANUP(ft_str_free) = { 0 };
	char date[32];

	ft_str_addf(&detail, "as of the pass at %s",
	    ft_time_format_date(date, sizeof date, comparing->pass));
	for (size_t i = 0; i < queue->n; i++) {
		struct fshare_queue_cell *cell = &queue->cell[i];

		if (cell->cause == FT_VERIFY_UNEXPLAINED &&
		    cell->column > LISTED && cell->column <= PRIORITY &&
		    strcmp(cell->site, text_now(comparing, cell)) == 0)
			explain(
			    queue, cell, FT_VERIFY_PASS, ft_str_text(&detail));
	}
}

/* Find the pass of the site's priorities, in the period before sprio ended, that
 * gives all ages. */
static enum ft_status
try_passes(struct comparing *comparing, struct ft_error *err)
{
	const struct ft_manifest_part *part =
	    ft_manifest_find(&comparing->files->manifest, "sprio");
	const int64_t was = ft_world_last_pass(&comparing->world);
	const int64_t period = comparing->world.period;

	comparing->world.period = 0;
	FT_TRY(fill_at(comparing, was, err));
	if (!part || ages_fit(comparing))
		return FT_OK;
	for (int64_t at = part->ended; at >= part->began - period; at--) {
		FT_TRY(fill_at(comparing, at, err));
		if (ages_fit(comparing)) {
			explain_by_pass(comparing);
			return FT_OK;
		}
	}
	return fill_at(comparing, was, err);
}

/* ---- as the share table differs --------------------------------------------------------- */

/* Returns the FairShare that the site printed of the association of JOB, NULL if it
 * shows none. */
static const struct ft_verify_cell *
share_of(const struct ft_verify *shares, const struct ft_map *map,
    const struct ft_job *job, const char *partition)
{
	const char *const last[] = { partition, "" };

	for (size_t i = 0; i < FT_COUNT(last); i++) {
		struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
		uint64_t at;

		ft_str_addf(
		    &key, "%s\n%s\n%s", job->account, job->user, last[i]);
		if (ft_map_get(map, ft_str_text(&key), &at))
			return &shares->row[at].cell[FT_VERIFY_FAIR_SHARE];
	}
	return NULL;
}

/* Explain the factor CELL, and the PRIORITY after it, if some FairShare that is
 * printed like SHARE gives exactly them. */
static void
explain_by_share(struct comparing *comparing, struct fshare_queue_cell *cell,
    const struct ft_verify_cell *share)
{
	struct fshare_queue *queue = comparing->to;
	const struct ft_priority *priority =
	    &comparing->standings.item[cell->row].priority;
	const struct fshare_queue_cell *end = queue->cell + queue->n;
	double weight =
	    ft_factor_weight(&comparing->standings.params, FT_FACTOR_FAIRSHARE);
	double there, site, rest;

	if (!ft_num_double(share->site, &there) ||
	    !ft_num_double(cell->site, &site) ||
	    site < round((there - HALF_DIGIT) * weight) ||
	    site > round((there + HALF_DIGIT) * weight))
		return;
	explain(
	    queue, cell, share->cause, "as the FairShare of its association");
	rest = priority->listed - priority->weighted[FT_FACTOR_FAIRSHARE] +
	       there * weight;
	while (++cell < end && cell->column != LISTED)
		if (cell->column == PRIORITY &&
		    cell->cause == FT_VERIFY_UNEXPLAINED &&
		    ft_num_double(cell->site, &site) &&
		    site >= floor(rest - HALF_DIGIT * weight) &&
		    site <= floor(rest + HALF_DIGIT * weight))
			explain(queue, cell, share->cause,
			    "as the FairShare of its association");
}

static void
explain_by_shares(struct comparing *comparing, const struct ft_verify *shares)
{
	struct fshare_queue *queue = comparing->to;
	const struct ft_machine *machine = &comparing->world.machine;
	struct ft_map map FT_CLEANUP(ft_map_clear) = { 0 };

	for (size_t i = 0; i < shares->n; i++)
		ft_map_put(&map, shares->row[i].key, i);
	for (size_t i = 0; i < queue->n; i++) {
		struct fshare_queue_cell *cell = &queue->cell[i];
		const struct ft_standing *standing;
		const struct ft_verify_cell *share;

		if (cell->column != FAIRSHARE ||
		    cell->cause != FT_VERIFY_UNEXPLAINED)
			continue;
		standing = &comparing->standings.item[cell->row];
		share = share_of(shares, &map, standing->job,
		    machine->partition[standing->partition].name);
		if (share && share->cause != FT_VERIFY_EQUAL &&
		    share->cause != FT_VERIFY_UNEXPLAINED)
			explain_by_share(comparing, cell, share);
	}
}

/* Note each PRIORITY that sprio printed and that is equal or explained. */
static void
note_priorities(struct comparing *comparing)
{
	const struct fshare_queue *queue = comparing->to;
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < queue->n; i++) {
		const struct fshare_queue_cell *cell = &queue->cell[i];

		if (cell->column != PRIORITY ||
		    cell->cause == FT_VERIFY_UNEXPLAINED)
			continue;
		ft_str_clear(&key);
		ft_str_addf(&key, "%" PRIu32 " %s",
		    comparing->standings.item[cell->row].job->number,
		    cell->site);
		ft_map_put(&comparing->priority, ft_str_text(&key), i);
	}
}

/* ---- squeue -------------------------------------------------------------------------- */

/*
 * Returns the priority by which the site orders JOB: the one that squeue printed, if
 * sprio printed it too and it is explained there.  For a job in several partitions
 * squeue prints the priority in the partition that was tried last.
 */
static uint32_t
meant_by(const struct comparing *comparing, const struct ft_job *job,
    uint32_t there, enum ft_verify_cause *cause)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t at;

	*cause = FT_VERIFY_EQUAL;
	ft_str_addf(&key, "%" PRIu32 " %" PRIu32, job->number, there);
	if (there == job->priority ||
	    !ft_map_get(&comparing->priority, ft_str_text(&key), &at))
		return job->priority;
	*cause = comparing->to->cell[at].cause;
	if (*cause == FT_VERIFY_EQUAL)
		*cause = FT_VERIFY_RULE;
	return there;
}

static void
compare_job(struct comparing *comparing, const struct ft_listtable *table,
    const struct ft_job *job)
{
	struct fshare_queue *queue = comparing->to;
	const char *name =
	    ft_listtable_cell(table, ft_listtable_find(table, "JOBID"));
	const char *state =
	    ft_listtable_cell(table, ft_listtable_find(table, "STATE"));
	const char *why =
	    ft_listtable_cell(table, ft_listtable_find(table, "REASON"));
	struct ft_str reason FT_CLEANUP(ft_str_free) = { 0 };
	struct waiting *waiting;
	uint32_t there;

	add_cell(queue, QUEUED, name, name, name);
	add_cell(queue, STATE, name, state, ft_jobtext_state(job, false));
	ft_jobtext_add_reason(&reason, job);
	add_cell(queue, REASON, name, why, ft_str_text(&reason));
	if (job->state != FT_JOB_PENDING || strcmp(state, "PENDING") != 0 ||
	    !ft_num_u32(
		ft_listtable_cell(table, ft_listtable_find(table, "PRIORITY")),
		&there))
		return;
	waiting = ft_vec_add(comparing->waiting, comparing->n, comparing->cap);
	*waiting = (struct waiting){ .job = job,
		.there = there,
		.here = job->priority,
		.site = ft_arena_strdup(&queue->arena, why) };
	waiting->meant = meant_by(comparing, job, there, &waiting->cause);
	waiting->of_partition =
	    waiting->cause == FT_VERIFY_RULE ? waiting->meant : job->priority;
}

/* Returns job I of those that wait, then of those that run. */
static const struct ft_job *
job_at(const struct ft_world *world, size_t i)
{
	return i < world->n_waiting ? world->waiting[i]
				    : world->running[i - world->n_waiting];
}

static enum ft_status
compare_squeue(struct comparing *comparing, struct ft_error *err)
{
	const struct ft_world *world = &comparing->world;
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_idmap at FT_CLEANUP(ft_idmap_free) = { 0 };
	const size_t n = world->n_waiting + world->n_running;
	bool *seen FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *seen);
	char name[16];
	bool more;

	for (size_t i = 0; i < n; i++)
		ft_idmap_put(&at, job_at(world, i)->number, (uint32_t)i);
	FT_TRY(open_table(comparing, "squeue", &text, &table, err));
	for (;;) {
		size_t column = ft_listtable_find(&table, "JOBID");
		uint32_t number, found = FT_IDMAP_NONE;

		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			break;
		if (ft_num_u32(ft_listtable_cell(&table, column), &number))
			found = ft_idmap_get(&at, number);
		if (found == FT_IDMAP_NONE) {
			add_cell(comparing->to, QUEUED,
			    ft_listtable_cell(&table, column),
			    ft_listtable_cell(&table, column), "");
			continue;
		}
		seen[found] = true;
		compare_job(comparing, &table, job_at(world, found));
	}
	for (size_t i = 0; i < n; i++) {
		snprintf(
		    name, sizeof name, "%" PRIu32, job_at(world, i)->number);
		if (!seen[i])
			add_cell(comparing->to, QUEUED, name, "", name);
	}
	return FT_OK;
}

/* ---- the order of jobs that wait ------------------------------------------------------ */

/* Set PLACE[n]: 1 for jobs of the highest priority; KEY: which of them. */
static void
find_places(const struct comparing *comparing, size_t key, size_t *place)
{
	const size_t n = comparing->n;
	uint32_t *all FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *all);

#define KEY(i) (*(const uint32_t *)((const char *)&comparing->waiting[i] + key))
	for (size_t i = 0; i < n; i++)
		all[i] = KEY(i);
	qsort(all, n, sizeof *all, ft_by_u32);
	for (size_t i = 0; i < n; i++) {
		size_t low = 0, high = n;

		/* the first that is higher */
		while (low < high) {
			size_t mid = low + (high - low) / 2;

			if (all[mid] > KEY(i))
				high = mid;
			else
				low = mid + 1;
		}
		place[i] = n - low + 1;
	}
#undef KEY
}

/* Why job I has its place there: PLACE has its places there, here, and so on, each
 * of all jobs. */
static void
explain_order(struct comparing *comparing, struct fshare_queue_cell *cell,
    const size_t *place, size_t i)
{
	const size_t n = comparing->n;
	enum ft_verify_cause cause = FT_VERIFY_EQUAL; /* of any */

	for (size_t k = 0; k < n; k++)
		if (comparing->waiting[k].cause > cause)
			cause = comparing->waiting[k].cause;
	if (place[i] == place[2 * n + i])
		explain(comparing->to, cell, FT_VERIFY_RULE,
		    "squeue has the priority in one of several partitions");
	else if (place[i] == place[3 * n + i])
		explain(comparing->to, cell, cause,
		    "with the priorities that sprio has");
}

static void
compare_order(struct comparing *comparing)
{
	static const size_t key[] = { offsetof(struct waiting, there),
		offsetof(struct waiting, here),
		offsetof(struct waiting, of_partition),
		offsetof(struct waiting, meant) };
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
		cell = add_cell(comparing->to, ORDER, name, there, here);
		if (cell->cause != FT_VERIFY_EQUAL)
			explain_order(comparing, cell, place, i);
	}
}

/* ---- what schedulers would say --------------------------------------------------------- */

static void
run_schedulers(struct comparing *comparing)
{
	struct ft_world *world = &comparing->world;
	struct ft_str *later = &comparing->to->later;
	struct ft_str reason FT_CLEANUP(ft_str_free) = { 0 };

	ft_mainsched(world, NULL, true);
	ft_backfill(world, NULL);
	for (size_t i = 0; i < comparing->n; i++) {
		const struct waiting *waiting = &comparing->waiting[i];
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
fshare_queue_verify(struct fshare_queue *queue, struct ft_session *session,
    struct ft_sitefiles *files, const struct ft_verify *shares,
    struct ft_error *err)
{
	struct comparing comparing FT_CLEANUP(
	    free_comparing) = { .to = queue, .files = files };
	int64_t period, decayed;

	ft_standings_init(&comparing.standings);
	ft_world_init(&comparing.world, &session->conf);
	FT_TRY(ft_session_world(session, &comparing.world, NULL, err));
	/* the store has those of the last change */
	FT_TRY(ft_world_priorities(&comparing.world, err));
	FT_TRY(ft_standings_fill(&comparing.standings, &comparing.world, err));
	period = comparing.world.period;
	decayed = comparing.world.decayed;
	if (ft_sitefiles_have(files, "sprio")) {
		FT_TRY(compare_sprio(&comparing, err));
		FT_TRY(try_passes(&comparing, err));
		explain_by_shares(&comparing, shares);
		note_priorities(&comparing);
	}
	if (!ft_sitefiles_have(files, "squeue"))
		return FT_OK;
	FT_TRY(compare_squeue(&comparing, err));
	compare_order(&comparing);
	comparing.world.period = period;
	comparing.world.decayed = decayed;
	run_schedulers(&comparing);
	return FT_OK;
}
