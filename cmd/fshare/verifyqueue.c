/*
 * verifyqueue.c - the queue that a site printed beside the one here, job by job.
 *
 * Priorities are those of the last pass, which the site's own commands do not name:
 * an age tells it, to the second.
 */
#include <math.h>

#include "base/text/timefmt.h"
#include "common/world.h"
#include "fshare/verifyqueue_private.h"
#include "sim/priority/priority.h"
#include "sim/run/life.h"
#include "sim/world/clock.h"

#define HALF_DIGIT 0.5000001e-6  /* FairShare has six decimals */
#define HALF_NORM  0.5000001e-7  /* FAIRSHARE_N has seven */
#define HALF_TOP   0.5000001e-14 /* PRIORITY_N has fourteen */
#define TOP        4294967295.0  /* and is a part of this */

_Static_assert(COLUMNS == FSHARE_QUEUE_COLUMNS, "the columns of verify");

/* factor: FT_FACTORS: none. */
static const struct {
	const char *of, *title;
	enum ft_priority_factor factor;
	bool norm;
} columns[COLUMNS] = {
	[LISTED] = { "sprio", "JOBID", FT_FACTORS, false },
	[OWNER] = { "sprio", "USER", FT_FACTORS, false },
	[ACCOUNT] = { "sprio", "ACCOUNT", FT_FACTORS, false },
	[SITE] = { "sprio", "SITE", FT_FACTOR_SITE, false },
	[AGE] = { "sprio", "AGE", FT_FACTOR_AGE, false },
	[ASSOC] = { "sprio", "ASSOC", FT_FACTOR_ASSOC, false },
	[FAIRSHARE] = { "sprio", "FAIRSHARE", FT_FACTOR_FAIRSHARE, false },
	[JOB_SIZE] = { "sprio", "JOBSIZE", FT_FACTOR_JOB_SIZE, false },
	[PARTITION] = { "sprio", "PARTITION_W", FT_FACTOR_PARTITION, false },
	[QOS] = { "sprio", "QOS", FT_FACTOR_QOS, false },
	[NICE] = { "sprio", "NICE", FT_FACTOR_NICE, false },
	[TRES] = { "sprio", "TRES", FT_FACTOR_TRES, false },
	[PRIORITY] = { "sprio", "PRIORITY", FT_FACTORS, false },
	[AGE_NORM] = { "sprio", "AGE_N", FT_FACTOR_AGE, true },
	[ASSOC_NORM] = { "sprio", "ASSOC_N", FT_FACTOR_ASSOC, true },
	[FAIRSHARE_NORM] = { "sprio", "FAIRSHARE_N", FT_FACTOR_FAIRSHARE,
	    true },
	[JOB_SIZE_NORM] = { "sprio", "JOBSIZE_N", FT_FACTOR_JOB_SIZE, true },
	[PARTITION_NORM] = { "sprio", "PARTITION_N", FT_FACTOR_PARTITION,
	    true },
	[QOS_NORM] = { "sprio", "QOS_N", FT_FACTOR_QOS, true },
	[TRES_NORM] = { "sprio", "TRES_N", FT_FACTOR_TRES, true },
	[PRIORITY_NORM] = { "sprio", "PRIORITY_N", FT_FACTORS, true },
	[QUEUED] = { "squeue", "JOBID", FT_FACTORS, false },
	[OWNER_QUEUED] = { "squeue", "USER", FT_FACTORS, false },
	[ACCOUNT_QUEUED] = { "squeue", "ACCOUNT", FT_FACTORS, false },
	[PARTITIONS] = { "squeue", "PARTITION", FT_FACTORS, false },
	[QOS_QUEUED] = { "squeue", "QOS", FT_FACTORS, false },
	[SUBMITTED] = { "squeue", "SUBMIT_TIME", FT_FACTORS, false },
	[STARTED] = { "squeue", "START_TIME", FT_FACTORS, false },
	[NODES] = { "squeue", "NODELIST", FT_FACTORS, false },
	[STATE] = { "squeue", "STATE", FT_FACTORS, false },
	[REASON] = { "squeue", "REASON", FT_FACTORS, false },
	[PRIORITY_QUEUED] = { "squeue", "PRIORITY", FT_FACTORS, false },
	[ORDER] = { "squeue", "ORDER", FT_FACTORS, false },
};

static void
free_comparing(struct fshare_comparing *comparing)
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
	ft_free(queue->left);
	ft_str_free(&queue->later);
}

void
fshare_queue_leave(struct fshare_queue *queue, const char *of,
    const char *title, size_t n, const char *why)
{
	*ft_vec_add(queue->left, queue->n_left, queue->cap_left) =
	    (struct fshare_queue_left){ of, title, n, why };
}

