/*
 * wait.c - which job waits for which: an index by the job waited for, so that
 * the end of a job costs only the jobs that wait for it.
 */
#include "base/idmap.h"
#include "base/sort.h"
#include "sim/depend/depend.h"
#include "sim/depend/private.h"

struct list {
	uint32_t *number;
	size_t n, cap;
};

struct due {
	int64_t at;
	uint32_t waiter;
};

struct ft_waiters {
	struct ft_idvec on; /* struct list of waiting jobs, by number of the
			       job waited for */
	struct list look;   /* jobs to be evaluated before a scheduler runs
			       next */
	struct due *due;    /* delays that have to pass */
	size_t n_due, cap_due;
};

/* ---- the index ----------------------------------------------------------- */

static void
put(struct list *list, uint32_t number)
{
	*ft_vec_add(list->number, list->n, list->cap) = number;
}

void
ft_depend_watch(struct ft_world *world, uint32_t target, uint32_t waiter)
{
	put(ft_idvec_add(&world->waiters->on, target, sizeof(struct list)),
	    waiter);
}

void
ft_depend_watch_time(struct ft_world *world, int64_t at, uint32_t waiter)
{
	struct ft_waiters *waiters = world->waiters;

	*ft_vec_add(waiters->due, waiters->n_due, waiters->cap_due) =
	    (struct due){ at, waiter };
}

static void
unwatch(const struct ft_world *world, uint32_t waiter, uint32_t target)
{
	struct ft_job *job = ft_world_find(world, waiter);

	for (size_t i = 0; job && i < job->n_depend; i++)
		if (job->depend[i].watched == target)
			job->depend[i].watched = 0;
}

/* Put the jobs that wait for TARGET on the list. */
static void
wake(struct ft_world *world, uint32_t target)
{
	struct ft_waiters *waiters = world->waiters;
	struct list *on = ft_idvec_get(&waiters->on, target, sizeof *on);
	struct list woken;

	if (!on)
		return;
	woken = *on;
	*on = (struct list){ .n = 0 };
	for (size_t i = 0; i < woken.n; i++) {
		put(&waiters->look, woken.number[i]);
		unwatch(world, woken.number[i], target);
	}
	ft_free(woken.number);
}

void
ft_depend_free(struct ft_world *world)
{
	struct ft_waiters *waiters = world->waiters;

	if (!waiters)
		return;
	for (uint32_t i = 0; i < waiters->on.at.n; i++)
		ft_free(((struct list *)waiters->on.item)[i].number);
	ft_idvec_free(&waiters->on);
	ft_free(waiters->look.number);
	ft_free(waiters->due);
	ft_free(waiters);
	world->waiters = NULL;
}

void
ft_depend_reset(struct ft_world *world)
{
	ft_depend_free(world);
	world->waiters = ft_calloc(1, sizeof *world->waiters);
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		for (size_t k = 0; k < job->n_depend; k++)
			job->depend[k].watched = 0;
		ft_depend_changed(world, job);
	}
}

/* ---- all nodes ----------------------------------------------------------- */

/* Returns whether the reason of JOB says that it waits for another. */
static bool
says_so(const struct ft_job *job)
{
	return job->reason == FT_REASON_DEPENDENCY ||
	       job->reason == FT_REASON_DEPENDENCY_NEVER;
}

/* Returns whether JOB waits for something that nothing watches yet or that it does
 * not say, or can never start. */
static bool
is_to_be_settled(const struct ft_job *job)
{
	if (job->state != FT_JOB_PENDING || !job->n_depend)
		return false;
	if (job->kill_on_invalid_dep && ft_depend_is_hopeless(job))
		return true;
	if (job->hold == FT_HOLD_NONE && !says_so(job))
		return true;
	for (size_t i = 0; i < job->n_depend; i++)
		if (!job->depend[i].watched &&
		    job->depend[i].state == FT_DEPEND_WAITS)
			return true;
	return false;
}

static void
note_failure(const struct ft_world *world, const struct ft_job *job)
{
	struct ft_job *head;

	if (!job->array_job || ft_job_is_active(job) ||
	    job->state == FT_JOB_COMPLETED)
		return;
	head = ft_world_find(world, job->array_job);
	if (!head || head->flags & FT_JOB_ARRAY_FAILED)
		return;
	head->flags |= FT_JOB_ARRAY_FAILED;
	ft_job_touch(head);
}

void
ft_depend_changed(struct ft_world *world, const struct ft_job *job)
{
	if (!world->waiters)
		return;
	wake(world, job->number);
	note_failure(world, job);
	if (is_to_be_settled(job))
		put(&world->waiters->look, job->number);
}

int64_t
ft_depend_next(const struct ft_world *world)
{
	const struct ft_waiters *waiters = world->waiters;
	int64_t next = INT64_MAX;

	for (size_t i = 0; waiters && i < waiters->n_due; i++)
		if (waiters->due[i].at < next)
			next = waiters->due[i].at;
	return next;
}

bool
ft_depend_tick(struct ft_world *world)
{
	struct ft_waiters *waiters = world->waiters;
	size_t kept = 0, n = waiters ? waiters->n_due : 0;

	for (size_t i = 0; i < n; i++) {
		struct due due = waiters->due[i];

		if (due.at > world->now) {
			waiters->due[kept++] = due;
			continue;
		}
		unwatch(world, due.waiter, FT_DEPEND_TIME);
		put(&waiters->look, due.waiter);
	}
	if (waiters)
		waiters->n_due = kept;
	return kept < n;
}

static int
last_first(const void *a, const void *b)
{
	return ft_by_u32(b, a);
}

bool
ft_depend_next_woken(struct ft_world *world, size_t *i, uint32_t *number)
{
	struct list *look = &world->waiters->look;

	/* how they got here depends on when the world was loaded */
	if (*i == 0 && look->n > 1)
		qsort(look->number, look->n, sizeof *look->number, last_first);
	if (*i < look->n) {
		*number = look->number[(*i)++];
		return true;
	}
	look->n = 0;
	return false;
}
