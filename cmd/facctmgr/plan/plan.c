/* facctmgr diff, plan, apply: a flat file as the state that is wished. */
#include "facctmgr/plan/plan.h"

#include "facctmgr/plan/private.h"

/* ---- on a copy -------------------------------------------------------------- */

/* Run TRIAL on a copy of the store, which is thrown away. */
static enum ft_status
try_on_copy(struct acct_plan_trial *trial, struct ft_error *err)
{
	struct acct *acct = trial->acct;
	struct ft_store *store = acct->session.store, *copy;
	bool writable = acct->writable;
	enum ft_status status = ft_store_scratch(&copy, store, err);

	if (status != FT_OK)
		return status;
	acct->session.store = copy;
	acct->writable = true;
	if (acct_begin(acct)) {
		status = acct_plan_try(trial, store, err);
		acct_rollback(acct);
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
complain(
    struct acct *acct, enum acct_plan_verb verb, const struct ft_error *err)
{
	if (*err->text)
		ft_cmd_fail(acct->context, err);
	return verb == ACCT_DIFF ? ACCT_PLAN_TROUBLE : 1;
}

/* What is in the way is a difference, too. */
static int
status_of(const struct acct_plan_trial *trial)
{
	bool same = acct_plan_changes(trial) + trial->result.n_block == 0;

	if (trial->verb == ACCT_DIFF)
		return same ? ACCT_PLAN_SAME : ACCT_PLAN_DIFFERS;
	return trial->wish->detailed && !same ? ACCT_PLAN_CHANGES
					      : ACCT_PLAN_SAME;
}

static int
show(struct acct *acct, enum acct_plan_verb verb,
    const struct acct_plan_wish *wish)
{
	struct acct_plan_trial trial;
	struct ft_error err;
	enum ft_status status;
	int result;

	if (!acct_open(acct, false))
		return verb == ACCT_DIFF ? ACCT_PLAN_TROUBLE : 1;
	acct_plan_trial_init(&trial, acct, verb, wish);
	status = try_on_copy(&trial, &err);
	if (status == FT_OK && !acct_plan_is_output(wish->output))
		acct_plan_print(&trial, "Plan");
	if (status == FT_OK && wish->output)
		status = acct_plan_save(&trial, &err);
	result =
	    status == FT_OK ? status_of(&trial) : complain(acct, verb, &err);
	acct_plan_trial_free(&trial);
	return result;
}

int
acct_plan_show(struct acct *acct, const struct acct_plan_wish *wish)
{
	return show(acct, ACCT_PLAN, wish);
}

/* ---- in earnest ------------------------------------------------------------- */

/* Complains of what is in the way of applying TRIAL. */
static bool
may_apply(const struct acct_plan_trial *trial, const struct ft_planfile *plan)
{
	struct acct *acct = trial->acct;
	size_t blocked = trial->result.n_block;
	struct ft_str large FT_CLEANUP(ft_str_free) = { 0 };
	bool may = false;

	acct_plan_too_large(trial, &large);
	if (plan && !acct_plan_is_same(trial, plan))
		;
	else if (blocked && !trial->wish->options.skip_blocked)
		acct_error(acct,
		    "%zu step%s blocked, nothing changed; --skip-blocked does "
		    "the rest",
		    blocked, blocked == 1 ? " is" : "s are");
	else if (large.len)
		acct_error(acct, "%s: nothing changed; --allow-large does it",
		    ft_str_text(&large));
	/* a saved plan was looked at */
	else if (trial->steps.count[FT_STEP_DELETE] && !plan)
		may = acct_may_delete(acct);
	else
		may = true;
	return may;
}

static int
finish(struct acct_plan_trial *trial, const struct ft_planfile *plan)
{
	struct acct *acct = trial->acct;
	bool deletes = trial->steps.count[FT_STEP_DELETE] && !plan;

	if (!may_apply(trial, plan)) {
		acct_rollback(acct);
		return 1;
	}
	if (acct_plan_changes(trial) == 0) {
		acct_rollback(acct);
		return 0;
	}
	return acct_finish(acct, deletes ? ACCT_DELETE : ACCT_CHANGE);
}

/* All of apply but the change: what would refuse it refuses this, too. */
static int
apply_dry(struct acct *acct, const struct acct_plan_wish *wish,
    const struct ft_planfile *plan)
{
	struct acct_plan_trial trial;
	struct ft_error err;
	int result;

	if (!acct_open(acct, false) ||
	    (plan && !acct_plan_is_fresh(acct, plan)))
		return 1;
	acct_plan_trial_init(&trial, acct, ACCT_APPLY, wish);
	if (try_on_copy(&trial, &err) != FT_OK) {
		result = complain(acct, ACCT_APPLY, &err);
	} else if (acct->print_commands) {
		/* what is in the way is a note among the lines */
		result = plan && !acct_plan_is_same(&trial, plan);
		if (result == 0)
			acct_plan_print(&trial, "Apply");
	} else {
		if (acct->format == FT_FORMAT_TABLE && !acct->quiet)
			acct_say(acct, " Dry run: nothing is changed.\n");
		acct_plan_print(&trial, "Apply");
		fflush(acct->context->out);
		result = !may_apply(&trial, plan);
	}
	acct_plan_trial_free(&trial);
	return result;
}

static int
apply(struct acct *acct, const struct acct_plan_wish *wish,
    const struct ft_planfile *plan)
{
	struct acct_plan_trial trial;
	struct ft_error err;
	int result;

	if (acct->dry_run)
		return apply_dry(acct, wish, plan);
	if (!acct_begin(acct))
		return 1;
	if (plan && !acct_plan_is_fresh(acct, plan)) {
		acct_rollback(acct);
		return 1;
	}
	acct_plan_trial_init(&trial, acct, ACCT_APPLY, wish);
	if (acct_plan_try(&trial, NULL, &err) == FT_OK) {
		acct_plan_print(&trial, "Apply");
		fflush(acct->context->out);
		result = finish(&trial, plan);
	} else {
		result = complain(acct, ACCT_APPLY, &err);
		acct_rollback(acct);
	}
	acct_plan_trial_free(&trial);
	return result;
}

int
acct_plan_apply(struct acct *acct, const struct acct_plan_wish *wish)
{
	return apply(acct, wish, NULL);
}

/* ---- verbs ------------------------------------------------------------------ */

static int
run(struct acct *acct, enum acct_plan_verb verb, int argc, char **argv)
{
	struct acct_plan_words words;
	int status = verb == ACCT_DIFF ? ACCT_PLAN_TROUBLE : 1;

	if (acct_plan_read(acct, verb, argc, argv, &words))
		status = verb == ACCT_APPLY
			     ? apply(acct, &words.wish,
				   words.saved ? &words.plan : NULL)
			     : show(acct, verb, &words.wish);
	acct_plan_words_free(&words);
	return status;
}

int
acct_diff(struct acct *acct, int argc, char **argv)
{
	return run(acct, ACCT_DIFF, argc, argv);
}

int
acct_plan(struct acct *acct, int argc, char **argv)
{
	return run(acct, ACCT_PLAN, argc, argv);
}

int
acct_apply(struct acct *acct, int argc, char **argv)
{
	return run(acct, ACCT_APPLY, argc, argv);
}
