/*
 * rows.c - which jobs are shown: those that the user may see and that the options
 * select, with their places in slurmctld's list.
 */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fqueue/fqueue.h"
#include "sim/priority/priority.h"

/* ---- visible jobs ---------------------------------------------------------- */

static bool
may_see(const struct fqueue_view *view, const struct ft_job *job)
{
	return ft_visibility_shows(
	    view->visibility, FT_VISIBILITY_JOBS, job->user, job->account);
}

/* Whether the job is hidden because all of its partitions are; never for
 * operators. */
static bool
is_hidden(const struct fqueue_view *view, const struct ft_job *job)
{
	return !view->args->all && !view->args->ids_given &&
	       !view->asker.privileged && ft_world_hides(view->world, job);
}

/* ---- filters ----------------------------------------------------------------- */

static uint32_t
states_of(const struct ft_job *job)
{
	uint32_t states = UINT32_C(1) << job->state;

	/* instead of PENDING */
	if (job->flags & FT_JOB_RESV_DEL_HOLD && job->state == FT_JOB_PENDING)
		return FQUEUE_RESV_DEL_HOLD;
	if (job->flags & FT_JOB_COMPLETING)
		states |= FQUEUE_COMPLETING;
	if (job->flags & FT_JOB_CONFIGURING)
		states |= FQUEUE_CONFIGURING;
	if (job->flags & FT_JOB_REQUEUED)
		states |= FQUEUE_REQUEUED;
	if (job->flags & FT_JOB_REQUEUE_HOLD)
		states |= FQUEUE_REQUEUE_HOLD;
	if (job->flags & FT_JOB_SPECIAL_EXIT)
		states |= FQUEUE_SPECIAL_EXIT;
	return states;
}

static uint32_t
wanted_states(const struct fqueue_args *args)
{
	if (args->steps)
		return 1U << FT_JOB_RUNNING;
	if (args->states)
		return args->states;
	if (args->only_state && args->doc.format != FT_FORMAT_TABLE)
		return FQUEUE_ALL_STATES;
	if (args->start)
		return 1U << FT_JOB_PENDING;
	return 1U << FT_JOB_PENDING | 1U << FT_JOB_RUNNING |
	       1U << FT_JOB_SUSPENDED | FQUEUE_COMPLETING |
	       FQUEUE_RESV_DEL_HOLD;
}

static bool
runs_on(const struct fqueue_view *view, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++) {
		for (size_t k = 0; k < view->n_host; k++) {
			if (job->node[i].node == view->host[k])
				return true;
		}
	}
	return false;
}

/* Whether one of WORDS, in the same case, is in "tool:2,other", without counts. */
static bool
fits_list(const struct ft_arglist *words, const char *text)
{
	struct ft_word name, count;

	while (words->n > 0 && ft_word_next(&text, ",", &name)) {
		(void)ft_word_split(&name, ':', &count);
		for (size_t i = 0; i < words->n; i++)
			if (ft_word_equals(name, words->item[i]))
				return true;
	}
	return words->n == 0;
}

static bool
fits_qos(const struct fqueue_view *view, const struct ft_job *job)
{
	struct ft_str qos FT_CLEANUP(ft_str_free) = { 0 };
	const struct ft_arglist *words = &view->args->qos;

	if (words->n == 0)
		return true;
	ft_jobtext_add_qos(&qos, view->world, job);
	/* squeue compares the whole list (case x40-several-qos-waits) */
	return view->args->context->slurm
		   ? ft_arglist_have(words, ft_str_text(&qos))
		   : ft_arglist_meet(words, ft_str_text(&qos));
}

/* Whether a list was given without a word: squeue has nothing to show then. */
static bool
wants_none(const struct fqueue_args *args)
{
	const struct ft_arglist *const lists[] = { &args->users,
		&args->accounts, &args->names, &args->reservations,
		&args->partitions, &args->qos, &args->licenses };

	for (size_t i = 0; i < FT_COUNT(lists); i++)
		if (args->context->slurm && lists[i]->text && !lists[i]->n)
			return true;
	return false;
}

