/*
 * nodes.h - totals of the resources in the node lines of slurm.conf.
 *
 * Sums over all nodes, for listings of clusters.  machine.h reads the lines.
 * Source: slurm.conf(5), node configuration.
 */
#ifndef FT_MODEL_MACHINE_NODES_H
#define FT_MODEL_MACHINE_NODES_H

#include "model/conf/conf.h"
#include "model/machine/machine.h"
#include "model/account/tres.h"

struct ft_nodes {
	struct ft_machine machine;
	struct ft_str names; /* as a host list, "n[1-10],x" */
	uint64_t n;
};

/*
 * Fill NODES from the lines of CONF, with nothing if they describe no node; to
 * be freed even on failure.  FT_EPARSE, FT_EINVAL: a bad line.
 */
enum ft_status ft_nodes_read(
    struct ft_nodes *nodes, const struct ft_conf *conf, struct ft_error *err);
void ft_nodes_free(struct ft_nodes *nodes);
/* Fill in AMOUNT[table->n] with what the nodes have of each TRES that is counted;
 * returns how many these are. */
size_t ft_nodes_amounts(const struct ft_nodes *nodes,
    const struct ft_conf *conf, const struct ft_tres_table *table,
    struct ft_tres_amount *amount);
/*
 * Append the cluster's amount of each TRES in TABLE, by name, memory in units;
 * other TRES than the usual ones only if CONF's AccountingStorageTRES has them.
 */
void ft_nodes_tres(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_str *str);

#endif
