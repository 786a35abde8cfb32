/*
 * config.h - show config: its rows, and how each value is printed.
 */
#ifndef FT_CMD_FCONTROL_SHOW_CONFIG_H
#define FT_CMD_FCONTROL_SHOW_CONFIG_H

#include "fcontrol/cluster.h"

/* What a form needs. */
struct fcontrol_form {
	const struct fcontrol *control;
	const struct ft_conf *conf;
	enum ft_conf_key key;
	const char *name, *fixed; /* of the row */
};

/* Append the value. */
typedef void fcontrol_form_fn(
    struct ft_str *str, const struct fcontrol_form *form);

struct fcontrol_setting {
	const char *name;
	fcontrol_form_fn *form; /* NULL: it is LISTED */
	enum ft_conf_key key;
	/* OURS and SLURM: only under these names */
	enum { ANYONE, MULTIFACTOR, OURS, SLURM } when;
	const char *fixed;            /* unless the file sets it; NULL: of its
	                                 key */
	enum ft_release since, until; /* until 0: no end */
};

/* Returns whether LINE, one of those that nothing here uses, gives NAME a value
 * that is not empty; sets *value to it. */
bool fcontrol_line_sets(
    const struct ft_conf_line *line, const char *name, const char **value);

/* The rows of config.def; a NULL name ends them. */
extern const struct fcontrol_setting fcontrol_settings[];

#endif
