#include "common/jobtext.h"

#include "base/text/timefmt.h"
#include "cli/cmd.h"
#include "model/account/billing.h"
#include "model/job/joboption.h"
#include "sim/world/array.h"
#include "sim/place/place.h"
#include "sim/world/request.h"

#include <signal.h>

/* What slurmctld adds to the start of a job without a time limit, in seconds. */
#define YEAR INT64_C(31536000)

#define TASKS_ROOM 64 /* bytes Slurm has for "1-3,5" */

const char *
ft_jobtext_state(const struct ft_job *job, bool code)
{
	if (job->flags & FT_JOB_COMPLETING)
		return code ? "CG" : "COMPLETING";
	if (job->flags & FT_JOB_CONFIGURING)
		return code ? "CF" : "CONFIGURING";
	if (job->flags & FT_JOB_RESV_DEL_HOLD && job->state == FT_JOB_PENDING)
		return code ? "RD" : "RESV_DEL_HOLD";
	if (job->flags & FT_JOB_SPECIAL_EXIT && job->state == FT_JOB_PENDING)
		return code ? "SE" : "SPECIAL_EXIT";
	return code ? ft_job_state_code(job->state)
		    : ft_job_state_name(job->state);
}

void
ft_jobtext_add_states(struct ft_str *str, const struct ft_job *job)
{
	const char *word = ft_jobtext_state(job, false);
	const char *base = ft_job_state_name(job->state);

	ft_str_add(str, base);
	if (strcmp(word, base) != 0)
		ft_str_addf(str, ",%s", word);
}

void
ft_jobtext_add_reason(struct ft_str *str, const struct ft_job *job)
{
	/* no detail: the reason alone says that the partition excludes it, or
	 * that its reservation is gone */
	if (*job->reason_detail &&
	    (job->reason == FT_REASON_ACCOUNT_NOT_ALLOWED ||
		job->reason == FT_REASON_RESERVATION_DELETED ||
		job->reason == FT_REASON_QOS_NOT_ALLOWED)) {
		ft_str_add(str, job->reason_detail);
		return;
	}
	ft_str_add(str, ft_job_reason_name(job->reason));
	if (*job->reason_detail)
		ft_str_addf(str, ", %s", job->reason_detail);
}

void
ft_jobtext_add_memory(struct ft_str *str, uint64_t mib)
{
	static const struct ft_tres memory = {
		.id = 2, .type = "mem", .name = ""
	};
	static const struct ft_tres_table table = { &memory, 1 };
	struct ft_tres_amount amount = { .id = 2, .value = mib };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_tres_format(&text, &table, &amount, 1, FT_TRES_UNITS);
	ft_str_add(str, ft_str_text(&text) + strlen("mem="));
}

void
ft_jobtext_add_tres(struct ft_str *str, const struct ft_tres_table *table,
    const uint64_t *tres, unsigned flags)
{
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	if (!tres)
		return;
	amount = ft_calloc(table->n, sizeof *amount);
	for (size_t i = 0; i < table->n; i++) {
		if (tres[i] == 0)
			continue;
		amount[n].id = table->item[i].id;
		amount[n++].value = tres[i];
	}
	ft_tres_format(str, table, amount, n, flags);
}

uint64_t
ft_jobtext_tres(const uint64_t *tres, int index)
{
	return tres ? tres[index] : 0;
}

bool
ft_jobtext_has_run(const struct ft_job *job)
{
	return job->alloc && job->state != FT_JOB_PENDING;
}

/* Returns whether a scheduler has considered JOB: not while it is held or is to begin
 * later. */
static bool
is_considered(const struct ft_world *world, const struct ft_job *job)
{
	return job->hold == FT_HOLD_NONE && job->begins <= world->now;
}

/* How many of its tasks' CPUs fit on the largest node of the first partition
 * that it asks for. */
static uint64_t
widest(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	uint64_t most = 0;

	for (size_t i = 0; partition && i < partition->n_node; i++) {
		uint64_t room =
		    ft_place_empty_room(world, partition->node[i], job);

		if (room > most)
			most = room;
	}
	return most;
}

/* Nodes that were taken for a job, and the CPUs that it still lacks. */
struct taken {
	uint64_t nodes, lack;
};

