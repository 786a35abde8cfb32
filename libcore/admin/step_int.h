/*
 * step_int.h - shared by the files of step only: two books side by side.
 */
#ifndef FT_ADMIN_STEP_INT_H
#define FT_ADMIN_STEP_INT_H

#include "admin/index.h"
#include "admin/own.h"
#include "admin/step.h"

/* Which record of one book is which of the other, by index; NONE: none. */
struct ft_step_pairs {
	uint32_t *after;  /* [n_before] */
	uint32_t *before; /* [n_after] */
	uint32_t n_before, n_after;
};

/*
 * Nodes are associations of both books: those of the after book by their
 * index and, behind them, by index, those of the before book.  Who is in both
 * is the node of the after book.
 */
struct ft_step_diff {
	struct ft_steps *steps;
	const struct ft_book *before, *after;
	struct ft_admin_index *index_before, *index_after;
	struct ft_step_pairs cluster, account, user, qos, assoc;
	bool several; /* clusters */

	/* of the step that is being made */
	struct ft_step_field *field;
	size_t n_field, cap_field;

	/* how things stand when the steps up to here are done */
	uint32_t n_node;
	bool *exists;            /* [n_node] */
	bool *is_default;        /* [n_node] */
	uint32_t *next_of_user;  /* [n_node] the next of the same user */
	uint32_t *first_of_user; /* [number of users, see ft_step_same] */
	uint32_t *turn;          /* [n_node] when it came in front; 0 never */
	uint32_t turns;
	bool *nowhere; /* [users after] new, without any association */
	bool *moved;   /* [before->n_assoc] its user has moved elsewhere */
};

/* ---- step_match.c ---- */

void ft_step_match(struct ft_step_diff *diff);
void ft_step_match_free(struct ft_step_diff *diff);
/*
 * A number for record I of the after book that is the same for what is the
 * same: its index in the before book, or one behind those.
 */
uint32_t ft_step_same(const struct ft_step_pairs *pairs, uint32_t i);
/* Indexes of the records of an association; NONE if there is no such. */
uint32_t ft_step_cluster_of(
    const struct ft_book *book, const struct ft_assoc *assoc);
uint32_t ft_step_account_of(
    const struct ft_book *book, const struct ft_assoc *assoc);
uint32_t ft_step_user_of(
    const struct ft_book *book, const struct ft_assoc *assoc);
/* Names of the records of an association, "" if there is no such. */
const char *ft_step_cluster_name(
    const struct ft_book *book, const struct ft_assoc *assoc);
const char *ft_step_account_name(
    const struct ft_book *book, const struct ft_assoc *assoc);
const char *ft_step_user_name(
    const struct ft_book *book, const struct ft_assoc *assoc);
/* Name of the account above association I. */
const char *ft_step_parent_name(const struct ft_admin_index *index, uint32_t i);
/* Node of association I of the before book. */
uint32_t ft_step_node(const struct ft_step_diff *diff, uint32_t i);

/* ---- step_field.c ---- */

/*
 * What an association or a QOS has.  base: what commands find; old: what was
 * there before, for people, without a record: nothing.
 */
struct ft_step_sides {
	struct ft_own base, old, new;
};

/* Append what differs; list: of its list of QOS, too. */
void ft_step_fields(
    struct ft_step_diff *diff, const struct ft_step_sides *sides, bool list);
/* Append a field; texts are copied. */
struct ft_step_field *ft_step_add_field(struct ft_step_diff *diff,
    const char *name, const char *old, const char *new, const char *set);
/*
 * Append the names of a QOS list, sorted, with their signs.  Without those
 * that are to be deleted.
 */
void ft_step_qos_text(const struct ft_step_diff *diff,
    const struct ft_book *book, const struct ft_qosref *ref, size_t n,
    struct ft_str *str);

/*
 * What cannot be set to the letter is set nearly, or only noted.  base: what it
 * is now.
 */
void ft_step_mark_text(struct ft_step_field *field, const char *base);

/* ---- step_record.c ---- */

/* old: NULL: a new one.  preempt: the list, too. */
void ft_step_qos_fields(struct ft_step_diff *diff, const struct ft_qos *old,
    const struct ft_qos *new, bool preempt);
/* parent: name of that of a new account. */
void ft_step_account_fields(struct ft_step_diff *diff,
    const struct ft_account *old, const struct ft_account *new,
    const char *parent);
void ft_step_user_fields(struct ft_step_diff *diff, const struct ft_user *old,
    const struct ft_user *new);

/* ---- step.c ---- */

/* Append STEP with the fields made up to now; texts are copied. */
struct ft_step *ft_step_push(
    struct ft_step_diff *diff, const struct ft_step *step);

/* ---- step_assoc.c ---- */

void ft_step_accounts(struct ft_step_diff *diff);
/* Settings of associations of accounts, or of users, that were there. */
void ft_step_change_assocs(struct ft_step_diff *diff, bool users);
/*
 * Push a change of the association NODE of BOOK: of a cluster when it is a
 * root, of an account or a user.
 */
struct ft_step *ft_step_push_assoc(struct ft_step_diff *diff,
    const struct ft_book *book, const struct ft_assoc *assoc, uint32_t node);
/*
 * Push what differs in association I of the after book; base: what commands
 * find.  no_list, no_default: what no command can do here is noted only.
 */
void ft_step_change_assoc(struct ft_step_diff *diff, uint32_t i,
    const struct ft_own *base, bool no_list, bool no_default);
/* Returns whether association I of the after book is made with its cluster. */
bool ft_step_came_with_cluster(const struct ft_step_diff *diff, uint32_t i);

/* ---- step_qos.c ---- */

/* Returns whether the QOS list or default QOS of I, in the after book, differs
 * from that it had: then its change is one of ft_step_qos_changes. */
bool ft_step_qos_waits(const struct ft_step_diff *diff, uint32_t i);
void ft_step_qos_changes(struct ft_step_diff *diff);

/* ---- step_user.c ---- */

void ft_step_users(struct ft_step_diff *diff);
/* Returns whether the user of NODE is in its account by others, too. */
bool ft_step_is_exact(const struct ft_step_diff *diff, uint32_t node);

/* ---- step_gone.c ---- */

/* Notes about workload keys and resources. */
void ft_step_others(struct ft_step_diff *diff);
void ft_step_coords(struct ft_step_diff *diff);
void ft_step_deletes(struct ft_step_diff *diff);
/* Notes about siblings that will not stand as they should. */
void ft_step_orders(struct ft_step_diff *diff);

#endif
