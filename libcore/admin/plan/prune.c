/* Objects that the file does not name: listed, or deleted with prune.  What
 * prevents a deletion is listed as a blocker. */
#include "admin/plan/private.h"

struct pruning {
	struct ft_plan_run *run;
	bool *goes;      /* by association in the acctdb */
	uint32_t *going; /* their indices, children before parents */
	size_t n;
	uint32_t *user_left; /* associations that stay, on all clusters */
	uint32_t *account_left;
	struct ft_str text; /* scratch */
};

static size_t
user_at(const struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(run->acctdb, assoc->user) : NULL;

	return user ? (size_t)(user - run->acctdb->user) : SIZE_MAX;
}

static size_t
account_at(const struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    ft_acctdb_account(run->acctdb, assoc->account);

	return account ? (size_t)(account - run->acctdb->account) : SIZE_MAX;
}

/* ---- candidates ----------------------------------------------------------- */

/* With a list of accounts, only users of these accounts. */
static bool
is_concerned(const struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_map *members = run->options->members;
	const struct ft_account *account;

	if (members == NULL)
		return true;
	account = ft_acctdb_account(run->acctdb, assoc->account);
	return assoc->user && account &&
	       ft_map_get(members, account->name, NULL);
}

static bool
is_root_user(const struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(run->acctdb, assoc->user) : NULL;

	return user && run->directory.root != FT_PLAN_NONE &&
	       assoc->parent == run->acctdb->assoc[run->directory.root].id &&
	       strcmp(user->name, "root") == 0;
}

static void
choose(struct pruning *pruning)
{
	struct ft_plan_run *run = pruning->run;
	const struct ft_acctdb *acctdb = run->acctdb;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];

		if (assoc->cluster != run->directory.cluster ||
		    assoc->deleted || run->named[i] || !run->in_scope[i] ||
		    !is_concerned(run, assoc))
			continue;
		if (run->options->prune && !is_root_user(run, assoc)) {
			pruning->goes[i] = true;
			pruning->n++;
		} else {
			ft_plan_add_unmanaged(
			    run, ft_plan_subject(run, assoc), NULL, NULL);
		}
	}
}

/* Deepest first, of the same depth the latest first. */
static void
sort_by_depth(struct pruning *pruning)
{
	const struct ft_plan_run *run = pruning->run;
	size_t n_assoc = run->acctdb->n_assoc;
	size_t *first = ft_calloc(n_assoc + 2, sizeof *first);

	pruning->going = ft_calloc(pruning->n + 1, sizeof *pruning->going);
	for (size_t i = 0; i < n_assoc; i++)
		if (pruning->goes[i])
			first[run->depth[i]]++;
	for (size_t depth = n_assoc + 1, at = 0; depth > 0 && depth--;) {
		size_t count = first[depth];

		first[depth] = at;
		at += count;
	}
	for (size_t i = n_assoc; i > 0 && i--;)
		if (pruning->goes[i])
			pruning->going[first[run->depth[i]]++] = (uint32_t)i;
	ft_free(first);
}

/* ---- blockers ----------------------------------------------------- */

static void
block(struct pruning *pruning, uint32_t i)
{
	struct ft_plan_run *run = pruning->run;
	const struct ft_assoc *assoc = &run->acctdb->assoc[i];

	pruning->goes[i] = false;
	ft_plan_add_block(run, ft_plan_subject(run, assoc),
	    ft_str_text(&pruning->text), FT_ENTITY_ASSOC, assoc->id);
}

