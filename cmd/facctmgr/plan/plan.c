/* facctmgr diff, plan, apply: a flat file as the state that is wished. */
#include "facctmgr/plan/plan.h"

#include "facctmgr/plan/private.h"

/* ---- on a copy -------------------------------------------------------------- */

/* Run TRIAL on a copy of the store, which is thrown away. */
static enum ft_status
try_on_copy(struct facctmgr_plan_trial *trial, struct ft_error *err)
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
		status = facctmgr_plan_try(trial, store, err);
		facctmgr_rollback(acct);
	} else {
		status = FT_EIO;
		err->text[0] = '\0'; /* all was said */
	}
	acct->session.store = store;
	acct->writable = writable;
	ft_store_close(copy);
	return status;
}

static int
complain(struct facctmgr *acct, enum facctmgr_plan_verb verb,
    const struct ft_error *err)
{
	if (*err->text)
		ft_cmd_fail(acct->context, err);
	return verb == FACCTMGR_DIFF ? FACCTMGR_PLAN_TROUBLE : 1;
}

/* What is in the way is a difference, too. */
static int
status_of(const struct facctmgr_plan_trial *trial)
{
	bool same = facctmgr_plan_changes(trial) + trial->result.n_block == 0;

	if (trial->verb == FACCTMGR_DIFF)
		return same ? FACCTMGR_PLAN_SAME : FACCTMGR_PLAN_DIFFERS;
	return trial->wish->detailed && !same ? FACCTMGR_PLAN_CHANGES
					      : FACCTMGR_PLAN_SAME;
}

static int
show(struct facctmgr *acct, enum facctmgr_plan_verb verb,
    const struct facctmgr_plan_wish *wish)
{
	struct facctmgr_plan_trial trial;
	struct ft_error err;
	enum ft_status status;
	int result;

	if (!facctmgr_open(acct, false))
		return verb == FACCTMGR_DIFF ? FACCTMGR_PLAN_TROUBLE : 1;
	facctmgr_plan_trial_init(&trial, acct, verb, wish);
	status = try_on_copy(&trial, &err);
	if (status == FT_OK && !facctmgr_plan_is_output(wish->output))
		facctmgr_plan_print(&trial, "Plan");
	if (status == FT_OK && wish->output)
		status = facctmgr_plan_save(&trial, &err);
	result =
	    status == FT_OK ? status_of(&trial) : complain(acct, verb, &err);
	facctmgr_plan_trial_free(&trial);
	return result;
}

int
facctmgr_plan_show(struct facctmgr *acct, const struct facctmgr_plan_wish *wish)
{
	return show(acct, FACCTMGR_PLAN, wish);
}

/* ---- in earnest ------------------------------------------------------------- */

/* Complains of what is in the way of applying TRIAL. */
static bool
may_apply(
    const struct facctmgr_plan_trial *trial, const struct ft_planfile *plan)
{
	struct facctmgr *acct = trial->acct;
	size_t blocked = trial->result.n_block;
	struct ft_str large FT_CLEANUP(ft_str_free) = { 0 };
	bool may = false;

	facctmgr_plan_too_large(trial, &large);
	if (plan && !facctmgr_plan_is_same(trial, plan))
		;
	else if (blocked && !trial->wish->options.skip_blocked)
		facctmgr_error(acct,
		    "%zu step%s blocked, nothing changed; --skip-blocked does "
		    "the rest",
		    blocked, blocked == 1 ? " is" : "s are");
	else if (large.len)
		facctmgr_error(acct,
		    "%s: nothing changed; --allow-large does it",
		    ft_str_text(&large));
	/* a saved plan was looked at */
	else if (trial->steps.count[FT_STEP_DELETE] && !plan)
		may = facctmgr_may_delete(acct);
	else
		may = true;
	return may;
}

static int
finish(struct facctmgr_plan_trial *trial, const struct ft_planfile *plan)
{
	struct facctmgr *acct = trial->acct;
	bool deletes = trial->steps.count[FT_STEP_DELETE] && !plan;

	if (!may_apply(trial, plan)) {
		facctmgr_rollback(acct);
		return 1;
	}
	if (facctmgr_plan_changes(trial) == 0) {
		facctmgr_rollback(acct);
		return 0;
	}
	return facctmgr_finish(
	    acct, deletes ? FACCTMGR_DELETE : FACCTMGR_CHANGE);
}

/* All of apply but the change: what would refuse it refuses this, too. */
static int
apply_dry(struct facctmgr *acct, const struct facctmgr_plan_wish *wish,
    const struct ft_planfile *plan)
{
	struct facctmgr_plan_trial trial;
	struct ft_error err;
	int result;

	if (!facctmgr_open(acct, false) ||
	    (plan && !facctmgr_plan_is_fresh(acct, plan)))
		return 1;
	facctmgr_plan_trial_init(&trial, acct, FACCTMGR_APPLY, wish);
	if (try_on_copy(&trial, &err) != FT_OK) {
		result = complain(acct, FACCTMGR_APPLY, &err);
	} else if (acct->print_commands) {
		/* what is in the way is a note among the lines */
		result = plan && !facctmgr_plan_is_same(&trial, plan);
		if (result == 0)
			facctmgr_plan_print(&trial, "Apply");
	} else {
		if (acct->format == FT_FORMAT_TABLE && !acct->quiet)
			facctmgr_say(acct, " Dry run: nothing is changed.\n");
		facctmgr_plan_print(&trial, "Apply");
		fflush(acct->context->out);
		result = !may_apply(&trial, plan);
	}
	facctmgr_plan_trial_free(&trial);
	return result;
}

static int
apply(struct facctmgr *acct, const struct facctmgr_plan_wish *wish,
    const struct ft_planfile *plan)
{
	struct facctmgr_plan_trial trial;
	struct ft_error err;
	int result;

	if (acct->dry_run)
		return apply_dry(acct, wish, plan);
	if (!facctmgr_begin(acct))
		return 1;
	if (plan && !facctmgr_plan_is_fresh(acct, plan)) {
		facctmgr_rollback(acct);
		return 1;
	}
	facctmgr_plan_trial_init(&trial, acct, FACCTMGR_APPLY, wish);
	if (facctmgr_plan_try(&trial, NULL, &err) == FT_OK) {
		facctmgr_plan_print(&trial, "Apply");
		fflush(acct->context->out);
		result = finish(&trial, plan);
	} else {
		result = complain(acct, FACCTMGR_APPLY, &err);
		facctmgr_rollback(acct);
	}
	facctmgr_plan_trial_free(&trial);
	return result;
}

int
facctmgr_plan_apply(
    struct facctmgr *acct, const struct facctmgr_plan_wish *wish)
{
	return apply(acct, wish, NULL);
}

/* ---- verbs ------------------------------------------------------------------ */

static int
run(struct facctmgr *acct, enum facctmgr_plan_verb verb, int argc, char **argv)
{
	struct facctmgr_plan_words words;
	int status = verb == FACCTMGR_DIFF ? FACCTMGR_PLAN_TROUBLE : 1;

	if (facctmgr_plan_read(acct, verb, argc, argv, &words))
		status = verb == FACCTMGR_APPLY
			     ? apply(acct, &words.wish,
				   words.saved ? &words.plan : NULL)
			     : show(acct, verb, &words.wish);
	facctmgr_plan_words_free(&words);
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
