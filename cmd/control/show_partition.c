/* fcontrol show partition.  Source: scontrol(1); case h02 of the records. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/timefmt.h"
#include "control/cluster.h"
#include "control/record.h"
#include "model/pairs.h"

static const char *
yes(bool value)
{
	return value ? "YES" : "NO";
}

static void
add_limit(struct control_records *records, const char *key, uint32_t value)
{
	if (value == FT_UNLIMITED)
		control_record_add(records, key, "UNLIMITED");
	else
		control_record_addf(records, key, "%" PRIu32, value);
}

/* Minutes as a time. */
static void
add_minutes(struct control_records *records, const char *key, int64_t minutes)
{
	char buf[32];

	if (minutes == FT_TIME_NONE)
		control_record_add(records, key, "NONE");
	else if (minutes == FT_TIME_UNLIMITED)
		control_record_add(records, key, "UNLIMITED");
	else
		control_record_add(records, key,
		    ft_time_format_duration(buf, sizeof buf, minutes * 60));
}

static void
add_names(struct control_records *records, const char *key,
    const struct ft_name_list *list)
{
	struct ft_str str;

	ft_str_init(&str);
	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(&str, "%s%s", i ? "," : "", list->item[i]);
	control_record_add(records, key, list->n ? ft_str_text(&str) : "ALL");
	ft_str_free(&str);
}

/* Who is denied is only told where nobody is allowed by name. */
static void
add_access(struct control_records *records, const char *allow_key,
    const struct ft_name_list *allow, const char *deny_key,
    const struct ft_name_list *deny)
{
	if (!allow->n && deny->n)
		add_names(records, deny_key, deny);
	else
		add_names(records, allow_key, allow);
}

/* What the line says beside what is known: NULL if KEY is not among it. */
static char *
find_extra(const char *extra, const char *key)
{
	struct ft_pairs pairs;
	char *value = NULL;

	ft_pairs_init(&pairs, extra);
	while (!value && ft_pairs_next(&pairs))
		if (strcasecmp(ft_str_text(&pairs.key), key) == 0)
			value = ft_strdup(ft_str_text(&pairs.value));
	ft_pairs_free(&pairs);
	return value;
}

static void
add_defaults(struct control_records *records, const char *extra)
{
	static const char *const keys[] = { "DefCpuPerGPU", "DefMemPerGPU" };
	struct ft_str str;

	ft_str_init(&str);
	for (size_t i = 0; i < 2; i++) {
		char *value = find_extra(extra, keys[i]);

		if (value)
			ft_str_addf(&str, "%s%s=%s", str.len ? "," : "",
			    keys[i], value);
		ft_free(value);
	}
	control_record_add(
	    records, "JobDefaults", str.len ? ft_str_text(&str) : NULL);
	ft_str_free(&str);
}

static void
add_memory(struct control_records *records, const char *what, uint64_t per_cpu,
    uint64_t per_node)
{
	char key[32];

	snprintf(key, sizeof key, "%sMemPer%s", what, per_cpu ? "CPU" : "Node");
	if (per_cpu || per_node)
		control_record_addf(
		    records, key, "%" PRIu64, per_cpu ? per_cpu : per_node);
	else
		control_record_add(records, key, "UNLIMITED");
}

/* ---- what it has ------------------------------------------------------------- */

static void
count_partition(const struct ft_world *world,
    const struct ft_partition *partition, uint64_t *count)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t i = 0; i < partition->n_node; i++)
		control_count_node(
		    world, &machine->node[partition->node[i]], count);
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres != UINT32_MAX)
			count[machine->license[i].tres] =
			    machine->license[i].count;
	count[FT_TRES_BILLING] = (uint64_t)ft_billing_of(
	    &partition->billing, &world->tres, count, world->priority_flags);
}

static void
add_has(struct control_records *records, const struct ft_partition *partition)
{
	const struct ft_world *world = &records->control->world;
	uint64_t *count = ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str;

	ft_str_init(&str);
	count_partition(world, partition, count);
	control_add_tres(&str, world, count);
	control_record_add(records, "TRES", str.len ? ft_str_text(&str) : NULL);
	ft_str_free(&str);
	ft_free(count);
}

static void
add_nodes(struct control_records *records, const struct ft_partition *partition)
{
	struct ft_str str;

	ft_str_init(&str);
	ft_machine_add_hosts(&str, &records->control->world.machine,
	    partition->node, partition->n_node);
	control_record_add(
	    records, "Nodes", str.len ? ft_str_text(&str) : NULL);
	ft_str_free(&str);
}

/* ---- its lines ----------------------------------------------------------------- */

static void
add_users(struct control_records *records, const struct ft_partition *part)
{
	control_record_add(records, "PartitionName", part->name);
	control_record_break(records);
	add_names(records, "AllowGroups", &part->allow_groups);
	add_access(records, "AllowAccounts", &part->allow_accounts,
	    "DenyAccounts", &part->deny_accounts);
	add_access(
	    records, "AllowQos", &part->allow_qos, "DenyQos", &part->deny_qos);
	control_record_break(records);
	add_names(records, "AllocNodes", &part->alloc_nodes);
	if (*part->alternate)
		control_record_add(records, "Alternate", part->alternate);
	control_record_add(records, "Default", yes(part->is_default));
	control_record_add(records, "QoS", *part->qos ? part->qos : "N/A");
}

