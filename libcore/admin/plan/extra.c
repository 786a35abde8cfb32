/* What named things have beyond the wish: listed, or with exact taken away. */
#include "admin/option/own.h"
#include "admin/plan/private.h"

struct extras {
	struct ft_plan_run *run;
	struct ft_admin_set set; /* what the lines give */
	struct ft_str text;      /* scratch */
	const char *subject;     /* NULL: not made yet */
	struct ft_own own;       /* what the store has */
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
is_given(const struct ft_admin_set *set, const struct ft_limit *limit)
{
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind == limit->kind &&
		    set->limit[i].tres == limit->tres)
			return true;
	return false;
}

/* Names of things are made when the first extra needs them. */
static const char *
subject_of(struct extras *extras)
{
	if (extras->subject == NULL)
		extras->subject =
		    extras->own.entity == FT_ENTITY_QOS
			? ft_plan_qos_subject(extras->run,
			      ((const struct ft_qos *)extras->own.record)->name)
			: ft_plan_subject(extras->run, extras->own.record);
	return extras->subject;
}

static void
add_extra(struct extras *extras, const char *name)
{
	ft_plan_add_extra(extras->run, subject_of(extras),
	    lower(extras->run, name), ft_str_text(&extras->text));
	ft_str_clear(&extras->text);
}

/* One extra for each kind: all of its TRES that are not given. */
static enum ft_status
extra_limits(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_limit *limit = extras->own.limit;
	size_t n = extras->own.n_limit;

	ft_str_clear(&extras->text);
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || limit[i + 1].kind != limit[i].kind;

		if (is_given(&extras->set, &limit[i]))
			;
		else if (run->options->exact)
			FT_TRY(FT_REG(run->admin, put_limit, extras->own.entity,
			    &limit[i], false, err));
		else
			add_limit(
			    &extras->text, &run->admin->lookup.tres, &limit[i]);
		if (last && extras->text.len)
			add_extra(extras, ft_limit_infos[limit[i].kind].name);
	}
	return FT_OK;
}

static void
add_member(struct extras *extras, const struct ft_attr *attr)
{
	struct ft_attr_value value = ft_attr_get(attr, extras->own.record);
	const struct ft_qos *qos =
	    attr->type == FT_ATTR_QOS
		? ft_admin_get_qos(
		      &extras->run->admin->lookup, (uint32_t)value.number)
		: NULL;

	if (qos)
		value.text = qos->name;
	ft_str_clear(&extras->text);
	ft_attr_setting(&extras->text, attr, value);
	add_extra(extras, attr->name);
}

/* RECORD, as it is now: changed if something is taken away. */
static bool
extra_members(struct extras *extras, void *record)
{
	size_t n;
	const struct ft_attr *attr = ft_members(extras->own.entity, &n);
	bool changed = false;

	for (size_t at = 0; at < n; at++) {
		struct ft_attr_value unset = ft_attr_unset(&attr[at]);

		if (ft_admin_set_has(&extras->set, at) ||
		    ft_attr_same(
			ft_attr_get(&attr[at], extras->own.record), unset))
			continue;
		changed = true;
		if (extras->run->options->exact)
			ft_attr_set(&attr[at], record, unset);
		else
			add_member(extras, &attr[at]);
	}
	return changed;
}

static enum ft_status
extra_list(struct extras *extras, const char *name, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_own *own = &extras->own;

	if (own->n_ref == 0 || extras->set.list.n)
		return FT_OK;
	if (run->options->exact)
		return FT_REG(run->admin, put_qosrefs,
		    (struct ft_owner){ own->entity, own->id }, NULL, 0, err);
	ft_str_clear(&extras->text);
	for (size_t i = 0; i < own->n_ref; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&run->admin->lookup, own->ref[i].qos);

		if (qos == NULL)
			continue;
		if (extras->text.len)
			ft_str_add_char(&extras->text, ',');
		if (own->ref[i].op != '=')
			ft_str_add_char(&extras->text, own->ref[i].op);
		ft_str_add(&extras->text, qos->name);
	}
	add_extra(extras, name);
	return FT_OK;
}

