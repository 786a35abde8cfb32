/* machine.c - checks of nodes, partitions, queues, and the QOS they name. */

#include "fcontrol/check/private.h"
#include "model/account/acctdb.h"

/* ---- nodes and partitions ---------------------------------------------------------- */

static void
check_partition(
    struct fcontrol_check *check, const struct ft_partition *partition)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (!partition->n_node) {
		ft_str_addf(
		    &text, "partition '%s' has no nodes", partition->name);
		fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "no-nodes",
		    partition->origin, ft_str_text(&text));
	}
	for (size_t i = 0; partition->slots && i < partition->n_node; i++) {
		const struct ft_node *node =
		    &check->machine.node[partition->node[i]];

		if (!node->slots || node->slots >= partition->slots)
			continue;
		ft_str_clear(&text);
		ft_str_addf(&text,
		    "partition '%s' has FairTreeSlots=%u, but node '%s' "
		    "admits %u",
		    partition->name, (unsigned)partition->slots, node->name,
		    (unsigned)node->slots);
		fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "slots",
		    partition->origin, ft_str_text(&text));
		break;
	}
}

static bool
has_queue(const struct ft_machine *machine, uint32_t node)
{
	for (size_t p = 0; p < machine->n_partition; p++) {
		const struct ft_partition *partition = &machine->partition[p];

		for (size_t i = 0;
		     partition->queue != FT_NO_QUEUE && i < partition->n_node;
		     i++)
			if (partition->node[i] == node)
				return true;
	}
	return false;
}

static void
check_nodes(struct fcontrol_check *check)
{
	const struct ft_machine *machine = &check->machine;

	for (uint32_t i = 0; i < machine->n_node; i++) {
		const struct ft_node *node = &machine->node[i];
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

		if (!node->slots || has_queue(machine, i))
			continue;
		ft_str_addf(&text,
		    "FairTreeSlots of node '%s' has no effect: none of its "
		    "partitions is a queue",
		    node->name);
		fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "slots", "",
		    ft_str_text(&text));
		break;
	}
}

/* Settings that have an effect only if there are queues. */
static void
check_unused(struct fcontrol_check *check)
{
	static const enum ft_conf_key keys[] = { FT_CONF_FAIRTREE_SLOT_COUNT,
		FT_CONF_FAIRTREE_SLOT_WAKE, FT_CONF_FAIRTREE_SLOT_ACTION,
		FT_CONF_FAIRTREE_LOAD_ADJUST };

	for (size_t i = 0; !check->machine.n_queue && i < FT_COUNT(keys); i++) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

		if (!check->conf->value[keys[i]].set)
			continue;
		ft_str_addf(&text,
		    "%s has no effect: no partition has a SubordinateList",
		    ft_conf_infos[keys[i]].name);
		fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "unused",
		    check->conf->value[keys[i]].origin, ft_str_text(&text));
	}
}

void
fcontrol_check_machine(struct fcontrol_check *check)
{
	const struct ft_machine *machine = &check->machine;

	for (size_t i = 0; i < machine->n_partition; i++)
		check_partition(check, &machine->partition[i]);
	if (!ft_machine_default(machine))
		fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "no-default",
		    "", "no partition is the default: each job must name one");
	check_nodes(check);
	check_unused(check);
}

/* ---- queues ------------------------------------------------------------------------- */

static void
add_queue(void *ctx, const struct ft_queue_finding *news)
{
	struct fcontrol_check *check = ctx;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	bool refused = ft_subordinate_is_refused(news->finding.fault);

	ft_str_addf(&text, "SubordinateList: %s", news->finding.text);
	fcontrol_check_add(check,
	    refused ? FCONTROL_CHECK_REFUSED : FCONTROL_CHECK_WARNING,
	    ft_subordinate_fault_name(news->finding.fault), news->origin,
	    ft_str_text(&text));
	check->finding[check->n - 1].node =
	    ft_arena_strdup(&check->arena, news->host);
}

void
fcontrol_check_queues(struct fcontrol_check *check)
{
	ft_machine_check_queues(&check->machine, add_queue, check);
}

/* ---- names ---------------------------------------------------------------------------- */

static void
check_qos(struct fcontrol_check *check, const struct ft_acctdb *acctdb,
    const struct ft_partition *partition, const char *name, const char *key)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (!*name || ft_acctdb_find_qos(acctdb, name))
		return;
	ft_str_addf(&text, "partition '%s': %s names the unknown QOS '%s'",
	    partition->name, key, name);
	fcontrol_check_add(check, FCONTROL_CHECK_WARNING, "unknown-qos",
	    partition->origin, ft_str_text(&text));
}

void
fcontrol_check_names(
    struct fcontrol_check *check, const struct ft_acctdb *acctdb)
{
	const struct ft_machine *machine = &check->machine;

	for (size_t p = 0; p < machine->n_partition; p++) {
		const struct ft_partition *in = &machine->partition[p];

		check_qos(check, acctdb, in, in->qos, "QOS");
		for (size_t i = 0; i < in->allow_qos.n; i++)
			check_qos(check, acctdb, in, in->allow_qos.item[i],
			    "AllowQos");
		for (size_t i = 0; i < in->deny_qos.n; i++)
			check_qos(
			    check, acctdb, in, in->deny_qos.item[i], "DenyQos");
	}
}
