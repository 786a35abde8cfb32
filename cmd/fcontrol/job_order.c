/* job_order.c - the order in which the controller lists its jobs. */

#include "fcontrol/job.h"

static int
by_place(const void *a, const void *b)
{
	const struct fcontrol_place *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->tie > y->tie) - (x->tie < y->tie);
}

static int
by_array(const void *a, const void *b)
{
	const struct fcontrol_place *x = a, *y = b;
	uint32_t p = x->job->array_job, q = y->job->array_job;

	if (p != q)
		return p < q ? -1 : 1;
	return (x->tie > y->tie) - (x->tie < y->tie);
}

/*
 * A task that is split off takes the place of its array in the controller's
 * list; what is left of the array moves to the end of the list.  Tasks get
 * their numbers when they are split off, so the numbers determine the whole
 * order.
 */
static void
place_tasks(struct fcontrol_place *place, size_t n)
{
	qsort(place, n, sizeof *place, by_array);
	for (size_t i = 0, end; i < n; i = end) {
		uint32_t array = place[i].job->array_job, key = array;
		size_t rest = n;

		for (end = i; end < n && place[end].job->array_job == array;
		     end++) {
			place[end].key = place[end].job->number;
			if (!array)
				continue;
			if (place[end].job->number == array) {
				rest = end;
				continue;
			}
			place[end].key = key;
			key = place[end].job->number;
		}
		if (rest < n)
			place[rest].key = key;
	}
}

struct fcontrol_place *
fcontrol_list_jobs(const struct ft_world *world, size_t *n)
{
	struct fcontrol_place *place =
	    ft_calloc(world->n_job + 1, sizeof *place);

	*n = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (job->submitted <= world->now)
			place[(*n)++] = (struct fcontrol_place){ .job = job,
				.tie = job->number };
	}
	place_tasks(place, *n);
	qsort(place, *n, sizeof *place, by_place);
	return place;
}
