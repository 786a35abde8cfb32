/* declare.c - facctmgr diff, plan, apply: a flat file as the target state. */
#include "facctmgr/declare/declare.h"

#include "facctmgr/declare/private.h"

/* ---- on a copy -------------------------------------------------------------- */

/* Run TRIAL on a copy of the store, and drop the copy. */
static enum ft_status
try_on_copy(struct facctmgr_trial *trial, struct ft_error *err)
{
	struct facctmgr *acct = trial->acct;
	struct ft_store *store = acct->session.store, *copy;
	bool writable = acct->writable;
	enum ft_status status = ft_store_scratch(&copy, store, err);

	if (status != FT_OK)
		return status;
	acct->session.store = copy;
	acct->writable = true;
	if (facctmgr_begin(acct)) {
		status = facctmgr_trial_run(trial, store, err);
		facctmgr_rollback(acct);
	} else {
		status = FT_EIO;
		err->text[0] = '\0'; /* reported already */
	}
	acct->session.store = store;
	acct->writable = writable;
	ft_store_close(copy);
	return status;
}

static int
complain(struct facctmgr *acct, enum facctmgr_declare_verb verb,
    const struct ft_error *err)
{
	if (*err->text)
		ft_cmd_fail(acct->context, err);
	return verb == FACCTMGR_DIFF ? FACCTMGR_DIFF_TROUBLE : 1;
}

/* A blocked step is a difference, too. */
static int
status_of(const struct facctmgr_trial *trial)
{
	bool same = facctmgr_trial_changes(trial) + trial->result.n_block == 0;

	if (trial->verb == FACCTMGR_DIFF)
		return same ? FACCTMGR_NO_CHANGES : FACCTMGR_DIFFERS;
	return trial->target->detailed && !same ? FACCTMGR_HAS_CHANGES
						: FACCTMGR_NO_CHANGES;
}

static int
show(struct facctmgr *acct, enum facctmgr_declare_verb verb,
    const struct facctmgr_target *target)
{
	struct facctmgr_trial trial;
	struct ft_error err;
	enum ft_status status;
	int result;

	if (!facctmgr_open(acct, false))
		return verb == FACCTMGR_DIFF ? FACCTMGR_DIFF_TROUBLE : 1;
	facctmgr_trial_init(&trial, acct, verb, target);
	status = try_on_copy(&trial, &err);
	if (status == FT_OK && !facctmgr_is_standard_output(target->output))
		facctmgr_trial_print(&trial, "Plan");
	if (status == FT_OK && target->output)
		status = facctmgr_save_plan(&trial, &err);
	result =
	    status == FT_OK ? status_of(&trial) : complain(acct, verb, &err);
	facctmgr_trial_free(&trial);
	return result;
}

int
facctmgr_show_target(
    struct facctmgr *acct, const struct facctmgr_target *target)
{
	return show(acct, FACCTMGR_PLAN, target);
}

/* ---- on the store ------------------------------------------------------------- */

/* Returns whether TRIAL may be applied; complains if not. */
static bool
may_apply(const struct facctmgr_trial *trial, const struct ft_planfile *plan)
{
	struct facctmgr *acct = trial->acct;
	size_t blocked = trial->result.n_block;
	struct ft_str large FT_CLEANUP(ft_str_free) = { 0 };
	bool may = false;

	facctmgr_trial_add_excess(trial, &large);
	if (plan && !facctmgr_plan_is_same(trial, plan))
		;
	else if (blocked && !trial->target->options.skip_blocked)
		facctmgr_error(acct,
		    "%zu step%s blocked, nothing changed (--skip-blocked takes "
		    "the other steps)",
		    blocked, blocked == 1 ? " is" : "s are");
	else if (large.len)
		facctmgr_error(acct,
		    "%s: nothing changed (--allow-large applies it anyway)",
		    ft_str_text(&large));
	/* the user has reviewed a saved plan, so deletions need no question */
	else if (trial->steps.count[FT_STEP_DELETE] && !plan)
		may = facctmgr_may_delete(acct);
	else
		may = true;
	return may;
}

