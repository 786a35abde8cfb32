/* text.c - transactions of what was set, as slurmdbd writes them: associations,
 * clusters, QOS. */

#include "admin/option/settings.h"
#include "admin/txn/internal.h"

static bool
is_tres(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_LIMIT &&
	       ft_limit_infos[attr->limit].type == FT_LIMIT_TRES;
}

/* '1=5,2=100', by TRES id. */
static void
add_tres(
    struct ft_str *str, const struct ft_settings *own, enum ft_limit_kind kind)
{
	size_t first, n = ft_settings_limits(own, kind, &first);

	assert((own->limit || n == 0) && "limits are there");
	ft_str_add_char(str, '\'');
	for (size_t i = first; i < first + n; i++)
		ft_str_addf(str, "%s%" PRIu32 "=%" PRIu64,
		    i == first ? "" : ",", own->limit[i].tres,
		    own->limit[i].value);
	ft_str_add_char(str, '\'');
}

/* full: what is not set as well, but for TRES. */
static void
add_limit(struct ft_str *str, const struct ft_settings *own,
    const struct ft_attr *attr, bool full)
{
	const struct ft_limit *limit;
	size_t first, n = ft_settings_limits(own, attr->limit, &first);

	if (!n && (!full || is_tres(attr)))
		return;
	limit = n ? &own->limit[first] : NULL;
	ft_txn_add_name(str, attr->dbd);
	if (is_tres(attr))
		add_tres(str, own, attr->limit);
	else if (limit)
		ft_str_add_u64(str, limit->value);
	else
		ft_str_add(str, "NULL");
}

/* The bits or the number slurmdbd has for flags, for a word. */
static uint32_t
dbd_number(const struct ft_attr *attr, int64_t number)
{
	const struct ft_keywords *words = attr->words;
	uint32_t bits = 0;

	if (attr->type == FT_ATTR_WORD)
		return words->word[number].dbd;
	for (size_t i = 0; i < words->n; i++)
		if (number >> i & 1)
			bits |= words->word[i].dbd;
	return bits;
}

/* "column=value". */
static void
add_member(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value)
{
	ft_txn_add_name(str, attr->dbd);
	if (attr->type == FT_ATTR_NAME || attr->type == FT_ATTR_TEXT)
		ft_txn_add_quoted(str, value.text);
	else if (attr->type != FT_ATTR_FLAGS && ft_attr_is_none(attr, value))
		ft_str_add(str, "NULL");
	else if (attr->type == FT_ATTR_REAL)
		ft_str_addf(str, "%f", value.real);
	else if (attr->words)
		ft_str_add_u64(str, dbd_number(attr, value.number));
	else if (value.number >= 0)
		ft_str_add_u64(str, (uint64_t)value.number);
	else
		ft_str_addf(str, "%" PRId64, value.number);
}

/* qos=',1,3,' or delta_qos=',+2,-3,'; nothing for an empty list. */
static void
add_new_list(
    struct ft_str *str, const struct ft_settings *own, const char *column)
{
	bool delta = own->n_ref && own->ref[0].op != '=';

	if (own->n_ref == 0)
		return;
	ft_txn_add_comma(str);
	ft_str_addf(str, "%s%s=',", delta ? "delta_" : "", column);
	for (size_t i = 0; i < own->n_ref; i++) {
		if (delta)
			ft_str_add_char(str, own->ref[i].op);
		ft_str_addf(str, "%" PRIu32 ",", own->ref[i].qos);
	}
	ft_str_add_char(str, '\'');
}

/* What OWN has, in slurmdbd's order; full: what is not set as well. */
static void
add_new(struct ft_str *str, const struct ft_settings *own, bool full)
{
	const struct ft_attr *row[FT_ATTRS_NOTED];
	size_t n = ft_attrs_noted(own->entity, row);

	for (size_t i = 0; i < n; i++) {
		const struct ft_attr *attr = row[i];

		if (attr->type == FT_ATTR_LIMIT) {
			add_limit(str, own, attr, full);
		} else if (attr->type == FT_ATTR_QOS_LIST) {
			add_new_list(str, own, attr->dbd);
		} else if (attr->column) {
			struct ft_attr_value value =
			    ft_attr_get(attr, own->record);
			bool set = !ft_attr_same(value, ft_attr_unset(attr));

			if (set || (full && !attr->txn_if_set &&
				       attr->type != FT_ATTR_FLAG))
				add_member(str, attr, value);
		}
	}
}

/* ---- new associations, clusters --------------------------------------------- */

