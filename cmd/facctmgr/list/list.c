/* list.c - list as all entities have it: the acctdb, the columns, the table. */

#include "common/timetext.h"
#include "common/suggest.h"
#include "facctmgr/entity/entity.h"
#include "facctmgr/list/columns.h"
#include "facctmgr/list/document.h"
#include "facctmgr/store/store.h"

/* ---- begin ---------------------------------------------------------------------------- */

/* sacctmgr asks if conditions on associations have no effect on the list. */
static bool
confirm_conditions(struct facctmgr_list *list)
{
	struct facctmgr *acct = list->acct;

	if (!list->request->assoc_words ||
	    list->request->flags & FACCTMGR_WITH_ASSOC || !acct->context->slurm)
		return true;
	if (facctmgr_ask(acct,
		"You requested options that are only valid when querying with "
		"the withassoc option.\nAre you sure you want to continue?"))
		return true;
	facctmgr_print(acct, "Aborted\n");
	return false;
}

static enum ft_status
read_book(struct facctmgr_list *list)
{
	struct ft_store *store = list->acct->session.store;
	bool deleted = list->request->flags & FACCTMGR_WITH_DELETED;
	struct ft_error *err = &list->request->err;

	return list->how->qos_only
		   ? ft_store_read_qos_book(store, deleted, &list->acctdb, err)
		   : ft_store_read_book(store, deleted, &list->acctdb, err);
}

static bool
begin(struct facctmgr_list *list, struct facctmgr *acct,
    struct facctmgr_request *request)
{
	*list = (struct facctmgr_list){
		.acct = acct,
		.request = request,
		.how = &request->entity->list,
		.inherit = !(request->flags & (FACCTMGR_WO_PARENT_INFO |
						  FACCTMGR_WO_PARENT_LIMITS)),
		.zeros = acct->context->slurm,
		.plain_tres = acct->format == FT_FORMAT_JSON ||
			      acct->format == FT_FORMAT_YAML,
	};
	if (request->status)
		return false;
	request->status = 1;
	if (!facctmgr_open(acct, false))
		return false;
	if (read_book(list) != FT_OK) {
		ft_cmd_fail(acct->context, &request->err);
		return false;
	}
	request->status = 0;
	if (!(request->flags & FACCTMGR_WITH_DELETED))
		facctmgr_warn_unknown_names(acct, &request->where, false);
	list->index = ft_admin_index_new(&list->acctdb);
	list->has = ft_arena_calloc(
	    &request->arena, list->acctdb.n_qos + 1, sizeof *list->has);
	list->marked = ft_arena_calloc(
	    &request->arena, list->acctdb.n_qos + 1, sizeof *list->marked);
	facctmgr_list_order(list);
	facctmgr_list_chain(list);
	return true;
}

/* ---- fields ------------------------------------------------------------------------------ */

/* Make room for the indentation of the tree, unless a width was asked for. */
static void
widen_account(struct facctmgr_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++)
		if (list->fields.item[i].id == FACCTMGR_FIELD_ACCOUNT &&
		    !list->fields.item[i].sized)
			list->fields.item[i].width = -20;
}

/* For programs: the place of each association in the tree. */
static void
add_tree_fields(struct facctmgr_list *list)
{
	enum ft_format_kind format = list->acct->format;
	bool assocs =
	    list->how->assocs || list->request->flags & FACCTMGR_WITH_ASSOC;
	struct ft_error err;

	if (!list->zeros && !list->how->known && assocs &&
	    (list->plain_tres || format == FT_FORMAT_CSV))
		ft_columns_choose(&list->fields, facctmgr_fields,
		    "Parent,Depth,Path",
		    (struct ft_column_rules){ 0, FT_RELEASE_ANY }, &err);
}

/* sacctmgr exits at an unknown field; of wckeys it reads all of them first. */
static void
refuse_fields(struct facctmgr_list *list, const char *format, const char *first)
{
	struct facctmgr *acct = list->acct;
	struct ft_columns chosen = { 0 };
	struct ft_error err = { 0 };
	struct ft_word word;

	acct->ended = true;
	if (!list->how->known)
		facctmgr_complain(acct, "Unknown field '%s'\n", first);
	while (list->how->known && ft_word_next(&format, ",", &word)) {
		const char *name =
		    ft_arena_strndup(&list->request->arena, word.at, word.len);

		if (ft_columns_choose(&chosen, list->how->known, name,
			(struct ft_column_rules){ 0, acct->context->release },
			&err) != FT_OK)
			facctmgr_complain(
			    acct, "Unknown field '%s'\n", err.text);
	}
	ft_columns_free(&chosen);
}

static bool
choose_fields(struct facctmgr_list *list, const char *defaults)
{
	struct facctmgr *acct = list->acct;
	const struct ft_column *known =
	    list->how->known ? list->how->known : facctmgr_fields;
	const char *format = list->request->format;
	struct ft_error err, name = { 0 };

	if (format && *format == 0) {
		err.text[0] = 0;
	} else if (ft_columns_choose(&list->fields, known,
		       format ? format : defaults,
		       (struct ft_column_rules){ 0, acct->context->release },
		       &err) == FT_OK) {
		if (list->request->flags & FACCTMGR_TREE)
			widen_account(list);
		if (!format)
			add_tree_fields(list);
		return true;
	}
	if (!list->zeros) {
		(void)ft_fail(&name, FT_ENOENT, "unknown field '%s'", err.text);
		(void)ft_suggest_field(acct->context, known, err.text, &name);
		facctmgr_error(acct, "%s", name.text);
		return false;
	}
	refuse_fields(list, format ? format : "", err.text);
	return false;
}

