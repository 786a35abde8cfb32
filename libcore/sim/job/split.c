/* Tasks of job arrays become jobs of their own. */
#include "sim/job/split.h"

#include "sim/job/job.h"

uint32_t
ft_world_take_number(struct ft_world *world)
{
	uint32_t first =
	    (uint32_t)ft_conf_number(world->conf, FT_CONF_FIRST_JOB_ID);
	uint32_t last =
	    (uint32_t)ft_conf_number(world->conf, FT_CONF_MAX_JOB_ID);
	uint32_t number = world->next_number;

	/* at most n_job numbers can be taken */
	for (size_t i = 0; i <= world->n_job; i++) {
		if (number < first || number >= last)
			number = first;
		if (!ft_world_find(world, number))
			break;
		number++;
	}
	world->next_number = number + 1;
	world->times_dirty = true;
	return number;
}

static void *
copy_of(const void *data, size_t n, size_t size)
{
	return data && n ? memcpy(ft_calloc(n, size), data, n * size) : NULL;
}

/* Returns a copy of HEAD that is pending and has no tasks. */
static struct ft_job *
copy_job(struct ft_world *world, const struct ft_job *head)
{
	struct ft_job *job = ft_world_new_job(world);

	ft_free(job->req);
	*job = *head;
	job->id = 0;
	job->stamp = 0;
	job->tasks = NULL;
	job->n_tasks = job->cap_tasks = 0;
	job->depend =
	    copy_of(head->depend, head->n_depend, sizeof *head->depend);
	job->gres_need = copy_of(
	    head->gres_need, head->n_gres_need, sizeof *head->gres_need);
	job->license_need = copy_of(head->license_need, head->n_license_need,
	    sizeof *head->license_need);
	job->req = copy_of(head->req, world->tres.n, sizeof *head->req);
	job->alloc = NULL;
	job->node = NULL;
	job->n_node = 0;
	return job;
}

/* HEAD with a single task left is that task. */
static void
settle_last(struct ft_world *world, struct ft_job *head)
{
	if (head->n_tasks == 1) {
		head->array_task = (int32_t)head->tasks[0];
		head->n_tasks = 0;
	}
	ft_world_changed(world, head);
}

/* Remove TASK from the list of HEAD; false if it is not there. */
static bool
take_task(struct ft_job *head, uint32_t task)
{
	for (size_t i = 0; i < head->n_tasks; i++) {
		if (head->tasks[i] != task)
			continue;
		memmove(head->tasks + i, head->tasks + i + 1,
		    (--head->n_tasks - i) * sizeof *head->tasks);
		return true;
	}
	return false;
}

struct ft_job *
ft_array_split(struct ft_world *world, struct ft_job *head, uint32_t task)
{
	struct ft_job *job;

	if (head->n_tasks <= 1) {
		settle_last(world, head);
		return head;
	}
	if (!take_task(head, task))
		return head;
	job = copy_job(world, head);
	job->number = ft_world_take_number(world);
	job->array_job = head->array_job ? head->array_job : head->number;
	job->array_task = (int32_t)task;
	ft_job_touch(job);
	ft_world_add(world, job);
	settle_last(world, head);
	return job;
}

void
ft_array_drop(struct ft_world *world, struct ft_job *head, uint32_t task)
{
	if (head->n_tasks < 2 || !take_task(head, task))
		return;
	head->flags |= FT_JOB_ARRAY_FAILED;
	settle_last(world, head);
}
