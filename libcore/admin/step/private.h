/*
 * private.h - shared by the files of step only: two states side by side.
 *
 * What is in both has one number, so that all that follows compares numbers:
 * pairs (of records with a name) and nodes (associations).
 */
#ifndef FT_ADMIN_STEP_PRIVATE_H
#define FT_ADMIN_STEP_PRIVATE_H

#include "admin/index/index.h"
#include "admin/option/settings.h"
#include "admin/step/step.h"

#define FT_STEP_NONE UINT32_MAX

enum ft_step_side { FT_STEP_BEFORE, FT_STEP_AFTER, FT_STEP_SIDES };

/* One of the two states. */
struct ft_step_state {
	const struct ft_acctdb *acctdb;
	struct ft_admin_index *index;
	uint32_t
	    *node; /* [acctdb->n_assoc] its node; NONE: it does not count */
	uint32_t *order; /* [n_order] nodes in the order of the tree */
	size_t n_order;
};

/* A record of either state: the same if its name is. */
struct ft_step_pair {
	const char *name; /* as of the after state, if it is there */
	const void *record[FT_STEP_SIDES]; /* NULL: it is not there */
	uint32_t first; /* node: of a cluster its root, of a user the first of
	                   his associations */
	bool made;      /* user, account: a step has added the record */
	bool nowhere;   /* user: new, no command makes an association */
};

/* Those of the after state first; deleted ones do not count. */
struct ft_step_pairs {
	struct ft_step_pair *item;
	uint32_t n;
	/* by index in the acctdb of a side: its number; NONE: deleted */
	uint32_t *of[FT_STEP_SIDES];
};

/* An association of either state; those of the after state come first. */
struct ft_step_node {
	const struct ft_assoc *assoc[FT_STEP_SIDES]; /* NULL: not there */
	uint32_t cluster, account, user;             /* pairs; user NONE */
	const char *partition;
	uint32_t parent[FT_STEP_SIDES]; /* node; NONE: root, or not there */
	uint32_t next_of_user;
	/* its state once the steps so far are done */
	bool exists, is_default;
	bool moved;    /* its user has moved elsewhere */
	uint32_t turn; /* when it came in front; 0: never */
};

struct ft_step_diff {
	struct ft_steps *steps;
	struct ft_arena arena; /* of what is here */
	struct ft_step_state state[FT_STEP_SIDES];
	struct ft_step_pairs pair[FT_ENTITY_COUNT];
	struct ft_step_node *node;
	uint32_t n_node;
	uint32_t turns;
	bool several;                  /* clusters */
	struct ft_step_access *access; /* since ft_step_qos_changes */

	/* of the step that is being made */
	struct ft_step_field *field;
	size_t n_field, cap_field;
};

/* ---- step/match.c ---- */

/* Fill all but the steps from state[].acctdb. */
void ft_step_match(struct ft_step_diff *diff);
/* Returns the number of record ID of SIDE; NONE if there is no such. */
uint32_t ft_step_number(const struct ft_step_diff *diff, enum ft_step_side side,
    enum ft_entity entity, uint32_t id);
/* Returns the name of pair AT, "" for NONE. */
const char *ft_step_name(
    const struct ft_step_diff *diff, enum ft_entity entity, uint32_t at);
/* Returns whether both are in one cluster, and account. */
bool ft_step_same_account(
    const struct ft_step_diff *diff, uint32_t left, uint32_t right);
/* Returns the first association of the user of node AT; NONE. */
uint32_t ft_step_first(const struct ft_step_diff *diff, uint32_t at);
/* Returns whether the user of node AT is in its account by others, too. */
bool ft_step_is_exact(const struct ft_step_diff *diff, uint32_t at);
/* Returns whether node AT, new, is made with its cluster. */
bool ft_step_came_with_cluster(const struct ft_step_diff *diff, uint32_t at);
/* Returns the account above node AT of SIDE; NONE. */
uint32_t ft_step_account_above(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at);

/* ---- step/field.c ---- */

/*
 * What a record or an association has.  base: what commands find; old: what
 * was there before, for people, without a record: nothing.
 */
struct ft_step_sides {
	struct ft_settings base, old, new;
};

/* What node AT has on SIDE; what a new one has, if it is not there. */
struct ft_settings ft_step_own(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at);
/* Append what differs; list: of its list of QOS, too. */
void ft_step_fields(
    struct ft_step_diff *diff, const struct ft_step_sides *sides, bool list);
/* Append what differs in records of ENTITY that have a name; old: NULL: NEW is
 * made as FRESH. */
void ft_step_record_fields(struct ft_step_diff *diff, enum ft_entity entity,
    const void *fresh, const void *old, const void *new);
/* Append a field; texts are copied. */
struct ft_step_field *ft_step_add_field(struct ft_step_diff *diff,
    const char *name, const char *old, const char *new, const char *set);
/*
 * Append the names of a QOS list, sorted, with their signs.  Without those
 * that are to be deleted.
 */
void ft_step_qos_text(const struct ft_step_diff *diff,
    const struct ft_settings *own, struct ft_str *str);

/* ---- step/make.c ---- */

/* Returns a step about pair AT, or about node AT: "cluster", "account",
 * "user" and its association. */
struct ft_step ft_step_of_pair(const struct ft_step_diff *diff,
    enum ft_step_op op, enum ft_entity entity, uint32_t at);
struct ft_step ft_step_of_node(const struct ft_step_diff *diff,
    enum ft_step_op op, enum ft_entity entity, uint32_t at);
/* Append STEP with the fields made up to now; texts are copied. */
void ft_step_push(struct ft_step_diff *diff, const struct ft_step *step);
/* Push a change of node AT: of a cluster when it is a root, of an account or a
 * user. */
void ft_step_push_assoc(struct ft_step_diff *diff, uint32_t at);

/* ---- step/access.c ---- */

/* Returns whether the QOS list or default QOS of node AT differs from that it
 * had: then its change is one of ft_step_qos_changes. */
bool ft_step_qos_waits(const struct ft_step_diff *diff, uint32_t at);
void ft_step_qos_changes(struct ft_step_diff *diff);
/* After it: returns whether the new user of AT can be added there, if need be
 * without fields that then become notes. */
bool ft_step_may_add(struct ft_step_diff *diff, uint32_t at);

/* ---- the steps, each about one entity ---- */

void ft_step_qoses(struct ft_step_diff *diff);
void ft_step_clusters(struct ft_step_diff *diff);
void ft_step_accounts(struct ft_step_diff *diff);
/* Settings of associations of accounts, or of users, that were there. */
void ft_step_change_assocs(struct ft_step_diff *diff, bool users);
void ft_step_users(struct ft_step_diff *diff);
void ft_step_coords(struct ft_step_diff *diff);
void ft_step_deletes(struct ft_step_diff *diff);
/* Notes about workload keys and resources. */
void ft_step_others(struct ft_step_diff *diff);
/* Notes about siblings that will not be in the wanted order. */
void ft_step_orders(struct ft_step_diff *diff);

#endif
