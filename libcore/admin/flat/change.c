/* Changes that a line of a dump makes to an existing object. */
#include "admin/flat/internal.h"
#include "admin/option/settings.h"
#include "admin/txn/internal.h"

static const char none[] = "(null)";

/* ---- settings ---- */

/* An existing object, and the settings of the line that differ from its own. */
struct diff {
	struct ft_loader *loader;
	struct ft_settings own;
	struct ft_admin_set changes;
};

static void
diff_free(struct diff *diff)
{
	ft_admin_set_free(&diff->changes);
}

/* sacctmgr prints shares as numbers, "parent" as well; those without effect as
 * the negative numbers that were given (tests/oracle/cases/t19-load-mistakes). */
static void
add_value(struct ft_str *str, const struct diff *diff,
    const struct ft_attr *attr, struct ft_attr_value value, bool idle)
{
	const struct ft_qos *qos;

	if (attr->type == FT_ATTR_SHARES) {
		ft_str_addf(str, "%" PRId64,
		    idle ? (int32_t)value.number : value.number);
		return;
	}
	if (attr->type == FT_ATTR_QOS) {
		qos = ft_admin_get_qos(
		    &diff->loader->admin->lookup, (uint32_t)value.number);
		value.text = qos ? qos->name : "";
	}
	ft_attr_setting(str, attr, value);
}

static void
report(const struct diff *diff, const struct ft_attr *attr,
    struct ft_str *before, struct ft_str *after)
{
	ft_loader_report(diff->loader, attr->loaded ? attr->loaded : attr->name,
	    ft_str_text(before), ft_str_text(after));
}

/* Report the member in row PLACE if it differs. */
static void
report_member(const struct diff *diff, size_t place)
{
	const struct ft_attr *attr = ft_attr_row(diff->own.entity, place);
	const struct ft_admin_set *changes = &diff->changes;
	struct ft_str before FT_CLEANUP(ft_str_free) = { 0 },
			     after FT_CLEANUP(ft_str_free) = { 0 };

	if (!ft_admin_set_has(changes, place))
		return;
	add_value(
	    &before, diff, attr, ft_attr_get(attr, diff->own.record), false);
	/* -1 clears: slurmdbd has 1 then */
	if (diff->loader->options->slurm && attr->type == FT_ATTR_SHARES &&
	    changes->clear >> place & 1)
		ft_str_add(&after, "-1");
	else
		add_value(&after, diff, attr, ft_admin_set_value(changes, attr),
		    changes->idle >> place & 1);
	/* records always have texts, be they empty */
	if (before.len == 0 && attr->entity == FT_ENTITY_ASSOC)
		ft_str_add(&before, none);
	report(diff, attr, &before, &after);
}

/* Store the changes of a record that has a name, and log them. */
static enum ft_status
put_record(
    struct diff *diff, union ft_entity_record *record, struct ft_error *err)
{
	struct ft_admin *admin = diff->loader->admin;
	struct ft_admin_item item = { .did = FT_DID_MODIFY,
		.entity = diff->own.entity,
		.id = record->named.id,
		.name = record->named.name,
		.cluster = "" };
	const struct ft_admin_result done = { .item = &item, .n = 1 };

	if (!diff->changes.has)
		return FT_OK;
	FT_TRY(ft_txn_set_records(admin, &done, &diff->changes, err));
	ft_admin_fill(record, &diff->changes);
	return FT_REG(admin, put, diff->own.entity, record, err);
}

enum ft_status
ft_loader_change_account(struct ft_loader *loader,
    const struct ft_loader_account *account, struct ft_error *err)
{
	union ft_entity_record record = { .account = *account->old };
	struct diff diff FT_CLEANUP(diff_free) = { .loader = loader,
		.own = { .entity = FT_ENTITY_ACCOUNT, .record = &record } };
	struct ft_admin_set line = { .entity = FT_ENTITY_ACCOUNT };

	ft_admin_set_text(
	    &line, FT_ACCOUNT_description, loader->word[FT_LOAD_DESCRIPTION]);
	ft_admin_set_text(
	    &line, FT_ACCOUNT_organization, loader->word[FT_LOAD_ORGANIZATION]);
	ft_settings_changes(&diff.own, &line, &diff.changes);
	ft_loader_report_on(loader, "Account", account->name);
	report_member(&diff, FT_ACCOUNT_description);
	report_member(&diff, FT_ACCOUNT_organization);
	return put_record(&diff, &record, err);
}

