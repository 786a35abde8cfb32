/* blame.c - which accounts made the job wait: its wait, split among them. */
#include "cli/cmd.h"
#include "common/timetext.h"
#include "files/progress.h"
#include "load/back.h"
#include "load/world/world.h"
#include "sim/world/array.h"
#include "why/private.h"

#define SEED 1 /* the same question has the same answer */

static const struct {
	const char *key, *name, *note;
} causes[] = {
	[FT_CAUSE_SUBMIT] = { "submit", "submission",
	    "not yet eligible: dependency, begin time or hold" },
	[FT_CAUSE_ELIGIBLE] = { "eligible", "scheduler",
	    "eligible, and no scheduler had examined it" },
	[FT_CAUSE_LIMITS] = { "limits", "limits",
	    "of associations, QOS, partition or array" },
	[FT_CAUSE_SHAPE] = { "shape", "shape",
	    "it was next, and what it asks for was not free" },
	[FT_CAUSE_PRIORITY] = { "priority", "priority",
	    "jobs of higher priority waited for its partition" },
};

/* Where each simulation begins. */
struct beginning {
	const struct ft_why_job *why;
	struct ft_load_back back;
	struct ft_load_source source;
	int64_t at; /* that the store was taken back to; 0 not yet */
};

static void
beginning_free(struct beginning *beginning)
{
	ft_load_back_free(&beginning->back);
}

static enum ft_status
go_back(struct beginning *beginning, struct ft_error *err)
{
	const struct ft_blame *blame = beginning->why->blame;
	const struct ft_session *session = beginning->why->at->session;
	const struct ft_load_source source = ft_session_source(session);
	const struct ft_load_past_rules past = { .fixed = session->conf_named,
		.release = ft_cmd_variable("FAIRTREE_SLURM") };

	beginning_free(beginning);
	FT_TRY(ft_load_back_open(&beginning->back, &source, &past, err));
	FT_TRY(ft_load_back_go(&beginning->back, blame->begin, blame->stop,
	    &beginning->source, err));
	beginning->at = blame->begin;
	return FT_OK;
}

static enum ft_status
load(void *ctx, struct ft_world *world, struct ft_error *err)
{
	struct beginning *beginning = ctx;

	if (beginning->at != beginning->why->blame->begin)
		FT_TRY(go_back(beginning, err));
	FT_TRY(ft_load_world(world, &beginning->source, NULL, err));
	return ft_why_algorithm(world, beginning->why->at->session, err);
}

static enum ft_status
check(const struct ft_why_job *why, struct ft_error *err)
{
	const struct ft_job *job = why->job;

	FT_TRY(ft_session_need_sight(why->at->session,
	    FT_VISIBILITY_BIT(JOBS) | FT_VISIBILITY_BIT(USAGE) |
		FT_VISIBILITY_BIT(ACCOUNTS),
	    "--blame", err));
	if (job->submitted > why->world->now)
		return ft_fail(err, FT_EINVAL,
		    "--blame needs a job that was submitted; job %" PRIu32
		    " comes later",
		    job->number);
	if (!job->started && !ft_job_is_active(job) && !job->ended)
		return ft_fail(err, FT_EINVAL,
		    "--blame needs to know how long job %" PRIu32
		    " waited, but neither its start nor its end is recorded",
		    job->number);
	return FT_OK;
}

enum ft_status
ft_why_find_blame(struct ft_why_job *why, uint32_t orders, struct ft_error *err)
{
	struct beginning beginning FT_CLEANUP(beginning_free) = { .why = why };
	const struct ft_blame_rules rules = { .present = why->world,
		.job = why->job,
		.load = load,
		.ctx = &beginning,
		.orders = orders,
		.seed = SEED,
		.meter = ft_progress_meter() };

	FT_TRY(check(why, err));
	why->blame = ft_calloc(1, sizeof *why->blame);
	ft_blame_begin(why->blame, &rules);
	return ft_blame_make(why->blame, &rules, err);
}

void
ft_why_blame_free(struct ft_why_job *why)
{
	if (why->blame)
		ft_blame_free(why->blame);
	ft_free(why->blame);
	why->blame = NULL;
}

/* ---- rows ------------------------------------------------------------------ */

/* A part of the wait. */
struct row {
	const char *kind; /* "empty_machine", "account", "others",
	                     "not_reproduced" */
	const struct ft_blame_account *account; /* NULL: none */
	int64_t wait;                           /* seconds, below 0: a gain */
	double exact, error; /* seconds; error NAN: it has none */
};

