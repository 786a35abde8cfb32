/* What a flat file changes about objects that exist. */
#include "admin/load/internal.h"
#include "admin/option/own.h"
#include "admin/txn/internal.h"

static const char none[] = "(null)";

/* ---- records ---- */

/* Put NEW, if it is given, in place of *text; returns whether that differs. */
static bool
change_text(
    struct ft_plan *plan, const char *what, const char **text, const char *new)
{
	if (new == NULL || strcmp(new, *text) == 0)
		return false;
	ft_plan_tell(plan, what, *text, new);
	*text = new;
	return true;
}

/* Note that the record ID, called NAME, of SAID's entity is set. */
static enum ft_status
note_record(struct ft_plan *plan, uint32_t id, const char *name,
    const struct ft_admin_set *said, struct ft_error *err)
{
	struct ft_admin_item item = { .did = FT_DID_MODIFY,
		.entity = said->entity,
		.id = id,
		.name = name,
		.cluster = "" };
	const struct ft_admin_result done = { .item = &item, .n = 1 };

	return ft_txn_set_records(plan->admin, &done, said, err);
}

enum ft_status
ft_plan_change_account(struct ft_plan *plan,
    const struct ft_plan_account *account, struct ft_error *err)
{
	struct ft_account changed = *account->old;
	struct ft_admin_set said = { .entity = FT_ENTITY_ACCOUNT };

	ft_plan_about(plan, "Account", account->name);
	if (change_text(plan, "description", &changed.description,
		plan->word[FT_LOAD_DESCRIPTION]))
		ft_admin_set_text(
		    &said, FT_ACCOUNT_description, changed.description);
	if (change_text(plan, "organization", &changed.organization,
		plan->word[FT_LOAD_ORGANIZATION]))
		ft_admin_set_text(
		    &said, FT_ACCOUNT_organization, changed.organization);
	if (!said.has)
		return FT_OK;
	FT_TRY(note_record(plan, changed.id, changed.name, &said, err));
	return FT_PUT(plan->admin->reg, &changed, err);
}

struct move {
	struct ft_plan *plan;
	uint32_t account;
	bool member;
};

static enum ft_status
see_member(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct move *move = ctx;

	(void)err;
	move->member = move->member || assoc->account == move->account;
	return FT_OK;
}

static enum ft_status
move_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct move *move = ctx;
	struct ft_assoc changed = *assoc;

	changed.is_default = assoc->account == move->account;
	if (changed.is_default == assoc->is_default)
		return FT_OK;
	if (changed.is_default)
		FT_TRY(ft_txn_default_assoc(move->plan->admin, assoc, err));
	return FT_PUT(move->plan->admin->reg, &changed, err);
}

static const char *
account_name(const struct ft_plan *plan, uint32_t id)
{
	const struct ft_account *account =
	    id ? ft_book_account(plan->book, id) : NULL;

	return account ? account->name : none;
}

enum ft_status
ft_plan_move_default(struct ft_plan *plan, const struct ft_plan_user *user,
    uint32_t account, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .cluster = plan->cluster,
		.user = user->id };
	struct move move = { .plan = plan, .account = account };

	FT_TRY(
	    FT_REG(plan->admin, each_assoc, &filter, see_member, &move, err));
	if (!move.member)
		return FT_OK;
	return FT_REG(
	    plan->admin, each_assoc, &filter, move_default, &move, err);
}

static enum ft_status
change_default(
    struct ft_plan *plan, struct ft_plan_user *user, struct ft_error *err)
{
	const char *wanted = ft_plan_word(plan, FT_LOAD_DEFAULT_ACCOUNT);
	size_t at = ft_plan_find_account(plan, wanted);
	const char *old = account_name(plan, user->default_account);

	if (*wanted == 0 || user->settled || strcmp(old, wanted) == 0)
		return FT_OK;
	user->settled = user->default_account != 0;
	user->moves = true;
	ft_plan_tell(plan, "Default Account", old, wanted);
	if (at == SIZE_MAX || plan->account[at].id == 0)
		return FT_OK;
	return ft_plan_move_default(plan, user, plan->account[at].id, err);
}

static bool
is_coord(const struct ft_book *book, const struct ft_coord *coord)
{
	for (size_t i = 0; i < book->n_coord; i++)
		if (book->coord[i].account == coord->account &&
		    book->coord[i].user == coord->user)
			return true;
	return false;
}

