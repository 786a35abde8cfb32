/*
 * trial.c - executes a target in a transaction: its steps, and who moves in the
 * ranking.
 */

#include "facctmgr/declare/private.h"

/* ---- ranks ------------------------------------------------------------------ */

/* A cluster that does not exist yet has no ranks. */
static enum ft_status
load_ranks(struct facctmgr_trial *trial, struct ft_load_ranks *ranks,
    struct ft_store *store, const char *cluster, struct ft_error *err)
{
	const struct ft_session *session = &trial->acct->session;
	struct ft_store_clock clock;
	enum ft_status status;
	uint32_t id;

	status = ft_store_cluster(store, cluster, &id, err);
	if (status == FT_ENOENT)
		return FT_OK;
	FT_TRY(status);
	FT_TRY(ft_store_get_clock(store, id, &clock, err));
	return ft_load_ranks(ranks,
	    &(struct ft_load_source){ store, &session->conf, id, clock.now },
	    &(struct ft_load_rules){ 0 }, err);
}

static void
count_losers(struct facctmgr_trial *trial)
{
	const struct ft_compare *compare = &trial->compare;
	uint32_t users = compare->after.tree->n_user;

	for (size_t i = 0; i < compare->n; i++) {
		int64_t lost = -ft_move_size(&compare->move[i]);

		trial->losers += lost * 10 > (int64_t)users;
	}
}

static void
compare(struct facctmgr_trial *trial)
{
	const struct ft_compare_side sides[] = { ft_load_side(&trial->old),
		ft_load_side(&trial->new) };

	if (!trial->old.load.tree || !trial->new.load.tree)
		return;
	ft_compare_init(&trial->compare, &sides[0], &sides[1], FT_MATCH_ID);
	trial->compared = true;
	count_losers(trial);
}

/* ---- the trial -------------------------------------------------------------- */

void
facctmgr_trial_init(struct facctmgr_trial *trial, struct facctmgr *acct,
    enum facctmgr_declare_verb verb, const struct facctmgr_target *target)
{
	*trial = (struct facctmgr_trial){
		.acct = acct, .verb = verb, .target = target
	};
	ft_plan_result_init(&trial->result);
}

void
facctmgr_trial_free(struct facctmgr_trial *trial)
{
	if (trial->compared)
		ft_compare_clear(&trial->compare);
	ft_load_ranks_free(&trial->old);
	ft_load_ranks_free(&trial->new);
	ft_steps_free(&trial->steps);
	ft_plan_result_free(&trial->result);
	ft_acctdb_free(&trial->before);
	ft_acctdb_free(&trial->after);
	ft_arena_clear(&trial->arena);
}

size_t
facctmgr_trial_changes(const struct facctmgr_trial *trial)
{
	return trial->steps.n - trial->steps.n_note;
}

static bool
wants_ranks(const struct facctmgr_trial *trial)
{
	return trial->verb != FACCTMGR_DIFF && !trial->acct->what_if;
}

/* The cluster of a target, before the store is read. */
static const char *
cluster_of(const struct facctmgr_target *target)
{
	for (size_t i = 0; i < target->flat->n && !target->options.cluster; i++)
		if (target->flat->line[i].kind == FT_FLAT_CLUSTER)
			return target->flat->line[i].name;
	return target->options.cluster;
}

/* Load the ranks before the change; the store has names in lower case. */
static enum ft_status
load_old(struct facctmgr_trial *trial, struct ft_error *err)
{
	const char *name = cluster_of(trial->target);
	char *lower = ft_arena_strdup(&trial->arena, name ? name : "");

	for (char *at = lower; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at | 0x20);
	return load_ranks(
	    trial, &trial->old, trial->acct->session.store, lower, err);
}

/* Check that the tree is still intact (if it was before), and that nothing
 * outside the scope changed. */
static enum ft_status
check(const struct facctmgr_trial *trial, struct ft_error *err)
{
	const struct ft_plan_scope scope = { trial->result.cluster,
		trial->target->options.scope };
	enum ft_status status = ft_plan_check(&trial->after, err);
	struct ft_error old;

	if (status != FT_OK && ft_plan_check(&trial->before, &old) != FT_OK)
		status = FT_OK;
	if (status == FT_OK && scope.account)
		status = ft_plan_check_scope(
		    &trial->steps, &trial->before, &trial->after, &scope, err);
	return status;
}

static enum ft_status
find_steps(struct facctmgr_trial *trial, struct ft_error *err)
{
	struct ft_store *store = trial->acct->session.store;
	bool changed = false;

	/* blocked steps are shown with the others */
	trial->result.options = trial->target->options;
	trial->result.options.skip_blocked = true;
	FT_TRY(ft_store_read_book(store, false, &trial->before, err));
	FT_TRY(ft_plan_flat(trial->acct->admin, &trial->before,
	    trial->target->flat, &trial->result, err));
	FT_TRY(ft_store_has_changed(store, &changed, err));
	if (!changed)
		return FT_OK;
	FT_TRY(ft_store_read_book(store, false, &trial->after, err));
	ft_steps_between(&trial->steps, &trial->before, &trial->after);
	facctmgr_trial_make_rows(trial);
	return check(trial, err);
}

enum ft_status
facctmgr_trial_run(
    struct facctmgr_trial *trial, struct ft_store *origin, struct ft_error *err)
{
	struct ft_store *store = trial->acct->session.store;

	FT_TRY(facctmgr_read_base(store, &trial->arena, &trial->base, err));
	if (wants_ranks(trial) && !origin)
		FT_TRY(load_old(trial, err));
	FT_TRY(find_steps(trial, err));
	if (!wants_ranks(trial) || facctmgr_trial_changes(trial) == 0)
		return FT_OK;
	if (origin)
		FT_TRY(load_ranks(
		    trial, &trial->old, origin, trial->result.cluster, err));
	FT_TRY(
	    load_ranks(trial, &trial->new, store, trial->result.cluster, err));
	compare(trial);
	return FT_OK;
}

/* ---- how large -------------------------------------------------------------- */

void
facctmgr_trial_add_excess(
    const struct facctmgr_trial *trial, struct ft_str *str)
{
	const struct facctmgr_target *target = trial->target;
	size_t deletes = trial->steps.count[FT_STEP_DELETE];
	uint32_t most =
	    target->max_deletes ? target->max_deletes : FACCTMGR_MAX_DELETES;
	uint32_t percent =
	    target->max_losers ? target->max_losers : FACCTMGR_MAX_LOSERS;
	size_t users = trial->compared ? trial->compare.after.tree->n_user : 0;

	if (target->allow_large || trial->acct->what_if)
		return;
	if (deletes > most)
		ft_str_addf(str, "%zu deletions, more than %u", deletes,
		    (unsigned)most);
	if (trial->losers > FACCTMGR_FEW_LOSERS &&
	    trial->losers * 100 > users * percent)
		ft_str_addf(str,
		    "%s%zu of %zu users drop by more than a tenth of the "
		    "ranking, more than %u %%",
		    str->len ? "; " : "", trial->losers, users,
		    (unsigned)percent);
}
