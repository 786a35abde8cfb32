/* pass.c - what both schedulers do with the current job: see pass_private.h. */

#include "sim/job/split.h"
#include "sim/policy/policy.h"
#include "sim/reserve/reserve.h"
#include "sim/schedule/pass_private.h"
#include "sim/job/start.h"
#include "sim/world/request.h"

/* ---- a run --------------------------------------------------------------- */

void *
ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size)
{
	return ft_arena_calloc(&pass->arena, n, size);
}

ft_nodes *
ft_pass_nodes(struct ft_pass *pass, const ft_nodes *nodes)
{
	uint32_t words = pass->world->place->n_word;
	ft_nodes *copy = ft_pass_calloc(pass, words, sizeof *copy);

	return memcpy(copy, nodes, words * sizeof *copy);
}

void
ft_pass_init(struct ft_pass *pass, struct ft_world *world, struct ft_run *run,
    enum ft_scheduler by)
{
	*pass = (struct ft_pass){ .world = world, .run = run, .by = by };
	pass->tres = ft_pass_calloc(pass, world->tres.n, sizeof *pass->tres);
	pass->avail = ft_pass_nodes(pass, world->place->usable);
	pass->preempts = ft_preempt_is_on(world);
}

void
ft_pass_begin(struct ft_pass *pass, bool full)
{
	struct ft_sim_event event = { .kind = FT_SIM_SCHEDULE,
		.by = pass->by,
		.full = full,
		.count = pass->world->n_waiting };

	pass->full = full;
	pass->world->queue->quiet = true;
	ft_run_report(pass->world, pass->run, &event);
}

void
ft_pass_end(struct ft_pass *pass)
{
	struct ft_sim_event event = { .kind = FT_SIM_DONE,
		.by = pass->by,
		.full = pass->full,
		.count = pass->started,
		.more = pass->looked };

	pass->world->queue->quiet = false;
	/* preempted jobs wait now, or left something free that others may
	 * use */
	if (pass->pushed)
		ft_queue_news(pass->world);
	ft_run_report(pass->world, pass->run, &event);
}

void
ft_pass_clear(struct ft_pass *pass)
{
	ft_found_clear(&pass->found);
	ft_victims_clear(&pass->victims);
	ft_arena_clear(&pass->arena);
}

/* ---- the current job ----------------------------------------------------- */

void
ft_pass_enter(struct ft_pass *pass, const struct ft_record *rec)
{
	pass->job = rec->job;
	pass->at = (struct ft_seeker){ pass->world, rec->job, rec->partition };
	pass->magnet = rec->magnet;
	pass->usual = rec->usual;
	if (rec->magnet)
		rec->job->reservation = rec->magnet;
	if (!rec->several)
		return;
	if ((rec->usual && !(rec->job->flags & FT_JOB_TRIED)) ||
	    rec->job->priority != rec->priority) {
		ft_job_touch(rec->job);
		ft_queue_unpriced(pass->world->queue, rec->job);
	}
	if (rec->usual) {
		rec->job->qos = rec->qos;
		rec->job->flags |= FT_JOB_TRIED;
	}
	rec->job->priority = rec->priority;
}

void
ft_pass_leave(struct ft_pass *pass)
{
	if (pass->job->state != FT_JOB_PENDING)
		return;
	if (pass->magnet)
		pass->job->reservation = "";
	if (pass->usual)
		pass->job->qos = pass->usual;
}

void
ft_pass_report(
    const struct ft_pass *pass, const struct ft_job *other, int64_t time)
{
	struct ft_sim_event event = { .kind = FT_SIM_BLOCK,
		.job = pass->job,
		.other = other,
		.by = pass->by,
		.time = time };

	ft_run_report(pass->world, pass->run, &event);
}

void
ft_pass_reason(
    struct ft_pass *pass, enum ft_job_reason reason, const char *detail)
{
	ft_queue_reason(pass->world, pass->job, reason, detail);
}

/* ---- limits and nodes ---------------------------------------------------- */

static struct ft_policy_question
question_of(const struct ft_pass *pass)
{
	return ft_policy_question_of(pass->world, pass->job,
	    &pass->world->machine.partition[pass->at.partition]);
}

enum ft_job_reason
ft_pass_limit(struct ft_pass *pass)
{
	struct ft_policy_question question = question_of(pass);

	if (!(pass->world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	if (strchr(pass->job->partitions, ',')) {
		ft_world_request(
		    pass->world, pass->job, question.partition, pass->tres);
		question.tres = pass->tres;
	}
	return ft_policy_blocks(pass->world, &question, NULL);
}

enum ft_job_reason
ft_pass_limit_found(struct ft_pass *pass)
{
	struct ft_policy_question question = question_of(pass);

	ft_start_tres(pass->world, pass->job, pass->at.partition, &pass->found,
	    pass->tres);
	if (!memcmp(pass->tres, question.tres,
		pass->world->tres.n * sizeof *pass->tres))
		return FT_REASON_NONE;
	question.tres = pass->tres;
	return ft_policy_blocks(pass->world, &question, NULL);
}

enum ft_fit
ft_pass_find(struct ft_pass *pass, const ft_nodes *avail)
{
	pass->victims.n = 0;
	if (pass->preempts)
		return ft_preempt_find(
		    &pass->at, avail, &pass->found, &pass->victims);
	return ft_place_find(
	    &pass->at, avail, &pass->world->place->now, &pass->found);
}

bool
ft_pass_push(struct ft_pass *pass)
{
	if (!pass->victims.n)
		return true;
	pass->pushed = true;
	return ft_preempt_push(
	    pass->world, pass->run, pass->job, &pass->victims);
}

struct ft_job *
ft_pass_start(struct ft_pass *pass)
{
	struct ft_job *job = pass->job;
	struct ft_sim_event event = { .kind = FT_SIM_START, .by = pass->by };

	if (ft_job_is_head(job))
		job = ft_array_split(pass->world, job, job->tasks[0]);
	if (pass->minutes)
		job->time_limit = pass->minutes;
	ft_world_start(
	    pass->world, job, pass->at.partition, &pass->found, pass->by);
	if (*job->reservation)
		ft_reserve_replace(pass->world);
	pass->started++;
	event.job = job;
	ft_run_report(pass->world, pass->run, &event);
	return job;
}
