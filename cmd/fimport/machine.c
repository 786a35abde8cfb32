/*
 * machine.c - nodes and partitions as scontrol shows them: as lines of slurm.conf,
 * or as what has changed since they were read from there.
 */

#include "base/text/timefmt.h"
#include "fimport/scontrol.h"
#include "store/job/jobs.h"

/*
 * A key of scontrol's record, and of slurm.conf.
 * usual: what is shown where slurm.conf has nothing; then nothing is taken.
 */
struct row {
	const char *shown, *key, *usual;
	bool live; /* scontrol update can change it */
};

static const struct row node_rows[] = {
	{ "CPUTot", "CPUs", "", false },
	{ "Boards", "Boards", "1", false },
	{ "Sockets", "Sockets", "", false },
	{ "CoresPerSocket", "CoresPerSocket", "", false },
	{ "ThreadsPerCore", "ThreadsPerCore", "", false },
	{ "RealMemory", "RealMemory", "", false },
	{ "TmpDisk", "TmpDisk", "0", false },
	{ "Weight", "Weight", "1", true },
	{ "AvailableFeatures", "Features", "", true },
	{ "ActiveFeatures", NULL, "", true },
	{ "Gres", "Gres", "", true },
};

static const struct row partition_rows[] = {
	{ "Nodes", "Nodes", "", true },
	{ "AllowGroups", "AllowGroups", "", true },
	{ "AllowAccounts", "AllowAccounts", "", true },
	{ "DenyAccounts", "DenyAccounts", "", true },
	{ "AllowQos", "AllowQos", "", true },
	{ "DenyQos", "DenyQos", "", true },
	{ "AllocNodes", "AllocNodes", "", true },
	{ "Alternate", "Alternate", "", true },
	{ "Default", "Default", "", true },
	{ "QoS", "QOS", "N/A", true },
	{ "DefaultTime", "DefaultTime", "NONE", true },
	/* it is also shown where it is the cluster's */
	{ "DisableRootJobs", "DisableRootJobs", "NO", false },
	{ "ExclusiveUser", "ExclusiveUser", "", true },
	{ "ExclusiveTopo", "ExclusiveTopo", "", true },
	{ "GraceTime", "GraceTime", "", true },
	{ "Hidden", "Hidden", "", true },
	{ "MaxNodes", "MaxNodes", "", true },
	{ "MaxTime", "MaxTime", "", true },
	{ "MinNodes", "MinNodes", "", true },
	{ "LLN", "LLN", "", true },
	{ "MaxCPUsPerNode", "MaxCPUsPerNode", "", true },
	{ "PriorityJobFactor", "PriorityJobFactor", "", true },
	{ "PriorityTier", "PriorityTier", "", true },
	{ "RootOnly", "RootOnly", "", true },
	{ "ReqResv", "ReqResv", "", true },
	{ "OverSubscribe", "OverSubscribe", "", true },
	/* after it, since 26.05 */
	{ "Exclusive", "Exclusive", "", true },
	{ "OverTimeLimit", "OverTimeLimit", "NONE", true },
	/* shown is the cluster's, too */
	{ "PreemptMode", NULL, "", false },
	{ "State", "State", "", true },
	{ "DefMemPerCPU", "DefMemPerCPU", "UNLIMITED", true },
	{ "DefMemPerNode", "DefMemPerNode", "UNLIMITED", true },
	{ "MaxMemPerCPU", "MaxMemPerCPU", "UNLIMITED", true },
	{ "MaxMemPerNode", "MaxMemPerNode", "UNLIMITED", true },
	{ "TRESBillingWeights", "TRESBillingWeights", "", true },
};

/* Returns the value of ROW in RECORD, NULL: it says nothing. */
static const char *
value_of(const struct ft_record *record, const struct row *row)
{
	const char *value = ft_record_value(record, row->shown);
	const char *sets = ft_record_value(record, "NodeSets");

	/* since 24.11 Nodes are the nodes of all sets, as they are now */
	if (!strcmp(row->shown, "Nodes") && sets && !strcmp(sets, "ALL"))
		return sets;
	return value && *value && strcmp(value, row->usual) != 0 ? value : NULL;
}