static enum ft_status
block_by_jobs(struct pruning *pruning, struct ft_error *err)
{
	struct ft_admin *admin = pruning->run->admin;

	for (size_t k = 0; k < pruning->n; k++) {
		uint32_t i = pruning->going[k];
		const struct ft_active_job *jobs = NULL;
		size_t n = 0;

		FT_TRY(ft_list_active_jobs(admin->reg,
		    (struct ft_owner){
			FT_ENTITY_ASSOC, pruning->run->acctdb->assoc[i].id },
		    &jobs, &n, err));
		if (n == 0)
			continue;
		ft_str_clear(&pruning->text);
		ft_str_addf(&pruning->text,
		    "%zu job%s, running or pending: ", n, n == 1 ? "" : "s");
		for (size_t j = 0; j < n; j++)
			ft_str_addf(&pruning->text, "%s%" PRIu32, j ? ", " : "",
			    jobs[j].number);
		block(pruning, i);
	}
	return FT_OK;
}

/* An account on this cluster that USER keeps or gets; NULL if none. */
static const char *
kept_account(const struct pruning *pruning, size_t user)
{
	const struct ft_plan_run *run = pruning->run;
	const struct ft_acctdb *acctdb = run->acctdb;
	uint32_t i = run->directory.user_assoc[user];

	for (; i != FT_PLAN_NONE; i = run->directory.next[i]) {
		const struct ft_account *account;

		if (pruning->goes[i])
			continue;
		account = ft_acctdb_account(acctdb, acctdb->assoc[i].account);
		return account ? account->name : "";
	}
	return run->user_new[user]
		   ? run->order.entry[run->new_entry[user]].parent
		   : NULL;
}

struct stayer {
	const struct pruning *pruning;
	const char *subject;
};

static enum ft_status
see_stayer(void *ctx, const struct ft_assoc *child, struct ft_error *err)
{
	struct stayer *stayer = ctx;
	struct ft_plan_run *run = stayer->pruning->run;
	const struct ft_assoc *old = ft_acctdb_assoc(run->acctdb, child->id);

	(void)err;
	if (stayer->subject == NULL &&
	    (old == NULL || !stayer->pruning->goes[old - run->acctdb->assoc]))
		stayer->subject = ft_plan_subject(run, child);
	return FT_OK;
}

/* Whether the user is in the account otherwise, too: for a partition. */
static enum ft_status
keeps_account(struct pruning *pruning, const struct ft_assoc *assoc,
    bool *keeps, struct ft_error *err)
{
	struct stayer stayer = { pruning, NULL };
	struct ft_assoc_filter same = {
		.cluster = assoc->cluster,
		.account = assoc->account,
		.user = assoc->user,
	};

	FT_TRY(FT_REG(
	    pruning->run->admin, each_assoc, &same, see_stayer, &stayer, err));
	*keeps = stayer.subject != NULL;
	return FT_OK;
}

/* Default accounts, after the file has set new ones. */
static enum ft_status
block_by_defaults(struct pruning *pruning, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;

	for (size_t k = 0; k < pruning->n; k++) {
		uint32_t i = pruning->going[k];
		size_t user = user_at(run, &run->acctdb->assoc[i]);
		struct ft_assoc now;
		const char *kept;
		bool keeps;

		if (!pruning->goes[i] || !run->acctdb->assoc[i].is_default ||
		    user == SIZE_MAX)
			continue;
		FT_TRY(FT_GET(
		    run->admin->reg, run->acctdb->assoc[i].id, &now, err));
		kept = now.is_default ? kept_account(pruning, user) : NULL;
		if (kept == NULL)
			continue;
		FT_TRY(keeps_account(pruning, &now, &keeps, err));
		if (keeps)
			continue;
		ft_str_clear(&pruning->text);
		ft_str_addf(&pruning->text,
		    "default account, and %s stays: set DefaultAccount='%s'",
		    kept, kept);
		block(pruning, i);
	}
	return FT_OK;
}