/* ---- users ---- */

static const char *
account_name(const struct ft_loader *loader, uint32_t id)
{
	const struct ft_account *account =
	    id ? ft_acctdb_account(loader->acctdb, id) : NULL;

	return account ? account->name : none;
}

enum ft_status
ft_loader_move_default(struct ft_loader *loader,
    const struct ft_loader_user *user, uint32_t account, struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .cluster = loader->cluster,
		.user = user->id };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	bool member = false;

	FT_TRY(ft_admin_each(loader->admin, &filter, &all, err));
	for (size_t i = 0; i < all.n; i++)
		member = member || all.item[i].account == account;
	for (size_t i = 0; member && i < all.n; i++) {
		struct ft_assoc *assoc = &all.item[i];
		bool is_default = assoc->account == account;

		if (assoc->is_default == is_default)
			continue;
		assoc->is_default = is_default;
		if (is_default)
			FT_TRY(ft_txn_default_assoc(loader->admin, assoc, err));
		FT_TRY(FT_PUT(loader->admin->reg, assoc, err));
	}
	return FT_OK;
}

static enum ft_status
change_default(
    struct ft_loader *loader, struct ft_loader_user *user, struct ft_error *err)
{
	const char *wanted = ft_loader_get(loader, FT_LOAD_DEFAULT_ACCOUNT);
	size_t at = ft_loader_find_account(loader, wanted);
	const char *old = account_name(loader, loader->load->cluster_new
						   ? user->before_clean
						   : user->default_account);

	if (*wanted == 0 || user->decided || strcmp(old, wanted) == 0 ||
	    (user->moves && loader->load->cluster_new))
		return FT_OK;
	user->decided = user->default_account != 0;
	/* sacctmgr asks at once, before it adds accounts and associations */
	user->moves = loader->load->cluster_new ||
		      !(user->decided && loader->options->slurm);
	ft_loader_report(loader, "Default Account", old, wanted);
	if (at == SIZE_MAX || loader->account[at].id == 0)
		return FT_OK;
	return ft_loader_move_default(
	    loader, user, loader->account[at].id, err);
}

static bool
is_coord(const struct ft_acctdb *acctdb, const struct ft_coord *coord)
{
	for (size_t i = 0; i < acctdb->n_coord; i++)
		if (acctdb->coord[i].account == coord->account &&
		    acctdb->coord[i].user == coord->user)
			return true;
	return false;
}

/* Returns whether USER coordinates any account. */
static bool
leads(const struct ft_acctdb *acctdb, uint32_t user)
{
	for (size_t i = 0; i < acctdb->n_coord; i++)
		if (acctdb->coord[i].user == user)
			return true;
	return false;
}

/* Make USER coordinator of ACCOUNT.  *made: false: he is, or it does not exist;
 * to sacctmgr any name is an account. */
static enum ft_status
add_coord(struct ft_loader *loader, const struct ft_loader_user *user,
    const char *account, bool *made, struct ft_error *err)
{
	struct ft_coord coord = { .user = user->id };
	uint64_t at;

	*made = loader->options->slurm;
	if (!ft_map_get_n(&loader->account_at, account, strlen(account), &at))
		return FT_OK;
	coord.account = loader->account[at].id;
	*made =
	    coord.account && !(user->old && is_coord(loader->acctdb, &coord));
	return *made ? FT_REG(loader->admin, add_coord, &coord, err) : FT_OK;
}

