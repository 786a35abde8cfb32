/* Which jobs fcancel is to cancel. */
#include <pwd.h>

#include "fcancel/fcancel.h"
#include "common/jobtext.h"
#include "common/suggest.h"

/* ---- which jobs ------------------------------------------------------------------ */

bool
fcancel_owns(const struct fcancel *cancel, const struct ft_job *job)
{
	return cancel->asker.privileged ||
	       !strcmp(cancel->asker.name, job->user) ||
	       ft_world_coordinates(
		   &cancel->world, &cancel->asker, job->account);
}

bool
fcancel_looks(const struct fcancel *cancel)
{
	return cancel->filtered || cancel->interactive || cancel->picked;
}

static bool
uses_node(const struct fcancel *cancel, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		for (size_t k = 0; k < cancel->n_node; k++)
			if (job->node[i].node == cancel->node[k])
				return true;
	return false;
}

/* scancel compares the list of a waiting job as a whole. */
static bool
is_in_partition(const struct fcancel *cancel, const struct ft_job *job)
{
	const char *list = *job->partition ? job->partition : job->partitions;

	return !cancel->partition || !strcmp(cancel->partition, list) ||
	       (!cancel->context->slurm &&
		   ft_list_holds(list, ft_word_of(cancel->partition)));
}

static bool
is_same(const char *wanted, const char *value)
{
	return !wanted || (*wanted && !strcmp(wanted, value));
}

/* scancel loads a list only to choose from it; else hidden jobs are visible. */
static bool
may_see(const struct fcancel *cancel, const struct ft_job *job)
{
	return (cancel->context->slurm && !fcancel_looks(cancel)) ||
	       ft_visibility_shows(&cancel->session.visibility,
		   FT_VISIBILITY_JOBS, job->user, job->account);
}

static bool
matches(const struct fcancel *cancel, const struct ft_job *job)
{
	struct ft_str qos FT_CLEANUP(ft_str_free) = { 0 };

	ft_jobtext_add_qos(&qos, &cancel->world, job);
	return ft_job_is_active(job) && may_see(cancel, job) &&
	       (cancel->state < 0 || cancel->state == (int)job->state) &&
	       (!cancel->account ||
		   (*cancel->account &&
		       !strcasecmp(cancel->account, job->account))) &&
	       is_same(cancel->name, job->name) &&
	       is_same(cancel->user, job->user) &&
	       is_same(cancel->reservation, job->reservation) &&
	       is_same(cancel->wckey, job->wckey) &&
	       is_same(cancel->qos, ft_str_text(&qos)) &&
	       is_in_partition(cancel, job) &&
	       (!cancel->nodes || uses_node(cancel, job));
}

static void
add(struct fcancel *cancel, struct ft_job *job, int32_t task)
{
	*ft_vec_add(cancel->target, cancel->n, cancel->cap) =
	    (struct fcancel_target){ job, task, job->number };
}

/* Report a job that has ended; NULL: that is not there. */
static void
report_missing(
    struct fcancel *cancel, const char *text, const struct ft_job *job)
{
	const struct ft_context *context = cancel->context;
	bool chosen = fcancel_looks(cancel);
	bool denied =
	    job && context->slurm && !chosen && !fcancel_owns(cancel, job);
	enum ft_refusal refusal = denied ? FT_REFUSE_DENIED
				  : job  ? FT_REFUSE_FINISHED
					 : FT_REFUSE_JOB_ID;

	if (!context->slurm) {
		if (refusal == FT_REFUSE_FINISHED && !cancel->verbose)
			return;
		if (!cancel->quiet)
			ft_cmd_error(context, "job %s: %s", text,
			    ft_refusal_text(refusal));
		if (refusal != FT_REFUSE_FINISHED)
			cancel->status = 1;
		return;
	}
	if (refusal == FT_REFUSE_FINISHED)
		refusal = FT_REFUSE_INVALID_STATE;
	if (cancel->verbose && !chosen)
		fprintf(context->err, "%s: Terminating job %s\n",
		    context->program, text);
	if (denied || ((cancel->verbose || chosen) && !cancel->quiet))
		ft_cmd_error(context, "Kill job error on job id %s: %s", text,
		    ft_refusal_text(chosen ? FT_REFUSE_JOB_ID : refusal));
	if (chosen || denied)
		cancel->status = denied ? FCANCEL_DENIED : 1;
}

static void
add_tasks(struct fcancel *cancel, const struct ft_jobid *id)
{
	for (size_t i = 0; i < id->n_task; i++) {
		struct ft_job *job = ft_world_find_task(
		    &cancel->world, id->number, (int32_t)id->task[i]);
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		if (job && !may_see(cancel, job))
			job = NULL;
		if (job && matches(cancel, job)) {
			add(cancel, job,
			    ft_job_is_head(job) ? (int32_t)id->task[i]
						: FT_TASK_NONE);
			continue;
		}
		if (job && ft_job_is_active(job) && cancel->context->slurm)
			continue;
		ft_str_addf(&str, "%u_%u", id->number, id->task[i]);
		report_missing(cancel, ft_str_text(&str), job);
	}
}

/* No job here has components. */
static void
report_part(struct fcancel *cancel, const struct ft_jobid *id)
{
	const struct ft_job *job = ft_world_find(&cancel->world, id->number);
	bool owned = job && fcancel_owns(cancel, job);

	if (!job || !may_see(cancel, job))
		return;
	/* only part 0 is there */
	if (cancel->context->slurm &&
	    strtoul(strchr(id->text, '+') + 1, NULL, 10) > 0)
		return;
	ft_cmd_error(cancel->context, "Kill job error on job id %s: %s",
	    id->text,
	    owned ? "Job not heterogeneous job"
		  : ft_refusal_text(FT_REFUSE_DENIED));
	cancel->status = owned ? FCANCEL_NOT_HET : FCANCEL_DENIED;
}

