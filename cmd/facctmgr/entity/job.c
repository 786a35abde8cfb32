/*
 * job.c - modify job: what accounting keeps of jobs, their comment and derived
 * exit status.  slurmctld's own record of a job stays as it is (case
 * m07-modify-job).
 */
#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "common/jobids.h"
#include "common/world.h"
#include "facctmgr/change/change.h"
#include "facctmgr/store/store.h"
#include "load/world/world.h"
#include "model/job/joboption.h"
#include "sim/run/life.h"
#include "sim/world/world.h"

static const struct facctmgr_word conditions[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "EndTime", 1, WORD_TIME, FACCTMGR_TO(end), 0 },
	{ "JobIDs", 1, WORD_TEXT, FACCTMGR_TO(job.ids), WORD_BARE },
	{ "StartTime", 1, WORD_TIME, FACCTMGR_TO(start), 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ 0 },
};
static const struct facctmgr_word settings[] = {
	{ "AdminComment", 12, WORD_TEXT, FACCTMGR_TO(job.admin_comment),
	    WORD_AS_IS },
	{ "Comment", 7, WORD_TEXT, FACCTMGR_TO(job.comment), WORD_AS_IS },
	{ "DerivedExitCode", 15, WORD_TEXT, FACCTMGR_TO(job.derived), 0 },
	{ "DerivedEC", 9, WORD_TEXT, FACCTMGR_TO(job.derived), 0 },
	{ "SystemComment", 13, WORD_TEXT, FACCTMGR_TO(job.system_comment),
	    WORD_AS_IS },
	{ 0 },
};

/* What is to be done, and to which jobs. */
struct modifying {
	struct facctmgr *acct;
	struct facctmgr_request *request;
	struct ft_world world;
	struct ft_asker asker;
	struct ft_jobids ids;
	int64_t start, end;
};

/* ---- the exit status --------------------------------------------------------- */

/* sacctmgr takes the number in front, once of any text, now of a number only;
 * returns whether there is one. */
static bool
fits_derived(struct facctmgr *acct, struct facctmgr_request *request)
{
	const char *text = request->job.derived;
	uint32_t number;

	if (!text || ft_num_u32(text, &number))
		return true;
	if (acct->context->slurm && (!*text || strchr("-0123456789", *text)) &&
	    (!facctmgr_jobs_strict(acct) || !strchr(text, ':')))
		return true;
	facctmgr_error(acct, "Invalid value for DerivedExitCode (%s)", text);
	request->job.derived = NULL;
	request->n_settings--;
	return false;
}

/* ---- which jobs ---------------------------------------------------------------- */

static bool
is_one_of(const struct ft_job *job, const struct ft_jobids *ids)
{
	bool found = ids->n == 0;

	for (size_t i = 0; i < ids->n && !found; i++) {
		const struct ft_jobid *id = &ids->item[i];

		if (id->n_task == 0)
			found = job->number == id->number ||
				job->array_job == id->number;
		for (size_t k = 0; k < id->n_task && !found; k++)
			found = job->array_job == id->number &&
				job->array_task == (int32_t)id->task[k];
	}
	return found;
}

static bool
is_chosen(const struct modifying *modifying, const struct ft_job *job)
{
	const struct ft_admin_names *key = modifying->request->where.key;
	const struct ft_admin_names *users = &key[FT_KEY_USER];
	const struct ft_admin_names *clusters = &key[FT_KEY_CLUSTER];

	/* the times do not count for jobs that are named */
	if (modifying->ids.n == 0 &&
	    ((modifying->end && job->submitted > modifying->end) ||
		(job->ended && job->ended < modifying->start)))
		return false;
	return is_one_of(job, &modifying->ids) &&
	       (!users->n || ft_admin_names_has(users, job->user)) &&
	       (!clusters->n ||
		   ft_admin_names_has(clusters, modifying->world.cluster_name));
}

/* ---- changing them --------------------------------------------------------------- */

static void
set_option(struct ft_world *world, struct ft_job *job, const char *key,
    const char *value)
{
	struct ft_str json = { 0 };

	if (!value)
		return;
	ft_job_option_put(&json, job->options, key, value);
	job->options = ft_world_keep(world, &json);
}

/* Users may change the comment and the derived exit status of their own jobs. */
static bool
may_modify(const struct modifying *modifying, const struct ft_job *job)
{
	const struct facctmgr_request *request = modifying->request;

	return modifying->asker.privileged ||
	       (strcmp(job->user, modifying->asker.name) == 0 &&
		   !request->job.admin_comment && !request->job.system_comment);
}

static void
modify_one(struct modifying *modifying, struct ft_job *job)
{
	const struct facctmgr_request *request = modifying->request;
	struct ft_world *world = &modifying->world;
	char when[32];

	set_option(world, job, "kept_comment", request->job.comment);
	set_option(world, job, "derived_exit", request->job.derived);
	if (request->job.admin_comment)
		job->admin_comment =
		    ft_world_string(world, request->job.admin_comment);
	if (request->job.system_comment)
		job->system_comment =
		    ft_world_string(world, request->job.system_comment);
	ft_job_touch(job);
	ft_time_format_date(when, sizeof when, job->submitted);
	facctmgr_print(modifying->acct, "  %" PRIu32 " submitted at %s\n",
	    job->number, when);
}

static int
denied(struct facctmgr *acct)
{
	return facctmgr_fail(acct,
	    "sacctmgr: error: Your user doesn't have privilege to perform this "
	    "action\n Error with request: Access/permission denied\n",
	    "you may modify only the comment and the derived exit status of "
	    "your own jobs");
}