struct fshare_queue_cell *
fshare_queue_add(struct fshare_queue *queue, enum fshare_queue_column column,
    const char *job, const char *site, const char *here)
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

void
fshare_queue_explain(struct fshare_queue *queue, struct fshare_queue_cell *cell,
    enum ft_verify_cause cause, const char *detail)
{
	cell->cause = cause;
	cell->detail = ft_arena_strdup(&queue->arena, detail);
}

enum ft_status
fshare_queue_table(struct fshare_comparing *comparing, const char *name,
    struct ft_str *text, struct ft_listtable *table, struct ft_error *err)
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
text_of(struct fshare_comparing *comparing, const struct ft_standing *standing,
    size_t column)
{
	const struct ft_priority *priority = &standing->priority;
	enum ft_priority_factor factor = columns[column].factor;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (column == LISTED)
		ft_str_addf(&text, "%" PRIu32, standing->job->number);
	else if (column == OWNER)
		ft_str_add(&text, standing->job->user);
	else if (column == ACCOUNT)
		ft_str_add(&text, standing->job->account);
	else if (column == PRIORITY)
		ft_str_addf(
		    &text, "%" PRIu64, (uint64_t)ft_priority_listed(priority));
	else if (column == PRIORITY_NORM)
		ft_str_addf(&text, "%16.14f",
		    standing->job->priority_set
			? standing->job->priority
			: ft_priority_listed(priority) / TOP);
	else if (column == NICE)
		ft_str_addf(&text, "%" PRId64,
		    standing->job->priority_set ? 0
						: (int64_t)standing->job->nice);
	else if (factor == FT_FACTOR_TRES)
		ft_priority_add_tres(&text, &comparing->world,
		    &comparing->standings.params, priority->tres,
		    columns[column].norm);
	else if (columns[column].norm)
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
add_key_here(struct ft_str *key, struct fshare_comparing *comparing,
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

/* Set KEY to that of standing I, and return it; NULL: sprio does not list it. */
static const struct ft_standing *
key_of_listed(struct ft_str *key, struct fshare_comparing *comparing, size_t i,
    bool with_qos)
{
	const struct ft_standing *standing = &comparing->standings.item[i];

	if (!ft_standing_is_listed(&comparing->world, standing))
		return NULL;
	ft_str_clear(key);
	add_key_here(key, comparing, standing, with_qos);
	return standing;
}

static void
map_standings(
    struct fshare_comparing *comparing, struct ft_map *map, bool with_qos)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < comparing->standings.n; i++) {
		if (key_of_listed(&key, comparing, i, with_qos))
			ft_map_put(map, ft_str_text(&key), i);
	}
}

static void
compare_row(struct fshare_comparing *comparing,
    const struct ft_listtable *table, const char *key, size_t at)
{
	const struct ft_standing *standing = &comparing->standings.item[at];

	for (size_t i = LISTED; i <= PRIORITY_NORM; i++) {
		size_t column = ft_listtable_find(table, columns[i].title);

		if (column != FT_LISTTABLE_NONE)
			fshare_queue_add(comparing->to,
			    (enum fshare_queue_column)i, key,
			    ft_listtable_cell(table, column),
			    text_of(comparing, standing, i))
			    ->row = at;
	}
}

/* Explain a row of sprio that has no job here, or a job without a row: squeue was
 * printed later, and JOB started or came in between. */
static void
explain_between(struct fshare_comparing *comparing,
    struct fshare_queue_cell *cell, const struct ft_job *job)
{
	int64_t then = ft_sitefiles_time(comparing->files, "sprio");

	if (job && then && job->state != FT_JOB_PENDING && job->started >= then)
		fshare_queue_explain(comparing->to, cell, FT_VERIFY_PASS,
		    "it started between sprio and squeue");
	else if (job && then && job->state == FT_JOB_PENDING &&
		 (job->submitted >= then || job->eligible >= then))
		fshare_queue_explain(comparing->to, cell, FT_VERIFY_PASS,
		    "it came between sprio and squeue");
}

/* Returns the job that runs with the number TEXT, NULL if there is none. */
static const struct ft_job *
running(const struct fshare_comparing *comparing, const char *text)
{
	const struct ft_world *world = &comparing->world;
	uint32_t number;

	if (!ft_num_u32(text, &number))
		return NULL;
	for (size_t i = 0; i < world->n_running; i++)
		if (world->running[i]->number == number)
			return world->running[i];
	return NULL;
}

/* Note the columns that the table lacks. */
static void
leave_columns(
    struct fshare_comparing *comparing, const struct ft_listtable *table)
{
	for (size_t i = LISTED; i <= PRIORITY_NORM; i++)
		if (ft_listtable_find(table, columns[i].title) ==
		    FT_LISTTABLE_NONE)
			fshare_queue_leave(comparing->to, columns[i].of,
			    columns[i].title, 0, "no such column");
}

