/* fcontrol show node.  Source: scontrol(1); case j46 of the records. */
#include <inttypes.h>
#include <string.h>

#include "base/hostlist.h"
#include "base/timefmt.h"
#include "control/cluster.h"
#include "control/node.h"
#include "control/record.h"
#include "sim/reserve.h"

static void
use_gres(
    const struct ft_world *world, const struct ft_job *job, uint64_t *count)
{
	for (size_t i = 0; i < job->n_gres_need; i++) {
		const struct ft_gres *gres =
		    &world->machine.gres[job->gres_need[i].index];

		if (gres->tres != UINT32_MAX)
			count[gres->tres] += job->gres_need[i].count;
	}
}

static void
plan(
    struct control_in_use *use, const struct ft_world *world, const char *hosts)
{
	struct ft_error err;
	uint32_t *node = NULL;
	size_t n = 0;

	if (ft_machine_hosts(&world->machine, hosts, &node, &n, &err) == FT_OK)
		for (size_t i = 0; i < n; i++)
			use->planned[node[i]] = true;
	ft_free(node);
}

static void
gather(struct control_in_use *use, const struct ft_world *world)
{
	use->n_tres = world->tres.n;
	use->planned =
	    ft_calloc(world->machine.n_node + 1, sizeof *use->planned);
	use->count = ft_calloc(
	    world->machine.n_node * use->n_tres + 1, sizeof *use->count);
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (job->state == FT_JOB_PENDING && *job->sched_nodes)
			plan(use, world, job->sched_nodes);
		if (job->state != FT_JOB_RUNNING)
			continue;
		for (size_t k = 0; k < job->n_node; k++) {
			const struct ft_job_node *part = &job->node[k];
			uint64_t *count = use->count + part->node * use->n_tres;

			count[FT_TRES_CPU] += part->cpus;
			count[FT_TRES_MEM] += part->memory;
			use_gres(world, job, count);
		}
	}
}

static void
in_use_free(struct control_in_use *use)
{
	ft_free(use->count);
	ft_free(use->planned);
}

/* ---- cells -------------------------------------------------------------------- */

static const struct ft_partition *
first_partition(const struct ft_world *world, uint32_t node)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t i = 0; i < machine->n_partition; i++)
		for (size_t k = 0; k < machine->partition[i].n_node; k++)
			if (machine->partition[i].node[k] == node)
				return &machine->partition[i];
	return NULL;
}

static void
add_partitions(struct control_records *records, uint32_t node)
{
	const struct ft_machine *machine = &records->control->world.machine;
	struct ft_str str;

	ft_str_init(&str);
	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *partition = &machine->partition[i];

		for (size_t k = 0; k < partition->n_node; k++)
			if (partition->node[k] == node &&
			    control_lists_partition(
				records->control, partition))
				ft_str_addf(&str, "%s%s", str.len ? "," : "",
				    partition->name);
	}
	if (str.len) {
		control_record_break(records);
		control_record_add(records, "Partitions", ft_str_text(&str));
		control_record_space(records);
	}
	ft_str_free(&str);
}

const char *
control_node_state(const struct ft_world *world,
    const struct control_in_use *use, uint32_t index, char *buf, size_t size)
{
	const struct ft_node *node = &world->machine.node[index];
	unsigned reserved = ft_reserve_of_node(world, index);
	bool planned = use->planned[index];
	const uint64_t *used = use->count + index * use->n_tres;
	static const char *const flags[] = {
		[FT_NODE_IDLE] = "",
		[FT_NODE_DOWN] = "",
		[FT_NODE_DRAIN] = "+DRAIN",
		[FT_NODE_FAIL] = "+FAIL",
		[FT_NODE_FUTURE] = "",
	};
	const char *base = used[FT_TRES_CPU] == 0            ? "IDLE"
			   : used[FT_TRES_CPU] >= node->cpus ? "ALLOCATED"
							     : "MIXED";

	if (node->state == FT_NODE_DOWN)
		base = "DOWN";
	if (node->state == FT_NODE_FUTURE)
		base = "FUTURE";
	/* The real one does not show it of a node that is reserved (w26). */
	planned = planned && !reserved && strcmp(base, "IDLE") == 0;
	snprintf(buf, size, "%s%s%s%s%s", base, flags[node->state],
	    reserved & FT_RESERVED_MAINT ? "+MAINTENANCE" : "",
	    reserved & FT_RESERVED ? "+RESERVED" : "",
	    planned ? "+PLANNED" : "");
	return buf;
}