/* "acct='physics', user='ann'" */
static enum ft_status
add_place(struct ft_admin *admin, const struct ft_assoc *assoc,
    struct ft_str *str, struct ft_error *err)
{
	struct ft_account parent;
	struct ft_assoc above;
	const char *name;

	FT_TRY(ft_admin_account_name(admin, assoc->account, &name, err));
	ft_str_add(str, "acct=");
	ft_txn_add_quoted(str, name);
	if (assoc->user) {
		FT_TRY(ft_admin_user_name(admin, assoc->user, &name, err));
		ft_str_add(str, ", user=");
		ft_txn_add_quoted(str, name);
		if (assoc->partition && *assoc->partition) {
			ft_str_add(str, ", `partition`=");
			ft_txn_add_quoted(str, assoc->partition);
		}
		return FT_OK;
	}
	if (assoc->parent == 0)
		return FT_OK;
	FT_TRY(FT_GET(admin->reg, assoc->parent, &above, err));
	FT_TRY(FT_GET(admin->reg, above.account, &parent, err));
	ft_str_add(str, ", parent_acct=");
	ft_txn_add_quoted(str, parent.name);
	return FT_OK;
}

static enum ft_status
assoc_text(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool with_default, struct ft_str *str, struct ft_error *err)
{
	struct ft_assoc noted = *assoc;
	struct ft_settings own = {
		.entity = FT_ENTITY_ASSOC, .id = assoc->id, .record = &noted
	};

	noted.is_default = with_default;
	FT_TRY(ft_settings_read(admin->reg, &own, err));
	FT_TRY(add_place(admin, assoc, str, err));
	add_new(str, &own, false);
	return FT_OK;
}

enum ft_status
ft_txn_new_assoc(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool with_default, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_ADD_ASSOCS, .cluster = assoc->cluster
	};
	struct ft_assoc stored = { .number = assoc->number };

	if (!stored.number && admin->reg->added.id == assoc->id)
		stored.number = admin->reg->added.number;
	else if (!stored.number)
		FT_TRY(FT_GET(admin->reg, assoc->id, &stored, err));
	ft_str_add(&draft.subject, "id_assoc=");
	ft_str_add_u64(&draft.subject, stored.number);
	FT_TRY(assoc_text(admin, assoc, with_default, &draft.info, err));
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_new_cluster(struct ft_admin *admin, const char *name,
    const struct ft_assoc *root, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_CLUSTERS };
	struct ft_assoc noted = *root;
	struct ft_settings own = {
		.entity = FT_ENTITY_ASSOC, .id = root->id, .record = &noted
	};

	noted.is_default = false;
	FT_TRY(ft_settings_read(admin->reg, &own, err));
	ft_str_add(&draft.subject, name);
	add_new(&draft.info, &own, true);
	ft_str_add(&draft.info, ", federation='', fed_id=0, fed_state=0, "
				"features=''");
	return ft_txn_note(admin, &draft, err);
}

/* ---- other new records ------------------------------------------------------ */

enum ft_status
ft_txn_new(struct ft_admin *admin, enum ft_entity entity,
    const union ft_entity_record *record, struct ft_error *err)
{
	static const enum ft_txn_action actions[] = {
		[FT_ENTITY_ACCOUNT] = FT_TXN_ADD_ACCOUNTS,
		[FT_ENTITY_USER] = FT_TXN_ADD_USERS,
		[FT_ENTITY_QOS] = FT_TXN_ADD_QOS,
		[FT_ENTITY_RESOURCE] = FT_TXN_ADD_RESOURCES,
	};
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = actions[entity] };
	struct ft_settings own = {
		.entity = entity, .id = record->named.id, .record = record
	};

	if (entity == FT_ENTITY_QOS)
		FT_TRY(ft_settings_read(admin->reg, &own, err));
	if (entity == FT_ENTITY_RESOURCE)
		ft_str_addf(&draft.subject, "%" PRIu32, own.id);
	else
		ft_str_add(&draft.subject, record->named.name);
	add_new(&draft.info, &own, true);
	return ft_txn_note(admin, &draft, err);
}

/* ---- what was set ----------------------------------------------------------- */

/* The last that SET gives of the limit KIND; NULL: nothing. */
static const struct ft_admin_limit *
given_limit(const struct ft_admin_set *set, enum ft_limit_kind kind)
{
	for (size_t i = set->n_limit; i > 0 && i--;)
		if (set->limit[i].kind == kind)
			return &set->limit[i];
	return NULL;
}