enum ft_status
ft_loader_add_coords(struct ft_loader *loader,
    const struct ft_loader_user *user, const char *list, struct ft_error *err)
{
	struct ft_str added FT_CLEANUP(ft_str_free) = { 0 };
	bool more = user->old && leads(loader->acctdb, user->id);
	struct ft_word word;

	while (ft_word_next(&list, ",", &word)) {
		const char *account;
		bool made;

		if (!word.len)
			continue;
		account =
		    ft_arena_strndup(&loader->load->arena, word.at, word.len);
		FT_TRY(add_coord(loader, user, account, &made, err));
		if (!made)
			continue;
		if (user->old && more)
			ft_loader_report(loader, "Coordinator", "", account);
		else if (user->old)
			ft_str_addf(
			    &added, "%s%s", added.len ? ", " : "", account);
		else
			FT_TRY(ft_txn_new_coord(
			    loader->admin, user->name, account, err));
	}
	if (added.len)
		ft_loader_report(
		    loader, "Coordinator", NULL, ft_str_text(&added));
	return FT_OK;
}

static enum ft_status
put_default_wckey(struct ft_loader *loader, const struct ft_loader_user *user,
    const char *name, struct ft_error *err)
{
	struct ft_user record;

	FT_TRY(FT_GET(loader->admin->reg, user->id, &record, err));
	if (*record.default_wckey)
		return FT_OK;
	record.default_wckey = name;
	return FT_PUT(loader->admin->reg, &record, err);
}

/* slurmdbd fails to add a user with a default wckey, and forgets what the load has
 * done before (case t03-wckeys). */
static bool
loses_wckeys(const struct ft_loader *loader)
{
	const struct ft_admin_load *load = loader->load;

	for (size_t i = 0; loader->options->slurm && i < load->n_user; i++)
		if (*load->user[i].default_wckey)
			return true;
	return false;
}

enum ft_status
ft_loader_add_wckeys(struct ft_loader *loader,
    const struct ft_loader_user *user, const char *list, struct ft_error *err)
{
	struct ft_str added FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_wckey wckey = { .cluster = loader->cluster,
		.user = user->id };
	const char *name, *last = NULL;
	struct ft_word word;
	bool more = false, lost = loses_wckeys(loader);

	for (size_t i = 0; *list && i < loader->acctdb->n_wckey; i++)
		more |= loader->acctdb->wckey[i].user == user->id &&
			loader->acctdb->wckey[i].cluster == loader->cluster;
	while (ft_word_next(&list, ",", &word)) {
		struct ft_wckey old;
		enum ft_status status;

		/* the last one of the same name counts */
		if (word.len == 0 || ft_list_holds(list, word))
			continue;
		name =
		    ft_arena_strndup(&loader->load->arena, word.at, word.len);
		wckey.name = name;
		old = wckey;
		status = FT_FIND(loader->admin->reg, &old, err);
		if (status == FT_OK)
			continue;
		if (status != FT_ENOENT)
			return status;
		if (!lost) {
			FT_TRY(
			    FT_ADD(loader->admin->reg, &wckey, &wckey.id, err));
			FT_TRY(ft_txn_new_wckey(
			    loader->admin, &wckey, user->name, !more, err));
		}
		if (user->old && more)
			ft_loader_report(loader, "WCKey", "", name);
		ft_str_addf(&added, "%s'%s'", added.len ? ", " : "", name);
		last = name;
	}
	if (last == NULL || more)
		return FT_OK;
	if (user->old)
		ft_loader_report(loader, "WCKey", NULL, ft_str_text(&added));
	return lost ? FT_OK : put_default_wckey(loader, user, last, err);
}

/* Returns whether USER has the wckey on the cluster. */
static bool
has_wckey(const struct ft_loader *loader, const struct ft_loader_user *user,
    const char *name)
{
	const struct ft_acctdb *acctdb = loader->acctdb;

	for (size_t i = 0; i < acctdb->n_wckey; i++)
		if (acctdb->wckey[i].user == user->id &&
		    acctdb->wckey[i].cluster == loader->cluster &&
		    strcmp(acctdb->wckey[i].name, name) == 0)
			return true;
	return false;
}

/* The record, which another line may have changed. */
static enum ft_status
change_record(struct ft_loader *loader, const struct ft_loader_user *user,
    struct ft_error *err)
{
	const char *wckey = ft_loader_get(loader, FT_LOAD_DEFAULT_WCKEY);
	enum ft_admin_level level =
	    ft_admin_level_find(ft_loader_get(loader, FT_LOAD_ADMIN_LEVEL));
	union ft_entity_record record;
	struct diff diff FT_CLEANUP(diff_free) = { .loader = loader,
		.own = { .entity = FT_ENTITY_USER, .record = &record } };
	struct ft_admin_set line = { .entity = FT_ENTITY_USER };

