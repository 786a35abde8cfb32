/*
 * Who waits for whom: an index by the number of the job waited for, so that
 * the end of a job costs only those that wait for it.
 */
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/depend_int.h"

#define NO_LINK    UINT32_MAX
#define WATCH_TIME UINT32_MAX /* ft_depend.watched: minutes have to pass */

struct link {
	uint32_t target, waiter; /* numbers of jobs */
	uint32_t next;
};

struct list {
	uint32_t *number;
	size_t n, cap;
};

struct ft_waiters {
	struct link *link;
	size_t n_link, cap_link;
	uint32_t unused; /* chain of links that are free */
	uint32_t *bucket;
	size_t n_bucket;   /* a power of two */
	struct list look;  /* to be looked at by the next settling */
	struct list timed; /* to be looked at by each */
};

/* ---- the index ----------------------------------------------------------------- */

static void
put(struct list *list, uint32_t number)
{
	list->number = ft_vec_grow(
	    list->number, &list->cap, list->n + 1, sizeof *list->number);
	list->number[list->n++] = number;
}

static uint32_t *
bucket_of(const struct ft_waiters *waiters, uint32_t target)
{
	uint32_t hash = target * UINT32_C(0x9e3779b1);

	return &waiters->bucket[(hash >> 8) & (waiters->n_bucket - 1)];
}

static void
chain(struct ft_waiters *waiters, uint32_t i)
{
	uint32_t *head = bucket_of(waiters, waiters->link[i].target);

	waiters->link[i].next = *head;
	*head = i;
}

static void
rehash(struct ft_waiters *waiters, size_t n_bucket)
{
	waiters->n_bucket = n_bucket;
	waiters->bucket =
	    ft_realloc(waiters->bucket, n_bucket, sizeof *waiters->bucket);
	memset(waiters->bucket, 0xff, n_bucket * sizeof *waiters->bucket);
	waiters->unused = NO_LINK;
	for (uint32_t i = 0; i < waiters->n_link; i++) {
		if (waiters->link[i].waiter) {
			chain(waiters, i);
		} else {
			waiters->link[i].next = waiters->unused;
			waiters->unused = i;
		}
	}
}

static void
watch(struct ft_waiters *waiters, uint32_t target, uint32_t waiter)
{
	uint32_t i = waiters->unused;

	if (i == NO_LINK) {
		waiters->link = ft_vec_grow(waiters->link, &waiters->cap_link,
		    waiters->n_link + 1, sizeof *waiters->link);
		i = (uint32_t)waiters->n_link++;
	} else {
		waiters->unused = waiters->link[i].next;
	}
	waiters->link[i] = (struct link){ .target = target, .waiter = waiter };
	if (waiters->n_link > 2 * waiters->n_bucket)
		rehash(waiters, 2 * waiters->n_bucket);
	else
		chain(waiters, i);
}

static void
unwatch(const struct ft_world *world, uint32_t waiter, uint32_t target)
{
	struct ft_job *job = ft_world_find(world, waiter);

	for (size_t i = 0; job && i < job->n_depend; i++)
		if (job->depend[i].watched == target)
			job->depend[i].watched = 0;
}

/* Those who wait for TARGET are to be looked at. */
static void
wake(struct ft_world *world, uint32_t target)
{
	struct ft_waiters *waiters = world->waiters;
	uint32_t *from = bucket_of(waiters, target);

	while (*from != NO_LINK) {
		uint32_t i = *from;
		struct link *link = &waiters->link[i];

		if (link->target != target) {
			from = &link->next;
			continue;
		}
		*from = link->next;
		put(&waiters->look, link->waiter);
		unwatch(world, link->waiter, target);
		link->waiter = 0;
		link->next = waiters->unused;
		waiters->unused = i;
	}
}

void
ft_depend_free(struct ft_world *world)
{
	struct ft_waiters *waiters = world->waiters;

	if (!waiters)
		return;
	ft_free(waiters->link);
	ft_free(waiters->bucket);
	ft_free(waiters->look.number);
	ft_free(waiters->timed.number);
	ft_free(waiters);
	world->waiters = NULL;
}

void
ft_depend_reset(struct ft_world *world)
{
	ft_depend_free(world);
	world->waiters = ft_calloc(1, sizeof *world->waiters);
	rehash(world->waiters, 64);
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		for (size_t k = 0; k < job->n_depend; k++)
			job->depend[k].watched = 0;
		ft_depend_changed(world, job);
	}
}

/* ---- what became of one job ------------------------------------------------------- */

struct ft_job *
ft_depend_target(const struct ft_world *world, const struct ft_job *job,
    const struct ft_depend *item)
{
	if (item->task >= 0)
		return ft_world_find_task(world, item->number, item->task);
	if (item->kind == FT_DEPEND_AFTER_CORR && job && job->array_task >= 0)
		return ft_world_find_task(world, item->number, job->array_task);
	return ft_world_find(world, item->number);
}

static bool
has_passed(
    const struct ft_world *world, const struct ft_depend *item, int64_t since)
{
	return world->now >= since + 60 * (int64_t)item->minutes;
}

