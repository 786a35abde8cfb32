/*
 * top.c - scontrol top: one user's jobs change places.
 *
 * The named jobs take the highest priorities among the user's pending jobs of
 * the same account, partition and QOS, each a lower one than the job named before
 * it.  The nice value that costs is charged to the other jobs in equal parts, and
 * all of them end up below the named jobs.  Administrators may name jobs that are
 * not alike (tests/oracle/cases/m71-update-top).
 *
 * The factors of these jobs, which sprio shows, are computed again only at the
 * next decay pass (tests/oracle/cases/f02-sprio-site-nice): until then the
 * option "nice_computed" is "PASS NICE", the time of the last pass and the nice
 * value in the factors.
 */

#include "model/job/joboption.h"
#include "sim/change/change.h"
#include "sim/world/clock.h"

struct top {
	struct ft_job **all; /* the jobs that may be moved, by number */
	uint32_t *priority;  /* their priorities, highest first */
	size_t n;
	struct ft_job *const *named;
	size_t n_named;
};

static bool
is_named(const struct top *top, const struct ft_job *job)
{
	for (size_t i = 0; i < top->n_named; i++)
		if (top->named[i] == job)
			return true;
	return false;
}

/* Returns whether the I-th job is named before, too. */
static bool
is_repeated(const struct top *top, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (top->named[k] == top->named[i])
			return true;
	return false;
}

static bool
is_alike(const struct ft_job *a, const struct ft_job *b)
{
	return b->state == FT_JOB_PENDING && b->priority &&
	       b->hold == FT_HOLD_NONE && a->qos == b->qos &&
	       !strcmp(a->user, b->user) && !strcmp(a->account, b->account) &&
	       !strcmp(a->partitions, b->partitions);
}

