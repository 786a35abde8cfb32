/* Cells of limits and QOS. */

#include "acctmgr/cells.h"
#include "model/qos.h"

void
acct_join(struct ft_str *str, const char **name, size_t n)
{
	if (n)
		qsort(name, n, sizeof *name, ft_by_text);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(name[i], name[i - 1]) != 0)
			ft_str_addf(str, "%s%s", i ? "," : "", name[i]);
}

/* ---- QOS lists ------------------------------------------------------------------- */

/* Show the QOS marked in list->has: names sorted, numbers as they come. */
static void
show_marked(struct cell *cell, bool numbers)
{
	struct acct_list *list = cell->list;
	const struct ft_book *book = &list->book;
	const char **name = ft_calloc(book->n_qos + 1, sizeof *name);
	size_t n = 0;

	ft_str_clear(&list->text);
	for (size_t i = 0; i < book->n_qos; i++) {
		if (list->has[i] && numbers)
			ft_str_addf(&list->text, "%s%u",
			    list->text.len ? "," : "",
			    (unsigned)book->qos[i].id);
		else if (list->has[i])
			name[n++] = book->qos[i].name;
	}
	acct_join(&list->text, name, n);
	ft_free(name);
	acct_show_text(cell, ft_str_text(&list->text));
}

/* Signed elements of the whole way up to a list, and that list, by text. */
static void
show_raw(struct cell *cell, bool numbers)
{
	struct acct_list *list = cell->list;
	const struct ft_admin_index *index = list->index;
	const struct ft_book *book = &list->book;
	struct ft_str *str = &list->text;
	struct ft_arena arena = { 0 };
	const char **word = NULL;
	size_t n = 0, cap = 0;
	bool plain = false;

	for (uint32_t i = cell->row->assoc; i != FT_INDEX_NONE && !plain;
	     i = index->parent[i])
		for (uint32_t at = index->qos[i]; at < index->qos[i + 1];
		     at++) {
			const struct ft_qosref *ref = &book->assoc_qos[at];
			const struct ft_qos *qos = ft_book_qos(book, ref->qos);

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
	acct_join(str, word, n);
	ft_free(word);
	ft_arena_clear(&arena);
	acct_show_text(cell, ft_str_text(str));
}

static void
qos_list(struct cell *cell, bool numbers)
{
	struct acct_list *list = cell->list;

	if (cell->assoc == NULL) {
		acct_show_unset(cell);
	} else if (list->request->flags & ACCT_WITH_RAW_QOS) {
		show_raw(cell, numbers);
	} else {
		ft_admin_index_qos(
		    list->index, cell->row->assoc, list->inherit, list->has);
		show_marked(cell, numbers);
	}
}

void
acct_get_qos(struct cell *cell)
{
	qos_list(cell, false);
}

void
acct_get_qos_raw(struct cell *cell)
{
	qos_list(cell, true);
}

void
acct_get_default_qos(struct cell *cell)
{
	const struct acct_list *list = cell->list;
	uint32_t id = cell->assoc ? ft_admin_index_default_qos(list->index,
					cell->row->assoc, list->inherit)
				  : 0;
	const struct ft_qos *qos = id ? ft_book_qos(&list->book, id) : NULL;

	acct_show_text(cell, qos ? qos->name : NULL);
}

void
acct_get_preempt(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_book *book = &list->book;
	const struct ft_qosref *ref = NULL;
	size_t n = 0;

	memset(list->has, 0, book->n_qos * sizeof *list->has);
	if (cell->qos)
		ref = ft_book_qosrefs(
		    book->qos_preempt, book->n_qos_preempt, cell->qos->id, &n);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_book_qos(book, ref[i].qos);

		if (qos)
			list->has[qos - book->qos] = true;
	}
	show_marked(cell, false);
}

/* ---- limits ---------------------------------------------------------------------- */

