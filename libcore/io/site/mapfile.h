/*
 * mapfile.h - the text of the rules of facctmgr sync.
 *
 *     exclude  root svc-*
 *     minuid   1000
 *     leave    delete
 *     account  science shares=50 description="Natural sciences"
 *     group    hpc-* account=* parent=science
 *     user     bob@physics shares=20
 *
 * One rule per line; comments, \ and joined lines as in slurm.conf (logical.h).
 * Words are separated by blanks; quotes keep blanks.  admin/sync knows the settings,
 * and checks that names exist.  Source: fairtree-sync(5).
 */
#ifndef FT_IO_SITE_MAPFILE_H
#define FT_IO_SITE_MAPFILE_H

#include "model/account/syncmap.h"

/* Parse TEXT into MAP (initialised).  FT_EPARSE "file:line:column: ...". */
enum ft_status ft_mapfile_parse(struct ft_syncmap *map, const char *text,
    size_t size, struct ft_error *err);

#endif
