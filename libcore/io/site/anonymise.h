/*
 * anonymise.h - the files of a site without names of people and machines.
 *
 * What is not known to be needed is left out: files, columns and keys that
 * anonymise.def does not have.  Order of rows and all numbers stay.
 * Not here: which name gets which pseudonym (io/site/pseudonym.h), and files
 * (cmd/fimport/site).
 */
#ifndef FT_IO_SITE_ANONYMISE_H
#define FT_IO_SITE_ANONYMISE_H

#include "io/site/pseudonym.h"
#include "model/conf/conf.h"

/* How a file is read. */
enum ft_anonymise_shape {
	FT_ANONYMISE_TABLE,
	FT_ANONYMISE_RECORDS, /* of scontrol show */
	FT_ANONYMISE_SHARES,  /* sshare --json */
	FT_ANONYMISE_SHOWN,   /* scontrol show config */
	FT_ANONYMISE_CONF,    /* slurm.conf, read: ft_anonymise_conf() */
	FT_ANONYMISE_VERSION, /* sshare --version */
	FT_ANONYMISE_COPY     /* numbers only */
};

struct ft_anonymise_part {
	const char *name;    /* "squeue"; "sacct/": sacct/001, sacct/002, ... */
	const char *command; /* that the manifest of the copy has */
	enum ft_anonymise_shape shape;
};

/* Returns the row of the file NAME of a site, NULL: nobody needs it. */
const struct ft_anonymise_part *ft_anonymise_find(const char *name);
/*
 * Append INPUT, which is PART (not of slurm.conf), to OUT with the pseudonyms of
 * NAMES; names that are new are noted there, and OUT lacks them.
 * FT_EPARSE "file:line:column: ...": no such file.
 */
enum ft_status ft_anonymise(const struct ft_anonymise_part *part,
    const struct ft_input *input, struct ft_pseudonyms *names,
    struct ft_str *out, struct ft_error *err);
/* Append CONF as a slurm.conf without Include lines, likewise. */
void ft_anonymise_conf(const struct ft_conf *conf, struct ft_pseudonyms *names,
    struct ft_str *out);

#endif
