/* What named things have beyond the wish: listed, or with exact taken away. */
#include "admin/plan_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct extras {
	struct ft_plan_run *run;
	struct ft_admin_set set; /* what the line gives */
	struct ft_str text;      /* scratch */
	const char *subject;     /* NULL: not made yet */
	const struct ft_assoc *assoc;
	bool changed; /* record, to be put */
	struct ft_assoc record;
};

/* ---- values as text --------------------------------------------------------- */

static const char *
lower(struct ft_plan_run *run, const char *name)
{
	return ft_load_lower(&run->result->arena, name);
}

static void
add_limit(struct ft_str *str, const struct ft_tres_table *tres,
    const struct ft_limit *limit)
{
	struct ft_tres_amount amount = { limit->tres, false, limit->value };

	if (ft_limit_infos[limit->kind].type != FT_LIMIT_TRES) {
		ft_str_addf(str, "%" PRIu64, limit->value);
		return;
	}
	if (str->len)
		ft_str_add_char(str, ',');
	ft_tres_format(str, tres, &amount, 1, FT_TRES_UNITS);
}

/* ---- limits of associations and QOS ----------------------------------------- */

static bool
is_given(
    const struct ft_admin_limit *given, size_t n, const struct ft_limit *limit)
{
	for (size_t i = 0; i < n; i++)
		if (given[i].kind == limit->kind &&
		    given[i].tres == limit->tres)
			return true;
	return false;
}

/* One extra for each kind: all of its TRES that are not given. */
enum ft_status
ft_plan_extra_limits(struct ft_plan_run *run, enum ft_entity entity,
    const char *subject, const struct ft_limit *limit, size_t n,
    const struct ft_admin_limit *given, size_t n_given, struct ft_error *err)
{
	const struct ft_tres_table *tres = &run->admin->lookup.tres;
	struct ft_str text;

	ft_str_init(&text);
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || limit[i + 1].kind != limit[i].kind;

		if (!is_given(given, n_given, &limit[i])) {
			add_limit(&text, tres, &limit[i]);
			if (run->options->exact) {
				enum ft_status status = FT_REG(run->admin,
				    put_limit, entity, &limit[i], false, err);

				if (status != FT_OK) {
					ft_str_free(&text);
					return status;
				}
			}
		}
		if (!last || text.len == 0)
			continue;
		if (!run->options->exact)
			ft_plan_add_extra(run, subject,
			    lower(run, ft_limit_infos[limit[i].kind].name),
			    ft_str_text(&text));
		ft_str_clear(&text);
	}
	ft_str_free(&text);
	return FT_OK;
}

/* ---- associations ----------------------------------------------------------- */

static const struct ft_flat_line *
line_of(const struct ft_plan_run *run, size_t i)
{
	if (i == run->root)
		return run->order.cluster_line;
	return run->entry[i] == FT_PLAN_NONE
		   ? NULL
		   : run->order.entry[run->entry[i]].line;
}

/* The settings of LINE; the loader has read them, so they are good. */
static void
read_given(struct extras *extras, const struct ft_flat_line *line)
{
	const struct ft_admin_lookup *lookup = &extras->run->admin->lookup;
	struct ft_error err;

	ft_admin_set_free(&extras->set);
	ft_admin_set_init(&extras->set);
	for (uint32_t i = 0; line && i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_admin_option *row = ft_admin_option_find(
		    ft_admin_assoc_options, option->key, strlen(option->key));

		if (row && *option->value)
			(void)ft_admin_set_option(&extras->set, row, lookup,
			    '=', option->value, &err);
	}
}

static const char *
subject_of(struct extras *extras)
{
	if (extras->subject == NULL)
		extras->subject = ft_plan_subject(extras->run, extras->assoc);
	return extras->subject;
}

/* Returns whether the field is to be taken away. */
static bool
extra_field(struct extras *extras, const char *field, const char *value)
{
	if (extras->run->options->exact) {
		extras->changed = true;
		return true;
	}
	ft_plan_add_extra(extras->run, subject_of(extras), field, value);
	return false;
}

static void
extra_fields(struct extras *extras)
{
	const struct ft_assoc *assoc = extras->assoc;
	const struct ft_admin_set *set = &extras->set;
	char shares[16];

	if (!set->shares_given &&
	    (assoc->parent_shares || assoc->shares != 1)) {
		snprintf(shares, sizeof shares, "%" PRIu32, assoc->shares);
		if (extra_field(extras, "fairshare",
			assoc->parent_shares ? "parent" : shares)) {
			extras->record.parent_shares = false;
			extras->record.shares = 1;
		}
	}
	if (!set->comment && *assoc->comment &&
	    extra_field(extras, "comment", assoc->comment))
		extras->record.comment = "";
	if (!set->default_qos && assoc->default_qos) {
		const struct ft_qos *qos = ft_admin_get_qos(
		    &extras->run->admin->lookup, assoc->default_qos);

		if (extra_field(extras, "defaultqos", qos ? qos->name : ""))
			extras->record.default_qos = 0;
	}
}