/* Take nodes of WEIGHT: one that is large enough, or else one after the other. */
static void
take_weight(struct taken *taken, const struct ft_world *world,
    const struct ft_job *job, uint64_t weight)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	struct taken rest = *taken;

	for (size_t i = 0; i < partition->n_node && taken->lack; i++) {
		uint32_t node = partition->node[i];
		uint64_t room;

		if (world->machine.node[node].weight != weight)
			continue;
		room = ft_place_empty_room(world, node, job);
		if (room >= taken->lack)
			*taken = (struct taken){ taken->nodes + 1, 0 };
		else if (room && rest.lack) {
			rest.nodes++;
			rest.lack -= room < rest.lack ? room : rest.lack;
		}
	}
	if (taken->lack)
		*taken = rest;
}

/* Returns the least weight from LEAST of nodes that JOB may have; UINT64_MAX: there
 * is none. */
static uint64_t
next_weight(
    const struct ft_world *world, const struct ft_job *job, uint64_t least)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	uint64_t next = UINT64_MAX;

	for (size_t i = 0; partition && i < partition->n_node; i++) {
		uint64_t weight =
		    world->machine.node[partition->node[i]].weight;

		if (weight >= least && weight < next)
			next = weight;
	}
	return next;
}

/* Returns how many nodes of the first partition that it asks for have room for
 * JOB's tasks; the nodes of the least weight are taken first. */
static uint64_t
nodes_needed(const struct ft_world *world, const struct ft_job *job)
{
	struct taken taken = { 0, ft_jobtext_cpus(job) };
	uint64_t weight = next_weight(world, job, 0), most;

	/* slurmctld counts widest nodes while it is held, and of named ones */
	if (job->hold == FT_HOLD_NONE && !*job->req_nodes && !*job->exc_nodes)
		for (; weight < UINT64_MAX && taken.lack;
		     weight = next_weight(world, job, weight + 1))
			take_weight(&taken, world, job, weight);
	if (!taken.lack)
		return taken.nodes;
	most = widest(world, job);
	/* if no node has room, one CPU counts for each task */
	return most ? ft_num_parts(ft_jobtext_cpus(job), most)
		    : job->tasks_wanted;
}

/* Returns whether --spread-job has tasks to spread. */
static bool
spreads(const struct ft_job *job)
{
	return job->shape.spread && (job->tasks_given || job->nodes_given);
}

/* Returns how many nodes of PARTITION have the features that JOB needs and room for a
 * task of it, and are not excluded; of a list longer than its least number only
 * these. */
static uint64_t
usable_nodes(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	const struct ft_machine *machine = &world->machine;
	uint32_t *out FT_CLEANUP(ft_free_at) = NULL;
	uint32_t *named FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, n_out = 0, n_named = 0;
	struct ft_error err;

	(void)ft_machine_hosts(machine, job->exc_nodes, &out, &n_out, &err);
	(void)ft_machine_hosts(machine, job->req_nodes, &named, &n_named, &err);
	if (n_named > job->min_nodes)
		return n_named;
	for (size_t i = 0; i < partition->n_node; i++) {
		uint32_t node = partition->node[i];
		bool fits =
		    strchr(job->features, '*') ||
		    ft_node_has_features(&machine->node[node], job->features);

		for (size_t k = 0; k < n_out; k++)
			fits = fits && out[k] != node;
		n += fits && ft_place_empty_room(world, node, job) > 0;
	}
	return n;
}

/* With a range of nodes, or --spread-job, it gets as many as there are, but not
 * more than tasks. */
static uint64_t
widened(const struct ft_world *world, const struct ft_job *job, uint64_t nodes)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	bool range =
	    job->nodes_given && job->max_nodes > nodes && !job->shape.few_nodes;
	uint64_t most;

	if ((!range && !spreads(job)) || !is_considered(world, job))
		return nodes;
	/* nor for one that asks for GPUs in all, or names nodes that no scheduler
	 * found busy */
	if (!partition || job->shape.gpus ||
	    (*job->req_nodes && job->reason != FT_REASON_RESOURCES &&
		job->reason != FT_REASON_PRIORITY))
		return nodes;
	most = usable_nodes(world, job, partition);
	if (job->max_nodes && job->max_nodes < most)
		most = job->max_nodes;
	if (job->tasks_given && job->tasks_wanted < most)
		most = job->tasks_wanted;
	return most > nodes ? most : nodes;
}