static void
add_reason(struct control_records *records, const struct ft_node *node)
{
	size_t line = strcspn(node->reason, "\n");
	struct ft_str text = { 0 };
	char when[32];

	if (!*node->reason)
		return;
	control_record_break(records);
	/* who and when end the first line; further ones stand under it */
	ft_str_add_n(&text, node->reason, line);
	if (*node->reason_user)
		ft_str_addf(&text, " [%s@%s]", node->reason_user,
		    ft_time_format_date(when, sizeof when, node->since));
	while (node->reason[line]) {
		const char *next = node->reason + line + 1;

		line += 1 + strcspn(next, "\n");
		ft_str_addf(&text, "\n          %.*s",
		    (int)(node->reason + line - next), next);
	}
	control_record_add(records, "Reason", ft_str_text(&text));
	ft_str_free(&text);
}

/* CfgTRES: what it has; nodes count as nothing there. */
static void
add_has(struct control_records *records, uint32_t index)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_partition *partition = first_partition(world, index);
	static const struct ft_billing by_cpu = { 0 };
	uint64_t *count = ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str;

	ft_str_init(&str);
	control_count_node(world, &world->machine.node[index], count);
	count[FT_TRES_BILLING] =
	    (uint64_t)ft_billing_of(partition ? &partition->billing : &by_cpu,
		&world->tres, count, world->priority_flags);
	count[FT_TRES_NODE] = 0;
	control_add_tres(&str, world, count);
	control_record_break(records);
	control_record_add(records, "CfgTRES", ft_str_text(&str));
	ft_str_free(&str);
	ft_free(count);
}

static void
add_used(struct control_records *records, const uint64_t *used)
{
	struct ft_str str;

	ft_str_init(&str);
	control_add_tres(&str, &records->control->world, used);
	control_record_break(records);
	control_record_add(records, "AllocTRES", ft_str_text(&str));
	ft_str_free(&str);
}

/* ---- its lines ------------------------------------------------------------------ */

static const char *
or_null(const char *text)
{
	return *text ? text : NULL;
}

static void
add_hardware(struct control_records *records, uint32_t index,
    const struct control_in_use *use)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_node *node = &world->machine.node[index];
	const uint64_t *used = use->count + index * use->n_tres;
	char state[64];

	control_record_add(records, "NodeName", node->name);
	control_record_addf(records, "CoresPerSocket", "%" PRIu32, node->cores);
	control_record_space(records);
	control_record_break(records);
	control_record_addf(records, "CPUAlloc", "%" PRIu64, used[FT_TRES_CPU]);
	control_record_addf(records, "CPUEfctv", "%" PRIu32, node->cpus);
	control_record_addf(records, "CPUTot", "%" PRIu32, node->cpus);
	control_record_add(records, "CPULoad", "N/A");
	control_record_break(records);
	control_record_add(
	    records, "AvailableFeatures", or_null(node->features));
	control_record_break(records);
	control_record_add(records, "ActiveFeatures",
	    *node->features ? node->active : or_null(node->active));
	control_record_break(records);
	control_record_add(records, "Gres", or_null(node->gres));
	control_record_break(records);
	control_record_add(records, "NodeAddr", node->address);
	control_record_add(records, "NodeHostName", node->hostname);
	if (node->port)
		control_record_addf(records, "Port", "%" PRIu32, node->port);
	control_record_space(records);
	control_record_break(records);
	control_record_addf(records, "RealMemory", "%" PRIu64, node->memory);
	control_record_addf(records, "AllocMem", "%" PRIu64, used[FT_TRES_MEM]);
	control_record_add(records, "FreeMem", "N/A");
	control_record_addf(records, "Sockets", "%" PRIu32, node->sockets);
	control_record_addf(records, "Boards", "%" PRIu32, node->boards);
	control_record_break(records);
	control_record_add(records, "State",
	    control_node_state(world, use, index, state, sizeof state));
	control_record_addf(
	    records, "ThreadsPerCore", "%" PRIu32, node->threads);
	control_record_addf(records, "TmpDisk", "%" PRIu64, node->disk);
	control_record_addf(records, "Weight", "%" PRIu32, node->weight);
	control_record_add(records, "Owner", "N/A");
	control_record_add(records, "MCS_label", "N/A");
}

