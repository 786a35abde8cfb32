/*
 * Updates of a job's account, where it runs, and how large it is.
 *
 * Cases: tests/oracle/cases/v18-update-job, z41-sizes-running.
 */

#include "base/text/timefmt.h"
#include "model/job/nodecount.h"
#include "sim/place/place.h"
#include "sim/policy/policy.h"
#include "sim/reserve/reserve.h"
#include "sim/submit/steps.h"
#include "sim/update/private.h"
#include "sim/world/request.h"

/* A change that is checked like a submission; if it is refused, the old values
 * are restored. */
struct trial {
	struct ft_update *update;
	struct ft_job before;
	struct ft_submission sub;
};

static void
try_begin(struct trial *trial, struct ft_update *update)
{
	struct ft_job *job = update->job;

	*trial = (struct trial){
		.update = update,
		.before = *job,
		.sub = { .world = update->world,
		    .asker = update->asker,
		    .job = job,
		    .qos_name = "",
		    .at = update->world->now },
	};
	/* jobs that arrive later are counted when they arrive */
	if (job->submitted <= update->world->now)
		ft_policy_withdrawn(update->world, job);
}

static enum ft_refusal
try_end(struct trial *trial, enum ft_refusal refusal)
{
	struct ft_world *world = trial->update->world;
	struct ft_job *job = trial->update->job, *before = &trial->before;
	struct ft_job *lost = refusal == FT_REFUSE_NONE ? before : job;

	if (job->gres_need != before->gres_need)
		ft_free(lost->gres_need);
	if (job->license_need != before->license_need)
		ft_free(lost->license_need);
	if (refusal != FT_REFUSE_NONE)
		*job = *before;
	else
		ft_world_request(
		    world, job, ft_world_partition(world, job), job->req);
	if (job->submitted <= world->now)
		ft_policy_submitted(world, job);
	if (refusal == FT_REFUSE_NONE)
		ft_update_reprioritise(trial->update);
	return refusal;
}

/* ---- running jobs -------------------------------------------------------- */

/*
 * Nothing of this changes once a job runs.  As in Slurm, values the job already
 * has are accepted, and some errors take precedence.  Jobs that give back nodes
 * are not supported.
 */

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

/* Whether it names known QOS. */
static bool
names_qos(const struct ft_update *update)
{
	uint32_t qos[FT_WORLD_QOS];
	bool good;

	return ft_world_qos_named(update->world, update->value, qos, &good) &&
	       good;
}

/* Whether it names only the QOS in which the job runs or waits. */
static bool
names_own_qos(const struct ft_update *update)
{
	const struct ft_qos *own =
	    ft_world_qos(update->world, update->job->qos);

	return own && !strcasecmp(update->value, own->name);
}

