/*
 * fcontrol show job: everything about jobs.  Source: scontrol(1); what 22.05
 * prints.
 */
#include "base/timefmt.h"
#include "common/jobtext.h"
#include "common/optiontext.h"
#include "common/timetext.h"
#include "control/job.h"
#include "control/record.h"
#include "model/billing.h"
#include "model/joboption.h"
#include "sim/array.h"
#include "sim/depend.h"
#include "sim/preempt.h"

#include <signal.h>

/* What the controller takes as the end of a job without a limit: a year. */
#define YEAR INT64_C(31536000)

/* ---- what its rows are made of ---------------------------------------------- */

#define CONTROL_THING struct shown

/* A job, and what its rows have beside its members. */
struct shown {
	struct control_shown of;
	const char *array_job, *array_task, *array_throttle;
	const char *user, *group, *mcs, *qos, *wckey;
	const char *state, *reason, *dependency, *exit, *derived;
	const char *run_time, *limit, *time_min, *submitted, *eligible, *accrue,
	    *start, *end, *deadline, *preempt_eligible, *preempted, *suspended,
	    *evaluated, *scheduler;
	const char *partition, *nodes, *sched_nodes, *batch_host;
	const char *n_nodes, *n_cpus, *cores_asked, *tres, *sockets,
	    *tasks_asked, *memory, *memory_cpu, *disk, *delay, *sharing,
	    *network, *extra;
	int64_t before_suspend;
	uint32_t least_cpus;
	bool reboot;
};

struct making {
	struct control_records *records;
	const struct control *control;
	const struct ft_world *world;
	struct ft_timetext time;
};

static const char *
date(const struct making *making, int64_t when, const char *none)
{
	struct ft_str str = { 0 };

	ft_timetext_add(&str, &making->time, when, none);
	return control_take(making->records, &str);
}

static const char *
minutes(const struct making *making, int64_t minutes)
{
	return control_duration(making->records,
	    minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60);
}

static const char *
who(const struct making *making, const char *name, uint32_t id)
{
	return control_text(
	    making->records, "%s(%u)", name ? name : "nobody", id);
}

/* "2", "2-4" */
static const char *
range(const struct making *making, uint64_t least, uint64_t most, bool both)
{
	return both ? control_text(
			  making->records, "%" PRIu64 "-%" PRIu64, least, most)
		    : control_text(making->records, "%" PRIu64, least);
}

static const char *
not_zero(const struct making *making, uint32_t number)
{
	return number ? control_text(making->records, "%" PRIu32, number)
		      : NULL;
}

/* Whether the cluster counts by WCKey: else scontrol shows none. */
static bool
tracks_wckeys(const struct ft_world *world)
{
	return world->enforce & FT_ENFORCE_WCKEYS ||
	       ft_conf_bool(world->conf, FT_CONF_TRACK_WCKEY);
}

static void
make_identity(const struct making *making, struct shown *shown)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str task = { 0 }, mcs = { 0 }, qos = { 0 };

	if (job->array_job && shown->of.task != FT_TASK_NONE)
		ft_str_addf(&task, "%d", shown->of.task);
	else if (job->array_job && ft_job_is_head(job))
		ft_array_add_tasks(&task, job);
	else if (job->array_job)
		ft_str_addf(&task, "%d", job->array_task);
	shown->array_job = not_zero(making, job->array_job);
	shown->array_task =
	    job->array_job ? control_take(making->records, &task) : NULL;
	if (job->array_job)
		shown->array_throttle = not_zero(making, job->array_throttle);
	shown->user = who(making, job->user, job->uid);
	shown->group =
	    who(making, ft_world_user(making->world, job->gid), job->gid);
	ft_optiontext_add(&mcs, job, "mcs_label", "N/A");
	shown->mcs = control_take(making->records, &mcs);
	ft_jobtext_add_qos(&qos, making->world, job);
	shown->qos = control_take(making->records, &qos);
	shown->wckey = tracks_wckeys(making->world) ? job->wckey : NULL;
}

