/*
 * alternatives.c - when the job would start with another account or partition, a
 * shorter limit or a smaller size, or several of these: each is tried in the same
 * simulated futures.
 */
#include "common/timetext.h"
#include "common/world.h"
#include "load/forecast.h"
#include "sim/world/request.h"
#include "sim/update/update.h"
#include "why/private.h"

#define FUTURES  100 /* of each; they are the same for all */
#define TOGETHER 32  /* combinations that are tried at most */
#define ROWS     15  /* of the page at most, so that it fits on a screen */

/* The alternatives of a job while they are tried. */
struct trying {
	struct ft_why_job *why;
	struct ft_asker asker; /* the owner of the job */
	struct ft_forecast_past past;
	struct ft_forecast as_it_is;
	/* to be combined: the other accounts and partitions, and half the size */
	struct ft_why_change *account, *partition;
	struct ft_why_alternative half;
	size_t n_account, cap_account, n_partition, cap_partition;
	size_t n_together;                    /* combinations so far */
	const struct ft_why_alternative *now; /* being tried */
	bool refused;
};

static void
trying_free(struct trying *trying)
{
	ft_forecast_past_free(&trying->past);
	ft_forecast_free(&trying->as_it_is);
	ft_free(trying->account);
	ft_free(trying->partition);
}

/* ---- one of them ---------------------------------------------------------- */

/* Make one change in WORLD as the owner of the job would. */
static enum ft_status
update(struct trying *trying, struct ft_world *world,
    const struct ft_why_change *change, struct ft_error *err)
{
	const struct ft_update_request request = { .asker = &trying->asker,
		.job = ft_world_find(world, trying->why->job->number),
		.key = change->key,
		.value = change->value };
	enum ft_refusal refusal = FT_REFUSE_NONE;
	struct ft_error why_not = { 0 };

	if (!request.job)
		return ft_fail(err, FT_ENOENT, "the job is gone");
	if (ft_world_update(world, &request, &refusal, &why_not) == FT_OK &&
	    refusal == FT_REFUSE_NONE)
		return FT_OK;
	trying->refused = true;
	return ft_fail(err, FT_EINVAL, "the change is refused");
}

static enum ft_status
change(void *ctx, struct ft_world *world, struct ft_error *err)
{
	struct trying *trying = ctx;
	const struct ft_why_alternative *now = trying->now;

	FT_TRY(ft_why_algorithm(world, trying->why->at->session, err));
	for (size_t i = 0; i < now->n_change; i++)
		FT_TRY(update(trying, world, &now->change[i], err));
	return FT_OK;
}

static enum ft_status
forecast(
    struct trying *trying, struct ft_forecast *forecast, struct ft_error *err)
{
	const struct ft_forecast_wish wish = { .futures = FUTURES,
		.number = trying->why->job->number,
		.past = &trying->past,
		.change = change,
		.ctx = trying };

	trying->refused = false;
	return ft_session_forecast(
	    forecast, trying->why->at->session, &wish, err);
}

/* Fill ALTERNATIVE with what FORECAST says of it. */
static void
note(struct ft_why_alternative *alternative, const struct ft_forecast *forecast,
    const struct ft_forecast *as_it_is)
{
	const struct ft_forecast_job *job = forecast->job;

	alternative->never = !forecast->n;
	alternative->futures = forecast->futures;
	if (!forecast->n)
		return;
	alternative->p10 = ft_forecast_by(forecast, job, 10);
	alternative->p50 = ft_forecast_by(forecast, job, 50);
	alternative->p90 = ft_forecast_by(forecast, job, 90);
	for (uint32_t i = 0; i < forecast->futures; i++) {
		int64_t before =
		    as_it_is->n ? as_it_is->job->start[i] : INT64_MAX;

		alternative->earlier += job->start[i] < before;
		alternative->later += job->start[i] > before;
	}
}

/* Try CHANGE[N], and keep what came of it. */
static enum ft_status
try(struct trying *trying, const struct ft_why_change *change, size_t n,
    struct ft_error *err)
{
	struct ft_why_job *why = trying->why;
	struct ft_forecast made FT_CLEANUP(ft_forecast_free) = { 0 };
	struct ft_why_alternative *one = ft_vec_add(
	    why->alternative, why->n_alternative, why->cap_alternative);
	struct ft_error refusal = { 0 };
	enum ft_status status;

