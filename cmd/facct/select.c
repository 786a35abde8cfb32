/* select.c - which jobs facct shows, and in which order. */

#include "facct/facct.h"
#include "base/text/hostlist.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/suggest.h"
#include "model/account/billing.h"
#include "store/job/history.h"

#include <pwd.h>

/* ---- owner---------------------------------------------------------------------- */

static bool
may_see(const struct facct_view *view, const struct ft_job *job)
{
	return ft_visibility_shows(&view->args->session.visibility,
	    FT_VISIBILITY_JOBS, job->user, job->account);
}

/* By name, or by number; an empty name is nobody's. */
static bool
fits_number(const struct ft_arglist *words, const char *name, uint32_t number)
{
	for (size_t i = 0; i < words->n; i++) {
		uint32_t wanted;

		if (ft_num_u32(words->item[i], &wanted)
			? wanted == number
			: strcmp(words->item[i], name) == 0)
			return true;
	}
	return words->n == 0;
}

static bool
fits_user(const struct facct_view *view, const struct ft_job *job)
{
	const struct facct_args *args = view->args;

	if (args->users.n > 0)
		return fits_number(&args->users, job->user, job->uid);
	if (args->all_users || args->n_id > 0 ||
	    ft_session_is_root(&args->session))
		return true;
	return strcmp(job->user, args->session.user) == 0;
}

/* ---- what ------------------------------------------------------------------------- */

/* For slurmdbd's database capitals are no other letters. */
static bool
fits_name(const struct facct_args *args, const struct ft_arglist *words,
    const char *text)
{
	for (size_t i = 0; i < words->n; i++) {
		if ((args->context->slurm ? strcasecmp(words->item[i], text)
					  : strcmp(words->item[i], text)) == 0)
			return true;
	}
	return words->n == 0;
}

/* sacct compares the list of a job with several partitions as a whole. */
static bool
fits_partition(const struct facct_args *args, const char *list)
{
	if (args->context->slurm)
		return ft_arglist_admits(&args->partitions, list);
	return args->partitions.n == 0 ||
	       ft_arglist_meet(&args->partitions, list);
}

static bool
fits_qos(const struct facct_view *view, const struct ft_job *job)
{
	const struct ft_qos *qos;

	if (view->args->qos.n == 0)
		return true;
	qos = ft_acctdb_qos(&view->acctdb, job->qos);
	return qos && ft_arglist_have(&view->args->qos, qos->name);
}

static bool
fits_range(const struct facct_range *range, uint64_t number)
{
	if (!range->given)
		return true;
	return range->most > 0 ? number >= range->least && number <= range->most
			       : number == range->least;
}

static bool
fits_limit(const struct facct_args *args, const struct ft_job *job)
{
	int64_t least, most, limit = job->time_limit;

	if (limit == FT_TIME_NONE)
		limit = FT_TIME_UNLIMITED;
	if (!args->limit_least || !ft_time_minutes(args->limit_least, &least))
		return true;
	if (!args->limit_most || !ft_time_minutes(args->limit_most, &most))
		most = least;
	return limit >= least && limit <= most;
}

/* Each is a part of what it asked for, which is nothing for an empty one. */
static bool
fits_features(const struct ft_arglist *words, const char *features)
{
	for (size_t i = 0; i < words->n; i++)
		if (*words->item[i]
			? !ft_text_contains(features, words->item[i])
			: *features != '\0')
			return false;
	return true;
}

static bool
fits_flags(const struct ft_arglist *flags, const struct ft_job *job)
{
	if (flags->n == 0 || ft_arglist_have(flags, "StartReceived") ||
	    (job->started && ft_arglist_have(flags, "StartRecieved")))
		return true;
	return (job->scheduler == FT_SCHED_MAIN &&
		   ft_arglist_have(flags, "SchedMain")) ||
	       (job->scheduler == FT_SCHED_BACKFILL &&
		   ft_arglist_have(flags, "SchedBackfill"));
}

static bool
fits_reason(const struct facct_args *args, const struct ft_job *job)
{
	const char *reason;

	if (args->reasons.n == 0)
		return true;
	reason = facct_reason(args->context, job);
	return ft_arglist_have(&args->reasons, reason ? reason : "None");
}