static const struct ft_limit *
find_limit(const struct cell *cell, enum ft_limit_kind kind, uint32_t tres)
{
	const struct acct_list *list = cell->list;

	if (cell->qos)
		return ft_admin_book_qos_limit(
		    &list->book, cell->qos->id, kind, tres);
	return cell->assoc ? ft_admin_index_limit(list->index, cell->row->assoc,
				 kind, tres, list->inherit)
			   : NULL;
}

/* Of what has no such limit, and without association, sacctmgr shows zeros. */
static bool
is_zero(const struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit_info *info = &ft_limit_infos[kind];

	return cell->list->zeros && kind != FT_LIMIT_PRIORITY &&
	       !(cell->qos && info->qos) &&
	       (cell->qos || !cell->assoc || !info->assoc);
}

static void
show_tres(struct cell *cell, enum ft_limit_kind kind)
{
	struct acct_list *list = cell->list;
	unsigned flags =
	    FT_TRES_BY_NAME | (list->plain_tres ? 0 : FT_TRES_UNITS);

	ft_str_clear(&list->text);
	if (cell->qos)
		ft_admin_book_qos_tres(
		    &list->book, cell->qos->id, kind, flags, &list->text);
	else if (cell->assoc)
		ft_admin_index_tres(list->index, cell->row->assoc, kind,
		    list->inherit, flags, &list->text);
	acct_show_text(cell, ft_str_text(&list->text));
}

void
acct_put_limit(struct ft_table *table, enum ft_limit_kind kind, uint64_t value)
{
	char buf[32];

	if (ft_limit_infos[kind].type == FT_LIMIT_MINUTES)
		ft_table_text(table, ft_time_format_duration(
					 buf, sizeof buf, (int64_t)value * 60));
	else
		ft_table_u64(table, value);
}

void
acct_show_limit(struct cell *cell, const struct acct_source *source)
{
	const struct ft_tres_table table = { cell->list->book.tres,
		cell->list->book.n_tres };
	enum ft_limit_kind kind = source->limit[cell->qos != NULL];
	const struct ft_tres *tres =
	    source->tres ? ft_tres_find(&table, source->tres, "") : NULL;
	const struct ft_limit *limit = NULL;

	if (!source->tres && ft_limit_infos[kind].type == FT_LIMIT_TRES) {
		show_tres(cell, kind);
		return;
	}
	if (tres || !source->tres)
		limit = find_limit(cell, kind, tres ? tres->id : 0);
	if (limit || is_zero(cell, kind))
		acct_put_limit(
		    cell->list->table, kind, limit ? limit->value : 0);
	else
		acct_show_unset(cell);
}

/* ---- QOS ------------------------------------------------------------------------- */

void
acct_show_qos(struct cell *cell, enum ft_qos_member member)
{
	const struct ft_attr *attr = ft_attr_row(FT_ENTITY_QOS, (size_t)member);
	struct ft_table *table = cell->list->table;
	struct ft_attr_value value = { .text = "" };

	if (cell->qos)
		value = ft_attr_get(attr, cell->qos);
	ft_str_clear(&cell->list->text);
	if (!cell->qos || ft_attr_is_none(attr, value))
		acct_show_unset(cell);
	else if (attr->type == FT_ATTR_COUNT)
		ft_table_u64(table, (uint64_t)value.number);
	else if (attr->type == FT_ATTR_REAL)
		ft_table_real(table, value.real);
	else {
		ft_attr_text(&cell->list->text, attr, value);
		acct_show_text(cell, ft_str_text(&cell->list->text));
	}
}

void
acct_get_flags(struct cell *cell)
{
	const struct ft_account *account = cell->row->account;
	const struct ft_cluster *cluster = cell->own_cluster;

	if (cell->qos)
		acct_show_qos(cell, FT_QOS_flags);
	else if (account && account->flags & 1)
		acct_show_text(cell, "UsersAreCoords");
	else if (cell->list->zeros && cluster) /* as Debian's */
		acct_show_text(
		    cell, *cluster->control_host ? "MultipleSlurmd" : "None");
	else
		acct_show_unset(cell);
}
