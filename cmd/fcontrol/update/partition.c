/*
 * partition.c - fcontrol update partitionname=..., create and delete partition.  Source:
 * scontrol(1); texts as 22.05 prints them (case u01-scontrol-partitions).
 */

#include "base/text/hostlist.h"
#include "fcontrol/cluster.h"
#include "model/machine/queue.h"
#include "fcontrol/reservation.h"
#include "store/job/jobs.h"

/* A partition and the settings to change. */
struct request {
	const char *name; /* NULL: none given */
	char **word;
	int n;
};

/* Returns the value of WORD if its key is PartitionName or an abbreviation. */
static const char *
name_of(const char *word)
{
	char key[FCONTROL_KEY];
	const char *value = fcontrol_split(word, key);

	return value && fcontrol_is(key, strlen(key), "PartitionName", 3)
		   ? value
		   : NULL;
}

static enum ft_status
keep(struct fcontrol *control, const char *name, const char *key,
    const char *value, struct ft_error *err)
{
	struct ft_live_change change = { 'p', name, key, value,
		control->world.now };

	return ft_store_put_live(
	    control->session.store, control->session.cluster, &change, err);
}

/* ---- Slurm's messages ----------------------------------------------------------- */

/* A word the program itself refuses. */
static void
refuse_word(struct fcontrol *control, const char *word, const char *key)
{
	/* values "": only that the input is invalid; NULL: that the value is */
	static const struct {
		const char *key, *values;
	} rows[] = { { "State", "UP, DOWN, DRAIN and INACTIVE" },
		{ "Exclusive", "NO, NODE, USER, TOPO" },
		{ "OverSubscribe", "NO, EXCLUSIVE, YES:#, and FORCE:#" },
		{ "Default", "YES and NO" },
		{ "DisableRootJobs", "YES and NO" },
		{ "ExclusiveTopo", "YES and NO" },
		{ "ExclusiveUser", "YES and NO" }, { "Hidden", "YES and NO" },
		{ "LLN", "YES and NO" }, { "ReqResv", "YES and NO" },
		{ "RootOnly", "YES and NO" }, { "PreemptMode", "" },
		{ "MaxCPUsPerNode", NULL }, { "MaxCPUsPerSocket", NULL },
		{ "Priority", NULL }, { "PriorityTier", NULL },
		{ "PriorityJobFactor", NULL }, { "GraceTime", NULL },
		{ "OverTimeLimit", NULL }, { "DefMemPerCPU", NULL },
		{ "DefMemPerNode", NULL }, { "MaxMemPerCPU", NULL },
		{ "MaxMemPerNode", NULL } };
	const char *value = strchr(word, '=');
	const struct ft_context *context = control->context;
	size_t i = 0;

	while (i < FT_COUNT(rows) && key && strcmp(rows[i].key, key) != 0)
		i++;
	if (!value) {
		ft_cmd_error(
		    context, "Invalid input: %s  Request aborted", word);
	} else if (!key) {
		ft_cmd_error(context,
		    "Update of this parameter is not supported: %s\n", word);
		ft_cmd_error(context, "Request aborted");
	} else if (i == FT_COUNT(rows)) {
		ft_cmd_error(context, "Invalid input %s", word);
	} else if (!rows[i].values) {
		ft_cmd_error(context, "Invalid %s value: %s", key, value + 1);
	} else {
		ft_cmd_error(context, "Invalid input: %s", word);
		if (*rows[i].values)
			ft_cmd_error(context, "Acceptable %s values are %s",
			    key, rows[i].values);
	}
}

/* Returns the message of slurmctld about a bad value, NULL if scontrol itself
 * refuses it. */
static const char *
refusal_of(const char *key)
{
	static const struct {
		const char *key, *text;
	} rows[] = { { "Nodes", "Invalid node name specified" },
		{ "QOS", "Invalid qos specification" },
		{ "AllowQos", "Invalid qos specification" },
		{ "DenyQos", "Invalid qos specification" },
		{ "TRESBillingWeights",
		    "Invalid TRESBillingWeights specification" } };

	for (size_t i = 0; key && i < FT_COUNT(rows); i++)
		if (strcmp(rows[i].key, key) == 0)
			return rows[i].text;
	return NULL;
}

/* ---- setting ---------------------------------------------------------------------- */

