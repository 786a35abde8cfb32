/* node.c - fcontrol update nodename=...  Source: scontrol(1), Slurm 22.05. */

#include "base/text/hostlist.h"
#include "fcontrol/cluster.h"
#include "load/world/world.h"
#include "sim/change/change.h"
#include "store/job/jobs.h"

/* The settings to change. */
struct request {
	const char *names;
	const char *state, *reason; /* NULL: not given */
	const char *refused;        /* why slurmctld refuses the state */
	struct {
		const char *key, *value;
	} * other;
	size_t n_other, cap_other;
};

static bool
is_state(const char *word, const char *state)
{
	return strcasecmp(word, state) == 0;
}

/* Returns why slurmctld refuses the state WORD, which needs power saving or a
 * reboot; NULL if it needs neither. */
static const char *
refused_state(const struct ft_context *context, const char *word)
{
	static const char *const states[] = { "POWER_DOWN_ASAP",
		"POWER_DOWN_FORCE", "POWER_UP", "CANCEL_REBOOT" };
	size_t len = strlen(word);

	if (!context->slurm || len < 7)
		return NULL;
	for (size_t i = 0; i < FT_COUNT(states); i++)
		if (!strncasecmp(states[i], word, len))
			return !ft_release_has(
				   context->release, FT_RULE_STATE_TRANSITION)
				   ? "Invalid node state specified"
			       : *states[i] == 'C'
				   ? "Invalid node state transition"
				   : "Invalid power action";
	return NULL;
}

/* Returns the state that WORD abbreviates, NULL if there is none. */
static const char *
find_state(const char *word)
{
	static const char *const states[] = { "DRAIN", "FAIL", "FUTURE",
		"RESUME", "UNDRAIN", "DOWN", "IDLE" };

	for (size_t i = 0; i < FT_COUNT(states); i++)
		if (*word && !strncasecmp(states[i], word, strlen(word)))
			return states[i];
	return NULL;
}

static bool
needs_reason(const char *state)
{
	return is_state(state, "DOWN") || is_state(state, "DRAIN") ||
	       is_state(state, "FAIL");
}

static void
refuse_state(
    const struct fcontrol *control, const char *word, const char *value)
{
	if (!control->context->slurm)
		ft_cmd_error(control->context,
		    "unknown node state: '%s' (want down, drain, fail, "
		    "future, idle, resume or undrain)",
		    value);
	else
		fprintf(control->context->err,
		    "Invalid input: %s\nRequest aborted\n"
		    "Valid states are: NoResp DRAIN FAIL FUTURE RESUME "
		    "POWER_DOWN POWER_UP UNDRAIN\n"
		    "Not all states are valid given a node's prior state\n",
		    word);
}

/* Check the value of Weight as scontrol does: an empty one means 0.  Returns
 * false after an error message. */
static bool
read_weight(struct fcontrol *control, const char *word, const char **value)
{
	const struct ft_context *context = control->context;
	int64_t number = 0;
	bool good = !**value || ft_num_i64(*value, &number);

	if (!**value)
		*value = "0";
	if (good && number >= 0)
		return true;
	if (ft_release_has(context->release, FT_RULE_BAD_WEIGHT_WORD)) {
		ft_cmd_error(context, "Invalid value %s for Weight", word);
		return false;
	}
	ft_cmd_error(context, "Weight value (%s) is %s", *value,
	    good ? "less than zero" : "not a valid number");
	fputs("No changes specified\n", context->err);
	return false;
}

/* Keys whose values are kept as they are. */
struct plain_key {
	const char *key;
	size_t least; /* letters needed */
	enum ft_release since;
};

/* Returns the row of KEY, NULL if there is none. */
static const struct plain_key *
find_plain(const struct ft_context *context, const char *key)
{
	static const struct plain_key rows[] = { { "Weight", 1, 0 },
		{ "Features", 1, 0 }, { "AvailableFeatures", 3, 0 },
		{ "ActiveFeatures", 3, 0 }, { "Gres", 1, 0 },
		{ "NodeAddr", 5, 0 }, { "NodeHostname", 5, 0 },
		{ "Comment", 3, 0 }, { "Extra", 1, 0 },
		{ "InstanceId", 9, FT_RELEASE_24_11 },
		{ "InstanceType", 9, FT_RELEASE_24_11 }, { "CPUs", 3, 0 },
		{ "RealMemory", 3, 0 }, { "FairTreeSlots", 3, 0 } };
	/* scontrol does not have the last three keys */
	size_t n = FT_COUNT(rows) - 3 * context->slurm;

	for (size_t i = 0; i < n; i++)
		if (ft_word_abbreviates(
			ft_word_of(key), rows[i].key, rows[i].least) &&
		    ft_release_within(context->release, rows[i].since, 0))
			return &rows[i];
	return NULL;
}

static void
refuse_word(struct fcontrol *control, const char *word)
{
	const struct ft_context *context = control->context;

	if (!context->slurm) {
		ft_cmd_error(context, "unknown node field: '%s'", word);
	} else if (!strchr(word, '=')) {
		ft_cmd_error(
		    context, "Invalid input: %s  Request aborted", word);
		fcontrol_no_error(control);
	} else {
		fprintf(context->err,
		    "Update of this parameter is not supported: %s\nRequest "
		    "aborted\n",
		    word);
	}
}