/* Whether the partition of RECORD gives nodes to one job each, which since 26.05
 * another key says. */
static bool
is_apart(const struct ft_record *record, const struct row *row)
{
	const char *exclusive = ft_record_value(record, "Exclusive");

	return !strcmp(row->shown, "OverSubscribe") && exclusive &&
	       strcmp(exclusive, "NO") != 0;
}

/* ---- lines of slurm.conf ---------------------------------------------------------- */

/* Append VALUE; of "gpu:a100:2(S:0-1)" not the sockets. */
static void
add_value(struct ft_str *conf, const char *key, const char *value)
{
	ft_str_addf(conf, " %s=", key);
	for (; *value; value++) {
		if (!strcmp(key, "Gres") && *value == '(')
			value += strcspn(value, ")");
		else
			ft_str_add_char(conf, *value);
		if (!*value)
			break;
	}
}

void
fimport_add_node(struct ft_str *conf, const struct ft_record *record)
{
	static const char *const names[] = { "NodeAddr", "NodeHostName" };

	ft_str_addf(conf, "NodeName=%s", record->name);
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		const char *value = ft_record_value(record, names[i]);

		if (value && *value && strcmp(value, record->name) != 0)
			add_value(conf, names[i], value);
	}
	for (size_t i = 0; i < FT_COUNT(node_rows); i++) {
		const char *value = value_of(record, &node_rows[i]);

		if (value && node_rows[i].key)
			add_value(conf, node_rows[i].key, value);
	}
	ft_str_add_char(conf, '\n');
}

/* Append "DefCpuPerGPU=2,DefMemPerGPU=100", which are keys of their own. */
static void
add_defaults(struct ft_str *conf, const char *defaults)
{
	if (!defaults || !strchr(defaults, '='))
		return;
	ft_str_add_char(conf, ' ');
	for (; *defaults; defaults++)
		ft_str_add_char(
		    conf, (char)(*defaults == ',' ? ' ' : *defaults));
}

void
fimport_add_partition(struct ft_str *conf, const struct ft_record *record,
    const char *preempt_mode)
{
	const char *mode = ft_record_value(record, "PreemptMode");

	ft_str_addf(conf, "PartitionName=%s", record->name);
	for (size_t i = 0; i < FT_COUNT(partition_rows); i++) {
		const struct row *row = &partition_rows[i];
		const char *value = value_of(record, row);

		if (value && row->key && !is_apart(record, row))
			add_value(conf, row->key, value);
	}
	/* that of the cluster is shown, too */
	if (mode && strcasecmp(mode, preempt_mode) != 0)
		add_value(conf, "PreemptMode", mode);
	add_defaults(conf, ft_record_value(record, "JobDefaults"));
	ft_str_add_char(conf, '\n');
}

/* ---- differences -------------------------------------------------------------------- */

static enum ft_status
keep(struct fimport_scontrol *scontrol, const struct ft_live_change *change,
    struct ft_error *err)
{
	struct ft_session *session = &scontrol->import->session;

	return ft_store_put_live(session->store, session->cluster, change, err);
}

/* ---- partitions ------------------------------------------------------------------------ */

/*
 * Returns what ROW of a partition has now, NULL: RECORD does not say.  A usual value
 * takes away what slurm.conf or a change gave it.
 */
static const char *
live_value(const struct ft_record *record, const struct row *row)
{
	static const struct {
		const char *usual, *value;
	} nothing[] = { { "N/A", "" }, { "NONE", "NONE" },
		{ "UNLIMITED", "0" } };
	const char *shown = ft_record_value(record, row->shown);

	for (size_t i = 0; shown && i < FT_COUNT(nothing); i++)
		if (!strcmp(row->usual, nothing[i].usual) &&
		    !strcmp(shown, row->usual))
			return nothing[i].value;
	return value_of(record, row);
}

