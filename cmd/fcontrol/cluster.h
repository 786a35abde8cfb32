/*
 * cluster.h - shared by the parts of fcontrol that show and change nodes,
 * partitions and settings.
 */
#ifndef FT_CMD_FCONTROL_CLUSTER_H
#define FT_CMD_FCONTROL_CLUSTER_H

#include "fcontrol/fcontrol.h"

/* rows of verb.def, show.def, update.def */
fcontrol_verb_fn fcontrol_create, fcontrol_delete, fcontrol_reconfigure,
    fcontrol_dampening, fcontrol_set_debug, fcontrol_set_flags, fcontrol_notify,
    fcontrol_set_schedlog, fcontrol_ping, fcontrol_version, fcontrol_quit,
    fcontrol_set_mode, fcontrol_set_cluster, fcontrol_help, fcontrol_check,
    fcontrol_env, fcontrol_refuse, fcontrol_ask_daemon, fcontrol_error_text,
    fcontrol_write, fcontrol_stats;
fcontrol_verb_fn fcontrol_show_partition, fcontrol_show_node,
    fcontrol_show_config, fcontrol_show_assoc, fcontrol_show_clock,
    fcontrol_show_hosts, fcontrol_show_host_list, fcontrol_show_sorted_list,
    fcontrol_show_licenses, fcontrol_show_nothing, fcontrol_show_daemons,
    fcontrol_show_frontend, fcontrol_show_aliases, fcontrol_show_steps,
    fcontrol_show_slurmd, fcontrol_show_topology, fcontrol_show_topoconf;
fcontrol_verb_fn fcontrol_create_node, fcontrol_delete_node;
fcontrol_verb_fn fcontrol_update_node, fcontrol_update_partition,
    fcontrol_update_clock, fcontrol_update_config;

/* ---- cluster.c -------------------------------------------------------------- */

/* Returns the name after the entity of `show`, NULL if none was given. */
const char *fcontrol_operand(int argc, char **argv);
/* Print that WORD is no list of nodes, for show node; returns 1. */
int fcontrol_refuse_nodes(
    struct fcontrol *control, const char *word, struct ft_error *err);
/*
 * Print that there is no NAME, which would be a THING, or that there are no
 * THINGS if NAME is NULL; nothing with --quiet.  Returns the exit status.
 */
int fcontrol_print_none(const struct fcontrol *control, const char *thing,
    const char *things, const char *name);

/* Say "No error" after a refused word of update, as older releases do. */
void fcontrol_no_error(const struct fcontrol *control);

/*
 * Cut "Key=Value" at its sign; returns the value, NULL if there is none or the
 * sign has a + or - before it.  key: a buffer of FCONTROL_KEY.
 */
#define FCONTROL_KEY 64
const char *fcontrol_split(const char *word, char *key);

#endif
