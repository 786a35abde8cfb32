/*
 * partition.c - fcontrol update partitionname=..., create and delete partition.  Source:
 * scontrol(1); texts as 22.05 prints them (case u01-scontrol-partitions).
 */

#include "base/text/hostlist.h"
#include "base/text/timefmt.h"
#include "fcontrol/cluster.h"
#include "model/machine/queue.h"
#include "fcontrol/reservation.h"
#include "fcontrol/update/partition_word.h"
#include "store/job/jobs.h"

#define TURNS 7 /* of turn_of */

/* A partition and the settings to change. */
struct request {
	const char *name; /* NULL: none given */
	char **word;
	int n;
	/* of these, what they mean; the last has no text */
	struct fcontrol_partition_word *change;
};

/* Returns the value of WORD if its key is PartitionName or an abbreviation. */
static const char *
name_of(const char *word)
{
	char key[FCONTROL_KEY];
	const char *value = fcontrol_split(word, key);

	return value && ft_word_abbreviates(ft_word_of(key), "PartitionName", 3)
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
		{ "JobDefaults", "Invalid JobDefaults specification" },
		{ "Topology",
		    "Requested topology configuration is not available" },
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
	if (strcmp(key, "Topology") == 0 && *value &&
	    strcmp(value, "default") != 0)
		return ft_fail(err, FT_EINVAL, "no topology '%s'", value);
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

static const char updating[] = "slurm_update error";

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

/* Read WORD as a field of the settings, as our own program does. */
static bool
read_field(struct fcontrol *control, const char *word,
    struct fcontrol_partition_word *to)
{
	char key[FCONTROL_KEY];
	const char *value = fcontrol_split(word, key);

	*to = (struct fcontrol_partition_word){ .text = word };
	if (value)
		to->key = ft_machine_partition_key(
		    ft_word_of(key), control->context->release);
	if (!to->key) {
		(void)ft_cmd_error(
		    control->context, "unknown partition field: '%s'", word);
		return false;
	}
	ft_str_add(&to->value, value);
	return true;
}

/* Read all words but the name; false with a complaint. */
static bool
read_words(struct fcontrol *control, struct request *request, bool updates)
{
	struct fcontrol_partition_word *change =
	    ft_calloc((size_t)request->n + 1, sizeof *change);
	bool good = true;

	request->change = change;
	for (int i = 0; i < request->n && good; i++) {
		const char *word = request->word[i];

		if (name_of(word))
			continue;
		good = control->context->slurm
			   ? fcontrol_partition_word(
				 control->context, word, change)
			   : read_field(control, word, change);
		if (!good && updates && !change->count)
			fcontrol_no_error(control);
		change++;
	}
	return good;
}

static void
free_words(struct request *request)
{
	for (struct fcontrol_partition_word *change = request->change;
	     change && change->text; change++)
		ft_str_free(&change->value);
	ft_free(request->change);
}

/* Whether it is a default time above the longest time, which slurmctld ignores. */
static bool
is_too_long(const struct fcontrol *control, const char *name,
    const struct fcontrol_partition_word *change)
{
	const struct ft_machine *machine = &control->world.machine;
	uint32_t at = ft_machine_partition(machine, name);
	int64_t minutes;

	return control->context->slurm && !strcmp(change->key, "DefaultTime") &&
	       ft_time_minutes(ft_str_text(&change->value), &minutes) &&
	       minutes > machine->partition[at].max_time;
}

/* Replace VALUE, +NODES,-NODES,..., by the nodes that the partition NAME then
 * has. */
static enum ft_status
take_signs(struct fcontrol *control, const char *name, struct ft_str *value,
    struct ft_error *err)
{
	const struct ft_machine *machine = &control->world.machine;
	uint32_t at = ft_machine_partition(machine, name);
	struct ft_str nodes = { 0 };
	enum ft_status status = sign_nodes(
	    machine, &machine->partition[at], ft_str_text(value), &nodes, err);

	ft_str_free(value);
	*value = nodes;
	return status;
}

/* Set one field. */
static enum ft_status
set_word(struct fcontrol *control, const char *name,
    struct fcontrol_partition_word *change, struct ft_error *err)
{
	const char *key = change->key, *value = ft_str_text(&change->value);

	if (is_too_long(control, name, change))
		return FT_OK;
	FT_TRY(check(control, key, value, err));
	if (strcmp(key, "Nodes") == 0 && *value && strchr("+-", *value) &&
	    fcontrol_partition_signs(control->context)) {
		FT_TRY(take_signs(control, name, &change->value, err));
		value = ft_str_text(&change->value);
	}
	FT_TRY(ft_machine_set_partition(
	    &control->world.machine, name, key, value, err));
	if (is_ours(key))
		FT_TRY(ft_machine_refuse_queues(
		    &control->world.machine, false, err));
	return keep(control, name, key, value, err);
}

/* When a key is set: of several bad ones the last is reported; the default time
 * waits for the longest time. */
static size_t
turn_of(const char *key)
{
	static const char *const late[] = { NULL, "JobDefaults", "Nodes",
		"Topology", "DefaultTime", "Default" };

	if (!strcmp(key, "TRESBillingWeights"))
		return 0;
	for (size_t i = 1; i < FT_COUNT(late); i++)
		if (!strcmp(key, late[i]))
			return i + 1;
	return 1;
}

/* Only the last word with a given key counts. */
static bool
is_last(const struct fcontrol_partition_word *change)
{
	const char *key = change->key;

	for (change++; key && change->text; change++)
		if (change->key && !strcmp(change->key, key))
			return false;
	return key;
}

/* Whether slurmctld still sets KEY after it found a bad value of BAD. */
static bool
goes_on(const struct fcontrol *control, const char *bad, const char *key)
{
	return control->context->slurm && turn_of(bad) > 0 &&
	       (strcmp(key, "Default") != 0 ||
		   !ft_release_has(control->context->release,
		       FT_RULE_PARTITION_DEFAULT_LAST));
}

/* Whether good nodes make slurmctld forget that another value was bad. */
static bool
forgives(const struct fcontrol *control, const char *key)
{
	return control->context->slurm && strcmp(key, "Nodes") == 0 &&
	       ft_release_has(
		   control->context->release, FT_RULE_PARTITION_NODES_FORGIVE);
}

/* Set all; returns the key with a bad value, after a complaint, or NULL. */
static const char *
set_words(
    struct fcontrol *control, const struct request *request, const char *verb)
{
	struct ft_error err = { 0 };
	const char *bad = NULL;

	for (size_t turn = 0; turn < TURNS; turn++) {
		for (struct fcontrol_partition_word *change = request->change;
		     change->text; change++) {
			if (!is_last(change) || turn_of(change->key) != turn ||
			    (bad && !goes_on(control, bad, change->key)))
				continue;
			if (set_word(control, request->name, change, &err) !=
			    FT_OK)
				bad = change->key;
			else if (forgives(control, change->key))
				bad = NULL;
		}
	}
	if (bad && control->context->slurm && refusal_of(bad))
		fprintf(
		    control->context->err, "%s: %s\n", verb, refusal_of(bad));
	else if (bad)
		(void)fcontrol_fail(control, &err);
	return bad;
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

/* Slurm is content with a partition that has no name. */
static bool
is_nameless(const struct fcontrol *control, const char *name)
{
	return control->context->slurm && !*name;
}

static int
update(struct fcontrol *control, const struct request *request)
{
	struct ft_error err = { 0 };
	const char *bad;

	if (!fcontrol_start(control, FT_RIGHT_PARTITIONS, updating))
		return 1;
	if (is_nameless(control, request->name))
		return 0;
	if (ft_machine_partition(&control->world.machine, request->name) ==
	    UINT32_MAX) {
		fprintf(control->context->err,
		    "%s: Invalid partition name specified\n", updating);
		return 1;
	}
	bad = set_words(control, request, updating);
	/* slurmctld has set the others */
	if (bad && !control->context->slurm)
		return 1;
	return commit(control, &err) || bad;
}

int
fcontrol_update_partition(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { .word = argv, .n = argc };
	int status;

	for (int i = 0; i < argc; i++)
		if (name_of(argv[i]))
			request.name = name_of(argv[i]);
	if (!read_words(control, &request, true))
		status = 1;
	else if (argc < 2 || !request.name)
		status = ft_cmd_error(control->context, "No changes specified");
	else
		status = update(control, &request);
	free_words(&request);
	return status;
}

/* ---- create and delete --------------------------------------------------- */

/* Whether a new partition stays although its key BAD has a bad value. */
static bool
keeps_new(const struct fcontrol *control, const char *bad)
{
	return control->context->slurm && turn_of(bad) > 0 &&
	       ft_release_has(
		   control->context->release, FT_RULE_PARTITION_CREATE_KEEPS);
}

static int
create(struct fcontrol *control, struct request *request)
{
	static const char verb[] = "Error creating the partition";
	struct ft_error err = { 0 };
	const char *bad;

	if (!read_words(control, request, false) ||
	    !fcontrol_start(control, FT_RIGHT_PARTITIONS, verb))
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
	bad = set_words(control, request, verb);
	if (bad && !keeps_new(control, bad))
		return 1;
	return commit(control, &err) || bad;
}

static bool
is_other_entity(const char *word)
{
	struct ft_word key = ft_word_until(word, "=");

	return ft_word_abbreviates(key, "NodeName", 4) ||
	       ft_word_abbreviates(key, "PartitionName", 3);
}

/* The word "reservation" may stand behind others, but for another entity. */
static void
lead_with_reservation(int argc, char **argv)
{
	for (int i = 0; i < argc && !is_other_entity(argv[i]); i++) {
		char *word = argv[i];

		if (!fcontrol_is_reservation(word))
			continue;
		memmove(argv + 1, argv, (size_t)i * sizeof *argv);
		argv[0] = word;
		return;
	}
}

int
fcontrol_create(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { .word = argv, .n = argc };
	int status;

	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for %s keyword\n", control->word);
		return 1;
	}
	lead_with_reservation(argc, argv);
	if (fcontrol_is_reservation(argv[0]))
		return fcontrol_create_reservation(control, argc, argv);
	for (int i = 0; i < argc && !request.name; i++) {
		if (ft_word_abbreviates(
			ft_word_until(argv[i], "="), "NodeName", 4))
			return fcontrol_create_node(control, argc, argv);
		request.name = name_of(argv[i]);
	}
	/* create partition NAME ... */
	if (!request.name && argc > 1 && !strchr(argv[0], '=') &&
	    (control->context->slurm || !strchr(argv[1], '=')) &&
	    ft_word_abbreviates(ft_word_of(argv[0]), "PartitionName", 3)) {
		if (control->context->slurm)
			return ft_cmd_error(control->context,
			    "Invalid input: %s  Request aborted", argv[0]);
		request = (struct request){
			.name = argv[1], .word = argv + 2, .n = argc - 2
		};
	}
	if (!request.name)
		return ft_cmd_error(
		    control->context, "Invalid creation entity: %s", argv[0]);
	status = create(control, &request);
	free_words(&request);
	return status;
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
	/* an entity with its name takes nothing more */
	if (argc == 2 && strchr(argv[0], '=') && control->context->slurm) {
		fprintf(control->context->err, "Invalid deletion entity: %s\n",
		    argv[0]);
		return 1;
	}
	if (fcontrol_is_reservation(argv[0]))
		return fcontrol_delete_reservation(control, argc, argv);
	if (ft_word_abbreviates(ft_word_until(argv[0], "="), "NodeName", 4))
		return fcontrol_delete_node(control, argc, argv);
	if (!name && argc > 1 &&
	    ft_word_abbreviates(ft_word_of(argv[0]), "PartitionName", 3))
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