/* Returns how many nodes JOB had before it was requeued, if no scheduler has
 * considered it since; 0: it was not requeued, or is not pending. */
static uint32_t
nodes_before(const struct ft_world *world, const struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t nodes = 0;

	if (job->restarts && !ft_jobtext_has_run(job) &&
	    !is_considered(world, job) &&
	    ft_job_option(job, "ran_nodes", &text))
		(void)ft_num_u32(ft_str_text(&text), &nodes);
	return nodes;
}

uint32_t
ft_jobtext_nodes(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition;
	uint64_t least, nodes = nodes_before(world, job);

	if (ft_jobtext_has_run(job))
		return job->n_node > 0 ? (uint32_t)job->n_node
				       : (uint32_t)ft_jobtext_tres(
					     job->alloc, FT_TRES_NODE);
	if (nodes)
		return (uint32_t)nodes;
	partition = ft_world_partition(world, job);
	nodes = partition ? ft_job_least_nodes(job, partition)
			  : ft_max_u32(job->min_nodes, 1);
	least = nodes_needed(world, job);
	/* slurmctld estimates */
	if (job->tasks_per_node)
		least =
		    is_considered(world, job)
			? ft_num_parts(job->tasks_wanted, job->tasks_per_node)
			: job->tasks_wanted / job->tasks_per_node;
	/* CPUs set by an update do not change the nodes */
	if (least > nodes && !job->shape.cpus)
		nodes = least;
	if (!is_considered(world, job) && job->cpus_per_task > nodes &&
	    !ft_release_has(
		ft_conf_release(world->conf), FT_RULE_HELD_MOST_NODES))
		nodes = job->cpus_per_task < job->tasks_wanted
			    ? job->cpus_per_task
			    : job->tasks_wanted;
	nodes = widened(world, job, nodes);
	return (uint32_t)nodes;
}

uint64_t
ft_jobtext_cpus(const struct ft_job *job)
{
	return ft_jobtext_has_run(job)
		   ? ft_jobtext_tres(job->alloc, FT_TRES_CPU)
		   : ft_job_cpus(job);
}

uint64_t
ft_jobtext_most_cpus(const struct ft_job *job)
{
	return job->shape.most_cpus && !ft_jobtext_has_run(job)
		   ? job->shape.most_cpus
		   : ft_jobtext_cpus(job);
}

/* Returns the most nodes that its tasks could have, 0: that is no limit. */
static uint32_t
most_by_tasks(const struct ft_world *world, const struct ft_job *job)
{
	if (!ft_release_has(
		ft_conf_release(world->conf), FT_RULE_TASKS_MOST_NODES))
		return 0;
	if (job->tasks_per_node)
		return (uint32_t)ft_num_parts(
		    job->tasks_wanted, job->tasks_per_node);
	return job->tasks_given ? job->tasks_wanted : 0;
}

uint32_t
ft_jobtext_tasks(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t n = (uint32_t)job->n_node;

	if (!ft_jobtext_has_run(job) || !n)
		return job->tasks_wanted;
	if (!job->tasks_given && !job->tasks_per_node)
		return n;
	return job->tasks_per_node &&
		       ft_release_has(ft_conf_release(world->conf),
			   FT_RULE_TASKS_FILL_NODES)
		   ? ft_num_in_u32(ft_num_times(n, job->tasks_per_node))
		   : job->tasks_wanted;
}

uint32_t
ft_jobtext_most_nodes(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t nodes = ft_jobtext_nodes(world, job);
	uint32_t most = job->max_nodes;

	if (!most && spreads(job))
		most = is_considered(world, job) ? 0 : job->tasks_wanted;
	else if (!most)
		most = most_by_tasks(world, job);
	return most > nodes && !ft_jobtext_has_run(job) ? most : nodes;
}

/* Returns whether JOB gets as many nodes as it names, or as its features count. */
static bool
names_nodes(const struct ft_job *job)
{
	struct ft_str prefer FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_job_option(job, "prefer", &prefer);
	return *job->req_nodes || strchr(job->features, '*') ||
	       strchr(ft_str_text(&prefer), '*');
}

