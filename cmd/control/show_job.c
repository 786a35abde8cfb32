/*
 * fcontrol show job: everything about jobs.  Source: scontrol(1); what 22.05
 * prints.
 */
#include "base/mem.h"
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
#include <stdlib.h>
#include <string.h>

/* What the controller takes as the end of a job without a limit: a year. */
#define YEAR INT64_C(31536000)

struct shown {
	struct control_records *records;
	const struct control *control;
	const struct ft_world *world;
	const struct ft_job *job;
	int32_t task; /* of a head: the one asked for, FT_TASK_NONE all */
	struct ft_timetext time;
};

/* ---- values ---------------------------------------------------------------- */

static const char *
or_null(const char *text)
{
	return *text ? text : NULL;
}

/* Add KEY with what STR has been made, and empty it. */
static void
add_str(struct shown *shown, const char *key, struct ft_str *str)
{
	control_record_add(shown->records, key, ft_str_text(str));
	ft_str_free(str);
}

static void
add_date(struct shown *shown, const char *key, int64_t when, const char *none)
{
	struct ft_str str = { 0 };

	ft_timetext_add(&str, &shown->time, when, none);
	add_str(shown, key, &str);
}

static void
add_duration(struct shown *shown, const char *key, int64_t seconds)
{
	char text[40];

	control_record_add(shown->records, key,
	    ft_time_format_duration(text, sizeof text, seconds));
}

static int64_t
seconds_of(int64_t minutes)
{
	return minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60;
}

static void
add_who(struct shown *shown, const char *key, const char *name, uint32_t id)
{
	control_record_addf(
	    shown->records, key, "%s(%u)", name ? name : "nobody", id);
}

static void
add_number(struct shown *shown, const char *key, int64_t value)
{
	control_record_addf(shown->records, key, "%lld", (long long)value);
}

/* Also where commas are parted by blanks. */
static void
add_reason(struct shown *shown)
{
	struct ft_str str = { 0 };

	ft_jobtext_add_reason(&str, shown->job);
	for (size_t i = 0; i < str.len; i++)
		if (str.data[i] == ' ')
			str.data[i] = '_';
	add_str(shown, "Reason", &str);
}

/* ---- lines ------------------------------------------------------------------ */

static void
add_identity(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	struct ft_str str = { 0 };

	add_number(shown, "JobId", job->number);
	if (job->array_job) {
		add_number(shown, "ArrayJobId", job->array_job);
		if (shown->task != FT_TASK_NONE)
			ft_str_addf(&str, "%d", shown->task);
		else if (ft_job_is_head(job))
			ft_array_add_tasks(&str, job);
		else
			ft_str_addf(&str, "%d", job->array_task);
		add_str(shown, "ArrayTaskId", &str);
		if (job->array_throttle)
			add_number(
			    shown, "ArrayTaskThrottle", job->array_throttle);
	}
	control_record_add(shown->records, "JobName", job->name);
	control_record_break(shown->records);
	add_who(shown, "UserId", job->user, job->uid);
	add_who(
	    shown, "GroupId", ft_world_user(shown->world, job->gid), job->gid);
	ft_optiontext_add(&str, job, "mcs_label", "N/A");
	add_str(shown, "MCS_label", &str);
	control_record_break(shown->records);
}

/* Returns whether the cluster counts by WCKey: else scontrol shows none. */
static bool
tracks_wckeys(const struct ft_world *world)
{
	return world->enforce & FT_ENFORCE_WCKEYS ||
	       ft_conf_bool(world->conf, FT_CONF_TRACK_WCKEY);
}