static int
by_number(const void *a, const void *b)
{
	const struct ft_job *x = *(struct ft_job *const *)a;
	const struct ft_job *y = *(struct ft_job *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

static int
downwards(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x < y) - (x > y);
}

static void
gather(struct top *top, const struct ft_world *world)
{
	top->all = ft_calloc(world->n_waiting + 1, sizeof(struct ft_job *));
	top->priority = ft_calloc(world->n_waiting + 1, sizeof *top->priority);
	for (size_t i = 0; i < world->n_waiting; i++)
		if (is_named(top, world->waiting[i]) ||
		    is_alike(top->named[0], world->waiting[i]))
			top->all[top->n++] = world->waiting[i];
	qsort(top->all, top->n, sizeof *top->all, by_number);
	for (size_t i = 0; i < top->n; i++)
		top->priority[i] = top->all[i]->priority;
	qsort(top->priority, top->n, sizeof *top->priority, downwards);
}

int64_t
ft_world_nice_computed(const struct ft_world *world, const struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	char *end;

	if (job->priority_set || !ft_job_option(job, "nice_computed", &text) ||
	    strtoll(ft_str_text(&text), &end, 10) != ft_world_last_pass(world))
		return job->nice;
	return strtoll(end, NULL, 10);
}

static void
keep_computed(struct ft_world *world, struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str json = { 0 };

	ft_str_addf(&text, "%" PRId64 " %" PRId64, ft_world_last_pass(world),
	    ft_world_nice_computed(world, job));
	ft_job_option_put(
	    &json, job->options, "nice_computed", ft_str_text(&text));
	job->options = ft_world_keep(world, &json);
}

/* Raise the priority of JOB by UP, which may be negative, and lower its nice
 * value by as much. */
static void
move(struct ft_world *world, struct ft_job *job, int64_t up)
{
	int64_t priority = (int64_t)job->priority + up;

	keep_computed(world, job);
	if (priority < 1)
		priority = 1;
	job->priority = priority > UINT32_MAX ? UINT32_MAX : (uint32_t)priority;
	job->nice -= up;
	ft_change_done(world, job);
}

/* Give the named jobs, of which *n are different, the first places; returns what
 * they rise by in all. */
static int64_t
raise_named(struct ft_world *world, struct top *top, size_t *n)
{
	const struct ft_job *above = NULL;
	int64_t total = 0;

	*n = 0;
	for (size_t i = 0; i < top->n_named && *n < top->n; i++) {
		struct ft_job *job = top->named[i];
		uint32_t *priority = &top->priority[*n];
		int64_t up;

		if (is_repeated(top, i))
			continue;
		if (above && *priority >= above->priority)
			*priority = above->priority - 1;
		up = (int64_t)*priority - (int64_t)job->priority;
		total += up;
		if (up)
			move(world, job, up);
		above = job;
		++*n;
	}
	return total;
}

/* Lay TOTAL upon the jobs that are not named, which end up below PRIORITY. */
static void
lay_upon_others(
    struct ft_world *world, struct top *top, int64_t total, uint32_t priority)
{
	size_t left = 0;
	int64_t ceiling = (int64_t)priority - 1;

	for (size_t i = 0; i < top->n; i++)
		left += !is_named(top, top->all[i]);
	for (size_t i = 0; i < top->n; i++) {
		struct ft_job *job = top->all[i];
		int64_t part;

		if (is_named(top, job))
			continue;
		part = left > 1 ? total / (int64_t)left : total;
		left--;
		total -= part;
		if ((int64_t)job->priority - part > ceiling)
			part = (int64_t)job->priority - ceiling;
		if (part)
			move(world, job, -part);
	}
}

static enum ft_refusal
may_move(const struct ft_world *world, const struct ft_asker *asker,
    const struct ft_job *job, const struct ft_job *first)
{
	enum ft_refusal refusal = ft_change_may(world, asker, job);

	if (refusal == FT_REFUSE_USER)
		return FT_REFUSE_DENIED;
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	if (job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	if (!job->priority || job->hold != FT_HOLD_NONE)
		return FT_REFUSE_HELD;
	if (strchr(job->partitions, ','))
		return FT_REFUSE_PARTITION_CONFIG;
	return asker->privileged || is_alike(first, job) ? FT_REFUSE_NONE
							 : FT_REFUSE_DENIED;
}

/* Put those of JOB[n] that may be moved into NAMED: jobs that do not wait are passed
 * over.  Returns the last refusal, if there are none or one is for good. */
static enum ft_refusal
name_movable(const struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *const *job, struct ft_job **named, size_t *n)
{
	enum ft_refusal last = FT_REFUSE_NONE;
	size_t n_job = *n;

	*n = 0;
	for (size_t i = 0; i < n_job; i++) {
		enum ft_refusal refusal =
		    may_move(world, asker, job[i], *n ? named[0] : job[i]);

		if (refusal == FT_REFUSE_DENIED ||
		    refusal == FT_REFUSE_PARTITION_CONFIG)
			return refusal;
		if (refusal == FT_REFUSE_NONE)
			named[(*n)++] = job[i];
		else
			last = refusal;
	}
	return *n ? FT_REFUSE_NONE : last;
}

bool
ft_world_may_top(const struct ft_world *world, const struct ft_asker *asker)
{
	return asker->privileged || world->sched.value[FT_SCHED_USER_TOP];
}

enum ft_refusal
ft_world_top(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *const *job, size_t n)
{
	struct ft_job **named = ft_calloc(n + 1, sizeof(struct ft_job *));
	struct top top = { .named = named, .n_named = n };
	enum ft_refusal refusal =
	    name_movable(world, asker, job, named, &top.n_named);
	size_t different;
	int64_t total;

	if (refusal == FT_REFUSE_NONE && top.n_named) {
		gather(&top, world);
		total = raise_named(world, &top, &different);
		if (different)
			lay_upon_others(
			    world, &top, total, top.priority[different - 1]);
		ft_free(top.all);
		ft_free(top.priority);
	}
	ft_free(named);
	return refusal;
}