static bool
fits_running(const struct fqueue_view *view, const struct ft_job *job)
{
	const struct fqueue_args *args = view->args;
	int64_t used = ft_job_elapsed(job, view->world->now);

	if (!args->running)
		return true;
	return job->state == FT_JOB_RUNNING &&
	       (args->over == 0 ||
		   (args->over != FT_TIME_UNLIMITED && used > args->over)) &&
	       (args->under == 0 || args->under == FT_TIME_UNLIMITED ||
		   used < args->under);
}

static bool
fits_job(const struct fqueue_view *view, const struct ft_job *job)
{
	const struct fqueue_args *args = view->args;

	return ft_arglist_admits(&args->accounts, job->account) &&
	       ft_arglist_admits(&args->names, job->name) &&
	       ft_arglist_admits(&args->reservations, job->reservation) &&
	       !(args->not_user && strcmp(args->not_user, job->user) == 0) &&
	       fits_list(&args->licenses, job->licenses) &&
	       fits_running(view, job) && fits_qos(view, job);
}

static bool
fits(const struct fqueue_view *view, const struct ft_job *job)
{
	const struct fqueue_args *args = view->args;

	if (wants_none(args) || !(states_of(job) & wanted_states(args)) ||
	    !ft_arglist_admits(&args->users, job->user) ||
	    !fits_list(&args->partitions,
		job->state != FT_JOB_PENDING && *job->partition
		    ? job->partition
		    : job->partitions) ||
	    (args->hosts && !runs_on(view, job)))
		return false;
	/* squeue does not look at the job of a step any further */
	return (args->steps && args->context->slurm) || fits_job(view, job);
}

/* ---- rows --------------------------------------------------------------------- */

static void
add_row(struct fqueue_view *view, const struct fqueue_row *row)
{
	view->row =
	    ft_vec_grow(view->row, &view->cap, view->n + 1, sizeof *view->row);
	view->row[view->n] = *row;
	view->row[view->n].view = view;
	view->row[view->n].order = view->n;
	view->n++;
}

/* -P: one row for each partition a waiting job asks for. */
static void
add_partitions(struct fqueue_view *view, struct fqueue_row row)
{
	const struct ft_job *job = row.of.job;
	struct ft_world *world = view->world;
	struct ft_priority_params params;
	struct ft_priority result = { .tres = NULL };
	const char *at = job->partitions;
	struct ft_word word;
	bool has_own = !view->args->context->slurm ||
		       ft_release_has(view->args->context->release,
			   FT_RULE_PRIORITY_BY_PARTITION);

	if (!view->args->multi || view->args->doc.format != FT_FORMAT_TABLE ||
	    job->state != FT_JOB_PENDING || !strchr(at, ',')) {
		add_row(view, &row);
		return;
	}
	ft_world_priority_params(world, &params);
	while (ft_word_next(&at, ",", &word)) {
		uint32_t index =
		    ft_machine_partition_word(&world->machine, word);

		if (index == UINT32_MAX)
			continue;
		row.partition = world->machine.partition[index].name;
		if (!fits_list(&view->args->partitions, row.partition))
			continue;
		row.priority = job->priority;
		if (has_own && job->priority > 0 && !job->priority_set &&
		    world->algo) {
			ft_world_priority(world, &params, job, index, &result);
			row.priority = result.priority;
		}
		add_row(view, &row);
	}
}

/* Make a copy of an array with only those tasks that -j names. */
static const struct ft_job *
only_tasks(struct fqueue_view *view, const struct ft_job *job)
{
	const struct fqueue_args *args = view->args;
	struct ft_job *copy;

	for (size_t k = 0; k < args->n_id; k++) {
		if (args->id[k].number == job->array_job &&
		    args->id[k].task == FT_TASK_NONE)
			return job;
	}
	copy = ft_arena_alloc(&view->arena, sizeof *copy);
	*copy = *job;
	/* tables of squeue leave it out if only some tasks are shown */
	if (args->doc.format == FT_FORMAT_TABLE)
		copy->array_throttle = 0;
	copy->tasks =
	    ft_arena_calloc(&view->arena, job->n_tasks, sizeof *copy->tasks);
	copy->n_tasks = 0;
	for (size_t i = 0; i < job->n_tasks; i++) {
		for (size_t k = 0; k < args->n_id; k++) {
			if (args->id[k].number == job->array_job &&
			    args->id[k].task == (int32_t)job->tasks[i]) {
				copy->tasks[copy->n_tasks++] = job->tasks[i];
				break;
			}
		}
	}
	return copy->n_tasks > 0 ? copy : NULL;
}