/* The rows of a wait; they add up to it. */
struct rows {
	struct row item[FT_SHAPLEY_PLAYERS + 2];
	size_t n;
};

static int
by_wait(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->wait != y->wait)
		return x->wait > y->wait ? -1 : 1;
	if (x->exact != y->exact)
		return x->exact > y->exact ? -1 : 1;
	/* as they were */
	return (x->account > y->account) - (x->account < y->account);
}

static void
add_plain(struct rows *rows, const char *kind, int64_t wait)
{
	rows->item[rows->n++] = (struct row){ .kind = kind,
		.wait = wait,
		.exact = (double)wait,
		.error = (double)NAN };
}

/* Returns the rows of BLAME: the empty machine, the accounts, most to blame first,
 * and what the simulation lacks. */
static struct rows
make_rows(const struct ft_blame *blame)
{
	const struct ft_shapley *shapley = &blame->shapley;
	struct rows rows = { .n = 0 };

	add_plain(&rows, "empty_machine", shapley->none);
	for (size_t i = 0; i < blame->n; i++)
		rows.item[rows.n++] = (struct row){
			.kind = blame->account[i].name ? "account" : "others",
			.account = &blame->account[i],
			.wait = blame->share[i],
			.exact = ft_shapley_value(shapley, i),
			.error = shapley->error[i],
		};
	qsort(rows.item + 1, rows.n - 1, sizeof *rows.item, by_wait);
	if (blame->wait != shapley->all)
		add_plain(&rows, "not_reproduced", blame->wait - shapley->all);
	return rows;
}

/* ---- the page -------------------------------------------------------------- */

/* "empty_machine" as words. */
static void
add_words(struct ft_str *str, const char *key)
{
	for (; *key; key++)
		ft_str_add_char(str, *key == '_' ? ' ' : *key);
}

static void
add_name(
    const struct ft_blame *blame, const struct row *row, struct ft_str *str)
{
	if (!row->account)
		add_words(str, row->kind);
	else if (row->account->name)
		ft_str_addf(str, "%s%s", row->account->name,
		    row->account->own ? " (its own)" : "");
	else
		ft_str_addf(str, "others (%zu accounts)", blame->joined);
}

static void
add_length(struct ft_str *str, int64_t seconds)
{
	if (seconds < 0)
		ft_str_add_char(str, '-');
	ft_timetext_add_short(str, seconds < 0 ? -seconds : seconds);
}

/* Who is most to blame, in a sentence. */
static void
add_most(
    const struct ft_why_job *why, const struct rows *rows, struct ft_str *str)
{
	const struct ft_blame *blame = why->blame;
	const struct row *most = rows->n > 1 ? &rows->item[1] : NULL;

	if (most && most->account && most->wait > 0) {
		ft_str_add(str, most->account->name ? "Account " : "Its ");
		add_name(blame, most, str);
		ft_str_add(str, " made job ");
	} else {
		ft_str_add(str, "No account made job ");
	}
	ft_job_add_id(str, why->job);
	ft_str_add(str, " wait");
	if (most && most->account && most->wait > 0) {
		ft_str_add_char(str, ' ');
		add_length(str, most->wait);
		ft_str_add(str, " of its ");
	} else {
		ft_str_add(str, "; its wait is ");
	}
	add_length(str, blame->wait);
	ft_str_add(str, blame->waits ? " so far." : ".");
}

static void
add_method(const struct ft_blame *blame, struct ft_str *str)
{
	const struct ft_shapley *shapley = &blame->shapley;

	if (!blame->n) {
		ft_str_add(str,
		    "It was simulated alone: no other jobs competed "
		    "with it.");
		return;
	}
	ft_str_addf(str,
	    "It was simulated with %zu sets of the accounts whose jobs "
	    "competed with it (%zu of them), and split by Shapley value, ",
	    shapley->coalitions,
	    blame->n + (blame->joined ? blame->joined - 1 : 0));
	if (shapley->orders)
		ft_str_addf(
		    str, "over %" PRIu32 " random orders.", shapley->orders);
	else
		ft_str_add(str, "exactly.");
}

static void
add_part(const struct ft_blame *blame, int64_t wait, struct ft_page *page)
{
	if (blame->wait)
		ft_page_cellf(
		    page, "%.1f", 100 * (double)wait / (double)blame->wait);
	else
		ft_page_cell(page, "");
}