static enum ft_status
add_coord(struct ft_plan *plan, const struct ft_plan_user *user,
    const struct ft_plan_account *account, struct ft_error *err)
{
	const struct ft_coord coord = { account->id, user->id };

	if (user->old && is_coord(plan->book, &coord))
		return FT_OK;
	FT_TRY(FT_REG(plan->admin, add_coord, &coord, err));
	if (user->old == NULL)
		return ft_txn_new_coord(
		    plan->admin, user->name, account->name, err);
	ft_plan_tell(plan, "Coordinator", NULL, account->name);
	return FT_OK;
}

enum ft_status
ft_plan_add_coords(struct ft_plan *plan, const struct ft_plan_user *user,
    const char *list, struct ft_error *err)
{
	while (*list) {
		size_t len = strcspn(list, ",");
		uint64_t at;

		if (len && ft_map_get_n(&plan->account_at, list, len, &at) &&
		    plan->account[at].id)
			FT_TRY(add_coord(plan, user, &plan->account[at], err));
		list += len;
		list += *list == ',';
	}
	return FT_OK;
}

/* sacctmgr passes over it. */
static enum ft_status
change_wckey(struct ft_plan *plan, const struct ft_plan_user *user,
    const char *wckey, struct ft_error *err)
{
	struct ft_user changed;

	FT_TRY(FT_GET(plan->admin->reg, user->id, &changed, err));
	if (strcmp(wckey, changed.default_wckey) == 0)
		return FT_OK;
	ft_plan_tell(plan, "Default WCKey",
	    *changed.default_wckey ? changed.default_wckey : none, wckey)
	    ->ours = true;
	changed.default_wckey = wckey;
	return FT_PUT(plan->admin->reg, &changed, err);
}

static enum ft_status
change_level(struct ft_plan *plan, const struct ft_plan_user *user,
    enum ft_admin_level level, struct ft_error *err)
{
	const struct ft_wordset_word *name = ft_admin_level_words.word;
	struct ft_admin_set said = { .entity = FT_ENTITY_USER };
	struct ft_user changed;

	FT_TRY(FT_GET(plan->admin->reg, user->id, &changed, err));
	if (level == changed.admin_level)
		return FT_OK; /* another line said so */
	ft_plan_tell(plan, "Admin Level", name[changed.admin_level].name,
	    name[level].name);
	changed.admin_level = level;
	ft_admin_set_number(&said, FT_USER_admin_level, level);
	FT_TRY(note_record(plan, user->id, user->name, &said, err));
	return FT_PUT(plan->admin->reg, &changed, err);
}

enum ft_status
ft_plan_change_user(
    struct ft_plan *plan, struct ft_plan_user *user, struct ft_error *err)
{
	const char *wckey = ft_plan_word(plan, FT_LOAD_DEFAULT_WCKEY);
	enum ft_admin_level level =
	    ft_admin_level_find(ft_plan_word(plan, FT_LOAD_ADMIN_LEVEL));

	ft_plan_about(plan, "User", user->name);
	FT_TRY(change_default(plan, user, err));
	FT_TRY(ft_plan_add_coords(
	    plan, user, ft_plan_word(plan, FT_LOAD_COORDINATOR), err));
	if (*wckey && !plan->options->slurm)
		FT_TRY(change_wckey(plan, user, wckey, err));
	return level == FT_ADMIN_NOTSET || level == user->old->admin_level
		   ? FT_OK
		   : change_level(plan, user, level, err);
}

/* ---- associations ---- */

static void
add_pair(struct ft_str *str, uint32_t tres, uint64_t value)
{
	ft_str_addf(
	    str, "%s%" PRIu32 "=%" PRIu64, str->len ? "," : "", tres, value);
}

static void
add_old(struct ft_str *str, const struct ft_own *own, enum ft_limit_kind kind)
{
	bool tres = ft_limit_infos[kind].type == FT_LIMIT_TRES;
	size_t first, n = ft_own_limits(own, kind, &first);

	for (size_t i = first; tres && i < first + n; i++)
		add_pair(str, own->limit[i].tres, own->limit[i].value);
	if (n == 0)
		ft_str_add(str, tres ? none : "-1");
	else if (!tres)
		ft_str_addf(str, "%" PRIu64, own->limit[first].value);
}