static bool
fits_assoc(const struct ft_arglist *words, const struct ft_job *job)
{
	for (size_t i = 0; i < words->n; i++) {
		uint32_t id;

		if (ft_num_u32(words->item[i], &id) && id == job->assoc)
			return true;
	}
	return words->n == 0;
}

/* slurmdbd takes what follows the last "1=" in "1=8,2=2048,1001=2" for CPUs. */
static uint64_t
searched_cpus(const struct facct_view *view, const struct ft_job *job)
{
	uint64_t cpus = ft_jobtext_tres(job->alloc, FT_TRES_CPU);

	for (size_t i = 0; view->args->context->slurm && i < view->tres.n;
	     i++) {
		uint64_t count = ft_jobtext_tres(job->alloc, (int)i);

		if (view->tres.item[i].id % 10 == 1 && count)
			cpus = count;
	}
	return cpus;
}

static bool
fits(const struct facct_view *view, const struct ft_job *job)
{
	const struct facct_args *args = view->args;
	const char *partition =
	    *job->partition ? job->partition : job->partitions;

	return fits_user(view, job) &&
	       ft_arglist_admits(&args->accounts, job->account) &&
	       fits_partition(args, partition) &&
	       fits_name(args, &args->names, job->name) &&
	       fits_name(args, &args->wckeys, job->wckey) &&
	       fits_number(&args->groups, "", job->gid) &&
	       fits_features(&args->features, job->features) &&
	       fits_assoc(&args->associations, job) && fits_qos(view, job) &&
	       fits_range(&args->nodes, job->started ? job->n_node : 0) &&
	       fits_range(&args->cpus, searched_cpus(view, job)) &&
	       fits_limit(args, job) &&
	       ft_arglist_admits_host(&args->hosts, job->nodes) &&
	       fits_flags(&args->flags, job) && fits_reason(args, job) &&
	       may_see(view, job);
}

/* ---- when --------------------------------------------------------------------------- */

/* The end that is given is no part of the window, unless it is its start, too. */
static bool
is_before_end(const struct facct_args *args, int64_t when)
{
	bool now = args->end == NULL || args->until == args->from;

	return when && when - now < args->until;
}

int64_t
facct_eligible(const struct facct_args *args, const struct ft_job *job)
{
	bool held =
	    job->hold != FT_HOLD_NONE && job->begins <= args->session.now;

	return args->context->slurm && !job->started &&
		       (held || (job->state == FT_JOB_PENDING &&
				    job->reason == FT_REASON_ARRAY_TASK_LIMIT))
		   ? 0
		   : job->eligible;
}

/* Whether it was in one of the wanted states in the window. */
static bool
was_in_state(const struct facct_args *args, const struct ft_job *job)
{
	uint32_t state = UINT32_C(1) << job->state;
	bool requeued = job->flags & FT_JOB_REQUEUED;

	if (args->states & 1U << FT_JOB_RUNNING &&
	    job->state != FT_JOB_SUSPENDED &&
	    is_before_end(args, job->started) &&
	    (job->ended == 0 || job->ended >= args->from))
		return true;
	if (args->states & 1U << FT_JOB_PENDING &&
	    is_before_end(args, facct_eligible(args, job)) &&
	    (job->started ? job->started >= args->from
			  : job->ended == 0 || job->ended >= args->from))
		return true;
	if (args->states & 1U << FT_JOB_SUSPENDED &&
	    job->state == FT_JOB_SUSPENDED)
		return true;
	if (ft_job_is_active(job) || job->ended < args->from ||
	    job->ended > args->until)
		return false;
	return requeued ? args->states & ACCT_REQUEUED : args->states & state;
}

static bool
in_window(const struct facct_args *args, const struct ft_job *job)
{
	if (args->states)
		return was_in_state(args, job);
	if (!args->windowed)
		return true;
	return is_before_end(args, facct_eligible(args, job)) &&
	       (job->ended == 0 || job->ended >= args->from);
}

/* ---- which ---------------------------------------------------------------------------- */

/* slurmdbd does not search the tasks of a pending array. */
static bool
holds_task(
    const struct facct_view *view, const struct ft_job *job, int32_t task)
{
	if (view->args->context->slurm && ft_job_is_head(job))
		return false;
	for (size_t i = 0; i < job->n_tasks; i++) {
		if ((int32_t)job->tasks[i] == task)
			return true;
	}
	return !ft_job_is_head(job) && job->array_task == task;
}