/* *changed: it was different. */
static enum ft_status
set_partition(struct fimport_scontrol *scontrol, const struct ft_record *record,
    const struct row *row, bool *changed, struct ft_error *err)
{
	struct ft_machine *machine = &scontrol->world.machine;
	const char *value = live_value(record, row);
	struct ft_partition *partition =
	    &machine->partition[ft_machine_partition(machine, record->name)];
	struct ft_partition before = *partition;

	if (!value || !row->live || is_apart(record, row))
		return FT_OK;
	FT_TRY(ft_machine_set_partition(
	    machine, record->name, row->key, value, err));
	if (ft_partition_is_same(&before, partition))
		return FT_OK;
	*changed = true;
	return keep(scontrol,
	    &(struct ft_live_change){
		'p', record->name, row->key, value, scontrol->world.now },
	    err);
}

enum ft_status
fimport_change_partition(struct fimport_scontrol *scontrol,
    const struct ft_record *record, struct ft_error *err)
{
	bool changed = false;

	for (size_t i = 0; i < FT_COUNT(partition_rows); i++)
		FT_TRY(set_partition(
		    scontrol, record, &partition_rows[i], &changed, err));
	scontrol->partitions += changed;
	return FT_OK;
}

/* ---- nodes ------------------------------------------------------------------------------ */

static enum ft_status
set_node(struct fimport_scontrol *scontrol, const struct ft_node_change *change,
    struct ft_error *err)
{
	FT_TRY(ft_machine_set_node(&scontrol->world.machine, change, err));
	return keep(scontrol,
	    &(struct ft_live_change){
		'n', change->name, change->key, change->value, change->at },
	    err);
}

/* The states of "MIXED+DRAIN*", of which jobs and the network are no part. */
struct states {
	bool down, drained, failed, future;
};

static struct states
read_states(const char *text)
{
	struct states states = { 0 };
	struct ft_word word;

	while (ft_word_next(&text, "+", &word)) {
		/* *: does not answer, ~ # % $ @ ^ !: its power, - planned */
		while (word.len && strchr("*~#%$@^!-", word.at[word.len - 1]))
			word.len--;
		states.down |= ft_word_is(word, "DOWN");
		states.drained |= ft_word_is(word, "DRAIN") ||
				  ft_word_is(word, "DRAINED") ||
				  ft_word_is(word, "DRAINING");
		states.failed |=
		    ft_word_is(word, "FAIL") || ft_word_is(word, "FAILING");
		states.future |= ft_word_is(word, "FUTURE");
	}
	return states;
}

/* Why, who and when: "bad disk [root@2026-11-20T17:10:57]". */
struct why {
	struct ft_str reason, user;
	int64_t since;
};

static void
read_why(const char *text, int64_t now, struct why *why)
{
	size_t line = strcspn(text, "\n");
	const char *end = text + line, *at = end, *open;
	char date[40];

	why->since = now;
	while (at > text && *at != '[')
		at--;
	open = at;
	at = memchr(open, '@', (size_t)(end - open));
	if (line && end[-1] == ']' && at && open > text && open[-1] == ' ' &&
	    ft_word_copy((struct ft_word){ at + 1, (size_t)(end - at) - 2 },
		date, sizeof date) &&
	    (ft_num_i64(date, &why->since) ||
		ft_time_date(date, 0, true, &why->since))) {
		ft_str_add_n(&why->user, open + 1, (size_t)(at - open) - 1);
		line = (size_t)(open - text) - 1;
	}
	ft_str_add_n(&why->reason, text, line);
	ft_str_add(&why->reason, end);
}

/* Whether NODE has these states, in whatever order they came. */
static bool
has_states(const struct ft_node *node, const struct states *states)
{
	const enum ft_node_state a = node->state, b = node->also;

	return states->future == (a == FT_NODE_FUTURE) &&
	       states->down == (a == FT_NODE_DOWN || b == FT_NODE_DOWN) &&
	       states->failed == (a == FT_NODE_FAIL || b == FT_NODE_FAIL) &&
	       states->drained == (a == FT_NODE_DRAIN || b == FT_NODE_DRAIN);
}

