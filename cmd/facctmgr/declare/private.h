/*
 * private.h - one trial of a target, its output, saved plans, and arguments.
 */
#ifndef FT_CMD_FACCTMGR_DECLARE_PRIVATE_H
#define FT_CMD_FACCTMGR_DECLARE_PRIVATE_H

#include "admin/step/step.h"
#include "facctmgr/declare/declare.h"
#include "algo/compare.h"
#include "io/site/planfile.h"
#include "load/load.h"
#include "store/journal/journal.h"

/* ---- trial.c -------------------------------------------------- */

enum facctmgr_declare_verb { FACCTMGR_DIFF, FACCTMGR_PLAN, FACCTMGR_APPLY };

struct facctmgr_trial {
	struct facctmgr *acct;
	enum facctmgr_declare_verb verb;
	const struct facctmgr_target *target;
	struct ft_arena arena;
	struct ft_planfile_base base; /* the latest change before it */
	struct ft_acctdb before, after;
	struct ft_plan_result result;
	struct ft_steps steps;
	struct ft_planfile_step *row; /* [n_row]: the steps, without remarks */
	size_t n_row;
	struct ft_load_ranks old, new; /* no tree: the cluster does not exist */
	struct ft_compare compare;     /* if compared */
	bool compared;
	size_t losers; /* users who drop by more than a tenth of the ranking */
};

void facctmgr_trial_init(struct facctmgr_trial *trial, struct facctmgr *acct,
    enum facctmgr_declare_verb verb, const struct facctmgr_target *target);
void facctmgr_trial_free(struct facctmgr_trial *trial);
/*
 * Execute the target in the open transaction of acct->session.store.  origin:
 * the store before the change, to compute ranks from; NULL: they are computed
 * first.
 */
enum ft_status facctmgr_trial_run(struct facctmgr_trial *trial,
    struct ft_store *origin, struct ft_error *err);
/* Returns how many changes there are. */
size_t facctmgr_trial_changes(const struct facctmgr_trial *trial);
/* Append how the trial exceeds --max-deletes or --max-losers; nothing if it
 * does not. */
void facctmgr_trial_add_excess(
    const struct facctmgr_trial *trial, struct ft_str *str);

/* Returns "add", "change", "move" or "delete". */
const char *facctmgr_step_op(enum ft_step_op op);

/* ---- print.c ------------------------------------------------- */

void facctmgr_trial_print(
    const struct facctmgr_trial *trial, const char *summary);

/* ---- saved.c: saved plans ----------------------------------------------- */

/* Set *base to the latest change of the store. */
enum ft_status facctmgr_read_base(struct ft_store *store,
    struct ft_arena *arena, struct ft_planfile_base *base,
    struct ft_error *err);
/* Fill trial->row from the steps. */
void facctmgr_trial_make_rows(struct facctmgr_trial *trial);
/* Returns whether PATH is "-": then nothing but the plan is printed there. */
bool facctmgr_is_standard_output(const char *path);
enum ft_status facctmgr_save_plan(
    const struct facctmgr_trial *trial, struct ft_error *err);
/*
 * Returns whether the store is still at the change that PLAN is based on; if not,
 * complains and prints the changes since.
 */
bool facctmgr_plan_is_current(
    struct facctmgr *acct, const struct ft_planfile *plan);
/* Returns whether the steps are those of PLAN; complains if not. */
bool facctmgr_plan_is_same(
    const struct facctmgr_trial *trial, const struct ft_planfile *plan);

/* ---- arguments.c ---------------------------------------------------------------- */

/* The words of diff, plan and apply, and the files they name. */
struct facctmgr_declare_args {
	struct ft_args files;
	struct facctmgr_target target;
	struct ft_flat flat;
	struct ft_planfile plan; /* of apply, if saved */
	bool saved;
};
/* Read the words and the files; returns false after a complaint. */
bool facctmgr_read_declare_args(struct facctmgr *acct,
    enum facctmgr_declare_verb verb, int argc, char **argv,
    struct facctmgr_declare_args *words);
void facctmgr_declare_args_free(struct facctmgr_declare_args *words);

#endif