static void
add_limits(struct control_records *records, const struct ft_partition *part)
{
	bool no_root =
	    part->disable_root || ft_conf_bool(records->control->world.conf,
				      FT_CONF_DISABLE_ROOT_JOBS);

	control_record_break(records);
	add_minutes(records, "DefaultTime", part->default_time);
	control_record_add(records, "DisableRootJobs", yes(no_root));
	control_record_add(records, "ExclusiveUser", yes(part->exclusive_user));
	control_record_addf(records, "GraceTime", "%" PRId64, part->grace_time);
	control_record_add(records, "Hidden", yes(part->hidden));
	control_record_break(records);
	add_limit(records, "MaxNodes", part->max_nodes);
	add_minutes(records, "MaxTime", part->max_time);
	control_record_addf(records, "MinNodes", "%" PRIu32, part->min_nodes);
	control_record_add(records, "LLN", yes(part->lln));
	add_limit(records, "MaxCPUsPerNode", part->max_cpus_per_node);
	control_record_break(records);
	add_nodes(records, part);
}

static void
add_rules(struct control_records *records, const struct ft_partition *part)
{
	const struct ft_conf *conf = records->control->world.conf;
	struct ft_str mode;

	control_record_break(records);
	control_record_addf(
	    records, "PriorityJobFactor", "%" PRIu32, part->job_factor);
	control_record_addf(records, "PriorityTier", "%" PRIu32, part->tier);
	control_record_add(records, "RootOnly", yes(part->root_only));
	control_record_add(records, "ReqResv", yes(part->req_resv));
	control_record_add(records, "OverSubscribe", part->over_subscribe);
	control_record_break(records);
	if (part->over_time == FT_TIME_NONE)
		control_record_add(records, "OverTimeLimit", "NONE");
	else if (part->over_time == FT_TIME_UNLIMITED)
		control_record_add(records, "OverTimeLimit", "UNLIMITED");
	else
		control_record_addf(
		    records, "OverTimeLimit", "%" PRId64, part->over_time);
	ft_str_init(&mode);
	control_add_preempt_mode(&mode,
	    *part->preempt_mode ? part->preempt_mode
				: ft_conf_text(conf, FT_CONF_PREEMPT_MODE));
	control_record_add(records, "PreemptMode", ft_str_text(&mode));
	ft_str_free(&mode);
}

static void
add_state(struct control_records *records, const struct ft_partition *part)
{
	static const char *const states[] = { "UP", "DOWN", "DRAIN",
		"INACTIVE" };
	char *select = find_extra(part->extra, "SelectTypeParameters");

	for (char *c = select; c && *c; c++)
		if (*c >= 'a' && *c <= 'z')
			*c = (char)(*c - 'a' + 'A');
	control_record_break(records);
	control_record_add(records, "State", states[part->state]);
	control_record_addf(records, "TotalCPUs", "%" PRIu32, part->cpus);
	control_record_addf(records, "TotalNodes", "%zu", part->n_node);
	control_record_add(
	    records, "SelectTypeParameters", select ? select : "NONE");
	ft_free(select);
	control_record_break(records);
	add_defaults(records, part->extra);
	control_record_break(records);
	add_memory(
	    records, "Def", part->def_mem_per_cpu, part->def_mem_per_node);
	add_memory(
	    records, "Max", part->max_mem_per_cpu, part->max_mem_per_node);
	control_record_break(records);
	add_has(records, part);
	if (*part->weights_text) {
		control_record_break(records);
		control_record_add(
		    records, "TRESBillingWeights", part->weights_text);
	}
}

/* What scontrol does not know. */
static void
add_queue(struct control_records *records, const struct ft_partition *part)
{
	struct ft_str list = { 0 };

	if (records->control->context->slurm || part->queue == FT_NO_QUEUE)
		return;
	control_record_break(records);
	if (part->subordinates)
		ft_subordinates_print(&list, part->subordinates);
	control_record_add(records, "SubordinateList",
	    part->subordinates ? ft_str_text(&list) : "NONE");
	if (part->slots)
		control_record_addf(
		    records, "FairTreeSlots", "%" PRIu32, part->slots);
	ft_str_free(&list);
}

static void
show(struct control_records *records, const struct ft_partition *partition)
{
	control_record_begin(records);
	add_users(records, partition);
	add_limits(records, partition);
	add_rules(records, partition);
	add_state(records, partition);
	add_queue(records, partition);
	control_record_end(records);
}

bool
control_lists_partition(
    const struct control *control, const struct ft_partition *partition)
{
	return ft_sight_sees_all(
		   &control->session.sight, FT_SIGHT_BIT(PARTITIONS)) &&
	       (!partition->hidden || control->all ||
		   control->asker.privileged);
}

int
control_show_partition(struct control *control, int argc, char **argv)
{
	const char *name = control_operand(argc, argv);
	const struct ft_machine *machine = &control->world.machine;
	struct ft_world_load how = { 0 };
	struct control_records records;
	struct ft_error err = { 0 };
	bool found = false;

	if (control_read(control, &how, &err) != FT_OK)
		return control_fail(control, &err);
	if (control_hidden(
		control, FT_SIGHT_PARTITIONS, "slurm_load_partitions"))
		return 1;
	control_records_open(&records, control, "partitions", "   ", true);
	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *part = &machine->partition[i];

		if ((name && strcmp(part->name, name) != 0) ||
		    !control_lists_partition(control, part))
			continue;
		show(&records, part);
		found = true;
	}
	control_records_close(&records);
	if (found || (!name && control->quiet))
		return 0;
	control_doubt(control, FT_COMPLETE_PARTITION, name);
	if (name)
		fprintf(
		    control_aside(control), "Partition %s not found\n", name);
	else
		fprintf(
		    control_aside(control), "No partitions in the system\n");
	return name ? 1 : 0;
}