static const char *
exit_of(const struct making *making, const struct ft_job *job)
{
	bool over =
	    job->state == FT_JOB_COMPLETED || job->state == FT_JOB_FAILED;
	/* of a job that had to go it is what it was told with */
	bool told = job->started && (job->state == FT_JOB_PREEMPTED ||
					job->state == FT_JOB_CANCELLED);

	return control_text(making->records, "%u:%u", over ? job->exit_code : 0,
	    over   ? job->exit_signal
	    : told ? (unsigned)SIGTERM
		   : 0);
}

static void
make_state(const struct making *making, struct shown *shown)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str reason = { 0 }, dependency = { 0 };

	shown->state = ft_jobtext_state(job, false);
	ft_jobtext_add_reason(&reason, job);
	/* also where commas are separated by blanks */
	for (size_t i = 0; i < reason.len; i++)
		if (reason.data[i] == ' ')
			reason.data[i] = '_';
	shown->reason = control_take(making->records, &reason);
	ft_job_add_dependency(&dependency, job);
	shown->dependency = control_take(making->records, &dependency);
	shown->reboot = ft_job_option(job, "reboot", NULL);
	shown->exit = exit_of(making, job);
	shown->derived = making->control->detail ? "0:0" : NULL;
}

/* When it ended, or will if it takes all it may; 0 not known. */
static int64_t
end_of(const struct ft_world *world, const struct ft_job *job, int64_t start)
{
	int64_t limit = ft_jobtext_limit(world, job);

	if (!ft_job_is_active(job))
		return job->ended;
	if (!start)
		return 0;
	if (ft_job_is_told(job))
		return job->preempt_at + ft_preempt_grace(world, job);
	return start + job->suspended_secs +
	       (limit == FT_TIME_UNLIMITED ? YEAR : limit * 60);
}

static void
make_times(const struct making *making, struct shown *shown)
{
	const struct ft_world *world = making->world;
	const struct ft_job *job = &shown->of.job;
	int64_t start = ft_jobtext_start(job, world->now);

	shown->run_time =
	    control_duration(making->records, ft_job_elapsed(job, world->now));
	shown->limit = minutes(making, ft_jobtext_limit(world, job));
	shown->time_min = job->time_min ? minutes(making, job->time_min) : NULL;
	shown->submitted = date(making, job->submitted, "Unknown");
	shown->eligible = date(making, job->eligible, "Unknown");
	shown->accrue = date(making, job->accrue, "Unknown");
	shown->start = date(making, start, "Unknown");
	shown->end = date(making, end_of(world, job, start), "Unknown");
	shown->deadline = date(making, job->deadline, "N/A");
	if (ft_conf_number(world->conf, FT_CONF_PREEMPT_TYPE) &&
	    job->state != FT_JOB_PENDING) {
		shown->preempt_eligible =
		    date(making, ft_preempt_eligible(world, job), "Unknown");
		shown->preempted = date(making, job->preempt_at, "None");
	}
	shown->suspended = date(making, ft_job_suspend_time(job), "None");
	shown->before_suspend = ft_job_before_suspend(job);
	shown->evaluated = date(making,
	    job->last_eval ? job->last_eval : job->submitted, "Unknown");
	shown->scheduler =
	    job->scheduler == FT_SCHED_BACKFILL ? "Backfill" : "Main";
}

static void
make_nodes(const struct making *making, struct shown *shown)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str first = { 0 };

	shown->partition = *job->partition ? job->partition : job->partitions;
	shown->nodes = ft_jobtext_has_run(job) ? job->nodes : "";
	shown->sched_nodes =
	    job->state == FT_JOB_PENDING ? job->sched_nodes : NULL;
	ft_jobtext_add_first_node(&first, making->world, job);
	shown->batch_host = control_take(making->records, &first);
}

/* HEAD and what is asked of parts of a node, "*" for what is not. */
static const char *
asked(const struct making *making, const char *head, uint32_t first,
    const uint32_t *second)
{
	struct ft_str str = { 0 };

	ft_str_add(&str, head);
	ft_jobtext_add_asked(&str, first, "*");
	if (second) {
		ft_str_add_char(&str, ':');
		ft_jobtext_add_asked(&str, *second, "*");
	}
	return control_take(making->records, &str);
}

