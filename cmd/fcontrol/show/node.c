/* node.c - fcontrol show node.  Source: scontrol(1); recorded case j46. */

#include "base/text/hostlist.h"
#include "base/text/timefmt.h"
#include "jobdoc/grestext.h"
#include "common/jobtext.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "report/node/node.h"
#include "sim/reserve/reserve.h"

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

static const char *
partitions(struct fcontrol_records *records, uint32_t node)
{
	const struct ft_machine *machine = &records->control->world.machine;
	struct ft_str str = { 0 };

	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *partition = &machine->partition[i];

		for (size_t k = 0; k < partition->n_node; k++)
			if (partition->node[k] == node &&
			    fcontrol_lists_partition(
				records->control, partition))
				ft_str_addf(&str, "%s%s", str.len ? "," : "",
				    partition->name);
	}
	return fcontrol_take(records, &str);
}

static const char *
reason(struct fcontrol_records *records, const struct ft_node *node)
{
	size_t line = strcspn(node->reason, "\n");
	struct ft_str text = { 0 };
	char when[32];

	if (!*node->reason)
		return NULL;
	/* user and time end the first line of a reason; further lines are
	 * indented */
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
	return fcontrol_take(records, &text);
}

/* The TRES of the node; Slurm leaves out the TRES "node", which would be 1. */
static const char *
tres_of(struct fcontrol_records *records, uint32_t index)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_partition *partition = first_partition(world, index);
	static const struct ft_billing by_cpu = { 0 };
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str = { 0 };

	ft_machine_count_node(
	    &world->machine, &world->machine.node[index], count);
	count[FT_TRES_BILLING] =
	    (uint64_t)ft_billing_of(partition ? &partition->billing : &by_cpu,
		&world->tres, count, world->priority_flags);
	count[FT_TRES_NODE] = 0;
	ft_jobtext_add_tres(&str, &world->tres, count, FT_TRES_UNITS);
	return fcontrol_take(records, &str);
}

/* The reservation that it is in now. */
static const char *
reservation_of(const struct ft_world *world, uint32_t index)
{
	const char *name = "";

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *one = world->reservation[i];

		for (size_t k = 0; k < one->n_node; k++)
			if (one->node[k] == index &&
			    ft_reserve_is_active(world, one))
				name = one->name;
	}
	return name;
}

/* ---- its rows ------------------------------------------------------------------- */

#define FCONTROL_THING struct shown

/* A node, and texts for rows that are not members of it. */
struct shown {
	struct ft_node node;
	uint64_t cpus, memory; /* in use */
	const char *active, *state, *partitions, *tres, *used, *reason;
	const char *gres_drain, *gres_used, *reservation;
	uint32_t slots;
};