/* What ITEM says of a job that has ended, well or not. */
static enum ft_depend_state
judge(enum ft_depend_kind kind, bool well)
{
	if (kind == FT_DEPEND_AFTER_OK || kind == FT_DEPEND_AFTER_CORR)
		return well ? FT_DEPEND_DONE : FT_DEPEND_NEVER;
	if (kind == FT_DEPEND_AFTER_NOT_OK)
		return well ? FT_DEPEND_NEVER : FT_DEPEND_DONE;
	return FT_DEPEND_DONE;
}

static bool
wants_start(enum ft_depend_kind kind)
{
	return kind == FT_DEPEND_AFTER || kind == FT_DEPEND_BURST_BUFFER;
}

static enum ft_depend_state
look_at_job(const struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item)
{
	const struct ft_job *other = ft_depend_target(world, job, item);
	enum ft_depend_state state = FT_DEPEND_DONE;

	/* nobody knows it any more: what it was once found to be, else good */
	if (!other)
		return item->state == FT_DEPEND_NEVER ? FT_DEPEND_NEVER
						      : FT_DEPEND_DONE;
	item->watched = other->number;
	if (other->state == FT_JOB_PENDING ||
	    (ft_job_is_active(other) && !wants_start(item->kind)))
		return FT_DEPEND_WAITS;
	if (!wants_start(item->kind))
		state = judge(item->kind, other->state == FT_JOB_COMPLETED);
	if (state == FT_DEPEND_DONE && item->minutes &&
	    !has_passed(world, item,
		wants_start(item->kind) && other->started ? other->started
							  : other->ended)) {
		item->watched = WATCH_TIME;
		return FT_DEPEND_WAITS;
	}
	return state;
}

/* ---- of an array ------------------------------------------------------------------- */

static const struct ft_job *
one_of(struct ft_job *const *job, size_t n, uint32_t array)
{
	for (size_t i = 0; i < n; i++)
		if (job[i]->array_job == array)
			return job[i];
	return NULL;
}

/* Returns whether all tasks that are known ended well. */
static bool
array_went_well(const struct ft_world *world, const struct ft_job *head)
{
	if (head->flags & FT_JOB_ARRAY_FAILED)
		return false;
	for (size_t i = 0; i < world->n_job; i++)
		if (world->job[i]->array_job == head->number &&
		    world->job[i]->state != FT_JOB_COMPLETED)
			return false;
	return true;
}

/*
 * All tasks have to have started, or ended; until then one that has not is
 * watched.
 */
static enum ft_depend_state
look_at_array(const struct ft_world *world, struct ft_depend *item)
{
	const struct ft_job *head = ft_world_find(world, item->number);
	const struct ft_job *other = NULL;

	if (head && head->state == FT_JOB_PENDING)
		other = head;
	if (!other)
		other = one_of(world->waiting, world->n_waiting, item->number);
	if (!other && !wants_start(item->kind))
		other = one_of(world->running, world->n_running, item->number);
	if (!head && !other)
		return item->state == FT_DEPEND_NEVER ? FT_DEPEND_NEVER
						      : FT_DEPEND_DONE;
	item->watched = other ? other->number : head->number;
	if (other)
		return FT_DEPEND_WAITS;
	if (item->minutes &&
	    !has_passed(world, item,
		wants_start(item->kind) && head->started ? head->started
							 : head->ended)) {
		item->watched = WATCH_TIME;
		return FT_DEPEND_WAITS;
	}
	return wants_start(item->kind)
		   ? FT_DEPEND_DONE
		   : judge(item->kind, array_went_well(world, head));
}

/* ---- singleton --------------------------------------------------------------------- */

static bool
is_namesake(const struct ft_job *job, const struct ft_job *other)
{
	return other != job && !strcmp(other->name, job->name) &&
	       !strcmp(other->user, job->user);
}

/* Of the job that comes before it: the last of those that wait, or any that
 * runs. */
static enum ft_depend_state
look_at_namesakes(const struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item)
{
	const struct ft_job *before = NULL;

	for (size_t i = 0; i < world->n_running && !before; i++)
		if (is_namesake(job, world->running[i]))
			before = world->running[i];
	for (size_t i = 0; i < world->n_waiting && !before; i++) {
		const struct ft_job *other = world->waiting[i];

		if (is_namesake(job, other) &&
		    (!job->number || other->number < job->number))
			before = other;
	}
	if (!before)
		return FT_DEPEND_DONE;
	item->watched = before->number;
	return FT_DEPEND_WAITS;
}

/* ---- looking again ------------------------------------------------------------------ */

static enum ft_depend_state
look_at(const struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item)
{
	bool own_task =
	    item->kind == FT_DEPEND_AFTER_CORR && job->array_task >= 0;

	if (item->kind == FT_DEPEND_SINGLETON)
		return look_at_namesakes(world, job, item);
	if (item->task == FT_DEPEND_ALL && !own_task)
		return look_at_array(world, item);
	return look_at_job(world, job, item);
}