static void
add_new(
    struct ft_str *str, const struct ft_admin_set *set, enum ft_limit_kind kind)
{
	for (size_t i = 0; i < set->n_limit; i++) {
		const struct ft_admin_limit *limit = &set->limit[i];

		if (limit->kind != kind)
			continue;
		if (ft_limit_infos[kind].type == FT_LIMIT_TRES)
			add_pair(str, limit->tres, limit->value);
		else if (limit->clear)
			ft_str_add(str, "-1");
		else
			ft_str_addf(str, "%" PRIu64, limit->value);
	}
}

static bool
limit_differs(const struct ft_admin_set *set, const struct ft_own *own,
    enum ft_limit_kind kind)
{
	for (size_t i = 0; i < set->n_limit; i++) {
		const struct ft_admin_limit *limit = &set->limit[i];
		const struct ft_limit *was =
		    ft_own_limit(own, kind, limit->tres);

		if (limit->kind == kind &&
		    (limit->clear ? was != NULL
				  : was == NULL || was->value != limit->value))
			return true;
	}
	return false;
}

/* SAID gets what the line sets of KIND: only what differs is noted. */
static void
note_limits(struct ft_admin_set *said, const struct ft_admin_set *set,
    enum ft_limit_kind kind)
{
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind == kind)
			said->limit[said->n_limit++] = set->limit[i];
}

static void
change_limit(struct ft_plan *plan, const struct ft_own *own,
    const struct ft_attr *attr, struct ft_admin_set *said)
{
	struct ft_str before FT_CLEANUP(ft_str_free) = { 0 },
			     after FT_CLEANUP(ft_str_free) = { 0 };

	note_limits(said, &plan->set, attr->limit);
	add_old(&before, own, attr->limit);
	add_new(&after, &plan->set, attr->limit);
	/* sacctmgr passes over the threshold */
	ft_plan_tell(plan, attr->loaded ? attr->loaded : attr->name,
	    ft_str_text(&before), ft_str_text(&after))
	    ->ours = attr->limit == FT_LIMIT_MIN_PRIO;
}

/* In the order sacctmgr compares. */
static enum ft_status
change_limits(struct ft_plan *plan, const struct ft_own *own,
    struct ft_admin_set *said, struct ft_error *err)
{
	const struct ft_admin_set limits = { .entity = FT_ENTITY_ASSOC,
		.limit = plan->set.limit,
		.n_limit = plan->set.n_limit };
	const struct ft_attr *attr;

	if (limits.n_limit == 0)
		return FT_OK;
	said->limit = ft_arena_calloc(
	    &plan->load->arena, plan->set.n_limit, sizeof *said->limit);
	for (unsigned place = 1;
	     (attr = ft_attr_dumped(FT_ENTITY_ASSOC, place)); place++)
		if (limit_differs(&plan->set, own, attr->limit))
			change_limit(plan, own, attr, said);
	if (said->n_limit == 0)
		return FT_OK;
	return ft_admin_put_set(plan->admin, own->id, &limits, false, err);
}

/* Names of the file's elements that the store's list has not, sorted. */
static size_t
missing_qos(
    const struct ft_plan *plan, const struct ft_own *own, const char **name)
{
	const struct ft_admin_qoslist *list = &plan->set.list;
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&plan->admin->lookup, list->item[i].qos);
		bool there = false;

		for (size_t j = 0; j < own->n_ref; j++)
			there =
			    there || (own->ref[j].qos == list->item[i].qos &&
					 own->ref[j].op == list->item[i].op);
		if (!there && qos)
			name[n++] = qos->name;
	}
	if (n)
		qsort(name, n, sizeof *name, ft_by_text);
	return n;
}

static enum ft_status
change_qos(struct ft_plan *plan, const struct ft_own *own,
    struct ft_admin_set *said, struct ft_error *err)
{
	const struct ft_admin_qoslist *list = &plan->set.list;
	const struct ft_admin_set fresh = { .entity = FT_ENTITY_ASSOC,
		.list = *list };
	const char **missing;
	struct ft_str text = { 0 };
	size_t n;

	if (!list->given || list->n == 0)
		return FT_OK;
	missing =
	    ft_arena_calloc(&plan->load->arena, list->n + 1, sizeof *missing);
	n = missing_qos(plan, own, missing);
	if (n == 0 && (plan->options->slurm || own->n_ref == list->n))
		return FT_OK;
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&text, "%s%s", i ? "," : "", missing[i]);
	ft_plan_tell(plan, "QOS", NULL, ft_str_text(&text));
	ft_str_free(&text);
	said->list = *list;
	return ft_admin_put_set(plan->admin, own->id, &fresh, true, err);
}

