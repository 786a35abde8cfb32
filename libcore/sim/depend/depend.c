/* A job gets a dependency, unless that would close a circle. */
#include "sim/depend/depend.h"

#include "sim/depend/private.h"

/* ---- circular dependencies ----------------------------------------------- */

struct search {
	const struct ft_world *world;
	const struct ft_job *job; /* searched for */
	unsigned char *seen;      /* by job->slot */
	const struct ft_job **todo;
	size_t n, cap;
};

static bool
is_same(const struct ft_job *job, const struct ft_depend *depend)
{
	if (depend->kind == FT_DEPEND_SINGLETON)
		return false;
	if (depend->number == job->number)
		return depend->task < 0 || !job->array_job ||
		       depend->task == job->array_task;
	return job->array_job && depend->number == job->array_job &&
	       (depend->task < 0 || depend->task == job->array_task);
}

/* Put the jobs that ITEM waits for on the list; returns whether JOB is one of
 * them. */
static bool
follow(struct search *search, const struct ft_depend *item, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_job *next;

		if (item[i].kind == FT_DEPEND_SINGLETON)
			continue;
		if (is_same(search->job, &item[i]))
			return true;
		next = ft_depend_target(search->world, NULL, &item[i]);
		if (!next || next->state != FT_JOB_PENDING ||
		    search->seen[next->slot])
			continue;
		search->seen[next->slot] = 1;
		*ft_vec_add(search->todo, search->n, search->cap) = next;
	}
	return false;
}

static bool
is_circle(const struct ft_world *world, const struct ft_job *job,
    const struct ft_depend *item, size_t n)
{
	struct search search = {
		.world = world,
		.job = job,
		.seen = ft_calloc(world->n_job + 1, 1),
	};
	bool found = follow(&search, item, n);

	while (!found && search.n) {
		const struct ft_job *next = search.todo[--search.n];

		found = follow(&search, next->depend, next->n_depend);
	}
	ft_free(search.todo);
	ft_free(search.seen);
	return found;
}

/* ---- a new dependency ---------------------------------------------------- */

/* The number of an array stands for all its tasks. */
static void
name_arrays(const struct ft_world *world, struct ft_depend *item, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_job *job = ft_world_find(world, item[i].number);

		if (job && job->array_job == job->number && item[i].task == -1)
			item[i].task = FT_DEPEND_ALL;
	}
}

/* Whether the end of a job that nobody knows decides. */
static bool
is_unknown(const struct ft_world *world, const struct ft_depend *item)
{
	return (item->kind == FT_DEPEND_AFTER_OK ||
		   item->kind == FT_DEPEND_AFTER_NOT_OK) &&
	       !ft_depend_target(world, NULL, item) &&
	       ft_release_has(
		   ft_conf_release(world->conf), FT_RULE_UNKNOWN_DEPENDENCY);
}

/* NONE, or why the dependency is refused.  A job that is not listed yet cannot
 * close a circle. */
static enum ft_refusal
check(const struct ft_world *world, const struct ft_job *job,
    const struct ft_depend *item, size_t n)
{
	if (!job->number)
		return FT_REFUSE_NONE;
	for (size_t i = 0; i < n; i++)
		if (is_same(job, &item[i]) || is_unknown(world, &item[i]))
			return FT_REFUSE_DEPENDENCY;
	if (ft_world_find(world, job->number) != job)
		return FT_REFUSE_NONE;
	return is_circle(world, job, item, n) ? FT_REFUSE_CIRCULAR
					      : FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_set_dependency(
    struct ft_world *world, struct ft_job *job, const char *text)
{
	struct ft_depend *item;
	size_t n;
	enum ft_refusal refusal = ft_depend_parse(text, &item, &n);

	if (refusal == FT_REFUSE_NONE && strchr(text, ',') &&
	    strchr(text, '?') &&
	    !ft_release_has(
		ft_conf_release(world->conf), FT_RULE_DEPENDENCIES_MIXED))
		refusal = FT_REFUSE_DEPENDENCY;
	if (refusal == FT_REFUSE_NONE) {
		name_arrays(world, item, n);
		refusal = check(world, job, item, n);
	}
	if (refusal != FT_REFUSE_NONE) {
		ft_free(item);
		return refusal;
	}
	ft_free(job->depend);
	job->depend = item;
	job->n_depend = n;
	ft_depend_keep_text(world, job);
	(void)ft_world_depends(world, job);
	return FT_REFUSE_NONE;
}
