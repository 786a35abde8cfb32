/* new_node.c - fcontrol create node, delete node: nodes come from the settings, so
 * both are refused, in Slurm's words where it refuses too. */

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

/* Returns the value of KEY among the words, "" if it is not given. */
static const char *
value_of(int argc, char **argv, const char *key)
{
	size_t len = strlen(key);

	for (int i = 0; i < argc; i++)
		if (strncasecmp(argv[i], key, len) == 0 && argv[i][len] == '=')
			return argv[i] + len + 1;
	return "";
}

int
fcontrol_create_node(struct fcontrol *control, int argc, char **argv)
{
	static const char full[] = "Unable to add node, node table is full",
			  twice[] = "Node already exists in the node table";
	const char *state = value_of(argc, argv, "State");
	const char *name = value_of(argc, argv, "NodeName");
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	bool external =
	    ft_release_has(control->context->release, FT_RULE_EXTERNAL_NODES);
	const char *why;

	if (!strchr(argv[0], '=')) {
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
