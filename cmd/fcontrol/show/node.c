/* node.c - fcontrol show node.  Source: scontrol(1); recorded case j46. */

#include "base/text/hostlist.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "nodedoc/nodedoc.h"

/* ---- cells -------------------------------------------------------------------- */

static const char *
reason(struct fcontrol_records *records, const struct ft_node *node)
{
	size_t line = strcspn(node->reason, "\n");
	struct ft_str text = { 0 };

	if (!*node->reason)
		return NULL;
	/* user and time end the first line of a reason; further lines are
	 * indented */
	ft_str_add_n(&text, node->reason, line);
	if (*node->reason_user) {
		ft_str_addf(&text, " [%s@", node->reason_user);
		ft_timetext_add(&text, &records->time, node->since, "Unknown");
		ft_str_add_char(&text, ']');
	}
	while (node->reason[line]) {
		const char *next = node->reason + line + 1;

		line += 1 + strcspn(next, "\n");
		ft_str_addf(&text, "\n          %.*s",
		    (int)(node->reason + line - next), next);
	}
	return fcontrol_take(records, &text);
}

/* ---- its rows ------------------------------------------------------------------- */

#define FCONTROL_THING struct shown

/* A node, and texts for rows that are not members of it. */
struct shown {
	struct ft_nodedoc_node of;
	const char *state, *reason;
	uint32_t slots;
};

static const struct ft_column rows[] = {
	{ "NodeName", FCONTROL_MEMBER(of.node.name) },
	{ "CoresPerSocket", FCONTROL_MEMBER(of.node.cores),
	    .own = FCONTROL_SPACE },
	{ "CPUAlloc", FCONTROL_MEMBER(of.cpus), .own = FCONTROL_LINE },
	{ "CPUEfctv", FCONTROL_MEMBER(of.node.cpus) },
	{ "CPUTot", FCONTROL_MEMBER(of.node.cpus) },
	{ "CPULoad", .none = "N/A", .until = FT_RELEASE_24_11 },
	{ "CPULoad", FCONTROL_CONST("0.00"), .since = FT_RELEASE_24_11 },
	{ "AvailableFeatures", FCONTROL_TEXT(of.node.features),
	    .own = FCONTROL_LINE },
	{ "ActiveFeatures", FCONTROL_MEMBER(of.active), .own = FCONTROL_LINE },
	{ "Gres", FCONTROL_TEXT(of.node.gres), .own = FCONTROL_LINE },
	{ "GresDrain", FCONTROL_GIVEN(of.gres_drain), .own = FCONTROL_LINE },
	{ "GresUsed", FCONTROL_GIVEN(of.gres_used), .own = FCONTROL_LINE },
	{ "NodeAddr", FCONTROL_MEMBER(of.node.address), .own = FCONTROL_LINE },
	{ "NodeHostName", FCONTROL_MEMBER(of.node.hostname) },
	{ "Port", FCONTROL_GIVEN(of.node.port) },
	{ "", FCONTROL_CONST(""), .own = FCONTROL_SPACE },
	{ "RealMemory", FCONTROL_MEMBER(of.node.memory), .own = FCONTROL_LINE },
	{ "AllocMem", FCONTROL_MEMBER(of.memory) },
	{ "FreeMem", .none = "N/A" },
	{ "Sockets", FCONTROL_MEMBER(of.node.sockets) },
	{ "Boards", FCONTROL_MEMBER(of.node.boards) },
	{ "State", FCONTROL_TEXT(state), .own = FCONTROL_LINE },
	{ "ThreadsPerCore", FCONTROL_MEMBER(of.node.threads) },
	{ "TmpDisk", FCONTROL_MEMBER(of.node.disk) },
	{ "Weight", FCONTROL_MEMBER(of.node.weight) },
	{ "Owner", .none = "N/A" },
	{ "MCS_label", .none = "N/A" },
	{ "Partitions", FCONTROL_GIVEN(of.partitions),
	    .own = FCONTROL_LINE | FCONTROL_SPACE },
	{ "BootTime", .none = "None", .own = FCONTROL_LINE },
	{ "SlurmdStartTime", .none = "None" },
	{ "LastBusyTime", .none = "Unknown", .own = FCONTROL_LINE },
	{ "ResumeAfterTime", .none = "None", .since = FT_RELEASE_24_11 },
	{ "SuspendTime", FCONTROL_CONST("INFINITE"),
	    .since = FT_RELEASE_26_05 },
	{ "CfgTRES", FCONTROL_MEMBER(of.tres), .own = FCONTROL_LINE },
	{ "AllocTRES", FCONTROL_MEMBER(of.used), .own = FCONTROL_LINE },
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
	{ "Comment", FCONTROL_GIVEN(of.node.comment), .own = FCONTROL_LINE },
	{ "Extra", FCONTROL_GIVEN(of.node.note), .own = FCONTROL_LINE },
	{ "InstanceId", FCONTROL_GIVEN(of.node.instance_id),
	    .own = FCONTROL_LINE },
	{ "InstanceType", FCONTROL_GIVEN(of.node.instance_type) },
	{ "ReservationName", FCONTROL_GIVEN(of.reservation),
	    .own = FCONTROL_LINE, .since = FT_RELEASE_24_11 },
	/* not in scontrol */
	{ "FairTreeSlots", FCONTROL_GIVEN(slots), .own = FCONTROL_LINE },
	{ 0 },
};

