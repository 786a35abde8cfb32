#include "sim/world.h"

#include "sim/depend.h"
#include "sim/ledger.h"
#include "sim/place.h"
#include "sim/policy.h"
#include "sim/priority.h"
#include "sim/queue.h"
#include "sim/reserve.h"
#include "sim/start.h"
#include "sim/subordination.h"
#include "sim/world_int.h"

/* Bits of AccountingStorageEnforce, by word of its row in conf.def. */
static const struct {
	int bit;
	uint32_t means;
} enforced[] = {
	{ 1, FT_ENFORCE_ASSOC },
	{ 2, FT_ENFORCE_ASSOC | FT_ENFORCE_LIMITS },
	{ 3, FT_ENFORCE_NO_JOBS },
	{ 5, FT_ENFORCE_ASSOC | FT_ENFORCE_QOS },
	{ 6, FT_ENFORCE_ASSOC | FT_ENFORCE_LIMITS | FT_ENFORCE_SAFE },
	{ 7, FT_ENFORCE_ASSOC | FT_ENFORCE_WCKEYS },
	{ 8, FT_ENFORCE_ASSOC | FT_ENFORCE_LIMITS | FT_ENFORCE_QOS |
		 FT_ENFORCE_SAFE | FT_ENFORCE_WCKEYS },
	/* plain numbers, as before 2.2: 1 associations, 2 and limits */
	{ 9, FT_ENFORCE_ASSOC },
	{ 10, FT_ENFORCE_ASSOC | FT_ENFORCE_LIMITS },
};

static uint32_t
enforce_of(const struct ft_conf *conf)
{
	int64_t bits = ft_conf_number(conf, FT_CONF_ACCOUNTING_STORAGE_ENFORCE);
	uint32_t enforce = 0;

	for (size_t i = 0; i < sizeof enforced / sizeof *enforced; i++)
		if (bits & INT64_C(1) << enforced[i].bit)
			enforce |= enforced[i].means;
	return enforce;
}

void
ft_world_init(struct ft_world *world, const struct ft_conf *conf)
{
	*world = (struct ft_world){ .conf = conf };
}

static void
free_jobs(struct ft_world *world)
{
	for (size_t i = 0; i < world->n_job; i++) {
		ft_job_clear(world->job[i]);
		ft_free(world->job[i]);
	}
	ft_free(world->job);
	ft_free(world->arriving);
	ft_free(world->waiting);
	ft_free(world->running);
	ft_free(world->charge);
	for (size_t i = 0; i < world->n_run; i++)
		ft_free(world->run[i].alloc);
	ft_free(world->run);
}

void
ft_world_free(struct ft_world *world)
{
	ft_reserve_free(world);
	ft_depend_free(world);
	ft_subordination_free(world);
	ft_queue_free(world);
	ft_place_free(world);
	ft_ledger_free(world);
	ft_policy_free(world->policy);
	ft_world_priority_reset(world);
	ft_index_free(world);
	free_jobs(world);
	ft_share_free(&world->share);
	ft_machine_free(&world->machine);
	ft_idmap_free(&world->node_of);
	ft_tree_free(world->tree);
	ft_names_set_free(&world->names);
	ft_book_free(&world->book);
	ft_intern_free(&world->strings);
	*world = (struct ft_world){ .conf = world->conf };
}