static void
show(struct control_records *records, uint32_t index,
    const struct control_in_use *use)
{
	const struct ft_node *node =
	    &records->control->world.machine.node[index];
	const uint64_t *used = use->count + index * use->n_tres;

	control_record_begin(records);
	add_hardware(records, index, use);
	add_partitions(records, index);
	control_record_break(records);
	control_record_add(records, "BootTime", "None");
	control_record_add(records, "SlurmdStartTime", "None");
	control_record_break(records);
	control_record_add(records, "LastBusyTime", "Unknown");
	add_has(records, index);
	add_used(records, used);
	control_record_break(records);
	control_record_add(records, "CapWatts", "n/a");
	control_record_break(records);
	control_record_add(records, "CurrentWatts", "0");
	control_record_add(records, "AveWatts", "0");
	control_record_break(records);
	control_record_add(records, "ExtSensorsJoules", "n/s");
	control_record_add(records, "ExtSensorsWatts", "0");
	control_record_add(records, "ExtSensorsTemp", "n/s");
	add_reason(records, node);
	/* what scontrol does not know */
	if (node->slots && !records->control->context->slurm) {
		control_record_break(records);
		control_record_addf(
		    records, "FairTreeSlots", "%" PRIu32, node->slots);
	}
	control_record_end(records);
}

/* ---- which ------------------------------------------------------------------------ */

struct showing {
	struct control_records *records;
	const struct control_in_use *use;
	struct ft_str missing; /* lines to be told at the end */
	bool failed;
};

static enum ft_status
show_named(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct showing *showing = ctx;
	uint32_t index =
	    ft_machine_node(&showing->records->control->world.machine, name);

	(void)len;
	(void)err;
	if (index != UINT32_MAX) {
		show(showing->records, index, showing->use);
		return FT_OK;
	}
	ft_str_addf(&showing->missing, "Node %s not found\n", name);
	showing->failed = true;
	return FT_OK;
}

int
control_show_node(struct control *control, int argc, char **argv)
{
	const char *name = control_operand(argc, argv);
	const struct ft_machine *machine = &control->world.machine;
	struct ft_world_load how = { 0 };
	struct control_records records;
	struct ft_error err = { 0 };
	struct control_in_use use;
	struct showing showing = { &records, &use, { 0 }, false };
	enum ft_status status = FT_OK;

	if (control_read(control, &how, &err) != FT_OK)
		return control_fail(control, &err);
	if (control_hidden(control, FT_SIGHT_NODES, "slurm_load_node") ||
	    (control->context->slurm &&
		control_hidden(
		    control, FT_SIGHT_PARTITIONS, "slurm_load_partitions")))
		return 1;
	gather(&use, &control->world);
	if (control->prometheus) {
		control_node_samples(control, &use);
		in_use_free(&use);
		return 0;
	}
	control_records_open(&records, control, "nodes", "   ", true);
	for (size_t i = 0; !name && i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			show(&records, (uint32_t)i, &use);
	if (name)
		status = ft_hostlist_each(name, show_named, &showing, &err);
	control_records_close(&records);
	fputs(ft_str_text(&showing.missing), control_aside(control));
	ft_str_free(&showing.missing);
	in_use_free(&use);
	if (status != FT_OK)
		return control_fail(control, &err);
	return showing.failed;
}