	if (*wckey)
		ft_admin_set_text(&line, FT_USER_default_wckey, wckey);
	if (level != FT_ADMIN_NOTSET && level != user->old->admin_level)
		ft_admin_set_number(&line, FT_USER_admin_level, level);
	if (!line.has)
		return FT_OK;
	FT_TRY(
	    FT_REG(loader->admin, get, FT_ENTITY_USER, user->id, &record, err));
	ft_settings_changes(&diff.own, &line, &diff.changes);
	report_member(&diff, FT_USER_default_wckey);
	report_member(&diff, FT_USER_admin_level);
	/* slurmdbd knows no default that the user does not have */
	if (loader->options->slurm && !has_wckey(loader, user, wckey))
		diff.changes.has &= ~(UINT64_C(1) << FT_USER_default_wckey);
	return put_record(&diff, &record, err);
}

enum ft_status
ft_loader_change_user(
    struct ft_loader *loader, struct ft_loader_user *user, struct ft_error *err)
{
	ft_loader_report_on(loader, "User", user->name);
	FT_TRY(change_default(loader, user, err));
	FT_TRY(change_record(loader, user, err));
	FT_TRY(ft_loader_add_coords(
	    loader, user, ft_loader_get(loader, FT_LOAD_COORDINATOR), err));
	return ft_loader_add_wckeys(
	    loader, user, ft_str_text(&loader->wckeys), err);
}

/* ---- associations ---- */

static void
add_pair(struct ft_str *str, uint32_t tres, uint64_t value)
{
	ft_str_addf(
	    str, "%s%" PRIu32 "=%" PRIu64, str->len ? "," : "", tres, value);
}

static void
add_old(
    struct ft_str *str, const struct ft_settings *own, enum ft_limit_kind kind)
{
	bool tres = ft_limit_infos[kind].type == FT_LIMIT_TRES;
	size_t first, n = ft_settings_limits(own, kind, &first);

	for (size_t i = first; tres && i < first + n; i++)
		add_pair(str, own->limit[i].tres, own->limit[i].value);
	if (n == 0)
		ft_str_add(str, tres ? none : "-1");
	else if (!tres)
		ft_str_addf(str, "%" PRIu64, own->limit[first].value);
}

/* The limit of SET that comes after TRES; NULL: none does. */
static const struct ft_admin_limit *
next_tres(
    const struct ft_admin_set *set, enum ft_limit_kind kind, uint32_t tres)
{
	const struct ft_admin_limit *next = NULL;

	for (size_t i = 0; i < set->n_limit; i++) {
		const struct ft_admin_limit *limit = &set->limit[i];

		if (limit->kind == kind && limit->tres > tres &&
		    (next == NULL || limit->tres < next->tres))
			next = limit;
	}
	return next;
}

static void
add_new(
    struct ft_str *str, const struct ft_admin_set *set, enum ft_limit_kind kind)
{
	const struct ft_admin_limit *limit = NULL;

	if (ft_limit_infos[kind].type == FT_LIMIT_TRES) {
		while ((limit = next_tres(set, kind, limit ? limit->tres : 0)))
			add_pair(str, limit->tres,
			    limit->clear ? UINT64_MAX : limit->value);
		return;
	}
	for (size_t i = 0; i < set->n_limit; i++) {
		limit = &set->limit[i];
		if (limit->kind != kind)
			continue;
		if (limit->clear)
			ft_str_add(str, "-1");
		else
			ft_str_addf(str, "%" PRIu64, limit->value);
	}
}

/* In the order sacctmgr compares.  It compares the text of TRES: a line with fewer
 * of them, or with one that is cleared, is a change (case t18-dump). */