/* Note the rows of jobs that started before squeue was printed: only that they are
 * there is compared. */
static void
leave_started(struct fshare_queue *queue)
{
	size_t n = 0;

	for (size_t i = 0; i < queue->n; i++)
		n += queue->cell[i].cause == FT_VERIFY_PASS &&
		     *queue->cell[i].site;
	if (n)
		fshare_queue_leave(queue, "sprio", NULL, n,
		    "a job that started before squeue was printed has no "
		    "factors in the store");
}

/* Add the jobs here that sprio did not list: SEEN has those that it did. */
static void
add_unlisted(struct fshare_comparing *comparing, const struct ft_map *seen,
    bool with_qos)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < comparing->standings.n; i++) {
		const struct ft_standing *standing =
		    key_of_listed(&key, comparing, i, with_qos);

		if (standing && !ft_map_get(seen, ft_str_text(&key), NULL))
			explain_between(comparing,
			    fshare_queue_add(comparing->to, LISTED,
				ft_str_text(&key), "",
				text_of(comparing, standing, LISTED)),
			    standing->job);
	}
}

static enum ft_status
compare_sprio(struct fshare_comparing *comparing, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_map map FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_map seen FT_CLEANUP(ft_map_clear) = { 0 };
	size_t job, partition, qos;
	bool more;

	FT_TRY(fshare_queue_table(comparing, "sprio", &text, &table, err));
	job = ft_listtable_find(&table, "JOBID");
	partition = ft_listtable_find(&table, "PARTITION");
	qos = ft_listtable_find(&table, "QOSNAME");
	if (job == FT_LISTTABLE_NONE || partition == FT_LISTTABLE_NONE)
		return ft_listtable_fail(&table, FT_LISTTABLE_NONE, err,
		    "no columns 'JOBID' and 'PARTITION'");
	leave_columns(comparing, &table);
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
		if (ft_map_get(&seen, ft_str_text(&key), NULL))
			return ft_listtable_fail(&table, job, err,
			    "job %s is there twice", ft_str_text(&key));
		ft_map_put(&seen, ft_str_text(&key), 1);
		if (ft_map_get(&map, ft_str_text(&key), &at))
			compare_row(comparing, &table, ft_str_text(&key), at);
		else
			explain_between(comparing,
			    fshare_queue_add(comparing->to, LISTED,
				ft_str_text(&key),
				ft_listtable_cell(&table, job), ""),
			    running(comparing, ft_listtable_cell(&table, job)));
	}
	add_unlisted(comparing, &seen, qos != FT_LISTTABLE_NONE);
	leave_started(comparing->to);
	return FT_OK;
}

/* ---- when the site's last pass was --------------------------------------------------- */

static enum ft_status
fill_at(struct fshare_comparing *comparing, int64_t pass, struct ft_error *err)
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
text_now(
    struct fshare_comparing *comparing, const struct fshare_queue_cell *cell)
{
	return text_of(
	    comparing, &comparing->standings.item[cell->row], cell->column);
}

/* Whether each age is what the site printed. */
static bool
ages_fit(struct fshare_comparing *comparing)
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
explain_by_pass(struct fshare_comparing *comparing)
{
	struct fshare_queue *queue = comparing->to;
	struct ft_str detail FT_CLEANUP(ft_str_free) = { 0 };
	char date[32];

	ft_str_addf(&detail, "as of the pass at %s",
	    ft_time_format_date(date, sizeof date, comparing->pass));
	for (size_t i = 0; i < queue->n; i++) {
		struct fshare_queue_cell *cell = &queue->cell[i];

		if (cell->cause == FT_VERIFY_UNEXPLAINED &&
		    cell->column > ACCOUNT && cell->column <= PRIORITY_NORM &&
		    strcmp(cell->site, text_now(comparing, cell)) == 0)
			fshare_queue_explain(
			    queue, cell, FT_VERIFY_PASS, ft_str_text(&detail));
	}
}

/* Find the pass of the site's priorities, in the period before sprio ended, that
 * gives all ages. */
static enum ft_status
try_passes(struct fshare_comparing *comparing, struct ft_error *err)
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

/* What sprio printed of a job in a partition: cells of one standing. */
struct printed_row {
	struct fshare_queue_cell *cell;
	size_t n;
};

/* Set *low and *high to the FairShare that is printed like SHARE, and like FAIRSHARE_N
 * if some is printed like both. */
static bool
find_range(const struct printed_row *row, const struct ft_verify_cell *share,
    double *low, double *high)
{
	double there, norm;

	if (!ft_num_double(share->site, &there))
		return false;
	*low = there - HALF_DIGIT;
	*high = there + HALF_DIGIT;
	for (size_t i = 0; i < row->n; i++)
		if (row->cell[i].column == FAIRSHARE_NORM &&
		    ft_num_double(row->cell[i].site, &norm) &&
		    norm - HALF_NORM <= *high && norm + HALF_NORM >= *low) {
			*low = fmax(*low, norm - HALF_NORM);
			*high = fmin(*high, norm + HALF_NORM);
		}
	return true;
}

