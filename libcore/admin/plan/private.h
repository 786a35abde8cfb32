/*
 * private.h - the lines of the desired state in the order in which they can
 * be loaded, and the records of the store that they name.
 */
#ifndef FT_ADMIN_PLAN_PRIVATE_H
#define FT_ADMIN_PLAN_PRIVATE_H

#include "admin/flat/internal.h"
#include "admin/plan/plan.h"

#define FT_PLAN_NONE FT_DIRECTORY_NONE

/* A line of an account or a user; names in lower case. */
struct ft_plan_entry {
	const struct ft_flat_line *line;
	const char *name;
	const char *parent;    /* of an account; of a user: its account */
	const char *partition; /* "" any */
	uint32_t at;           /* index among the lines as they were read */
	uint32_t person;       /* of a user: its settings */
	uint32_t family;       /* while they are put in order */
};

/* The settings of a user, from all of its lines. */
struct ft_plan_person {
	const char *name;
	uint32_t user;               /* index in the acctdb; NONE: new */
	const char *default_account; /* DefaultAccount; NULL: not given */
	const struct ft_flat_line *default_line;
	const struct ft_flat_option *default_option;
	bool is_member;    /* a line puts him into DEFAULT_ACCOUNT */
	const char *level; /* as written; NULL: not given */
	const char *wckey; /* NULL: not given */
	bool coordinator;  /* Coordinator was given */
};

/* Lines that name the same QOS. */
struct ft_plan_qos_lines {
	const char *name;
	const struct ft_flat_line **line;
	size_t n, cap;
};

/* The lines in the order of a dump; everything else is indices into it. */
struct ft_plan_order {
	struct ft_arena *arena; /* of texts; lives as long as the result */
	struct ft_flat flat;    /* what is loaded; borrows from run->desired */
	const char *cluster;    /* NULL: none was named */
	const struct ft_flat_line *cluster_line;
	struct ft_plan_entry *entry;
	size_t n, cap;
	struct ft_plan_person *person;
	size_t n_person, cap_person;
	struct ft_map person_at; /* name -> index */
	struct ft_plan_qos_lines *qos_lines;
	size_t n_qos_lines, cap_qos_lines;
	struct ft_map account_at; /* names of Account lines */
	struct ft_map parent_at;  /* of Parent lines and accounts of users */
};

/*
 * Fill run->order (to be freed even on failure) and take run->directory of the
 * cluster it is about, for accounts that the file does not define.
 * FT_EPARSE: lines contradict each other, form a circle, or cannot be parsed.
 */
struct ft_plan_run;
enum ft_status ft_plan_order(struct ft_plan_run *run, struct ft_error *err);
void ft_plan_order_free(struct ft_plan_order *order);

/* ---- ordering: plan/read.c, plan/order.c only ---- */

/* The lines below one Parent. */
struct ft_plan_family {
	const char *name;
	const struct ft_flat_line *line; /* "Parent - ..."; NULL: none */
	uint32_t first, n;               /* its entries */
	uint32_t owner;                  /* the family of its account */
	uint32_t child, next;            /* families below it, by name */
	bool done;
};

struct ft_plan_ordering {
	struct ft_plan_order *order;
	const struct ft_flat *flat;
	const struct ft_directory *directory;
	struct ft_admin_load *load;
	struct ft_error *err;
	struct ft_plan_family *family;
	size_t n_family, cap_family;
	struct ft_flat_line *preempt; /* further lines of QOS */
	size_t n_preempt, cap_preempt;
	const char *wanted; /* cluster asked for; NULL */
};

#define FT_PLAN_TROUBLE(ordering, trouble, line, option, ...)                  \
	ft_loader_trouble((ordering)->load, trouble,                           \
	    (struct ft_loader_place){ (ordering)->flat->file, line, option },  \
	    (ordering)->err, __VA_ARGS__)

/* Fill entries, families, persons and the rest from the lines of the file. */
enum ft_status ft_plan_read_lines(struct ft_plan_ordering *ordering);

/* One run of ft_plan_flat.  Arrays by index in the acctdb's. */
struct ft_plan_run {
	struct ft_admin *admin;
	const struct ft_acctdb *acctdb;
	const struct ft_plan_options *options;
	struct ft_plan_result *result;
	const struct ft_flat *desired;
	struct ft_arena arena;
	struct ft_plan_order order;
	struct ft_directory directory; /* of the cluster, in the acctdb */
	uint32_t *user_new;            /* by user: how many are new */
	uint32_t *new_entry;           /* by user: the line of one of these */
	uint32_t *entry;               /* by association: its line, or
	                                      FT_PLAN_NONE */
	bool *named; /* by association: a line is about it or below it */
	bool *in_scope;
	uint32_t *depth; /* 1 the root */
};

/* Names of an association for people: "user carol@physics", "account x". */
const char *ft_plan_subject(
    struct ft_plan_run *run, const struct ft_assoc *assoc);
/* The same for other objects: "user carol", "qos high". */
const char *ft_plan_name_subject(
    struct ft_plan_run *run, const char *what, const char *name);
void ft_plan_add_block(struct ft_plan_run *run, const char *subject,
    const char *why, enum ft_entity entity, uint32_t id);
void ft_plan_add_unmanaged(struct ft_plan_run *run, const char *subject,
    const char *field, const char *value);
/* Coordinators and default accounts the loader leaves out. */
enum ft_status ft_plan_coords(struct ft_plan_run *run, struct ft_error *err);
/* List the settings of named objects that the file does not mention, or with
 * exact reset them. */
enum ft_status ft_plan_list_unmanaged(
    struct ft_plan_run *run, struct ft_error *err);
/* List the objects that the file does not name, or with prune delete them. */
enum ft_status ft_plan_prune(struct ft_plan_run *run, struct ft_error *err);

#endif