bool
ft_jobtext_has_most_nodes(
    const struct ft_world *world, const struct ft_job *job)
{
	bool before = nodes_before(world, job) > 0;
	bool held = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_HELD_MOST_NODES);

	if (job->state != FT_JOB_PENDING || (before && !held))
		return false;
	return job->max_nodes || spreads(job) ||
	       most_by_tasks(world, job) > 0 ||
	       (held && (names_nodes(job) || (!before && job->priority == 0 &&
						 job->cpus_per_task <= 1 &&
						 !job->tasks_per_node)));
}

uint32_t
ft_jobtext_least_cpus(const struct ft_job *job)
{
	uint32_t least = job->cpus_per_task > 1 ? job->cpus_per_task : 1;

	if (job->shape.cpus_per_node)
		return job->shape.cpus_per_node;
	/* the one task of a job is on one node */
	return job->tasks_per_node &&
		       !(job->tasks_given && job->tasks_wanted == 1)
		   ? least * job->tasks_per_node
		   : least;
}

void
ft_jobtext_add_asked(struct ft_str *str, uint32_t number, const char *none)
{
	if (number)
		ft_str_addf(str, "%lu", (unsigned long)number);
	else
		ft_str_add(str, none);
}

/* The option of sbatch counts if the partition leaves it to the job. */
const char *
ft_jobtext_sharing_asked(const struct ft_job *job, bool user_partition)
{
	static const char *const kinds[] = { "USER", "MCS", "TOPO" };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *sharing = user_partition ? "USER" : "OK";

	(void)ft_job_option(job, "exclusive", &text);
	if (job->exclusive)
		sharing = "NO";
	else
		for (size_t i = 0; i < FT_COUNT(kinds); i++)
			if (strcasecmp(ft_str_text(&text), kinds[i]) == 0)
				sharing = kinds[i];
	if (!job->exclusive && ft_job_option(job, "oversubscribe", NULL))
		sharing = "YES";
	return sharing;
}

/* The sharing mode in one word, as releases before 26.05 print it. */
static const char *
sharing_of(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	const char *asked = ft_jobtext_sharing_asked(job, false);
	bool force =
	    partition && strncmp(partition->over_subscribe, "FORCE", 5) == 0;

	/* what scontrol update set overrides all this */
	if (ft_job_option(job, "update_oversubscribe", NULL))
		return job->exclusive ? "NO" : "YES";
	if (force && job->exclusive && ft_jobtext_has_run(job))
		return "YES";
	if (ft_release_has(
		ft_conf_release(world->conf), FT_RULE_SHARING_ASKED) &&
	    (strcmp(asked, "NO") == 0 || strcmp(asked, "YES") == 0))
		return asked;
	if (partition && partition->exclusive)
		return "NO";
	if (force && !ft_jobtext_shares_apart(world))
		return "YES";
	return ft_jobtext_sharing_asked(
	    job, partition && partition->exclusive_user);
}

bool
ft_jobtext_shares_apart(const struct ft_world *world)
{
	return ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_EXCLUSIVE_APART);
}

const char *
ft_jobtext_sharing(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	const char *sharing = sharing_of(world, job);
	const char *shared = partition ? partition->over_subscribe : "";

	if (!ft_jobtext_shares_apart(world) || strcmp(sharing, "YES") == 0 ||
	    strcmp(sharing, "NO") == 0)
		return sharing;
	return strncmp(shared, "FORCE", 5) == 0 ||
		       strncmp(shared, "YES", 3) == 0
		   ? "OK"
		   : "NO";
}

const char *
ft_jobtext_exclusive(const struct ft_world *world, const struct ft_job *job)
{
	const char *sharing = sharing_of(world, job);

	if (strcmp(sharing, "NO") == 0)
		return ft_job_option(job, "update_oversubscribe", NULL)
			   ? "NO"
			   : "NODE";
	return strcmp(sharing, "OK") == 0 || strcmp(sharing, "YES") == 0
		   ? "NO"
		   : sharing;
}

const char *
ft_jobtext_partition_shares(
    const struct ft_world *world, const struct ft_partition *partition)
{
	return partition->exclusive && ft_jobtext_shares_apart(world)
		   ? "NO"
		   : partition->over_subscribe;
}

