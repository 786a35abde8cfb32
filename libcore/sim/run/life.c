/* A world is set up and freed. */
#include "sim/run/life.h"

#include "sim/depend/depend.h"
#include "sim/job/job.h"
#include "sim/place/future.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"
#include "sim/queue/queue.h"
#include "sim/research/suspend/suspend.h"
#include "sim/reserve/reserve.h"
#include "sim/schedule/schedule.h"
#include "sim/usage/ledger.h"
#include "sim/world/index.h"

/*
 * Bits of AccountingStorageEnforce in its row of conf.def, and what they imply.
 */
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
	/* plain numbers of Slurm before 2.2: 1 associations, 2 also limits */
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
	ft_free(world->reset_at);
}

void
ft_world_free(struct ft_world *world)
{
	ft_reserve_free(world);
	ft_depend_free(world);
	ft_subordination_free(world);
	ft_backfill_forget(world);
	ft_queue_free(world);
	ft_future_forget(world);
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
	ft_acctdb_free(&world->acctdb);
	ft_intern_free(&world->strings);
	*world = (struct ft_world){ .conf = world->conf };
}

enum ft_status
ft_world_ready(struct ft_world *world, struct ft_error *err)
{
	const struct ft_conf *conf = world->conf;

	world->tres =
	    (struct ft_tres_table){ world->acctdb.tres, world->acctdb.n_tres };
	world->decay = ft_conf_decay(conf);
	world->period = ft_conf_number(conf, FT_CONF_PRIORITY_CALC_PERIOD);
	world->priority_flags = ft_conf_priority_flags(conf);
	world->enforce = enforce_of(conf);
	world->algo = NULL;
	if (ft_conf_number(conf, FT_CONF_PRIORITY_TYPE) == 1)
		world->algo = ft_algo_of(conf);
	(void)ft_share_params_of(conf, NULL, &world->share_params);
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

void
ft_world_settle(struct ft_world *world)
{
	world->n_arriving = world->n_waiting = world->n_running = 0;
	world->n_told = world->n_lending = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		job->group = FT_GROUP_NONE;
		ft_world_regroup(world, job);
		world->n_told += ft_job_is_ending(job);
		world->n_lending += ft_job_is_lending(job);
	}
	if (!world->ledger)
		ft_ledger_new(world);
	ft_policy_reset(world);
	ft_future_forget(world);
	ft_place_reset(world);
	ft_subordination_reset(world, ft_subordination_apply);
	ft_queue_reset(world);
	ft_depend_reset(world);
}