static enum ft_status
extra_qos(struct extras *extras, const struct ft_qosref *ref, size_t n,
    struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;

	if (n == 0 || extras->set.qos.n)
		return FT_OK;
	if (run->options->exact)
		return FT_REG(run->admin, put_qosrefs, FT_ENTITY_ASSOC,
		    extras->assoc->id, NULL, 0, err);
	ft_str_clear(&extras->text);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&run->admin->lookup, ref[i].qos);

		if (qos == NULL)
			continue;
		if (extras->text.len)
			ft_str_add_char(&extras->text, ',');
		if (ref[i].op != '=')
			ft_str_add_char(&extras->text, ref[i].op);
		ft_str_add(&extras->text, qos->name);
	}
	ft_plan_add_extra(
	    run, subject_of(extras), "qoslevel", ft_str_text(&extras->text));
	return FT_OK;
}

static bool
has_settings(const struct ft_assoc *assoc, size_t n_limit, size_t n_qos)
{
	return n_limit || n_qos || assoc->parent_shares || assoc->shares != 1 ||
	       assoc->default_qos || *assoc->comment;
}

/* A line that gives shares only, of an association that has no more. */
static bool
is_plain(const struct ft_assoc *assoc, size_t n_limit, size_t n_qos,
    const struct ft_flat_line *line)
{
	if (n_limit || n_qos || assoc->default_qos || *assoc->comment || !line)
		return false;
	for (uint32_t i = 0; i < line->n_option; i++)
		if (strcmp(line->option[i].key, "Fairshare") == 0 &&
		    *line->option[i].value)
			return true;
	return false;
}

static enum ft_status
extra_assoc(struct extras *extras, size_t i, const struct ft_limit *limit,
    size_t n_limit, const struct ft_qosref *ref, size_t n_qos,
    struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_flat_line *line = line_of(run, i);

	extras->assoc = &run->book->assoc[i];
	extras->subject = NULL;
	extras->changed = false;
	if (!has_settings(extras->assoc, n_limit, n_qos) ||
	    is_plain(extras->assoc, n_limit, n_qos, line))
		return FT_OK;
	read_given(extras, line);
	FT_TRY(FT_REG(
	    run->admin, get_assoc, extras->assoc->id, &extras->record, err));
	extra_fields(extras);
	if (extras->changed)
		FT_TRY(FT_REG(run->admin, put_assoc, &extras->record, err));
	FT_TRY(ft_plan_extra_limits(run, FT_ENTITY_ASSOC, subject_of(extras),
	    limit, n_limit, extras->set.limit, extras->set.n_limit, err));
	return extra_qos(extras, ref, n_qos, err);
}

static enum ft_status
extra_assocs(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_book *book = run->book;
	size_t limit = 0, qos = 0;

	/* all three are sorted by the association's id */
	for (size_t i = 0; i < book->n_assoc; i++) {
		uint32_t id = book->assoc[i].id;
		size_t first_limit, first_qos;

		while (limit < book->n_assoc_limit &&
		       book->assoc_limit[limit].owner < id)
			limit++;
		while (
		    qos < book->n_assoc_qos && book->assoc_qos[qos].owner < id)
			qos++;
		first_limit = limit;
		first_qos = qos;
		while (limit < book->n_assoc_limit &&
		       book->assoc_limit[limit].owner == id)
			limit++;
		while (
		    qos < book->n_assoc_qos && book->assoc_qos[qos].owner == id)
			qos++;
		if (book->assoc[i].cluster != run->cluster ||
		    book->assoc[i].deleted || !run->in_scope[i] ||
		    (run->entry[i] == FT_PLAN_NONE &&
			(i != run->root || !run->order.cluster_line)))
			continue;
		FT_TRY(extra_assoc(extras, i, book->assoc_limit + first_limit,
		    limit - first_limit, book->assoc_qos + first_qos,
		    qos - first_qos, err));
	}
	return FT_OK;
}

/* ---- records of accounts ---------------------------------------------------- */

static bool
gives(const struct ft_flat_line *line, enum ft_load_other other)
{
	for (uint32_t i = 0; i < line->n_option; i++)
		if (*line->option[i].value &&
		    ft_load_find_other(line->option[i].key) == other)
			return true;
	return false;
}