void
ft_jobtext_add_preempt_mode(struct ft_str *str, const char *words)
{
	static const char *const order[] = { "GANG", "PRIORITY", "WITHIN",
		"OFF", "CANCEL", "REQUEUE", "SUSPEND" };
	size_t start = str->len;

	for (size_t i = 0; i < FT_COUNT(order); i++)
		if (ft_list_has(words, ft_word_of(order[i])))
			ft_str_addf(
			    str, "%s%s", str->len > start ? "," : "", order[i]);
	if (str->len == start)
		ft_str_add(str, "OFF");
}

/* Put "gres:" before each element of a comma list. */
void
ft_jobtext_add_gres(struct ft_str *str, const struct ft_job *job)
{
	const char *at = job->gres;

	/* a total of GPUs or GPUs per task need nodes with GPUs, but are no
	 * request per node */
	if (ft_job_option(job, "tres_per_node", str) ||
	    ft_job_option(job, "tres_per_job", NULL) ||
	    ft_job_option(job, "tres_per_socket", NULL) ||
	    ft_job_option(job, "ntasks_per_tres", NULL) ||
	    ft_job_option(job, "tres_per_task", NULL))
		return;
	for (size_t len; *at; at += len) {
		len = strcspn(at, ",");
		len += at[len] == ',';
		if (strncmp(at, "gres:", 5) != 0)
			ft_str_add(str, "gres:");
		ft_str_add_n(str, at, len);
	}
}

void
ft_jobtext_add_slashed(struct ft_str *str, const char *gres)
{
	static const char old[] = "gres:";
	bool all = strncmp(gres, old, strlen(old)) == 0;

	while (*gres) {
		size_t len = strcspn(gres, ",");

		len += gres[len] == ',';
		if (all)
			ft_str_add(str, "gres/");
		if (strncmp(gres, old, strlen(old)) == 0) {
			gres += strlen(old);
			len -= strlen(old);
		}
		ft_str_add_n(str, gres, len);
		gres += len;
	}
}

uint64_t
ft_jobtext_gpu_memory(const struct ft_world *world, const struct ft_job *job)
{
	return ft_release_has(
		   ft_conf_release(world->conf), FT_RULE_MEM_PER_GPU_SHOWN)
		   ? job->shape.mem_per_gpu
		   : 0;
}

uint64_t
ft_jobtext_memory(const struct ft_job *job)
{
	if (job->mem_per_cpu != FT_MEM_UNSET)
		return job->mem_per_cpu;
	return job->mem_per_node == FT_MEM_UNSET ? 0 : job->mem_per_node;
}

void
ft_jobtext_add_resource(
    struct ft_str *str, const struct ft_gres *gres, uint64_t amount)
{
	ft_str_addf(str, "%" PRIu64 " ", amount);
	if (strcmp(gres->name, "gpu") != 0)
		ft_machine_add_gres(str, gres);
	else
		ft_str_addf(str, "%s%sGPU%s", gres->type,
		    *gres->type ? " " : "", amount == 1 ? "" : "s");
}

static void
add_wishes(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, const char *with)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t memory = ft_jobtext_tres(job->req, FT_TRES_MEM);

	if (memory > 0) {
		ft_str_add(str, with);
		ft_jobtext_add_memory(str, memory);
		ft_str_add(str, " of memory");
		with = ", ";
	}
	for (size_t i = 0; i < job->n_gres_need; i++) {
		ft_str_add(str, with);
		ft_jobtext_add_resource(str,
		    &machine->gres[job->gres_need[i].index],
		    job->gres_need[i].count);
		ft_str_add(str, " on each node");
		with = ", ";
	}
	for (size_t i = 0; i < job->n_license_need; i++) {
		ft_str_addf(str, "%s%" PRIu64 " of license %s", with,
		    job->license_need[i].count,
		    machine->license[job->license_need[i].index].name);
		with = ", ";
	}
	if (*job->features)
		ft_str_addf(str, "%sfeatures %s", with, job->features);
}

void
ft_jobtext_add_request(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	uint32_t nodes = ft_jobtext_nodes(world, job);
	uint64_t cpus = ft_jobtext_cpus(job);

	ft_str_addf(str, "%" PRIu32 " node%s and %" PRIu64 " CPU%s", nodes,
	    nodes == 1 ? "" : "s", cpus, cpus == 1 ? "" : "s");
	add_wishes(str, world, job, " with ");
}

