/*
 * merge.c - tasks of an array that were changed on their own and still wait.
 * squeue shows them in the array's row, which differs only in its reasons.
 */

#include "common/jobtext.h"
#include "fqueue/fqueue.h"

static bool
waits(const struct ft_job *job)
{
	return job->array_job && job->state == FT_JOB_PENDING;
}

struct array {
	struct fqueue_row *row;
	struct ft_job *copy; /* its job once tasks were put into it */
};

static int
by_number(const void *a, const void *b)
{
	const struct array *x = a, *y = b;

	return (x->row->of.job->number > y->row->of.job->number) -
	       (x->row->of.job->number < y->row->of.job->number);
}

static int
is_array(const void *key, const void *item)
{
	const uint32_t *number = key;
	const struct array *array = item;

	return (*number > array->row->of.job->number) -
	       (*number < array->row->of.job->number);
}

/* Replace the job of ROW by a copy with room for all tasks. */
static struct ft_job *
copy_of(struct fqueue_view *view, struct fqueue_row *row)
{
	struct ft_job *copy = ft_arena_alloc(&view->arena, sizeof *copy);
	size_t most = row->of.job->n_tasks;

	/* its tasks are jobs by now, or still in it */
	if (row->of.job->array_size > most)
		most = row->of.job->array_size;
	*copy = *row->of.job;
	copy->tasks = ft_arena_calloc(&view->arena, most, sizeof *copy->tasks);
	copy->cap_tasks = most;
	memcpy(copy->tasks, row->of.job->tasks,
	    row->of.job->n_tasks * sizeof *copy->tasks);
	/* the row does not show the throttle */
	copy->array_throttle = 0;
	row->of.job = copy;
	return copy;
}

static bool
has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; (list = strstr(list, word)); list += len)
		if (list[len] == '\0' || list[len] == ',')
			return true;
	return false;
}

static void
add_reason(
    struct fqueue_view *view, struct fqueue_row *row, const struct ft_job *task)
{
	struct ft_str all FT_CLEANUP(ft_str_free) = { 0 },
			  one FT_CLEANUP(ft_str_free) = { 0 };

	ft_jobtext_add_reason(&one, task);
	if (row->reasons)
		ft_str_add(&all, row->reasons);
	else
		ft_jobtext_add_reason(&all, row->of.job);
	if (!has_word(ft_str_text(&all), ft_str_text(&one))) {
		ft_str_add_char(&all, ',');
		ft_str_add(&all, ft_str_text(&one));
	}
	row->reasons = ft_arena_strdup(&view->arena, ft_str_text(&all));
}

/* Returns whether TASK is in the row of its array now. */
static bool
put_into(
    struct fqueue_view *view, struct array *array, const struct ft_job *task)
{
	struct ft_job *job;
	size_t at;

	if (!array->copy)
		array->copy = copy_of(view, array->row);
	job = array->copy;
	if (job->n_tasks == job->cap_tasks)
		return false;
	for (at = job->n_tasks;
	     at > 0 && job->tasks[at - 1] > (uint32_t)task->array_task; at--)
		job->tasks[at] = job->tasks[at - 1];
	job->tasks[at] = (uint32_t)task->array_task;
	job->n_tasks++;
	add_reason(view, array->row, task);
	return true;
}

void
fqueue_merge(struct fqueue_view *view)
{
	struct array *array FT_CLEANUP(ft_free_at) =
	    ft_calloc(view->n + 1, sizeof *array);
	bool *gone FT_CLEANUP(ft_free_at) =
	    ft_calloc(view->n + 1, sizeof *gone);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < view->n; i++)
		if (waits(view->row[i].of.job) &&
		    ft_job_is_head(view->row[i].of.job))
			array[n++].row = &view->row[i];
	qsort(array, n, sizeof *array, by_number);
	for (size_t i = 0; i < view->n && n > 0; i++) {
		const struct ft_job *job = view->row[i].of.job;
		struct array *of;

		if (!waits(job) || ft_job_is_head(job))
			continue;
		of =
		    bsearch(&job->array_job, array, n, sizeof *array, is_array);
		gone[i] = of && put_into(view, of, job);
	}
	for (size_t i = 0; i < view->n; i++)
		if (!gone[i])
			view->row[kept++] = view->row[i];
	view->n = kept;
}
