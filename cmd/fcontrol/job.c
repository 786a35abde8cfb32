/* job.c - which jobs a verb is about, and the messages for refused ones. */
#include "fcontrol/job.h"

#include "sim/job/split.h"
#include "sim/world/array.h"

void
fcontrol_job_say(
    struct fcontrol *control, const char *text, enum ft_refusal refusal)
{
	const struct ft_context *context = control->context;

	if (refusal == FT_REFUSE_VALUE)
		return; /* a message for it was printed */
	if (context->slurm)
		fprintf(context->err, "%s for job %s\n",
		    ft_refusal_text(refusal), text);
	else
		ft_cmd_error(
		    context, "job %s: %s", text, ft_refusal_text(refusal));
}

int
fcontrol_job_unanswered(
    struct fcontrol *control, const char *text, const char *again)
{
	FILE *err = control->context->err;
	struct ft_jobids ids = { 0 };

	(void)ft_jobids_add(&ids, text);
	for (size_t i = 0; i < ids.n; i++)
		fcontrol_job_say(
		    control, ids.item[i].text, FT_REFUSE_UNEXPECTED);
	ft_jobids_free(&ids);
	if (again)
		fprintf(err, "%s: %s\n", again,
		    ft_refusal_text(FT_REFUSE_UNEXPECTED));
	return 1;
}

/* ---- what became of each task ----------------------------------------------- */

struct answer {
	uint32_t task;
	enum ft_refusal refusal;
};
struct answers {
	struct answer *item;
	size_t n, cap;
	enum ft_refusal last;
	bool whole; /* what waits of an array answers as one */
};

static void
note(struct answers *answers, uint32_t task, enum ft_refusal refusal)
{
	*ft_vec_add(answers->item, answers->n, answers->cap) =
	    (struct answer){ task, refusal };
	if (refusal != FT_REFUSE_NONE)
		answers->last = refusal;
}

static void
say_tasks(struct fcontrol *control, uint32_t number, const uint32_t *task,
    size_t n, enum ft_refusal refusal)
{
	const struct ft_context *context = control->context;
	struct ft_job tasks = { 0 };
	struct ft_str str = { 0 };

	tasks.tasks = ft_calloc(n, sizeof *task);
	memcpy(tasks.tasks, task, n * sizeof *task);
	tasks.n_tasks = n;
	ft_array_add_tasks(&str, &tasks);
	if (context->slurm)
		fprintf(context->err,
		    ft_release_has(context->release, FT_RULE_TASKS_IN_BRACKETS)
			? "%u_[%s]: %s\n"
			: "%u_%s: %s\n",
		    number, ft_str_text(&str), ft_refusal_text(refusal));
	else if (refusal != FT_REFUSE_NONE)
		ft_cmd_error(context, "job %u_[%s]: %s", number,
		    ft_str_text(&str), ft_refusal_text(refusal));
	ft_str_free(&str);
	ft_free(tasks.tasks);
}

static int
by_task(const void *a, const void *b)
{
	const struct answer *x = a, *y = b;

	return (x->task > y->task) - (x->task < y->task);
}

/* Tasks with the same answer share a line, at the place of the first. */
static void
say_answers(
    struct fcontrol *control, uint32_t number, const struct answers *answers)
{
	uint32_t *task FT_CLEANUP(ft_free_at) =
	    ft_calloc(answers->n + 1, sizeof *task);
	bool said[FT_REFUSALS] = { false };

	qsort(answers->item, answers->n, sizeof *answers->item, by_task);
	for (size_t i = 0; i < answers->n; i++) {
		enum ft_refusal refusal = answers->item[i].refusal;
		size_t n = 0;

		if (said[refusal])
			continue;
		said[refusal] = true;
		for (size_t k = i; k < answers->n; k++)
			if (answers->item[k].refusal == refusal)
				task[n++] = answers->item[k].task;
		say_tasks(control, number, task, n, refusal);
	}
}

/* HEAD: an array, or one of its tasks. */
static void
note_all(
    struct answers *answers, const struct ft_job *head, enum ft_refusal refusal)
{
	for (size_t i = 0; ft_job_is_head(head) && i < head->n_tasks; i++)
		note(answers, head->tasks[i], refusal);
	if (!ft_job_is_head(head))
		note(answers, (uint32_t)head->array_task, refusal);
}

/* ---- tasks ------------------------------------------------------------------- */

static bool
is_asked(const struct ft_jobid *id, uint32_t task)
{
	for (size_t i = 0; i < id->n_task; i++)
		if (id->task[i] == task)
			return true;
	return false;
}