static void
report_limits(const struct diff *diff)
{
	const struct ft_attr *attr;

	for (unsigned place = 1;
	     diff->loader->set.n_limit &&
	     (attr = ft_attr_dumped(FT_ENTITY_ASSOC, place));
	     place++) {
		struct ft_str before FT_CLEANUP(ft_str_free) = { 0 },
				     after FT_CLEANUP(ft_str_free) = { 0 };
		bool text = diff->loader->options->slurm &&
			    ft_limit_infos[attr->limit].type == FT_LIMIT_TRES;

		add_new(&after, text ? &diff->loader->set : &diff->changes,
		    attr->limit);
		if (after.len == 0)
			continue;
		add_old(&before, &diff->own, attr->limit);
		if (!text ||
		    strcmp(ft_str_text(&before), ft_str_text(&after)) != 0)
			report(diff, attr, &before, &after);
	}
}

/* Report the elements of the file's list that are not in the store's, sorted.  To
 * sacctmgr they are the whole new list. */
static void
report_list(struct diff *diff)
{
	struct ft_loader *loader = diff->loader;
	struct ft_admin_qoslist *list = &diff->changes.list;
	const char **name FT_CLEANUP(ft_free_at) =
	    ft_calloc(list->n + 1, sizeof *name);
	struct ft_arena *arena = &loader->load->arena;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&loader->admin->lookup, list->item[i].qos);

		if (!qos || ft_settings_has_ref(&diff->own, &list->item[i]))
			continue;
		name[n] = qos->name;
		if (list->item[i].op != '=') { /* + or - is part of it */
			ft_str_clear(&text);
			ft_str_addf(&text, "%c%s", list->item[i].op, name[n]);
			name[n] = ft_arena_strdup(arena, ft_str_text(&text));
		}
		if (loader->options->slurm)
			list->item[n] = list->item[i];
		n++;
	}
	if (loader->options->slurm)
		list->n = n;
	/* sacctmgr ignores additional elements in the store's list */
	list->given = list->given && (n || !loader->options->slurm);
	if (!list->given)
		return;
	if (n)
		qsort(name, n, sizeof *name, ft_by_text);
	ft_str_clear(&text);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&text, "%s%s", i ? "," : "", name[i]);
	ft_loader_report(loader, "QOS", NULL, ft_str_text(&text));
}

/* Drop what sacctmgr did not change at first. */
static void
ignore(struct ft_admin_set *set)
{
	size_t n = 0;

	set->has &= ~(UINT64_C(1) << FT_ASSOC_default_qos);
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind != FT_LIMIT_MIN_PRIO)
			set->limit[n++] = set->limit[i];
	set->n_limit = n;
}

/* Returns whether ACCOUNT was below ASSOC, or it itself. */
static bool
is_below(const struct ft_loader *loader, uint32_t account, uint32_t assoc)
{
	const struct ft_assoc *at;

	while (account && account != assoc) {
		at = ft_acctdb_assoc(loader->acctdb, account);
		account = at ? at->parent : 0;
	}
	return account == assoc;
}

/* Move an account below its parent in the file. */
static bool
change_parent(struct ft_loader *loader, struct ft_assoc *assoc)
{
	const struct ft_loader_account *parent =
	    &loader->account[loader->parent];
	const struct ft_assoc *old;

	if (assoc->user || assoc->parent == 0 || !loader->have_parent ||
	    parent->assoc == assoc->parent ||
	    (parent->assoc == 0 && loader->options->slurm))
		return false;
	old = ft_acctdb_assoc(loader->acctdb, assoc->parent);
	ft_loader_report(loader, "Parent",
	    old ? account_name(loader, old->account) : none, parent->name);
	/* slurmdbd does not */
	if (loader->options->slurm &&
	    is_below(loader, parent->assoc, assoc->id))
		return false;
	*ft_vec_add(loader->moved, loader->n_moved, loader->cap_moved) =
	    assoc->id;
	if (parent->assoc == 0) {
		*ft_vec_add(loader->move, loader->n_move, loader->cap_move) =
		    (struct ft_loader_move){ assoc->id, loader->parent };
		return false;
	}
	assoc->parent = parent->assoc;
	return true;
}