static bool
is_named(const struct facct_view *view, const struct facct_id *id,
    const struct ft_job *job)
{
	if (id->task == FT_TASK_NONE)
		return id->number == job->number ||
		       id->number == job->array_job;
	return id->number == job->array_job && holds_task(view, job, id->task);
}

static bool
is_any_named(const struct facct_view *view, const struct ft_job *job)
{
	const struct facct_args *args = view->args;

	for (size_t i = 0; i < args->n_id; i++) {
		if (is_named(view, &args->id[i], job))
			return true;
	}
	return args->n_id == 0;
}

bool
facct_shows_job(const struct facct_view *view, const struct ft_job *job)
{
	const struct facct_args *args = view->args;

	for (size_t i = 0; i < args->n_id; i++) {
		bool job_only = args->no_steps && args->context->slurm;

		if ((!args->id[i].step || job_only) &&
		    is_named(view, &args->id[i], job))
			return true;
	}
	return args->n_id == 0;
}

bool
facct_shows_step(const struct facct_view *view, const struct ft_job *job)
{
	const struct facct_args *args = view->args;

	bool named = args->n_id == 0;

	for (size_t i = 0; i < args->n_id; i++)
		named = named || ((!args->id[i].step || args->id[i].batch) &&
				     is_named(view, &args->id[i], job));
	if (!job->started || args->no_steps || !named)
		return false;
	/* a job may have waited in the window, its step not */
	if (args->context->slurm &&
	    (args->states
		    ? args->states == 1U << FT_JOB_PENDING
		    : args->windowed && !is_before_end(args, job->started)))
		return false;
	if (args->context->slurm || args->steps)
		return true;
	return !facct_shows_job(view, job);
}

/* ---- order ---------------------------------------------------------------------------------- */

