/*
 * slurmkey.h - keys of slurm.conf that Slurm knows and fairtree does not need.
 * They are ignored; any other unknown key is probably a typo.
 *
 * Rows: slurmkey.def.  Source: slurm.conf(5), and what the programs of 22.05
 * call unrecognized.
 */
#ifndef FT_MODEL_CONF_SLURMKEY_H
#define FT_MODEL_CONF_SLURMKEY_H

#include "base/base.h"

/* Where a key stands. */
enum ft_slurm_line {
	FT_SLURM_PARAMETER, /* on a line of its own */
	FT_SLURM_NODE,      /* of NodeName */
	FT_SLURM_PARTITION  /* of PartitionName */
};

/* Returns the I-th of them, 0..; NULL: there is none. */
const char *ft_slurm_key_at(enum ft_slurm_line line, size_t i);
/* Returns whether KEY (any case) is one of them. */
bool ft_slurm_knows(enum ft_slurm_line line, const char *key);

#endif
