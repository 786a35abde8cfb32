/*
 * job.c - fcontrol show job: everything about jobs.  Source: scontrol(1); what 22.05
 * prints.
 */
#include "common/jobtext.h"
#include "common/optiontext.h"
#include "common/suggest.h"
#include "fcontrol/job.h"
#include "jobdoc/jobdoc.h"
#include "model/job/joboption.h"
#include "model/job/sluid.h"
#include "sim/priority/priority.h"
#include "sim/depend/depend.h"
#include "sim/preempt/preempt.h"
#include "sim/submit/submit.h"

/* ---- what its rows are made of ---------------------------------------------- */

#define FCONTROL_THING struct shown

/* A job, and what its rows have beside its members. */
struct shown {
	struct fcontrol_shown of;
	const char *sluid, *array_task, *user, *group, *qos, *wckey;
	const char *state, *reason, *failed_node, *dependency, *exit, *derived;
	int64_t run_time, limit, time_min, start, end, eligible,
	    preempt_eligible, suspended, before_suspend, evaluated, delay;
	const char *scheduler, *partition, *nodes, *sched_nodes, *batch_host;
	const char *n_nodes, *n_cpus, *cores_asked, *tres, *req_tres,
	    *alloc_tres, *sockets, *exclusive, *licenses, *tasks_asked, *memory,
	    *memory_cpu, *memory_gpu, *disk, *sharing, *extra;
	uint32_t least_cpus, n_tasks;
	bool reboot;
};

static const char *
who(struct fcontrol_records *records, const char *name, uint32_t id)
{
	return fcontrol_text(records, "%s(%u)", name ? name : "nobody", id);
}

/* "2", "2-4" */
static const char *
range(
    struct fcontrol_records *records, uint64_t least, uint64_t most, bool both)
{
	return both
		   ? fcontrol_text(records, "%" PRIu64 "-%" PRIu64, least, most)
		   : fcontrol_text(records, "%" PRIu64, least);
}

static void
make_identity(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_job *job = &shown->of.job;
	struct ft_str task = { 0 }, sluid = { 0 }, qos = { 0 };

	if (job->array_job && shown->of.task != FT_TASK_NONE)
		ft_str_addf(&task, "%d", shown->of.task);
	else if (job->array_job && ft_job_is_head(job))
		ft_jobtext_add_tasks(
		    &task, job, records->control->context->slurm);
	else if (job->array_job)
		ft_str_addf(&task, "%d", job->array_task);
	shown->array_task = fcontrol_take(records, &task);
	if (records->control->detail)
		ft_job_add_sluid(&sluid, job, world->cluster_name);
	shown->sluid = fcontrol_take(records, &sluid);
	shown->user = who(records, job->user, job->uid);
	shown->group = who(records, ft_world_user(world, job->gid), job->gid);
	ft_jobtext_add_qos(&qos, world, job);
	shown->qos = job->qos ? fcontrol_take(records, &qos) : NULL;
	/* scontrol prints none without TrackWCKey (case t03-wckeys) */
	shown->wckey = ft_world_tracks_wckeys(world) ? job->wckey : NULL;
}

static void
make_state(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str reason = { 0 }, dependency = { 0 }, failed = { 0 };
	uint32_t code, signal;

	shown->state = ft_jobtext_state(job, false);
	if (job->reason != FT_REASON_NONE || *job->reason_detail)
		ft_jobtext_add_reason(&reason, job);
	/* Slurm prints reasons without blanks:
	 * "ReqNodeNotAvail,_UnavailableNodes:n7" (case v11-all-weights) */
	for (size_t i = 0; i < reason.len; i++)
		if (reason.data[i] == ' ')
			reason.data[i] = '_';
	shown->reason = fcontrol_take(records, &reason);
	ft_job_add_dependency(&dependency, job);
	shown->dependency = fcontrol_take(records, &dependency);
	if (ft_job_option(job, "failed_node", &failed))
		shown->failed_node = fcontrol_take(records, &failed);
	shown->reboot = ft_job_option(job, "reboot", NULL);
	ft_jobtext_exit(job, &code, &signal);
	shown->exit = fcontrol_text(records, "%u:%u", code, signal);
	shown->derived = records->control->detail ? "0:0" : NULL;
}

