/*
 * slurmconf.h - read slurm.conf text into a struct ft_conf.
 *
 * Grammar: slurm.conf(5): Key=Value, quotes, comments, continuation lines,
 * Include (through a callback: nothing here opens files).
 */
#ifndef FT_IO_SLURM_SLURMCONF_H
#define FT_IO_SLURM_SLURMCONF_H

#include "model/conf/conf.h"

/*
 * Reads the file NAME into TEXT.  A name without leading / is relative to the
 * folder of slurm.conf itself, in nested files too; %c in it has been replaced
 * by the name of the cluster.
 */
typedef enum ft_status ft_slurmconf_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err);

struct ft_slurmconf_source {
	const char *file, *text;
	size_t size;
	ft_slurmconf_include *include; /* NULL: Include lines are an error */
	void *ctx;
};
/*
 * Parse SOURCE into CONF, over what is there.
 * FT_EPARSE "file:line:column: ...": bad grammar or a bad value.
 */
enum ft_status ft_slurmconf_parse(struct ft_conf *conf,
    const struct ft_slurmconf_source *source, struct ft_error *err);
/*
 * The same for a text from a store: unknown keys on lines of nodes and partitions
 * are ignored, as they were when it was imported.
 */
enum ft_status ft_slurmconf_parse_kept(struct ft_conf *conf, const char *file,
    const char *text, size_t size, struct ft_error *err);

/* Returns whether KEY (any case) begins a line about nodes or partitions. */
bool ft_slurmconf_is_line_key(const char *key);

/* What ft_slurmconf_look reports. */
enum ft_slurmconf_kind {
	FT_SLURMCONF_LINE,    /* a line begins; place has no column */
	FT_SLURMCONF_BAD,     /* bad grammar or a bad value, left out; the text
	                         begins with its position */
	FT_SLURMCONF_UNKNOWN, /* a key that a line of nodes or partitions cannot
	                         have, left out */
	FT_SLURMCONF_IGNORED  /* a parameter or key that nothing here uses */
};
struct ft_slurmconf_finding {
	enum ft_slurmconf_kind kind;
	const char *place; /* "file:line:column"; "" none */
	const char *line;  /* key of the line, "NodeName"; NULL: none */
	const char *key, *text;
};
struct ft_slurmconf_reporter {
	void (*report)(void *ctx, const struct ft_slurmconf_finding *finding);
	void *ctx;
};
/*
 * Read all of SOURCE into CONF, and report everything that is wrong or ignored to
 * REPORTER, in the order of the file.  Origins in CONF have a column, too.
 */
void ft_slurmconf_look(struct ft_conf *conf,
    const struct ft_slurmconf_source *source,
    const struct ft_slurmconf_reporter *reporter);
/*
 * Parse, and append to COPY (may be NULL) the text with every Include replaced by
 * the included text, to be stored.
 */
enum ft_status ft_slurmconf_expand(struct ft_conf *conf,
    const struct ft_slurmconf_source *source, struct ft_str *copy,
    struct ft_error *err);

#endif