/* Whether it is what an account without one got that was added where it is. */
static bool
is_usual_organization(
    const struct ft_plan_run *run, const struct ft_account *account)
{
	const struct ft_book *book = run->book;
	const struct ft_assoc *assoc =
	    &book->assoc[run->account_assoc[account - book->account]];
	const struct ft_assoc *parent = ft_book_assoc(book, assoc->parent);
	const struct ft_account *above =
	    parent ? ft_book_account(book, parent->account) : NULL;

	return strcmp(account->organization, account->name) == 0 ||
	       (above && strcmp(account->organization, above->name) == 0);
}

static enum ft_status
reset_account(struct ft_plan_run *run, const struct ft_plan_entry *entry,
    const struct ft_account *account, bool description, bool organization,
    struct ft_error *err)
{
	struct ft_account record;

	FT_TRY(FT_REG(run->admin, get_account, account->id, &record, err));
	if (description)
		record.description = entry->name;
	if (organization)
		record.organization = strcmp(entry->parent, "root") == 0
					  ? entry->name
					  : entry->parent;
	return FT_REG(run->admin, put_account, &record, err);
}

/* What an account gets that is added without them. */
static enum ft_status
extra_account(struct ft_plan_run *run, const struct ft_plan_entry *entry,
    const struct ft_account *account, struct ft_error *err)
{
	bool description = *account->description &&
			   strcmp(account->description, entry->name) != 0 &&
			   !gives(entry->line, FT_LOAD_DESCRIPTION);
	bool organization = *account->organization &&
			    !is_usual_organization(run, account) &&
			    !gives(entry->line, FT_LOAD_ORGANIZATION);
	const char *subject;

	if (!description && !organization)
		return FT_OK;
	if (run->options->exact)
		return reset_account(
		    run, entry, account, description, organization, err);
	subject = ft_plan_subject(run,
	    &run->book
		 ->assoc[run->account_assoc[account - run->book->account]]);
	if (description)
		ft_plan_add_extra(
		    run, subject, "description", account->description);
	if (organization)
		ft_plan_add_extra(
		    run, subject, "organization", account->organization);
	return FT_OK;
}

static enum ft_status
extra_accounts(struct ft_plan_run *run, struct ft_error *err)
{
	const struct ft_book *book = run->book;

	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];
		uint64_t at;

		if (entry->line->kind != FT_FLAT_ACCOUNT ||
		    !ft_map_get(&run->account_at, entry->name, &at) ||
		    run->account_assoc[at] == FT_PLAN_NONE ||
		    !run->in_scope[run->account_assoc[at]])
			continue;
		FT_TRY(extra_account(run, entry, &book->account[at], err));
	}
	return FT_OK;
}

/* ---- records of users ------------------------------------------------------- */

/* Outside of a scope a user may be somebody else's. */
static enum ft_status
extra_user(struct ft_plan_run *run, const struct ft_plan_person *person,
    const struct ft_user *user, struct ft_error *err)
{
	bool level = !person->level && user->admin_level > FT_ADMIN_NONE;
	bool wckey = !person->wckey && *user->default_wckey;
	struct ft_user record;

	if (!level && !wckey)
		return FT_OK;
	if (run->options->exact && !run->options->scope) {
		FT_TRY(FT_REG(run->admin, get_user, user->id, &record, err));
		/* whoever is root stays what he is */
		if (level && strcmp(user->name, "root") != 0)
			record.admin_level = FT_ADMIN_NONE;
		if (wckey)
			record.default_wckey = "";
		return FT_REG(run->admin, put_user, &record, err);
	}
	if (level)
		ft_plan_add_extra(run, ft_plan_user_subject(run, user->name),
		    "adminlevel",
		    user->admin_level == FT_ADMIN_OPERATOR ? "Operator"
							   : "Administrator");
	if (wckey)
		ft_plan_add_extra(run, ft_plan_user_subject(run, user->name),
		    "defaultwckey", user->default_wckey);
	return FT_OK;
}

static enum ft_status
extra_users(struct ft_plan_run *run, struct ft_error *err)
{
	for (size_t i = 0; i < run->order.n_person; i++) {
		const struct ft_plan_person *person = &run->order.person[i];
		uint64_t at;

		if (ft_map_get(&run->user_at, person->name, &at))
			FT_TRY(
			    extra_user(run, person, &run->book->user[at], err));
	}
	return FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

enum ft_status
ft_plan_extras(struct ft_plan_run *run, struct ft_error *err)
{
	struct extras extras = { .run = run };
	enum ft_status status;

	ft_admin_set_init(&extras.set);
	ft_str_init(&extras.text);
	status = extra_assocs(&extras, err);
	if (status == FT_OK)
		status = extra_accounts(run, err);
	if (status == FT_OK)
		status = extra_users(run, err);
	if (status == FT_OK)
		status = ft_plan_extra_qoses(run, err);
	ft_admin_set_free(&extras.set);
	ft_str_free(&extras.text);
	return status;
}