static void
show(struct fcontrol_records *records, uint32_t index,
    const struct ft_nodeuse *use)
{
	const struct fcontrol *control = records->control;
	const struct ft_nodedoc from = { .world = &control->world,
		.use = use,
		.arena = &records->arena,
		.open = ft_visibility_shows_all(&control->session.visibility,
		    FT_VISIBILITY_BIT(PARTITIONS)),
		.hidden = control->all || control->asker.privileged };
	struct ft_str state = { 0 };
	struct shown shown = { 0 };

	ft_nodedoc_node(&shown.of, &from, index);
	if (records->paper) {
		fcontrol_record_paper(records, ft_nodedoc_node_members,
		    ft_nodedoc_node_member_count, &shown.of);
		return;
	}
	ft_nodestate_add(&state, ft_nodeuse_state(use, index));
	shown.state = fcontrol_take(records, &state);
	shown.reason = reason(records, &shown.of.node);
	if (!control->detail)
		shown.of.gres_used = shown.of.gres_drain = NULL;
	if (!control->context->slurm)
		shown.slots = shown.of.node.slots;
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
	const struct fcontrol *control = showing->records->control;
	uint32_t index = ft_machine_node(&control->world.machine, name);

	(void)len;
	(void)err;
	if (index != UINT32_MAX &&
	    (!control->context->slurm ||
		control->world.machine.node[index].state != FT_NODE_FUTURE)) {
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
		struct ft_out out FT_CLEANUP(ft_out_free) =
		    ft_out_to(control->context->out);

		ft_nodeuse_samples(&use, &out);
		ft_nodeuse_free(&use);
		return 0;
	}
	fcontrol_records_open(&records, control, "nodes", "   ", true);
	for (size_t i = 0; argc == 0 && i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			show(&records, (uint32_t)i, &use);
	if (name)
		status = ft_hostlist_nodes(name, show_named, &showing, &err);
	if (records.paper && !records.n_record)
		ft_doc_warn(records.paper, "No nodes to dump");
	fcontrol_records_close(&records);
	if (!control->paper && !fcontrol_is_mute(control))
		fputs(ft_str_text(&showing.missing), fcontrol_aside(control));
	ft_str_free(&showing.missing);
	ft_nodeuse_free(&use);
	if (status != FT_OK)
		return fcontrol_refuse_nodes(control, name, &err);
	return showing.failed && !control->paper;
}