/* Accounts with something below them that stays; children come first. */
static enum ft_status
block_by_children(struct pruning *pruning, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;

	if (run->result->n_block == 0)
		return FT_OK;
	for (size_t k = 0; k < pruning->n; k++) {
		uint32_t i = pruning->going[k];
		struct stayer stayer = { pruning, NULL };
		struct ft_assoc_filter below = {
			.cluster = run->directory.cluster,
			.parent = run->acctdb->assoc[i].id,
		};

		if (!pruning->goes[i] || run->acctdb->assoc[i].user)
			continue;
		FT_TRY(FT_REG(
		    run->admin, each_assoc, &below, see_stayer, &stayer, err));
		if (stayer.subject == NULL)
			continue;
		ft_str_clear(&pruning->text);
		ft_str_addf(
		    &pruning->text, "%s below it stays", stayer.subject);
		block(pruning, i);
	}
	return FT_OK;
}

/* ---- deleting --------------------------------------------------------------- */

static void
count_left(struct pruning *pruning)
{
	struct ft_plan_run *run = pruning->run;
	const struct ft_acctdb *acctdb = run->acctdb;

	for (size_t i = 0; i < acctdb->n_user; i++)
		pruning->user_left[i] = run->user_new[i];
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		size_t user = user_at(run, &acctdb->assoc[i]);
		size_t account = account_at(run, &acctdb->assoc[i]);

		if (pruning->goes[i] || acctdb->assoc[i].deleted)
			continue;
		if (user != SIZE_MAX)
			pruning->user_left[user]++;
		if (account != SIZE_MAX)
			pruning->account_left[account]++;
	}
}

/* The records of users and accounts that lost their last association. */
static enum ft_status
drop_record(struct pruning *pruning, uint32_t i, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;
	const struct ft_assoc *assoc = &run->acctdb->assoc[i];
	size_t user = user_at(run, assoc), account = account_at(run, assoc);

	if (user != SIZE_MAX && pruning->user_left[user] == 0) {
		pruning->user_left[user] = UINT32_MAX; /* once */
		return FT_REG(
		    run->admin, drop, FT_ENTITY_USER, &assoc->user, 1, err);
	}
	if (user == SIZE_MAX && account != SIZE_MAX &&
	    pruning->account_left[account] == 0) {
		pruning->account_left[account] = UINT32_MAX;
		return FT_REG(run->admin, drop, FT_ENTITY_ACCOUNT,
		    &assoc->account, 1, err);
	}
	return FT_OK;
}

static enum ft_status
drop_going(struct pruning *pruning, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;

	count_left(pruning);
	ft_meter_begin(
	    run->admin->reg->meter, "deleting", "associations", pruning->n);
	for (size_t k = 0; k < pruning->n;
	     k++, ft_meter_step(run->admin->reg->meter))
		if (pruning->goes[pruning->going[k]]) {
			FT_TRY(FT_REG(run->admin, drop_assocs,
			    &run->acctdb->assoc[pruning->going[k]].id, 1, err));
			run->result->n_delete++;
		}
	for (size_t k = 0; k < pruning->n; k++)
		if (pruning->goes[pruning->going[k]])
			FT_TRY(drop_record(pruning, pruning->going[k], err));
	return FT_OK;
}

/* ---- QOS -------------------------------------------------------------------- */

static bool
names_qos(const struct ft_plan_run *run, const char *name)
{
	for (size_t i = 0; i < run->order.n_qos_lines; i++)
		if (strcmp(run->order.qos_lines[i].name, name) == 0)
			return true;
	return false;
}

/* The associations with a QOS as default: the first, and how many. */
struct default_uses {
	struct ft_plan_run *run;
	const char **subject; /* by QOS in the acctdb */
	size_t *n;
};

static enum ft_status
see_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct default_uses *uses = ctx;
	const struct ft_acctdb *acctdb = uses->run->acctdb;
	const struct ft_qos *qos =
	    assoc->default_qos ? ft_acctdb_qos(acctdb, assoc->default_qos)
			       : NULL;

	(void)err;
	if (qos && uses->n[qos - acctdb->qos]++ == 0)
		uses->subject[qos - acctdb->qos] =
		    ft_plan_subject(uses->run, assoc);
	return FT_OK;
}

