/* columns_limits.c - getters of limits and of lists of QOS. */

#include "facctmgr/list/columns.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"

void
facctmgr_join(struct ft_str *str, const char **name, size_t n)
{
	if (n > 1)
		qsort(name, n, sizeof *name, ft_by_text);
	for (size_t i = 0; i < n; i++) {
		if (i && strcmp(name[i], name[i - 1]) == 0)
			continue;
		if (i)
			ft_str_add_char(str, ',');
		ft_str_add(str, name[i]);
	}
}

/* ---- QOS lists ------------------------------------------------------------------- */

/* Show the QOS marked in list->has: names sorted, numbers as they come. */
static void
show_marked(
    const struct facctmgr_list *list, bool numbers, struct ft_value *value)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const char **name = list->marked;
	struct ft_str *str = ft_value_build(value);
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_qos; i++) {
		if (list->has[i] && numbers)
			ft_str_addf(str, "%s%u", str->len ? "," : "",
			    (unsigned)acctdb->qos[i].id);
		else if (list->has[i])
			name[n++] = acctdb->qos[i].name;
	}
	facctmgr_join(str, name, n);
}

/* Collect the + and - elements from the association up to the nearest plain
 * list, and that list, as text; without inheritance only its own. */
static void
show_raw(const struct facctmgr_row *row, bool numbers, struct ft_value *value)
{
	const struct facctmgr_list *list = row->list;
	const struct ft_admin_index *index = list->index;
	const struct ft_acctdb *acctdb = &list->acctdb;
	struct ft_str *str = ft_value_build(value);
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	const char **word = NULL;
	size_t n = 0, cap = 0;
	bool plain = false;

	for (uint32_t i = row->assoc; i != FT_INDEX_NONE && !plain;
	     i = list->inherit ? index->parent[i] : FT_INDEX_NONE)
		for (uint32_t at = index->qos[i]; at < index->qos[i + 1];
		     at++) {
			const struct ft_qosref *ref = &acctdb->assoc_qos[at];
			const struct ft_qos *qos =
			    ft_acctdb_qos(acctdb, ref->qos);

			plain = plain || ref->op == '=';
			if (qos == NULL || qos->deleted)
				continue;
			ft_str_clear(str);
			if (ref->op != '=')
				ft_str_add_char(str, ref->op);
			if (numbers)
				ft_str_addf(str, "%u", (unsigned)qos->id);
			else
				ft_str_add(str, qos->name);
			*ft_vec_add(word, n, cap) =
			    ft_arena_strdup(&arena, ft_str_text(str));
		}
	ft_str_clear(str);
	facctmgr_join(str, word, n);
	ft_free(word);
}

static void
show_qos_list(
    const struct facctmgr_row *row, bool numbers, struct ft_value *value)
{
	const struct facctmgr_list *list = row->list;

	if (row->record && list->request->flags & FACCTMGR_WITH_RAW_QOS) {
		show_raw(row, numbers, value);
	} else if (row->record) {
		ft_admin_index_qos(
		    list->index, row->assoc, list->inherit, list->has);
		show_marked(list, numbers, value);
	}
}

void
facctmgr_get_qos(const void *at, struct ft_value *value)
{
	show_qos_list(at, false, value);
}

void
facctmgr_get_qos_raw(const void *at, struct ft_value *value)
{
	show_qos_list(at, true, value);
}

void
facctmgr_get_default_qos(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	struct facctmgr_list *list = row->list;
	const struct ft_qos *qos;
	uint32_t of = row->record ? row->assoc : FT_INDEX_NONE, id;

	if (!row->record && row->shown_user && list->zeros &&
	    ft_release_has(
		list->acct->context->release, FT_RULE_DEFAULT_QOS_OF_USER))
		of = facctmgr_list_default(list, row->shown_user, 0);
	id = of != FT_INDEX_NONE
		 ? ft_admin_index_default_qos(list->index, of, list->inherit)
		 : 0;
	qos = id ? ft_acctdb_qos(&list->acctdb, id) : NULL;
	ft_value_text(value, qos ? qos->name : NULL);
}

void
facctmgr_get_preempt(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct facctmgr_list *list = row->list;
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_qosref *ref = NULL;
	size_t n = 0;

	memset(list->has, 0, acctdb->n_qos * sizeof *list->has);
	if (row->qos)
		ref = ft_acctdb_qosrefs(acctdb->qos_preempt,
		    acctdb->n_qos_preempt, row->qos->id, &n);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_acctdb_qos(acctdb, ref[i].qos);

		if (qos)
			list->has[qos - acctdb->qos] = true;
	}
	show_marked(list, false, value);
}

/* ---- limits ---------------------------------------------------------------------- */

const struct ft_limit *
facctmgr_find_limit(
    const struct facctmgr_row *row, enum ft_limit_kind kind, uint32_t tres)
{
	const struct facctmgr_list *list = row->list;

	if (row->qos)
		return ft_admin_book_qos_limit(
		    &list->acctdb, row->qos->id, kind, tres);
	return row->record ? ft_admin_index_limit(list->index, row->assoc, kind,
				 tres, list->inherit)
			   : NULL;
}

void
facctmgr_leave_blank(const struct facctmgr_row *row, struct ft_value *value)
{
	if (!row->list->zeros)
		return;
	ft_value_text(value, "");
	value->empty = true;
}