static void
make_times(struct shown *shown, const struct ft_world *world)
{
	const struct ft_job *job = &shown->of.job;

	shown->run_time = ft_job_elapsed(job, world->now);
	shown->limit = ft_jobtext_limit(world, job);
	shown->time_min = job->time_min ? job->time_min : FT_TIME_NONE;
	shown->start = ft_jobtext_start(job, world->now);
	shown->end = ft_jobtext_end(world, job);
	shown->preempt_eligible = ft_preempt_eligible(world, job);
	/* a running job that is held will not be eligible when it is requeued */
	shown->eligible =
	    job->hold != FT_HOLD_NONE && job->state == FT_JOB_RUNNING
		? 0
		: job->eligible;
	shown->suspended = ft_job_suspend_time(job);
	shown->before_suspend = ft_job_before_suspend(job);
	shown->evaluated = job->last_eval ? job->last_eval : job->submitted;
	shown->delay = ft_optiontext_delay(job);
}

static void
make_nodes(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str first = { 0 };

	shown->scheduler =
	    job->scheduler == FT_SCHED_BACKFILL ? "Backfill" : "Main";
	shown->partition = *job->partition ? job->partition : job->partitions;
	shown->nodes = ft_jobtext_has_run(job) ? job->nodes : "";
	shown->sched_nodes =
	    job->state == FT_JOB_PENDING ? job->sched_nodes : NULL;
	ft_jobtext_add_first_node(&first, &records->control->world, job);
	shown->batch_host = fcontrol_take(records, &first);
}

/* HEAD, then the requested numbers, separated by a colon; "*" for one that was
 * not requested. */
static const char *
asked(struct fcontrol_records *records, const char *head, uint32_t first,
    const uint32_t *second)
{
	struct ft_str str = { 0 };

	ft_str_add(&str, head);
	ft_jobtext_add_asked(&str, first, "*");
	if (second) {
		ft_str_add_char(&str, ':');
		ft_jobtext_add_asked(&str, *second, "*");
	}
	return fcontrol_take(records, &str);
}

static const char *
tres(struct fcontrol_records *records, const uint64_t *count)
{
	struct ft_str str = { 0 };

	ft_jobtext_add_tres(
	    &str, &records->control->world.tres, count, FT_TRES_UNITS);
	return fcontrol_take(records, &str);
}

static void
make_sizes(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_job *job = &shown->of.job;
	uint64_t cpus = ft_jobtext_cpus(job), most = ft_jobtext_most_cpus(job);
	bool has_run = ft_jobtext_has_run(job);
	struct ft_str sizes = { 0 };

	shown->n_nodes = !has_run && ft_job_option(job, "job_size", &sizes)
			     ? fcontrol_take(records, &sizes)
			     : range(records, ft_jobtext_nodes(world, job),
				   ft_jobtext_most_nodes(world, job),
				   ft_jobtext_has_most_nodes(world, job));
	shown->n_cpus = range(records, cpus, most, most != cpus);
	shown->n_tasks = ft_jobtext_tasks(world, job);
	shown->cores_asked =
	    asked(records, "0:0:", job->shape.cores, &job->shape.threads);
	shown->req_tres = tres(records, job->req);
	shown->alloc_tres = has_run ? tres(records, job->alloc) : NULL;
	shown->tres = has_run ? shown->alloc_tres : shown->req_tres;
	shown->sockets = asked(records, "", job->shape.sockets, NULL);
	shown->tasks_asked =
	    asked(records, fcontrol_text(records, "%u:0:", job->tasks_per_node),
		job->shape.tasks_per_socket, &job->shape.tasks_per_core);
}

