/* Settings that the objects of the file have and the file does not mention:
 * listed, or with exact reset. */
#include "admin/option/settings.h"
#include "admin/plan/private.h"

/* The object being compared. */
struct diff {
	struct ft_plan_run *run;
	const char *name;             /* of a user or QOS */
	const struct ft_assoc *assoc; /* itself, or that of an account */
	struct ft_settings own;       /* what the store has */
	struct ft_admin_set set;      /* what the lines give */
	bool reset;                   /* what is unmanaged; else list it */
	struct ft_str text;           /* scratch */
};

/* ---- listing ---------------------------------------------------------------- */

static const char *
subject_of(const struct diff *diff)
{
	if (diff->own.entity == FT_ENTITY_QOS)
		return ft_plan_name_subject(diff->run, "qos", diff->name);
	if (diff->own.entity == FT_ENTITY_USER)
		return ft_plan_name_subject(diff->run, "user", diff->name);
	return ft_plan_subject(diff->run, diff->assoc);
}

/* List the setting NAME of SUBJECT, with the text that was made of it. */
static void
list_one(struct diff *diff, const char *subject, const char *name)
{
	ft_plan_add_unmanaged(diff->run, subject,
	    ft_loader_lower(&diff->run->result->arena, name),
	    ft_str_text(&diff->text));
	ft_str_clear(&diff->text);
}

static void
list_member(struct diff *diff, const char *subject, const struct ft_attr *attr)
{
	struct ft_attr_value value = ft_attr_get(attr, diff->own.record);
	const struct ft_qos *qos =
	    attr->type == FT_ATTR_QOS
		? ft_admin_get_qos(
		      &diff->run->admin->lookup, (uint32_t)value.number)
		: NULL;

	if (qos)
		value.text = qos->name;
	ft_attr_setting(&diff->text, attr, value);
	list_one(diff, subject, attr->name);
}

static void
add_limit(struct diff *diff, const struct ft_admin_limit *limit)
{
	struct ft_tres_amount amount = { .id = limit->tres,
		.value = limit->value };

	if (ft_limit_infos[limit->kind].type != FT_LIMIT_TRES) {
		ft_str_addf(&diff->text, "%" PRIu64, limit->value);
		return;
	}
	if (diff->text.len)
		ft_str_add_char(&diff->text, ',');
	ft_tres_format(&diff->text, &diff->run->admin->lookup.tres, &amount, 1,
	    FT_TRES_UNITS);
}

static void
list_refs(struct diff *diff, const char *subject)
{
	const struct ft_settings *own = &diff->own;

	for (size_t i = 0; i < own->n_ref; i++) {
		const struct ft_qos *qos = ft_admin_get_qos(
		    &diff->run->admin->lookup, own->ref[i].qos);

		if (qos == NULL)
			continue;
		if (diff->text.len)
			ft_str_add_char(&diff->text, ',');
		if (own->ref[i].op != '=')
			ft_str_add_char(&diff->text, own->ref[i].op);
		ft_str_add(&diff->text, qos->name);
	}
	list_one(diff, subject,
	    own->entity == FT_ENTITY_QOS ? "Preempt" : "QosLevel");
}

/* Members, limits with all of their TRES at once, the list. */
static void
list_all(struct diff *diff, const struct ft_admin_set *unmanaged)
{
	const char *subject = subject_of(diff);
	const struct ft_admin_limit *limit = unmanaged->limit;
	size_t n;
	const struct ft_attr *attr = ft_members(diff->own.entity, &n);

	for (size_t at = 0; at < n; at++)
		if (ft_admin_set_has(unmanaged, at))
			list_member(diff, subject, &attr[at]);
	for (size_t i = 0; i < unmanaged->n_limit; i++) {
		add_limit(diff, &limit[i]);
		if (diff->text.len && (i + 1 == unmanaged->n_limit ||
					  limit[i + 1].kind != limit[i].kind))
			list_one(
			    diff, subject, ft_limit_infos[limit[i].kind].name);
	}
	if (unmanaged->list.given)
		list_refs(diff, subject);
}

/* ---- resetting -------------------------------------------------------------- */

static enum ft_status
reset_all(const struct diff *diff, const struct ft_admin_set *unmanaged,
    struct ft_error *err)
{
	struct ft_admin *admin = diff->run->admin;
	const struct ft_settings *own = &diff->own;
	union ft_entity_record record;

	if (unmanaged->has) {
		FT_TRY(FT_REG(admin, get, own->entity, own->id, &record, err));
		ft_admin_fill(&record, unmanaged);
		FT_TRY(FT_REG(admin, put, own->entity, &record, err));
	}
	return ft_admin_put_set(admin, own->id, unmanaged, true, err);
}