	*one = (struct ft_why_alternative){ .n_change = n };
	memcpy(one->change, change, n * sizeof *change);
	trying->now = one;
	status = forecast(trying, &made, &refusal);
	if (status != FT_OK && !trying->refused) {
		why->n_alternative--;
		*err = refusal;
		return status;
	}
	one->refused = trying->refused;
	if (!one->refused)
		note(one, &made, &trying->as_it_is);
	return FT_OK;
}

/* ---- what is tried --------------------------------------------------------- */

static bool
has_account(const struct trying *trying, const char *name)
{
	for (size_t i = 0; i < trying->n_account; i++)
		if (!strcmp(trying->account[i].value, name))
			return true;
	return !strcmp(trying->why->job->account, name);
}

/* Each other account of the user. */
static enum ft_status
try_accounts(struct trying *trying, struct ft_error *err)
{
	struct ft_world *world = trying->why->world;
	const struct ft_job *job = trying->why->job;
	const struct ft_tree *tree = world->tree;

	for (uint32_t node = 1; node < tree->n; node++) {
		const char *account;

		if (!ft_tree_is_user(tree, node) ||
		    strcmp(ft_tree_user(tree, &world->names, node), job->user))
			continue;
		account = ft_tree_account(tree, &world->names, node);
		if (!has_account(trying, account))
			*ft_vec_add(trying->account, trying->n_account,
			    trying->cap_account) =
			    (struct ft_why_change){ "Account",
				    ft_world_string(world, account) };
	}
	for (size_t i = 0; i < trying->n_account; i++)
		FT_TRY(try(trying, &trying->account[i], 1, err));
	return FT_OK;
}

/* Each other partition that could run the job; the rest that are open may do so
 * with another change. */
static enum ft_status
try_partitions(struct trying *trying, struct ft_error *err)
{
	const struct ft_why_job *why = trying->why;

	for (uint32_t i = 0; i < why->world->machine.n_partition; i++) {
		const struct ft_why_change change = { "Partition",
			why->world->machine.partition[i].name };

		if (!ft_why_is_open(why, i))
			continue;
		*ft_vec_add(trying->partition, trying->n_partition,
		    trying->cap_partition) = change;
		if (ft_why_may_move(why, i))
			FT_TRY(try(trying, &change, 1, err));
	}
	return FT_OK;
}

/* Try half and a quarter of the time limit. */
static enum ft_status
try_limits(struct trying *trying, struct ft_error *err)
{
	const struct ft_why_job *why = trying->why;
	struct ft_world *world = why->world;
	int64_t limit = ft_world_time_limit(
	    world, why->job, &world->machine.partition[why->would.partition]);

	for (int64_t part = 2; part <= 4 && limit < FT_YEAR_MINUTES;
	     part += 2) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
		struct ft_why_change change = { .key = "TimeLimit" };

		if (limit < part)
			break;
		ft_timetext_add_short(&text, limit / part * 60);
		change.value = ft_world_string(world, ft_str_text(&text));
		FT_TRY(try(trying, &change, 1, err));
	}
	return FT_OK;
}

static void
add_size(struct ft_why_alternative *size, struct ft_world *world,
    const char *key, uint32_t value)
{
	char text[16];

	snprintf(text, sizeof text, "%" PRIu32, value);
	size->change[size->n_change++] =
	    (struct ft_why_change){ key, ft_world_string(world, text) };
}

/* Try half and a quarter of the CPUs, and of the nodes if it asks for several.  CPUs
 * come first: in fewer nodes all of them may not fit. */
static enum ft_status
try_sizes(struct trying *trying, struct ft_error *err)
{
	const struct ft_job *job = trying->why->job;
	struct ft_world *world = trying->why->world;
	uint32_t nodes = job->nodes_given ? job->min_nodes : 1;
	uint32_t cpus = ft_job_cpus(job);

	for (uint32_t part = 2; part <= 4; part += 2) {
		struct ft_why_alternative size = { .n_change = 0 };

		if (part > cpus || (nodes > 1 && part > nodes))
			break;
		add_size(&size, world, "NumCPUs", cpus / part);
		if (nodes > 1)
			add_size(&size, world, "NumNodes", nodes / part);
		if (part == 2)
			trying->half = size;
		FT_TRY(try(trying, size.change, size.n_change, err));
	}
	return FT_OK;
}

/* ---- their order ------------------------------------------------------------ */

/* Orders what can start before what cannot, and that before what is refused; then by
 * the middle, the late and the early start. */
