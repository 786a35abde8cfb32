/* new_node.c - fcontrol create node, delete node: nodes come from the settings, so
 * both are refused, in Slurm's words where it refuses too. */

#include "base/text/hostlist.h"
#include "fcontrol/cluster.h"

/* Whether only nodes that slurm.conf leaves room for could be added. */
static bool
checks_table(const struct fcontrol *control)
{
	return ft_release_has(
	    control->context->release, FT_RULE_NODE_TABLE_FULL);
}

static int
fail_create(struct fcontrol *control, const char *said, const char *why)
{
	ft_cmd_error(control->context, "%s", said);
	fprintf(control->context->err, "Error creating %snode(s): %s\n",
	    checks_table(control) ? "" : "the ", why);
	return 1;
}

/* Returns the last value of KEY among the words, "" if it is not given. */
static const char *
value_of(int argc, char **argv, const char *key)
{
	size_t len = strlen(key);

	for (int i = argc - 1; i >= 0; i--)
		if (strncasecmp(argv[i], key, len) == 0 && argv[i][len] == '=')
			return argv[i] + len + 1;
	return "";
}

/* A key of a node line that scontrol can parse. */
struct key {
	const char *name;
	uint64_t high; /* of a number; 0: a text */
	enum ft_release since;
};

static const struct key *
find_key(const struct ft_context *context, struct ft_word word)
{
	static const struct key keys[] = { { "BcastAddr", 0, 0 },
		{ "Boards", UINT16_MAX, 0 }, { "CoreSpecCount", UINT16_MAX, 0 },
		{ "CoresPerSocket", UINT16_MAX, 0 }, { "CPUs", UINT16_MAX, 0 },
		{ "CPUSpecList", 0, 0 }, { "CpuBind", 0, 0 },
		{ "Feature", 0, 0 }, { "Features", 0, 0 }, { "Gres", 0, 0 },
		{ "MemSpecLimit", UINT64_MAX, 0 }, { "NodeAddr", 0, 0 },
		{ "NodeHostname", 0, 0 }, { "Port", 0, 0 },
		{ "Procs", UINT16_MAX, 0 }, { "RealMemory", UINT64_MAX, 0 },
		{ "Reason", 0, 0 },
		{ "RestrictedCoresPerGPU", UINT16_MAX, FT_RELEASE_24_11 },
		{ "Sockets", UINT16_MAX, 0 },
		{ "SocketsPerBoard", UINT16_MAX, 0 }, { "State", 0, 0 },
		{ "ThreadsPerCore", UINT16_MAX, 0 },
		{ "Topology", 0, FT_RELEASE_26_05 },
		{ "TmpDisk", UINT32_MAX, 0 }, { "Weight", UINT32_MAX, 0 } };

	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (ft_word_is(word, keys[i].name) &&
		    ft_release_within(context->release, keys[i].since, 0))
			return &keys[i];
	return NULL;
}

/* A number as slurm.conf has it: decimal or hexadecimal, or UNLIMITED. */
static bool
is_number(const char *text, uint64_t high)
{
	char *end;
	uint64_t number = strtoull(text, &end, 0);

	if (!strcasecmp(text, "UNLIMITED") || !strcasecmp(text, "INFINITE"))
		return true;
	end += *end && strchr("kK", *end);
	return !strchr(text, '-') && !*end && number <= high;
}

/* Whether the words are a line of slurm.conf: the name first, and once. */
static bool
is_line(const struct ft_context *context, int argc, char **argv)
{
	for (int i = 0; i < argc; i++) {
		struct ft_word word = ft_word_of(argv[i]), value;
		bool equal = ft_word_split(&word, '=', &value);
		const struct key *key = find_key(context, word);

		if (!i && equal && ft_word_is(word, "NodeName") &&
		    strcasecmp(value.at, "DEFAULT") != 0)
			continue;
		if (!equal || !key ||
		    (key->high && !is_number(value.at, key->high)))
			return false;
	}
	return true;
}

static enum ft_status
take_first(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct ft_str *first = ctx;

	(void)err;
	if (!first->len)
		ft_str_add_n(first, name, len);
	return FT_OK;
}

int
fcontrol_create_node(struct fcontrol *control, int argc, char **argv)
{
	static const char full[] = "Unable to add node, node table is full",
			  twice[] = "Node already exists in the node table";
	const char *state = value_of(argc, argv, "State");
	const char *name = value_of(argc, argv, "NodeName");
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str first FT_CLEANUP(ft_str_free) = { 0 };
	bool external =
	    ft_release_has(control->context->release, FT_RULE_EXTERNAL_NODES);
	const char *why;

	if (!is_line(control->context, argc, argv)) {
		ft_str_add(&said, "Failed to parse nodeline '");
		for (int i = 0; i < argc; i++)
			ft_str_addf(&said, "%s%s", i ? " " : "", argv[i]);
		ft_str_add_char(&said, '\'');
		return fail_create(
		    control, ft_str_text(&said), "Unspecified error");
	}
	if (strcasecmp(state, "FUTURE") != 0 &&
	    strcasecmp(state, "CLOUD") != 0 &&
	    !(external && strcasecmp(state, "EXTERNAL") == 0))
		return fail_create(control,
		    external ? "Only State=FUTURE, CLOUD, or EXTERNAL allowed "
			       "for nodes created by scontrol"
			     : "Only State=FUTURE and State=CLOUD allowed for "
			       "nodes created by scontrol",
		    "Invalid node state specified");
	if (!checks_table(control) || !control->context->slurm)
		return ft_cmd_error(control->context,
		    "create node is not supported: nodes come from the "
		    "settings");
	if (!fcontrol_load(control))
		return 1;
	(void)ft_hostlist_each(name, take_first, &first, NULL);
	name = ft_str_text(&first);
	why = ft_machine_node(&control->world.machine, name) == UINT32_MAX
		  ? full
		  : twice;
	ft_str_addf(&said, "%s (%s)", why, name);
	return fail_create(control, ft_str_text(&said), why);
}

int
fcontrol_delete_node(struct fcontrol *control, int argc, char **argv)
{
	const char *equal = strchr(argv[0], '=');
	const char *name = equal ? equal + 1 : argc > 1 ? argv[1] : "";
	bool known;

	if (!fcontrol_load(control))
		return 1;
	known = ft_machine_node(&control->world.machine, name) != UINT32_MAX;
	if (!control->context->slurm || (known && !checks_table(control)))
		return ft_cmd_error(control->context,
		    "delete node is not supported: nodes come from the "
		    "settings");
	ft_cmd_error(control->context, "failed to delete nodes %s", name);
	fprintf(control->context->err,
	    "delete_node %s: Invalid node %s "
	    "specified\n",
	    argv[0], known ? "state" : "name");
	return 1;
}