/* Read one word; returns false after an error message. */
static bool
read_word(struct fcontrol *control, const char *word, struct request *request)
{
	char key[FCONTROL_KEY];
	const char *value = fcontrol_split(word, key);
	struct ft_word name = ft_word_of(key);
	const struct plain_key *plain;

	if (value && ft_word_abbreviates(name, "NodeName", 3)) {
		request->names = value;
		return true;
	}
	if (value && ft_word_abbreviates(name, "State", 1)) {
		request->state = find_state(value);
		request->refused = refused_state(control->context, value);
		if (request->state || request->refused)
			return true;
		refuse_state(control, word, value);
		return false;
	}
	if (value && ft_word_abbreviates(name, "Reason", 1)) {
		request->reason = value;
		return true;
	}
	plain = value ? find_plain(control->context, key) : NULL;
	if (!plain) {
		refuse_word(control, word);
		return false;
	}
	if (control->context->slurm && strcmp(plain->key, "Weight") == 0 &&
	    !read_weight(control, word, &value))
		return false;
	request->other = ft_vec_grow(request->other, &request->cap_other,
	    request->n_other + 1, sizeof *request->other);
	request->other[request->n_other].key = plain->key;
	request->other[request->n_other++].value = value;
	return true;
}

static bool
read_words(
    struct fcontrol *control, int argc, char **argv, struct request *request)
{
	for (int i = 0; i < argc; i++)
		if (!read_word(control, argv[i], request))
			return false;
	if (!request->state && !request->refused && !request->reason &&
	    !request->n_other) {
		fputs("No changes specified\n", control->context->err);
		return false;
	}
	if (request->state && needs_reason(request->state) &&
	    !(request->reason && *request->reason)) {
		fputs("You must specify a reason when DOWNING or DRAINING a "
		      "node. Request denied\n",
		    control->context->err);
		return false;
	}
	return true;
}

/* ---- doing it -------------------------------------------------------------------- */

/* Returns the state of NODE together with the one it had before.  The store
 * keeps only the last change, but both states apply. */
static const char *
whole_state(const struct ft_node *node, const char *value)
{
	switch (node->state) {
	case FT_NODE_DOWN:
		return node->also == FT_NODE_DRAIN  ? "DRAIN+DOWN"
		       : node->also == FT_NODE_FAIL ? "FAIL+DOWN"
						    : "IDLE+DOWN";
	case FT_NODE_DRAIN:
		return node->also == FT_NODE_DOWN ? "DOWN+DRAIN" : "IDLE+DRAIN";
	case FT_NODE_FAIL:
		return node->also == FT_NODE_DOWN ? "DOWN+FAIL" : "IDLE+FAIL";
	case FT_NODE_IDLE:
		return is_state(value, "UNDRAIN") ? "IDLE" : value;
	case FT_NODE_FUTURE:
		break;
	}
	return value;
}

static enum ft_status
set(struct fcontrol *control, const char *name, const char *key,
    const char *value, struct ft_error *err)
{
	struct ft_world *world = &control->world;
	struct ft_live_change change = { 'n', name, key, value, world->now };

	FT_TRY(ft_machine_set_node(&world->machine,
	    &(struct ft_node_change){ name, key, value, world->now }, err));
	if (strcmp(key, "State") == 0)
		change.value = whole_state(
		    &world->machine
			 .node[ft_machine_node(&world->machine, name)],
		    value);
	return ft_store_put_live(
	    control->session.store, control->session.cluster, &change, err);
}

static enum ft_status
set_state(struct fcontrol *control, const char *name,
    const struct request *request, struct ft_error *err)
{
	const struct ft_machine *machine = &control->world.machine;
	bool down = needs_reason(request->state);
	const struct ft_store_jobs to = { control->session.store,
		control->session.cluster, &control->world.tres };

	/* setting a node down again starts another event */
	FT_TRY(ft_store_end_node_event(&to, name, control->world.now, err));
	FT_TRY(set(control, name, "State", request->state, err));
	/* the reason of an earlier state no longer applies, unless the node was
	 * down and still is */
	down |=
	    machine->node[ft_machine_node(machine, name)].state == FT_NODE_DOWN;
	if (!down && !request->reason)
		FT_TRY(set(control, name, "Reason", "", err));
	if (is_state(request->state, "DOWN"))
		ft_world_fail_node(&control->world,
		    ft_machine_node(&control->world.machine, name));
	return FT_OK;
}

/* Returns the new value of KEY, NULL if it was not given. */
static const char *
given(const struct request *request, const char *key)
{
	const char *value = NULL;

	for (size_t i = 0; i < request->n_other; i++)
		if (strcmp(request->other[i].key, key) == 0)
			value = request->other[i].value;
	return value;
}

/* The requested features; NULL: unchanged. */
static const char *
given_features(const struct request *request)
{
	const char *all = given(request, "AvailableFeatures");

	return all ? all : given(request, "Features");
}

