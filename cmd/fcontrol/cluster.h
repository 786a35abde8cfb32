/*
 * cluster.h - what the parts of fcontrol that show and change nodes,
 * partitions and settings share.
 */
#ifndef FT_CMD_FCONTROL_CLUSTER_H
#define FT_CMD_FCONTROL_CLUSTER_H

#include "fcontrol/fcontrol.h"

/* rows of verb.def, show.def, update.def */
control_verb_fn control_create, control_delete, control_reconfigure,
    control_dampening, control_set_debug, control_set_flags, control_notify,
    control_completing, control_set_schedlog, control_ping, control_version,
    control_quit, control_set_mode, control_help, control_check;
control_verb_fn control_show_partition, control_show_node, control_show_config,
    control_show_assoc, control_show_clock, control_show_hosts,
    control_show_host_list, control_show_sorted_list, control_show_licenses,
    control_show_nothing, control_show_daemons;
control_verb_fn control_update_node, control_update_partition,
    control_update_clock, control_update_config;

/* ---- cluster.c -------------------------------------------------------------- */

/* Returns the name behind the entity of `show`, NULL if there is none. */
const char *control_operand(int argc, char **argv);
/* Add what NODE has to count[world->tres.n]. */
void control_count_node(
    const struct ft_world *world, const struct ft_node *node, uint64_t *count);
/* Returns whether the acting user is shown PARTITION: hidden ones with -a. */
bool control_lists_partition(
    const struct control *control, const struct ft_partition *partition);
/* Append PreemptMode as Slurm orders it: "GANG,SUSPEND". */
void control_add_preempt_mode(struct ft_str *str, const char *words);

/*
 * Cut "Key=Value" at its sign; returns the value, NULL if there is none or the
 * sign has a + or - before it.  key: a buffer of CONTROL_KEY.
 */
#define CONTROL_KEY 64
const char *control_split(const char *word, char *key);

#endif
