/*
 * submit.c - submits one job or many and prints the messages of sbatch.
 */

#include "base/text/timefmt.h"
#include "fbatch/fbatch.h"
#include "common/suggest.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/submit/submit.h"

/* Seconds that a job runs without a time limit, --runtime and a sleep. */
#define RUN_TIME_UNKNOWN 3600

/* Set *word to the first partition of JOB that does not exist; returns whether there
 * is one. */
static bool
find_bad_partition(
    const struct fbatch *batch, const struct ft_job *job, struct ft_word *word)
{
	const char *list = job->partitions;

	while (ft_word_next(&list, ",", word))
		if (ft_machine_partition_word(&batch->world.machine, *word) ==
		    UINT32_MAX)
			return true;
	return false;
}

static void
print_bad_partition(struct fbatch *batch, struct ft_word word)
{
	struct ft_error err = { 0 };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&name, word.at, word.len);
	(void)ft_fail(&err, FT_ENOENT, "invalid partition specified: %s",
	    word.len ? ft_str_text(&name) : "(null)");
	(void)ft_suggest(batch->context, &batch->session, FT_COMPLETE_PARTITION,
	    ft_str_text(&name), &err);
	ft_cmd_error(batch->context, "%s", err.text);
}

/* Print the reason, with a suggestion for an unknown name. */
static void
print_refusal(struct fbatch *batch, const struct ft_job *job,
    enum ft_refusal refusal, const char *text)
{
	bool account = refusal == FT_REFUSE_ACCOUNT;
	enum ft_complete kind = account ? FT_COMPLETE_ACCOUNT : FT_COMPLETE_QOS;
	const char *word =
	    account ? job->account : fbatch_text(batch, FBATCH_QOS);
	struct ft_error err = { 0 };

	(void)ft_fail(&err, FT_ENOENT, "Batch job submission failed: %s", text);
	if ((account || refusal == FT_REFUSE_QOS) && word && *word &&
	    !ft_suggest_known(&batch->session, kind, word))
		(void)ft_suggest(
		    batch->context, &batch->session, kind, word, &err);
	ft_cmd_error(batch->context, "%s", err.text);
}

/* Returns what slurmctld says about REFUSAL beside its text, NULL nothing. */
static const char *
detail_of(enum ft_refusal refusal)
{
	static const struct {
		enum ft_refusal refusal;
		const char *text;
	} details[] = {
		{ FT_REFUSE_CPUS_PER_NODE,
		    "CPU count per node can not be satisfied" },
		{ FT_REFUSE_MEMORY,
		    "Memory specification can not be satisfied" },
		{ FT_REFUSE_DISK,
		    "Temporary disk specification can not be satisfied" },
		{ FT_REFUSE_SHAPE,
		    "Socket, core and/or thread specification can not be "
		    "satisfied" },
		{ FT_REFUSE_RESERVATION_NODES, "Problem using reservation" },
	};

	for (size_t i = 0; i < FT_COUNT(details); i++)
		if (details[i].refusal == refusal)
			return details[i].text;
	return NULL;
}

/* Print "sbatch: error: ..." lines of a refusal. */
static void
refuse(struct fbatch *batch, const struct ft_job *job, enum ft_refusal refusal,
    enum ft_job_reason reason)
{
	const struct ft_context *context = batch->context;
	const char *text = ft_refusal_text(refusal);
	const char *detail = detail_of(refusal);
	struct ft_word word;
	bool test = fbatch_has(batch, FBATCH_TEST_ONLY);

	if (refusal == FT_REFUSE_PARTITION &&
	    find_bad_partition(batch, job, &word))
		print_bad_partition(batch, word);
	/* the answer to a test has no room for it */
	if (detail && !(test && context->slurm))
		ft_cmd_error(context, "%s", detail);
	if (reason != FT_REASON_NONE)
		ft_cmd_error(context, "%s", ft_job_reason_name(reason));
	if (test)
		fprintf(context->err, "allocation failure: %s\n", text);
	else
		print_refusal(batch, job, refusal, text);
}