static enum ft_status
put_state(struct fimport_scontrol *scontrol, const char *name,
    const struct states *states, int64_t since, struct ft_error *err)
{
	const struct ft_session *session = &scontrol->import->session;
	const struct ft_store_jobs to = { session->store, session->cluster,
		&scontrol->world.tres };
	const char *value = states->future    ? "FUTURE"
			    : !states->down   ? states->failed    ? "IDLE+FAIL"
						: states->drained ? "IDLE+DRAIN"
								  : "RESUME"
			    : states->failed  ? "FAIL+DOWN"
			    : states->drained ? "DRAIN+DOWN"
					      : "IDLE+DOWN";

	FT_TRY(ft_store_end_node_event(&to, name, scontrol->world.now, err));
	return set_node(scontrol,
	    &(struct ft_node_change){ name, "State", value, since }, err);
}

/* *changed: it was different. */
static enum ft_status
set_state(struct fimport_scontrol *scontrol, const struct ft_record *record,
    bool *changed, struct ft_error *err)
{
	struct ft_node *node =
	    &scontrol->world.machine
		 .node[ft_machine_node(&scontrol->world.machine, record->name)];
	const char *text = ft_record_value(record, "State");
	const char *reason = ft_record_value(record, "Reason");
	struct states states = read_states(text ? text : "");
	struct why why = { .since = scontrol->world.now };
	enum ft_status status = FT_OK;
	bool other;

	if (reason)
		read_why(reason, scontrol->world.now, &why);
	other = text && !has_states(node, &states);
	if (other)
		status =
		    put_state(scontrol, record->name, &states, why.since, err);
	if (status == FT_OK &&
	    (strcmp(node->reason, ft_str_text(&why.reason)) != 0 ||
		(why.user.len &&
		    (strcmp(node->reason_user, why.user.data) != 0 ||
			node->since != why.since)))) {
		other = true;
		status = set_node(scontrol,
		    &(struct ft_node_change){ record->name, "Reason",
			ft_str_text(&why.reason), why.since },
		    err);
		if (status == FT_OK)
			status = set_node(scontrol,
			    &(struct ft_node_change){ record->name,
				"ReasonUser", ft_str_text(&why.user),
				why.since },
			    err);
	}
	*changed |= other;
	ft_str_free(&why.reason);
	ft_str_free(&why.user);
	return status;
}

static enum ft_status
set_other(struct fimport_scontrol *scontrol, const struct ft_record *record,
    const struct row *row, bool *changed, struct ft_error *err)
{
	struct ft_machine *machine = &scontrol->world.machine;
	struct ft_node *node =
	    &machine->node[ft_machine_node(machine, record->name)];
	struct ft_node before = *node;
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	const char *given = value_of(record, row);
	size_t prefix;

	if (!row->live || !given)
		return FT_OK;
	add_value(&value, row->shown, given);
	/* without " KEY=" */
	prefix = strlen(row->shown) + 2;
	FT_TRY(ft_machine_set_node(machine,
	    &(struct ft_node_change){ record->name, row->shown,
		value.data + prefix, scontrol->world.now },
	    err));
	if (ft_node_is_same(&before, node))
		return FT_OK;
	*changed = true;
	return keep(scontrol,
	    &(struct ft_live_change){ 'n', record->name, row->shown,
		value.data + prefix, scontrol->world.now },
	    err);
}

enum ft_status
fimport_change_node(struct fimport_scontrol *scontrol,
    const struct ft_record *record, struct ft_error *err)
{
	bool changed = false;

	for (size_t i = 0; i < FT_COUNT(node_rows); i++)
		FT_TRY(
		    set_other(scontrol, record, &node_rows[i], &changed, err));
	FT_TRY(set_state(scontrol, record, &changed, err));
	scontrol->nodes += changed;
	return FT_OK;
}