/* The settings of OWN that SET does not give; FRESH: a record with defaults. */
static enum ft_status
find_unmanaged(struct diff *diff, const void *fresh, struct ft_error *err)
{
	struct ft_admin_set unmanaged FT_CLEANUP(ft_admin_set_free);

	ft_settings_unmanaged(&diff->own, &diff->set, fresh, &unmanaged);
	if (ft_admin_set_is_idle(&unmanaged))
		return FT_OK;
	if (diff->reset)
		return reset_all(diff, &unmanaged, err);
	list_all(diff, &unmanaged);
	return FT_OK;
}

/* ---- what lines give -------------------------------------------------------- */

/* Begin to compare OWN; no line has given any setting yet. */
static void
begin(struct diff *diff, struct ft_settings own)
{
	diff->own = own;
	diff->reset = diff->run->options->exact;
	ft_admin_set_free(&diff->set);
	ft_admin_set_init(&diff->set, own.entity);
}

/* Mark the member in row PLACE as given if IS. */
static void
mark_given(struct diff *diff, size_t place, bool is)
{
	diff->set.has |= (uint64_t)is << place;
}

/* The settings of LINE; the loader has read them, so they are good. */
static void
read_given(struct diff *diff, const struct ft_flat_line *line)
{
	const struct ft_admin_lookup *lookup = &diff->run->admin->lookup;
	struct ft_error err;

	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_attr *attr =
		    ft_attr_find(diff->set.entity, ft_word_of(option->key));

		if (attr && *option->value)
			(void)ft_admin_set_option(&diff->set, attr, lookup,
			    (struct ft_admin_words){ '=', option->value },
			    &err);
	}
}

/* ---- associations ----------------------------------------------------------- */

static const struct ft_flat_line *
line_of(const struct ft_plan_run *run, size_t i)
{
	if (i == run->directory.root)
		return run->order.cluster_line;
	return run->entry[i] == FT_PLAN_NONE
		   ? NULL
		   : run->order.entry[run->entry[i]].line;
}

/* Shortcut: the line gives only shares, and the association has nothing else. */
static bool
is_plain(const struct ft_settings *own, const struct ft_flat_line *line)
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
compare_assocs(struct diff *diff, struct ft_error *err)
{
	struct ft_plan_run *run = diff->run;
	const struct ft_acctdb *acctdb = run->acctdb;
	const struct ft_settings fresh = ft_settings_of_new_assoc(acctdb);

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_flat_line *line = line_of(run, i);
		struct ft_settings own;

		if (assoc->cluster != run->directory.cluster ||
		    assoc->deleted || !run->in_scope[i] || line == NULL)
			continue;
		own = ft_settings_find_assoc(acctdb, assoc);
		if (ft_settings_same(&own, &fresh) || is_plain(&own, line))
			continue;
		begin(diff, own);
		diff->assoc = assoc;
		read_given(diff, line);
		FT_TRY(find_unmanaged(diff, fresh.record, err));
	}
	return FT_OK;
}

/* ---- records of accounts ---------------------------------------------------- */

static bool
gives(const struct ft_flat_line *line, enum ft_loader_word word)
{
	for (uint32_t i = 0; i < line->n_option; i++)
		if (*line->option[i].value &&
		    ft_loader_find_word(line->option[i].key) == word)
			return true;
	return false;
}

/* Whether it is the default of an account that was added at this place. */
static bool
is_usual_organization(
    const struct ft_plan_run *run, const struct ft_account *account)
{
	const struct ft_acctdb *acctdb = run->acctdb;
	const struct ft_assoc *assoc =
	    &acctdb->assoc[run->directory
			       .account_assoc[account - acctdb->account]];
	const struct ft_assoc *parent = ft_acctdb_assoc(acctdb, assoc->parent);
	const struct ft_account *above =
	    parent ? ft_acctdb_account(acctdb, parent->account) : NULL;

	return strcmp(account->organization, account->name) == 0 ||
	       (above && strcmp(account->organization, above->name) == 0);
}

