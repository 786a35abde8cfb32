/* What named things have beyond the wish: listed, or with exact taken away. */
#include "admin/option/own.h"
#include "admin/plan/private.h"

/* What is compared at the moment. */
struct extras {
	struct ft_plan_run *run;
	const char *name;             /* of a user or QOS */
	const struct ft_assoc *assoc; /* itself, or that of an account */
	struct ft_own own;            /* what the store has */
	struct ft_admin_set set;      /* what the lines give */
	bool take;                    /* extras away; else list them */
	struct ft_str text;           /* scratch */
};

/* ---- listing ---------------------------------------------------------------- */

static const char *
subject_of(const struct extras *extras)
{
	if (extras->own.entity == FT_ENTITY_QOS)
		return ft_plan_qos_subject(extras->run, extras->name);
	if (extras->own.entity == FT_ENTITY_USER)
		return ft_plan_user_subject(extras->run, extras->name);
	return ft_plan_subject(extras->run, extras->assoc);
}

/* List the setting NAME of SUBJECT, with the text that was made of it. */
static void
list_one(struct extras *extras, const char *subject, const char *name)
{
	ft_plan_add_extra(extras->run, subject,
	    ft_load_lower(&extras->run->result->arena, name),
	    ft_str_text(&extras->text));
	ft_str_clear(&extras->text);
}

static void
list_member(
    struct extras *extras, const char *subject, const struct ft_attr *attr)
{
	struct ft_attr_value value = ft_attr_get(attr, extras->own.record);
	const struct ft_qos *qos =
	    attr->type == FT_ATTR_QOS
		? ft_admin_get_qos(
		      &extras->run->admin->lookup, (uint32_t)value.number)
		: NULL;

	if (qos)
		value.text = qos->name;
	ft_attr_setting(&extras->text, attr, value);
	list_one(extras, subject, attr->name);
}

static void
add_limit(struct extras *extras, const struct ft_admin_limit *limit)
{
	struct ft_tres_amount amount = { limit->tres, false, limit->value };

	if (ft_limit_infos[limit->kind].type != FT_LIMIT_TRES) {
		ft_str_addf(&extras->text, "%" PRIu64, limit->value);
		return;
	}
	if (extras->text.len)
		ft_str_add_char(&extras->text, ',');
	ft_tres_format(&extras->text, &extras->run->admin->lookup.tres, &amount,
	    1, FT_TRES_UNITS);
}

static void
list_refs(struct extras *extras, const char *subject)
{
	const struct ft_own *own = &extras->own;

	for (size_t i = 0; i < own->n_ref; i++) {
		const struct ft_qos *qos = ft_admin_get_qos(
		    &extras->run->admin->lookup, own->ref[i].qos);

		if (qos == NULL)
			continue;
		if (extras->text.len)
			ft_str_add_char(&extras->text, ',');
		if (own->ref[i].op != '=')
			ft_str_add_char(&extras->text, own->ref[i].op);
		ft_str_add(&extras->text, qos->name);
	}
	list_one(extras, subject,
	    own->entity == FT_ENTITY_QOS ? "Preempt" : "QosLevel");
}

/* Members, limits with all of their TRES at once, the list. */
static void
list_all(struct extras *extras, const struct ft_admin_set *less)
{
	const char *subject = subject_of(extras);
	const struct ft_admin_limit *limit = less->limit;
	size_t n;
	const struct ft_attr *attr = ft_members(extras->own.entity, &n);

	for (size_t at = 0; at < n; at++)
		if (ft_admin_set_has(less, at))
			list_member(extras, subject, &attr[at]);
	for (size_t i = 0; i < less->n_limit; i++) {
		add_limit(extras, &limit[i]);
		if (extras->text.len && (i + 1 == less->n_limit ||
					    limit[i + 1].kind != limit[i].kind))
			list_one(extras, subject,
			    ft_limit_infos[limit[i].kind].name);
	}
	if (less->list.given)
		list_refs(extras, subject);
}

/* ---- taking away ------------------------------------------------------------ */

static enum ft_status
take_all(const struct extras *extras, const struct ft_admin_set *less,
    struct ft_error *err)
{
	struct ft_admin *admin = extras->run->admin;
	const struct ft_own *own = &extras->own;
	union ft_entity_record record;

	if (less->has) {
		FT_TRY(FT_REG(admin, get, own->entity, own->id, &record, err));
		ft_admin_fill(&record, less);
		FT_TRY(FT_REG(admin, put, own->entity, &record, err));
	}
	return ft_admin_put_set(admin, own->id, less, true, err);
}

/* What OWN has beyond SET; FRESH: a record of which nothing was set. */
static enum ft_status
find_extras(struct extras *extras, const void *fresh, struct ft_error *err)
{
	struct ft_admin_set less FT_CLEANUP(ft_admin_set_free);

	ft_own_extras(&extras->own, &extras->set, fresh, &less);
	if (ft_admin_set_is_idle(&less))
		return FT_OK;
	if (extras->take)
		return take_all(extras, &less, err);
	list_all(extras, &less);
	return FT_OK;
}

/* ---- what lines give -------------------------------------------------------- */

/* Begin with a thing that has OWN, and of which no line gives anything yet. */
static void
begin(struct extras *extras, struct ft_own own)
{
	extras->own = own;
	extras->take = extras->run->options->exact;
	ft_admin_set_free(&extras->set);
	ft_admin_set_init(&extras->set, own.entity);
}

/* The member in row PLACE is given, if it IS. */
static void
give(struct extras *extras, size_t place, bool is)
{
	extras->set.has |= (uint64_t)is << place;
}