/* ---- what lines give -------------------------------------------------------- */

static void
clear_given(struct extras *extras, enum ft_entity entity)
{
	ft_admin_set_free(&extras->set);
	ft_admin_set_init(&extras->set, entity);
	extras->subject = NULL;
}

/* The settings of LINE; the loader has read them, so they are good. */
static void
read_given(struct extras *extras, const struct ft_flat_line *line)
{
	const struct ft_admin_lookup *lookup = &extras->run->admin->lookup;
	struct ft_error err;

	for (uint32_t i = 0; line && i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_attr *attr = ft_attr_find(
		    extras->set.entity, option->key, strlen(option->key));

		if (attr && *option->value)
			(void)ft_admin_set_option(&extras->set, attr, lookup,
			    (struct ft_admin_words){ '=', option->value },
			    &err);
	}
}

/* ---- associations ----------------------------------------------------------- */

static const struct ft_flat_line *
line_of(const struct ft_plan_run *run, size_t i)
{
	if (i == run->roll.root)
		return run->order.cluster_line;
	return run->entry[i] == FT_PLAN_NONE
		   ? NULL
		   : run->order.entry[run->entry[i]].line;
}

static bool
has_settings(const struct ft_own *own)
{
	struct ft_assoc fresh = { .partition = "" };

	ft_members_clear(FT_ENTITY_ASSOC, &fresh);
	return own->n_limit || own->n_ref ||
	       !ft_members_same(FT_ENTITY_ASSOC, own->record, &fresh);
}

/* A line that gives shares only, of an association that has no more. */
static bool
is_plain(const struct ft_own *own, const struct ft_flat_line *line)
{
	const struct ft_assoc *assoc = own->record;

	if (own->n_limit || own->n_ref || assoc->default_qos ||
	    *assoc->comment || !line)
		return false;
	for (uint32_t i = 0; i < line->n_option; i++)
		if (strcmp(line->option[i].key, "Fairshare") == 0 &&
		    *line->option[i].value)
			return true;
	return false;
}

static enum ft_status
extra_assoc(struct extras *extras, size_t i, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_flat_line *line = line_of(run, i);
	struct ft_assoc record;

	if (!has_settings(&extras->own) || is_plain(&extras->own, line))
		return FT_OK;
	clear_given(extras, FT_ENTITY_ASSOC);
	read_given(extras, line);
	FT_TRY(FT_GET(run->admin->reg, extras->own.id, &record, err));
	if (extra_members(extras, &record) && run->options->exact)
		FT_TRY(FT_PUT(run->admin->reg, &record, err));
	FT_TRY(extra_limits(extras, err));
	return extra_list(extras, "QosLevel", err);
}

static enum ft_status
extra_assocs(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_book *book = run->book;

	for (size_t i = 0; i < book->n_assoc; i++) {
		if (book->assoc[i].cluster != run->roll.cluster ||
		    book->assoc[i].deleted || !run->in_scope[i] ||
		    (run->entry[i] == FT_PLAN_NONE &&
			(i != run->roll.root || !run->order.cluster_line)))
			continue;
		extras->own = ft_own_find_assoc(book, &book->assoc[i]);
		FT_TRY(extra_assoc(extras, i, err));
	}
	return FT_OK;
}

/* ---- records of accounts ---------------------------------------------------- */