void
ft_jobtext_add_first_node(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	if (ft_jobtext_has_run(job) && job->n_node > 0 &&
	    job->node[0].node < world->machine.n_node)
		ft_str_add(str, world->machine.node[job->node[0].node].name);
}

bool
ft_jobtext_add_qos(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_qos *qos = ft_world_qos(world, job->qos);

	if (job->state == FT_JOB_PENDING && ft_job_asks_qos(job, str))
		return true;
	ft_str_add(str, qos ? qos->name : "(null)");
	return qos != NULL;
}

/* $SLURM_BITSTR_LEN; 0: no limit. */
static size_t
tasks_room(void)
{
	const char *given = ft_cmd_variable("SLURM_BITSTR_LEN");
	uint32_t room = 0;

	if (!given)
		return TASKS_ROOM;
	return ft_num_u32(given, &room) ? room : 0;
}

void
ft_jobtext_add_tasks(struct ft_str *str, const struct ft_job *job, bool cut)
{
	size_t start = str->len, room = tasks_room();
	struct ft_job whole = *job;

	/* neither the limit nor a list with a step is cut */
	whole.array_throttle = 0;
	ft_array_add_tasks(str, &whole);
	if (cut && room > 0 && str->len - start + 3 > room &&
	    !memchr(str->data + start, ':', str->len - start)) {
		str->len = start + (room > 4 ? room - 4 : 0);
		ft_str_addf(str, "%.*s", (int)room - 1, "...");
	}
	if (job->array_throttle)
		ft_str_addf(str, "%%%u", job->array_throttle);
}

void
ft_jobtext_add_group(struct ft_str *str, const struct ft_job *job)
{
	if (job->gid == 0)
		ft_str_add(str, "root");
	else if (job->gid == job->uid)
		ft_str_add(str, job->user);
	else
		ft_str_addf(str, "%lu", (unsigned long)job->gid);
}

int64_t
ft_jobtext_limit(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition;
	uint32_t first;

	if (job->time_limit != FT_TIME_NONE)
		return job->time_limit;
	/* in several partitions, that of the one in which it is tried first */
	if (!*job->partition && ft_world_partitions(world, job, &first, 1))
		return ft_world_time_limit(
		    world, job, &world->machine.partition[first]);
	partition = ft_world_partition(world, job);
	return partition ? ft_world_time_limit(world, job, partition)
			 : FT_TIME_UNLIMITED;
}

void
ft_jobtext_exit(const struct ft_job *job, uint32_t *code, uint32_t *signal)
{
	bool over = job->state == FT_JOB_COMPLETED ||
		    job->state == FT_JOB_FAILED ||
		    (job->state == FT_JOB_NODE_FAIL &&
			ft_job_option(job, "failed_node", NULL));
	/* a job that was preempted or cancelled shows the signal that ended it
	 * (case w10-preempt-grace) */
	bool ended = job->started && (job->state == FT_JOB_PREEMPTED ||
					 job->state == FT_JOB_CANCELLED);

	*code = over ? job->exit_code : 0;
	*signal = over ? job->exit_signal : ended ? SIGTERM : 0;
}

int64_t
ft_jobtext_end(const struct ft_world *world, const struct ft_job *job)
{
	int64_t start = ft_jobtext_start(job, world->now);
	int64_t limit = ft_jobtext_limit(world, job);

	if (!ft_job_is_active(job))
		return job->ended;
	/* without a limit, an end is known once the job has started */
	if (!start ||
	    (limit == FT_TIME_UNLIMITED && job->state == FT_JOB_PENDING))
		return 0;
	if (ft_job_is_ending(job))
		return job->preempt_at + ft_world_grace(world, job);
	return start + job->suspended_secs +
	       (limit == FT_TIME_UNLIMITED ? YEAR : limit * 60);
}

int64_t
ft_jobtext_start(const struct ft_job *job, int64_t now)
{
	if (job->state != FT_JOB_PENDING)
		return job->started ? job->started : job->ended;
	if (job->expected)
		return job->expected;
	return job->begins > now ? job->begins : 0;
}