static void
make_least(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str memory = { 0 }, disk = { 0 };
	uint64_t per_gpu = ft_jobtext_gpu_memory(&records->control->world, job);

	shown->least_cpus = ft_jobtext_least_cpus(job);
	ft_jobtext_add_memory(
	    &memory, per_gpu ? per_gpu : ft_jobtext_memory(job));
	*(per_gpu                              ? &shown->memory_gpu
	    : job->mem_per_cpu != FT_MEM_UNSET ? &shown->memory_cpu
					       : &shown->memory) =
	    fcontrol_take(records, &memory);
	ft_jobtext_add_memory(&disk, job->disk_per_node);
	shown->disk = fcontrol_take(records, &disk);
	shown->sharing = ft_jobtext_sharing(&records->control->world, job);
	shown->exclusive = ft_jobtext_exclusive(&records->control->world, job);
	shown->licenses = ft_jobtext_has_run(job) ? job->licenses : NULL;
	shown->extra =
	    records->control->context->slurm &&
		    !ft_release_has(
			records->control->context->release, FT_RULE_EXTRA_SHOWN)
		? NULL
		: job->extra;
}

/* ---- its rows -------------------------------------------------------------------- */

static const struct ft_column first_rows[] = {
	{ "JobId", FCONTROL_MEMBER(of.job.number) },
	{ "ArrayJobId", FCONTROL_GIVEN(of.job.array_job) },
	{ "ArrayTaskId", FCONTROL_GIVEN(array_task) },
	{ "ArrayTaskThrottle", FCONTROL_GIVEN(of.job.array_throttle) },
	{ "JobName", FCONTROL_MEMBER(of.job.name) },
	{ "SLUID", FCONTROL_GIVEN(sluid), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_26_05 },
	{ "UserId", FCONTROL_MEMBER(user), .own = FCONTROL_LINE },
	{ "GroupId", FCONTROL_MEMBER(group) },
	{ "MCS_label", FCONTROL_OPTION("mcs_label", "N/A") },
	{ "Priority", FCONTROL_MEMBER(of.job.priority), .own = FCONTROL_LINE },
	{ "Nice", FCONTROL_MEMBER(of.job.nice) },
	{ "Account", FCONTROL_MEMBER(of.job.account) },
	{ "QOS", FCONTROL_MEMBER(qos) },
	{ "WCKey", FCONTROL_GIVEN(wckey) },
	{ "JobState", FCONTROL_MEMBER(state), .own = FCONTROL_LINE },
	{ "Reason", FCONTROL_MEMBER(reason), .none = "None" },
	{ "FailedNode", FCONTROL_GIVEN(failed_node) },
	{ "Dependency", FCONTROL_TEXT(dependency) },
	{ "Requeue", FCONTROL_MEMBER(of.job.requeue), .own = FCONTROL_LINE },
	{ "Restarts", FCONTROL_MEMBER(of.job.restarts) },
	{ "BatchFlag", .get = ft_column_get_one },
	{ "Reboot", FCONTROL_MEMBER(reboot) },
	{ "ExitCode", FCONTROL_MEMBER(exit) },
	{ "DerivedExitCode", FCONTROL_GIVEN(derived), .own = FCONTROL_LINE },
	{ "RunTime", FCONTROL_DURATION(run_time), .own = FCONTROL_LINE },
	{ "TimeLimit", FCONTROL_MINUTES(limit) },
	{ "TimeMin", FCONTROL_MINUTES(time_min), .none = "N/A" },
	{ "SubmitTime", FCONTROL_DATE(of.job.submitted, "Unknown"),
	    .own = FCONTROL_LINE },
	{ "EligibleTime", FCONTROL_DATE(eligible, "Unknown") },
	{ "AccrueTime", FCONTROL_DATE(of.job.accrue, "Unknown"),
	    .own = FCONTROL_LINE },
	{ "StartTime", FCONTROL_DATE(start, "Unknown"), .own = FCONTROL_LINE },
	{ "EndTime", FCONTROL_DATE(end, "Unknown") },
	{ "Deadline", FCONTROL_DATE(of.job.deadline, "N/A") },
	{ 0 },
};