static void
add_job(struct fqueue_view *view, const struct ft_job *job, double place)
{
	struct fqueue_row row = {
		.of = { .world = view->world, .task = FT_TASK_NONE },
		.priority = job->priority,
		.place = place,
	};
	bool some = view->args->ids_given && ft_job_is_head(job);

	row.of.job = some ? only_tasks(view, job) : job;
	if (!row.of.job)
		return;
	if (some && row.of.job != job && row.of.job->n_tasks == 1)
		row.of.task = (int32_t)row.of.job->tasks[0];
	add_partitions(view, row);
}

static bool
names(const struct fqueue_id *id, const struct ft_job *job)
{
	if (id->task == FT_TASK_NONE)
		return id->number == job->number ||
		       id->number == job->array_job;
	return id->number == job->array_job &&
	       (ft_job_is_head(job) || id->task == job->array_task);
}

static bool
is_named(const struct fqueue_args *args, const struct ft_job *job)
{
	for (size_t i = 0; i < args->n_id; i++)
		if (args->id[i].number != 0 && names(&args->id[i], job))
			return true;
	return !args->ids_given;
}

static bool
has_task(const struct ft_job *job, int32_t task)
{
	for (size_t i = 0; i < job->n_tasks; i++)
		if ((int32_t)job->tasks[i] == task)
			return true;
	return false;
}

/*
 * --only-job-state of squeue: filters, too, see only ID and state of a job, and
 * each entry of -j has its own rows.
 */
static void
add_bare(struct fqueue_view *view, const struct ft_job *job, double place)
{
	const struct fqueue_args *args = view->args;
	const struct ft_job *bare = fqueue_bare(&view->arena, job);

	if (!fits(view, bare))
		return;
	if (!args->ids_given)
		add_job(view, bare, place);
	for (size_t i = 0; i < args->n_id; i++) {
		if (!names(&args->id[i], bare) ||
		    (args->id[i].task != FT_TASK_NONE && ft_job_is_head(bare) &&
			!has_task(bare, args->id[i].task)))
			continue;
		/* here tasks are in reverse order, and jobs that are no tasks last */
		place =
		    (double)i * 4294967296.0 +
		    (ft_job_is_head(bare) ? 4294967295.0
					  : 4294967294.0 - bare->array_task);
		add_job(view, bare, place);
	}
}

/* ---- the order of slurmctld's list ---------------------------------------------- */

/*
 * slurmctld puts a task that is split off where its array was in the list, and
 * moves the array to the end.  So the first task is where the array was, each
 * further task where the array moved when the task before it was split off, and
 * the rest of the array after the last.
 */
struct task {
	const struct ft_job *job;
	size_t index; /* in the world */
};

static int
compare_tasks(const void *a_task, const void *b_task)
{
	const struct ft_job *a = ((const struct task *)a_task)->job;
	const struct ft_job *b = ((const struct task *)b_task)->job;
	bool a_rest = a->number == a->array_job;
	bool b_rest = b->number == b->array_job;

	if (a->array_job != b->array_job)
		return a->array_job < b->array_job ? -1 : 1;
	if (a_rest != b_rest)
		return a_rest ? 1 : -1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Returns the places of the world's jobs by their index. */
static double *
find_places(const struct ft_world *world)
{
	double *place = ft_calloc(world->n_job + 1, sizeof *place);
	struct task *task FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->n_job + 1, sizeof *task);
	size_t n = 0;

	for (size_t i = 0; i < world->n_job; i++) {
		place[i] = world->job[i]->number;
		if (world->job[i]->array_job)
			task[n++] = (struct task){ world->job[i], i };
	}
	qsort(task, n, sizeof *task, compare_tasks);
	for (size_t i = 0; i < n; i++) {
		uint32_t array = task[i].job->array_job;
		bool first = i == 0 || task[i - 1].job->array_job != array;

		place[task[i].index] =
		    first ? array : task[i - 1].job->number + 0.5;
	}
	return place;
}

void
fqueue_rows_all(struct fqueue_view *view)
{
	const struct ft_world *world = view->world;
	double *place FT_CLEANUP(ft_free_at) = find_places(world);

	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];
		struct fqueue_row row = {
			.of = { job, view->world, FT_TASK_NONE },
			.priority = job->priority,
			.place = place[i],
		};

		if (job->submitted <= world->now && may_see(view, job))
			add_row(view, &row);
	}
	fqueue_sort_places(view);
}

