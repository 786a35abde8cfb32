#include "jobdoc/jobflag.h"

#include "common/jobtext.h"
#include "model/job/joboption.h"

typedef bool flag_fn(const struct ft_world *world, const struct ft_job *job);

/* ---- as submitted ------------------------------------------------------------- */

static bool
option_is(const struct ft_job *job, const char *key, const char *word)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_job_option(job, key, &text);
	return ft_list_has(ft_str_text(&text), ft_word_of(word));
}

bool
ft_jobflag_gives(const struct ft_job *job, const char *word)
{
	return option_is(job, FT_JOBFLAG_GIVEN, word);
}

static bool
kills(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return option_is(job, "kill_on_invalid_dep", "yes");
}

static bool
kills_not(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return option_is(job, "kill_on_invalid_dep", "no");
}

static bool
binds_gres(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return option_is(job, "gres_flags", "enforce-binding");
}

static bool
binds_no_gres(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return option_is(job, "gres_flags", "disable-binding");
}

static bool
spreads(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return job->shape.spread;
}

static bool
wants_few_nodes(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return job->shape.few_nodes;
}

static bool
has_tasks(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return job->tasks_given;
}

static bool
has_cpus(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return ft_jobflag_gives(job, "cpus_per_task");
}

static bool
has_memory(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return ft_jobflag_gives(job, "memory");
}

static bool
uses_account(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return !ft_jobflag_gives(job, "account");
}

static bool
uses_partition(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return !ft_jobflag_gives(job, "partition");
}

static bool
uses_qos(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return !ft_jobflag_gives(job, "qos");
}

static bool
uses_wckey(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return !ft_jobflag_gives(job, "wckey");
}

/* ---- what became of it ---------------------------------------------------------- */

static bool
has_started(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return ft_jobtext_has_run(job);
}

static bool
is_running(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return job->state == FT_JOB_RUNNING || job->state == FT_JOB_SUSPENDED;
}

/* It was submitted held, or depends on others: it was not eligible so far. */
static bool
is_dependent(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	return !job->eligible && (job->hold || job->n_depend);
}

/* It asked for no partition and has the default one. */
static bool
is_assigned(const struct ft_world *world, const struct ft_job *job)
{
	return uses_partition(world, job) && !strchr(job->partitions, ',');
}

static bool
was_backfilled(const struct ft_world *world, const struct ft_job *job)
{
	return has_started(world, job) && job->scheduler == FT_SCHED_BACKFILL;
}

bool
ft_jobflag_limits_nodes(const struct ft_world *world, const struct ft_job *job)
{
	return job->tasks_given && !job->nodes_given &&
	       ft_release_has(
		   ft_conf_release(world->conf), FT_RULE_TASKS_LIMIT_NODES);
}

#define ALWAYS 0, 0
#define OLD    0, FT_RELEASE_23_02
#define NEW    FT_RELEASE_23_02, 0

/* ---- in the order of their bits ---------------------------------------------------- */

static const struct {
	const char *name;
	flag_fn *has;
	enum ft_release since, until;
} flags[] = {
	{ "KILL_INV_DEP", kills, OLD },
	{ "KILL_INVALID_DEPENDENCY", kills, NEW },
	{ "NO_KILL_INVALID_DEPENDENCY", kills_not, NEW },
	{ "SPREAD_JOB", spreads, ALWAYS },
	{ "USE_MIN_NODES", wants_few_nodes, OLD },
	{ "PREFER_MINIMUM_NODE_COUNT", wants_few_nodes, NEW },
	{ "EXACT_TASK_COUNT_REQUESTED", has_tasks, NEW },
	{ "JOB_CPUS_SET", has_cpus, OLD },
	{ "EXACT_CPU_COUNT_REQUESTED", has_cpus, NEW },
	{ "GRES_BINDING_DISABLED", binds_no_gres, NEW },
	{ "GRES_BINDING_ENFORCED", binds_gres, NEW },
	{ "JOB_ACCRUE_OVER", has_started, OLD },
	{ "ACCRUE_COUNT_CLEARED", has_started, NEW },
	{ "JOB_WAS_RUNNING", is_running, ALWAYS },
	{ "JOB_MEM_SET", has_memory, OLD },
	{ "EXACT_MEMORY_REQUESTED", has_memory, NEW },
	{ "USING_DEFAULT_ACCOUNT", uses_account, NEW },
	{ "USING_DEFAULT_PARTITION", uses_partition, NEW },
	{ "USING_DEFAULT_QOS", uses_qos, NEW },
	{ "USING_DEFAULT_WCKEY", uses_wckey, NEW },
	{ "DEPENDENT", is_dependent, NEW },
	{ "PARTITION_ASSIGNED", is_assigned, NEW },
	{ "BACKFILL_ATTEMPTED", was_backfilled, NEW },
	{ "JOB_IMPLICIT_MAX_NODES", ft_jobflag_limits_nodes, NEW },
};

void
ft_jobflag_add(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	enum ft_release release = ft_conf_release(world->conf);

	for (size_t i = 0; i < FT_COUNT(flags); i++)
		if (ft_release_within(
			release, flags[i].since, flags[i].until) &&
		    flags[i].has(world, job))
			ft_str_addf(
			    str, "%s%s", str->len ? "," : "", flags[i].name);
}
