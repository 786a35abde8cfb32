/*
 * size.c - the size of a job: names are checked, defaults filled in, and is it
 * possible at all?
 *
 * Source: sbatch(1), slurm.conf(5); tests/oracle/cases/z40-sbatch-sizes.
 */

#include "model/job/joboption.h"
#include "model/account/qos.h"
#include "sim/reserve/reserve.h"
#include "sim/submit/steps.h"
#include "sim/world/request.h"

/* ---- names --------------------------------------------------------------- */

/* Get the nodes of the host list TEXT, which the caller frees; false: not all
 * of them exist. */
static bool
hosts_of(
    const struct ft_world *world, const char *text, uint32_t **node, size_t *n)
{
	*node = NULL;
	*n = 0;
	return !*text ||
	       ft_machine_hosts(&world->machine, text, node, n, NULL) == FT_OK;
}

static bool
knows_nodes(const struct ft_world *world, const char *text)
{
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n;
	bool good = hosts_of(world, text, &node, &n);

	return good;
}

/* Returns whether two host lists have a node in common. */
static bool
overlap(const struct ft_world *world, const char *a, const char *b)
{
	uint32_t *left FT_CLEANUP(ft_free_at) = NULL,
		       *right FT_CLEANUP(ft_free_at) = NULL;
	size_t n, m, i = 0, j = 0;

	(void)hosts_of(world, a, &left, &n);
	(void)hosts_of(world, b, &right, &m);
	while (i < n && j < m && left[i] != right[j])
		if (left[i] < right[j])
			i++;
		else
			j++;
	return i < n && j < m;
}

/* Write a host list as slurmctld does: sorted, "n[1-3]". */
static void
fold(struct ft_world *world, const char **text)
{
	struct ft_str str = { 0 };
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n;

	if (hosts_of(world, *text, &node, &n)) {
		ft_machine_add_hosts(&str, &world->machine, node, n);
		*text = ft_world_keep(world, &str);
	}
}

