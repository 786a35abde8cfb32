#include "model/job/job.h"

static const struct {
	const char *name, *code;
} states[] = {
#define FT_JOB_STATE(id, name, code) { name, code },
#include "model/job/job.def"
};

static const struct {
	const char *name, *sentence;
} reasons[] = {
#define FT_JOB_REASON(id, name, sentence) { name, sentence },
#include "model/job/job.def"
};

static const char *const refusals[] = {
#define FT_REFUSAL(id, text) text,
#include "model/job/refusal.def"
#undef FT_REFUSAL
};

const char *
ft_job_state_name(enum ft_job_state state)
{
	return states[state].name;
}

const char *
ft_job_state_code(enum ft_job_state state)
{
	return states[state].code;
}

int
ft_job_state_find(const char *word)
{
	for (int i = 0; i < FT_JOB_STATES; i++)
		if (!strcasecmp(states[i].name, word) ||
		    !strcasecmp(states[i].code, word))
			return i;
	return -1;
}

const char *
ft_job_reason_name(enum ft_job_reason reason)
{
	return reasons[reason].name;
}

const char *
ft_job_reason_sentence(enum ft_job_reason reason)
{
	return reasons[reason].sentence;
}

bool
ft_job_reason_is_noted(enum ft_job_reason reason)
{
	return reason != FT_REASON_NONE && reason != FT_REASON_PRIORITY &&
	       reason != FT_REASON_RESOURCES &&
	       reason != FT_REASON_NODE_NOT_AVAIL &&
	       reason != FT_REASON_NODES_DOWN &&
	       reason != FT_REASON_BAD_CONSTRAINTS;
}

enum ft_job_reason
ft_job_reason_find(const char *name)
{
	for (int i = 0; i < FT_JOB_REASONS; i++)
		if (!strcmp(reasons[i].name, name))
			return (enum ft_job_reason)i;
	return FT_REASON_NONE;
}

const char *
ft_refusal_text(enum ft_refusal refusal)
{
	return refusals[refusal];
}

void
ft_job_init(struct ft_job *job)
{
	*job = (struct ft_job){ .reason_detail = "",
		.user = "",
		.account = "",
		.partitions = "",
		.partition = "",
		.reservation = "",
		.wckey = "",
		.name = "",
		.comment = "",
		.admin_comment = "",
		.system_comment = "",
		.extra = "",
		.command = "",
		.work_dir = "",
		.options = "",
		.array_task = FT_TASK_NONE,
		.dependency = "",
		.time_limit = FT_TIME_NONE,
		.run_time = -1,
		.min_nodes = 1,
		.tasks_wanted = 1,
		.cpus_per_task = 1,
		.mem_per_node = FT_MEM_UNSET,
		.mem_per_cpu = FT_MEM_UNSET,
		.gres = "",
		.licenses = "",
		.features = "",
		.req_nodes = "",
		.exc_nodes = "",
		.nodes = "",
		.sched_nodes = "",
		.cpu_efficiency = FT_JOB_USED_UNKNOWN,
		.mem_used = FT_JOB_USED_UNKNOWN,
		.requeue = true };
}

void
ft_job_clear(struct ft_job *job)
{
	ft_free(job->tasks);
	ft_free(job->depend);
	ft_free(job->gres_need);
	ft_free(job->license_need);
	ft_free(job->req);
	ft_free(job->alloc);
	ft_free(job->node);
	ft_job_init(job);
}

bool
ft_job_rewind(struct ft_job *job, int64_t at)
{
	if (job->ended > at) {
		job->state = job->started ? FT_JOB_RUNNING : FT_JOB_PENDING;
		job->flags = 0;
		job->ended = 0;
		job->exit_code = job->exit_signal = 0;
	}
	if (job->suspended > at) {
		job->state = FT_JOB_RUNNING;
		job->suspended = 0;
		job->suspended_by = 0;
	}
	if (job->started > at) {
		job->state = FT_JOB_PENDING;
		job->started = 0;
		job->partition = job->nodes = "";
		job->scheduler = FT_SCHED_NONE;
		job->n_node = 0;
		ft_free(job->alloc);
		job->alloc = NULL;
	}
	return job->submitted <= at;
}

int64_t
ft_job_elapsed(const struct ft_job *job, int64_t now)
{
	int64_t end = now;

	if (!job->started || job->state == FT_JOB_PENDING)
		return 0;
	if (!ft_job_is_active(job))
		end = job->ended;
	else if (job->suspended)
		end = job->suspended;
	if (end < job->started + job->suspended_secs)
		return 0;
	return end - job->started - job->suspended_secs;
}

int64_t
ft_job_suspend_time(const struct ft_job *job)
{
	return job->suspended ? job->suspended : job->resumed;
}

int64_t
ft_job_before_suspend(const struct ft_job *job)
{
	if (job->suspended)
		return ft_job_elapsed(job, job->suspended);
	return job->resumed ? job->resumed - job->started - job->suspended_secs
			    : 0;
}
