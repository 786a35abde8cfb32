/* Is a tree valid, and did steps stay inside their scope? */
#include "admin/plan/plan.h"

#include "admin/index/directory.h"
#include "admin/step/step.h"

/* ---- invariants ------------------------------------------------------------- */

/* Names for messages. */
static const char *
account_name(const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_account *account = ft_acctdb_account(acctdb, id);

	return account ? account->name : "?";
}

static const char *
user_name(const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_user *user = ft_acctdb_user(acctdb, id);

	return user ? user->name : "?";
}

static enum ft_status
check_account(const struct ft_acctdb *acctdb, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	const struct ft_assoc *parent = ft_acctdb_assoc(acctdb, assoc->parent);

	if (assoc->user == 0 || !parent || assoc->account == parent->account)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "user '%s' of account '%s' would be below account '%s'",
	    user_name(acctdb, assoc->user),
	    account_name(acctdb, assoc->account),
	    account_name(acctdb, parent->account));
}

/* Default associations, by user and cluster. */
static int
by_user(const void *a, const void *b)
{
	const struct ft_assoc *left = *(const struct ft_assoc *const *)a;
	const struct ft_assoc *right = *(const struct ft_assoc *const *)b;

	if (left->cluster != right->cluster)
		return left->cluster < right->cluster ? -1 : 1;
	if (left->user != right->user)
		return left->user < right->user ? -1 : 1;
	return (left->account > right->account) -
	       (left->account < right->account);
}

static enum ft_status
check_defaults(const struct ft_acctdb *acctdb, struct ft_error *err)
{
	const struct ft_assoc **default_account FT_CLEANUP(ft_free_at) =
	    ft_calloc(acctdb->n_assoc + 1, sizeof *default_account);
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_assoc; i++)
		if (acctdb->assoc[i].user && acctdb->assoc[i].is_default &&
		    !acctdb->assoc[i].deleted)
			default_account[n++] = &acctdb->assoc[i];
	if (n)
		qsort(default_account, n, sizeof *default_account, by_user);
	for (size_t i = 1; i < n; i++)
		if (default_account[i - 1]->user == default_account[i]->user &&
		    default_account[i - 1]->cluster ==
			default_account[i]->cluster &&
		    default_account[i - 1]->account !=
			default_account[i]->account)
			return ft_fail(err, FT_EINVAL,
			    "user '%s' would have two default accounts, '%s' "
			    "and '%s'",
			    user_name(acctdb, default_account[i]->user),
			    account_name(
				acctdb, default_account[i - 1]->account),
			    account_name(acctdb, default_account[i]->account));
	return FT_OK;
}

enum ft_status
ft_plan_check(const struct ft_acctdb *after, struct ft_error *err)
{
	for (size_t i = 0; i < after->n_assoc; i++)
		if (!after->assoc[i].deleted)
			FT_TRY(check_account(after, &after->assoc[i], err));
	return check_defaults(after, err);
}

/* ---- scope ------------------------------------------------------------------ */

/* The part of the tree, with the accounts of users before and after. */
struct part {
	const struct ft_plan_scope *scope;
	struct ft_directory directory[2];
};

static void
take_roll(struct part *part, int i, const struct ft_acctdb *acctdb)
{
	const struct ft_cluster *cluster =
	    ft_directory_cluster(acctdb, part->scope->cluster);

	ft_directory_fill(
	    &part->directory[i], acctdb, cluster ? cluster->id : 0);
}

/* Whether association AT, of an account, is at or below the scope. */
static bool
is_inside(const struct part *part, const struct ft_acctdb *acctdb, uint32_t at)
{
	const struct ft_assoc *assoc = &acctdb->assoc[at];

	while (assoc && strcmp(account_name(acctdb, assoc->account),
			    part->scope->account) != 0)
		assoc = ft_acctdb_assoc(acctdb, assoc->parent);
	return assoc != NULL;
}

