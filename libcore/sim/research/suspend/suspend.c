/* Jobs are suspended, resumed and requeued as subordination decides. */
#include "sim/research/suspend/suspend.h"

#include "sim/change/change.h"
#include "sim/research/subordination/internal.h"
#include "sim/world/event.h"

#define OURS ((unsigned)FT_SUSPEND_SLOT | (unsigned)FT_SUSPEND_QUEUE)

/* ---- decisions ----------------------------------------------------------- */

/* Returns the suspension bits that the hosts of JOB want; *elsewhere: a host
 * other than NODE wants some. */
static unsigned
wanted(const struct ft_subordination *sub, const struct ft_job *job,
    uint32_t node, bool *elsewhere)
{
	unsigned by = 0;

	*elsewhere = false;
	for (size_t i = 0; i < job->n_node; i++) {
		uint32_t here = job->node[i].node;
		const struct ft_slotwise_task *task;

		if (here >= sub->n_node || !sub->host[here])
			continue;
		task = ft_slotwise_find(sub->host[here], job->number);
		if (!task)
			continue;
		by |= task->by_slot ? FT_SUSPEND_SLOT : 0;
		by |= task->by_queue ? FT_SUSPEND_QUEUE : 0;
		if (here != node && (task->by_slot || task->by_queue))
			*elsewhere = true;
	}
	return by;
}

static void
report_run(struct ft_subordination *sub, enum ft_sim_event_kind kind,
    const struct ft_job *job)
{
	struct ft_sim_event event = {
		.kind = kind, .job = job, .words = ft_str_text(&sub->words)
	};

	ft_run_report(sub->world, sub->run, &event);
}

/* Suspend or resume JOB as its hosts decide. */
static void
obey(struct ft_subordination *sub, struct ft_job *job)
{
	bool elsewhere;
	unsigned by = wanted(sub, job, UINT32_MAX, &elsewhere);
	unsigned more = by & ~(unsigned)job->suspended_by;
	unsigned less = (unsigned)job->suspended_by & OURS & ~by;

	/* suspend first, so that the job does not resume in between */
	if (more && ft_change_suspend(sub->world, job, more))
		report_run(sub, FT_SIM_SUSPEND, job);
	if (less && ft_change_resume(sub->world, job, less))
		report_run(sub, FT_SIM_RESUME, job);
}

static void
say_node(struct ft_subordination *sub)
{
	ft_str_clear(&sub->words);
	ft_str_addf(
	    &sub->words, "%s: ", sub->world->machine.node[sub->node].name);
}

/* The limit reported last; the jobs it affects follow. */
static void
begin_words(struct ft_subordination *sub, const struct ft_slotwise_event *event)
{
	if (event->kind == FT_SLOTWISE_FREE ||
	    (event->queue_wise && event->queue == event->below)) {
		say_node(sub);
		return;
	}
	if (sub->limit < sub->words.len) {
		sub->words.len = sub->limit;
		sub->words.data[sub->limit] = '\0';
	}
	ft_str_add(&sub->words, "; ");
}

void
ft_subordination_apply(void *ctx, const struct ft_slotwise_event *event)
{
	struct ft_subordination *sub = ctx;

	if (!event->task) {
		say_node(sub);
		ft_slotwise_describe(&sub->words, event, &sub->params);
		sub->limit = sub->words.len;
		return;
	}
	begin_words(sub, event);
	ft_slotwise_describe(&sub->words, event, &sub->params);
	if (event->kind == FT_SLOTWISE_REQUEUE) {
		*ft_vec_add(sub->back, sub->n_back, sub->cap_back) =
		    event->task->owner;
		report_run(sub, FT_SIM_PREEMPT, event->task->owner);
		return;
	}
	obey(sub, event->task->owner);
}

/* ---- passes -------------------------------------------------------------- */

/* Update whether something else suspends the task. */
static void
look_again(struct ft_subordination *sub, struct ft_slotwise *host,
    const struct ft_slot_noted *noted)
{
	const struct ft_slotwise_task *task =
	    ft_slotwise_find(host, noted->number);
	const struct ft_job *job;
	bool other;

	if (!task)
		return;
	job = task->owner;
	wanted(sub, job, noted->node, &other);
	other |=
	    (job->suspended_by & (FT_SUSPEND_USER | FT_SUSPEND_PREEMPT)) != 0;
	if (other && !task->by_other)
		ft_slotwise_suspend(host, noted->number);
	else if (!other && task->by_other)
		ft_slotwise_resume(host, noted->number);
}

/* Requeue the jobs that were chosen. */
static void
put_back(struct ft_subordination *sub)
{
	for (size_t i = 0; i < sub->n_back; i++) {
		struct ft_job *job = sub->back[i];

		if (job->group == FT_GROUP_RUNNING)
			ft_world_put_back(
			    sub->world, job, FT_JOB_PREEMPTED, false);
	}
	sub->n_back = 0;
}

static void
drain(struct ft_subordination *sub)
{
	for (size_t i = 0; i < sub->n_note; i++) {
		struct ft_slot_noted noted = sub->note[i];
		struct ft_slotwise *host = sub->host[noted.node];

		if (!host)
			continue;
		sub->node = noted.node;
		if (noted.what == FT_SLOT_STARTED)
			ft_slotwise_started(host, noted.number);
		else if (noted.what == FT_SLOT_ENDED)
			ft_slotwise_ended(host, noted.queue);
		else
			look_again(sub, host, &noted);
		put_back(sub);
	}
	sub->n_note = 0;
}

void
ft_subordination_settle(struct ft_world *world, struct ft_run *run)
{
	struct ft_subordination *sub = world->subordination;

	if (!sub || !sub->n_note)
		return;
	sub->run = run;
	drain(sub);
	sub->run = NULL;
}

/* Resume jobs whose partition is no queue any more: the settings changed. */
static void
free_others(struct ft_world *world, struct ft_run *run)
{
	for (size_t i = 0; i < world->n_running; i++) {
		struct ft_job *job = world->running[i];
		struct ft_sim_event event = { .kind = FT_SIM_RESUME,
			.job = job,
			.words = "its partition is no queue any more" };

		if (job->suspended_by & OURS &&
		    ft_world_queue(world, job) == FT_NO_QUEUE &&
		    ft_change_resume(world, job, OURS))
			ft_run_report(world, run, &event);
	}
}

void
ft_subordination_begin(struct ft_world *world, struct ft_run *run)
{
	struct ft_subordination *sub = world->subordination;

	free_others(world, run);
	if (!sub)
		return;
	sub->run = run;
	drain(sub);
	for (uint32_t i = 0; i < sub->n_node; i++) {
		if (!sub->host[i])
			continue;
		sub->node = i;
		ft_slotwise_settle(sub->host[i]);
		put_back(sub);
	}
	drain(sub);
	sub->run = NULL;
}