static int
by_start(const void *a, const void *b)
{
	const struct ft_why_alternative *x = a, *y = b;
	const int64_t left[] = { x->refused, x->never, x->p50, x->p90, x->p10 };
	const int64_t right[] = { y->refused, y->never, y->p50, y->p90,
		y->p10 };

	for (size_t i = 0; i < FT_COUNT(left); i++)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

/* ---- several changes at once ------------------------------------------------ */

static bool
has_change(
    const struct ft_why_alternative *one, const struct ft_why_change *change)
{
	for (size_t i = 0; i < one->n_change; i++)
		if (!strcmp(one->change[i].key, change->key) &&
		    !strcmp(one->change[i].value, change->value))
			return true;
	return false;
}

/* Whether the last one that was tried is sooner than each that makes only some of
 * its changes. */
static bool
is_worth_it(const struct ft_why_job *why)
{
	const struct ft_why_alternative *last =
	    &why->alternative[why->n_alternative - 1];

	for (const struct ft_why_alternative *one = why->alternative;
	     one < last; one++) {
		bool part = one->n_change < last->n_change;

		for (size_t i = 0; i < one->n_change; i++)
			part = part && has_change(last, &one->change[i]);
		if (part && by_start(one, last) <= 0)
			return false;
	}
	return !last->refused && !last->never;
}

/* Try account A and partition P, each counted from 1, 0 its own; half: half its
 * size, too. */
static enum ft_status
try_both(
    struct trying *trying, size_t a, size_t p, bool half, struct ft_error *err)
{
	struct ft_why_job *why = trying->why;
	struct ft_why_change change[FT_WHY_CHANGES];
	size_t n = 0;

	if (a)
		change[n++] = trying->account[a - 1];
	if (p)
		change[n++] = trying->partition[p - 1];
	for (size_t i = 0; half && i < trying->half.n_change; i++)
		change[n++] = trying->half.change[i];
	if ((a > 0) + (p > 0) + half < 2 || trying->n_together == TOGETHER)
		return FT_OK;
	trying->n_together++;
	FT_TRY(try(trying, change, n, err));
	why->n_alternative -= !is_worth_it(why);
	return FT_OK;
}

/* Each account with each partition, for the size of the job and for half of it: two
 * changes before three. */
static enum ft_status
try_together(struct trying *trying, struct ft_error *err)
{
	for (int half = 0; half <= (trying->half.n_change ? 1 : 0); half++)
		for (size_t a = 0; a <= trying->n_account; a++)
			for (size_t p = 0; p <= trying->n_partition; p++)
				FT_TRY(try_both(trying, a, p, half, err));
	return FT_OK;
}

/* Sort them; equal ones keep their order, and share a place. */
static void
sort(struct ft_why_alternative *item, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t at = i;
		     at > 0 && by_start(&item[at], &item[at - 1]) < 0; at--) {
			struct ft_why_alternative one = item[at];

			item[at] = item[at - 1];
			item[at - 1] = one;
		}
	for (size_t i = 0; i < n; i++)
		item[i].place = i > 0 && !by_start(&item[i], &item[i - 1])
				    ? item[i - 1].place
				    : (uint32_t)i + 1;
}

enum ft_status
ft_why_try_alternatives(struct ft_why_job *why, struct ft_error *err)
{
	struct trying trying FT_CLEANUP(trying_free) = { .why = why,
		.asker = { .name = why->job->user,
		    .uid = ft_world_uid(why->world, why->job->user) } };
	const struct ft_load_source source =
	    ft_session_source(why->at->session);
	struct ft_why_alternative one = { .n_change = 0 };

	if (!why->waits || why->job->submitted > why->world->now)
		return ft_fail(
		    err, FT_EINVAL, "--alternatives needs a job that waits");
	if (why->job->hold != FT_HOLD_NONE)
		return ft_fail(err, FT_EINVAL,
		    "a held job has no --alternatives ('fcontrol release "
		    "%" PRIu32 "' releases it)",
		    why->job->number);
	FT_TRY(ft_load_forecast_past(&trying.past, &source, err));
	trying.now = &one;
	FT_TRY(forecast(&trying, &trying.as_it_is, err));
	note(&one, &trying.as_it_is, &trying.as_it_is);
	*ft_vec_add(
	    why->alternative, why->n_alternative, why->cap_alternative) = one;
	FT_TRY(try_accounts(&trying, err));
	FT_TRY(try_partitions(&trying, err));
	FT_TRY(try_limits(&trying, err));
	FT_TRY(try_sizes(&trying, err));
	FT_TRY(try_together(&trying, err));
	sort(why->alternative, why->n_alternative);
	return FT_OK;
}