/* Whether a FairShare from LOW to HIGH gives exactly the cell. */
static bool
share_gives(struct fshare_comparing *comparing,
    const struct fshare_queue_cell *cell, double low, double high)
{
	const struct ft_priority *priority =
	    &comparing->standings.item[cell->row].priority;
	double weight =
	    ft_factor_weight(&comparing->standings.params, FT_FACTOR_FAIRSHARE);
	double rest = ft_priority_listed(priority) -
		      priority->weighted[FT_FACTOR_FAIRSHARE];
	double site;

	if (!ft_num_double(cell->site, &site))
		return false;
	if (cell->column == FAIRSHARE)
		return site >= round(low * weight) &&
		       site <= round(high * weight);
	if (cell->column == FAIRSHARE_NORM)
		return site >= low - HALF_NORM && site <= high + HALF_NORM;
	if (cell->column == PRIORITY)
		return site >= floor(rest + low * weight) &&
		       site <= floor(rest + high * weight);
	return cell->column == PRIORITY_NORM &&
	       site >= (rest + low * weight) / TOP - HALF_TOP &&
	       site <= (rest + high * weight) / TOP + HALF_TOP;
}

static void
explain_row(struct fshare_comparing *comparing, const struct printed_row *row,
    const struct ft_verify_cell *share)
{
	double low, high;

	if (share->cause == FT_VERIFY_EQUAL ||
	    share->cause == FT_VERIFY_UNEXPLAINED ||
	    !find_range(row, share, &low, &high))
		return;
	for (size_t i = 0; i < row->n; i++)
		if (row->cell[i].cause == FT_VERIFY_UNEXPLAINED &&
		    share_gives(comparing, &row->cell[i], low, high))
			fshare_queue_explain(comparing->to, &row->cell[i],
			    share->cause,
			    "as the FairShare of its association");
}

static void
explain_by_shares(
    struct fshare_comparing *comparing, const struct ft_verify *shares)
{
	struct fshare_queue *queue = comparing->to;
	const struct ft_machine *machine = &comparing->world.machine;
	struct ft_map map FT_CLEANUP(ft_map_clear) = { 0 };

	for (size_t i = 0; i < shares->n; i++)
		ft_map_put(&map, shares->row[i].key, i);
	for (size_t i = 0, next; i < queue->n; i = next) {
		const struct ft_standing *standing;
		const struct ft_verify_cell *share;

		next = i + 1;
		while (next < queue->n && queue->cell[next].column != LISTED)
			next++;
		if (next == i + 1) /* it is not in both tables */
			continue;
		standing = &comparing->standings.item[queue->cell[i].row];
		share = share_of(shares, &map, standing->job,
		    machine->partition[standing->partition].name);
		if (share)
			explain_row(comparing,
			    &(struct printed_row){ &queue->cell[i], next - i },
			    share);
	}
}

/* Note each PRIORITY that sprio printed and that is equal or explained. */
static void
note_priorities(struct fshare_comparing *comparing)
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

enum ft_status
fshare_queue_verify(struct fshare_queue *queue, struct ft_session *session,
    struct ft_sitefiles *files, const struct ft_verify *shares,
    struct ft_error *err)
{
	static const char none[] = "it was not collected";
	struct fshare_comparing comparing FT_CLEANUP(
	    free_comparing) = { .to = queue, .files = files };
	struct ft_world *world = &comparing.world;
	int64_t period, decayed;

	ft_standings_init(&comparing.standings);
	ft_world_init(world, &session->conf);
	FT_TRY(ft_session_world(session, world, NULL, err));
	/* the store has those of the last change */
	FT_TRY(ft_world_priorities(world, err));
	FT_TRY(ft_standings_fill(&comparing.standings, world, err));
	period = world->period;
	decayed = world->decayed;
	if (ft_sitefiles_have(files, "sprio")) {
		FT_TRY(compare_sprio(&comparing, err));
		FT_TRY(try_passes(&comparing, err));
		explain_by_shares(&comparing, shares);
		note_priorities(&comparing);
	} else {
		fshare_queue_leave(queue, "sprio", NULL, 0, none);
	}
	if (!ft_sitefiles_have(files, "squeue")) {
		fshare_queue_leave(queue, "squeue", NULL, 0, none);
		return FT_OK;
	}
	FT_TRY(fshare_queue_squeue(&comparing, err));
	world->period = period;
	world->decayed = decayed;
	FT_TRY(ft_world_priorities(world, err));
	fshare_queue_schedule(&comparing);
	return FT_OK;
}