static bool
change_shares(struct ft_plan *plan, struct ft_assoc *assoc)
{
	const struct ft_admin_set *set = &plan->set;
	const struct ft_attr *attr =
	    ft_attr_row(FT_ENTITY_ASSOC, FT_ASSOC_shares);
	bool idle = set->idle >> FT_ASSOC_shares & 1;
	uint32_t was = assoc->shares;
	uint32_t is = (uint32_t)ft_admin_set_value(set, attr).number;
	char before[16], after[16];

	if (!ft_admin_set_has(set, FT_ASSOC_shares) || was == is)
		return false;
	snprintf(before, sizeof before, "%" PRIu32, was);
	/* sacctmgr shows the upper half below 0, and has no effect */
	if (idle)
		snprintf(after, sizeof after, "%" PRId32, (int32_t)is);
	else
		snprintf(after, sizeof after, "%" PRIu32, is);
	ft_plan_tell(plan, "fairshare", before, after);
	if (!idle)
		assoc->shares = is;
	return !idle;
}

static bool
change_default_qos(struct ft_plan *plan, struct ft_assoc *assoc)
{
	const struct ft_admin_set *set = &plan->set;
	const struct ft_qos *old =
	    ft_admin_get_qos(&plan->admin->lookup, assoc->default_qos);
	const struct ft_qos *new =
	    ft_admin_get_qos(&plan->admin->lookup, set->to.assoc.default_qos);

	if (!ft_admin_set_has(set, FT_ASSOC_default_qos) ||
	    set->to.assoc.default_qos == assoc->default_qos)
		return false;
	ft_plan_tell(
	    plan, "DefaultQOS", old ? old->name : none, new ? new->name : "")
	    ->ours = true;
	assoc->default_qos = set->to.assoc.default_qos;
	return true;
}

/* sacctmgr passes over it. */
static bool
change_comment(struct ft_plan *plan, struct ft_assoc *assoc)
{
	const char *comment = plan->set.to.assoc.comment;

	if (plan->options->slurm || comment == NULL ||
	    strcmp(comment, assoc->comment) == 0)
		return false;
	comment = ft_arena_strdup(&plan->load->arena, comment);
	ft_plan_tell(
	    plan, "comment", *assoc->comment ? assoc->comment : none, comment)
	    ->ours = true;
	assoc->comment = comment;
	return true;
}

/* Accounts move below the parent the file has them under. */
static bool
change_parent(struct ft_plan *plan, struct ft_assoc *assoc)
{
	const struct ft_plan_account *parent = &plan->account[plan->parent];
	const struct ft_assoc *old;

	if (assoc->user || assoc->parent == 0 || !plan->have_parent ||
	    parent->assoc == assoc->parent ||
	    (parent->assoc == 0 && plan->options->slurm))
		return false;
	old = ft_book_assoc(plan->book, assoc->parent);
	ft_plan_tell(plan, "Parent",
	    old ? account_name(plan, old->account) : none, parent->name);
	if (parent->assoc == 0) {
		*ft_vec_add(plan->move, plan->n_move, plan->cap_move) =
		    (struct ft_plan_move){ assoc->id, plan->parent };
		return false;
	}
	assoc->parent = parent->assoc;
	return true;
}

enum ft_status
ft_plan_change_assoc(struct ft_plan *plan, const char *type, const char *name,
    const struct ft_assoc *old, struct ft_error *err)
{
	struct ft_assoc changed = *old;
	const struct ft_own own = ft_own_find_assoc(plan->book, old);
	struct ft_admin_set said = { .entity = FT_ENTITY_ASSOC };
	bool any;

	ft_plan_about(plan, type, name);
	any = change_shares(plan, &changed);
	if (any)
		said.has |= UINT64_C(1) << FT_ASSOC_shares;
	FT_TRY(change_limits(plan, &own, &said, err));
	FT_TRY(change_qos(plan, &own, &said, err));
	if (change_default_qos(plan, &changed)) {
		any = true;
		said.has |= UINT64_C(1) << FT_ASSOC_default_qos;
	}
	any |= change_comment(plan, &changed);
	if (change_parent(plan, &changed)) {
		any = true;
		FT_TRY(ft_admin_new_batch(plan->admin, err));
	}
	said.to.assoc = changed;
	FT_TRY(ft_txn_set_assocs(plan->admin, &changed, 1, &said, err));
	if (!any)
		return FT_OK;
	return FT_PUT(plan->admin->reg, &changed, err);
}
