/*
 * accrue.c - at each decay pass, pending jobs that became eligible start to gain
 * age, in the order of their numbers, as far as MaxJobsAccrue, GrpJobsAccrue
 * and the limits of their QOS admit.  Source: sacctmgr(1).
 */
#include "sim/job/split.h"
#include "sim/policy/policy.h"
#include "sim/run/private.h"

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

void
ft_clock_accrue(struct ft_world *world)
{
	struct ft_job **job FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	for (size_t i = 0; i < world->n_waiting; i++)
		n += may_accrue(world, world->waiting[i]);
	if (n == 0)
		return;
	job = ft_alloc(n * sizeof(struct ft_job *));
	n = 0;
	for (size_t i = 0; i < world->n_waiting; i++)
		if (may_accrue(world, world->waiting[i]))
			job[n++] = world->waiting[i];
	ft_clock_sort(job, n);
	for (size_t i = 0; i < n; i++) {
		if (job[i]->n_tasks > 1 &&
		    ft_policy_accrue_room(world, job[i]) < job[i]->n_tasks)
			accrue_tasks(world, job[i]);
		else
			ft_policy_accrue_one(world, job[i]);
	}
}