static enum ft_status
compare_account(struct diff *diff, const struct ft_plan_entry *entry,
    const struct ft_account *account, struct ft_error *err)
{
	const struct ft_plan_run *run = diff->run;
	bool top = strcmp(entry->parent, "root") == 0;
	/* what an account gets that is added without them */
	const struct ft_account fresh = { .description = entry->name,
		.organization = top ? entry->name : entry->parent };

	begin(diff, (struct ft_settings){ .entity = FT_ENTITY_ACCOUNT,
			.id = account->id,
			.record = account });
	diff->assoc =
	    &run->acctdb->assoc
		 [run->directory.account_assoc[account - run->acctdb->account]];
	mark_given(diff, FT_ACCOUNT_flags, true);
	mark_given(diff, FT_ACCOUNT_description,
	    *account->description == 0 ||
		gives(entry->line, FT_LOAD_DESCRIPTION));
	mark_given(diff, FT_ACCOUNT_organization,
	    *account->organization == 0 ||
		is_usual_organization(run, account) ||
		gives(entry->line, FT_LOAD_ORGANIZATION));
	return find_unmanaged(diff, &fresh, err);
}

static enum ft_status
compare_accounts(struct diff *diff, struct ft_error *err)
{
	struct ft_plan_run *run = diff->run;
	const struct ft_acctdb *acctdb = run->acctdb;

	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];
		uint64_t at;

		if (entry->line->kind != FT_FLAT_ACCOUNT ||
		    !ft_map_get(&run->directory.account_at, entry->name, &at) ||
		    run->directory.account_assoc[at] == FT_PLAN_NONE ||
		    !run->in_scope[run->directory.account_assoc[at]])
			continue;
		FT_TRY(compare_account(diff, entry, &acctdb->account[at], err));
	}
	return FT_OK;
}

/* ---- records of users ------------------------------------------------------- */

static enum ft_status
compare_user(struct diff *diff, const struct ft_plan_person *person,
    const struct ft_user *user, struct ft_error *err)
{
	static const struct ft_user fresh = { .admin_level = FT_ADMIN_NONE,
		.default_wckey = "" };

	begin(diff,
	    (struct ft_settings){
		.entity = FT_ENTITY_USER, .id = user->id, .record = user });
	diff->name = user->name;
	/* outside of the scope a user may be somebody else's */
	diff->reset = diff->reset && !diff->run->options->scope;
	/* the user root keeps its level */
	mark_given(diff, FT_USER_admin_level,
	    person->level || user->admin_level <= FT_ADMIN_NONE ||
		(diff->reset && strcmp(user->name, "root") == 0));
	mark_given(diff, FT_USER_default_wckey, person->wckey != NULL);
	return find_unmanaged(diff, &fresh, err);
}

static enum ft_status
compare_users(struct diff *diff, struct ft_error *err)
{
	const struct ft_plan_run *run = diff->run;

	for (size_t i = 0; i < run->order.n_person; i++) {
		const struct ft_plan_person *person = &run->order.person[i];

		if (person->user != FT_PLAN_NONE)
			FT_TRY(compare_user(diff, person,
			    &run->acctdb->user[person->user], err));
	}
	return FT_OK;
}

/* ---- QOS -------------------------------------------------------------------- */

static enum ft_status
compare_qos(struct diff *diff, const struct ft_plan_qos_lines *lines,
    const struct ft_qos *old, struct ft_error *err)
{
	struct ft_qos fresh = { .name = old->name };

	begin(diff, ft_settings_of_qos(diff->run->acctdb, old));
	diff->name = old->name;
	for (size_t i = 0; i < lines->n; i++)
		read_given(diff, lines->line[i]);
	ft_members_clear(FT_ENTITY_QOS, &fresh);
	return find_unmanaged(diff, &fresh, err);
}

static enum ft_status
compare_qoses(struct diff *diff, struct ft_error *err)
{
	struct ft_plan_run *run = diff->run;

	if (run->options->scope)
		return FT_OK;
	for (size_t i = 0; i < run->order.n_qos_lines; i++) {
		const struct ft_plan_qos_lines *lines =
		    &run->order.qos_lines[i];
		const struct ft_qos *old =
		    ft_acctdb_find_qos(run->acctdb, lines->name);

		if (old && !old->deleted)
			FT_TRY(compare_qos(diff, lines, old, err));
	}
	return run->options->exact ? ft_admin_relookup(run->admin, err) : FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

enum ft_status
ft_plan_list_unmanaged(struct ft_plan_run *run, struct ft_error *err)
{
	struct diff diff = { .run = run };
	enum ft_status status;

	ft_admin_set_init(&diff.set, FT_ENTITY_ASSOC);
	status = compare_assocs(&diff, err);
	if (status == FT_OK)
		status = compare_accounts(&diff, err);
	if (status == FT_OK)
		status = compare_users(&diff, err);
	if (status == FT_OK)
		status = compare_qoses(&diff, err);
	ft_admin_set_free(&diff.set);
	ft_str_free(&diff.text);
	return status;
}
