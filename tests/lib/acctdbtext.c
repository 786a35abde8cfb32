/* acctdbtext.c - every field of every record, by its own simple way. */
#include "lib/acctdbtext.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "admin/index/index.h"
#include "base/text/str.h"
#include "base/vec.h"

struct lines {
	char **item;
	size_t n, cap;
};

static void
add_line(struct lines *lines, struct ft_str *str)
{
	lines->item = ft_vec_grow(
	    lines->item, &lines->cap, lines->n + 1, sizeof *lines->item);
	lines->item[lines->n++] = ft_str_take(str);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
add_sorted(struct ft_str *str, struct lines *lines, const char *separator)
{
	if (lines->n > 1)
		qsort(lines->item, lines->n, sizeof *lines->item, by_text);
	for (size_t i = 0; i < lines->n; i++) {
		ft_str_addf(str, "%s%s", lines->item[i], separator);
		ft_free(lines->item[i]);
	}
	ft_free(lines->item);
}

static const char *
qos_name(const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_qos *qos = id ? ft_acctdb_qos(acctdb, id) : NULL;

	return qos ? qos->name : "-";
}

static void
add_limits(struct ft_str *str, const struct ft_acctdb *acctdb,
    const struct ft_limit *limit, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_tres *tres =
		    limit[i].tres
			? ft_tres_get(&(struct ft_tres_table){ acctdb->tres,
					  acctdb->n_tres },
			      limit[i].tres)
			: NULL;

		ft_str_addf(str, " %s", ft_limit_infos[limit[i].kind].name);
		if (tres)
			ft_str_addf(str, "(%s/%s)", tres->type, tres->name);
		ft_str_addf(str, "=%" PRIu64, limit[i].value);
	}
}

/* A deleted QOS only matters in a list of nothing else: it is empty, not none. */
static bool
has_effect(const struct ft_acctdb *acctdb, const struct ft_qosref *ref,
    size_t n, size_t at)
{
	bool others = false;

	for (size_t i = 0; i < n; i++)
		others = others || ft_acctdb_qos(acctdb, ref[i].qos);
	return !others || ft_acctdb_qos(acctdb, ref[at].qos);
}

static void
add_refs(struct ft_str *str, const struct ft_acctdb *acctdb, const char *what,
    const struct ft_qosref *ref, size_t n)
{
	struct lines names = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct ft_str one = { 0 };

		if (!has_effect(acctdb, ref, n, i))
			continue;
		ft_str_addf(
		    &one, "%s%c", qos_name(acctdb, ref[i].qos), ref[i].op);
		add_line(&names, &one);
	}
	ft_str_addf(str, " %s[", what);
	add_sorted(str, &names, " ");
	ft_str_add_char(str, ']');
}

/* "cluster account user partition" */
static void
add_identity(struct ft_str *str, const struct ft_acctdb *acctdb,
    const struct ft_assoc *assoc)
{
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	ft_str_addf(str, "%s/%s/%s/%s",
	    ft_acctdb_cluster(acctdb, assoc->cluster)->name,
	    ft_acctdb_account(acctdb, assoc->account)->name,
	    user ? user->name : "", assoc->partition);
}

static void
add_assocs(struct lines *lines, const struct ft_acctdb *acctdb)
{
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_limit *limit;
		const struct ft_qosref *ref;
		struct ft_str str = { 0 };
		size_t n;

		ft_str_add(&str, "assoc ");
		add_identity(&str, acctdb, assoc);
		if (assoc->parent) {
			ft_str_add(&str, " below ");
			add_identity(&str, acctdb,
			    ft_acctdb_assoc(acctdb, assoc->parent));
		}
		ft_str_addf(&str, " shares=%" PRIu32 "%s%s default=%s '%s'",
		    assoc->shares == FT_SHARES_PARENT ? 0 : assoc->shares,
		    assoc->shares == FT_SHARES_PARENT ? " parent" : "",
		    assoc->is_default ? " is-default" : "",
		    qos_name(acctdb, assoc->default_qos), assoc->comment);
		limit = ft_acctdb_limits(
		    acctdb->assoc_limit, acctdb->n_assoc_limit, assoc->id, &n);
		add_limits(&str, acctdb, limit, n);
		ref = ft_acctdb_qosrefs(
		    acctdb->assoc_qos, acctdb->n_assoc_qos, assoc->id, &n);
		add_refs(&str, acctdb, "qos", ref, n);
		add_line(lines, &str);
	}
}