static void
add_standing(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	struct ft_str str = { 0 };

	add_number(shown, "Priority", job->priority);
	add_number(shown, "Nice", job->nice);
	control_record_add(shown->records, "Account", job->account);
	ft_jobtext_add_qos(&str, shown->world, job);
	add_str(shown, "QOS", &str);
	if (*job->wckey && tracks_wckeys(shown->world))
		control_record_add(shown->records, "WCKey", job->wckey);
	control_record_break(shown->records);
	control_record_add(
	    shown->records, "JobState", ft_jobtext_state(job, false));
	add_reason(shown);
	ft_job_add_dependency(&str, job);
	control_record_add(
	    shown->records, "Dependency", or_null(ft_str_text(&str)));
	ft_str_free(&str);
	control_record_break(shown->records);
}

static void
add_ends(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	bool over =
	    job->state == FT_JOB_COMPLETED || job->state == FT_JOB_FAILED;
	bool told;

	add_number(shown, "Requeue", job->requeue);
	add_number(shown, "Restarts", job->restarts);
	add_number(shown, "BatchFlag", 1);
	add_number(shown, "Reboot", ft_job_option(job, "reboot", NULL));
	/* of a job that had to go it is what it was told with */
	told = job->started && (job->state == FT_JOB_PREEMPTED ||
				   job->state == FT_JOB_CANCELLED);
	control_record_addf(shown->records, "ExitCode", "%u:%u",
	    over ? job->exit_code : 0,
	    over   ? job->exit_signal
	    : told ? (unsigned)SIGTERM
		   : 0);
	control_record_break(shown->records);
	if (!shown->control->detail)
		return;
	control_record_add(shown->records, "DerivedExitCode", "0:0");
	control_record_break(shown->records);
}

/* When it ended, or will if it takes all it may; 0 not known. */
static int64_t
end_of(const struct shown *shown, int64_t start)
{
	const struct ft_job *job = shown->job;
	int64_t limit = ft_jobtext_limit(shown->world, job);

	if (!ft_job_is_active(job))
		return job->ended;
	if (!start)
		return 0;
	if (ft_job_is_told(job))
		return job->preempt_at + ft_preempt_grace(shown->world, job);
	return start + job->suspended_secs +
	       (limit == FT_TIME_UNLIMITED ? YEAR : limit * 60);
}

static void
add_times(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	int64_t limit = ft_jobtext_limit(shown->world, job);
	int64_t start = ft_jobtext_start(job, shown->world->now);

	add_duration(shown, "RunTime", ft_job_elapsed(job, shown->world->now));
	add_duration(shown, "TimeLimit", seconds_of(limit));
	if (job->time_min)
		add_duration(shown, "TimeMin", seconds_of(job->time_min));
	else
		control_record_add(shown->records, "TimeMin", "N/A");
	control_record_break(shown->records);
	add_date(shown, "SubmitTime", job->submitted, "Unknown");
	add_date(shown, "EligibleTime", job->eligible, "Unknown");
	control_record_break(shown->records);
	add_date(shown, "AccrueTime", job->accrue, "Unknown");
	control_record_break(shown->records);
	add_date(shown, "StartTime", start, "Unknown");
	add_date(shown, "EndTime", end_of(shown, start), "Unknown");
	add_date(shown, "Deadline", job->deadline, "N/A");
	control_record_break(shown->records);
}

static void
add_scheduling(struct shown *shown)
{
	const struct ft_job *job = shown->job;

	if (ft_conf_number(shown->world->conf, FT_CONF_PREEMPT_TYPE) &&
	    job->state != FT_JOB_PENDING) {
		add_date(shown, "PreemptEligibleTime",
		    ft_preempt_eligible(shown->world, job), "Unknown");
		add_date(shown, "PreemptTime", job->preempt_at, "None");
		control_record_break(shown->records);
	}
	add_date(shown, "SuspendTime", ft_job_suspend_time(job), "None");
	add_number(shown, "SecsPreSuspend", ft_job_before_suspend(job));
	add_date(shown, "LastSchedEval",
	    job->last_eval ? job->last_eval : job->submitted, "Unknown");
	control_record_add(shown->records, "Scheduler",
	    job->scheduler == FT_SCHED_BACKFILL ? "Backfill" : "Main");
	control_record_break(shown->records);
	control_record_add(shown->records, "Partition",
	    *job->partition ? job->partition : job->partitions);
	control_record_add(shown->records, "AllocNode:Sid", "localhost:1");
	control_record_break(shown->records);
}