static int
finish(struct facctmgr_trial *trial, const struct ft_planfile *plan)
{
	struct facctmgr *acct = trial->acct;
	bool deletes = trial->steps.count[FT_STEP_DELETE] && !plan;

	if (!may_apply(trial, plan)) {
		facctmgr_rollback(acct);
		return 1;
	}
	if (facctmgr_trial_changes(trial) == 0) {
		facctmgr_rollback(acct);
		return 0;
	}
	return facctmgr_finish(
	    acct, deletes ? FACCTMGR_CHANGE_DELETES : FACCTMGR_CHANGE);
}

/* A dry run of apply: it refuses whatever apply refuses. */
static int
apply_dry(struct facctmgr *acct, const struct facctmgr_target *target,
    const struct ft_planfile *plan)
{
	struct facctmgr_trial trial;
	struct ft_error err;
	int result;

	if (!facctmgr_open(acct, false) ||
	    (plan && !facctmgr_plan_is_current(acct, plan)))
		return 1;
	facctmgr_trial_init(&trial, acct, FACCTMGR_APPLY, target);
	if (try_on_copy(&trial, &err) != FT_OK) {
		result = complain(acct, FACCTMGR_APPLY, &err);
	} else if (acct->print_commands) {
		/* blocked steps are comments among the lines */
		result = plan && !facctmgr_plan_is_same(&trial, plan);
		if (result == 0)
			facctmgr_trial_print(&trial, "Apply");
	} else {
		if (acct->format == FT_FORMAT_TABLE && !acct->quiet)
			facctmgr_print(acct, " Dry run: nothing is changed.\n");
		facctmgr_trial_print(&trial, "Apply");
		fflush(acct->context->out);
		result = !may_apply(&trial, plan);
	}
	facctmgr_trial_free(&trial);
	return result;
}

static int
apply(struct facctmgr *acct, const struct facctmgr_target *target,
    const struct ft_planfile *plan)
{
	struct facctmgr_trial trial;
	struct ft_error err;
	int result;

	if (acct->dry_run)
		return apply_dry(acct, target, plan);
	if (!facctmgr_begin(acct))
		return 1;
	if (plan && !facctmgr_plan_is_current(acct, plan)) {
		facctmgr_rollback(acct);
		return 1;
	}
	facctmgr_trial_init(&trial, acct, FACCTMGR_APPLY, target);
	if (facctmgr_trial_run(&trial, NULL, &err) == FT_OK) {
		facctmgr_trial_print(&trial, "Apply");
		fflush(acct->context->out);
		result = finish(&trial, plan);
	} else {
		result = complain(acct, FACCTMGR_APPLY, &err);
		facctmgr_rollback(acct);
	}
	facctmgr_trial_free(&trial);
	return result;
}

int
facctmgr_apply_target(
    struct facctmgr *acct, const struct facctmgr_target *target)
{
	return apply(acct, target, NULL);
}

/* ---- verbs ------------------------------------------------------------------ */

static int
run(struct facctmgr *acct, enum facctmgr_declare_verb verb, int argc,
    char **argv)
{
	struct facctmgr_declare_args words;
	int status = verb == FACCTMGR_DIFF ? FACCTMGR_DIFF_TROUBLE : 1;

	if (facctmgr_read_declare_args(acct, verb, argc, argv, &words))
		status = verb == FACCTMGR_APPLY
			     ? apply(acct, &words.target,
				   words.saved ? &words.plan : NULL)
			     : show(acct, verb, &words.target);
	facctmgr_declare_args_free(&words);
	return status;
}

int
facctmgr_diff(struct facctmgr *acct, int argc, char **argv)
{
	return run(acct, FACCTMGR_DIFF, argc, argv);
}

int
facctmgr_plan(struct facctmgr *acct, int argc, char **argv)
{
	return run(acct, FACCTMGR_PLAN, argc, argv);
}

int
facctmgr_apply(struct facctmgr *acct, int argc, char **argv)
{
	return run(acct, FACCTMGR_APPLY, argc, argv);
}