enum ft_status
ft_world_ready(struct ft_world *world, struct ft_error *err)
{
	const struct ft_conf *conf = world->conf;

	world->tres =
	    (struct ft_tres_table){ world->book.tres, world->book.n_tres };
	world->decay = ft_conf_decay(conf);
	world->period = ft_conf_number(conf, FT_CONF_PRIORITY_CALC_PERIOD);
	world->priority_flags = ft_conf_priority_flags(conf);
	world->enforce = enforce_of(conf);
	world->algo = NULL;
	if (ft_conf_number(conf, FT_CONF_PRIORITY_TYPE) == 1)
		world->algo = ft_algo_of(conf);
	ft_share_params_of(conf, &world->share_params);
	ft_sched_read(&world->sched, conf);
	if (!world->next_number)
		world->next_number =
		    (uint32_t)ft_conf_number(conf, FT_CONF_FIRST_JOB_ID);
	if (!world->basic_priority)
		world->basic_priority = UINT32_C(0xffff0000);
	FT_TRY(ft_machine_read(&world->machine, conf, &world->tres, err));
	ft_idmap_free(&world->node_of);
	ft_idmap_put_all(&world->node_of, world->tree->id, world->tree->n);
	ft_index_new(world);
	ft_ledger_new(world);
	return FT_OK;
}

/* ---- lists ------------------------------------------------------------------ */

struct group {
	struct ft_job ***job;
	size_t *n, *cap;
};

static struct group
group_of(struct ft_world *world, unsigned group)
{
	if (group == FT_GROUP_ARRIVING)
		return (struct group){ &world->arriving, &world->n_arriving,
			&world->cap_arriving };
	if (group == FT_GROUP_WAITING)
		return (struct group){ &world->waiting, &world->n_waiting,
			&world->cap_waiting };
	return (struct group){ &world->running, &world->n_running,
		&world->cap_running };
}

static void
leave(struct ft_world *world, struct ft_job *job)
{
	struct group group;
	struct ft_job *last;

	if (job->group == FT_GROUP_NONE)
		return;
	group = group_of(world, job->group);
	last = (*group.job)[--*group.n];
	(*group.job)[job->place] = last;
	last->place = job->place;
	job->group = FT_GROUP_NONE;
}

static void
enter(struct ft_world *world, struct ft_job *job, unsigned where)
{
	struct group group;

	if (where == FT_GROUP_NONE)
		return;
	if (where == FT_GROUP_RUNNING)
		ft_job_note_limit(world, job);
	group = group_of(world, where);
	*group.job = ft_vec_grow(
	    *group.job, group.cap, *group.n + 1, sizeof **group.job);
	job->place = (uint32_t)*group.n;
	job->group = (uint8_t)where;
	(*group.job)[(*group.n)++] = job;
}

static unsigned
where_now(const struct ft_world *world, const struct ft_job *job)
{
	if (job->state == FT_JOB_PENDING)
		return job->submitted > world->now ? FT_GROUP_ARRIVING
						   : FT_GROUP_WAITING;
	return job->state <= FT_JOB_SUSPENDED ? FT_GROUP_RUNNING
					      : FT_GROUP_NONE;
}

void
ft_world_regroup(struct ft_world *world, struct ft_job *job)
{
	unsigned where = where_now(world, job);

	if (where == job->group)
		return;
	leave(world, job);
	enter(world, job, where);
}

void
ft_world_changed(struct ft_world *world, struct ft_job *job)
{
	ft_job_touch(job);
	ft_world_regroup(world, job);
	if (job->group == FT_GROUP_RUNNING)
		ft_job_note_limit(world, job);
	ft_index_task(world, job);
	ft_queue_changed(world, job);
	ft_depend_changed(world, job);
}

void
ft_world_settle(struct ft_world *world)
{
	world->n_arriving = world->n_waiting = world->n_running = 0;
	world->n_told = world->n_lending = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		job->group = FT_GROUP_NONE;
		enter(world, job, where_now(world, job));
		world->n_told += ft_job_is_told(job);
		world->n_lending += ft_job_is_lending(job);
	}
	if (!world->ledger)
		ft_ledger_new(world);
	ft_policy_reset(world);
	ft_place_reset(world);
	ft_subordination_reset(world);
	ft_queue_reset(world);
	ft_depend_reset(world);
}

struct ft_job *
ft_world_new_job(struct ft_world *world)
{
	struct ft_job *job = ft_calloc(1, sizeof *job);

	ft_job_init(job);
	job->req = ft_calloc(world->tres.n, sizeof *job->req);
	return job;
}