static int
nothing_modified(struct facctmgr *acct)
{
	if (facctmgr_heading_first(acct))
		return facctmgr_fail(acct,
		    " Error with request: Data has not changed since time "
		    "specified\n",
		    "no such job");
	if (ft_release_has(acct->context->release, FT_RULE_JOB_NO_EFFECT))
		return facctmgr_fail(acct,
		    "sacctmgr: error: Request didn't affect anything\n Error "
		    "with request: Data has not changed since time specified\n",
		    "no such job");
	facctmgr_print(acct, " Nothing modified\n");
	facctmgr_complain(acct,
	    "sacctmgr: accounting_storage/slurmdbd: "
	    "acct_storage_p_modify_job: Request didn't affect anything or your "
	    "user doesn't have privilege to perform this action\n");
	return 1;
}

static bool
knows_users(const struct modifying *modifying)
{
	const struct ft_admin_names *users =
	    &modifying->request->where.key[FT_KEY_USER];
	struct facctmgr *acct = modifying->acct;

	for (size_t i = 0; i < users->n; i++)
		if (!ft_session_knows_user(&acct->session, acct->context,
			&modifying->world.acctdb, users->item[i])) {
			facctmgr_error(acct,
			    acct->context->slurm ? "Invalid user id: %s"
						 : "unknown user '%s'",
			    users->item[i]);
			return false;
		}
	return true;
}

static int
modify_jobs(struct modifying *modifying)
{
	struct facctmgr *acct = modifying->acct;
	struct ft_world *world = &modifying->world;
	size_t n = 0;

	if (!knows_users(modifying))
		return 1;
	if (facctmgr_heading_first(acct))
		facctmgr_print(acct, " Modified jobs...\n");
	for (size_t i = 0; i < world->n_job; i++) {
		if (!is_chosen(modifying, world->job[i]))
			continue;
		if (!may_modify(modifying, world->job[i]))
			return denied(acct);
		n++;
	}
	if (n == 0)
		return nothing_modified(acct);
	if (!facctmgr_heading_first(acct))
		facctmgr_print(acct, " Modified jobs...\n");
	for (size_t i = 0; i < world->n_job; i++)
		if (is_chosen(modifying, world->job[i]))
			modify_one(modifying, world->job[i]);
	if (ft_save_world(
		world, acct->session.store, &modifying->request->err) != FT_OK)
		return ft_cmd_fail(acct->context, &modifying->request->err);
	return facctmgr_finish(acct, FACCTMGR_CHANGE_JOBS);
}

/* ---- the words --------------------------------------------------------------------- */

/* sacctmgr does not take several tasks. */
static bool
refuse_tasks(struct facctmgr *acct, const struct ft_jobid *id)
{
	if (facctmgr_jobs_strict(acct))
		facctmgr_complain(acct,
		    "sacctmgr: fatal: Bad job/step specified: %s: JobID "
		    "includes unexpected non-numeric characters\n",
		    id->text);
	else
		facctmgr_complain(acct,
		    "sacctmgr: fatal: Bad job array element specified: %" PRIu32
		    "\n",
		    id->number);
	return false;
}

static bool
read_ids(struct modifying *modifying)
{
	struct facctmgr *acct = modifying->acct;
	const char *text = modifying->request->job.ids;
	char *end;

	if (!text)
		return true;
	if (!*text)
		return !facctmgr_fail(acct, "Invalid job id(s) %s specified\n",
		    "no job in the list '%s'", text);
	(void)ft_jobids_add(&modifying->ids, text);
	for (size_t i = 0; i < modifying->ids.n; i++) {
		struct ft_jobid *id = &modifying->ids.item[i];

		if (acct->context->slurm && strchr(id->text, '['))
			return refuse_tasks(acct, id);
		if (!id->bad)
			continue;
		/* a step stands for its job */
		id->number = (uint32_t)strtoul(id->text, &end, 10);
		if (id->number == 0 || *end != '.')
			return !facctmgr_fail(acct,
			    "sacctmgr: fatal: Bad job/step specified: %s\n",
			    "not a job: '%s'", id->text);
	}
	return true;
}

static bool
read_time(struct modifying *modifying, const char *text, int64_t *time)
{
	struct facctmgr *acct = modifying->acct;

	if (!text || ft_timetext_read(
			 acct->context, text, acct->session.now, true, time))
		return true;
	if (!acct->context->slurm)
		facctmgr_error(acct, "no time: '%s'", text);
	return false;
}

static int
modify_job(struct facctmgr *acct, struct facctmgr_request *request)
{
	static const struct ft_world_load how = { .all_jobs = true };
	struct modifying modifying = { .acct = acct, .request = request };
	int status = 1;

	(void)fits_derived(acct, request);
	if (request->n_settings == 0)
		return facctmgr_nothing_to_set(acct);
	if (facctmgr_begin(acct) && read_ids(&modifying) &&
	    read_time(&modifying, request->start, &modifying.start) &&
	    read_time(&modifying, request->end, &modifying.end)) {
		if (ft_session_world(&acct->session, &modifying.world, &how,
			&request->err) == FT_OK) {
			ft_session_asker(
			    &acct->session, &modifying.world, &modifying.asker);
			status = modify_jobs(&modifying);
		} else {
			ft_cmd_fail(acct->context, &request->err);
		}
		ft_world_free(&modifying.world);
	}
	ft_jobids_free(&modifying.ids);
	return status;
}

const struct facctmgr_entity facctmgr_job = {
	.conditions = conditions,
	.settings = settings,
	.goes_on = true,
	.instead[ACTION_MODIFY] = modify_job,
};
