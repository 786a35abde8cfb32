/*
 * grestext.h - which generic resources of a node are in use, as Slurm writes it.
 *
 * The model counts them and does not number them.  To print numbers, those of a
 * node are dealt out in the order in which its jobs started, like its CPUs.
 */
#ifndef FT_CMD_JOBDOC_GRESTEXT_H
#define FT_CMD_JOBDOC_GRESTEXT_H

#include "sim/world/world.h"

/* Append what is in use on NODE: "gpu:a100:1(IDX:0),tape:2". */
void ft_grestext_add_used(
    struct ft_str *str, const struct ft_world *world, uint32_t node);
/* Append what JOB has on NODE: "gpu:a100:1(IDX:0),tape(CNT:2)". */
void ft_grestext_add_job(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, uint32_t node);
/* Append what it has on all its nodes together: "gpu:a100:2,tape:4"; nothing if
 * it has none. */
void ft_grestext_add_total(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);

#endif