static const struct ft_column rows[] = {
	{ "NodeName", FCONTROL_MEMBER(node.name) },
	{ "CoresPerSocket", FCONTROL_MEMBER(node.cores),
	    .own = FCONTROL_SPACE },
	{ "CPUAlloc", FCONTROL_MEMBER(cpus), .own = FCONTROL_LINE },
	{ "CPUEfctv", FCONTROL_MEMBER(node.cpus) },
	{ "CPUTot", FCONTROL_MEMBER(node.cpus) },
	{ "CPULoad", .none = "N/A", .until = FT_RELEASE_24_11 },
	{ "CPULoad", FCONTROL_CONST("0.00"), .since = FT_RELEASE_24_11 },
	{ "AvailableFeatures", FCONTROL_TEXT(node.features),
	    .own = FCONTROL_LINE },
	{ "ActiveFeatures", FCONTROL_MEMBER(active), .own = FCONTROL_LINE },
	{ "Gres", FCONTROL_TEXT(node.gres), .own = FCONTROL_LINE },
	{ "GresDrain", FCONTROL_GIVEN(gres_drain), .own = FCONTROL_LINE },
	{ "GresUsed", FCONTROL_GIVEN(gres_used), .own = FCONTROL_LINE },
	{ "NodeAddr", FCONTROL_MEMBER(node.address), .own = FCONTROL_LINE },
	{ "NodeHostName", FCONTROL_MEMBER(node.hostname) },
	{ "Port", FCONTROL_GIVEN(node.port) },
	{ "", FCONTROL_CONST(""), .own = FCONTROL_SPACE },
	{ "RealMemory", FCONTROL_MEMBER(node.memory), .own = FCONTROL_LINE },
	{ "AllocMem", FCONTROL_MEMBER(memory) },
	{ "FreeMem", .none = "N/A" },
	{ "Sockets", FCONTROL_MEMBER(node.sockets) },
	{ "Boards", FCONTROL_MEMBER(node.boards) },
	{ "State", FCONTROL_TEXT(state), .own = FCONTROL_LINE },
	{ "ThreadsPerCore", FCONTROL_MEMBER(node.threads) },
	{ "TmpDisk", FCONTROL_MEMBER(node.disk) },
	{ "Weight", FCONTROL_MEMBER(node.weight) },
	{ "Owner", .none = "N/A" },
	{ "MCS_label", .none = "N/A" },
	{ "Partitions", FCONTROL_GIVEN(partitions),
	    .own = FCONTROL_LINE | FCONTROL_SPACE },
	{ "BootTime", .none = "None", .own = FCONTROL_LINE },
	{ "SlurmdStartTime", .none = "None" },
	{ "LastBusyTime", .none = "Unknown", .own = FCONTROL_LINE },
	{ "ResumeAfterTime", .none = "None", .since = FT_RELEASE_24_11 },
	{ "SuspendTime", FCONTROL_CONST("INFINITE"),
	    .since = FT_RELEASE_26_05 },
	{ "CfgTRES", FCONTROL_MEMBER(tres), .own = FCONTROL_LINE },
	{ "AllocTRES", FCONTROL_MEMBER(used), .own = FCONTROL_LINE },
	{ "CapWatts", FCONTROL_CONST("n/a"), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_24_11 },
	{ "CurrentWatts", .get = ft_column_get_zero, .own = FCONTROL_LINE },
	{ "AveWatts", .get = ft_column_get_zero },
	{ "ExtSensorsJoules", FCONTROL_CONST("n/s"), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_24_11 },
	{ "ExtSensorsWatts", .get = ft_column_get_zero,
	    .until = FT_RELEASE_24_11 },
	{ "ExtSensorsTemp", FCONTROL_CONST("n/s"), .until = FT_RELEASE_24_11 },
	{ "", FCONTROL_CONST(""), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11, .until = FT_RELEASE_26_05 },
	{ "Reason", FCONTROL_GIVEN(reason), .own = FCONTROL_LINE },
	{ "ReservationName", FCONTROL_GIVEN(reservation), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11 },
	/* not in scontrol */
	{ "FairTreeSlots", FCONTROL_GIVEN(slots), .own = FCONTROL_LINE },
	{ 0 },
};

/* ---- in Slurm's own JSON -------------------------------------------------------- */

static const struct shown *
shown_of(const void *row)
{
	return fcontrol_thing_of(row);
}

/* The name of nobody is empty, never null. */
static void
write_owner(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	ft_doc_blank(doc, key);
}

static void
write_reason_user(struct ft_doc *doc, const char *key, const void *row)
{
	const struct ft_node *node = &shown_of(row)->node;

	if (*node->reason && *node->reason_user)
		ft_doc_text(doc, key, node->reason_user);
	else if (node->state == FT_NODE_DOWN &&
		 ft_release_has(
		     ft_doc_shape_of(doc)->release, FT_RULE_DOWN_BY_ROOT))
		ft_doc_text(doc, key, "root");
	else
		ft_doc_blank(doc, key);
}

static void
reason_changed(const void *row, struct ft_value *value)
{
	const struct ft_node *node = &shown_of(row)->node;

	ft_value_i64(
	    value, *node->reason && *node->reason_user ? node->since : 0);
}

/* Slurm's SlurmdPort, which is no setting here. */
enum { SLURMD_PORT = 6818 };

static void
port(const void *row, struct ft_value *value)
{
	const struct ft_node *node = &shown_of(row)->node;

	ft_value_u64(value, node->port ? node->port : SLURMD_PORT);
}

static void
endless(const void *row, struct ft_value *value)
{
	(void)row;
	value->kind = FT_VALUE_INFINITE;
}

