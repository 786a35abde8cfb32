/*
 * load_int.h - the plan between reading a flat file and applying it; for
 * load*.c and plan*.c only.
 */
#ifndef FT_ADMIN_LOAD_INT_H
#define FT_ADMIN_LOAD_INT_H

#include "admin/admin_int.h"
#include "admin/load.h"

/* Settings of a line that are not in ft_admin_assoc_options. */
enum ft_load_other {
	FT_LOAD_ADMIN_LEVEL,
	FT_LOAD_COORDINATOR,
	FT_LOAD_CLASSIFICATION,
	FT_LOAD_DEFAULT_ACCOUNT,
	FT_LOAD_DEFAULT_WCKEY,
	FT_LOAD_DESCRIPTION,
	FT_LOAD_ORGANIZATION,
	FT_LOAD_PARTITION,
	FT_LOAD_WCKEYS,
	FT_LOAD_NONE
};
/* Returns the one KEY names or abbreviates, FT_LOAD_NONE. */
enum ft_load_other ft_load_find_other(const char *key);
/* Returns TEXT in lower case, " as `; it may be TEXT itself. */
const char *ft_load_lower(struct ft_arena *arena, const char *text);
/* Put trouble with LINE into LOAD and ERR; returns FT_EPARSE. */
enum ft_status ft_load_trouble(struct ft_admin_load *load, const char *file,
    enum ft_admin_load_trouble trouble, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_error *err,
    const char *format, ...) __attribute__((format(printf, 7, 8)));
enum ft_status ft_load_troublev(struct ft_admin_load *load, const char *file,
    enum ft_admin_load_trouble trouble, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_error *err,
    const char *format, va_list args) __attribute__((format(printf, 7, 0)));

/* An account or user known by name: of the store, the file, or both. */
struct ft_plan_account {
	const char *name;
	uint32_t id;                  /* 0: not made yet */
	uint32_t assoc;               /* on this cluster; 0: not yet */
	const struct ft_account *old; /* NULL: new */
	const struct ft_assoc *old_assoc;
	bool in_file; /* an Account line named it */
};
struct ft_plan_user {
	const char *name;
	uint32_t id;
	const struct ft_user *old;
	uint32_t default_account; /* id, on this cluster; 0 none */
	const char *wanted;       /* DefaultAccount; "" not given */
	bool settled;             /* its default is decided */
	const char *first;        /* account of its default so far */
	bool moves;               /* a new account becomes its default */
	size_t at;                /* new ones: index into load->user */
};

/* An account's association that goes below account[parent]. */
struct ft_plan_move {
	uint32_t assoc;
	size_t parent;
};

struct ft_plan {
	struct ft_admin *admin;
	const struct ft_book *book;
	const struct ft_flat *flat;
	const struct ft_admin_load_options *options;
	struct ft_admin_load *load;
	struct ft_map account_at, user_at, assoc_at; /* name -> index */
	struct ft_assoc root_user; /* of a cluster made just now; id 0: none */
	struct ft_plan_account *account;
	size_t n_account, cap_account;
	struct ft_plan_user *user;
	size_t n_user, cap_user;
	uint32_t cluster; /* id */
	uint32_t root_assoc;
	size_t parent; /* index into account */
	bool have_cluster, have_parent, told_parent;
	struct ft_admin_set set; /* of the current line */
	const char *description, *organization, *partition;
	const char *default_account, *default_wckey, *coordinator;
	const char *classification;
	enum ft_admin_level level;
	struct ft_plan_move *move; /* to accounts that are yet to be made */
	size_t n_move, cap_move;
	const char *type, *name; /* of what is compared, as told */
	struct ft_str key;       /* scratch */
};

/* Say what differs from the store and change it. */
enum ft_status ft_plan_change_assoc(struct ft_plan *plan, const char *type,
    const char *name, const struct ft_assoc *old, struct ft_error *err);
enum ft_status ft_plan_change_account(struct ft_plan *plan,
    const struct ft_plan_account *account, struct ft_error *err);
/* Make ACCOUNT the only default of USER, if that is one of his. */
enum ft_status ft_plan_move_default(struct ft_plan *plan,
    const struct ft_plan_user *user, uint32_t account, struct ft_error *err);
enum ft_status ft_plan_change_user(
    struct ft_plan *plan, struct ft_plan_user *user, struct ft_error *err);
/* What is told from now on is about NAME, a "User", an "Account". */
void ft_plan_about(struct ft_plan *plan, const char *type, const char *name);
void ft_plan_tell(
    struct ft_plan *plan, const char *what, const char *old, const char *new);

/* Add what is new; plan->load has it. */
enum ft_status ft_plan_apply(struct ft_plan *plan, struct ft_error *err);
/* Make the cluster; sets plan->cluster, root_assoc. */
enum ft_status ft_plan_new_cluster(struct ft_plan *plan, struct ft_error *err);
/* Fill the tables of names from the book. */
void ft_plan_index(struct ft_plan *plan);
/* Returns the index of account or user NAME, SIZE_MAX if there is none. */
size_t ft_plan_find_account(const struct ft_plan *plan, const char *name);
size_t ft_plan_find_user(const struct ft_plan *plan, const char *name);
size_t ft_plan_add_account(struct ft_plan *plan, const char *name);
size_t ft_plan_add_user(struct ft_plan *plan, const char *name);
/* Returns what identifies an association; valid until the next call. */
const char *ft_plan_key(struct ft_plan *plan, uint64_t account, uint64_t user,
    const char *partition);
/* Add or change the QOS of LINE. */
enum ft_status ft_plan_qos(struct ft_plan *plan,
    const struct ft_flat_line *line, struct ft_error *err);
enum ft_status ft_plan_trouble(struct ft_plan *plan,
    enum ft_admin_load_trouble trouble, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_error *err,
    const char *format, ...) __attribute__((format(printf, 6, 7)));
/* The same, kept by the load. */
const char *ft_plan_lower(struct ft_plan *plan, const char *text);

#endif