static void
make_sizes(const struct making *making, struct shown *shown)
{
	const struct ft_world *world = making->world;
	const struct ft_job *job = &shown->of.job;
	uint64_t cpus = ft_jobtext_cpus(job), most = ft_jobtext_most_cpus(job);
	struct ft_str tres = { 0 };

	shown->n_nodes = range(making, ft_jobtext_nodes(world, job),
	    ft_jobtext_most_nodes(world, job),
	    job->state == FT_JOB_PENDING &&
		(job->max_nodes || job->shape.spread));
	shown->n_cpus = range(making, cpus, most, most != cpus);
	shown->cores_asked =
	    asked(making, "0:0:", job->shape.cores, &job->shape.threads);
	ft_jobtext_add_tres(&tres, &world->tres,
	    ft_jobtext_has_run(job) ? job->alloc : job->req, FT_TRES_UNITS);
	shown->tres = control_take(making->records, &tres);
	shown->sockets = asked(making, "", job->shape.sockets, NULL);
	shown->tasks_asked = asked(making,
	    control_text(making->records, "%u:0:", job->tasks_per_node),
	    job->shape.tasks_per_socket, &job->shape.tasks_per_core);
}

static void
make_least(const struct making *making, struct shown *shown)
{
	const struct ft_job *job = &shown->of.job;
	struct ft_str memory = { 0 }, disk = { 0 }, network = { 0 };

	shown->least_cpus = ft_jobtext_least_cpus(job);
	ft_jobtext_add_memory(&memory, ft_jobtext_memory(job));
	*(job->mem_per_cpu != FT_MEM_UNSET ? &shown->memory_cpu
					   : &shown->memory) =
	    control_take(making->records, &memory);
	ft_jobtext_add_memory(&disk, job->disk_per_node);
	shown->disk = control_take(making->records, &disk);
	shown->delay =
	    control_duration(making->records, ft_optiontext_delay(job));
	shown->sharing = ft_jobtext_sharing(making->world, job);
	ft_optiontext_add(&network, job, "network", "(null)");
	shown->network = control_take(making->records, &network);
	shown->extra = making->control->context->slurm ? NULL : job->extra;
}

/* ---- its rows -------------------------------------------------------------------- */

