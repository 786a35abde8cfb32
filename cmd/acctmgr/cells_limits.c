/* Cells of limits and QOS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acctmgr/cells_int.h"
#include "base/vec.h"
#include "model/qos.h"

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* ---- QOS lists ------------------------------------------------------------------- */

static void
add_marked(const struct acct_list *list, bool numbers, struct ft_str *str)
{
	const struct ft_book *book = &list->book;
	const char **name = ft_calloc(book->n_qos + 1, sizeof *name);
	size_t n = 0;

	for (size_t i = 0; i < book->n_qos; i++) {
		if (!list->has[i])
			continue;
		if (numbers)
			ft_str_addf(str, "%s%u", str->len ? "," : "",
			    (unsigned)book->qos[i].id);
		else
			name[n++] = book->qos[i].name;
	}
	if (n)
		qsort(name, n, sizeof *name, by_text);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(str, "%s%s", str->len ? "," : "", name[i]);
	ft_free(name);
}

/* A text that owns its bytes, for sorting. */
static int
by_owned(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Signed elements of the whole way up to a list, and that list, by text. */
static void
add_raw(
    const struct acct_list *list, uint32_t i, bool numbers, struct ft_str *str)
{
	const struct ft_admin_index *index = list->index;
	const struct ft_book *book = &list->book;
	char **word = NULL;
	size_t n = 0, cap = 0;
	bool plain = false;

	for (; i != FT_INDEX_NONE && !plain; i = index->parent[i])
		for (uint32_t at = index->qos[i]; at < index->qos[i + 1];
		     at++) {
			const struct ft_qosref *ref = &book->assoc_qos[at];
			const struct ft_qos *qos = ft_book_qos(book, ref->qos);
			char number[16];

			plain = plain || ref->op == '=';
			if (qos == NULL || qos->deleted)
				continue;
			snprintf(
			    number, sizeof number, "%u", (unsigned)qos->id);
			ft_str_clear(str);
			if (ref->op != '=')
				ft_str_add_char(str, ref->op);
			ft_str_add(str, numbers ? number : qos->name);
			word = ft_vec_grow(word, &cap, n + 1, sizeof *word);
			word[n++] = ft_strdup(ft_str_text(str));
		}
	if (n)
		qsort(word, n, sizeof *word, by_owned);
	ft_str_clear(str);
	for (size_t k = 0; k < n; k++) {
		if (k == 0 || strcmp(word[k], word[k - 1]) != 0)
			ft_str_addf(str, "%s%s", str->len ? "," : "", word[k]);
	}
	for (size_t k = 0; k < n; k++)
		ft_free(word[k]);
	ft_free(word);
}

static void
qos_list(struct cell *cell, bool numbers)
{
	struct acct_list *list = cell->list;

	if (cell->assoc == NULL) {
		unset(cell);
		return;
	}
	ft_str_clear(&list->text);
	if (list->request.flags & ACCT_WITH_RAW_QOS) {
		add_raw(list, cell->row->assoc, numbers, &list->text);
	} else {
		ft_admin_index_qos(
		    list->index, cell->row->assoc, list->inherit, list->has);
		add_marked(list, numbers, &list->text);
	}
	text(cell, ft_str_text(&list->text));
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
	const struct ft_qos *qos;
	uint32_t id;

	if (cell->assoc == NULL) {
		unset(cell);
		return;
	}
	id = ft_admin_index_default_qos(
	    list->index, cell->row->assoc, list->inherit);
	qos = id ? ft_book_qos(&list->book, id) : NULL;
	text(cell, qos ? qos->name : NULL);
}

/* ---- limits ---------------------------------------------------------------------- */

static const struct ft_limit *
find_limit(const struct cell *cell, enum ft_limit_kind kind, uint32_t tres)
{
	const struct acct_list *list = cell->list;

	if (cell->row->qos)
		return ft_admin_book_qos_limit(
		    &list->book, cell->row->qos->id, kind, tres);
	if (cell->assoc == NULL)
		return NULL;
	return ft_admin_index_limit(
	    list->index, cell->row->assoc, kind, tres, list->inherit);
}

/* Of what has no such limit, and without association, sacctmgr shows zeros. */
static bool
zero(const struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit_info *info = &ft_limit_infos[kind];

	return cell->list->zeros && !(cell->row->qos  ? info->qos
					: cell->assoc ? info->assoc
						      : false);
}

static void
count_limit(struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit *limit = find_limit(cell, kind, 0);

	if (limit)
		number(cell, limit->value);
	else if (zero(cell, kind) && kind != FT_LIMIT_PRIORITY)
		number(cell, 0);
	else
		unset(cell);
}

static void
wall_limit(struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit *limit = find_limit(cell, kind, 0);

	if (limit || zero(cell, kind))
		duration(cell, limit ? (int64_t)limit->value * 60 : 0);
	else
		unset(cell);
}

static void
tres_limit(struct cell *cell, enum ft_limit_kind kind)
{
	struct acct_list *list = cell->list;
	unsigned flags = FT_TRES_BY_NAME;

	if (list->plain_tres == 0)
		flags |= FT_TRES_UNITS;
	ft_str_clear(&list->text);
	if (cell->row->qos)
		ft_admin_book_qos_tres(
		    &list->book, cell->row->qos->id, kind, flags, &list->text);
	else if (cell->assoc)
		ft_admin_index_tres(list->index, cell->row->assoc, kind,
		    list->inherit, flags, &list->text);
	text(cell, ft_str_text(&list->text));
}

/* The number of one TRES of a TRES limit: what GrpCPUs was. */
static void
one_tres(struct cell *cell, enum ft_limit_kind kind, const char *type)
{
	const struct ft_tres_table table = { cell->list->book.tres,
		cell->list->book.n_tres };
	const struct ft_tres *tres = ft_tres_find(&table, type, "");
	const struct ft_limit *limit =
	    tres ? find_limit(cell, kind, tres->id) : NULL;

	if (limit)
		number(cell, limit->value);
	else if (zero(cell, kind))
		number(cell, 0);
	else
		unset(cell);
}

#define COUNT(name, kind)                                                      \
	void acct_get_##name(struct cell *cell)                                \
	{                                                                      \
		count_limit(cell, FT_LIMIT_##kind);                            \
	}
#define TRES(name, kind)                                                       \
	void acct_get_##name(struct cell *cell)                                \
	{                                                                      \
		tres_limit(cell, FT_LIMIT_##kind);                             \
	}
#define OLD(name, kind, type)                                                  \
	void acct_get_##name(struct cell *cell)                                \
	{                                                                      \
		one_tres(cell, FT_LIMIT_##kind, type);                         \
	}
#define WALL(name, kind)                                                       \
	void acct_get_##name(struct cell *cell)                                \
	{                                                                      \
		wall_limit(cell, FT_LIMIT_##kind);                             \
	}

OLD(grp_cpus, GRP_TRES, "cpu")
OLD(grp_cpu_mins, GRP_TRES_MINS, "cpu")
OLD(grp_cpu_run_mins, GRP_TRES_RUN_MINS, "cpu")
OLD(grp_memory, GRP_TRES, "mem")
OLD(grp_nodes, GRP_TRES, "node")
OLD(max_cpu_mins, MAX_TRES_MINS, "cpu")
OLD(max_cpu_run_mins_pu, MAX_TRES_RUN_MINS_PU, "cpu")
OLD(max_cpus, MAX_TRES, "cpu")
OLD(max_cpus_pu, MAX_TRES_PU, "cpu")
OLD(max_nodes, MAX_TRES, "node")
OLD(max_nodes_pu, MAX_TRES_PU, "node")
OLD(min_cpus, MIN_TRES, "cpu")
TRES(grp_tres, GRP_TRES)
TRES(grp_tres_mins, GRP_TRES_MINS)
TRES(grp_tres_run_mins, GRP_TRES_RUN_MINS)
TRES(max_tres, MAX_TRES)
TRES(max_tres_pn, MAX_TRES_PN)
TRES(max_tres_mins, MAX_TRES_MINS)
TRES(max_tres_run_mins_pa, MAX_TRES_RUN_MINS_PA)
TRES(max_tres_pa, MAX_TRES_PA)
TRES(max_tres_pu, MAX_TRES_PU)
TRES(min_tres, MIN_TRES)
COUNT(grp_jobs, GRP_JOBS)
COUNT(grp_jobs_accrue, GRP_JOBS_ACCRUE)
COUNT(grp_submit, GRP_SUBMIT_JOBS)
COUNT(max_jobs_accrue, MAX_JOBS_ACCRUE)
COUNT(max_jobs_accrue_pa, MAX_JOBS_ACCRUE_PA)
COUNT(max_jobs_accrue_pu, MAX_JOBS_ACCRUE_PU)
COUNT(max_jobs_pa, MAX_JOBS_PA)
COUNT(min_prio, MIN_PRIO)
COUNT(max_submit_pa, MAX_SUBMIT_PA)
WALL(grp_wall, GRP_WALL)
WALL(max_wall, MAX_WALL)

/*
 * Of users in associations, "per user" in QOS.  The names with and without
 * "PerUser" are one column (case y03).
 */
static void
jobs_of_user(struct cell *cell)
{
	count_limit(
	    cell, cell->row->qos ? FT_LIMIT_MAX_JOBS_PU : FT_LIMIT_MAX_JOBS);
}

static void
submits_of_user(struct cell *cell)
{
	count_limit(cell,
	    cell->row->qos ? FT_LIMIT_MAX_SUBMIT_PU : FT_LIMIT_MAX_SUBMIT_JOBS);
}

void
acct_get_max_jobs(struct cell *cell)
{
	jobs_of_user(cell);
}

void
acct_get_max_jobs_pu(struct cell *cell)
{
	jobs_of_user(cell);
}

void
acct_get_max_submit(struct cell *cell)
{
	submits_of_user(cell);
}

void
acct_get_max_submit_pu(struct cell *cell)
{
	submits_of_user(cell);
}

void
acct_get_max_tres_run_mins_pu(struct cell *cell)
{
	tres_limit(cell, cell->row->qos ? FT_LIMIT_MAX_TRES_RUN_MINS_PU
					: FT_LIMIT_MAX_TRES_RUN_MINS);
}

/* ---- QOS ------------------------------------------------------------------------- */

void
acct_get_priority(struct cell *cell)
{
	if (cell->row->qos)
		number(cell, cell->row->qos->priority);
	else
		count_limit(cell, FT_LIMIT_PRIORITY);
}

void
acct_get_grace_time(struct cell *cell)
{
	if (cell->row->qos)
		duration(cell, cell->row->qos->grace_time);
	else
		unset(cell);
}

void
acct_get_exempt_time(struct cell *cell)
{
	if (cell->row->qos && cell->row->qos->preempt_exempt_time >= 0)
		duration(cell, cell->row->qos->preempt_exempt_time);
	else
		unset(cell);
}

void
acct_get_preempt_mode(struct cell *cell)
{
	text(cell, cell->row->qos
		       ? ft_qos_preempt_mode(cell->row->qos->preempt_mode)
		       : NULL);
}

void
acct_get_preempt(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_qosref *ref;
	size_t n;

	if (cell->row->qos == NULL) {
		unset(cell);
		return;
	}
	memset(list->has, 0, list->book.n_qos * sizeof *list->has);
	ref = ft_book_qosrefs(list->book.qos_preempt, list->book.n_qos_preempt,
	    cell->row->qos->id, &n);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_book_qos(&list->book, ref[i].qos);

		if (qos)
			list->has[qos - list->book.qos] = true;
	}
	ft_str_clear(&list->text);
	add_marked(list, false, &list->text);
	text(cell, ft_str_text(&list->text));
}

void
acct_get_flags(struct cell *cell)
{
	struct ft_str *str = &cell->list->text;
	const struct ft_account *account = cell->row->account;

	ft_str_clear(str);
	if (cell->row->qos)
		ft_wordset_add(str, &ft_qos_flag_words, cell->row->qos->flags);
	else if (account && account->flags & 1)
		ft_str_add(str, "UsersAreCoords");
	else if (cell->list->zeros && cell->row->cluster) /* as Debian's */
		ft_str_add(str, *cell->row->cluster->control_host
				    ? "MultipleSlurmd"
				    : "None");
	text(cell, ft_str_text(str));
}

static void
real(struct cell *cell, double value)
{
	if (cell->row->qos && value >= 0)
		ft_table_real(cell->list->table, value);
	else
		unset(cell);
}

void
acct_get_usage_factor(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->usage_factor : -1);
}

void
acct_get_usage_threshold(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->usage_threshold : -1);
}

void
acct_get_limit_factor(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->limit_factor : -1);
}