static void
add_id(struct fcancel *cancel, const struct ft_jobid *id)
{
	const struct ft_world *world = &cancel->world;
	size_t before = cancel->n;
	bool active = false; /* but the options do not choose it */
	struct ft_job *job;

	if (id->part || id->n_task) {
		if (id->part)
			report_part(cancel, id);
		else
			add_tasks(cancel, id);
		return;
	}
	job = ft_world_find(world, id->number);
	if (job && !may_see(cancel, job))
		job = NULL;
	if (job && job->array_job != id->number && matches(cancel, job))
		add(cancel, job, FT_TASK_NONE);
	active = job && ft_job_is_active(job);
	for (size_t i = 0; i < world->n_job && (!job || job->array_job); i++) {
		if (world->job[i]->array_job != id->number)
			continue;
		active = active || ft_job_is_active(world->job[i]);
		if (matches(cancel, world->job[i]))
			add(cancel, world->job[i], FT_TASK_NONE);
	}
	if (cancel->n == before && !(active && cancel->context->slurm))
		report_missing(cancel, id->text, job);
}

/* Returns the name of the requested user, given by name or number. */
static enum ft_status
find_user(struct fcancel *cancel, struct ft_error *err)
{
	const char *name;
	uint32_t uid;

	if (cancel->me && !cancel->user)
		cancel->user = cancel->session.user;
	if (!cancel->user || cancel->user == cancel->session.user)
		return FT_OK;
	if (ft_num_u32(cancel->user, &uid)) {
		name = ft_world_user(&cancel->world, uid);
		if (name) {
			cancel->user = name;
			return FT_OK;
		}
	} else if ((ft_world_uid(&cancel->world, cancel->user) !=
			   FT_UID_NOBODY ||
		       getpwnam(cancel->user)) &&
		   (cancel->context->slurm ||
		       ft_visibility_names(&cancel->session.visibility,
			   FT_VISIBILITY_USERS, cancel->user))) {
		return FT_OK;
	}
	(void)ft_fail(err, FT_ENOENT,
	    cancel->context->slurm ? "Invalid user name: %s"
				   : "unknown user '%s'",
	    cancel->user);
	return ft_suggest(cancel->context, &cancel->session, FT_COMPLETE_USER,
	    cancel->user, err);
}

/* No job was found: report names that do not exist. */
static enum ft_status
check_names(struct fcancel *cancel, struct ft_error *err)
{
	const struct {
		enum ft_complete kind;
		const char *word;
	} option[] = {
		{ FT_COMPLETE_ACCOUNT, cancel->account },
		{ FT_COMPLETE_QOS, cancel->qos },
		{ FT_COMPLETE_PARTITION, cancel->partition },
		{ FT_COMPLETE_RESERVATION, cancel->reservation },
	};
	const struct ft_machine *machine = &cancel->world.machine;
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < FT_COUNT(option) && !status; i++) {
		char *word FT_CLEANUP(ft_free_at) =
		    option[i].word ? ft_strdup(option[i].word) : NULL;

		/* one that nobody described has no line */
		if (word &&
		    (option[i].kind != FT_COMPLETE_PARTITION ||
			ft_machine_partition(machine, word) == UINT32_MAX))
			status = ft_suggest_check(cancel->context,
			    &cancel->session, option[i].kind,
			    &(struct ft_arglist){ .item = &word, .n = 1 }, err);
	}
	return status;
}

/* scancel -v that found nothing says what it looked for. */
static void
say_filters(const struct fcancel *cancel)
{
	static const char *const states[] = { [FT_JOB_PENDING] = "PENDING",
		[FT_JOB_RUNNING] = "RUNNING",
		[FT_JOB_SUSPENDED] = "SUSPENDED" };
	const struct {
		const char *name, *value;
	} filters[] = {
		{ "account", cancel->account },
		{ "job_name", cancel->name },
		{ "nodelist", cancel->nodes },
		{ "partition", cancel->partition },
		{ "qos", cancel->qos },
		{ "reservation", cancel->reservation },
		{ "state", cancel->state >= 0 &&
				   (size_t)cancel->state < FT_COUNT(states)
			       ? states[cancel->state]
			       : NULL },
		{ "user_name", cancel->me && !strcmp(cancel->user, "root")
				   ? "0"
				   : cancel->user },
		{ "wckey", cancel->wckey },
	};
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < FT_COUNT(filters); i++)
		if (filters[i].value)
			ft_str_addf(
			    &text, "%s=%s ", filters[i].name, filters[i].value);
	if (text.len)
		ft_cmd_error(cancel->context,
		    "No active jobs match ALL job filters, including: %s",
		    ft_str_text(&text));
}

enum ft_status
fcancel_choose(struct fcancel *cancel, struct ft_error *err)
{
	const struct ft_world *world = &cancel->world;

	FT_TRY(find_user(cancel, err));
	cancel->n = 0;
	if (cancel->nodes && ft_machine_hosts(&world->machine, cancel->nodes,
				 &cancel->node, &cancel->n_node, NULL) != FT_OK)
		cancel->n_node = 0;
	for (size_t i = 0; i < cancel->ids.n; i++)
		add_id(cancel, &cancel->ids.item[i]);
	for (size_t i = world->n_job; i > 0 && i-- && !cancel->ids.n;)
		if (matches(cancel, world->job[i]))
			add(cancel, world->job[i], FT_TASK_NONE);
	if (!cancel->n && cancel->verbose && cancel->context->slurm)
		say_filters(cancel);
	return cancel->n ? FT_OK : check_names(cancel, err);
}
