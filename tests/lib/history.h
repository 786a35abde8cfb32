/*
 * history.h - a store with a bit of everything, operations to try on it, and
 * all of its content as text, for tests of the journal.
 */
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "lib/storefile.h"
#include "store/journal/journal.h"

struct history {
	char *path;
	struct ft_store *store;
	struct ft_registry *r; /* of the open transaction */
	sqlite3 *db;           /* to look in from outside */
};

extern struct ft_error history_err; /* of the last call that failed */

/* Ids of what history_fill makes: associations, accounts, users, QOS. */
enum { ROOT = 1, PHYS = 3, CHEM, LAB, ANN, BOB, BOB_CHEM, EVE };
enum { A_PHYS = 2, A_CHEM, A_LAB };
enum { U_ANN = 2, U_BOB, U_EVE };
enum { Q_NORMAL = 1, Q_HIGH, Q_LOW };

/* A new store in a file NAME, empty but for what every store has. */
void history_open(struct history *history, const char *name);
void history_close(struct history *history);
/*
 * Everything but the journal itself, as text; the caller's.  Names of
 * partitions are only a dictionary, and the cache of marks is told by what is
 * read through it.
 */
char *history_dump(const struct history *history);
/* Compare and free GOT; shows the first line that differs. */
bool history_is_same(char *got, const char *want, const char *name);
/* User root with this command. */
struct ft_store_actor history_actor(const char *command);
void history_begin(struct history *history, const char *command);
/* Returns the entry of the journal. */
uint32_t history_commit(struct history *history);
/* Undo or redo entry ID.  Returns the new entry, 0 if refused. */
uint32_t history_take_back(struct history *history, uint32_t id, bool redo);
/* Bails unless STATUS is good. */
void history_must(enum ft_status status);
/* One operation as an entry of its own; returns that. */
uint32_t history_run(
    struct history *history, void (*op)(struct history *history));
/* Returns the number of changes of entry ID; all must be in words. */
size_t history_changes(const struct history *history, uint32_t id);
/* phys (ann, bob, lab (eve)), chem (bob): with a bit of everything, and some
 * that is deleted; two entries. */
void history_fill(struct history *history);
/* The following change the store in the open transaction.  value 0: clear. */
void history_limit(struct history *history, enum ft_entity entity,
    uint32_t owner, enum ft_limit_kind kind, uint32_t tres, uint64_t value);
/* A list of one or two QOS, 0 for none. */
void history_refs(struct history *history, enum ft_entity entity,
    uint32_t owner, char op, uint32_t first, uint32_t second);
uint32_t history_add_qos(struct history *history, const char *name);
void history_drop(struct history *history, enum ft_entity entity, uint32_t id);
uint32_t history_add_assoc(struct history *history, uint32_t account,
    uint32_t parent, uint32_t user, const char *partition);
/* An opening balance of WHOLE and a half. */
void history_opening(struct history *history, uint32_t assoc, int64_t whole);
void history_rename_user(
    struct history *history, uint32_t id, const char *name);

/* Every operation of the registry, and of settings and usage. */
#define HISTORY_OPS 28
struct history_op {
	const char *name;
	void (*run)(struct history *history);
};
extern const struct history_op history_ops[HISTORY_OPS];

void op_add_account(struct history *history);
void op_add_users(struct history *history);
void op_add_partition(struct history *history);
void op_add_qos(struct history *history);
void op_add_cluster(struct history *history);
void op_revive(struct history *history);
void op_put_account(struct history *history);
void op_put_user(struct history *history);
void op_names_go_round(struct history *history);
void op_name_taken_over(struct history *history);
void op_put_qos(struct history *history);
void op_put_cluster(struct history *history);
void op_put_assoc(struct history *history);
void op_move(struct history *history);
void op_move_to_new(struct history *history);
void op_limits(struct history *history);
void op_lists(struct history *history);
void op_coords(struct history *history);
void op_drop_assoc(struct history *history);
void op_drop_user(struct history *history);
void op_drop_account(struct history *history);
void op_drop_qos(struct history *history);
void op_drop_cluster(struct history *history);
void op_revive_cluster(struct history *history);
void op_usage(struct history *history);
void op_settings(struct history *history);
void op_all(struct history *history);
void op_spread(struct history *history);

#endif