enum ft_refusal
ft_submit_required(struct ft_submission *sub)
{
	if (!knows_nodes(sub->world, sub->job->req_nodes))
		return FT_REFUSE_NODE_NAME;
	fold(sub->world, &sub->job->req_nodes);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_submit_excluded(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;

	if (!knows_nodes(world, job->exc_nodes) ||
	    overlap(world, job->req_nodes, job->exc_nodes))
		return FT_REFUSE_NODE_NAME;
	fold(world, &job->exc_nodes);
	return FT_REFUSE_NONE;
}

/* Check that licenses exist, and in that number. */
enum ft_refusal
ft_submit_counts(struct ft_submission *sub)
{
	const struct ft_machine *machine = &sub->world->machine;
	struct ft_job *job = sub->job;

	if (*job->licenses && !job->license_need &&
	    ft_machine_parse_licenses(machine, job->licenses,
		&job->license_need, &job->n_license_need, NULL) != FT_OK)
		return FT_REFUSE_LICENSE;
	for (size_t i = 0; i < job->n_license_need; i++)
		if (job->license_need[i].count >
		    machine->license[job->license_need[i].index].count)
			return FT_REFUSE_LICENSE;
	if (*job->gres && !job->gres_need &&
	    ft_machine_parse_gres(machine, job->gres, &job->gres_need,
		&job->n_gres_need, NULL) != FT_OK)
		return FT_REFUSE_GRES;
	return FT_REFUSE_NONE;
}

/* Whether --prefer may be. */
static enum ft_refusal
admit_preferred(const struct ft_submission *sub)
{
	enum ft_release release = ft_conf_release(sub->world->conf);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (!ft_job_option(sub->job, "prefer", &text) || !text.len)
		return FT_REFUSE_NONE;
	if (!ft_features_are_sound(ft_str_text(&text), release))
		return ft_release_has(release, FT_RULE_PREFER_REFUSED_AS_SUCH)
			   ? FT_REFUSE_PREFER
			   : FT_REFUSE_FEATURE;
	return ft_machine_knows_features(
		   &sub->world->machine, ft_str_text(&text))
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_PREFER;
}

/* Whether --batch, names with & and |, can be had among the names of
 * --constraint. */
static bool
admits_batch(const struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	return !ft_job_option(job, "batch", &text) ||
	       ft_features_name(job->features, ft_str_text(&text));
}

enum ft_refusal
ft_submit_features(struct ft_submission *sub)
{
	enum ft_release release = ft_conf_release(sub->world->conf);
	struct ft_job *job = sub->job;

	if (*job->features && (!ft_features_are_sound(job->features, release) ||
				  !ft_machine_knows_features(
				      &sub->world->machine, job->features)))
		return FT_REFUSE_FEATURE;
	FT_ADMIT(admit_preferred(sub));
	if (strchr(job->features, ',')) {
		/* only & is kept */
		struct ft_str text = { 0 };

		for (const char *c = job->features; *c; c++)
			ft_str_add_char(&text, *c == ',' ? '&' : *c);
		job->features = ft_world_keep(sub->world, &text);
	}
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_submit_batch(struct ft_submission *sub)
{
	if (admits_batch(sub->job))
		return FT_REFUSE_NONE;
	return ft_release_has(ft_conf_release(sub->world->conf),
		   FT_RULE_BATCH_OF_CONSTRAINT)
		   ? FT_REFUSE_BATCH_OF
		   : FT_REFUSE_BATCH;
}

enum ft_refusal
ft_submit_names(struct ft_submission *sub)
{
	FT_ADMIT(ft_submit_required(sub));
	FT_ADMIT(ft_submit_excluded(sub));
	FT_ADMIT(ft_submit_counts(sub));
	FT_ADMIT(ft_submit_features(sub));
	return ft_submit_batch(sub);
}

/* ---- size ---------------------------------------------------------------- */

/* Set the memory of a job that requests none: the partition's default, else the
 * cluster's. */
static void
usual_memory(const struct ft_submission *sub)
{
	const struct ft_partition *partition =
	    &sub->world->machine.partition[sub->partition[0]];
	const struct ft_conf *conf = sub->world->conf;
	struct ft_job *job = sub->job;
	int64_t per_cpu = ft_conf_number(conf, FT_CONF_DEF_MEM_PER_CPU);
	int64_t per_node = ft_conf_number(conf, FT_CONF_DEF_MEM_PER_NODE);

	if (job->mem_per_node != FT_MEM_UNSET ||
	    job->mem_per_cpu != FT_MEM_UNSET)
		return;
	if (partition->def_mem_per_cpu &&
	    partition->def_mem_per_cpu != FT_UNLIMITED)
		job->mem_per_cpu = partition->def_mem_per_cpu;
	else if (partition->def_mem_per_node)
		job->mem_per_node = partition->def_mem_per_node;
	else if (per_node > 0)
		job->mem_per_node = (uint64_t)per_node;
	else if (per_cpu > 0)
		job->mem_per_cpu = (uint64_t)per_cpu;
	else
		job->mem_per_node = 0;
}

/* Give the job no fewer than CPUS on each node. */
static void
need_cpus(const struct ft_submission *sub, uint64_t cpus)
{
	struct ft_job *job = sub->job;
	struct ft_str json = { 0 };
	char text[24];

	if (job->shape.cpus_per_node >= cpus)
		return;
	snprintf(text, sizeof text, "%" PRIu64, cpus);
	ft_job_option_put(&json, job->options, "mincpus", text);
	job->options = ft_world_keep(sub->world, &json);
	job->shape.cpus_per_node = ft_num_in_u32(cpus);
}

/* A job that requests more memory per CPU than MaxMemPerCPU gets more CPUs per
 * task instead, or more on each node: slurm.conf(5), MaxMemPerCPU. */
static void
cap_memory(const struct ft_submission *sub)
{
	const struct ft_partition *partition =
	    &sub->world->machine.partition[sub->partition[0]];
	struct ft_job *job = sub->job;
	uint64_t most = partition->max_mem_per_cpu, times;

	if (!most && !partition->max_mem_per_node)
		most = (uint64_t)ft_conf_number(
		    sub->world->conf, FT_CONF_MAX_MEM_PER_CPU);
	if (most && job->mem_per_node != FT_MEM_UNSET &&
	    job->mem_per_node > most)
		need_cpus(sub, ft_num_parts(job->mem_per_node, most));
	if (!most || job->mem_per_cpu == FT_MEM_UNSET ||
	    job->mem_per_cpu <= most)
		return;
	times = ft_num_parts(job->mem_per_cpu, most);
	job->mem_per_cpu = ft_num_parts(job->mem_per_cpu, times);
	job->cpus_per_task = ft_num_in_u32(
	    ft_num_times(times, job->cpus_per_task ? job->cpus_per_task : 1));
}

/* Returns whether the job gets some of the nodes that it names, NAMED in number,
 * and not all. */
static bool
names_pool(const struct ft_submission *sub, size_t named)
{
	uint32_t most = sub->job->max_nodes;

	return most && (named > most ||
			   ft_release_has(ft_conf_release(sub->world->conf),
			       FT_RULE_RANGE_OF_NAMED));
}

void
ft_submit_size(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;
	uint32_t *node;
	size_t named;

	(void)hosts_of(sub->world, job->req_nodes, &node, &named);
	ft_free(node);
	if (job->min_nodes == 0)
		job->min_nodes = 1;
	if (named > job->min_nodes && !names_pool(sub, named))
		job->min_nodes = (uint32_t)named;
	if (!job->tasks_given)
		job->tasks_wanted =
		    job->tasks_per_node
			? ft_num_in_u32(
			      ft_num_times(job->min_nodes, job->tasks_per_node))
			: job->min_nodes;
	if (!job->tasks_given && job->tasks_per_node &&
	    job->max_nodes > job->tasks_wanted &&
	    ft_release_has(
		ft_conf_release(sub->world->conf), FT_RULE_TASKS_BOUND_NODES))
		job->max_nodes = job->tasks_wanted;
	if (job->tasks_per_node && !job->nodes_given &&
	    job->tasks_wanted >
		ft_num_times(job->min_nodes, job->tasks_per_node) &&
	    ft_release_has(
		ft_conf_release(sub->world->conf), FT_RULE_NODES_OF_TASKS))
		job->min_nodes = (uint32_t)ft_num_parts(
		    job->tasks_wanted, job->tasks_per_node);
	usual_memory(sub);
	cap_memory(sub);
}

/* ---- feasibility --------------------------------------------------------- */

/* Whether PARTITION wants more nodes than a job that says no number of them, for
 * which some releases take one. */
static bool
wants_more(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	return !sub->job->nodes_given && partition->min_nodes > 1 &&
	       partition->min_nodes != FT_UNLIMITED &&
	       ft_release_has(
		   ft_conf_release(sub->world->conf), FT_RULE_NO_NODES_ARE_ONE);
}

static uint64_t
qos_flags(const struct ft_submission *sub)
{
	const struct ft_qos *qos = ft_world_qos(sub->world, sub->job->qos);

	return qos ? qos->flags : 0;
}

/* The number of nodes that PARTITION gives one job. */
static uint32_t
most_nodes(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	return partition->max_nodes < partition->n_node &&
		       !(qos_flags(sub) & FT_QOS_PARTITION_MAX_NODES)
		   ? partition->max_nodes
		   : (uint32_t)partition->n_node;
}

bool
ft_submit_has_named(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n, at = 0;

	(void)hosts_of(sub->world, sub->job->req_nodes, &node, &n);
	/* it gets some of them */
	if (sub->job->max_nodes && n > sub->job->max_nodes)
		return true;
	for (size_t i = 0; i < n; i++, at = 0) {
		while (at < partition->n_node && partition->node[at] != node[i])
			at++;
		if (at == partition->n_node)
			return false;
	}
	return true;
}

bool
ft_submit_fits_named(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	return sub->job->min_nodes <= most_nodes(sub, partition);
}

enum ft_refusal
ft_submit_fits(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	const struct ft_job *job = sub->job;
	uint64_t flags = qos_flags(sub);
	uint32_t most = job->nodes_given ? most_nodes(sub, partition)
					 : (uint32_t)partition->n_node;

	if (ft_job_cpus(job) > partition->cpus)
		return FT_REFUSE_CPU_COUNT;
	if (job->min_nodes > most ||
	    (job->max_nodes && job->max_nodes < partition->min_nodes &&
		!(flags & FT_QOS_PARTITION_MIN_NODES)))
		return FT_REFUSE_NODE_COUNT;
	if (wants_more(sub, partition) && !(flags & FT_QOS_PARTITION_MIN_NODES))
		return FT_REFUSE_NODE_COUNT;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_submit_fits_time(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	const struct ft_job *job = sub->job;

	return job->time_limit != FT_TIME_NONE &&
		       job->time_limit > partition->max_time &&
		       !(qos_flags(sub) & FT_QOS_PARTITION_TIME_LIMIT)
		   ? FT_REFUSE_TIME_LIMIT
		   : FT_REFUSE_NONE;
}

/* Returns what no node of PARTITION with the job's features has enough of: CPUs,
 * memory, disk, the shape; NONE if each is on some node, or if none has the
 * features. */
static enum ft_refusal
lacking(const struct ft_submission *sub, const struct ft_partition *partition)
{
	const struct ft_job *job = sub->job;
	uint64_t cpus = job->cpus_per_task ? job->cpus_per_task : 1;
	bool memory = partition->n_node > 0, few = memory, disk = memory;
	bool shape = memory, featured = !memory;

	if (job->tasks_per_node)
		cpus = ft_num_times(cpus, job->tasks_per_node);
	if (cpus < job->shape.cpus_per_node)
		cpus = job->shape.cpus_per_node;
	for (size_t i = 0; i < partition->n_node; i++) {
		const struct ft_node *node =
		    &sub->world->machine.node[partition->node[i]];

		if (!strchr(job->features, '*') &&
		    !ft_node_has_features(node, job->features))
			continue;
		featured = true;
		if ((job->mem_per_node == FT_MEM_UNSET ||
			job->mem_per_node <= node->memory) &&
		    (job->mem_per_cpu == FT_MEM_UNSET ||
			job->mem_per_cpu <= node->memory))
			memory = false;
		if (cpus <= node->cpus)
			few = false;
		if (job->disk_per_node <= node->disk)
			disk = false;
		if (ft_place_has_shape(node, job))
			shape = false;
	}
	if (!featured)
		return FT_REFUSE_NONE;
	if (few)
		return FT_REFUSE_CPUS_PER_NODE;
	if (memory)
		return FT_REFUSE_MEMORY;
	if (disk)
		return FT_REFUSE_DISK;
	return shape ? FT_REFUSE_SHAPE : FT_REFUSE_NONE;
}

/* Returns whether the nodes of its reservations could hold the job; *taken: one
 * of them is for its QOS and partition. */
static bool
reservation_fits(const struct ft_seeker *seeker, bool *taken)
{
	struct ft_world *world = seeker->world;
	ft_nodes *nodes FT_CLEANUP(ft_free_at) = NULL;

	if (!*seeker->job->reservation)
		return true;
	nodes = ft_place_copy(world, world->place->there);
	*taken |= ft_reserve_possible(seeker, nodes);
	return ft_place_ever(seeker, nodes) == FT_FIT;
}

/* Returns whether JOB is refused because it is larger than PARTITION. */
static bool
is_refused_as_large(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	return (ft_job_cpus(sub->job) > partition->cpus ||
		   sub->job->min_nodes > partition->n_node) &&
	       ft_release_has(
		   ft_conf_release(sub->world->conf), FT_RULE_LARGE_REFUSED);
}

/* Returns whether PARTITION is down and slurmctld does not try the job there: a job
 * for several partitions, since 24.11 any. */
static bool
is_passed_over(
    const struct ft_submission *sub, const struct ft_partition *partition)
{
	return partition->state == FT_PARTITION_DOWN &&
	       (sub->n_partition > 1 ||
		   ft_release_has(ft_conf_release(sub->world->conf),
		       FT_RULE_DOWN_UNTRIED));
}

enum ft_refusal
ft_submit_possible(const struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	enum ft_refusal why = FT_REFUSE_NONE;
	bool taken = !*sub->job->reservation;

	for (size_t i = 0; i < sub->n_partition; i++) {
		const struct ft_partition *partition =
		    &world->machine.partition[sub->partition[i]];
		const struct ft_seeker seeker = { world, sub->job,
			sub->partition[i] };

		enum ft_refusal lack = lacking(sub, partition);
		bool waits =
		    partition->state != FT_PARTITION_DOWN &&
		    (sub->job->min_nodes > partition->max_nodes ||
			(ft_submit_fits(sub, partition) != FT_REFUSE_NONE ||
			    !ft_submit_fits_named(sub, partition) ||
			    ft_submit_fits_time(sub, partition) !=
				FT_REFUSE_NONE));

		if (is_passed_over(sub, partition))
			return FT_REFUSE_NONE;
		/* a job stopped by limits of the partition waits: that is not
		 * impossible */
		if (!is_refused_as_large(sub, partition) &&
		    (waits || (reservation_fits(&seeker, &taken) &&
				  ft_place_ever(&seeker,
				      world->place->usable) != FT_FIT_NEVER &&
				  lack != FT_REFUSE_DISK &&
				  lack != FT_REFUSE_CPUS_PER_NODE)))
			return FT_REFUSE_NONE;
		if (why == FT_REFUSE_NONE)
			why = lack;
	}
	if (why != FT_REFUSE_NONE)
		return why;
	return !taken || (*sub->job->reservation && *sub->job->req_nodes)
		   ? FT_REFUSE_RESERVATION_NODES
		   : FT_REFUSE_CONFIGURATION;
}