/* Check a list of QOS, as later releases do. */
static enum ft_status
check_list(struct fcontrol *control, const char *list, struct ft_error *err)
{
	struct ft_word word;

	if (!ft_release_has(
		control->context->release, FT_RULE_PARTITION_QOS_CHECKED) ||
	    strcasecmp(list, "ALL") == 0)
		return FT_OK;
	while (ft_word_next(&list, ",", &word)) {
		char *name FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);

		if (word.len &&
		    !ft_acctdb_find_qos(&control->world.acctdb, name))
			return ft_fail(err, FT_EINVAL, "no QOS '%s'", name);
	}
	return FT_OK;
}

/* Check names that the machine does not know: QOS. */
static enum ft_status
check(struct fcontrol *control, const char *key, const char *value,
    struct ft_error *err)
{
	struct ft_billing billing;
	enum ft_status status;

	if (strcmp(key, "QOS") == 0 && *value &&
	    !ft_acctdb_find_qos(&control->world.acctdb, value))
		return ft_fail(err, FT_EINVAL, "no QOS '%s'", value);
	if (strcmp(key, "AllowQos") == 0 || strcmp(key, "DenyQos") == 0)
		return check_list(control, value, err);
	if (strcmp(key, "TRESBillingWeights") != 0)
		return FT_OK;
	status = ft_billing_parse(&billing, &control->world.tres, value, err);
	ft_billing_free(&billing);
	return status == FT_OK ? FT_OK : FT_EINVAL;
}

/* Keys of our own: scontrol does not know them. */
static bool
is_ours(const char *key)
{
	return strcmp(key, "SubordinateList") == 0 ||
	       strncmp(key, "FairTree", 8) == 0;
}

/* Returns the state that TEXT begins, or TEXT. */
static const char *
whole_state(const char *text)
{
	static const char *const states[] = { "UP", "DOWN", "DRAIN",
		"INACTIVE" };

	for (size_t i = 0; *text && i < FT_COUNT(states); i++)
		if (!strncasecmp(states[i], text, strlen(text)))
			return states[i];
	return text;
}

static const char updating[] = "slurm_update error";

/* Values that the settings may have, but scontrol does not take. */
static bool
is_of_settings(const char *key, const char *value)
{
	static const struct {
		const char *key, *value;
	} rows[] = { { "MaxTime", "NONE" }, { "DefaultTime", "NONE" },
		{ "OverTimeLimit", "-1" }, { "DefMemPerCPU", "UNLIMITED" },
		{ "DefMemPerNode", "UNLIMITED" },
		{ "MaxMemPerCPU", "UNLIMITED" },
		{ "MaxMemPerNode", "UNLIMITED" } };

	for (size_t i = 0; i < FT_COUNT(rows); i++)
		if (strcmp(rows[i].key, key) == 0)
			return strcasecmp(rows[i].value, value) == 0;
	return false;
}

/* Complain about counts of nodes, which scontrol reads by functions of their own.
 * Returns whether it did. */
static bool
refuse_count(
    const struct ft_context *context, const char *key, const char *value)
{
	if (strcmp(key, "MaxNodes") == 0)
		ft_cmd_error(context,
		    "Invalid numeric value \"%s\" for MaxNodes.", value);
	else if (strcmp(key, "MinNodes") == 0)
		ft_cmd_error(
		    context, "\"%s\" is not a valid node count", value);
	else
		return false;
	return true;
}

/* Add or take away the nodes of ITEM, +NODES or -NODES; nodes that are not there
 * can be taken away. */
static enum ft_status
mark_item(const struct ft_machine *machine, const char *item, bool *mark,
    struct ft_error *err)
{
	bool *some FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_node + 1, sizeof *some);
	enum ft_status status =
	    strchr("+-", *item)
		? ft_machine_mark_nodes(machine, item + 1, some, err)
		: ft_fail(err, FT_EINVAL, "'%s' has no sign", item);

	for (size_t i = 0; i < machine->n_node; i++)
		mark[i] =
		    *item == '+' ? mark[i] || some[i] : mark[i] && !some[i];
	return *item == '-' ? FT_OK : status;
}

/* Append the nodes that PARTITION has after +NODES,-NODES,... */
static enum ft_status
sign_nodes(const struct ft_machine *machine,
    const struct ft_partition *partition, const char *text, struct ft_str *str,
    struct ft_error *err)
{
	bool *mark FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_node + 1, sizeof *mark);
	const char **name FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_node + 1, sizeof *name);
	size_t n = 0;

	for (size_t i = 0; i < partition->n_node; i++)
		mark[partition->node[i]] = true;
	while (*text) {
		size_t len = 0, depth = 0;
		char *item FT_CLEANUP(ft_free_at) = NULL;

		for (; text[len] && (depth || text[len] != ','); len++) {
			if (text[len] == '[')
				depth++;
			else if (text[len] == ']' && depth)
				depth--;
		}
		item = ft_strndup(text, len);
		FT_TRY(mark_item(machine, item, mark, err));
		text += len + (text[len] == ',');
	}
	for (size_t i = 0; i < machine->n_node; i++)
		if (mark[i])
			name[n++] = machine->node[i].name;
	ft_hostlist_fold(str, name, n);
	return FT_OK;
}