static const struct control_row rows[] = {
	{ "JobId", CONTROL_NUMBER(of.job.number) },
	{ "ArrayJobId", CONTROL_LOOK(array_job), .given = true },
	{ "ArrayTaskId", CONTROL_GIVEN(array_task) },
	{ "ArrayTaskThrottle", CONTROL_LOOK(array_throttle), .given = true },
	{ "JobName", CONTROL_RAW(of.job.name) },
	{ "UserId", CONTROL_TEXT(user), .line = true },
	{ "GroupId", CONTROL_TEXT(group) },
	{ "MCS_label", CONTROL_LOOK(mcs), .raw = true },
	{ "Priority", CONTROL_NUMBER(of.job.priority), .line = true },
	{ "Nice", CONTROL_NUMBER(of.job.nice) },
	{ "Account", CONTROL_RAW(of.job.account) },
	{ "QOS", CONTROL_RAW(qos) },
	{ "WCKey", CONTROL_GIVEN(wckey) },
	{ "JobState", CONTROL_TEXT(state), .line = true },
	{ "Reason", CONTROL_RAW(reason) },
	{ "Dependency", CONTROL_TEXT(dependency) },
	{ "Requeue", CONTROL_NUMBER(of.job.requeue), .line = true },
	{ "Restarts", CONTROL_NUMBER(of.job.restarts) },
	{ "BatchFlag", CONTROL_CONST("1") },
	{ "Reboot", CONTROL_NUMBER(reboot) },
	{ "ExitCode", CONTROL_TEXT(exit) },
	{ "DerivedExitCode", CONTROL_GIVEN(derived), .line = true },
	{ "RunTime", CONTROL_TEXT(run_time), .line = true },
	{ "TimeLimit", CONTROL_TEXT(limit) },
	{ "TimeMin", CONTROL_TEXT(time_min), .text = "N/A" },
	{ "SubmitTime", CONTROL_TEXT(submitted), .line = true },
	{ "EligibleTime", CONTROL_TEXT(eligible) },
	{ "AccrueTime", CONTROL_TEXT(accrue), .line = true },
	{ "StartTime", CONTROL_TEXT(start), .line = true },
	{ "EndTime", CONTROL_TEXT(end) },
	{ "Deadline", CONTROL_TEXT(deadline) },
	{ "PreemptEligibleTime", CONTROL_GIVEN(preempt_eligible),
	    .line = true },
	{ "PreemptTime", CONTROL_GIVEN(preempted) },
	{ "SuspendTime", CONTROL_TEXT(suspended), .line = true },
	{ "SecsPreSuspend", CONTROL_NUMBER(before_suspend) },
	{ "LastSchedEval", CONTROL_TEXT(evaluated) },
	{ "Scheduler", CONTROL_TEXT(scheduler) },
	{ "Partition", CONTROL_RAW(partition), .line = true },
	{ "AllocNode:Sid", CONTROL_CONST("localhost:1") },
	{ "ReqNodeList", CONTROL_TEXT(of.job.req_nodes), .line = true },
	{ "ExcNodeList", CONTROL_TEXT(of.job.exc_nodes) },
	{ "NodeList", CONTROL_RAW(nodes), .line = true },
	{ "SchedNodeList", CONTROL_GIVEN(sched_nodes) },
	{ "BatchHost", CONTROL_GIVEN(batch_host), .line = true },
	{ "NumNodes", CONTROL_LOOK(n_nodes), .line = true },
	{ "NumCPUs", CONTROL_LOOK(n_cpus) },
	{ "NumTasks", CONTROL_NUMBER(of.job.tasks_wanted) },
	{ "CPUs/Task", CONTROL_NUMBER(of.job.cpus_per_task) },
	{ "ReqB:S:C:T", CONTROL_TEXT(cores_asked) },
	{ "TRES", CONTROL_RAW(tres), .line = true },
	{ "Socks/Node", CONTROL_LOOK(sockets), .line = true },
	{ "NtasksPerN:B:S:C", CONTROL_TEXT(tasks_asked) },
	{ "CoreSpec", CONTROL_CONST("*") },
	{ NULL, CONTROL_CALL(control_add_cpus) },
	{ "MinCPUsNode", CONTROL_NUMBER(least_cpus), .line = true },
	{ "MinMemoryNode", CONTROL_LOOK(memory), .given = true },
	{ "MinMemoryCPU", CONTROL_LOOK(memory_cpu), .given = true },
	{ "MinTmpDiskNode", CONTROL_LOOK(disk) },
	{ "Features", CONTROL_TEXT(of.job.features), .line = true },
	{ "DelayBoot", CONTROL_TEXT(delay) },
	{ NULL, CONTROL_CALL(control_add_wishes) },
	{ "Reservation", CONTROL_GIVEN(of.job.reservation), .line = true },
	{ "OverSubscribe", CONTROL_TEXT(sharing), .line = true },
	{ "Contiguous", CONTROL_NUMBER(of.job.contiguous) },
	{ "Licenses", CONTROL_TEXT(of.job.licenses) },
	{ "Network", CONTROL_LOOK(network), .raw = true },
	{ "Command", CONTROL_TEXT(of.job.command), .line = true },
	{ "WorkDir", CONTROL_RAW(of.job.work_dir), .line = true },
	{ "AdminComment", CONTROL_GIVEN(of.job.admin_comment), .line = true,
	    .space = true },
	{ "SystemComment", CONTROL_GIVEN(of.job.system_comment), .line = true,
	    .space = true },
	{ "Comment", CONTROL_GIVEN(of.job.comment), .line = true,
	    .space = true },
	/* scontrol does not know it */
	{ "Extra", CONTROL_GIVEN(extra), .line = true, .space = true },
	{ NULL, CONTROL_CALL(control_add_streams) },
	{ NULL, CONTROL_CALL(control_add_options) },
	{ NULL, CONTROL_CALL(NULL), .line = true },
	{ 0 },
};

