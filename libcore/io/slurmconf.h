/*
 * slurmconf.h - read slurm.conf text into a struct ft_conf.
 *
 * Grammar: slurm.conf(5): Key=Value, quotes, comments, continuation lines,
 * Include (through a callback: nothing here opens files).
 */
#ifndef FT_IO_SLURMCONF_H
#define FT_IO_SLURMCONF_H

#include <stddef.h>

#include "base/error.h"
#include "base/str.h"
#include "model/conf.h"

/*
 * Reads the file NAME into TEXT.  A name without leading / is relative to the
 * folder of slurm.conf itself, in nested files too; %c in it has been replaced
 * by the name of the cluster.
 */
typedef enum ft_status ft_slurmconf_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err);

/*
 * Parse TEXT (SIZE bytes) named FILE into CONF, over what is there.
 * include may be NULL: then Include lines are an error.
 * FT_EPARSE "file:line:column: ...": bad grammar or a bad value.
 */
enum ft_status ft_slurmconf_parse(struct ft_conf *conf, const char *file,
    const char *text, size_t size, ft_slurmconf_include *include, void *ctx,
    struct ft_error *err);
/*
 * The same, and append to COPY (may be NULL) the text with every Include
 * replaced by what it brought: what is kept of a configuration.
 */
enum ft_status ft_slurmconf_expand(struct ft_conf *conf, const char *file,
    const char *text, size_t size, ft_slurmconf_include *include, void *ctx,
    struct ft_str *copy, struct ft_error *err);

#endif
