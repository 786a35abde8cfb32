/* Updates of whose a job is, where it runs and how large it is. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "sim/change_int.h"
#include "sim/policy.h"
#include "sim/reserve.h"
#include "sim/submit.h"
#include "sim/submit_int.h"

/*
 * What may not be changed any more once it runs, checked as at submission: the
 * old values come back if the new ones are refused.
 */
struct trial {
	struct ft_update *update;
	struct ft_job before;
	struct ft_submission sub;
};

static enum ft_refusal
try_begin(struct trial *trial, struct ft_update *update)
{
	struct ft_job *job = update->job;

	if (job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	*trial = (struct trial){
		.update = update,
		.before = *job,
		.sub = { .world = update->world,
		    .asker = update->asker,
		    .job = job,
		    .qos_name = "",
		    .at = update->world->now },
	};
	/* those that are still to arrive are counted when they do */
	if (job->submitted <= update->world->now)
		ft_policy_withdrawn(update->world, job);
	return FT_REFUSE_NONE;
}

static void
take_back(struct trial *trial)
{
	struct ft_job *job = trial->update->job;

	if (job->gres_need != trial->before.gres_need)
		ft_free(job->gres_need);
	if (job->license_need != trial->before.license_need)
		ft_free(job->license_need);
	*job = trial->before;
}

static enum ft_refusal
try_end(struct trial *trial, enum ft_refusal refusal)
{
	struct ft_update *update = trial->update;
	struct ft_job *job = update->job;
	const struct ft_partition *partition;

	if (refusal != FT_REFUSE_NONE) {
		take_back(trial);
	} else {
		if (job->gres_need != trial->before.gres_need)
			ft_free(trial->before.gres_need);
		if (job->license_need != trial->before.license_need)
			ft_free(trial->before.license_need);
		partition = ft_world_partition(update->world, job);
		ft_world_request(update->world, job, partition, job->req);
	}
	if (job->submitted <= update->world->now)
		ft_policy_submitted(update->world, job);
	if (refusal == FT_REFUSE_NONE)
		ft_update_reprioritise(update);
	return refusal;
}

/* ---- of jobs that run ------------------------------------------------------------- */

/* Nothing of all this changes once a job runs; but what is what it has already
 * is taken, and some mistakes are told before.  A job that gives nodes back is
 * not followed. */

static enum ft_refusal
keeps_partition(const struct ft_update *update)
{
	const struct ft_machine *machine = &update->world->machine;
	const struct ft_job *job = update->job;

	return job->where != UINT32_MAX &&
		       !strcmp(
			   update->value, machine->partition[job->where].name)
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_NOT_RUNNING;
}

static enum ft_refusal
keeps_qos(const struct ft_update *update)
{
	const struct ft_world *world = update->world;
	const struct ft_qos *own = ft_world_qos(world, update->job->qos);

	if (!*update->value || (own && !strcasecmp(update->value, own->name)))
		return FT_REFUSE_NONE;
	for (size_t i = 0; i < world->book.n_qos; i++)
		if (!strcasecmp(update->value, world->book.qos[i].name))
			return FT_REFUSE_NOT_RUNNING;
	return world->enforce & FT_ENFORCE_QOS ? FT_REFUSE_QOS
					       : FT_REFUSE_NOT_RUNNING;
}

static enum ft_refusal
keeps_nodes(const struct ft_update *update, uint32_t least, uint32_t most)
{
	size_t n = update->job->n_node;

	if (!least)
		return FT_REFUSE_NODE_COUNT;
	if (least > n)
		return FT_REFUSE_UNSUPPORTED;
	return least == n && (!most || most == n) ? FT_REFUSE_NONE
						  : FT_REFUSE_NOT_RUNNING;
}

/* ---- whose ----------------------------------------------------------------------- */

enum ft_refusal
ft_update_partition(struct ft_update *update)
{
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	if (refusal == FT_REFUSE_NOT_RUNNING)
		return keeps_partition(update);
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	update->job->partitions = ft_world_string(update->world, update->value);
	refusal = ft_submit_partitions(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_account(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_admits(&trial.sub);
	return try_end(&trial, refusal);
}

enum ft_refusal
ft_update_account(struct ft_update *update)
{
	const struct ft_asker *asker = update->asker;
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	/* a coordinator moves jobs only among what he coordinates */
	if (refusal == FT_REFUSE_NONE && !asker->privileged &&
	    strcmp(asker->name, update->job->user) != 0 &&
	    !ft_world_coordinates(update->world, asker, update->value))
		refusal = FT_REFUSE_USER;
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	update->job->account = ft_world_string(update->world, update->value);
	refusal = *update->value ? ft_submit_partitions(&trial.sub)
				 : FT_REFUSE_ACCOUNT;
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_account(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_admits(&trial.sub);
	return try_end(&trial, refusal);
}

enum ft_refusal
ft_update_qos(struct ft_update *update)
{
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	if (refusal == FT_REFUSE_NOT_RUNNING)
		return keeps_qos(update);
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	trial.sub.qos_name = update->value;
	trial.sub.change = true;
	refusal = ft_submit_partitions(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_qos(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_submit_admits(&trial.sub);
	return try_end(&trial, refusal);
}

enum ft_refusal
ft_update_reservation(struct ft_update *update)
{
	struct ft_world *world = update->world;
	enum ft_refusal refusal =
	    ft_reserve_admits(world, update->job, update->value);

	if (refusal != FT_REFUSE_NONE)
		return refusal;
	update->job->reservation = ft_world_string(world, update->value);
	return FT_REFUSE_NONE;
}

/* ---- how large --------------------------------------------------------------------- */

static bool
fits_somewhere(const struct ft_submission *sub)
{
	const struct ft_partition *all = sub->world->machine.partition;

	for (size_t i = 0; i < sub->n_partition; i++)
		if (ft_submit_fits(sub, &all[sub->partition[i]]) ==
		    FT_REFUSE_NONE)
			return true;
	return false;
}

/* The size has changed: could it ever run? */
static enum ft_refusal
check_size(struct trial *trial)
{
	enum ft_refusal refusal = ft_submit_partitions(&trial->sub);

	if (refusal != FT_REFUSE_NONE)
		return refusal;
	ft_submit_size(&trial->sub);
	return fits_somewhere(&trial->sub) &&
		       ft_submit_possible(&trial->sub) == FT_REFUSE_NONE
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_PARTITION_CONFIG;
}

/* "2", "2-4" */
static bool
read_nodes(const char *text, uint32_t *least, uint32_t *most)
{
	const char *dash = strchr(text, '-');
	char *first =
	    dash ? ft_strndup(text, (size_t)(dash - text)) : ft_strdup(text);
	bool good = ft_num_u32(first, least);

	*most = 0;
	if (dash)
		good = good && ft_num_u32(dash + 1, most) && *most >= *least;
	ft_free(first);
	return good;
}

enum ft_refusal
ft_update_nodes(struct ft_update *update)
{
	struct ft_job *job = update->job;
	struct trial trial;
	uint32_t least, most;
	enum ft_refusal refusal;

	if (!read_nodes(update->value, &least, &most)) {
		update->status = ft_fail(update->err, FT_EINVAL,
		    "Invalid numeric value \"%s\" for requested node count.",
		    update->value);
		return FT_REFUSE_NONE;
	}
	refusal = try_begin(&trial, update);
	if (refusal == FT_REFUSE_NOT_RUNNING)
		return keeps_nodes(update, least, most);
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	job->min_nodes = least;
	job->max_nodes = most;
	job->nodes_given = true;
	if (job->tasks_wanted < least)
		job->tasks_wanted = least;
	if (!least || least > update->world->machine.n_node)
		return try_end(&trial, FT_REFUSE_NODE_COUNT);
	return try_end(&trial, check_size(&trial));
}

/* A number that is not 0. */
static bool
read_number(struct ft_update *update, const char *key, uint32_t *number)
{
	if (ft_num_u32(update->value, number) && *number)
		return true;
	(void)ft_update_bad(update, key);
	return false;
}

/* Tasks do not tell any more how many CPUs it asks for: they stay as they are,
 * in all and of each node. */
static void
fix_cpus(struct ft_update *update)
{
	struct ft_job *job = update->job;
	uint32_t least = job->cpus_per_task ? job->cpus_per_task : 1;
	char text[16];

	if (job->tasks_per_node)
		least = ft_num_in_u32(ft_num_times(least, job->tasks_per_node));
	if (!job->shape.cpus) {
		snprintf(text, sizeof text, "%u", ft_submit_cpus(job));
		ft_update_option(update, "num_cpus", text);
	}
	if (!job->shape.cpus_per_node) {
		snprintf(text, sizeof text, "%u", least);
		ft_update_option(update, "mincpus", text);
	}
}

static enum ft_refusal
set_tasks(struct ft_update *update, const char *key, bool per_task)
{
	struct ft_job *job = update->job;
	struct trial trial;
	uint32_t value;
	enum ft_refusal refusal;

	if (!read_number(update, key, &value))
		return FT_REFUSE_NONE;
	refusal = try_begin(&trial, update);
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	fix_cpus(update);
	if (per_task)
		job->cpus_per_task = value;
	else
		job->tasks_wanted = value;
	job->tasks_given = true;
	return try_end(&trial, check_size(&trial));
}

enum ft_refusal
ft_update_tasks(struct ft_update *update)
{
	return set_tasks(update, "NumTasks", false);
}

enum ft_refusal
ft_update_cpus_per_task(struct ft_update *update)
{
	return set_tasks(update, "CPUsPerTask", true);
}

/* The memory it asks for is that of its submission until memory is changed. */
static enum ft_refusal
set_cpus(struct ft_update *update, const char *option, const char *value)
{
	uint64_t memory = update->job->req ? update->job->req[FT_TRES_MEM] : 0;
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	if (refusal != FT_REFUSE_NONE)
		return refusal;
	ft_update_option(update, option, value);
	refusal = try_end(&trial, check_size(&trial));
	if (refusal == FT_REFUSE_NONE && update->job->req)
		update->job->req[FT_TRES_MEM] = memory;
	return refusal;
}

/* "4", or "4-8" of which the first counts. */
enum ft_refusal
ft_update_cpus(struct ft_update *update)
{
	uint32_t least, most;

	if (!read_nodes(update->value, &least, &most) || !least)
		return ft_update_bad(update, "NumCPUs");
	return set_cpus(update, "num_cpus", update->value);
}

/* More CPUs of each node are more CPUs in all. */
enum ft_refusal
ft_update_node_cpus(struct ft_update *update)
{
	const struct ft_job *job = update->job;
	enum ft_refusal refusal;
	uint32_t least;
	char text[24];

	if (!ft_num_u32(update->value, &least))
		return ft_update_bad(update, "MinCPUsNode");
	if (!least)
		return FT_REFUSE_NONE;
	refusal = set_cpus(update, "mincpus", update->value);
	if (refusal != FT_REFUSE_NONE ||
	    (uint64_t)least * job->min_nodes <= ft_submit_cpus(job))
		return refusal;
	snprintf(text, sizeof text, "%llu",
	    (unsigned long long)least * job->min_nodes);
	return set_cpus(update, "num_cpus", text);
}

static enum ft_refusal
set_memory(struct ft_update *update, uint64_t per_node, uint64_t per_cpu)
{
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	if (refusal != FT_REFUSE_NONE)
		return refusal;
	update->job->mem_per_node = per_node;
	update->job->mem_per_cpu = per_cpu;
	return try_end(&trial, check_size(&trial));
}

enum ft_refusal
ft_update_node_memory(struct ft_update *update)
{
	uint32_t value;

	if (!ft_num_u32(update->value, &value))
		return ft_update_bad(update, "MinMemoryNode");
	return set_memory(update, value, FT_MEM_UNSET);
}

enum ft_refusal
ft_update_cpu_memory(struct ft_update *update)
{
	uint32_t value;

	if (!ft_num_u32(update->value, &value))
		return ft_update_bad(update, "MinMemoryCPU");
	return set_memory(update, FT_MEM_UNSET, value);
}

enum ft_refusal
ft_update_disk(struct ft_update *update)
{
	uint32_t value;

	if (!ft_num_u32(update->value, &value))
		return ft_update_bad(update, "MinTmpDiskNode");
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	update->job->disk_per_node = value;
	return FT_REFUSE_NONE;
}

/* ---- names of things ---------------------------------------------------------------- */

static enum ft_refusal
set_names(struct ft_update *update, const char **text)
{
	struct trial trial;
	enum ft_refusal refusal = try_begin(&trial, update);

	if (refusal != FT_REFUSE_NONE)
		return refusal;
	if (text == &update->job->gres && !*update->value)
		return try_end(&trial, FT_REFUSE_TRES);
	*text = ft_world_string(
	    update->world, text == &update->job->gres &&
				   strncmp(update->value, "gres:", 5) == 0
			       ? update->value + 5
			       : update->value);
	if (text == &update->job->gres) {
		update->job->gres_need = NULL;
		update->job->n_gres_need = 0;
	} else if (text == &update->job->licenses) {
		update->job->license_need = NULL;
		update->job->n_license_need = 0;
	}
	refusal = ft_submit_names(&trial.sub);
	if (refusal == FT_REFUSE_NONE)
		refusal = check_size(&trial);
	/* nodes that are named later do not tell how many it asks for */
	update->job->min_nodes = trial.before.min_nodes;
	return try_end(&trial, refusal);
}

enum ft_refusal
ft_update_gres(struct ft_update *update)
{
	return set_names(update, &update->job->gres);
}

/* Other TRES than generic resources are not asked for of a node. */
enum ft_refusal
ft_update_tres_per_node(struct ft_update *update)
{
	return strncmp(update->value, "gres:", 5) == 0 ? ft_update_gres(update)
						       : FT_REFUSE_TRES;
}

enum ft_refusal
ft_update_licenses(struct ft_update *update)
{
	return set_names(update, &update->job->licenses);
}

enum ft_refusal
ft_update_features(struct ft_update *update)
{
	return set_names(update, &update->job->features);
}

enum ft_refusal
ft_update_node_list(struct ft_update *update)
{
	return set_names(update, &update->job->req_nodes);
}

enum ft_refusal
ft_update_not_nodes(struct ft_update *update)
{
	return set_names(update, &update->job->exc_nodes);
}

enum ft_refusal
ft_update_share(struct ft_update *update)
{
	bool yes;

	if (!ft_update_yes(update, "OverSubscribe", &yes))
		return FT_REFUSE_NONE;
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	ft_update_option(update, "update_oversubscribe", yes ? "yes" : "no");
	update->job->exclusive = !yes;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_contiguous(struct ft_update *update)
{
	bool yes;

	if (!ft_update_yes(update, "Contiguous", &yes))
		return FT_REFUSE_NONE;
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	update->job->contiguous = yes;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_run_time(struct ft_update *update)
{
	int64_t seconds;
	uint64_t plain;

	/* plain numbers are seconds, as --runtime has them */
	if (ft_num_u64(update->value, &plain) && plain < INT32_MAX)
		seconds = (int64_t)plain;
	else if (!ft_time_duration(update->value, &seconds))
		return ft_update_bad(update, "RunTime");
	update->job->run_time = seconds == FT_TIME_UNLIMITED ? -1 : seconds;
	return FT_REFUSE_NONE;
}