static void
set_count(struct ft_str *str, const struct ft_admin_set *set,
    const struct ft_attr *attr)
{
	const struct ft_admin_limit *limit = given_limit(set, attr->limit);

	if (!limit)
		return;
	ft_txn_add_name(str, attr->dbd);
	if (limit->clear)
		ft_str_add(str, "NULL");
	else
		ft_str_addf(str, "%" PRIu64, limit->value);
}

/* "grp_tres = if (id_assoc=7, '1=4', grp_tres)" for each limit in SET. */
static void
set_tres(struct ft_str *str, const struct ft_admin_set *set,
    const struct ft_settings *own, const char *key, uint32_t number)
{
	const struct ft_attr *row[FT_ATTRS_NOTED];
	size_t n = ft_attrs_noted(set->entity, row);

	for (size_t i = 0; i < n; i++) {
		const struct ft_attr *attr = row[i];

		if (!is_tres(attr) || !given_limit(set, attr->limit))
			continue;
		ft_txn_add_comma(str);
		ft_str_addf(
		    str, "%s = if (%s=%" PRIu32 ", ", attr->dbd, key, number);
		add_tres(str, own, attr->limit);
		ft_str_addf(str, ", %s)", attr->dbd);
	}
}

#define ALL_FLAGS 2415919103u /* the mask of slurmdbd */

static void
set_flags(struct ft_str *str, const struct ft_admin_set *set,
    const struct ft_attr *attr)
{
	uint32_t bits = dbd_number(attr, ft_attr_get(attr, &set->to).number);

	ft_txn_add_comma(str);
	if (ft_admin_set_clears(set, ft_attr_place(attr)))
		ft_str_addf(str, "flags=(flags & ~%u)", ALL_FLAGS);
	else if (set->op == '+')
		ft_str_addf(str, "flags=(flags | %" PRIu32 ")", bits);
	else if (set->op == '-')
		ft_str_addf(str, "flags=(flags & ~%" PRIu32 ")", bits);
	else
		ft_str_addf(str, "flags=%" PRIu32, bits);
}

static void
set_member(struct ft_str *str, const struct ft_admin_set *set,
    const struct ft_attr *attr)
{
	size_t at = ft_attr_place(attr);

	if (!ft_admin_set_has(set, at))
		return;
	if (attr->type == FT_ATTR_FLAGS) {
		set_flags(str, set, attr);
	} else if (ft_admin_set_clears(set, at)) {
		ft_txn_add_comma(str);
		ft_str_addf(
		    str, "%s=%s", attr->dbd, attr->unset > 0 ? "1" : "NULL");
	} else {
		add_member(str, attr, ft_attr_get(attr, &set->to));
	}
}

/* One QOS more, or less, to preempt. */
static void
change_preempt(struct ft_str *str, char op, uint32_t id)
{
	unsigned long qos = id;
	char text[160];

	if (op == '+')
		snprintf(text, sizeof text,
		    "replace(concat(replace(preempt, ',%lu,', ''), ',%lu,'), "
		    "',,', ',')",
		    qos, qos);
	else
		snprintf(
		    text, sizeof text, "replace(preempt, ',%lu,', ',')", qos);
	ft_txn_add_comma(str);
	ft_str_addf(str, "preempt=if(%s=',', '', %s)", text, text);
}

static void
set_preempt(struct ft_str *str, const struct ft_admin_qoslist *list)
{
	if (!list->given)
		return;
	if (list->n && list->item[0].op != '=') {
		for (size_t i = 0; i < list->n; i++)
			change_preempt(
			    str, list->item[i].op, list->item[i].qos);
		return;
	}
	ft_txn_add_comma(str);
	ft_str_add(str, list->n ? "preempt='," : "preempt='");
	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(str, "%" PRIu32 ",", list->item[i].qos);
	ft_str_add_char(str, '\'');
}

/* Append the columns that are the same for all records; TRES and lists of associations are not. */
void
ft_txn_add_columns(struct ft_str *str, const struct ft_admin_set *set)
{
	const struct ft_attr *row[FT_ATTRS_NOTED];
	size_t n = ft_attrs_noted(set->entity, row);

	for (size_t i = 0; i < n; i++) {
		const struct ft_attr *attr = row[i];

		if (attr->type == FT_ATTR_LIMIT && !is_tres(attr))
			set_count(str, set, attr);
		else if (attr->type == FT_ATTR_QOS_LIST &&
			 set->entity == FT_ENTITY_QOS)
			set_preempt(str, &set->list);
		else if (attr->column)
			set_member(str, set, attr);
	}
}