/* ---- the page ----------------------------------------------------------------- */

static void
start_cell(const struct ft_why_job *why, const struct ft_why_alternative *one,
    int64_t start, struct ft_page *page)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (one->refused || one->never) {
		ft_page_cell(page, one->refused ? "refused" : "never");
		return;
	}
	if (start == INT64_MAX) {
		ft_str_add(&text, "> ");
		start = why->world->now + FT_FORECAST_HORIZON;
	}
	ft_timetext_add_span(&text, start - why->world->now);
	ft_page_cell(page, ft_str_text(&text));
}

static void
part_cell(
    const struct ft_why_alternative *one, uint32_t n, struct ft_page *page)
{
	if (one->refused || one->never || !one->n_change)
		ft_page_cell(page, "");
	else
		ft_page_cellf(
		    page, "%.0f %%", 100.0 * (double)n / (double)one->futures);
}

static void
add_row(const struct ft_why_job *why, const struct ft_why_alternative *one,
    struct ft_page *page)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < one->n_change; i++)
		ft_str_addf(&text, "%s%s=%s", i ? " " : "", one->change[i].key,
		    one->change[i].value);
	ft_page_cellf(page, "%" PRIu32, one->place);
	ft_page_cell(page, one->n_change ? ft_str_text(&text) : "as it is");
	start_cell(why, one, one->p10, page);
	start_cell(why, one, one->p50, page);
	start_cell(why, one, one->p90, page);
	part_cell(one, one->earlier, page);
	part_cell(one, one->later, page);
}

void
ft_why_alternatives_page(const struct ft_why_job *why, struct ft_page *page)
{
	static const char *const header[] = { ">Place", "Change", ">10 %",
		">50 %", ">90 %", ">Earlier", ">Later" };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	bool drawn;

	if (!why->n_alternative)
		return;
	drawn = why->alternative[0].futures > 1;
	ft_page_head(page, "Alternatives");
	if (drawn)
		ft_str_addf(&text,
		    "The time from now by which the job starts in 10, 50 and "
		    "90 "
		    "%% of %d simulated futures, the same for each change, and "
		    "the share of them in which it starts earlier or later "
		    "than as it is.",
		    FUTURES);
	else
		ft_str_add(&text, "The time from now by which the job starts, "
				  "and whether that "
				  "is earlier or later than as it is.");
	ft_str_addf(&text,
	    "  Rows with equal times share a place.  Command: fcontrol update "
	    "job %" PRIu32 " CHANGE",
	    why->job->number);
	ft_page_take_text(page, &text);
	ft_page_table(page, header, FT_COUNT(header));
	for (size_t i = 0; i < why->n_alternative; i++)
		if (i < ROWS || !why->alternative[i].n_change)
			add_row(why, &why->alternative[i], page);
	ft_page_table_end(page);
	if (why->n_alternative > ROWS)
		ft_page_text(page, "Further changes start no sooner (--json "
				   "has them all).");
}

/* ---- the document -------------------------------------------------------------- */

static void
start_value(const struct ft_why_alternative *one, const char *key,
    int64_t start, struct ft_doc *doc)
{
	if (one->refused || one->never || start == INT64_MAX)
		ft_doc_null(doc, key);
	else
		ft_doc_i64(doc, key, start);
}

void
ft_why_alternatives_document(const struct ft_why_job *why, struct ft_doc *doc)
{
	if (!why->n_alternative)
		return;
	ft_doc_begin_list(doc, "alternatives");
	for (size_t i = 0; i < why->n_alternative; i++) {
		const struct ft_why_alternative *one = &why->alternative[i];

		ft_doc_begin(doc, NULL);
		ft_doc_u64(doc, "place", one->place);
		ft_doc_begin_list(doc, "changes");
		for (size_t k = 0; k < one->n_change; k++) {
			ft_doc_begin(doc, NULL);
			ft_doc_text(doc, "key", one->change[k].key);
			ft_doc_text(doc, "value", one->change[k].value);
			ft_doc_end(doc);
		}
		ft_doc_end(doc);
		ft_doc_bool(doc, "refused", one->refused);
		ft_doc_bool(doc, "never", one->never);
		ft_doc_u64(doc, "futures", one->futures);
		start_value(one, "start_p10", one->p10, doc);
		start_value(one, "start_p50", one->p50, doc);
		start_value(one, "start_p90", one->p90, doc);
		ft_doc_u64(doc, "earlier", one->earlier);
		ft_doc_u64(doc, "later", one->later);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}