enum ft_status
ft_loader_change_assoc(struct ft_loader *loader, const char *type,
    const char *name, const struct ft_assoc *old, struct ft_error *err)
{
	struct ft_admin *admin = loader->admin;
	struct ft_assoc changed = *old, now;
	struct diff diff FT_CLEANUP(diff_free) = { .loader = loader,
		.own = ft_settings_find_assoc(loader->acctdb, old) };
	struct ft_admin_set *changes = &diff.changes, put;
	bool moves;

	if (loader->options->slurm &&
	    !ft_release_has(admin->release, FT_RULE_LOAD_DEFAULT_QOS))
		ignore(&loader->set);
	ft_settings_changes(&diff.own, &loader->set, changes);
	ft_loader_report_on(loader, type, name);
	report_member(&diff, FT_ASSOC_comment);
	report_member(&diff, FT_ASSOC_shares);
	report_limits(&diff);
	report_member(&diff, FT_ASSOC_default_qos);
	report_list(&diff);
	changes->has &= ~changes->idle;
	put = *changes;
	if (put.n_limit) { /* all: another line may have set the rest */
		put.limit = loader->set.limit;
		put.n_limit = loader->set.n_limit;
	}
	/* sacctmgr adds QOS+= to the list that is there */
	FT_TRY(ft_admin_put_set(
	    admin, old->id, &put, !loader->options->slurm, err));
	moves = change_parent(loader, &changed);
	if (moves)
		FT_TRY(ft_admin_new_batch(admin, err));
	FT_TRY(ft_txn_set_assocs(admin, &changed, 1, changes, err));
	if (!moves && !changes->has)
		return FT_OK;
	/* the line may have moved the default account */
	FT_TRY(FT_GET(admin->reg, old->id, &now, err));
	changed.is_default = now.is_default;
	ft_admin_fill(&changed, changes);
	return FT_PUT(admin->reg, &changed, err);
}

/* ---- QOS ---- */

/* The names of a list of QOS, sorted by number. */
static void
add_names(struct ft_str *str, const struct diff *diff,
    const struct ft_qosref *ref, size_t n)
{
	const struct ft_admin_lookup *lookup = &diff->loader->admin->lookup;

	for (size_t q = 0; q < lookup->n_qos; q++)
		for (size_t i = 0; i < n; i++)
			if (ref[i].qos == lookup->qos[q].id)
				ft_str_addf(str, "%s%s", str->len ? "," : "",
				    lookup->qos[q].name);
}

static void
describe_qos(const struct diff *diff, const struct ft_attr *attr,
    const struct ft_admin_set *set, struct ft_str *before, struct ft_str *after)
{
	size_t n;
	const struct ft_attr *member = ft_members(FT_ENTITY_QOS, &n);

	if (attr->type == FT_ATTR_LIMIT) {
		add_new(after, set, attr->limit);
		if (after->len)
			add_old(before, &diff->own, attr->limit);
	} else if (attr->type == FT_ATTR_QOS_LIST) {
		if (!set->list.given)
			return;
		add_names(before, diff, diff->own.ref, diff->own.n_ref);
		for (size_t i = 0; i < set->list.n; i++) {
			const struct ft_qosref one = {
				.qos = set->list.item[i].qos
			};

			add_names(after, diff, &one, 1);
		}
	} else if (ft_admin_set_has(set, (size_t)(attr - member))) {
		ft_flat_add_value(
		    before, attr, ft_attr_get(attr, diff->own.record));
		ft_flat_add_value(after, attr, ft_admin_set_value(set, attr));
	}
}

bool
ft_loader_report_qos(struct ft_loader *loader, const struct ft_qos *qos,
    const struct ft_admin_set *set)
{
	struct diff diff = { .loader = loader,
		.own = ft_settings_of_qos(loader->acctdb, qos) };
	const struct ft_attr *attr;
	size_t n = loader->load->n_change;

	ft_loader_report_on(loader, "QOS", qos->name);
	for (unsigned at = 1; (attr = ft_attr_dumped(FT_ENTITY_QOS, at));
	     at++) {
		struct ft_str before FT_CLEANUP(ft_str_free) = { 0 },
				     after FT_CLEANUP(ft_str_free) = { 0 };

		describe_qos(&diff, attr, set, &before, &after);
		if (strcmp(ft_str_text(&before), ft_str_text(&after)) != 0)
			ft_loader_report(loader, attr->name,
			    ft_str_text(&before), ft_str_text(&after));
	}
	return loader->load->n_change > n;
}
