/* Is a dependency fulfilled, and can it still be? */

#include "sim/depend/depend.h"
#include "sim/depend/private.h"
#include "sim/queue/queue.h"

/* ---- one job ------------------------------------------------------------- */

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
wants_start(enum ft_depend_kind kind)
{
	return kind == FT_DEPEND_AFTER || kind == FT_DEPEND_BURST_BUFFER;
}

/* Returns whether the delay of ITEM has passed since OTHER started or,
 * depending on the kind, ended; else *due is when it will have. */
static bool
has_passed(const struct ft_world *world, struct ft_depend *item,
    const struct ft_job *other, int64_t *due)
{
	int64_t since = other->ended;

	if (wants_start(item->kind) && other->started)
		since = other->started;
	*due = since + 60 * (int64_t)item->minutes;
	if (!item->minutes || world->now >= *due)
		return true;
	item->watched = FT_DEPEND_TIME;
	return false;
}

/* Returns what ITEM means once its job has ended, well or not. */
static enum ft_depend_state
judge(enum ft_depend_kind kind, bool well)
{
	if (kind == FT_DEPEND_AFTER_OK || kind == FT_DEPEND_AFTER_CORR)
		return well ? FT_DEPEND_DONE : FT_DEPEND_NEVER;
	if (kind == FT_DEPEND_AFTER_NOT_OK)
		return well ? FT_DEPEND_NEVER : FT_DEPEND_DONE;
	return FT_DEPEND_DONE;
}

static enum ft_depend_state
look_at_job(const struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item, int64_t *due)
{
	const struct ft_job *other = ft_depend_target(world, job, item);
	enum ft_depend_state state = FT_DEPEND_DONE;

	/* the job was forgotten: as it was last evaluated, else fulfilled */
	if (!other)
		return item->state == FT_DEPEND_NEVER ? FT_DEPEND_NEVER
						      : FT_DEPEND_DONE;
	item->watched = other->number;
	if (other->state == FT_JOB_PENDING ||
	    (ft_job_is_active(other) && !wants_start(item->kind)))
		return FT_DEPEND_WAITS;
	if (!wants_start(item->kind))
		state = judge(item->kind, other->state == FT_JOB_COMPLETED);
	if (state == FT_DEPEND_DONE && !has_passed(world, item, other, due))
		return FT_DEPEND_WAITS;
	return state;
}

/* ---- arrays -------------------------------------------------------------- */

static const struct ft_job *
one_of(struct ft_job *const *job, size_t n, uint32_t array)
{
	for (size_t i = 0; i < n; i++)
		if (job[i]->array_job == array)
			return job[i];
	return NULL;
}

/* Returns whether all known tasks ended well. */
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

/* All tasks must have started, or ended; until then one that has not is
 * watched. */
static enum ft_depend_state
look_at_array(
    const struct ft_world *world, struct ft_depend *item, int64_t *due)
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
	if (!has_passed(world, item, head, due))
		return FT_DEPEND_WAITS;
	return wants_start(item->kind)
		   ? FT_DEPEND_DONE
		   : judge(item->kind, array_went_well(world, head));
}

/* ---- singleton ----------------------------------------------------------- */

static bool
is_namesake(const struct ft_job *job, const struct ft_job *other)
{
	return other != job && !strcmp(other->name, job->name) &&
	       !strcmp(other->user, job->user);
}

/* A singleton waits for any running job of the same user and name, and for
 * pending ones with a lower number. */
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

/* ---- evaluating ---------------------------------------------------------- */

static enum ft_depend_state
look_at(const struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item, int64_t *due)
{
	bool own_task =
	    item->kind == FT_DEPEND_AFTER_CORR && job->array_task >= 0;

	if (item->kind == FT_DEPEND_SINGLETON)
		return look_at_namesakes(world, job, item);
	if (item->task == FT_DEPEND_ALL && !own_task)
		return look_at_array(world, item, due);
	return look_at_job(world, job, item, due);
}

/* Have the change of what ITEM waits for wake JOB, if JOB is listed. */
static void
watch_again(struct ft_world *world, const struct ft_job *job,
    struct ft_depend *item, uint32_t before, int64_t due)
{
	if (!world->waiters || !job->number || !job->group) {
		item->watched = 0;
		return;
	}
	if (item->watched == before)
		return;
	if (item->watched == FT_DEPEND_TIME)
		ft_depend_watch_time(world, due, job->number);
	else if (item->watched)
		ft_depend_watch(world, item->watched, job->number);
}

/* Evaluate each element and drop the fulfilled ones; all of them if one of a
 * choice ("?") is fulfilled.  Returns whether anything changed. */
static bool
look_again(struct ft_world *world, struct ft_job *job)
{
	size_t kept = 0, n = job->n_depend;
	bool changed = false;

	for (size_t i = 0; i < n; i++) {
		struct ft_depend item = job->depend[i];
		uint32_t before = item.watched;
		int64_t due = 0;
		enum ft_depend_state state = look_at(world, job, &item, &due);

		changed = changed || state != item.state;
		item.state = state;
		if (state == FT_DEPEND_DONE && !item.any)
			continue;
		if (state == FT_DEPEND_DONE) {
			kept = 0;
			break;
		}
		watch_again(world, job, &item, before, due);
		job->depend[kept++] = item;
	}
	job->n_depend = kept;
	return changed;
}

bool
ft_depend_is_hopeless(const struct ft_job *job)
{
	size_t never = 0;

	for (size_t i = 0; i < job->n_depend; i++)
		never += job->depend[i].state == FT_DEPEND_NEVER;
	return never && (never == job->n_depend || !job->depend[0].any);
}

/* Set the reason the job waits for, unless it is held. */
static void
set_reason(struct ft_world *world, struct ft_job *job)
{
	if (job->hold != FT_HOLD_NONE)
		return;
	if (!job->n_depend)
		ft_queue_note_reason(world, job, job->reason);
	if (ft_depend_is_hopeless(job))
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

/* The tasks of such an array say what they wait for only once it is split. */
bool
ft_depend_is_to_be_split(const struct ft_job *job)
{
	for (size_t i = 0; ft_job_is_head(job) && i < job->n_depend; i++)
		if (job->depend[i].kind == FT_DEPEND_AFTER_CORR)
			return true;
	return false;
}

/* The job waits for nothing more: it is eligible. */
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
	if (ft_depend_is_to_be_split(job))
		return false;
	if (look_again(world, job)) {
		ft_depend_keep_text(world, job);
		ft_job_touch(job);
	}
	set_reason(world, job);
	if (job->reason != before)
		ft_job_touch(job);
	if (job->n_depend)
		return false;
	set_free(world, job);
	return true;
}