/* Returns whether all tasks that HEAD still has are selected. */
static bool
is_whole(const struct ft_jobid *id, const struct ft_job *head)
{
	for (size_t i = 0; i < head->n_tasks; i++)
		if (!is_asked(id, head->tasks[i]))
			return false;
	return true;
}

static void
each_task(struct fcontrol *control, const struct ft_jobid *id,
    fcontrol_job_fn *fn, void *ctx, struct answers *answers)
{
	struct ft_world *world = &control->world;
	const struct ft_job *whole = NULL;
	enum ft_refusal of_whole = FT_REFUSE_NONE;

	for (size_t i = 0; i < id->n_task && of_whole != FT_REFUSE_VALUE; i++) {
		struct ft_job *job =
		    ft_world_find_task(world, id->number, (int32_t)id->task[i]);

		if (!job || !fcontrol_may_know_of(control, job)) {
			note(answers, id->task[i], FT_REFUSE_JOB_ID);
			continue;
		}
		if (job == whole) {
			if (!answers->whole)
				note(answers, id->task[i], of_whole);
			continue;
		}
		if (ft_job_is_head(job) &&
		    (answers->whole || is_whole(id, job)))
			whole = job;
		else if (ft_job_is_head(job))
			job = ft_array_split(world, job, id->task[i]);
		of_whole = fn(control, job, ctx);
		if (answers->whole)
			note_all(answers, job, of_whole);
		else
			note(answers, id->task[i], of_whole);
	}
}

/* ---- whole jobs and arrays ------------------------------------------------------ */

/* The jobs of the array NUMBER; ended ones only if ENDED. The array belongs to
 * the caller. */
static struct ft_job **
members(const struct fcontrol *control, uint32_t number, bool ended, size_t *n)
{
	const struct ft_world *world = &control->world;
	struct ft_job **job =
	    ft_calloc(world->n_job + 1, sizeof(struct ft_job *));

	*n = 0;
	for (size_t i = 0; i < world->n_job; i++)
		if (world->job[i]->array_job == number &&
		    (ended || ft_job_is_active(world->job[i])) &&
		    fcontrol_may_know_of(control, world->job[i]))
			job[(*n)++] = world->job[i];
	return job;
}

static enum ft_refusal
do_one(struct fcontrol *control, const struct ft_jobid *id, struct ft_job *job,
    fcontrol_job_fn *fn, void *ctx)
{
	enum ft_refusal refusal =
	    job ? fn(control, job, ctx) : FT_REFUSE_JOB_ID;

	if (refusal != FT_REFUSE_NONE)
		fcontrol_job_say(control, id->text, refusal);
	return refusal;
}

enum ft_refusal
fcontrol_job_each(struct fcontrol *control, const struct ft_jobid *id,
    fcontrol_job_fn *fn, void *ctx, bool whole)
{
	struct answers answers = { .whole = whole };
	struct ft_job **job = NULL;
	size_t n = 0;

	/* Slurm answers for each task, even for those that have ended */
	if (!id->bad && !id->n_task)
		job = members(control, id->number, control->context->slurm, &n);
	if (id->n_task) {
		each_task(control, id, fn, ctx, &answers);
	} else if (n > (control->context->slurm ? 0U : 1U)) {
		for (size_t i = 0; i < n && answers.last != FT_REFUSE_VALUE;
		     i++)
			note_all(&answers, job[i], fn(control, job[i], ctx));
	} else {
		struct ft_job *one =
		    id->bad ? NULL : fcontrol_find_job(control, id->number);

		if (n)
			one = job[0];
		ft_free(job);
		return do_one(control, id, one, fn, ctx);
	}
	ft_free(job);
	if (answers.last != FT_REFUSE_NONE && answers.last != FT_REFUSE_VALUE)
		say_answers(control, id->number, &answers);
	ft_free(answers.item);
	return answers.last;
}

struct ft_job **
fcontrol_job_named(
    struct fcontrol *control, const char *name, const char *user, size_t *n)
{
	const struct ft_world *world = &control->world;
	struct ft_job **job =
	    ft_calloc(world->n_job + 1, sizeof(struct ft_job *));

	*n = 0;
	for (size_t i = 0; i < world->n_job; i++)
		if (ft_job_is_active(world->job[i]) &&
		    !strcmp(world->job[i]->name, name) &&
		    (!user || !strcmp(world->job[i]->user, user)) &&
		    fcontrol_may_know_of(control, world->job[i]))
			job[(*n)++] = world->job[i];
	return job;
}

int
fcontrol_job_save(struct fcontrol *control, int status)
{
	struct ft_error err = { 0 };

	return fcontrol_commit(control, &err) == FT_OK
		   ? status
		   : fcontrol_fail(control, &err);
}
