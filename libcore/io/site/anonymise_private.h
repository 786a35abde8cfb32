/*
 * anonymise_private.h - how the cells of a site's files are treated.
 */
#ifndef FT_IO_SITE_ANONYMISE_PRIVATE_H
#define FT_IO_SITE_ANONYMISE_PRIVATE_H

#include "io/site/anonymise.h"

/* Places of accounts in the list of associations decide between tied ones, if the
 * database has another order than sshare. */
#define FT_ANONYMISE_TIES "FairTreeTies=slurm-22.05"

/* What one file needs beside the names. */
struct ft_anonymise_pass {
	struct ft_pseudonyms *names;
	const char *user;    /* of the row; "" none */
	bool is_license;     /* the TRES of the row */
	struct ft_map job;   /* number of a job's name, by user and name */
	struct ft_str value; /* the value that is made; scratch */
};

/* Append what stands for CELL. */
typedef void ft_anonymise_fn(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out);

ft_anonymise_fn ft_anonymise_keep, ft_anonymise_cluster, ft_anonymise_user,
    ft_anonymise_users, ft_anonymise_account, ft_anonymise_accounts,
    ft_anonymise_nodes, ft_anonymise_wckey, ft_anonymise_reservations,
    ft_anonymise_groups, ft_anonymise_job_name, ft_anonymise_state,
    ft_anonymise_reason, ft_anonymise_node_reason, ft_anonymise_partitions,
    ft_anonymise_qos, ft_anonymise_features, ft_anonymise_licenses,
    ft_anonymise_tres_type, ft_anonymise_tres_name, ft_anonymise_subordinates;

/* Returns how the column or key KEY of PART is treated; NULL: it is left out. */
ft_anonymise_fn *ft_anonymise_treatment(const char *part, const char *key);
/* The same of a parameter of slurm.conf. */
ft_anonymise_fn *ft_anonymise_parameter(const char *key);
/* Append what `sshare --json` printed. */
enum ft_status ft_anonymise_shares(const struct ft_input *input,
    struct ft_anonymise_pass *pass, struct ft_str *out, struct ft_error *err);
#endif
