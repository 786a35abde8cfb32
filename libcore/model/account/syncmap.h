/*
 * syncmap.h - rules by which groups become accounts, and rosters: tables of
 * who is in which account.
 *
 * io/mapfile and io/rosterfile read the texts, admin/sync applies them.
 * Strings live in the arenas; lines and columns are from 1, for messages.
 * Source: fairtree-sync(5).
 */
#ifndef FT_MODEL_ACCOUNT_SYNCMAP_H
#define FT_MODEL_ACCOUNT_SYNCMAP_H

#include "base/base.h"

struct ft_sync_place {
	uint32_t line, column;
};

/* KEY=VALUE of a rule, or a cell of a roster under its column's name. */
struct ft_sync_setting {
	const char *key, *value;
	struct ft_sync_place key_at, value_at;
};

/* A run in the array of settings of the map or roster. */
struct ft_sync_settings {
	size_t first, n;
};

enum ft_sync_kind {
	FT_SYNC_ACCOUNT, /* account NAME: this account must exist */
	FT_SYNC_GROUP,   /* group PATTERN: groups that become accounts */
	FT_SYNC_IGNORE,  /* ignore PATTERN: groups that do not */
	FT_SYNC_USER     /* user PATTERN[@PATTERN]: settings of users */
};

struct ft_sync_rule {
	enum ft_sync_kind kind;
	const char *name;    /* account or pattern */
	const char *account; /* group: account=, with * for what the * of the
	                        pattern stands for; user: pattern behind @;
	                        NULL: not given */
	struct ft_sync_place at, account_at;
	struct ft_sync_settings settings;
};

/* A name or pattern, and its position in the file. */
struct ft_sync_word {
	const char *text;
	struct ft_sync_place at;
};
struct ft_sync_words {
	struct ft_sync_word *item;
	size_t n, cap;
};

enum ft_sync_members {
	FT_MEMBERS_ALL,     /* those listed and those by primary group */
	FT_MEMBERS_LISTED,  /* those listed */
	FT_MEMBERS_PRIMARY, /* those whose primary group it is */
	FT_MEMBERS_KINDS
};
enum ft_sync_leave {
	FT_LEAVE_DELETE, /* the association goes */
	FT_LEAVE_ZERO,   /* it stays, without shares */
	FT_LEAVE_KEEP,   /* it stays as it is */
	FT_LEAVE_MOVE,   /* users in no group move to the account leave_to */
	FT_LEAVE_KINDS
};
extern const char *const ft_sync_members_names[FT_MEMBERS_KINDS];
extern const char *const ft_sync_leave_names[FT_LEAVE_KINDS];

struct ft_syncmap {
	struct ft_arena arena;
	const char *file;            /* for messages */
	struct ft_sync_word cluster; /* text NULL: not given */
	struct ft_sync_words exclude, nologin;
	uint32_t min_uid;
	struct ft_sync_place min_uid_at; /* line 0: not given */
	enum ft_sync_members members;
	bool default_first;  /* default account: first, not primary group */
	bool default_always; /* even for users who have a valid one */
	enum ft_sync_leave leave;
	struct ft_sync_word leave_to; /* of FT_LEAVE_MOVE */
	struct ft_sync_rule *rule;
	size_t n_rule, cap_rule;
	struct ft_sync_setting *setting;
	size_t n_setting, cap_setting;
};
void ft_syncmap_init(struct ft_syncmap *map, const char *file);
void ft_syncmap_free(struct ft_syncmap *map);
/* Append a rule without settings; valid until the next one. */
struct ft_sync_rule *ft_syncmap_add_rule(struct ft_syncmap *map,
    enum ft_sync_kind kind, const char *name, struct ft_sync_place at);
/* Append a setting (strings borrowed) to the last rule. */
void ft_syncmap_add_setting(
    struct ft_syncmap *map, const struct ft_sync_setting *setting);
void ft_sync_words_add(
    struct ft_sync_words *words, const char *text, struct ft_sync_place at);

/*
 * Returns whether PATTERN, in which one * stands for any run of characters,
 * is NAME; letters of any case are the same.  *part, *len (may be NULL): what
 * the * stands for, "" without one.
 */
bool ft_sync_matches(
    const char *pattern, const char *name, const char **part, size_t *len);
/* Returns whether any of the patterns is NAME. */
bool ft_sync_words_match(const struct ft_sync_words *words, const char *name);

struct ft_roster_row {
	const char *account, *user; /* user "": about the account */
	struct ft_sync_place account_at, user_at;
	struct ft_sync_settings settings;
};
struct ft_roster {
	struct ft_arena arena;
	const char *file;
	struct ft_roster_row *row;
	size_t n_row, cap_row;
	struct ft_sync_setting *setting;
	size_t n_setting, cap_setting;
};
void ft_roster_init(struct ft_roster *roster, const char *file);
void ft_roster_free(struct ft_roster *roster);
/* Append a row without settings; valid until the next one. */
struct ft_roster_row *ft_roster_add(struct ft_roster *roster);
void ft_roster_add_setting(
    struct ft_roster *roster, const struct ft_sync_setting *setting);

#endif
