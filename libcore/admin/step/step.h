/*
 * step.h - the difference of two acctdbs as steps, in an order in which they
 * can be performed, each with the sacctmgr commands that perform it.
 *
 * The acctdbs are two states of one store, before and after something that a
 * load, a plan, an undo or any other transaction did or would do.  Two records
 * are the same if they have the same name; a user whose id has a new name was
 * renamed.  Deleted records do not count.  Used by plan, diff, apply, sync and
 * --print-commands.  Not for: making a state (load, plan), ranks
 * (algo/compare), printing.
 *
 * Order: clusters; QOS, before what names them; new and moved accounts, parents
 * before children; changes of accounts; users and their associations; default
 * accounts; coordinators.  Then deletes, leaves first: coordinators,
 * associations of users, users, clusters, accounts, QOS.
 */
#ifndef FT_ADMIN_STEP_STEP_H
#define FT_ADMIN_STEP_STEP_H

#include "model/account/acctdb.h"

enum ft_step_op {
	FT_STEP_ADD,    /* + */
	FT_STEP_CHANGE, /* ~ */
	FT_STEP_MOVE,   /* >  an account gets another parent, or a user another
	                      account: its only association of that kind is
	                      deleted, and one in another account is added */
	FT_STEP_DELETE, /* - */
	FT_STEP_OPS
};

/* One setting, in the words of sacctmgr: name as in `set NAME=VALUE`. */
struct ft_step_field {
	const char *name; /* "fairshare", "grptres", "defaultaccount" ... */
	const char *old;  /* for people; NULL: not set */
	const char *new;  /* for people; NULL: cleared */
	const char *set;  /* the value in a command, "cpu=4,mem=-1"; NULL: there
	                      is nothing to do, or no command can do it */
	const char
	    *first;  /* a value that an earlier command must set, or NULL */
	bool record; /* it is of the record, not of the association */
	bool newer;  /* sacctmgr 22.05 does not know it */
	/* no command of sacctmgr sets it (a place among siblings); or, if there
	 * is a `set`, not exactly (capital letters) */
	bool note;
};

/*
 * One step.  Texts live in steps->arena; those that do not apply are "".  What
 * a step is about depends on its entity:
 *
 *   CLUSTER  a cluster: its record and its root association
 *   QOS      a QOS
 *   ACCOUNT  with `cluster`: the association of an account there (ADD: `record`
 *            says whether the account is new, too); without: its record (DELETE:
 *            the whole account)
 *   USER     ADD: a new user with a first association; MOVE; CHANGE: of the
 *            record or, with `cluster`, of the default account there; DELETE: of
 *            the user with all associations
 *   ASSOC    ADD, CHANGE, DELETE: another association of a user
 *   COORD    ADD, DELETE: a user coordinates an account
 *   WCKEY, RESOURCE  notes only: no commands are made for them
 */
struct ft_step {
	enum ft_step_op op;
	enum ft_entity entity;
	const char *name; /* cluster, account, user, QOS; else "" */
	const char *cluster, *account, *user, *partition;
	/* MOVE: the parents or accounts; ADD of an account: `to` is its
	 * parent */
	const char *from, *to;
	bool record;       /* ADD: the account or user is new, too */
	bool several;      /* there are several clusters to tell apart */
	bool exact;        /* the same user is in the account by other
	                          partitions, too */
	bool make_default; /* MOVE of a user: its default account */
	/* no command adds this association of a user, because its default QOS
	 * would not be one of its QOS */
	bool refused;
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
 * Set STEPS to the steps that lead from BEFORE to AFTER; none if both are
 * equal.  O(n log n) for n records.
 */
void ft_steps_between(struct ft_steps *steps, const struct ft_acctdb *before,
    const struct ft_acctdb *after);
void ft_steps_free(struct ft_steps *steps);

/* Returns whether there is no command for STEP. */
bool ft_step_is_note(const struct ft_step *step);

/*
 * Append the command lines that perform STEP, each "sacctmgr -i ..." with a
 * line end, quoted for a shell; a note becomes a line that starts with #.  The
 * lines of all steps, run in order by any release of sacctmgr on BEFORE, make
 * AFTER of it, except for notes.
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