/* Inside the scope on both sides. */
static bool
account_inside(const struct part *part, const char *name)
{
	bool any = false;

	for (int i = 0; i < 2; i++) {
		const struct ft_directory *directory = &part->directory[i];
		uint32_t at = ft_directory_account_assoc(directory, name);

		if (at == FT_DIRECTORY_NONE)
			continue;
		if (!is_inside(part, directory->acctdb, at))
			return false;
		any = true;
	}
	return any;
}

/* Whether user NAME is inside only. */
static bool
user_inside(const struct part *part, const char *name)
{
	const struct ft_directory *directory = &part->directory[0];
	const struct ft_acctdb *acctdb = directory->acctdb;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];

		if (assoc->user && !assoc->deleted &&
		    strcmp(user_name(acctdb, assoc->user), name) == 0 &&
		    (assoc->cluster != directory->cluster ||
			!account_inside(
			    part, account_name(acctdb, assoc->account))))
			return false;
	}
	return true;
}

/* Level and name of a user belong to no part of the tree. */
static bool
user_fields_inside(const struct part *part, const struct ft_step *step)
{
	for (size_t i = 0; i < step->n_field; i++) {
		const struct ft_step_field *field = &step->field[i];

		if (strcmp(field->name, "defaultaccount") == 0) {
			if ((field->old && *field->old &&
				!account_inside(part, field->old)) ||
			    (field->new && !account_inside(part, field->new)))
				return false;
		} else if (field->record && step->op == FT_STEP_CHANGE) {
			return false;
		} else if (strcmp(field->name, "adminlevel") == 0) {
			return false;
		}
	}
	return true;
}

static bool
user_step_inside(const struct part *part, const struct ft_step *step)
{
	if (!user_fields_inside(part, step))
		return false;
	switch (step->op) {
	case FT_STEP_ADD:
		return *step->account == 0 ||
		       account_inside(part, step->account);
	case FT_STEP_MOVE:
		return account_inside(part, step->from) &&
		       account_inside(part, step->to);
	case FT_STEP_DELETE:
		return user_inside(part, step->name);
	case FT_STEP_CHANGE:
	case FT_STEP_OPS:
		break;
	}
	return true;
}

static bool
account_step_inside(const struct part *part, const struct ft_step *step)
{
	if (!account_inside(part, step->name))
		return false;
	/* the scope itself can be made, not moved */
	if (step->op == FT_STEP_MOVE)
		return account_inside(part, step->from) &&
		       account_inside(part, step->to);
	return step->op != FT_STEP_ADD || *step->to == 0 ||
	       strcmp(step->name, part->scope->account) == 0 ||
	       account_inside(part, step->to);
}

static bool
step_inside(const struct part *part, const struct ft_step *step)
{
	if (*step->cluster && strcmp(step->cluster, part->scope->cluster) != 0)
		return false;
	switch (step->entity) {
	case FT_ENTITY_ACCOUNT:
		return account_step_inside(part, step);
	case FT_ENTITY_ASSOC:
	case FT_ENTITY_COORD:
		return account_inside(part, step->account);
	case FT_ENTITY_USER:
		return user_step_inside(part, step);
	case FT_ENTITY_CLUSTER:
	case FT_ENTITY_QOS:
	case FT_ENTITY_TRES:
	case FT_ENTITY_WCKEY:
	case FT_ENTITY_RESOURCE:
	case FT_ENTITY_COUNT:
		break;
	}
	return false;
}

enum ft_status
ft_plan_check_scope(const struct ft_steps *steps,
    const struct ft_acctdb *before, const struct ft_acctdb *after,
    const struct ft_plan_scope *scope, struct ft_error *err)
{
	struct part part = { .scope = scope };
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	size_t i = 0;

	take_roll(&part, 0, before);
	take_roll(&part, 1, after);
	while (i < steps->n && step_inside(&part, &steps->step[i]))
		i++;
	ft_directory_free(&part.directory[0]);
	ft_directory_free(&part.directory[1]);
	if (i == steps->n)
		return FT_OK;
	ft_step_line(&steps->step[i], &line);
	return ft_fail(err, FT_EINVAL, "outside account '%s': %s",
	    scope->account, ft_str_text(&line));
}