/* Printed if preemption is configured and the job has started. */
static const struct ft_column preempt_rows[] = {
	{ "PreemptEligibleTime", FCONTROL_DATE(preempt_eligible, "Unknown"),
	    .own = FCONTROL_LINE },
	{ "PreemptTime", FCONTROL_DATE(of.job.preempt_at, "None") },
	{ 0 },
};

static const struct ft_column middle_rows[] = {
	{ "SuspendTime", FCONTROL_DATE(suspended, "None"),
	    .own = FCONTROL_LINE },
	{ "SecsPreSuspend", FCONTROL_MEMBER(before_suspend) },
	{ "LastSchedEval", FCONTROL_DATE(evaluated, "Unknown") },
	{ "Scheduler", FCONTROL_MEMBER(scheduler) },
	{ "Partition", FCONTROL_MEMBER(partition), .own = FCONTROL_LINE },
	{ "AllocNode:Sid", FCONTROL_CONST("localhost:1") },
	{ "ReqNodeList", FCONTROL_TEXT(of.job.req_nodes),
	    .own = FCONTROL_LINE },
	{ "ExcNodeList", FCONTROL_TEXT(of.job.exc_nodes) },
	{ "NodeList", FCONTROL_MEMBER(nodes), .own = FCONTROL_LINE },
	{ "SchedNodeList", FCONTROL_GIVEN(sched_nodes) },
	{ "BatchHost", FCONTROL_GIVEN(batch_host), .own = FCONTROL_LINE },
	{ "NumNodes", FCONTROL_MEMBER(n_nodes),
	    .own = FCONTROL_LINE | FCONTROL_LOOK },
	{ "NumCPUs", FCONTROL_MEMBER(n_cpus), .own = FCONTROL_LOOK },
	{ "NumTasks", FCONTROL_MEMBER(n_tasks) },
	{ "CPUs/Task", FCONTROL_MEMBER(of.job.cpus_per_task) },
	{ "ReqB:S:C:T", FCONTROL_MEMBER(cores_asked) },
	{ "TRES", FCONTROL_MEMBER(tres), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_24_11 },
	{ "ReqTRES", FCONTROL_TEXT(req_tres), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11 },
	{ "AllocTRES", FCONTROL_TEXT(alloc_tres), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11 },
	{ "Socks/Node", FCONTROL_MEMBER(sockets),
	    .own = FCONTROL_LINE | FCONTROL_LOOK },
	{ "NtasksPerN:B:S:C", FCONTROL_MEMBER(tasks_asked) },
	{ "CoreSpec", FCONTROL_CONST("*") },
	{ 0 },
};

#define NOTE(member)                                                           \
	FCONTROL_GIVEN(member), .own = FCONTROL_LINE | FCONTROL_NOTE

static const struct ft_column last_rows[] = {
	{ "MinCPUsNode", FCONTROL_MEMBER(least_cpus), .own = FCONTROL_LINE },
	{ "MinMemoryNode", FCONTROL_GIVEN(memory), .own = FCONTROL_LOOK },
	{ "MinMemoryCPU", FCONTROL_GIVEN(memory_cpu), .own = FCONTROL_LOOK },
	{ "MinMemoryTRES", FCONTROL_GIVEN(memory_gpu), .own = FCONTROL_LOOK },
	{ "MinTmpDiskNode", FCONTROL_MEMBER(disk), .own = FCONTROL_LOOK },
	{ "Features", FCONTROL_TEXT(of.job.features), .own = FCONTROL_LINE },
	{ "DelayBoot", FCONTROL_DURATION(delay) },
	{ "ClusterFeatures", FCONTROL_OPTION_LINE("cluster_constraint") },
	{ "Prefer", FCONTROL_OPTION_LINE("prefer") },
	{ "Reservation", FCONTROL_GIVEN(of.job.reservation),
	    .own = FCONTROL_LINE },
	{ "OverSubscribe", FCONTROL_MEMBER(sharing), .own = FCONTROL_LINE },
	{ "Exclusive", FCONTROL_MEMBER(exclusive), .since = FT_RELEASE_26_05 },
	{ "Contiguous", FCONTROL_MEMBER(of.job.contiguous) },
	{ "Licenses", FCONTROL_TEXT(of.job.licenses) },
	{ "LicensesAlloc", FCONTROL_TEXT(licenses), .since = FT_RELEASE_26_05 },
	{ "Network", FCONTROL_OPTION("network", "(null)") },
	{ "Command", FCONTROL_TEXT(of.job.command), .own = FCONTROL_LINE },
	{ "SubmitLine", FCONTROL_OPTION_LINE("submit_line"),
	    .since = FT_RELEASE_26_05 },
	{ "WorkDir", FCONTROL_MEMBER(of.job.work_dir), .own = FCONTROL_LINE },
	{ "AdminComment", NOTE(of.job.admin_comment) },
	{ "SystemComment", NOTE(of.job.system_comment) },
	{ "Comment", NOTE(of.job.comment) },
	/* not in scontrol of 22.05 */
	{ "Extra", NOTE(extra) },
	{ 0 },
};