static void
idle_cpus(const void *row, struct ft_value *value)
{
	const struct shown *shown = shown_of(row);

	ft_value_u64(value, shown->node.cpus - shown->cpus);
}

static void
write_weighted(struct ft_doc *doc, const char *key, const void *row)
{
	const struct ft_doc_shape *shape = ft_doc_shape_of(doc);

	if (!ft_release_has(shape->release, FT_RULE_NODES_UNWEIGHTED))
		ft_doc_real(doc, key, (double)shown_of(row)->cpus);
	else if (shape->complex)
		ft_doc_null(doc, key);
	else
		ft_doc_real(doc, key, 0);
}

static const struct ft_column members[] = {
#include "fcontrol/show/node_member.def"
};

static void
show(struct fcontrol_records *records, uint32_t index,
    const struct ft_nodeuse *use)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_node *node = &world->machine.node[index];
	const uint64_t *used = ft_nodeuse_tres(use, index);
	struct ft_str in_use = { 0 }, state = { 0 }, gres = { 0 };
	struct shown shown = {
		.node = *node,
		.cpus = used[FT_TRES_CPU],
		.memory = used[FT_TRES_MEM],
		/* NULL, printed as (null), only if it has no features at all */
		.active =
		    *node->features || *node->active ? node->active : NULL,
		.partitions = partitions(records, index),
		.tres = tres_of(records, index),
		.reason = reason(records, node),
		.reservation = reservation_of(world, index),
	};

	if (records->paper)
		ft_nodestate_add_list(&state, ft_nodeuse_state(use, index));
	else
		ft_nodestate_add(&state, ft_nodeuse_state(use, index));
	shown.state = fcontrol_take(records, &state);
	ft_jobtext_add_tres(&in_use, &world->tres, used, FT_TRES_UNITS);
	shown.used = fcontrol_take(records, &in_use);
	if (records->paper || records->control->detail) {
		ft_grestext_add_used(&gres, world, index);
		shown.gres_used = fcontrol_take(records, &gres);
		shown.gres_drain = "N/A";
	}
	if (!records->control->context->slurm)
		shown.slots = node->slots;
	if (records->paper)
		fcontrol_record_paper(
		    records, members, sizeof members / sizeof *members, &shown);
	else
		fcontrol_record(records, rows, &shown);
}

/* ---- which ------------------------------------------------------------------------ */

struct showing {
	struct fcontrol_records *records;
	const struct ft_nodeuse *use;
	struct ft_str missing; /* lines to print at the end */
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
fcontrol_show_node(struct fcontrol *control, int argc, char **argv)
{
	const char *name = fcontrol_operand(argc, argv);
	const struct ft_machine *machine = &control->world.machine;
	struct fcontrol_records records;
	struct ft_error err = { 0 };
	struct ft_nodeuse use;
	struct showing showing = { &records, &use, { 0 }, false };
	enum ft_status status = FT_OK;

	if (!fcontrol_load(control))
		return 1;
	if (fcontrol_hidden(control, FT_VISIBILITY_NODES, "slurm_load_node") ||
	    (control->context->slurm &&
		fcontrol_hidden(control, FT_VISIBILITY_PARTITIONS,
		    "slurm_load_partitions")))
		return 1;
	ft_nodeuse_init(&use, &control->world);
	if (control->prometheus) {
		struct ft_out out;

		ft_out_init(&out, control->context->out);
		ft_nodeuse_samples(&use, &out);
		ft_out_free(&out);
		ft_nodeuse_free(&use);
		return 0;
	}
	fcontrol_records_open(&records, control, "nodes", "   ", true);
	for (size_t i = 0; argc == 0 && i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			show(&records, (uint32_t)i, &use);
	if (name)
		status = ft_hostlist_each(name, show_named, &showing, &err);
	if (records.paper && !records.n_record)
		ft_doc_warn(records.paper, "No nodes to dump");
	fcontrol_records_close(&records);
	if (!control->paper && !fcontrol_is_mute(control))
		fputs(ft_str_text(&showing.missing), fcontrol_aside(control));
	ft_str_free(&showing.missing);
	ft_nodeuse_free(&use);
	if (status != FT_OK)
		return fcontrol_fail(control, &err);
	return showing.failed && !control->paper;
}