/* Set one word; returns false with a complaint. */
static bool
set_word(struct fcontrol *control, const char *name, const char *word,
    const char *verb, struct ft_error *err)
{
	struct ft_machine *machine = &control->world.machine;
	char text[FCONTROL_KEY];
	const char *value = fcontrol_split(word, text);
	const char *key = value ? ft_machine_partition_key(text, strlen(text),
				      control->context->release)
				: NULL;
	enum ft_status status = FT_EINVAL;
	struct ft_str nodes FT_CLEANUP(ft_str_free) = { 0 };
	const char *refusal;

	if (key && control->context->slurm && is_ours(key))
		key = NULL;
	if (key && control->context->slurm && strcmp(key, "State") == 0)
		value = whole_state(value);
	if (key && !(control->context->slurm && is_of_settings(key, value)))
		status = check(control, key, value, err);
	if (key && status == FT_OK && strcmp(key, "Nodes") == 0 &&
	    strchr("+-", *value) && *value &&
	    ft_release_has(
		control->context->release, FT_RULE_PARTITION_NODES_SIGNED)) {
		uint32_t at = ft_machine_partition(machine, name, strlen(name));

		status = sign_nodes(
		    machine, &machine->partition[at], value, &nodes, err);
		value = ft_str_text(&nodes);
	}
	if (key && status == FT_OK)
		status =
		    ft_machine_set_partition(machine, name, key, value, err);
	if (status == FT_OK && is_ours(key))
		status = ft_machine_refuse_queues(machine, false, err);
	if (status == FT_OK)
		status = keep(control, name, key, value, err);
	if (status == FT_OK)
		return true;
	refusal = refusal_of(key);
	if (!control->context->slurm) {
		if (key)
			fcontrol_fail(control, err);
		else
			ft_cmd_error(control->context,
			    "unknown partition field: '%s'", word);
		return false;
	}
	/* a bad least number of nodes is no error */
	if (key && refuse_count(control->context, key, value))
		return strcmp(key, "MinNodes") == 0;
	if (refusal) {
		fprintf(control->context->err, "%s: %s\n", verb, refusal);
		return false;
	}
	refuse_word(control, word, key);
	if (verb == updating)
		fcontrol_no_error(control);
	return false;
}

static bool
set_words(struct fcontrol *control, const struct request *request,
    const char *verb, struct ft_error *err)
{
	for (int i = 0; i < request->n; i++)
		if (!name_of(request->word[i]) &&
		    !set_word(
			control, request->name, request->word[i], verb, err))
			return false;
	return true;
}

static int
commit(struct fcontrol *control, struct ft_error *err)
{
	control->world.times.wanted = true;
	control->world.times_dirty = true;
	if (fcontrol_commit(control, err) != FT_OK)
		return fcontrol_fail(control, err);
	return 0;
}

/* Whether scontrol knows all keys; else it complains about the first that it does
 * not. */
static bool
knows_words(struct fcontrol *control, const struct request *request)
{
	for (int i = 0; i < request->n; i++) {
		char text[FCONTROL_KEY];
		const char *word = request->word[i], *key = NULL;

		if (name_of(word))
			continue;
		if (fcontrol_split(word, text))
			key = ft_machine_partition_key(
			    text, strlen(text), control->context->release);
		if (key && !is_ours(key))
			continue;
		refuse_word(control, word, NULL);
		fcontrol_no_error(control);
		return false;
	}
	return true;
}

/* Slurm is content with a partition that has no name. */
static bool
is_nameless(const struct fcontrol *control, const char *name)
{
	return control->context->slurm && !*name;
}

int
fcontrol_update_partition(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { NULL, argv, argc };
	struct ft_error err = { 0 };

	for (int i = 0; i < argc; i++)
		if (name_of(argv[i]))
			request.name = name_of(argv[i]);
	if (control->context->slurm && !knows_words(control, &request))
		return 1;
	if (argc < 2 || !request.name)
		return ft_cmd_error(control->context, "No changes specified");
	if (!fcontrol_start(control, FT_RIGHT_PARTITIONS, updating))
		return 1;
	if (is_nameless(control, request.name))
		return 0;
	if (ft_machine_partition(&control->world.machine, request.name,
		strlen(request.name)) == UINT32_MAX) {
		fprintf(control->context->err,
		    "%s: Invalid partition name specified\n", updating);
		return 1;
	}
	if (!set_words(control, &request, updating, &err))
		return 1;
	return commit(control, &err);
}