static void
show_one(
    struct fcontrol_records *records, const struct ft_job *job, int32_t task)
{
	const struct ft_world *world = &records->control->world;
	struct shown shown = { .of = { .job = *job, .task = task } };

	make_identity(&shown, records);
	make_state(&shown, records);
	make_times(&shown, world);
	make_nodes(&shown, records);
	make_sizes(&shown, records);
	make_least(&shown, records);
	fcontrol_record_begin(records);
	fcontrol_record_rows(records, first_rows, &shown);
	if (ft_conf_number(world->conf, FT_CONF_PREEMPT_TYPE) &&
	    job->state != FT_JOB_PENDING)
		fcontrol_record_rows(records, preempt_rows, &shown);
	fcontrol_record_rows(records, middle_rows, &shown);
	fcontrol_add_cpus(records, job);
	fcontrol_record_rows(records, last_rows, &shown);
	fcontrol_record_rows(records, fcontrol_option_rows, &shown);
	fcontrol_record_end(records);
}

/* ---- which jobs --------------------------------------------------------------- */

/* The jobs to show; number 0: all. */
struct wanted {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
	bool part;    /* a component that no job has: 12+1 */
};

static bool
is_wanted(const struct ft_world *world, const struct wanted *wanted,
    const struct ft_job *job)
{
	if (wanted->part)
		return false;
	if (!wanted->number)
		return wanted->task == FT_TASK_NONE ||
		       job == ft_world_find_task(
				  world, job->array_job, wanted->task);
	if (wanted->task != FT_TASK_NONE)
		return ft_world_find_task(
			   world, wanted->number, wanted->task) == job;
	return job->number == wanted->number ||
	       job->array_job == wanted->number;
}

/* Whether the job is left out because all of its partitions are hidden; never
 * with -a, and never for operators. */
static bool
is_hidden(const struct fcontrol *control, const struct ft_job *job)
{
	return !control->all && !control->asker.privileged &&
	       ft_world_hides(&control->world, job);
}

static size_t
show_wanted(struct fcontrol *control, const struct wanted *wanted)
{
	struct fcontrol_records records;
	size_t n, found = 0;
	struct fcontrol_place *place FT_CLEANUP(ft_free_at) =
	    fcontrol_list_jobs(&control->world, &n);

	fcontrol_records_open(&records, control, "jobs", "   ", true);
	for (size_t i = 0; i < n; i++) {
		/* of one array what is left of it, then the latest task first */
		size_t at = wanted->number ? n - 1 - i : i;

		if (!is_wanted(&control->world, wanted, place[at].job) ||
		    !fcontrol_sees_job(control, place[at].job) ||
		    (!wanted->number && is_hidden(control, place[at].job)))
			continue;
		show_one(&records, place[at].job, wanted->task);
		found++;
	}
	fcontrol_records_close(&records);
	return found;
}

/* In Slurm's JSON: of an array all, even if a task is asked for; none is no
 * error. */