/* Whether it can be set: else sacctmgr has no value for the field. */
static bool
may_have(const struct facctmgr_row *row, enum ft_limit_kind kind)
{
	const struct ft_limit_info *info = &ft_limit_infos[kind];

	return row->qos ? info->qos
			: (row->record || row->cluster) && info->assoc;
}

void
facctmgr_find_tres(const struct facctmgr_row *row, enum ft_limit_kind kind,
    struct ft_tres_amounts *limits)
{
	const struct facctmgr_list *list = row->list;

	if (row->qos)
		ft_admin_book_qos_tres(
		    &list->acctdb, row->qos->id, kind, limits);
	else if (row->record)
		ft_admin_index_tres(
		    list->index, row->assoc, kind, list->inherit, limits);
}

static void
show_tres(const struct facctmgr_row *row, enum ft_limit_kind kind,
    struct ft_value *value)
{
	const struct facctmgr_list *list = row->list;
	const struct ft_tres_table table = { list->acctdb.tres,
		list->acctdb.n_tres };
	struct ft_tres_amounts limits = { 0 };
	struct ft_str *str = ft_value_build(value);

	facctmgr_find_tres(row, kind, &limits);
	if (limits.n)
		ft_tres_format(str, &table, limits.item, limits.n,
		    FT_TRES_BY_NAME | (list->plain_tres ? 0 : FT_TRES_UNITS));
	ft_free(limits.item);
}

void
facctmgr_limit_value(
    struct ft_value *value, enum ft_limit_kind kind, uint64_t limit)
{
	if (ft_limit_infos[kind].type == FT_LIMIT_MINUTES)
		ft_time_add_duration(
		    ft_value_build(value), (int64_t)limit * 60);
	else
		ft_value_u64(value, limit);
}

void
facctmgr_get_limit(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const char *one = value->column->arg;
	enum ft_limit_kind kind =
	    facctmgr_kind_of_limit(value->column, row->qos != NULL);
	const struct ft_tres_table table = { row->list->acctdb.tres,
		row->list->acctdb.n_tres };
	const struct ft_tres *tres = one ? ft_tres_find(&table, one, "") : NULL;
	const struct ft_limit *limit = NULL;

	if (!one && ft_limit_infos[kind].type == FT_LIMIT_TRES) {
		show_tres(row, kind, value);
		return;
	}
	if (tres || !one)
		limit = facctmgr_find_limit(row, kind, tres ? tres->id : 0);
	if (limit)
		facctmgr_limit_value(value, kind, limit->value);
	else if (may_have(row, kind))
		facctmgr_leave_blank(row, value);
}

/* ---- QOS ------------------------------------------------------------------------- */

static void
show_attr(const struct facctmgr_row *row, size_t member, struct ft_value *value)
{
	const struct ft_qos *qos = row->qos;
	enum ft_release release =
	    ft_conf_release(&row->list->acct->session.conf);
	const struct ft_attr *attr = ft_attr_row(FT_ENTITY_QOS, member);
	struct ft_attr_value is = { .text = "" };

	if (qos)
		is = ft_attr_get(attr, qos);
	if (!qos)
		return;
	if (ft_attr_is_none(attr, is))
		facctmgr_leave_blank(row, value);
	else if (attr->type == FT_ATTR_COUNT)
		ft_value_u64(value, (uint64_t)is.number);
	else if (attr->type == FT_ATTR_FLAGS)
		ft_keywords_add(ft_value_build(value), attr->words,
		    (uint32_t)is.number, release);
	else if (attr->type == FT_ATTR_REAL)
		ft_value_real(value, (ft_real)is.real);
	else
		ft_attr_text(ft_value_build(value), attr, is);
}

void
facctmgr_get_qos_attr(const void *at, struct ft_value *value)
{
	show_attr(at, value->column->own, value);
}

void
facctmgr_get_priority(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->qos)
		show_attr(row, FT_QOS_priority, value);
	else
		facctmgr_get_limit(row, value);
}

/*
 * For an account: coordinators by membership.  Older releases show nothing; with
 * the flag, "None" means none, 24.11 says so of users' associations, too.
 */
static void
show_account_flags(const struct facctmgr_row *row, struct ft_value *value)
{
	enum ft_release release = row->list->acct->context->release;
	const struct ft_account *account = row->shown_account;
	bool user = row->record && row->record->user;

	if (!user && account && account->flags & 1)
		ft_value_text(value, "UsersAreCoords");
	else if (row->list->zeros &&
		 (ft_release_has(release,
		      user ? FT_RULE_USER_FLAGS_NONE : FT_RULE_FLAGS_NONE) ||
		     (user && *row->record->partition &&
			 ft_release_has(
			     release, FT_RULE_PARTITION_FLAGS_NONE))))
		ft_value_text(value, "None");
}

void
facctmgr_get_flags(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->reservation)
		ft_reservation_flags_add(
		    ft_value_build(value), row->reservation->flags);
	else if (row->qos)
		show_attr(row, FT_QOS_flags, value);
	else if (row->resource)
		ft_keywords_add(ft_value_build(value), &ft_resource_flag_words,
		    row->resource->flags, FT_RELEASE_ANY);
	else if (!row->cluster && (row->record || row->account))
		show_account_flags(row, value);
	else if (row->list->zeros &&
		 row->cluster) /* as printed by Debian's package */
		ft_value_text(value,
		    *row->cluster->control_host ? "MultipleSlurmd" : "None");
}