/* ---- all together ------------------------------------------------------------- */

/* slurmctld reports an unknown job if a single -j names one that is long
 * gone. */
static enum ft_status
check_ids(const struct fqueue_view *view, struct ft_error *err)
{
	const struct fqueue_args *args = view->args;
	const struct ft_world *world = view->world;

	if (args->n_id != 1 || args->only_state ||
	    (args->steps && args->context->slurm))
		return FT_OK;
	for (size_t i = 0; i < world->n_job; i++) {
		if (world->job[i]->submitted <= world->now &&
		    (world->job[i]->number == args->id[0].number ||
			world->job[i]->array_job == args->id[0].number) &&
		    may_see(view, world->job[i]))
			return FT_OK;
	}
	if (!args->context->slurm)
		return ft_fail(err, FT_ENOENT, "no job %u in the queue",
		    (unsigned)args->id[0].number);
	fputs("slurm_load_jobs error: Invalid job id specified\n",
	    args->context->err);
	return FT_ENOENT;
}

/* Refuse a list for -w as squeue does, if it is the brackets that are wrong. */
static enum ft_status
bad_hosts(
    const struct ft_context *context, const char *hosts, struct ft_error *err)
{
	const char *open = strrchr(hosts, '[');
	const char *close = strchr(open ? open : hosts, ']');
	const char *name = hosts;

	if (!open && !close)
		return FT_OK;
	if (open && close && err->status == FT_EPARSE)
		ft_cmd_error(context,
		    "_parse_single_range: Invalid range: `%.*s'",
		    (int)(close - open - 1), open + 1);
	else if (open && close)
		return FT_OK;
	else if (close ||
		 !ft_release_has(context->release, FT_RULE_HOSTS_CHECKED)) {
		/* squeue closes an open bracket and drops its numbers */
		for (const char *at = hosts; open && at < open; at++)
			name = *at == ',' ? at + 1 : name;
		return ft_fail(err, FT_EPARSE, "Invalid node name %.*s]",
		    (int)((open ? open : close) - name), name);
	}
	return ft_fail(
	    err, FT_EPARSE, "'%s' invalid entry for --nodelist", hosts);
}

static enum ft_status
find_hosts(struct fqueue_view *view, struct ft_error *err)
{
	const struct fqueue_args *args = view->args;
	enum ft_status status;

	if (!args->hosts)
		return FT_OK;
	status = ft_machine_hosts(&view->world->machine, args->hosts,
	    &view->host, &view->n_host, err);
	if (status == FT_OK)
		return FT_OK;
	if (args->context->slurm)
		FT_TRY(bad_hosts(args->context, args->hosts, err));
	if (status == FT_ENOENT)
		ft_error_prefix(err, args->context->slurm ? "Invalid node name "
							  : "no such node: ");
	return status;
}

enum ft_status
fqueue_rows(struct fqueue_view *view, struct ft_error *err)
{
	const struct ft_world *world = view->world;
	double *place;

	FT_TRY(find_hosts(view, err));
	FT_TRY(check_ids(view, err));
	place = find_places(world);
	/* a single job is asked for by its number: the latest task comes first */
	if (view->args->context->slurm && view->args->n_id == 1 &&
	    view->args->doc.format == FT_FORMAT_TABLE)
		for (size_t i = 0; i < world->n_job; i++)
			place[i] = -place[i];
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (job->submitted > world->now || !may_see(view, job))
			continue;
		if (fqueue_is_bare(view->args))
			add_bare(view, job, place[i]);
		else if (is_named(view->args, job) && fits(view, job) &&
			 !is_hidden(view, job))
			add_job(view, job, place[i]);
	}
	ft_free(place);
	if (view->args->doc.format != FT_FORMAT_TABLE) {
		fqueue_sort_places(view);
		return FT_OK;
	}
	if (!view->args->array && !view->args->multi &&
	    !fqueue_is_bare(view->args))
		fqueue_merge(view);
	return FT_OK;
}

void
fqueue_view_free(struct fqueue_view *view)
{
	ft_free(view->row);
	ft_free(view->host);
	ft_arena_clear(&view->arena);
}