static void
add_row(
    const struct ft_blame *blame, const struct row *row, struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_name(blame, row, &str);
	ft_page_cell(page, ft_str_text(&str));
	ft_str_clear(&str);
	add_length(&str, row->wait);
	ft_page_cell(page, ft_str_text(&str));
	ft_str_clear(&str);
	if (!isnan(row->error))
		add_length(&str, (int64_t)(row->error + 0.5));
	ft_page_cell(page, ft_str_text(&str));
	add_part(blame, row->wait, page);
}

/* A row of lengths: NAME, WAIT, its part, and NOTE. */
static void
add_cause(const struct ft_blame *blame, const char *name, int64_t wait,
    const char *note, struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_page_cell(page, name);
	add_length(&str, wait);
	ft_page_cell(page, ft_str_text(&str));
	add_part(blame, wait, page);
	ft_page_cell(page, note);
}

static void
page_causes(const struct ft_blame *blame, struct ft_page *page)
{
	static const char *const header[] = { "Cause", ">Wait", ">%",
		"Explanation" };
	int64_t lacks = blame->wait - blame->shapley.all;

	ft_page_head(page, "What it waited for");
	ft_page_table(page, header, FT_COUNT(header));
	for (size_t i = 0; i < FT_CAUSES; i++)
		add_cause(blame, causes[i].name, blame->causes.seconds[i],
		    causes[i].note, page);
	if (lacks)
		add_cause(blame, "not reproduced", lacks, "", page);
	add_cause(blame, "total", blame->wait, "", page);
	ft_page_table_end(page);
}

static void
page_accounts(
    const struct ft_blame *blame, const struct rows *rows, struct ft_page *page)
{
	static const char *const header[] = { "Account", ">Wait", ">StdErr",
		">%" };
	struct row total = {
		.kind = "total", .wait = blame->wait, .error = (double)NAN
	};

	ft_page_table(page, header, FT_COUNT(header));
	for (size_t i = 0; i < rows->n; i++)
		add_row(blame, &rows->item[i], page);
	add_row(blame, &total, page);
	ft_page_table_end(page);
}

void
ft_why_blame_page(const struct ft_why_job *why, struct ft_page *page)
{
	const struct ft_blame *blame = why->blame;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	struct rows rows;

	if (!blame)
		return;
	rows = make_rows(blame);
	ft_page_head(page, "Who made it wait");
	add_most(why, &rows, &str);
	ft_page_take_text(page, &str);
	add_method(blame, &str);
	ft_page_take_text(page, &str);
	page_accounts(blame, &rows, page);
	page_causes(blame, page);
}

/* ---- the document ---------------------------------------------------------- */

static void
row_object(const struct row *row, struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "kind", row->kind);
	ft_doc_text(doc, "account", row->account ? row->account->name : NULL);
	ft_doc_bool(doc, "own", row->account && row->account->own);
	ft_doc_i64(doc, "wait", row->wait);
	ft_doc_real(doc, "shapley", row->exact);
	if (isnan(row->error))
		ft_doc_null(doc, "standard_error");
	else
		ft_doc_real(doc, "standard_error", row->error);
	ft_doc_end(doc);
}

void
ft_why_blame_document(const struct ft_why_job *why, struct ft_doc *doc)
{
	const struct ft_blame *blame = why->blame;
	struct rows rows;

	if (!blame)
		return;
	rows = make_rows(blame);
	ft_doc_begin(doc, "blame");
	ft_doc_i64(doc, "wait", blame->wait);
	ft_doc_bool(doc, "so_far", blame->waits);
	if (why->job->eligible)
		ft_doc_i64(doc, "eligible", why->job->eligible);
	else
		ft_doc_null(doc, "eligible");
	ft_doc_u64(doc, "sets", blame->shapley.coalitions);
	ft_doc_u64(doc, "orders", blame->shapley.orders);
	ft_doc_u64(doc, "joined", blame->joined);
	ft_doc_begin_list(doc, "rows");
	for (size_t i = 0; i < rows.n; i++)
		row_object(&rows.item[i], doc);
	ft_doc_end(doc);
	ft_doc_begin(doc, "causes");
	for (size_t i = 0; i < FT_CAUSES; i++)
		ft_doc_i64(doc, causes[i].key, blame->causes.seconds[i]);
	ft_doc_i64(doc, "not_reproduced", blame->wait - blame->shapley.all);
	ft_doc_end(doc);
	ft_doc_end(doc);
}