static bool
shows_numbers(const struct facctmgr_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++) {
		int id = list->fields.item[i].id;

		if (id == FACCTMGR_FIELD_LFT || id == FACCTMGR_FIELD_RGT)
			return true;
	}
	return false;
}

/* Deleted associations count in the nested set (Lft, Rgt). */
static bool
number_rows(struct facctmgr_list *list)
{
	struct ft_acctdb all FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_error err;
	enum ft_status status;

	if (list->how->qos_only || !shows_numbers(list))
		return true;
	status =
	    ft_store_read_book(list->acct->session.store, true, &all, &err);
	if (status == FT_OK)
		ft_admin_index_renumber(list->index, &all);
	else
		ft_cmd_fail(list->acct->context, &err);
	return status == FT_OK;
}

/* Most clusters set no limits: the columns of limits stay empty then. */
static void
skip_limits(struct facctmgr_list *list)
{
	const struct ft_acctdb *acctdb = &list->acctdb;

	if (acctdb->n_assoc_limit || acctdb->n_qos_limit || list->zeros ||
	    list->acct->document.format)
		return;
	for (size_t i = 0; i < list->fields.n; i++)
		if (list->fields.item[i].get == facctmgr_get_limit)
			list->fields.item[i].get = NULL;
}

/* Leave it to the columns what fields show that the list has no values for. */
static void
choose_none(struct facctmgr_list *list)
{
	bool blank = ft_release_has(
	    list->acct->context->release, FT_RULE_NO_VALUE_BLANK);
	bool all = list->how->blank;

	for (size_t i = 0; i < list->fields.n; i++)
		if (all ||
		    (blank && list->fields.item[i].none != facctmgr_no_date))
			list->fields.item[i].none = "";
}

/* Choose the columns, of format= or DEFAULTS, and open the table. */
static bool
open_list(struct facctmgr_list *list, const char *defaults)
{
	const struct ft_table_options options = {
		.schema = list->how->schema,
		.rows = list->how->rows,
		.none = list->zeros,
	};
	bool sure;

	list->request->status = 1;
	if (!choose_fields(list, defaults))
		return false;
	sure = confirm_conditions(list);
	if (sure && !number_rows(list))
		return false;
	list->request->status = 0;
	if (sure && list->how->document && list->acct->document.format)
		return facctmgr_document_open(list);
	skip_limits(list);
	choose_none(list);
	if (sure)
		facctmgr_table_open(&list->table, list->acct, options,
		    list->fields.item, list->fields.n);
	return sure;
}

static int
end(struct facctmgr_list *list)
{
	facctmgr_table_close(&list->table);
	facctmgr_document_close(list);
	ft_free(list->coord);
	ft_columns_free(&list->fields);
	ft_admin_index_free(list->index);
	ft_acctdb_free(&list->acctdb);
	return list->request->status;
}

/* ---- rights ---------------------------------------------------------------------- */

/* Returns whether PrivateData hides all of it from the user; complains then. */
static bool
is_hidden(struct facctmgr_list *list)
{
	const struct ft_visibility *visibility =
	    &list->acct->session.visibility;
	enum ft_visibility_kind kind = list->how->kind;
	struct facctmgr *acct = list->acct;

	if (!list->how->hidden ||
	    ft_visibility_shows_all(visibility, 1U << kind) ||
	    (kind == FT_VISIBILITY_ACCOUNTS && visibility->led.n > 0))
		return false;
	if (list->zeros) {
		facctmgr_error(acct, "Access/permission denied");
		facctmgr_complain(acct, " %s\n", list->how->hidden);
	} else {
		facctmgr_error(
		    acct, "PrivateData hides %s", ft_visibility_word(kind));
	}
	return true;
}

/* Returns whether sacctmgr shows it only to operators, and the user is none;
 * complains then. */
static bool
is_denied(struct facctmgr_list *list)
{
	if (!list->how->denied || !list->zeros ||
	    ft_session_level(&list->acct->session, &list->acctdb) >=
		FT_ADMIN_OPERATOR)
		return false;
	facctmgr_error(list->acct, "%s", list->how->denied);
	facctmgr_complain(
	    list->acct, " Error with request: Access/permission denied\n");
	return true;
}

/* Complain about bad times; sacctmgr continues after that. */
static bool
times_fit(struct facctmgr_list *list)
{
	static const enum ft_admin_key keys[] = { FT_KEY_START, FT_KEY_END };
	struct facctmgr *acct = list->acct;

	for (size_t k = 0; k < FT_COUNT(keys); k++) {
		const struct ft_admin_names *when =
		    &list->request->where.key[keys[k]];
		int64_t ignored;

		for (size_t i = 0; i < when->n; i++) {
			if (ft_timetext_read(acct->context, when->item[i],
				acct->session.wall, true, &ignored) ||
			    list->zeros)
				continue;
			facctmgr_error(acct, "bad time '%s'", when->item[i]);
			return false;
		}
	}
	return true;
}

int
facctmgr_list_run(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_listing *how = &request->entity->list;
	struct facctmgr_list list;
	const char *fields;

	if (!begin(&list, acct, request))
		return end(&list);
	if (is_hidden(&list) || is_denied(&list) ||
	    (how->may && !how->may(&list)) || !times_fit(&list)) {
		request->status = 1;
		return end(&list);
	}
	fields = how->choose ? how->choose(&list) : how->fields;
	if (fields && open_list(&list, fields) && how->print)
		how->print(&list);
	return end(&list);
}