static void
add_qoses(struct lines *lines, const struct ft_acctdb *acctdb)
{
	for (size_t i = 0; i < acctdb->n_qos; i++) {
		const struct ft_qos *qos = &acctdb->qos[i];
		const struct ft_limit *limit;
		const struct ft_qosref *ref;
		struct ft_str str = { 0 };
		size_t n;

		ft_str_addf(&str,
		    "qos %s '%s' %" PRIu32 " flags=%" PRIu32 " grace=%" PRId64
		    " mode=%" PRIu32 " exempt=%" PRId64 " %a %a %a",
		    qos->name, qos->description, qos->priority, qos->flags,
		    qos->grace_time, qos->preempt_mode,
		    qos->preempt_exempt_time, qos->usage_factor,
		    qos->usage_threshold, qos->limit_factor);
		limit = ft_acctdb_limits(
		    acctdb->qos_limit, acctdb->n_qos_limit, qos->id, &n);
		add_limits(&str, acctdb, limit, n);
		ref = ft_acctdb_qosrefs(
		    acctdb->qos_preempt, acctdb->n_qos_preempt, qos->id, &n);
		add_refs(&str, acctdb, "preempt", ref, n);
		add_line(lines, &str);
	}
}

static void
add_records(struct lines *lines, const struct ft_acctdb *acctdb)
{
	struct ft_str str = { 0 };

	for (size_t i = 0; i < acctdb->n_cluster; i++) {
		ft_str_addf(&str, "cluster %s %s", acctdb->cluster[i].name,
		    acctdb->cluster[i].classification);
		add_line(lines, &str);
	}
	for (size_t i = 0; i < acctdb->n_account; i++) {
		const struct ft_account *account = &acctdb->account[i];

		ft_str_addf(&str, "account %s '%s' '%s' %" PRIu32,
		    account->name, account->description, account->organization,
		    account->flags);
		add_line(lines, &str);
	}
	for (size_t i = 0; i < acctdb->n_user; i++) {
		const struct ft_user *user = &acctdb->user[i];

		ft_str_addf(&str, "user %s %d '%s'", user->name,
		    (int)user->admin_level, user->default_wckey);
		add_line(lines, &str);
	}
	for (size_t i = 0; i < acctdb->n_coord; i++) {
		ft_str_addf(&str, "coord %s %s",
		    ft_acctdb_account(acctdb, acctdb->coord[i].account)->name,
		    ft_acctdb_user(acctdb, acctdb->coord[i].user)->name);
		add_line(lines, &str);
	}
}

static void
add_orders(struct lines *lines, const struct ft_acctdb *acctdb)
{
	struct ft_admin_index *index = ft_admin_index_new(acctdb);

	for (uint32_t i = 0; i < acctdb->n_assoc; i++) {
		struct ft_str str = { 0 };

		ft_str_add(&str, "order ");
		add_identity(&str, acctdb, &acctdb->assoc[i]);
		for (uint32_t k = index->first[i]; k < index->first[i + 1];
		     k++) {
			ft_str_add_char(&str, ' ');
			add_identity(
			    &str, acctdb, &acctdb->assoc[index->child[k]]);
		}
		add_line(lines, &str);
	}
	ft_admin_index_free(index);
}

char *
acctdbtext(const struct ft_acctdb *acctdb, bool order)
{
	struct lines lines = { 0 };
	struct ft_str str = { 0 };

	add_records(&lines, acctdb);
	add_qoses(&lines, acctdb);
	add_assocs(&lines, acctdb);
	if (order)
		add_orders(&lines, acctdb);
	add_sorted(&str, &lines, "\n");
	return ft_str_take(&str);
}