void
ft_world_add(struct ft_world *world, struct ft_job *job)
{
	size_t at = world->n_job;

	world->job = ft_vec_grow(
	    world->job, &world->cap_job, world->n_job + 1, sizeof *world->job);
	/* nearly always the last */
	while (at && world->job[at - 1]->number > job->number) {
		world->job[at] = world->job[at - 1];
		world->job[at]->slot = (uint32_t)at;
		at--;
	}
	world->job[at] = job;
	world->n_job++;
	job->slot = (uint32_t)at;
	job->group = FT_GROUP_NONE;
	enter(world, job, where_now(world, job));
	ft_index_task(world, job);
	if (world->queue)
		ft_queue_changed(world, job);
	ft_depend_changed(world, job);
}

void
ft_world_forget(struct ft_world *world, struct ft_job *job)
{
	size_t at = job->slot;

	assert(world->job[at] == job);
	leave(world, job);
	ft_queue_forget(world, job);
	ft_depend_changed(world, job);
	memmove(world->job + at, world->job + at + 1,
	    (--world->n_job - at) * sizeof *world->job);
	for (size_t i = at; i < world->n_job; i++)
		world->job[i]->slot = (uint32_t)i;
	ft_job_clear(job);
	ft_free(job);
}

/* Jobs that somebody who waits may ask about, by number, as bits. */
static uint64_t *
asked_for(const struct ft_world *world, uint32_t *n)
{
	uint64_t *asked;

	*n = world->n_job ? world->job[world->n_job - 1]->number / 64 + 1 : 0;
	asked = ft_calloc(*n, sizeof *asked);
	for (size_t i = 0; i < world->n_waiting + world->n_arriving; i++) {
		const struct ft_job *job =
		    i < world->n_waiting
			? world->waiting[i]
			: world->arriving[i - world->n_waiting];

		for (size_t j = 0; j < job->n_depend; j++)
			if (job->depend[j].number / 64 < *n)
				asked[job->depend[j].number / 64] |=
				    UINT64_C(1) << job->depend[j].number % 64;
	}
	return asked;
}

static bool
is_old(const struct ft_job *job, int64_t time, const uint64_t *asked)
{
	uint32_t array = job->array_job;

	if (job->group || ft_job_is_active(job) || job->dirty ||
	    job->ended >= time)
		return false;
	return !(asked[job->number / 64] >> job->number % 64 & 1) &&
	       !(array && asked[array / 64] >> array % 64 & 1);
}

void
ft_world_forget_ended(struct ft_world *world, int64_t time)
{
	uint64_t *asked;
	uint32_t n_asked;
	size_t n = 0;

	if (world->n_charge || world->n_run)
		return;
	/* half of the list at least, or it is not worth walking */
	for (size_t i = 0; i < world->n_job; i++)
		n += !world->job[i]->group;
	if (n < 1000 || n < world->n_job / 4)
		return;
	asked = asked_for(world, &n_asked);
	n = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		if (is_old(job, time, asked)) {
			ft_job_clear(job);
			ft_free(job);
			continue;
		}
		job->slot = (uint32_t)n;
		world->job[n++] = job;
	}
	world->n_job = n;
	/* its records may name those that are gone */
	ft_queue_reset(world);
	ft_free(asked);
}

const char *
ft_world_string(struct ft_world *world, const char *text)
{
	return ft_intern(&world->strings, text);
}

const char *
ft_world_keep(struct ft_world *world, struct ft_str *text)
{
	const char *kept = ft_world_string(world, ft_str_text(text));

	ft_str_free(text);
	return kept;
}

const char *
ft_world_hosts(struct ft_world *world, const struct ft_job_node *node, size_t n)
{
	uint32_t *index FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *index);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < n; i++)
		index[i] = node[i].node;
	ft_machine_add_hosts(&text, &world->machine, index, n);
	return ft_world_keep(world, &text);
}