/* The settings of LINE; the loader has read them, so they are good. */
static void
read_given(struct extras *extras, const struct ft_flat_line *line)
{
	const struct ft_admin_lookup *lookup = &extras->run->admin->lookup;
	struct ft_error err;

	for (uint32_t i = 0; i < line->n_option; i++) {
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

/* A line that gives shares only, of an association that has no more. */
static bool
is_plain(const struct ft_own *own, const struct ft_flat_line *line)
{
	const struct ft_assoc *assoc = own->record;

	if (own->n_limit || own->n_ref || assoc->default_qos || *assoc->comment)
		return false;
	for (uint32_t i = 0; i < line->n_option; i++)
		if (strcmp(line->option[i].key, "Fairshare") == 0 &&
		    *line->option[i].value)
			return true;
	return false;
}

static enum ft_status
extra_assocs(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_book *book = run->book;
	const struct ft_own fresh = ft_own_new_assoc(book);

	for (size_t i = 0; i < book->n_assoc; i++) {
		const struct ft_assoc *assoc = &book->assoc[i];
		const struct ft_flat_line *line = line_of(run, i);
		struct ft_own own;

		if (assoc->cluster != run->roll.cluster || assoc->deleted ||
		    !run->in_scope[i] || line == NULL)
			continue;
		own = ft_own_find_assoc(book, assoc);
		if (ft_own_same(&own, &fresh) || is_plain(&own, line))
			continue;
		begin(extras, own);
		extras->assoc = assoc;
		read_given(extras, line);
		FT_TRY(find_extras(extras, fresh.record, err));
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

static enum ft_status
extra_account(struct extras *extras, const struct ft_plan_entry *entry,
    const struct ft_account *account, struct ft_error *err)
{
	const struct ft_plan_run *run = extras->run;
	bool top = strcmp(entry->parent, "root") == 0;
	/* what an account gets that is added without them */
	const struct ft_account fresh = { .description = entry->name,
		.organization = top ? entry->name : entry->parent };

	begin(extras, (struct ft_own){ .entity = FT_ENTITY_ACCOUNT,
			  .id = account->id,
			  .record = account });
	extras->assoc =
	    &run->book
		 ->assoc[run->roll.account_assoc[account - run->book->account]];
	give(extras, FT_ACCOUNT_flags, true);
	give(extras, FT_ACCOUNT_description,
	    *account->description == 0 ||
		gives(entry->line, FT_LOAD_DESCRIPTION));
	give(extras, FT_ACCOUNT_organization,
	    *account->organization == 0 ||
		is_usual_organization(run, account) ||
		gives(entry->line, FT_LOAD_ORGANIZATION));
	return find_extras(extras, &fresh, err);
}

static enum ft_status
extra_accounts(struct extras *extras, struct ft_error *err)
{
	struct ft_plan_run *run = extras->run;
	const struct ft_book *book = run->book;

	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];
		uint64_t at;

		if (entry->line->kind != FT_FLAT_ACCOUNT ||
		    !ft_map_get(&run->roll.account_at, entry->name, &at) ||
		    run->roll.account_assoc[at] == FT_PLAN_NONE ||
		    !run->in_scope[run->roll.account_assoc[at]])
			continue;
		FT_TRY(extra_account(extras, entry, &book->account[at], err));
	}
	return FT_OK;
}

/* ---- records of users ------------------------------------------------------- */

static enum ft_status
extra_user(struct extras *extras, const struct ft_plan_person *person,
    const struct ft_user *user, struct ft_error *err)
{
	static const struct ft_user fresh = { .admin_level = FT_ADMIN_NONE,
		.default_wckey = "" };

	begin(extras,
	    (struct ft_own){
		.entity = FT_ENTITY_USER, .id = user->id, .record = user });
	extras->name = user->name;
	/* outside of the scope a user may be somebody else's */
	extras->take = extras->take && !extras->run->options->scope;
	/* whoever is root stays what he is */
	give(extras, FT_USER_admin_level,
	    person->level || user->admin_level <= FT_ADMIN_NONE ||
		(extras->take && strcmp(user->name, "root") == 0));
	give(extras, FT_USER_default_wckey, person->wckey != NULL);
	return find_extras(extras, &fresh, err);
}

static enum ft_status
extra_users(struct extras *extras, struct ft_error *err)
{
	const struct ft_plan_run *run = extras->run;

	for (size_t i = 0; i < run->order.n_person; i++) {
		const struct ft_plan_person *person = &run->order.person[i];
		uint64_t at;

		if (ft_map_get(&run->roll.user_at, person->name, &at))
			FT_TRY(extra_user(
			    extras, person, &run->book->user[at], err));
	}
	return FT_OK;
}

/* ---- QOS -------------------------------------------------------------------- */

static enum ft_status
extra_qos(struct extras *extras, const struct ft_plan_quality *quality,
    const struct ft_qos *old, struct ft_error *err)
{
	struct ft_qos fresh = { .name = old->name };

	begin(extras, ft_own_qos(extras->run->book, old));
	extras->name = old->name;
	for (size_t i = 0; i < quality->n; i++)
		read_given(extras, quality->line[i]);
	ft_members_clear(FT_ENTITY_QOS, &fresh);
	return find_extras(extras, &fresh, err);
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
		status = extra_accounts(&extras, err);
	if (status == FT_OK)
		status = extra_users(&extras, err);
	if (status == FT_OK)
		status = extra_qoses(&extras, err);
	ft_admin_set_free(&extras.set);
	ft_str_free(&extras.text);
	return status;
}
