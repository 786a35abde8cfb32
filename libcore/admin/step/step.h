/*
 * step.h - the difference of two acctdbs as steps, in an order in which they can
 * be done, each with the sacctmgr commands that do it.
 *
 * The acctdbs are states of one store, before and after: what a load, a plan,
 * an undo or any other transaction did or would do.  Records are the same if
 * their names are; a user whose id has a new name was renamed.  Deleted records do not count.  For plan, diff, apply, sync and
 * --print-commands.  Not for: making a state (load, plan), ranks
 * (algo/compare), printing.
 *
 * Order: clusters, QOS (before what names them), new and moved accounts with
 * parents before children, changes of accounts, users and their associations,
 * default accounts, coordinators; then deletes, leaves
 * first: coordinators, associations of users, users, clusters, accounts, QOS.
 */
#ifndef FT_ADMIN_STEP_STEP_H
#define FT_ADMIN_STEP_STEP_H

#include "model/account/acctdb.h"

enum ft_step_op {
	FT_STEP_ADD,    /* + */
	FT_STEP_CHANGE, /* ~ */
	FT_STEP_MOVE,   /* >  account: another parent; user: another account
	                      (its only association of that kind goes, and
	                      one in another account comes) */
	FT_STEP_DELETE, /* - */
	FT_STEP_OPS
};

/* One setting, in the words of sacctmgr: name as in `set NAME=VALUE`. */
struct ft_step_field {
	const char *name;  /* "fairshare", "grptres", "defaultaccount" ... */
	const char *old;   /* for people; NULL: not set */
	const char *new;   /* for people; NULL: cleared */
	const char *set;   /* the value of a command, "cpu=4,mem=-1"; NULL:
	                      nothing to do, or none can */
	const char *first; /* a value that an earlier command must set; NULL */
	bool record;       /* of the record, not of the association */
	bool newer;        /* unknown to sacctmgr 22.05 */
	bool note;         /* no command of sacctmgr sets it (a place among
	                      siblings), or not to the letter, with set (capital letters) */
};

/*
 * Texts live in steps->arena; those that do not apply are "".
 *
 *   CLUSTER  its record and its root association
 *   QOS
 *   ACCOUNT  with a cluster: its association there (ADD: record says that
 *            the account is new, too); without: its record, DELETE: all of it
 *   USER     ADD: new, with its first association; MOVE; CHANGE of the
 *            record, with a cluster of the default account there; DELETE: of
 *            the user and all its associations
 *   ASSOC    of a user: ADD, CHANGE, DELETE
 *   COORD    user coordinates account: ADD, DELETE
 *   WCKEY, RESOURCE  notes only: no commands are made for them
 */
struct ft_step {
	enum ft_step_op op;
	enum ft_entity entity;
	const char *name; /* cluster, account, user, QOS; else "" */
	const char *cluster, *account, *user, *partition;
	const char *from, *to; /* MOVE: parent or account; ADD of an account:
	                          to is its parent */
	bool record;           /* ADD: the account or user is new, too */
	bool several;          /* there are several clusters to tell apart */
	bool exact;            /* the same user is in the account by other
	                          partitions, too */
	bool make_default;     /* MOVE of a user: its default account */
	bool refused;          /* of a new association of a user: no command
	                          makes it, for its default QOS would not be one
	                          of its QOS */
	struct ft_step_field *field;
	size_t n_field;
};

struct ft_steps {
	struct ft_arena arena;
	struct ft_step *step;
	size_t n, cap;
	size_t count[FT_STEP_OPS]; /* without notes */
	size_t n_note;             /* steps that are nothing but notes */
};

/*
 * Fill STEPS (to be cleared with ft_steps_free) with what leads from BEFORE to
 * AFTER.  O(n log n) of the records.  Equal acctdbs give no step.
 */
void ft_steps_between(struct ft_steps *steps, const struct ft_acctdb *before,
    const struct ft_acctdb *after);
void ft_steps_free(struct ft_steps *steps);

/* Returns whether there is no command for STEP. */
bool ft_step_is_note(const struct ft_step *step);

/*
 * Append the equal command lines of STEP, each "sacctmgr -i ..." and a line
 * end, quoted for a shell; a note becomes a line that starts with #.  All
 * lines of all steps in order, run on BEFORE by any sacctmgr, give AFTER, but
 * for notes.
 */
void ft_step_commands(const struct ft_step *step, struct ft_str *str);

/*
 * Append one line without a line end, for people:
 *   + account chem parent=science fairshare=20
 *   ~ account physics fairshare 10 -> 20
 *   > user bob moves physics -> chem
 *   - user carol@physics
 */
void ft_step_line(const struct ft_step *step, struct ft_str *str);

#endif