/* Active features, present or new, must be a subset of the available ones. */
static bool
keeps_features(const struct ft_node *node, const struct request *request)
{
	const char *active = given(request, "ActiveFeatures");
	const char *all = given_features(request);

	return ft_features_hold(
	    all ? all : node->features, active ? active : node->active);
}

struct changing {
	struct fcontrol *control;
	const struct request *request;
	bool reached; /* a node */
	/* why some node was not changed, if slurmctld goes on with the next */
	struct ft_error skipped;
};

static enum ft_status
set_others(
    const struct changing *changing, const char *name, struct ft_error *err)
{
	const struct request *request = changing->request;
	const char *all = given_features(request);

	for (size_t i = 0; i < request->n_other; i++)
		/* weights are left alone once a node was skipped */
		if (changing->skipped.status == FT_OK ||
		    strcmp(request->other[i].key, "Weight") != 0)
			FT_TRY(
			    set(changing->control, name, request->other[i].key,
				request->other[i].value, err));
	/* if only available features are set, all of them become active */
	if (all && !given(request, "ActiveFeatures"))
		FT_TRY(
		    set(changing->control, name, "ActiveFeatures", all, err));
	return FT_OK;
}

/* Whether nothing keeps the node from running jobs. */
static bool
is_up(const struct fcontrol *control, uint32_t index)
{
	const struct ft_node *node = &control->world.machine.node[index];

	return node->state == FT_NODE_IDLE && !node->cloud;
}

static enum ft_status
change_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct changing *changing = ctx;
	struct fcontrol *control = changing->control;
	const struct request *request = changing->request;
	uint32_t index = ft_machine_node(&control->world.machine, name);

	(void)len;
	if (index == UINT32_MAX)
		return ft_fail(err, FT_ENOENT, "no node '%s'", name);
	changing->reached = true;
	if (request->refused)
		return ft_fail(err, FT_EINVAL, "%s", request->refused);
	if (control->context->slurm && request->state &&
	    is_state(request->state, "RESUME") && is_up(control, index))
		return ft_fail(err, FT_EINVAL, "Invalid node state %s",
		    ft_release_has(
			control->context->release, FT_RULE_STATE_TRANSITION)
			? "transition"
			: "specified");
	if (!keeps_features(&control->world.machine.node[index], request))
		return ft_fail(err, FT_EINVAL,
		    "Active features not subset of available features");
	if (request->state)
		FT_TRY(set_state(control, name, request, err));
	if (request->reason)
		FT_TRY(set(control, name, "Reason", request->reason, err));
	if (request->reason)
		FT_TRY(
		    set(control, name, "ReasonUser", control->asker.name, err));
	return set_others(changing, name, err);
}

/* The same, but called by its Slurm name go on after a node that is not
 * changed. */
static enum ft_status
try_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct changing *changing = ctx;
	enum ft_status status = change_node(ctx, name, len, err);

	if (!changing->control->context->slurm ||
	    (status != FT_EINVAL && status != FT_ENOENT))
		return status;
	changing->skipped = *err;
	return FT_OK;
}

static enum ft_status
change_all(struct changing *changing, struct ft_error *err)
{
	const struct ft_machine *machine = &changing->control->world.machine;

	if (strcasecmp(changing->request->names, "ALL") != 0)
		return ft_hostlist_nodes(
		    changing->request->names, try_node, changing, err);
	/* slurmctld cannot look up the node ALL to sort by the new weight */
	if (changing->control->context->slurm &&
	    given(changing->request, "Weight")) {
		changing->reached = true;
		return ft_fail(err, FT_EINVAL, "Invalid argument");
	}
	for (size_t i = 0; i < machine->n_node; i++)
		FT_TRY(try_node(changing, machine->node[i].name, 0, err));
	return FT_OK;
}

static int
change(struct fcontrol *control, const struct request *request)
{
	struct changing changing = { control, request, .reached = false };
	struct ft_error err = { 0 };
	enum ft_status status;

	if (!fcontrol_start(control, FT_RIGHT_NODES, "slurm_update error"))
		return 1;
	/* the events of nodes include how these were before the change */
	status =
	    ft_save_node_events(&control->world, control->session.store, &err);
	if (status == FT_OK)
		status = change_all(&changing, &err);
	if (status == FT_OK && !changing.reached)
		status = ft_fail(&err, FT_ENOENT, "no node is named");
	if (status == FT_OK) {
		control->world.times.wanted = true;
		control->world.times_dirty = true;
		status = fcontrol_commit(control, &err);
	}
	if (status == FT_OK && changing.skipped.status != FT_OK) {
		err = changing.skipped;
		status = err.status;
	}
	if (status == FT_OK)
		return 0;
	if (!control->context->slurm)
		return fcontrol_fail(control, &err);
	fprintf(control->context->err, "slurm_update error: %s\n",
	    changing.reached && status != FT_ENOENT
		? err.text
		: "Invalid node name specified");
	return 1;
}

int
fcontrol_update_node(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { .names = "" };
	int status = 1;

	if (read_words(control, argc, argv, &request))
		status = change(control, &request);
	ft_free(request.other);
	return status;
}
