/*
 * nodes.h - what the node lines of slurm.conf say a cluster has.
 *
 * Sums over all nodes, for listings of clusters: nobody asks the nodes
 * themselves.  Who reads the lines is machine.h.
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
/*
 * Append what the cluster has of each of TABLE, by name, memory in units;
 * kinds beside the usual ones if CONF's AccountingStorageTRES has them.
 */
void ft_nodes_tres(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_str *str);

#endif