static int
show_document(struct fcontrol *control, const struct wanted *wanted)
{
	const struct wanted all = { wanted->number, FT_TASK_NONE, false };
	struct ft_world *world = &control->world;
	size_t n;
	struct fcontrol_place *place FT_CLEANUP(ft_free_at) =
	    fcontrol_list_jobs(world, &n);

	ft_doc_begin_list(control->paper, "jobs");
	for (size_t i = 0; i < n; i++)
		if (is_wanted(world, &all, place[i].job) &&
		    fcontrol_sees_job(control, place[i].job) &&
		    (wanted->number || !is_hidden(control, place[i].job)))
			ft_jobdoc_add(
			    control->paper, &(struct ft_jobdoc){ place[i].job,
						world, FT_TASK_NONE });
	ft_doc_end(control->paper);
	ft_jobdoc_add_time(
	    control->paper, "last_backfill", world->times.backfill_ran);
	ft_jobdoc_add_time(
	    control->paper, "last_update", wanted->number ? 0 : world->now);
	return 0;
}

static bool
knows_number(const struct fcontrol *control, const struct wanted *wanted)
{
	const struct ft_world *world = &control->world;

	for (size_t i = 0; i < world->n_job; i++)
		if ((world->job[i]->number == wanted->number ||
			world->job[i]->array_job == wanted->number) &&
		    fcontrol_sees_job(control, world->job[i]))
			return true;
	return false;
}

/* 12, 12_3, 12+0; a number 0 means all, as in 0_3. */
static bool
read_wanted(const char *text, struct wanted *wanted)
{
	struct ft_jobids ids FT_CLEANUP(ft_jobids_free) = { 0 };
	size_t zeros = strspn(text, "0"), len = strcspn(text, "+");
	bool all = zeros && !isdigit((unsigned char)text[zeros]);
	struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t part = 0;
	bool good;

	/* any number, to be read */
	ft_str_addf(&word, "%s%.*s", all ? "1" : "", (int)(len), text);
	good = ft_jobids_add(&ids, ft_str_text(&word)) && ids.n == 1 &&
	       !ids.item[0].bad && ids.item[0].n_task <= 1 &&
	       !strchr(text, '[') &&
	       (!text[len] || ft_num_u32(text + len + 1, &part));
	*wanted = (struct wanted){ 0, FT_TASK_NONE, part > 0 };
	if (good) {
		wanted->number = all ? 0 : ids.item[0].number;
		if (ids.item[0].n_task)
			wanted->task = (int32_t)ids.item[0].task[0];
	}
	return good;
}

int
fcontrol_show_job(struct fcontrol *control, int argc, char **argv)
{
	FILE *say = control->context->err;
	struct wanted wanted = { 0, FT_TASK_NONE, false };
	struct ft_error err = { 0 };
	const char *named;

	if (argc > 0 && *argv[0] && !read_wanted(argv[0], &wanted)) {
		bool large = argv[0][strspn(argv[0], "0123456789")] == '\0';

		if (!fcontrol_is_mute(control))
			fprintf(say, "%s error: Invalid job id specified\n",
			    large ? "slurm_load_jobs" : "scontrol_print_job");
		return 1;
	}
	if (fcontrol_read(control, &err) != FT_OK ||
	    ft_world_priorities(&control->world, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	if (control->paper)
		return show_document(control, &wanted);
	if (wanted.number && !knows_number(control, &wanted)) {
		if (!fcontrol_is_mute(control))
			fprintf(say, "slurm_load_jobs error: Invalid job id "
				     "specified\n");
		return 1;
	}
	if (show_wanted(control, &wanted))
		return 0;
	/* an empty id is 0 */
	named = wanted.number                         ? argv[0]
		: argc > 0 && control->context->slurm ? "0"
						      : NULL;
	if (fcontrol_is_mute(control))
		return named != NULL;
	if (named)
		fprintf(ft_release_has(ft_conf_release(control->world.conf),
			    FT_RULE_UNKNOWN_TASK_ERROR)
			    ? say
			    : fcontrol_aside(control),
		    "Job %s not found\n", named);
	else
		fprintf(fcontrol_aside(control), "No jobs in the system\n");
	ft_suggest_print_next(control->context, FT_CMD_SHOWS_JOBS);
	return named ? 1 : 0;
}