static enum ft_refusal
keeps_qos(const struct ft_update *update)
{
	const struct ft_world *world = update->world;

	if (!*update->value)
		return ft_release_has(
			   ft_conf_release(world->conf), FT_RULE_NO_QOS_REFUSED)
			   ? FT_REFUSE_QOS
			   : FT_REFUSE_NONE;
	if (names_own_qos(update))
		return FT_REFUSE_NONE;
	return world->enforce & FT_ENFORCE_QOS && !names_qos(update)
		   ? FT_REFUSE_QOS
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

/* ---- account and partition ----------------------------------------------- */

typedef enum ft_refusal step_fn(struct ft_submission *sub);

/* Check access, with the STEP that sets what has changed. */
static enum ft_refusal
check_access(struct trial *trial, step_fn *step)
{
	FT_ADMIT(ft_submit_partitions(&trial->sub));
	FT_ADMIT(step(&trial->sub));
	return ft_submit_admits(&trial->sub);
}

enum ft_refusal
ft_update_partition(struct ft_update *update)
{
	struct trial trial;

	if (update->job->state != FT_JOB_PENDING)
		return keeps_partition(update);
	if (!*update->value &&
	    !ft_release_has(ft_conf_release(update->world->conf),
		FT_RULE_PARTITION_UNNAMED))
		return FT_REFUSE_PARTITION;
	try_begin(&trial, update);
	update->job->partitions = ft_world_string(update->world, update->value);
	return try_end(&trial, check_access(&trial, ft_submit_account));
}

enum ft_refusal
ft_update_account(struct ft_update *update)
{
	const struct ft_asker *asker = update->asker;
	struct trial trial;

	/* a coordinator may move jobs only to accounts he coordinates */
	if (!asker->privileged && strcmp(asker->name, update->job->user) != 0 &&
	    !ft_world_coordinates(update->world, asker, update->value))
		return FT_REFUSE_USER;
	try_begin(&trial, update);
	update->job->account = ft_world_string(update->world, update->value);
	return try_end(&trial, *update->value
				   ? check_access(&trial, ft_submit_account)
				   : FT_REFUSE_ACCOUNT);
}

enum ft_refusal
ft_update_qos(struct ft_update *update)
{
	enum ft_release release = ft_conf_release(update->world->conf);
	struct trial trial;

	if (update->job->state != FT_JOB_PENDING)
		return keeps_qos(update);
	/* then those beside it stay, too */
	if (names_own_qos(update) &&
	    ft_release_has(release, FT_RULE_OWN_QOS_KEPT))
		return FT_REFUSE_NONE;
	if (!*update->value && ft_release_has(release, FT_RULE_NO_QOS_REFUSED))
		return FT_REFUSE_QOS;
	try_begin(&trial, update);
	ft_update_option(update, "qos", *update->value ? update->value : NULL);
	trial.sub.qos_name = update->value;
	trial.sub.change = true;
	return try_end(&trial, check_access(&trial, ft_submit_qos));
}

enum ft_refusal
ft_update_reservation(struct ft_update *update)
{
	struct ft_world *world = update->world;

	FT_ADMIT(ft_reserve_admits(world, update->job, update->value));
	update->job->reservation = ft_world_string(world, update->value);
	return FT_REFUSE_NONE;
}

/* ---- how large ----------------------------------------------------------- */

/* Compute the new size; whether the job could ever run is looked at when the
 * whole update is done: many.c. */
static enum ft_refusal
set_size(struct trial *trial)
{
	FT_ADMIT(ft_submit_partitions(&trial->sub));
	ft_submit_size(&trial->sub);
	return FT_REFUSE_NONE;
}

/* Read "2" or "2-4". */
static bool
read_nodes(const char *text, uint32_t *least, uint32_t *most)
{
	const char *dash = strchr(text, '-');
	char *first FT_CLEANUP(ft_free_at) =
	    dash ? ft_strndup(text, (size_t)(dash - text)) : ft_strdup(text);
	bool good = ft_num_u32(first, least);

	*most = 0;
	if (dash)
		good = good && ft_num_u32(dash + 1, most) && *most >= *least;
	return good;
}

enum ft_refusal
ft_update_nodes(struct ft_update *update)
{
	struct ft_job *job = update->job;
	struct trial trial;
	bool lists = ft_nodecount_lists(ft_conf_release(update->world->conf));
	struct ft_nodecount count = { 0 };
	enum ft_status status =
	    ft_nodecount_read(update->value, lists, &count, update->err);
	struct ft_str sizes FT_CLEANUP(ft_str_free) = count.sizes;

	if (status != FT_OK)
		return ft_update_fail(update, status);
	if (!strpbrk(update->value, "-,:"))
		count.most = 0;
	if (job->state != FT_JOB_PENDING)
		return keeps_nodes(update, count.least, count.most);
	try_begin(&trial, update);
	ft_update_option(
	    update, "job_size", sizes.len ? ft_str_text(&sizes) : NULL);
	ft_update_option(update, "ran_nodes", NULL);
	job->min_nodes = count.least;
	job->max_nodes = count.most;
	job->nodes_given = true;
	if (job->tasks_wanted < count.least)
		job->tasks_wanted = count.least;
	if (!count.least)
		return try_end(&trial, FT_REFUSE_NODE_COUNT);
	return try_end(&trial, set_size(&trial));
}

/* Once tasks are changed, they no longer determine the CPUs: those stay as they
 * are, in all and per node. */
static void
fix_cpus(struct ft_update *update)
{
	struct ft_job *job = update->job;
	uint32_t least = job->cpus_per_task ? job->cpus_per_task : 1;
	char text[16];

	if (job->tasks_per_node)
		least = ft_num_in_u32(ft_num_times(least, job->tasks_per_node));
	if (!job->shape.cpus) {
		snprintf(text, sizeof text, "%u", ft_job_cpus(job));
		ft_update_option(update, "num_cpus", text);
	}
	if (!job->shape.cpus_per_node) {
		snprintf(text, sizeof text, "%u", least);
		ft_update_option(update, "mincpus", text);
	}
}

enum ft_refusal
ft_update_tasks(struct ft_update *update)
{
	bool cpus = ft_release_has(
	    ft_conf_release(update->world->conf), FT_RULE_NO_CPUS_REFUSED);
	struct trial trial;

	if (!update->number)
		return cpus ? FT_REFUSE_CPUS : FT_REFUSE_TASKS;
	try_begin(&trial, update);
	fix_cpus(update);
	*(uint32_t *)ft_update_member(update) = update->number;
	update->job->tasks_given = true;
	return try_end(&trial, set_size(&trial));
}

/* The memory stays that of the submission until memory itself is changed. */
static enum ft_refusal
set_cpus(struct ft_update *update, const char *option, const char *value)
{
	uint64_t memory = update->job->req ? update->job->req[FT_TRES_MEM] : 0;
	struct trial trial;

	try_begin(&trial, update);
	ft_update_option(update, option, value);
	FT_ADMIT(try_end(&trial, set_size(&trial)));
	if (update->job->req)
		update->job->req[FT_TRES_MEM] = memory;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_is_range(struct ft_update *update)
{
	uint32_t least, most;

	return read_nodes(update->value, &least, &most) && least
		   ? FT_REFUSE_NONE
		   : ft_update_bad(update);
}

/* "4", or "4-8", of which the first number counts */
enum ft_refusal
ft_update_cpus(struct ft_update *update)
{
	return set_cpus(update, "num_cpus", update->value);
}

/* More CPUs per node may mean more CPUs in all. */
enum ft_refusal
ft_update_node_cpus(struct ft_update *update)
{
	const struct ft_job *job = update->job;
	char text[24];

	if (!update->number)
		return FT_REFUSE_NONE;
	if (job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	FT_ADMIT(set_cpus(update, "mincpus", update->value));
	if ((uint64_t)update->number * job->min_nodes <= ft_job_cpus(job))
		return FT_REFUSE_NONE;
	snprintf(text, sizeof text, "%llu",
	    (unsigned long long)update->number * job->min_nodes);
	return set_cpus(update, "num_cpus", text);
}

enum ft_refusal
ft_update_memory(struct ft_update *update)
{
	struct ft_job *job = update->job;
	struct trial trial;

	try_begin(&trial, update);
	job->mem_per_node = job->mem_per_cpu = FT_MEM_UNSET;
	*(uint64_t *)ft_update_member(update) = update->number;
	return try_end(&trial, set_size(&trial));
}

/* ---- names --------------------------------------------------------------- */

/* Names have changed: check them, and compute the size that follows from them. */
static enum ft_refusal
end_names(struct trial *trial)
{
	enum ft_refusal refusal = ft_submit_names(&trial->sub);

	if (refusal == FT_REFUSE_NONE)
		refusal = set_size(trial);
	/* nodes named later do not change the number of nodes */
	trial->update->job->min_nodes = trial->before.min_nodes;
	return try_end(trial, refusal);
}

/* Set the text of the key; licenses are counted again. */
static void
set_names(struct ft_update *update)
{
	struct ft_job *job = update->job;
	const char **text = ft_update_member(update);

	*text = ft_world_string(update->world, update->value);
	if (text == &job->licenses) {
		job->license_need = NULL;
		job->n_license_need = 0;
	}
}

enum ft_refusal
ft_update_names(struct ft_update *update)
{
	struct trial trial;

	try_begin(&trial, update);
	set_names(update);
	return end_names(&trial);
}

/* A job that runs may name its nodes, which changes nothing.  Those that give back
 * nodes are not supported. */
static enum ft_refusal
keeps_names(const struct ft_update *update)
{
	const struct ft_machine *machine = &update->world->machine;
	bool *mark FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_node + 1, sizeof *mark);
	struct ft_error err = { 0 };

	if (ft_machine_mark_nodes(machine, update->value, mark, &err) != FT_OK)
		return FT_REFUSE_NODE_NAME;
	return !strcmp(update->value, update->job->nodes)
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_NOT_RUNNING;
}

enum ft_refusal
ft_update_req_nodes(struct ft_update *update)
{
	return update->job->state == FT_JOB_PENDING ? ft_update_names(update)
						    : keeps_names(update);
}

/* Unlike all else that a job requests, its licenses may change while it runs. */
enum ft_refusal
ft_update_licenses(struct ft_update *update)
{
	struct ft_world *world = update->world;
	struct ft_job *job = update->job;
	struct ft_job before = *job;
	struct ft_submission sub = { .world = world, .job = job };
	enum ft_refusal refusal;

	if (job->state == FT_JOB_PENDING)
		return ft_update_names(update);
	ft_place_give(world, job);
	set_names(update);
	refusal = ft_submit_counts(&sub);
	ft_free(refusal == FT_REFUSE_NONE ? before.license_need
					  : job->license_need);
	if (refusal != FT_REFUSE_NONE)
		*job = before;
	ft_place_take(world, job);
	return refusal;
}

enum ft_refusal
ft_update_gres(struct ft_update *update)
{
	struct ft_job *job = update->job;
	const char *value = update->value;
	struct trial trial;

	if (!*value && !*job->gres)
		return strcmp(update->key->name, "Gres") != 0 ? FT_REFUSE_NONE
							      : FT_REFUSE_TRES;
	try_begin(&trial, update);
	if (strncmp(value, "gres:", 5) == 0)
		value += 5;
	job->gres = ft_world_string(update->world, value);
	job->gres_need = NULL;
	job->n_gres_need = 0;
	return end_names(&trial);
}

enum ft_refusal
ft_update_share(struct ft_update *update)
{
	ft_update_option(
	    update, "update_oversubscribe", update->number ? "yes" : "no");
	update->job->exclusive = !update->number;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_run_time(struct ft_update *update)
{
	int64_t seconds;
	uint64_t plain;

	/* plain numbers are seconds, as with --runtime */
	if (ft_num_u64(update->value, &plain) && plain < INT32_MAX)
		seconds = (int64_t)plain;
	else if (!ft_time_duration(update->value, &seconds))
		return ft_update_bad(update);
	update->job->run_time = seconds == FT_TIME_UNLIMITED ? -1 : seconds;
	return FT_REFUSE_NONE;
}