/* ---- create and delete --------------------------------------------------- */

static int
create(struct fcontrol *control, const struct request *request)
{
	static const char verb[] = "Error creating the partition";
	struct ft_error err = { 0 };

	if (!fcontrol_start(control, FT_RIGHT_PARTITIONS, verb))
		return 1;
	if (is_nameless(control, request->name))
		return 0;
	if (control->context->slurm &&
	    strcasecmp(request->name, "DEFAULT") == 0)
		return ft_cmd_error(
		    control->context, "PartitionName cannot be \"DEFAULT\".");
	if (ft_machine_add_partition(
		&control->world.machine, request->name, &err) != FT_OK) {
		fprintf(control->context->err,
		    "%s: Invalid partition name specified\n", verb);
		return 1;
	}
	if (keep(control, request->name, "", "1", &err) != FT_OK)
		return fcontrol_fail(control, &err);
	if (!set_words(control, request, verb, &err))
		return 1;
	return commit(control, &err);
}

int
fcontrol_create(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { NULL, argv, argc };

	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for %s keyword\n", control->word);
		return 1;
	}
	if (fcontrol_is_reservation(argv[0]))
		return fcontrol_create_reservation(control, argc, argv);
	if (fcontrol_is(argv[0], strcspn(argv[0], "="), "NodeName", 4))
		return fcontrol_create_node(control, argc, argv);
	for (int i = 0; i < argc && !request.name; i++)
		request.name = name_of(argv[i]);
	/* create partition NAME ... */
	if (!request.name && argc > 1 && !strchr(argv[0], '=') &&
	    (control->context->slurm || !strchr(argv[1], '=')) &&
	    fcontrol_is(argv[0], strlen(argv[0]), "PartitionName", 3)) {
		if (control->context->slurm)
			return ft_cmd_error(control->context,
			    "Invalid input: %s  Request aborted", argv[0]);
		request = (struct request){ argv[1], argv + 2, argc - 2 };
	}
	if (!request.name)
		return ft_cmd_error(
		    control->context, "Invalid creation entity: %s", argv[0]);
	return create(control, &request);
}

/* Whether a job that is not over is in that partition, or asks for it. */
static bool
is_in_use(const struct ft_world *world, const char *name)
{
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (ft_job_is_active(job) &&
		    (strcmp(job->partition, name) == 0 ||
			(job->state == FT_JOB_PENDING &&
			    ft_list_has(job->partitions, ft_word_of(name)))))
			return true;
	}
	return false;
}

int
fcontrol_delete(struct fcontrol *control, int argc, char **argv)
{
	const char *name = argc > 0 ? name_of(argv[0]) : NULL;
	const char *text = NULL;
	struct ft_error err = { 0 };

	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for %s keyword\n", control->word);
		return 1;
	}
	if (argc > 2 || (argc == 1 && !strchr(argv[0], '=')))
		return ft_cmd_error(control->context,
		    "Proper format is 'delete <ENTITY>=<ID>' or 'delete "
		    "<ENTITY> <ID>'");
	if (fcontrol_is_reservation(argv[0]))
		return fcontrol_delete_reservation(control, argc, argv);
	if (fcontrol_is(argv[0], strcspn(argv[0], "="), "NodeName", 4))
		return fcontrol_delete_node(control, argc, argv);
	if (!name && argc > 1 &&
	    fcontrol_is(argv[0], strlen(argv[0]), "PartitionName", 3))
		name = argv[1];
	if (!name) {
		fprintf(control->context->err, "Invalid deletion entity: %s\n",
		    argv[0]);
		return 1;
	}
	if (!fcontrol_start(control, FT_RIGHT_PARTITIONS, NULL))
		return 1;
	if (is_nameless(control, name))
		return 0;
	if (!control->session.may)
		text = "Invalid user id";
	else if (is_in_use(&control->world, name))
		text = "Partition is in use";
	else if (ft_machine_drop_partition(
		     &control->world.machine, name, &err) != FT_OK)
		text = "Invalid partition name specified";
	if (text) {
		fprintf(control->context->err, "delete_partition %s: %s\n",
		    argv[0], text);
		return 1;
	}
	if (keep(control, name, "", "", &err) != FT_OK)
		return fcontrol_fail(control, &err);
	return commit(control, &err);
}
