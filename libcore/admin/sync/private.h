/* private.h - the desired state while it is made; for sync only. */
#ifndef FT_ADMIN_SYNC_PRIVATE_H
#define FT_ADMIN_SYNC_PRIVATE_H

#include "admin/internal.h"
#include "admin/sync/sync.h"

#define SYNC_NONE UINT32_MAX

/* A place in the map or the roster. */
struct sync_place {
	const char *file; /* NULL: nowhere */
	struct ft_sync_place at;
};

/* The settings of rules, or of rows. */
struct sync_settings {
	const char *file;
	const struct ft_sync_setting *item;
};

/* A setting that is known: row, or for NULL the default account. */
struct sync_choice {
	const struct ft_attr *row;
	const struct ft_sync_setting *setting;
	const char *file;
	bool meant; /* for this user, not for all like a pattern */
};

/* An account of the cluster, or one that is to be. */
struct sync_account {
	const char *name;
	uint32_t assoc;     /* index in the acctdb; SYNC_NONE: new */
	uint32_t up;        /* index of the parent; SYNC_NONE: root, unknown */
	const char *parent; /* desired; NULL: unchanged */
	struct sync_place parent_place;
	const struct ft_sync_rule *rule; /* that gave its settings */
	const char *description, *organization;
	struct sync_choice *choice;
	size_t n_choice, cap_choice;
	struct sync_place place; /* of what named it first */
	bool desired;            /* it gets a line */
	bool filled;             /* by groups or the roster */
	bool done;               /* it has its line */
	uint32_t first;          /* member; SYNC_NONE */
};

enum sync_stand {
	SYNC_GOOD,
	SYNC_EXCLUDED, /* left alone */
	SYNC_LOW,      /* uid too low: left alone */
	SYNC_NO_LOGIN, /* has left */
	SYNC_UNKNOWN   /* no user: has left */
};

struct sync_user {
	const char *name;
	enum sync_stand stand;
	uint32_t home;   /* default account now; SYNC_NONE */
	uint32_t wanted; /* new default account; SYNC_NONE: unchanged */
	uint32_t gid;    /* of the primary group */
	bool has_gid;
	bool member;    /* of some account, by groups or roster */
	bool left;      /* was in a filled account and is in none */
	bool written;   /* has a line with its default account */
	uint32_t first; /* member; SYNC_NONE */
};

/* A user in an account: as it is, as it is to be, or both. */
struct sync_member {
	uint32_t account, user;
	uint32_t assoc; /* first in the acctdb; SYNC_NONE: none */
	bool wanted;
	const struct ft_roster_row *row; /* NULL: by a group */
	uint32_t next_of_account, next_of_user;
	bool primary; /* by the primary group */
	size_t order; /* of the rules that want it; SIZE_MAX */
};

struct sync {
	struct ft_sync *out;
	const struct ft_sync_source *source;
	const struct ft_acctdb *acctdb;
	uint32_t cluster; /* id */
	struct ft_admin_lookup lookup;
	struct ft_admin_set set; /* scratch, to check values */
	struct ft_map account_at, user_at, member_at;
	struct ft_map person_at; /* folded name -> index in people */
	struct sync_account *account;
	size_t n_account, cap_account;
	struct sync_user *user;
	size_t n_user, cap_user;
	struct sync_member *member;
	size_t n_member, cap_member;
	bool has_homes;       /* rules or rows state default accounts */
	uint32_t refuge;      /* account of leavers; SYNC_NONE */
	uint32_t *next_assoc; /* by index: others of the same member */
	const char *below, *below_file; /* of the last line */
	struct ft_str text;             /* scratch */
};

/* ---- sync/table.c ---- */

enum ft_status ft_sync_fail(struct sync_place place, struct ft_error *err,
    const char *format, ...) __attribute__((format(printf, 3, 4)));
void ft_sync_note(struct sync *sync, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns TEXT as Slurm keeps names: in lower case. */
const char *ft_sync_fold(struct sync *sync, const char *text);
/* Returns whether TEXT can be the name of an account or user. */
bool ft_sync_is_name(const char *text);
/* Returns the index; SYNC_NONE. */
uint32_t ft_sync_find_account(const struct sync *sync, const char *name);
/* Returns the index, added if need be. */
uint32_t ft_sync_add_account(struct sync *sync, const char *name);
uint32_t ft_sync_add_user(struct sync *sync, const char *name);
uint32_t ft_sync_add_member(struct sync *sync, uint32_t account, uint32_t user);

/* Returns its place in the map, in the roster. */
struct sync_place ft_sync_in_map(
    const struct sync *sync, struct ft_sync_place at);
struct sync_place ft_sync_in_roster(
    const struct sync *sync, struct ft_sync_place at);
/* ACCOUNT gets members, as PLACE asks for. */
enum ft_status ft_sync_fill(struct sync *sync, uint32_t account,
    struct sync_place place, struct ft_error *err);
/* Returns whether USER, called WHO at WHERE, can be a member; says why not,
 * where that may surprise. */
bool ft_sync_is_taken(
    struct sync *sync, uint32_t user, const char *where, const char *who);
/* USER is to be in ACCOUNT; order: of the rules.  Returns the member. */
uint32_t ft_sync_want(
    struct sync *sync, uint32_t account, uint32_t user, size_t order);

/* ---- sync/groups.c ---- */

/* Accounts and members by groups. */
enum ft_status ft_sync_take_groups(struct sync *sync, struct ft_error *err);

/* ---- sync/rules.c ---- */

/* Check all settings of rules and rows. */
enum ft_status ft_sync_check(struct sync *sync, struct ft_error *err);
/* The accounts that `account` rules and rows of the roster name. */
enum ft_status ft_sync_take_rules(struct sync *sync, struct ft_error *err);
/* An account that RULE gives settings to. */
enum ft_status ft_sync_target_account(struct sync *sync, uint32_t account,
    const struct ft_sync_rule *rule, struct ft_error *err);
/* Check that parents exist and that nobody is above himself. */
enum ft_status ft_sync_check_parents(struct sync *sync, struct ft_error *err);
/* Collect the settings that rules and row give a member; at most CAP, returns how many. */
size_t ft_sync_choices(const struct sync *sync,
    const struct sync_member *member, struct sync_choice *choice, size_t cap);

/* ---- sync/desired.c ---- */

/* Decide about leavers and default accounts, and write the lines. */
enum ft_status ft_sync_target(
    struct sync *sync, const char *cluster, struct ft_error *err);

#endif
