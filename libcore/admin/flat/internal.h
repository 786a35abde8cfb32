/*
 * internal.h - the state between reading a dump and applying it; for
 * load*.c and plan*.c only.
 */
#ifndef FT_ADMIN_FLAT_INTERNAL_H
#define FT_ADMIN_FLAT_INTERNAL_H

#include "admin/internal.h"
#include "admin/flat/flat.h"
#include "admin/index/directory.h"

/* Options of a line that are not settings of associations. */
enum ft_loader_word {
	FT_LOAD_ADMIN_LEVEL,
	FT_LOAD_COORDINATOR,
	FT_LOAD_CLASSIFICATION,
	FT_LOAD_DEFAULT_ACCOUNT,
	FT_LOAD_DEFAULT_WCKEY,
	FT_LOAD_DESCRIPTION,
	FT_LOAD_ORGANIZATION,
	FT_LOAD_PARTITION,
	FT_LOAD_WCKEYS,
	FT_LOAD_WORDS /* none of them */
};
/* Returns the one KEY names or abbreviates, FT_LOAD_WORDS. */
enum ft_loader_word ft_loader_find_word(const char *key);
/* Returns TEXT in lower case, " as `; it may be TEXT itself. */
const char *ft_loader_lower(struct ft_arena *arena, const char *text);

/* The place of an error. */
struct ft_loader_place {
	const char *file; /* of lines without a file of their own */
	const struct ft_flat_line *line;
	const struct ft_flat_option *option; /* NULL: the line as a whole */
};
/* Put an error into LOAD and ERR; returns FT_EPARSE. */
enum ft_status ft_loader_trouble(struct ft_admin_load *load,
    enum ft_admin_load_trouble trouble, struct ft_loader_place place,
    struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* An account or user known by name: of the store, the file, or both. */
struct ft_loader_account {
	const char *name;
	uint32_t id;                  /* 0: not made yet */
	uint32_t assoc;               /* on this cluster; 0: not yet */
	const struct ft_account *old; /* NULL: new */
	const struct ft_assoc *old_assoc;
	bool in_file; /* an Account line named it */
};
struct ft_loader_user {
	const char *name;
	uint32_t id;
	const struct ft_user *old;
	uint32_t default_account; /* id, on this cluster; 0 none */
	uint32_t before_clean;    /* the same before the cluster was dropped */
	const char *wanted;       /* DefaultAccount; "" not given */
	bool decided;             /* its default is decided */
	const char *partition;    /* of its first line; NULL: no line yet */
	size_t parent;            /* ... and the account of that line */
	bool told;                /* ... by the lines with it: the others with
	                             partitions are no defaults */
	const char *first;        /* account of its default so far */
	bool moves;               /* a new account becomes its default */
	size_t at;                /* new ones: index into load->user */
};

/* An account's association that goes below account[parent]. */
struct ft_loader_move {
	uint32_t assoc;
	size_t parent;
};

struct ft_loader {
	struct ft_admin *admin;
	const struct ft_acctdb *acctdb;
	const struct ft_flat *flat;
	const struct ft_admin_load_options *options;
	struct ft_admin_load *load;
	struct ft_directory directory;     /* of the acctdb */
	struct ft_map account_at, user_at; /* names, also new ones */
	struct ft_map more;        /* lines of users beside their first */
	struct ft_assoc root_user; /* of a cluster made just now; id 0: none */
	struct ft_loader_account *account;
	size_t n_account, cap_account;
	struct ft_loader_user *user;
	size_t n_user, cap_user;
	uint32_t cluster; /* id */
	uint32_t cleaned; /* the one that was dropped; 0 none */
	uint32_t root_assoc;
	size_t parent; /* index into account */
	bool have_cluster, have_parent;
	struct ft_admin_set set;         /* of the current line */
	const char *word[FT_LOAD_WORDS]; /* ... NULL: not given */
	struct ft_str wckeys;            /* ... as given, and the default one */
	struct ft_loader_move *move; /* to accounts that are not added yet */
	size_t n_move, cap_move;
	uint32_t *moved; /* all associations with another parent */
	size_t n_moved, cap_moved;
	const char *type, *name; /* subject of the report */
	struct ft_str key;       /* scratch */
};

/* Report what differs from the store and change it. */
enum ft_status ft_loader_change_assoc(struct ft_loader *loader,
    const char *type, const char *name, const struct ft_assoc *old,
    struct ft_error *err);
enum ft_status ft_loader_change_account(struct ft_loader *loader,
    const struct ft_loader_account *account, struct ft_error *err);
/* Make ACCOUNT the only default of USER; does nothing if the user has no
 * association there. */
enum ft_status ft_loader_move_default(struct ft_loader *loader,
    const struct ft_loader_user *user, uint32_t account, struct ft_error *err);
enum ft_status ft_loader_change_user(struct ft_loader *loader,
    struct ft_loader_user *user, struct ft_error *err);
/* Report the following changes as those of NAME; TYPE is "User", "Account". */
void ft_loader_report_on(
    struct ft_loader *loader, const char *type, const char *name);
/* Report that WHAT changes from OLD to NEW.  Returns the entry. */
struct ft_admin_change *ft_loader_report(struct ft_loader *loader,
    const char *what, const char *old, const char *new);
/* Give USER the wckeys of the comma list; the last is the default of one who had
 * none.  Reports them if the user is not new. */
enum ft_status ft_loader_add_wckeys(struct ft_loader *loader,
    const struct ft_loader_user *user, const char *list, struct ft_error *err);
/* Make USER a coordinator of the accounts of LIST that exist. */
enum ft_status ft_loader_add_coords(struct ft_loader *loader,
    const struct ft_loader_user *user, const char *list, struct ft_error *err);

/* Add the new objects of loader->load. */
enum ft_status ft_loader_apply(struct ft_loader *loader, struct ft_error *err);
/* Make the cluster; sets loader->cluster, root_assoc. */
enum ft_status ft_loader_new_cluster(
    struct ft_loader *loader, struct ft_error *err);
/* Fill the tables of names from the acctdb. */
void ft_loader_index(struct ft_loader *loader);
/* Returns the index of account NAME, SIZE_MAX if there is none. */
size_t ft_loader_find_account(const struct ft_loader *loader, const char *name);
/* Returns the index of account or user NAME; a new one is the last. */
size_t ft_loader_add_account(struct ft_loader *loader, const char *name);
size_t ft_loader_add_user(struct ft_loader *loader, const char *name);
/* Returns WORD of the line, "" if it is not given. */
const char *ft_loader_get(
    const struct ft_loader *loader, enum ft_loader_word word);
/* Parse the options of LINE. */
enum ft_status ft_loader_read_options(struct ft_loader *loader,
    const struct ft_flat_line *line, struct ft_error *err);
/* Add or change the QOS of LINE. */
enum ft_status ft_loader_qos_line(struct ft_loader *loader,
    const struct ft_flat_line *line, struct ft_error *err);
/* Put the options of LINE into SET. */
enum ft_status ft_loader_read_qos(struct ft_loader *loader,
    const struct ft_flat_line *line, struct ft_admin_set *set,
    struct ft_error *err);
/* Report what SET changes of QOS.  Returns whether there is something. */
bool ft_loader_report_qos(struct ft_loader *loader, const struct ft_qos *qos,
    const struct ft_admin_set *set);

#endif