static bool
gives(const struct ft_flat_line *line, enum ft_load_word word)
{
	for (uint32_t i = 0; i < line->n_option; i++)
		if (*line->option[i].value &&
		    ft_load_find_word(line->option[i].key) == word)
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
	    &book->assoc[run->roll.account_assoc[account - book->account]];
	const struct ft_assoc *parent = ft_book_assoc(book, assoc->parent);
	const struct ft_account *above =
	    parent ? ft_book_account(book, parent->account) : NULL;

	return strcmp(account->organization, account->name) == 0 ||
	       (above && strcmp(account->organization, above->name) == 0);
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
	const struct ft_assoc *assoc =
	    &run->book
		 ->assoc[run->roll.account_assoc[account - run->book->account]];
	struct ft_account record;

	if (!description && !organization)
		return FT_OK;
	if (!run->options->exact) {
		const char *subject = ft_plan_subject(run, assoc);

		if (description)
			ft_plan_add_extra(
			    run, subject, "description", account->description);
		if (organization)
			ft_plan_add_extra(run, subject, "organization",
			    account->organization);
		return FT_OK;
	}
	FT_TRY(FT_GET(run->admin->reg, account->id, &record, err));
	if (description)
		record.description = entry->name;
	if (organization)
		record.organization = strcmp(entry->parent, "root") == 0
					  ? entry->name
					  : entry->parent;
	return FT_PUT(run->admin->reg, &record, err);
}

static enum ft_status
extra_accounts(struct ft_plan_run *run, struct ft_error *err)
{
	const struct ft_book *book = run->book;

	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];
		uint64_t at;

		if (entry->line->kind != FT_FLAT_ACCOUNT ||
		    !ft_map_get(&run->roll.account_at, entry->name, &at) ||
		    run->roll.account_assoc[at] == FT_PLAN_NONE ||
		    !run->in_scope[run->roll.account_assoc[at]])
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
		FT_TRY(FT_GET(run->admin->reg, user->id, &record, err));
		/* whoever is root stays what he is */
		if (level && strcmp(user->name, "root") != 0)
			record.admin_level = FT_ADMIN_NONE;
		if (wckey)
			record.default_wckey = "";
		return FT_PUT(run->admin->reg, &record, err);
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

		if (ft_map_get(&run->roll.user_at, person->name, &at))
			FT_TRY(
			    extra_user(run, person, &run->book->user[at], err));
	}
	return FT_OK;
}

/* ---- QOS -------------------------------------------------------------------- */

static enum ft_status
extra_qos(struct extras *extras, const struct ft_plan_quality *quality,
    const struct ft_qos *old, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	struct ft_qos record;

	extras->own = ft_own_qos(run->book, old);
	clear_given(extras, FT_ENTITY_QOS);
	for (size_t i = 0; i < quality->n; i++)
		read_given(extras, quality->line[i]);
	FT_TRY(FT_GET(run->admin->reg, old->id, &record, err));
	if (extra_members(extras, &record) && run->options->exact)
		FT_TRY(FT_PUT(run->admin->reg, &record, err));
	FT_TRY(extra_limits(extras, err));
	return extra_list(extras, "Preempt", err);
}

static enum ft_status
extra_qoses(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;

	if (run->options->scope)
		return FT_OK;
	for (size_t i = 0; i < run->order.n_quality; i++) {
		const struct ft_plan_quality *quality = &run->order.quality[i];
		const struct ft_qos *old =
		    ft_book_find_qos(run->book, quality->name);

		if (old && !old->deleted)
			FT_TRY(extra_qos(extras, quality, old, err));
	}
	return run->options->exact ? ft_admin_relookup(run->admin, err) : FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

enum ft_status
ft_plan_extras(struct ft_plan_run *run, struct ft_error *err)
{
	struct extras extras = { .run = run };
	enum ft_status status;

	ft_admin_set_init(&extras.set, FT_ENTITY_ASSOC);
	status = extra_assocs(&extras, err);
	if (status == FT_OK)
		status = extra_accounts(run, err);
	if (status == FT_OK)
		status = extra_users(run, err);
	if (status == FT_OK)
		status = extra_qoses(&extras, err);
	ft_admin_set_free(&extras.set);
	ft_str_free(&extras.text);
	return status;
}