static int
compare_numbers(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* In slurmdbd's order: by submission; jobs outside arrays first. */
static int
compare_jobs(const void *a_job, const void *b_job)
{
	const struct ft_job *a = *(struct ft_job *const *)a_job;
	const struct ft_job *b = *(struct ft_job *const *)b_job;
	int order = compare_numbers(a->submitted, b->submitted);

	if (order == 0)
		order = compare_numbers(a->array_job, b->array_job);
	if (order == 0 && a->array_job)
		order = compare_numbers(
		    ft_job_is_head(a) ? INT32_MAX : a->array_task,
		    ft_job_is_head(b) ? INT32_MAX : b->array_task);
	if (order == 0)
		order = compare_numbers(a->number, b->number);
	if (order == 0)
		order = compare_numbers(a->started, b->started);
	return order;
}

/* In documents tasks are by number, too. */
static int
compare_documents(const void *a_job, const void *b_job)
{
	const struct ft_job *a = *(struct ft_job *const *)a_job;
	const struct ft_job *b = *(struct ft_job *const *)b_job;
	int order = compare_numbers(a->submitted, b->submitted);

	if (order == 0)
		order = compare_numbers(a->number, b->number);
	return order ? order : compare_numbers(a->started, b->started);
}

static int
compare_runs(const void *a_job, const void *b_job)
{
	const struct ft_job *a = *(struct ft_job *const *)a_job;
	const struct ft_job *b = *(struct ft_job *const *)b_job;
	int order = compare_numbers(a->number, b->number);

	return order ? order : compare_jobs(a_job, b_job);
}

typedef int order_fn(const void *a_job, const void *b_job);

/* The order of the listing. */
static order_fn *
order_of(const struct facct_view *view)
{
	return facct_is_document(view) ? compare_documents : compare_jobs;
}

/* ---- jobs with several runs ------------------------------------------------------- */

static bool
is_chosen(const struct facct_view *view, const struct ft_job *job)
{
	return job->submitted <= view->now && is_any_named(view, job) &&
	       in_window(view->args, job) && fits(view, job);
}

static enum ft_status
keep_run(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct facct_view *view = ctx;
	struct ft_job *kept;

	(void)err;
	if (!is_chosen(view, job)) {
		ft_job_clear(job);
		return FT_OK;
	}
	kept = ft_alloc(sizeof *kept);
	*kept = *job;
	*ft_vec_add(view->requeued, view->n, view->cap) = kept;
	return FT_OK;
}

/* Keep only the last of the runs with the same number. */
static void
drop_earlier(struct facct_view *view)
{
	size_t n = 0;

	qsort(view->requeued, view->n, sizeof *view->requeued, compare_runs);
	for (size_t i = 0; i < view->n; i++) {
		if (i + 1 < view->n && view->requeued[i + 1]->number ==
					   view->requeued[i]->number) {
			ft_job_clear(view->requeued[i]);
			ft_free(view->requeued[i]);
		} else {
			view->requeued[n++] = view->requeued[i];
		}
	}
	view->n = n;
}

/* The number that the store can search by; 0: none. */
static uint32_t
only_number(const struct facct_args *args)
{
	return args->n_id == 1 ? args->id[0].number : 0;
}

static int64_t
ended_since(const struct facct_args *args)
{
	return args->windowed ? args->from : INT64_MIN;
}

/* Returns whether RUN was put back into the queue. */
static bool
is_put_back(const struct ft_job *run)
{
	return run->flags & FT_JOB_REQUEUED || run->state == FT_JOB_NODE_FAIL ||
	       run->state == FT_JOB_PREEMPTED;
}

/* Set how often each run had been restarted, from what its job has now. */
static void
number_runs(struct facct_view *view)
{
	uint64_t number = 0;
	uint32_t next = 0;

	qsort(view->requeued, view->n, sizeof *view->requeued, compare_runs);
	for (size_t i = view->n; i > 0; i--) {
		struct ft_job *run = view->requeued[i - 1];

		if (run->number != number)
			next = run->restarts + !is_put_back(run);
		number = run->number;
		next -= next > 0;
		run->restarts = next;
	}
}

static enum ft_status
read_requeued(struct facct_view *view, struct ft_error *err)
{
	const struct facct_args *args = view->args;
	const struct ft_store_job_filter filter = {
		.cluster = args->session.cluster,
		.ended_since = ended_since(args),
		.runs = true,
		.requeued = true,
		.number = only_number(args),
	};

	FT_TRY(ft_store_read_jobs(args->session.store, &filter,
	    &(struct ft_store_reader){ &view->strings, &view->tres, view },
	    keep_run, err));
	if (!view->n)
		return FT_OK;
	number_runs(view);
	if (!args->duplicates)
		drop_earlier(view);
	qsort(view->requeued, view->n, sizeof *view->requeued, order_of(view));
	return FT_OK;
}

/* ---- all of them ------------------------------------------------------------------- */

struct walk {
	struct facct_view *view;
	facct_job_fn *fn;
	void *ctx;
	size_t next; /* of view->requeued */
	bool goes_on;
};

static void
pass(struct walk *walk, const struct ft_job *job)
{
	struct ft_job task = *job;

	walk->view->found = true;
	if (!walk->view->args->tasks || !ft_job_is_head(job)) {
		walk->goes_on = walk->goes_on && walk->fn(walk->ctx, job);
		return;
	}
	task.n_tasks = 0;
	for (size_t i = 0; i < job->n_tasks; i++) {
		task.array_task = (int32_t)job->tasks[i];
		walk->goes_on = walk->goes_on && walk->fn(walk->ctx, &task);
	}
}

/* Pass the runs of requeued jobs that come before JOB; NULL: all. */
static void
pass_requeued(struct walk *walk, const struct ft_job *job)
{
	const struct facct_view *view = walk->view;
	order_fn *order = order_of(view);

	for (; walk->next < view->n; walk->next++) {
		const struct ft_job *run = view->requeued[walk->next];

		if (job && order(&run, &job) > 0)
			break;
		pass(walk, run);
	}
}

static bool
take_job(void *ctx, const struct ft_job *job)
{
	struct walk *walk = ctx;

	if (is_chosen(walk->view, job)) {
		pass_requeued(walk, job);
		pass(walk, job);
	}
	return walk->goes_on;
}

enum ft_status
facct_each(
    struct facct_view *view, facct_job_fn *fn, void *ctx, struct ft_error *err)
{
	const struct facct_args *args = view->args;
	struct walk walk = { view, fn, ctx, 0, .goes_on = true };
	const struct ft_store_history wanted = {
		.cluster = args->session.cluster,
		.ended_since = ended_since(args),
		.number = only_number(args),
		.brief = view->brief,
		.plain = facct_is_document(view),
		.tres = &view->tres,
		.fn = take_job,
		.ctx = &walk,
	};

	if (args->nothing)
		return FT_OK;
	FT_TRY(ft_store_read_history(args->session.store, &wanted, err));
	pass_requeued(&walk, NULL);
	return FT_OK;
}

/* ---- all together ------------------------------------------------------------------------------ */

/* Whether somebody has this name or number. */
static bool
is_user(
    struct facct_args *args, const struct ft_acctdb *acctdb, const char *word)
{
	uint32_t number;

	if (!ft_num_u32(word, &number))
		return ft_session_knows_user(
		    &args->session, args->context, acctdb, word);
	return !args->context->slurm || getpwuid(number) ||
	       ft_acctdb_user_of_uid(acctdb, number);
}

enum ft_status
facct_check_users(struct facct_args *args, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };

	/* sacct fails without a message */
	if (args->nobody && args->context->slurm)
		return ft_fail(err, FT_EINVAL, "%s", "");
	if (args->nobody)
		return ft_fail(
		    err, FT_EINVAL, "--%s: the list is empty", args->nobody);
	if (args->users.n)
		FT_TRY(ft_store_read_book(
		    args->session.store, false, &acctdb, err));
	for (size_t i = 0; i < args->users.n; i++) {
		const char *word = args->users.item[i];

		if (is_user(args, &acctdb, word))
			continue;
		(void)ft_fail(err, FT_ENOENT,
		    args->context->slurm ? "Invalid user id: %s"
					 : "unknown user '%s'",
		    word);
		return ft_suggest(
		    args->context, &args->session, FT_COMPLETE_USER, word, err);
	}
	return FT_OK;
}

