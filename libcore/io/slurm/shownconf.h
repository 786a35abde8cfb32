/*
 * shownconf.h - turn the output of scontrol show config into slurm.conf.
 *
 * For clusters whose slurm.conf cannot be read.  Kept are the settings that are
 * used here and the version; what is not set, and units, are dropped.  Nodes and
 * partitions are not in it (recordfile.h).
 * Source: scontrol(1); tests/oracle/cases h02-config, u03-scontrol-config.
 */
#ifndef FT_IO_SLURM_SHOWNCONF_H
#define FT_IO_SLURM_SHOWNCONF_H

#include "base/base.h"

/*
 * Append to CONF the slurm.conf that TEXT shows, each setting on the line that it
 * has in TEXT.  Returns false: TEXT is something else.
 */
bool ft_shownconf_convert(const char *text, size_t size, struct ft_str *conf);

#endif
