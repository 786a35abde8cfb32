/*
 * scontrol.h - shared by the files of fimport scontrol: scontrol.c reads the records
 * and completes the settings, machine.c takes states and changes, reserve.c
 * reservations.
 */
#ifndef FT_CMD_FIMPORT_SCONTROL_H
#define FT_CMD_FIMPORT_SCONTROL_H

#include "fimport/fimport.h"
#include "io/slurm/recordfile.h"
#include "load/world/world.h"

struct fimport_scontrol {
	struct fimport *import;
	struct ft_recordfile file;
	struct ft_world world;
	bool has_world; /* world is loaded */
	/* how many */
	size_t new_nodes, new_partitions, new_licenses; /* were missing */
	size_t nodes, partitions;      /* had another state or setting */
	size_t made, changed, deleted; /* reservations */
	struct ft_str left_out;        /* a line for each that was refused */
};

/* ---- machine.c -------------------------------------------------------------- */

/* Append the line of slurm.conf that makes the node or partition of RECORD;
 * preempt_mode: that of the cluster. */
void fimport_add_node(struct ft_str *conf, const struct ft_record *record);
void fimport_add_partition(struct ft_str *conf, const struct ft_record *record,
    const char *preempt_mode);
/*
 * Set state and settings of the node or partition of RECORD, which exists in
 * the world, to those of RECORD, as scontrol update would.
 */
enum ft_status fimport_change_node(struct fimport_scontrol *scontrol,
    const struct ft_record *record, struct ft_error *err);
enum ft_status fimport_change_partition(struct fimport_scontrol *scontrol,
    const struct ft_record *record, struct ft_error *err);

/* ---- reserve.c -------------------------------------------------------------- */

/* Make or change the reservation of RECORD, or add a line to left_out. */
void fimport_reserve(
    struct fimport_scontrol *scontrol, const struct ft_record *record);
/* Delete the reservations that are not in the file, which lists all. */
void fimport_unreserve(struct fimport_scontrol *scontrol);

#endif