static bool
knows_qos(const struct ft_acctdb *acctdb, const char *name)
{
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!strcasecmp(acctdb->qos[i].name, name))
			return true;
	return false;
}

enum ft_status
facct_check_qos(const struct facct_args *args, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	if (!args->qos.n || !args->context->slurm)
		return FT_OK;
	FT_TRY(ft_store_read_book(args->session.store, false, &acctdb, err));
	for (size_t i = 0; i < args->qos.n; i++) {
		const char *word = args->qos.item[i];

		if (!*word || knows_qos(&acctdb, word))
			continue;
		for (size_t k = 0; k < acctdb.n_qos; k++)
			ft_str_addf(
			    &names, "%s%s", k ? "," : "", acctdb.qos[k].name);
		ft_cmd_error(args->context,
		    "You gave a bad qos '%s'. Valid QOS's are %s", word,
		    acctdb.n_qos ? ft_str_text(&names) : "(null)");
		fputs("sacct: fatal: problem processing qos list\n",
		    args->context->err);
		return FT_EINVAL;
	}
	return FT_OK;
}

/* slurmdbd refuses an association that is not a number. */
static enum ft_status
check_associations(const struct facct_args *args, struct ft_error *err)
{
	uint32_t id;

	if (!args->context->slurm ||
	    !ft_release_has(args->context->release, FT_RULE_SACCT_IDS_SENT))
		return FT_OK;
	for (size_t i = 0; i < args->associations.n; i++)
		if (*args->associations.item[i] &&
		    !ft_num_u32(args->associations.item[i], &id))
			return ft_fail(err, FT_EINVAL,
			    "Failed to unpack DBD_GET_JOBS_COND message");
	return FT_OK;
}

enum ft_status
facct_view_open(
    struct facct_view *view, struct ft_session *session, struct ft_error *err)
{
	FT_TRY(ft_store_read_book(session->store, false, &view->acctdb, err));
	view->tres =
	    (struct ft_tres_table){ view->acctdb.tres, view->acctdb.n_tres };
	view->now = session->now;
	view->cluster = session->cluster_name;
	ft_timetext_init(&view->time, view->now);
	FT_TRY(check_associations(view->args, err));
	return view->args->nothing ? FT_OK : read_requeued(view, err);
}

void
facct_view_free(struct facct_view *view)
{
	for (size_t i = 0; i < view->n; i++) {
		ft_job_clear(view->requeued[i]);
		ft_free(view->requeued[i]);
	}
	ft_free(view->requeued);
	ft_intern_free(&view->strings);
	ft_acctdb_free(&view->acctdb);
}
