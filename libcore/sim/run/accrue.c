/*
 * accrue.c - at each decay pass, pending jobs that became eligible start to gain
 * age, in the order of their numbers, as far as MaxJobsAccrue, GrpJobsAccrue
 * and the limits of their QOS admit.  Source: sacctmgr(1).
 */
#include "sim/job/split.h"
#include "sim/policy/policy.h"
#include "sim/queue/queue.h"
#include "sim/run/private.h"

static bool
is_ageless(const struct ft_job *job)
{
	return job->group == FT_GROUP_WAITING && !job->accrue;
}

static bool
may_accrue(const struct ft_world *world, const struct ft_job *job)
{
	return job->state == FT_JOB_PENDING && !job->accrue && job->eligible &&
	       job->eligible <= world->now && job->hold == FT_HOLD_NONE;
}

static int
by_number(const void *a, const void *b)
{
	const struct ft_job *left = *(struct ft_job *const *)a;
	const struct ft_job *right = *(struct ft_job *const *)b;

	if (left->number != right->number)
		return left->number < right->number ? -1 : 1;
	return (left->array_task > right->array_task) -
	       (left->array_task < right->array_task);
}

void
ft_clock_sort(struct ft_job **job, size_t n)
{
	if (n > 1)
		qsort(job, n, sizeof(struct ft_job *), by_number);
}

/* Split off as many tasks of an array as may gain age. */
static void
accrue_tasks(struct ft_world *world, struct ft_job *head)
{
	uint64_t room = ft_policy_accrue_room(world, head);

	while (room > 0 && room-- && head->n_tasks > 1) {
		struct ft_job *task =
		    ft_array_split(world, head, head->tasks[0]);

		if (task == head)
			break;
		ft_policy_accrue_one(world, task);
	}
	if (!head->accrue)
		ft_policy_accrue_one(world, head);
}

/* Bring queue->unaged up to date. */
static void
list_ageless(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	bool all = queue->all_unaged || queue->all_unpriced;
	struct ft_job **from = all ? world->waiting : queue->unpriced;
	size_t n_from = all ? world->n_waiting : queue->n_unpriced;
	size_t n_old = all ? 0 : queue->n_unaged, n_fresh = 0, n = 0, i = 0;
	struct ft_job **old FT_CLEANUP(ft_free_at) = queue->unaged;
	struct ft_job **fresh FT_CLEANUP(ft_free_at) =
	    ft_alloc(n_from * sizeof(struct ft_job *));

	for (size_t k = 0; k < n_from; k++)
		if (is_ageless(from[k]))
			fresh[n_fresh++] = from[k];
	ft_clock_sort(fresh, n_fresh);
	queue->unaged = ft_alloc((n_old + n_fresh) * sizeof(struct ft_job *));
	for (size_t k = 0; i < n_old || k < n_fresh;) {
		bool mine = k == n_fresh ||
			    (i < n_old && by_number(&old[i], &fresh[k]) < 0);
		struct ft_job *job = mine ? old[i++] : fresh[k++];

		if (is_ageless(job) && (!n || queue->unaged[n - 1] != job))
			queue->unaged[n++] = job;
	}
	queue->n_unaged = n;
	queue->all_unaged = false;
}

void
ft_clock_accrue(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	struct ft_job **job FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	list_ageless(world);
	if (queue->n_unaged == 0)
		return;
	/* a copy: arrays may be split */
	job = ft_alloc(queue->n_unaged * sizeof(struct ft_job *));
	for (size_t i = 0; i < queue->n_unaged; i++)
		if (may_accrue(world, queue->unaged[i]))
			job[n++] = queue->unaged[i];
	for (size_t i = 0; i < n; i++) {
		if (job[i]->n_tasks > 1 &&
		    ft_policy_accrue_room(world, job[i]) < job[i]->n_tasks)
			accrue_tasks(world, job[i]);
		else
			ft_policy_accrue_one(world, job[i]);
	}
}
