/*
 * flat.h - `sacctmgr load` and `sacctmgr dump`: a dump file applied to a
 * cluster, and a cluster as a dump file.
 *
 * Loading adds missing objects and changes those that differ; objects that the
 * file does not mention stay.  New associations get ids in slurmdbd's order: all
 * accounts in the order of the file, then all users.  Not for: the text of the
 * file (io/flatfile).  Source: sacctmgr(1), FLAT FILE DUMP AND LOAD.
 */
#ifndef FT_ADMIN_FLAT_FLAT_H
#define FT_ADMIN_FLAT_FLAT_H

#include "admin/admin.h"
#include "model/account/acctdb.h"
#include "model/account/flat.h"

struct ft_admin_load_options {
	const char *cluster; /* instead of the name in the file; NULL none */
	bool clean;          /* drop the cluster first */
	bool slurm;          /* as sacctmgr: lines before an unknown parent
			  are loaded, duplicates ignored, and QOS lines
			  unknown, unless */
	bool qos;            /* ft_admin_load_qoses has loaded them */
	size_t n_qos;        /* then: that many QOS are known, the others
			  are the ones just added */
	bool strict;         /* slurm: += and -= are for lists of QOS only */
	bool misread;        /* slurm: what came before the file was wrong */
	bool loops_later;    /* ours: the caller calls ft_admin_check_loops */
};

/* Own settings of a new association, as the file has them. */
struct ft_admin_values {
	bool shares_given;
	uint32_t shares;
	uint32_t default_qos;
	const char *comment; /* "" none */
	struct ft_admin_limit *limit;
	size_t n_limit;
	struct ft_admin_qoslist list;
};

struct ft_admin_new_account {
	const char *name, *description, *organization;
	const char *parent;
	struct ft_admin_values values;
	bool record, assoc; /* which of them is new */
	size_t at;          /* load's own */
};
struct ft_admin_new_user {
	const char *name;
	const char *default_account, *default_wckey; /* "" none */
	const char *coordinator, *wckeys;            /* comma lists */
	enum ft_admin_level admin_level;             /* NOTSET: not given */
	size_t at;
};
struct ft_admin_new_assoc {
	const char *user, *account, *partition;
	struct ft_admin_values values;
	size_t user_at, account_at;
	bool is_home; /* its line has the account as DefaultAccount */
};

struct ft_admin_new_qos {
	const char *name;
	struct ft_admin_set set;
};

/* A change of an existing object, as sacctmgr reports it. */
struct ft_admin_change {
	const char *what; /* "fairshare"; NULL: no parent was given */
	const char *type; /* "Account", "User", "Cluster" */
	const char *name;
	const char *old; /* NULL: something was added */
	const char *new;
	bool ours; /* sacctmgr changes it without reporting it */
};

enum ft_admin_load_trouble {
	FT_TROUBLE_OK,
	FT_TROUBLE_LINE,     /* unknown title */
	FT_TROUBLE_NOTHING,  /* no blank after its dash */
	FT_TROUBLE_NAMELESS, /* no name after it */
	FT_TROUBLE_OPTION,   /* an invalid value of an option */
	FT_TROUBLE_UNKNOWN,  /* unknown option, or word of it */
	FT_TROUBLE_BARE,     /* an option without = */
	FT_TROUBLE_SIGN,     /* += or -= where it is not known */
	FT_TROUBLE_WORDS,    /* options.misread at the Cluster line, or said */
	FT_TROUBLE_PARENT,   /* unknown parent */
	FT_TROUBLE_LATE_QOS, /* QOS come before the Cluster line */
	FT_TROUBLE_NO_CLUSTER, /* the Cluster line must come first */
	FT_TROUBLE_CLUSTERS,   /* one cluster only */
	FT_TROUBLE_QUOTE,      /* a quote is not closed */
	FT_TROUBLE_DOUBLE      /* the same object twice */
};

struct ft_admin_load {
	struct ft_admin_load_options options; /* the caller's */
	struct ft_arena arena;
	const char *cluster;
	bool cluster_new;
	const char *classification;  /* of a new cluster; "" none */
	struct ft_admin_values root; /* of a new cluster */
	struct ft_admin_change *change;
	size_t n_change, cap_change;
	struct ft_admin_new_account *account;
	size_t n_account, cap_account;
	struct ft_admin_new_user *user;
	size_t n_user, cap_user;
	struct ft_admin_new_assoc *assoc;
	size_t n_assoc, cap_assoc;
	size_t n_qos_new;
	struct ft_admin_new_qos *qos;
	size_t n_qos, cap_qos;
	struct ft_str said; /* about bad QOS and units, the lines of sacctmgr */
	/* the error, if any */
	enum ft_admin_load_trouble trouble;
	const struct ft_flat_line *line;
	const struct ft_flat_option *option; /* NULL: the line as a whole */
	const struct ft_attr *attr;          /* of FT_TROUBLE_OPTION */
	struct ft_error detail;              /* of the option */
};
void ft_admin_load_init(struct ft_admin_load *load);
void ft_admin_load_free(struct ft_admin_load *load);
/* Returns how many objects are new (0: nothing new added). */
size_t ft_admin_load_count(const struct ft_admin_load *load);
/* Returns how many changes there are; notes do not count. */
size_t ft_admin_load_changes(const struct ft_admin_load *load);

/*
 * Apply FLAT.  acctdb: the store as it is in this transaction.  FT_EPERM: the
 * actor is no administrator.  FT_EPARSE: trouble with the file, err in our
 * words with file:line:column; with load->options.slurm an unknown parent or a
 * missing cluster line gives FT_OK and sets load->trouble.
 */
enum ft_status ft_admin_load_flat(struct ft_admin *admin,
    const struct ft_acctdb *acctdb, const struct ft_flat *flat,
    struct ft_admin_load *load, struct ft_error *err);

/*
 * Add and change the QOS that FLAT has before its Cluster line, as sacctmgr does
 * in a transaction of its own; a file without a cluster has none.  Afterwards,
 * load->change and load->qos say what was done.
 */
enum ft_status ft_admin_load_qoses(struct ft_admin *admin,
    const struct ft_acctdb *acctdb, const struct ft_flat *flat,
    struct ft_admin_load *load, struct ft_error *err);

/* Append VALUE as sacctmgr dumps it. */
void ft_flat_add_value(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value);

/*
 * Append the lines of CLUSTER to FLAT: the cluster, then for each account, from
 * the root down, its users and its sub-accounts by name.  FT_ENOENT: no such
 * cluster.
 */
enum ft_dump_as {
	FT_DUMP_SLURM,      /* without QOS and without MinPrioThresh */
	FT_DUMP_PARTITIONS, /* so, but a user's partitions are sorted, too */
	FT_DUMP_OURS,       /* QOS come first */
	FT_DUMP_SLURM_QOS   /* as newer ones write it */
};
enum ft_status ft_admin_dump(const struct ft_acctdb *acctdb,
    const char *cluster, enum ft_dump_as as, struct ft_flat *flat,
    struct ft_error *err);
/* Append one line with all settings of QOS. */
void ft_admin_dump_qos(const struct ft_acctdb *acctdb, const struct ft_qos *qos,
    struct ft_flat *flat);

#endif