static void
show_one(const struct making *making, const struct ft_job *job, int32_t task)
{
	struct shown shown = { .of = { .job = *job, .task = task } };

	make_identity(making, &shown);
	make_state(making, &shown);
	make_times(making, &shown);
	make_nodes(making, &shown);
	make_sizes(making, &shown);
	make_least(making, &shown);
	control_record_rows(making->records, rows, &shown);
}

/* ---- which jobs --------------------------------------------------------------- */

/* What was asked for: number 0 all. */
struct wish {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
};

static bool
is_wanted(const struct ft_world *world, const struct wish *wish,
    const struct ft_job *job)
{
	if (!wish->number)
		return true;
	if (wish->task != FT_TASK_NONE)
		return ft_world_find_task(world, wish->number, wish->task) ==
		       job;
	return job->number == wish->number || job->array_job == wish->number;
}

/* A job in hidden partitions only; -a shows it, and operators see it. */
static bool
is_hidden(const struct control *control, const struct ft_job *job)
{
	return !control->all && !control->asker.privileged &&
	       ft_world_hides(&control->world, job);
}

static size_t
show_wanted(struct control *control, const struct wish *wish)
{
	struct control_records records;
	struct making making = { .records = &records,
		.control = control,
		.world = &control->world };
	size_t n, found = 0;
	struct control_place *place FT_CLEANUP(ft_free_at) =
	    control_list_jobs(&control->world, &n);

	ft_timetext_init(&making.time, control->world.now);
	control_records_open(&records, control, "jobs", "   ", true);
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(&control->world, wish, place[i].job) ||
		    !control_sees_job(control, place[i].job) ||
		    (!wish->number && is_hidden(control, place[i].job)))
			continue;
		show_one(&making, place[i].job, wish->task);
		found++;
	}
	control_records_close(&records);
	return found;
}

static bool
knows_number(const struct control *control, const struct wish *wish)
{
	const struct ft_world *world = &control->world;

	for (size_t i = 0; i < world->n_job; i++)
		if ((world->job[i]->number == wish->number ||
			world->job[i]->array_job == wish->number) &&
		    control_sees_job(control, world->job[i]))
			return true;
	return false;
}

static bool
read_wish(const char *text, struct wish *wish)
{
	struct ft_jobids ids FT_CLEANUP(ft_jobids_free) = { 0 };
	bool good = ft_jobids_add(&ids, text) && ids.n == 1 &&
		    !ids.item[0].bad && ids.item[0].n_task <= 1 &&
		    !strchr(text, '[');

	*wish = (struct wish){ 0, FT_TASK_NONE };
	if (good) {
		wish->number = ids.item[0].number;
		if (ids.item[0].n_task)
			wish->task = (int32_t)ids.item[0].task[0];
	}
	return good;
}

int
control_show_job(struct control *control, int argc, char **argv)
{
	FILE *say = control->context->err;
	struct wish wish = { 0, FT_TASK_NONE };

	if (argc > 1) {
		fprintf(say, "too many arguments for keyword:show\n");
		return 1;
	}
	if (argc > 0 && *argv[0] && !read_wish(argv[0], &wish)) {
		fprintf(say,
		    "scontrol_print_job error: Invalid job id specified\n");
		return 1;
	}
	if (!control_load(control))
		return 1;
	if (wish.number && !knows_number(control, &wish)) {
		fprintf(
		    say, "slurm_load_jobs error: Invalid job id specified\n");
		return 1;
	}
	if (show_wanted(control, &wish))
		return 0;
	if (wish.number)
		fprintf(control_aside(control), "Job %s not found\n", argv[0]);
	else
		fprintf(control_aside(control), "No jobs in the system\n");
	return wish.number ? 1 : 0;
}