/* One QOS more, or less, in the list of an association. */
static void
change_qos(struct ft_str *str, char op, uint32_t id)
{
	unsigned long qos = id;

	ft_txn_add_comma(str);
	if (op == '+')
		ft_str_addf(str,
		    "qos=if (qos='', '', replace(concat(replace(qos, ',%lu,', "
		    "','), ',%lu,'), ',,', ','))",
		    qos, qos);
	else
		ft_str_addf(str,
		    "qos=if (qos='', '', replace(replace(qos, ',%lu,', ','), "
		    "',,', ',')), qos=if (qos=',', '', qos)",
		    qos);
	ft_str_addf(str,
	    ", delta_qos=if (qos='', replace(concat(replace(replace("
	    "delta_qos, ',+%lu,', ','), ',-%lu,', ','), ',%c%lu,'), ',,', "
	    "','), '')",
	    qos, qos, op, qos);
}

static void
set_qos(struct ft_str *str, const struct ft_admin_qoslist *list)
{
	bool plain = list->n == 0 || list->item[0].op == '=';

	if (!list->given)
		return;
	if (plain) {
		ft_txn_add_comma(str);
		ft_str_add(str, list->n ? "qos='," : "qos='");
		for (size_t i = 0; i < list->n; i++)
			ft_str_addf(str, "%" PRIu32 ",", list->item[i].qos);
		ft_str_add(str, "', delta_qos=''");
		return;
	}
	for (size_t i = 0; i < list->n; i++)
		change_qos(str, list->item[i].op, list->item[i].qos);
}

/* Those of one cluster.  The list follows the first one's TRES. */
static enum ft_status
set_on_cluster(struct ft_admin *admin, const struct ft_assoc *item, size_t n,
    const struct ft_admin_set *set, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_MODIFY_ASSOCS,
		.cluster = item->cluster,
		.condition = true,
	};

	ft_txn_add_columns(&draft.info, set);
	for (size_t i = 0; i < n; i++) {
		struct ft_settings own = { .entity = FT_ENTITY_ASSOC,
			.id = item[i].id };

		ft_str_add(&draft.subject, i ? " || id_assoc=" : "id_assoc=");
		ft_str_add_u64(&draft.subject, item[i].number);
		if (set->n_limit) {
			FT_TRY(ft_settings_read(admin->reg, &own, err));
			set_tres(
			    &draft.info, set, &own, "id_assoc", item[i].number);
		}
		if (i == 0)
			set_qos(&draft.info, &set->list);
	}
	/* a new parent alone is not noted */
	return draft.info.len ? ft_txn_note(admin, &draft, err) : FT_OK;
}

enum ft_status
ft_txn_set_assocs(struct ft_admin *admin, const struct ft_assoc *item, size_t n,
    const struct ft_admin_set *set, struct ft_error *err)
{
	if (!set->has && !set->n_limit && !set->list.given)
		return FT_OK;
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && item[end].cluster == item[i].cluster;)
			end++;
		FT_TRY(set_on_cluster(admin, item + i, end - i, set, err));
	}
	return FT_OK;
}

enum ft_status
ft_txn_default_assoc(
    struct ft_admin *admin, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_MODIFY_ASSOCS,
		.cluster = assoc->cluster,
		.condition = true,
	};

	ft_str_addf(&draft.subject, "id_assoc=%" PRIu32, assoc->number);
	ft_str_add(&draft.info, "is_def=1");
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_set_records(struct ft_admin *admin, const struct ft_admin_result *result,
    const struct ft_admin_set *set, struct ft_error *err)
{
	static const enum ft_txn_action actions[FT_ENTITY_COUNT] = {
		[FT_ENTITY_ACCOUNT] = FT_TXN_MODIFY_ACCOUNTS,
		[FT_ENTITY_USER] = FT_TXN_MODIFY_USERS,
		[FT_ENTITY_QOS] = FT_TXN_MODIFY_QOS,
	};
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = actions[set->entity], .condition = true
	};
	const struct ft_admin_item *item;
	size_t at = 0;

	ft_txn_add_columns(&draft.info, set);
	ft_txn_add_text(&draft.info, "name", set->new_name);
	while (
	    (item = ft_admin_next(result, FT_DID_MODIFY, set->entity, &at))) {
		struct ft_settings own = { .entity = set->entity,
			.id = item->id };

		ft_txn_add_key(&draft.subject, "name", item->name);
		if (set->n_limit == 0)
			continue;
		FT_TRY(ft_settings_read(admin->reg, &own, err));
		set_tres(&draft.info, set, &own, "id", item->id);
	}
	return draft.subject.len && draft.info.len
		   ? ft_txn_note(admin, &draft, err)
		   : FT_OK;
}
