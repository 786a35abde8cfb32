/*
 * private.h - what the files of this room share: the two states side by side.
 *
 * A thing that is in both states gets one number, so that everything after that
 * compares numbers.  A record with a name (cluster, account, user, QOS, ...) is
 * a *pair*, an association is a *node*.  match.c finds them; the other files
 * make steps of what differs between the two sides of a pair or node.
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
	/* [acctdb->n_assoc]: node of each association; NONE: it does not
	 * count */
	uint32_t *node;
	uint32_t *order; /* [n_order] nodes in the order of the tree */
	size_t n_order;
};

/* A record that is in one or both states, where it has the same name. */
struct ft_step_pair {
	const char *name; /* in the after state, if it is there */
	const void *record[FT_STEP_SIDES]; /* NULL: it is not there */
	/* a node: of a cluster its root, of a user its first association */
	uint32_t first;
	bool made;    /* account, user: a step has added the record */
	bool nowhere; /* user: it is new, and no command makes an association */
};

/* All pairs of one entity, those of the after state first.  Deleted records do
 * not count. */
struct ft_step_pairs {
	struct ft_step_pair *item;
	uint32_t n;
	/* number of a record, by its index in the acctdb; NONE: deleted */
	uint32_t *of[FT_STEP_SIDES];
};

/* An association that is in one or both states; those of the after state come
 * first. */
struct ft_step_node {
	const struct ft_assoc *assoc[FT_STEP_SIDES]; /* NULL: not there */
	uint32_t cluster, account, user; /* pairs; user NONE: of an account */
	const char *partition;
	uint32_t parent[FT_STEP_SIDES]; /* node; NONE: root, or not there */
	uint32_t next_of_user;          /* node; NONE */
	/* whether it exists and is a default after the steps so far */
	bool exists, is_default;
	bool moved;    /* a step moved its user elsewhere */
	uint32_t turn; /* number of the step that put it in front of its
	                  siblings; 0: none did */
};

struct ft_step_diff {
	struct ft_steps *steps;
	struct ft_arena arena; /* of what this struct points to */
	struct ft_step_state state[FT_STEP_SIDES];
	struct ft_step_pairs pair[FT_ENTITY_COUNT];
	struct ft_step_node *node;
	uint32_t n_node;
	uint32_t turns;
	bool several;                  /* there are several clusters */
	struct ft_step_access *access; /* set by ft_step_qos_changes */

	/* the fields of the step that is being made */
	struct ft_step_field *field;
	size_t n_field, cap_field;
};

/* ---- step/match.c ---- */

/* Set everything except the steps from state[].acctdb. */
void ft_step_match(struct ft_step_diff *diff);
/* Returns the number of the record ID of SIDE; NONE if there is none. */
uint32_t ft_step_number(const struct ft_step_diff *diff, enum ft_step_side side,
    enum ft_entity entity, uint32_t id);
/* Returns the name of pair AT, "" for NONE. */
const char *ft_step_name(
    const struct ft_step_diff *diff, enum ft_entity entity, uint32_t at);
/* Returns whether both nodes are in the same account of the same cluster. */
bool ft_step_same_account(
    const struct ft_step_diff *diff, uint32_t left, uint32_t right);
/* Returns the first association of the user of node AT, or NONE. */
uint32_t ft_step_first(const struct ft_step_diff *diff, uint32_t at);
/* Returns whether the user of node AT has other associations in the same
 * account, too. */
bool ft_step_is_exact(const struct ft_step_diff *diff, uint32_t at);
/* Returns whether the new node AT is made together with its cluster. */
bool ft_step_came_with_cluster(const struct ft_step_diff *diff, uint32_t at);
/* Returns the account above node AT on SIDE, or NONE. */
uint32_t ft_step_account_above(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at);

/* ---- step/field.c ---- */

/*
 * The settings of a record or an association.  The commands of a step turn
 * `base` into `new`; `old`, from the before state, is only shown to people and is
 * empty if there was no record.
 */
struct ft_step_sides {
	struct ft_settings base, old, new;
};

/* Returns what node AT has on SIDE or, if it is not there, what a new one would
 * have. */
struct ft_settings ft_step_own(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at);
/* Append a field for each setting that differs; list: for its list of QOS,
 * too. */
void ft_step_fields(
    struct ft_step_diff *diff, const struct ft_step_sides *sides, bool list);
/* Append a field for each member that differs in records of ENTITY.  OLD NULL:
 * NEW is added, and is like FRESH at first. */
void ft_step_record_fields(struct ft_step_diff *diff, enum ft_entity entity,
    const void *fresh, const void *old, const void *new);
/* Append a field; texts are copied. */
struct ft_step_field *ft_step_add_field(struct ft_step_diff *diff,
    const char *name, const char *old, const char *new, const char *set);
/* Append the names in a list of QOS, sorted, with their signs, but without
 * those of QOS that will be deleted. */
void ft_step_qos_text(const struct ft_step_diff *diff,
    const struct ft_settings *own, struct ft_str *str);

/* ---- step/make.c ---- */

/* Returns a step about pair AT, or about node AT: "cluster", "account",
 * "user" and its association. */
struct ft_step ft_step_of_pair(const struct ft_step_diff *diff,
    enum ft_step_op op, enum ft_entity entity, uint32_t at);
struct ft_step ft_step_of_node(const struct ft_step_diff *diff,
    enum ft_step_op op, enum ft_entity entity, uint32_t at);
/* Append STEP with the fields that were appended before; texts are copied. */
void ft_step_push(struct ft_step_diff *diff, const struct ft_step *step);
/* Append a step that changes node AT, with the fields so far: a change of a
 * cluster if AT is a root, else of an account or a user. */
void ft_step_push_assoc(struct ft_step_diff *diff, uint32_t at);

/* ---- step/access.c ---- */

/* Returns whether the QOS list or the default QOS of node AT changes: then
 * ft_step_qos_changes makes that step. */
bool ft_step_qos_waits(const struct ft_step_diff *diff, uint32_t at);
/* Make the steps that change QOS lists and default QOS, in an order that
 * works. */
void ft_step_qos_changes(struct ft_step_diff *diff);
/* After it: returns whether the new user of AT can be added there, if need be
 * without fields that then become notes. */
bool ft_step_may_add(struct ft_step_diff *diff, uint32_t at);

/* ---- functions that append the steps about one entity ---- */

void ft_step_qoses(struct ft_step_diff *diff);
void ft_step_clusters(struct ft_step_diff *diff);
void ft_step_accounts(struct ft_step_diff *diff);
/* Changes of associations of accounts, or of users, that are in both states. */
void ft_step_change_assocs(struct ft_step_diff *diff, bool users);
void ft_step_users(struct ft_step_diff *diff);
void ft_step_coords(struct ft_step_diff *diff);
void ft_step_deletes(struct ft_step_diff *diff);
/* Notes about wckeys and resources. */
void ft_step_others(struct ft_step_diff *diff);
/* Notes about siblings that will not end up in the wanted order. */
void ft_step_orders(struct ft_step_diff *diff);

#endif
