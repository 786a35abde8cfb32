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
	const char *fixed;
};

/* Append the value. */
typedef void fcontrol_form_fn(
    struct ft_str *str, const struct fcontrol_form *form);

struct fcontrol_setting {
	const char *name;
	fcontrol_form_fn *form;
	enum ft_conf_key key;
	/* OURS and SLURM: only under these names */
	enum { ANYONE, MULTIFACTOR, OURS, SLURM } when;
	const char *fixed;            /* its value; NULL: of its key */
	enum ft_release since, until; /* until 0: no end */
};

/* The rows of config.def; a NULL name ends them. */
extern const struct fcontrol_setting fcontrol_settings[];

#endif