/* Remember who has to be woken by what; only of jobs that are listed. */
static void
watch_again(struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item, uint32_t before)
{
	struct ft_waiters *waiters = world->waiters;

	if (!waiters || !job->number || !job->group) {
		item->watched = 0;
		return;
	}
	if (item->watched == before)
		return;
	if (item->watched == WATCH_TIME)
		put(&waiters->timed, job->number);
	else if (item->watched)
		watch(waiters, item->watched, job->number);
}

/*
 * Look at each element and drop those that are done; all of them, if one of a
 * choice is.  Returns whether anything changed.
 */
static bool
look_again(struct ft_world *world, struct ft_job *job)
{
	size_t kept = 0, n = job->n_depend;
	bool changed = false;

	for (size_t i = 0; i < n; i++) {
		struct ft_depend item = job->depend[i];
		uint32_t before = item.watched;
		enum ft_depend_state state = look_at(world, job, &item);

		changed = changed || state != item.state;
		item.state = state;
		if (state == FT_DEPEND_DONE && !item.any)
			continue;
		if (state == FT_DEPEND_DONE) {
			kept = 0;
			break;
		}
		watch_again(world, job, &item, before);
		job->depend[kept++] = item;
	}
	job->n_depend = kept;
	return changed;
}

static bool
is_hopeless(const struct ft_job *job)
{
	size_t never = 0;

	for (size_t i = 0; i < job->n_depend; i++)
		never += job->depend[i].state == FT_DEPEND_NEVER;
	return never && (never == job->n_depend || !job->depend[0].any);
}

/* The reason to wait, unless it is held anyway. */
static void
tell_reason(struct ft_job *job)
{
	if (job->hold != FT_HOLD_NONE)
		return;
	if (is_hopeless(job))
		job->reason = FT_REASON_DEPENDENCY_NEVER;
	else if (job->n_depend)
		job->reason = FT_REASON_DEPENDENCY;
	else if (job->reason == FT_REASON_DEPENDENCY ||
		 job->reason == FT_REASON_DEPENDENCY_NEVER)
		job->reason = FT_REASON_NONE;
	else
		return;
	job->reason_detail = "";
}

/* An array whose tasks wait for one task each says so only once it is split. */
static bool
is_to_be_split(const struct ft_job *job)
{
	for (size_t i = 0; ft_job_is_head(job) && i < job->n_depend; i++)
		if (job->depend[i].kind == FT_DEPEND_AFTER_CORR)
			return true;
	return false;
}

/* It may go: from now on it is in the queue. */
static void
set_free(const struct ft_world *world, struct ft_job *job)
{
	if (!job->group || job->eligible || job->hold != FT_HOLD_NONE)
		return;
	job->eligible = job->begins > world->now ? job->begins : world->now;
}

bool
ft_world_depends(struct ft_world *world, struct ft_job *job)
{
	enum ft_job_reason before = job->reason;

	if (!job->n_depend)
		return true;
	if (is_to_be_split(job))
		return false;
	if (look_again(world, job)) {
		ft_depend_keep_text(world, job);
		ft_job_touch(job);
	}
	tell_reason(job);
	if (job->reason != before)
		ft_job_touch(job);
	if (job->n_depend)
		return false;
	set_free(world, job);
	return true;
}

/* ---- all of them --------------------------------------------------------------------- */

/* A new job that waits, or one that waits for something else. */
static bool
is_unwatched(const struct ft_job *job)
{
	if (job->state != FT_JOB_PENDING)
		return false;
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
	if (is_unwatched(job))
		put(&world->waiters->look, job->number);
}

static void
split_all(struct ft_world *world, struct ft_job *head)
{
	while (ft_job_is_head(head))
		(void)ft_array_split(world, head, head->tasks[0]);
}

static void
settle_one(struct ft_world *world, uint32_t number)
{
	struct ft_job *job = ft_world_find(world, number);
	size_t before;

	if (!job || job->state != FT_JOB_PENDING || !job->n_depend ||
	    job->group == 0)
		return;
	if (is_to_be_split(job))
		split_all(world, job);
	before = job->n_depend;
	(void)ft_world_depends(world, job);
	if (is_hopeless(job) && job->kill_on_invalid_dep)
		ft_world_withdraw(
		    world, job, FT_JOB_CANCELLED, FT_REASON_DEPENDENCY_NEVER);
	else if (job->n_depend != before)
		ft_world_changed(world, job);
}

void
ft_depend_settle(struct ft_world *world)
{
	struct ft_waiters *waiters = world->waiters;
	struct list timed;

	if (!waiters)
		return;
	timed = waiters->timed;
	waiters->timed = (struct list){ 0 };
	for (size_t i = 0; i < timed.n; i++) {
		unwatch(world, timed.number[i], WATCH_TIME);
		put(&waiters->look, timed.number[i]);
	}
	ft_free(timed.number);
	/* tasks that are split off join the list */
	for (size_t i = 0; i < waiters->look.n; i++)
		settle_one(world, waiters->look.number[i]);
	waiters->look.n = 0;
}