static void
block_qos(struct pruning *pruning, const struct ft_qos *qos,
    const struct default_uses *uses)
{
	size_t at = (size_t)(qos - pruning->run->acctdb->qos);

	ft_str_clear(&pruning->text);
	ft_str_addf(&pruning->text, "default QOS of %s", uses->subject[at]);
	if (uses->n[at] > 1)
		ft_str_addf(&pruning->text, " and %zu more", uses->n[at] - 1);
	ft_plan_add_block(pruning->run,
	    ft_plan_name_subject(pruning->run, "qos", qos->name),
	    ft_str_text(&pruning->text), FT_ENTITY_QOS, qos->id);
}

/* Fills WHERE with the QOS that can go, lists the others. */
static enum ft_status
choose_qos(
    struct pruning *pruning, struct ft_admin_where *where, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;
	const struct ft_acctdb *acctdb = run->acctdb;
	struct ft_assoc_filter all = { 0 };
	struct default_uses uses = { .run = run };
	bool known = false;

	uses.n =
	    ft_arena_calloc(&run->arena, acctdb->n_qos + 1, sizeof *uses.n);
	uses.subject = ft_arena_calloc(
	    &run->arena, acctdb->n_qos + 1, sizeof *uses.subject);
	for (size_t i = 0; i < acctdb->n_qos; i++) {
		const struct ft_qos *qos = &acctdb->qos[i];

		if (qos->deleted || names_qos(run, qos->name))
			continue;
		if (!run->options->prune) {
			ft_plan_add_unmanaged(run,
			    ft_plan_name_subject(run, "qos", qos->name), NULL,
			    NULL);
			continue;
		}
		if (!known)
			FT_TRY(FT_REG(run->admin, each_assoc, &all, see_default,
			    &uses, err));
		known = true;
		if (uses.n[i])
			block_qos(pruning, qos, &uses);
		else
			ft_admin_names_add(&where->key[FT_KEY_QOS], qos->name);
	}
	return FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

static bool
may_delete(const struct ft_plan_run *run)
{
	return run->result->n_block == 0 || run->options->skip_blocked;
}

static enum ft_status
delete_qos(struct ft_plan_run *run, const struct ft_admin_where *where,
    struct ft_error *err)
{
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };

	FT_TRY(ft_admin_delete(run->admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_QOS, .where = where },
	    &result, err));
	return ft_admin_relookup(run->admin, err);
}

static enum ft_status
prune(
    struct pruning *pruning, struct ft_admin_where *where, struct ft_error *err)
{
	struct ft_plan_run *run = pruning->run;

	choose(pruning);
	sort_by_depth(pruning);
	FT_TRY(block_by_jobs(pruning, err));
	FT_TRY(block_by_defaults(pruning, err));
	FT_TRY(block_by_children(pruning, err));
	if (may_delete(run))
		FT_TRY(drop_going(pruning, err));
	if (run->order.n_qos_lines == 0 || run->options->scope ||
	    run->options->members)
		return FT_OK;
	/* after the deletion of what uses them */
	FT_TRY(choose_qos(pruning, where, err));
	if (may_delete(run) && where->key[FT_KEY_QOS].n)
		return delete_qos(run, where, err);
	return FT_OK;
}

enum ft_status
ft_plan_prune(struct ft_plan_run *run, struct ft_error *err)
{
	const struct ft_acctdb *acctdb = run->acctdb;
	struct pruning pruning = { .run = run };
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	enum ft_status status;

	pruning.goes = ft_calloc(acctdb->n_assoc + 1, sizeof *pruning.goes);
	pruning.user_left =
	    ft_calloc(acctdb->n_user + 1, sizeof *pruning.user_left);
	pruning.account_left =
	    ft_calloc(acctdb->n_account + 1, sizeof *pruning.account_left);
	status = prune(&pruning, &where, err);
	ft_free(pruning.goes);
	ft_free(pruning.going);
	ft_free(pruning.user_left);
	ft_free(pruning.account_left);
	ft_str_free(&pruning.text);
	return status;
}