static void
add_node_lists(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	struct ft_str first = { 0 };

	control_record_add(
	    shown->records, "ReqNodeList", or_null(job->req_nodes));
	control_record_add(
	    shown->records, "ExcNodeList", or_null(job->exc_nodes));
	control_record_break(shown->records);
	control_record_add(shown->records, "NodeList",
	    ft_jobtext_has_run(job) ? job->nodes : "");
	if (*job->sched_nodes && job->state == FT_JOB_PENDING)
		control_record_add(
		    shown->records, "SchedNodeList", job->sched_nodes);
	control_record_break(shown->records);
	ft_jobtext_add_first_node(&first, shown->world, job);
	if (first.len) {
		control_record_add(
		    shown->records, "BatchHost", ft_str_text(&first));
		control_record_break(shown->records);
	}
	ft_str_free(&first);
}

static void
add_sizes(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	uint32_t nodes = ft_jobtext_nodes(shown->world, job);
	uint64_t cpus = ft_jobtext_cpus(job), most = ft_jobtext_most_cpus(job);
	const uint64_t *tres = ft_jobtext_has_run(job) ? job->alloc : job->req;
	struct ft_str str = { 0 };

	if (job->state == FT_JOB_PENDING &&
	    (job->max_nodes || job->shape.spread))
		control_record_addf(shown->records, "NumNodes", "%u-%u", nodes,
		    ft_jobtext_most_nodes(shown->world, job));
	else
		add_number(shown, "NumNodes", nodes);
	if (most != cpus)
		control_record_addf(shown->records, "NumCPUs", "%llu-%llu",
		    (unsigned long long)cpus, (unsigned long long)most);
	else
		add_number(shown, "NumCPUs", (int64_t)cpus);
	add_number(shown, "NumTasks", job->tasks_wanted);
	add_number(shown, "CPUs/Task", job->cpus_per_task);
	ft_str_add(&str, "0:0:");
	ft_jobtext_add_asked(&str, job->shape.cores, "*");
	ft_str_add_char(&str, ':');
	ft_jobtext_add_asked(&str, job->shape.threads, "*");
	add_str(shown, "ReqB:S:C:T", &str);
	control_record_break(shown->records);
	ft_jobtext_add_tres(&str, &shown->world->tres, tres, FT_TRES_UNITS);
	add_str(shown, "TRES", &str);
	control_record_break(shown->records);
	ft_jobtext_add_asked(&str, job->shape.sockets, "*");
	add_str(shown, "Socks/Node", &str);
	ft_str_addf(&str, "%u:0:", job->tasks_per_node);
	ft_jobtext_add_asked(&str, job->shape.tasks_per_socket, "*");
	ft_str_add_char(&str, ':');
	ft_jobtext_add_asked(&str, job->shape.tasks_per_core, "*");
	add_str(shown, "NtasksPerN:B:S:C", &str);
	control_record_add(shown->records, "CoreSpec", "*");
	control_record_break(shown->records);
}

static void
add_least(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	bool per_cpu = job->mem_per_cpu != FT_MEM_UNSET;
	struct ft_str str = { 0 };

	if (shown->control->detail)
		control_job_cpus(shown->records, shown->world, job);
	add_number(shown, "MinCPUsNode", ft_jobtext_least_cpus(job));
	ft_jobtext_add_memory(&str, ft_jobtext_memory(job));
	add_str(shown, per_cpu ? "MinMemoryCPU" : "MinMemoryNode", &str);
	ft_jobtext_add_memory(&str, job->disk_per_node);
	add_str(shown, "MinTmpDiskNode", &str);
	control_record_break(shown->records);
	control_record_add(shown->records, "Features", or_null(job->features));
	add_duration(shown, "DelayBoot", ft_optiontext_delay(job));
	control_record_break(shown->records);
	control_job_wishes(shown->records, job);
}

