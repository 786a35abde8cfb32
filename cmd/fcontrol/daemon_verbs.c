/* daemon_verbs.c - verbs and entities that need a daemon or its files: what
 * scontrol says on a site where nothing answers. */

#include "fcontrol/cluster.h"

/* The answers of ask_daemon.  Releases until 26.05 have a blank after a call. */
static const struct answer {
	const char *verb;
	const char *missing; /* printed if no word follows; NULL: none must */
	const char *said;    /* a line before, with the name of the program */
	const char *call, *why; /* each may be NULL */
	int status;
	enum ft_release since, until;
} answers[] = {
	{ "cancel_reboot", "missing argument for keyword:", NULL, NULL,
	    "slurm_update error: Invalid node state specified", 1, 0,
	    FT_RELEASE_26_05 },
	{ "cancel_reboot", "missing argument for keyword:", NULL, NULL,
	    "slurm_update error: Invalid node state transition", 1,
	    FT_RELEASE_26_05, 0 },
	{ "getent", NULL, "stepd_available: Couldn't find nodename", NULL,
	    "No steps found on this node", 0, 0, FT_RELEASE_24_11 },
	{ "getent", NULL, NULL, NULL, NULL, 0, FT_RELEASE_24_11, 0 },
	{ "listjobs", NULL, NULL, NULL, "No slurmstepd's found on this node", 0,
	    0, FT_RELEASE_26_05 },
	{ "listjobs", NULL, NULL, NULL, "No slurmstepd's found on this node", 1,
	    FT_RELEASE_26_05, 0 },
	{ "liststeps", NULL, NULL, NULL, "No slurmstepd's found on this node",
	    0, 0, FT_RELEASE_26_05 },
	{ "liststeps", NULL, NULL, NULL, "No slurmstepd's found on this node",
	    1, FT_RELEASE_26_05, 0 },
	{ "pidinfo", "missing argument for keyword:", NULL, NULL,
	    "Failed to locate job for requested pid", 1, 0, 0 },
	{ "power", NULL, NULL, "scontrol_power_nodes error",
	    "Invalid node state specified", 1, 0, FT_RELEASE_26_05 },
	{ "power", NULL, NULL, "scontrol_power_nodes error",
	    "Invalid power action", 1, FT_RELEASE_26_05, 0 },
	{ "reboot", "Missing node list. Specify ALL|<NodeList>",
	    "RebootProgram isn't defined", "scontrol_reboot_nodes error",
	    "Unspecified error", 1, 0, 0 },
	{ "token", NULL, NULL, NULL, "Error fetching token", 1, 0,
	    FT_RELEASE_24_11 },
	{ "token", NULL,
	    "slurm_fetch_token: error with request: Required plugin type not "
	    "loaded or initialized",
	    NULL, NULL, 1, FT_RELEASE_24_11, 0 },
};

int
fcontrol_refuse(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return ft_cmd_error(control->context,
	    "%s is not supported: there are no daemons", control->verb);
}

int
fcontrol_ask_daemon(struct fcontrol *control, int argc, char **argv)
{
	const struct answer *answer = answers;
	FILE *err = control->context->err;

	if (!control->context->slurm)
		return fcontrol_refuse(control, argc, argv);
	while (strcmp(answer->verb, control->verb) != 0 ||
	       !ft_release_within(
		   control->context->release, answer->since, answer->until))
		answer++;
	if (answer->missing && argc < 1) {
		bool names =
		    answer->missing[strlen(answer->missing) - 1] == ':';

		fprintf(
		    err, "%s%s\n", answer->missing, names ? control->word : "");
		return 1;
	}
	if (answer->said)
		ft_cmd_error(control->context, "%s", answer->said);
	if (answer->call)
		fcontrol_failed(control, answer->call, answer->why);
	else if (answer->why)
		fprintf(err, "%s\n", answer->why);
	return answer->status;
}

/* ---- show ------------------------------------------------------------------ */

int
fcontrol_show_slurmd(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	ft_cmd_error(control->context, "slurm_slurmd_info: Connection refused");
	return fcontrol_failed(
	    control, "slurm_load_slurmd_status", "Connection refused");
}

int
fcontrol_show_topology(struct fcontrol *control, int argc, char **argv)
{
	const char *name = fcontrol_operand(argc, argv);
	enum ft_release release = control->context->release;
	struct ft_error err = { 0 };

	if (ft_session_open(&control->session, control->context,
		FT_SESSION_READ, &err) != FT_OK)
		return fcontrol_fail(control, &err) && !control->context->slurm;
	if (name && ft_release_has(release, FT_RULE_TOPOLOGY_NAMED))
		fprintf(control->context->err,
		    "%s: Requested topology configuration is not available\n",
		    control->session.call);
	else if (!ft_release_has(release, FT_RULE_TOPOLOGY_SILENT))
		ft_cmd_error(control->context,
		    name ? "Topology information contains no switch or node "
			   "named %s"
			 : "No topology information available",
		    name);
	return 0;
}

int
fcontrol_show_topoconf(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fputs("%YAML 1.1\n---\n- topology: default\n  cluster_default: false\n"
	      "  block: {}\n  flat: {}\n  ring: {}\n  torus3d: {}\n"
	      "  tree: {}\n...\n",
	    control->context->out);
	return 0;
}