/* Note the message to print after the commit. */
static void
note_submitted(struct fbatch *batch, const struct ft_job *job)
{
	struct ft_str *out = &batch->submitted;
	const char *cluster = fbatch_has(batch, FBATCH_CLUSTERS)
				  ? batch->session.cluster_name
				  : NULL;

	if (fbatch_has(batch, FBATCH_QUIET))
		return;
	if (fbatch_has(batch, FBATCH_PARSABLE))
		ft_str_addf(out, "%u%s%s\n", job->number, cluster ? ";" : "",
		    cluster ? cluster : "");
	else
		ft_str_addf(out, "Submitted batch job %u%s%s\n", job->number,
		    cluster ? " on cluster " : "", cluster ? cluster : "");
}

/* Give a job without time limit, --runtime and sleep an end. */
static void
bound(struct fbatch *batch, struct ft_job *job)
{
	const struct ft_partition *partition =
	    ft_world_partition(&batch->world, job);

	if (job->run_time < 0 && partition &&
	    ft_world_time_limit(&batch->world, job, partition) ==
		FT_TIME_UNLIMITED)
		job->run_time = RUN_TIME_UNKNOWN;
}

/* Returns the tasks of an array; NULL: it is none.  To sbatch an empty list is
 * none, and %2 without tasks means task 0. */
static const char *
array_of(struct fbatch *batch)
{
	const char *array = batch->value[FBATCH_ARRAY];
	struct ft_str tasks FT_CLEANUP(ft_str_free) = { 0 };

	if (!array || !batch->context->slurm)
		return array;
	if (*array != '%')
		return *array ? array : NULL;
	ft_str_addf(&tasks, "0%s", array);
	return fbatch_keep(batch, ft_str_text(&tasks));
}

/* An empty name means no account or QOS, not the default one. */
static enum ft_refusal
check_names(const struct fbatch *batch)
{
	static const struct {
		enum fbatch_key key;
		uint32_t enforced;
		enum ft_refusal refusal;
	} names[] = {
		{ FBATCH_ACCOUNT, FT_ENFORCE_ASSOC, FT_REFUSE_ACCOUNT },
		{ FBATCH_QOS, FT_ENFORCE_QOS, FT_REFUSE_QOS },
	};

	for (size_t i = 0; i < FT_COUNT(names); i++)
		if (fbatch_has(batch, names[i].key) &&
		    !*batch->value[names[i].key] &&
		    batch->world.enforce & names[i].enforced)
			return names[i].refusal;
	return FT_REFUSE_NONE;
}

/* Fill and submit a job; FT_EINVAL after a message about the refusal. */
static enum ft_status
submit_one(struct fbatch *batch, int64_t at)
{
	struct ft_job *job = ft_world_new_job(&batch->world);
	struct ft_submit_request request = { .asker = &batch->asker,
		.job = job,
		.qos = fbatch_text(batch, FBATCH_QOS),
		.array = array_of(batch),
		.wckey_given = fbatch_has(batch, FBATCH_WCKEY),
		.at = at };
	struct ft_error err = { 0 };
	enum ft_refusal refusal;

	if (fbatch_fill(batch, job, &err) != FT_OK) {
		if (*err.text)
			ft_cmd_fail(batch->context, &err);
		ft_job_clear(job);
		ft_free(job);
		return FT_EINVAL;
	}
	batch->status = 1;
	refusal = check_names(batch);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_world_submit(&batch->world, &request);
	if (refusal != FT_REFUSE_NONE) {
		refuse(batch, job, refusal, request.reason);
		ft_job_clear(job);
		ft_free(job);
		return FT_EINVAL;
	}
	bound(batch, job);
	note_submitted(batch, job);
	if (fbatch_has(batch, FBATCH_WAIT) && !batch->context->slurm &&
	    !fbatch_has(batch, FBATCH_QUIET))
		fprintf(batch->context->err,
		    "fbatch: not waiting for job %u: time passes only with "
		    "fsim\n",
		    job->number);
	return FT_OK;
}

/* ---- --test-only ---------------------------------------------------------------- */

static void
print_test(const struct fbatch *batch, const struct ft_job *job, int64_t start)
{
	char when[32];
	const struct ft_partition *partition =
	    ft_world_partition(&batch->world, job);

	fprintf(batch->context->err,
	    "%s: Job %u to start at %s using %llu processors on nodes %s in "
	    "partition %s\n",
	    batch->context->program, job->number,
	    ft_time_format_date(when, sizeof when, start),
	    (unsigned long long)job->req[FT_TRES_CPU],
	    *job->sched_nodes ? job->sched_nodes : "(null)",
	    partition ? partition->name : "(null)");
}