static void
add_sharing(struct shown *shown)
{
	const struct ft_job *job = shown->job;
	struct ft_str network = { 0 };

	if (*job->reservation) {
		control_record_add(
		    shown->records, "Reservation", job->reservation);
		control_record_break(shown->records);
	}
	control_record_add(shown->records, "OverSubscribe",
	    ft_jobtext_sharing(shown->world, job));
	add_number(shown, "Contiguous", job->contiguous);
	control_record_add(shown->records, "Licenses", or_null(job->licenses));
	ft_optiontext_add(&network, job, "network", "(null)");
	add_str(shown, "Network", &network);
	control_record_break(shown->records);
}

static void
add_comment(struct shown *shown, const char *key, const char *text)
{
	if (!*text)
		return;
	control_record_add(shown->records, key, text);
	control_record_space(shown->records);
	control_record_break(shown->records);
}

static void
add_words(struct shown *shown)
{
	const struct ft_job *job = shown->job;

	control_record_add(shown->records, "Command", or_null(job->command));
	control_record_break(shown->records);
	control_record_add(shown->records, "WorkDir", job->work_dir);
	control_record_break(shown->records);
	add_comment(shown, "AdminComment", job->admin_comment);
	add_comment(shown, "SystemComment", job->system_comment);
	add_comment(shown, "Comment", job->comment);
	if (!shown->control->context->slurm)
		add_comment(shown, "Extra", job->extra);
	control_job_streams(shown->records, job, shown->task);
	control_job_options(
	    shown->records, job, !shown->control->context->slurm);
}

static void
show_one(struct shown *shown)
{
	control_record_begin(shown->records);
	add_identity(shown);
	add_standing(shown);
	add_ends(shown);
	add_times(shown);
	add_scheduling(shown);
	add_node_lists(shown);
	add_sizes(shown);
	add_least(shown);
	add_sharing(shown);
	add_words(shown);
	control_record_end(shown->records);
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
	struct shown shown = {
		.records = &records,
		.control = control,
		.world = &control->world,
		.task = wish->task,
	};
	size_t n, found = 0;
	struct control_place *place = control_list_jobs(&control->world, &n);

	ft_timetext_init(&shown.time, control->world.now);
	control_records_open(&records, control, "jobs", "   ", true);
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(&control->world, wish, place[i].job) ||
		    !control_sees_job(control, place[i].job) ||
		    (!wish->number && is_hidden(control, place[i].job)))
			continue;
		shown.job = place[i].job;
		show_one(&shown);
		found++;
	}
	control_records_close(&records);
	ft_free(place);
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
	struct ft_jobids ids = { 0 };
	bool good = ft_jobids_add(&ids, text) && ids.n == 1 &&
		    !ids.item[0].bad && ids.item[0].n_task <= 1 &&
		    !strchr(text, '[');

	*wish = (struct wish){ 0, FT_TASK_NONE };
	if (good) {
		wish->number = ids.item[0].number;
		if (ids.item[0].n_task)
			wish->task = (int32_t)ids.item[0].task[0];
	}
	ft_jobids_free(&ids);
	return good;
}

int
control_show_job(struct control *control, int argc, char **argv)
{
	FILE *say = control->context->err;
	struct wish wish = { 0, FT_TASK_NONE };
	struct ft_world_load how = { 0 };
	struct ft_error err = { 0 };

	if (argc > 1) {
		fprintf(say, "too many arguments for keyword:show\n");
		return 1;
	}
	if (argc > 0 && *argv[0] && !read_wish(argv[0], &wish)) {
		fprintf(say,
		    "scontrol_print_job error: Invalid job id specified\n");
		return 1;
	}
	if (control_read(control, &how, &err) != FT_OK)
		return control_fail(control, &err);
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
