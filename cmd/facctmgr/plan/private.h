/*
 * private.h - shared by plan*.c only: one trial of a wish, and what was found.
 */
#ifndef FT_CMD_FACCTMGR_PLAN_PRIVATE_H
#define FT_CMD_FACCTMGR_PLAN_PRIVATE_H

#include "facctmgr/plan/plan.h"
#include "algo/compare.h"
#include "io/site/planfile.h"
#include "load/load.h"
#include "report/format/doc.h"
#include "store/journal/journal.h"

/* ---- a trial (plan/trial.c) -------------------------------------------------- */

enum facctmgr_plan_verb { FACCTMGR_DIFF, FACCTMGR_PLAN, FACCTMGR_APPLY };

struct facctmgr_plan_trial {
	struct facctmgr *acct;
	enum facctmgr_plan_verb verb;
	const struct facctmgr_plan_wish *wish;
	struct ft_arena arena;
	struct ft_planfile_base base; /* where the store stood */
	struct ft_book before, after;
	struct ft_plan_result result;
	struct ft_steps steps;
	struct ft_planfile_step *row; /* [n_row]; the steps, notes left out */
	size_t n_row;
	struct ft_load_ranks old, new; /* without a tree: no such cluster */
	struct ft_compare compare;     /* if compared */
	bool compared;
	size_t losers;
};

void facctmgr_plan_trial_init(struct facctmgr_plan_trial *trial,
    struct facctmgr *acct, enum facctmgr_plan_verb verb,
    const struct facctmgr_plan_wish *wish);
void facctmgr_plan_trial_free(struct facctmgr_plan_trial *trial);
/*
 * Make the wish come true in the open transaction of acct->session.store.
 * origin: a store as it was before, for ranks; NULL: there is none, they are
 * worked out first.
 */
enum ft_status facctmgr_plan_try(struct facctmgr_plan_trial *trial,
    struct ft_store *origin, struct ft_error *err);
/* Returns how many changes there are. */
size_t facctmgr_plan_changes(const struct facctmgr_plan_trial *trial);
/* Append why this is too much to be done unasked; nothing if it is not. */
void facctmgr_plan_too_large(
    const struct facctmgr_plan_trial *trial, struct ft_str *str);

/* Returns what is done: "add", "change", "move", "delete". */
const char *facctmgr_plan_op(enum ft_step_op op);

/* ---- printing (plan/print.c) ------------------------------------------------- */

void facctmgr_plan_print(
    const struct facctmgr_plan_trial *trial, const char *summary);

/* ---- saved plans (plan/file.c) ----------------------------------------------- */

/* Fill base with the latest change. */
enum ft_status facctmgr_plan_read_base(struct ft_store *store,
    struct ft_arena *arena, struct ft_planfile_base *base,
    struct ft_error *err);
/* Make trial->row. */
void facctmgr_plan_rows(struct facctmgr_plan_trial *trial);
/* Whether a plan goes to standard output: then nothing else goes there. */
bool facctmgr_plan_is_output(const char *path);
enum ft_status facctmgr_plan_save(
    const struct facctmgr_plan_trial *trial, struct ft_error *err);
/*
 * Whether the store still stands where PLAN was made; complains, with what
 * has changed, if it does not.
 */
bool facctmgr_plan_is_fresh(
    struct facctmgr *acct, const struct ft_planfile *plan);
/* Whether the steps are those of PLAN; complains if they are not. */
bool facctmgr_plan_is_same(
    const struct facctmgr_plan_trial *trial, const struct ft_planfile *plan);

/* ---- the verbs ---------------------------------------------------------------- */

/* The words of diff, plan and apply, and what they read (plan/words.c). */
struct facctmgr_plan_words {
	struct ft_args files;
	struct facctmgr_plan_wish wish;
	struct ft_flat flat;
	struct ft_planfile plan; /* apply of a saved one */
	bool saved;
};
/* Returns false when something was complained of. */
bool facctmgr_plan_read(struct facctmgr *acct, enum facctmgr_plan_verb verb,
    int argc, char **argv, struct facctmgr_plan_words *words);
void facctmgr_plan_words_free(struct facctmgr_plan_words *words);

#endif