/* *taken: the request used up a job ID. */
static int
test_only(struct fbatch *batch, bool *taken)
{
	struct ft_job *job FT_CLEANUP(ft_free_at) =
	    ft_world_new_job(&batch->world);
	struct ft_submit_request request = { .asker = &batch->asker,
		.job = job,
		.qos = fbatch_text(batch, FBATCH_QOS),
		.array = array_of(batch),
		.wckey_given = fbatch_has(batch, FBATCH_WCKEY) };
	struct ft_error err = { 0 };
	enum ft_refusal refusal;
	int status = 0;

	if (fbatch_fill(batch, job, &err) != FT_OK) {
		if (*err.text)
			(void)ft_cmd_fail(batch->context, &err);
		status = batch->status;
	} else {
		refusal = check_names(batch);
		if (refusal == FT_REFUSE_NONE)
			refusal = ft_world_test(&batch->world, &request);
		*taken = request.used;
		if (refusal == FT_REFUSE_NONE) {
			print_test(batch, job, request.start);
		} else {
			refuse(batch, job, refusal, request.reason);
			status = 1;
		}
	}
	ft_job_clear(job);
	return status;
}

/* ---- the store -------------------------------------------------------------------- */

static enum ft_status
open_world(struct fbatch *batch, struct ft_error *err)
{
	/* only a dependency can name a job that is still to arrive */
	bool alone = !fbatch_has(batch, FBATCH_DEPENDENCY);
	const struct ft_world_load load = {
		.usage = true, .no_arrivals = alone, .lazy = alone
	};

	FT_TRY(ft_session_world_begin(
	    &batch->session, FT_RIGHT_JOBS, &batch->world, &load, err));
	ft_session_asker(&batch->session, &batch->world, &batch->asker);
	return FT_OK;
}

static int
commit(struct fbatch *batch, struct ft_error *err)
{
	if (ft_session_world_commit(&batch->session, &batch->world, err) !=
	    FT_OK)
		return ft_cmd_fail(batch->context, err);
	fputs(ft_str_text(&batch->submitted), batch->context->out);
	ft_str_clear(&batch->submitted);
	return 0;
}

static int64_t *
arrivals(struct fbatch *batch)
{
	int64_t *at = ft_calloc(batch->count, sizeof *at);

	ft_arrival_times(
	    &batch->arrival, &batch->rng, batch->world.now, at, batch->count);
	return at;
}

/*
 * Submit all jobs of the call.  The first refusal ends it; what a refused job
 * leaves (a used ID, a record) is kept if it was the only job.
 */
static int
submit_all(struct fbatch *batch, struct ft_error *err)
{
	int64_t *at = arrivals(batch);
	bool each = fbatch_has(batch, FBATCH_EACH);
	int status = 0;

	for (uint64_t i = 0; i < batch->count && status == 0; i++) {
		if (submit_one(batch, at[i]) != FT_OK)
			status = batch->status;
		if (!each || i + 1 == batch->count || status != 0)
			continue;
		status = commit(batch, err);
		ft_world_free(&batch->world);
		if (status == 0 && open_world(batch, err) != FT_OK)
			status = ft_cmd_fail(batch->context, err);
	}
	ft_free(at);
	if (status != 0 && batch->count > 1 && !each) {
		ft_store_rollback(batch->session.store);
		return status;
	}
	return commit(batch, err) == 0 ? status : 1;
}

int
fbatch_submit(struct fbatch *batch)
{
	struct ft_error err = { 0 };
	bool taken = false;
	int status;

	ft_rng_init(&batch->rng, batch->seed);
	if (open_world(batch, &err) != FT_OK) {
		status = ft_cmd_fail(batch->context, &err);
	} else if (fbatch_has(batch, FBATCH_TEST_ONLY)) {
		status = test_only(batch, &taken);
		if (!taken)
			ft_store_rollback(batch->session.store);
		else if (ft_session_world_commit(
			     &batch->session, &batch->world, &err) != FT_OK)
			status = ft_cmd_fail(batch->context, &err);
	} else {
		status = submit_all(batch, &err);
	}
	ft_world_free(&batch->world);
	return status;
}
