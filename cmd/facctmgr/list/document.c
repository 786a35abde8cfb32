/*
 * document.c - sacctmgr --json and --yaml: the records of a list as Slurm's data
 * parsers shape them.  One table serves all releases; what the store does not
 * know has the value of a site that does not use it.
 */

#include "facctmgr/list/columns.h"
#include "facctmgr/entity/entity.h"
#include "facctmgr/list/document.h"
#include "model/account/qos.h"
#include "model/machine/nodes.h"

#define UINT      .type = FT_COLUMN_UINT
#define REAL      .type = FT_COLUMN_REAL
#define LIST      .type = FT_COLUMN_LIST
#define UNION     .flags = FT_COLUMN_UNION
#define ROW(name) FT_MEMBER(struct facctmgr_row, name)
#define OF(of, kind, name)                                                     \
	FT_MEMBER_OF(struct facctmgr_row, of, struct kind, name)
#define QOS(name)      OF(qos, ft_qos, name)
#define SINCE(release) .since = FT_RELEASE_##release
#define UNTIL(release) .until = FT_RELEASE_##release
/* The column of lists with that name. */
#define COLUMN(name)                                                           \
	.get = ft_column_get_other, .arg = (name), .source = facctmgr_fields
#define LIMIT(kind) UINT, UNION, .get = limit, .own = FACCTMGR_KINDS(kind, kind)
#define TRES(kind)                                                             \
	.type = FT_COLUMN_TRES, .get = tres_limit,                             \
	.own = FACCTMGR_KINDS(kind, kind)

/* Shares of the parent. */
#define PARENT_SHARES 2147483647

/* ---- limits ---------------------------------------------------------------------- */

static void
limit(const void *at, struct ft_value *value)
{
	const struct ft_limit *found = facctmgr_find_limit(
	    at, facctmgr_kind_of_limit(value->column, false), 0);

	if (found)
		ft_value_u64(value, found->value);
	else
		value->kind = FT_VALUE_INFINITE;
}

/* "cpu:1=4,gres/gpu:1001=2": name, id and count */
static void
add_tres(struct ft_str *str, const struct ft_tres *tres, uint64_t count)
{
	ft_str_add(str, str->len ? "," : "");
	ft_tres_add_name(str, tres);
	ft_str_addf(str, ":%" PRIu32 "=%" PRIu64, tres->id, count);
}

static void
tres_limit(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	const struct ft_tres_table table = { acctdb->tres, acctdb->n_tres };
	struct ft_tres_amounts limits = { 0 };
	struct ft_str *str = ft_value_build(value);

	facctmgr_find_tres(
	    row, facctmgr_kind_of_limit(value->column, false), &limits);
	for (size_t i = 0; i < limits.n; i++) {
		const struct ft_tres *tres =
		    ft_tres_get(&table, limits.item[i].id);

		if (tres)
			add_tres(str, tres, limits.item[i].value);
	}
	ft_free(limits.item);
}

/* ---- QOS ------------------------------------------------------------------------- */

static void
optional(struct ft_value *value, double number)
{
	if (number < 0)
		value->kind = FT_VALUE_INFINITE;
	else
		ft_value_real(value, (ft_real)number);
}

static void
limit_factor(const void *at, struct ft_value *value)
{
	optional(value, ((const struct facctmgr_row *)at)->qos->limit_factor);
}

static void
usage_threshold(const void *at, struct ft_value *value)
{
	optional(
	    value, ((const struct facctmgr_row *)at)->qos->usage_threshold);
}

static void
exempt_time(const void *at, struct ft_value *value)
{
	int64_t seconds =
	    ((const struct facctmgr_row *)at)->qos->preempt_exempt_time;

	if (seconds < 0)
		value->kind = FT_VALUE_INFINITE;
	else
		ft_value_u64(value, (uint64_t)seconds);
}

/* In the order of their bits in slurmdbd. */
static void
qos_flags(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_keywords *words = &ft_qos_flag_words;
	struct ft_str *str = ft_value_build(value);

	for (uint32_t bit = 1; bit < UINT32_C(1) << 16; bit <<= 1)
		for (size_t i = 0; i < words->n; i++)
			if (words->word[i].dbd == bit &&
			    row->qos->flags & UINT32_C(1) << i)
				ft_str_addf(str, "%s%s", str->len ? "," : "",
				    words->word[i].json);
}

static void
preempt_mode(const void *at, struct ft_value *value)
{
	const char *name = ft_qos_preempt_mode(
	    ((const struct facctmgr_row *)at)->qos->preempt_mode);
	struct ft_str *str = ft_value_build(value);

	if (strcmp(name, "cluster") == 0)
		name = "disabled";
	for (; *name; name++)
		ft_str_add_char(str, (char)toupper((unsigned char)*name));
}

/* clang-format off */
static const struct ft_column qos[] = {
	{ .key = "description", QOS(description) },
	{ .key = "flags", LIST, .get = qos_flags },
	{ .key = "id", UINT, QOS(id) },
	{ .key = "limits.grace_time", UINT, QOS(grace_time) },
	{ .key = "limits.max.active_jobs.accruing", LIMIT(GRP_JOBS_ACCRUE) },
	{ .key = "limits.max.active_jobs.count", LIMIT(GRP_JOBS) },
	{ .key = "limits.max.jobs.count", LIMIT(GRP_SUBMIT_JOBS), SINCE(24_11) },
	{ .key = "limits.max.jobs.active_jobs.per.account", LIMIT(MAX_JOBS_PA), SINCE(24_11) },
	{ .key = "limits.max.jobs.active_jobs.per.user", LIMIT(MAX_JOBS_PU), SINCE(24_11) },
	{ .key = "limits.max.jobs.per.account", LIMIT(MAX_SUBMIT_PA), SINCE(24_11) },
	{ .key = "limits.max.jobs.per.user", LIMIT(MAX_SUBMIT_PU), SINCE(24_11) },
	{ .key = "limits.max.tres.total", TRES(GRP_TRES) },
	{ .key = "limits.max.tres.minutes.total", TRES(GRP_TRES_MINS), SINCE(24_11) },
	{ .key = "limits.max.tres.minutes.per.qos", TRES(GRP_TRES_RUN_MINS) },
	{ .key = "limits.max.tres.minutes.per.job", TRES(MAX_TRES_MINS) },
	{ .key = "limits.max.tres.minutes.per.account", TRES(MAX_TRES_RUN_MINS_PA) },
	{ .key = "limits.max.tres.minutes.per.user", TRES(MAX_TRES_RUN_MINS_PU) },
	{ .key = "limits.max.tres.per.account", TRES(MAX_TRES_PA) },
	{ .key = "limits.max.tres.per.job", TRES(MAX_TRES) },
	{ .key = "limits.max.tres.per.node", TRES(MAX_TRES_PN) },
	{ .key = "limits.max.tres.per.user", TRES(MAX_TRES_PU) },
	{ .key = "limits.max.wall_clock.per.qos", LIMIT(GRP_WALL) },
	{ .key = "limits.max.wall_clock.per.job", LIMIT(MAX_WALL) },
	{ .key = "limits.max.jobs.active_jobs.per.account", LIMIT(MAX_JOBS_PA), UNTIL(24_11) },
	{ .key = "limits.max.jobs.active_jobs.per.user", LIMIT(MAX_JOBS_PU), UNTIL(24_11) },
	{ .key = "limits.max.jobs.per.account", LIMIT(MAX_SUBMIT_PA), UNTIL(24_11) },
	{ .key = "limits.max.jobs.per.user", LIMIT(MAX_SUBMIT_PU), UNTIL(24_11) },
	{ .key = "limits.max.accruing.per.account", LIMIT(MAX_JOBS_ACCRUE_PA) },
	{ .key = "limits.max.accruing.per.user", LIMIT(MAX_JOBS_ACCRUE_PU) },
	{ .key = "limits.factor", REAL, UNION, .get = limit_factor },
	{ .key = "limits.min.priority_threshold", LIMIT(MIN_PRIO) },
	{ .key = "limits.min.tres.per.job", TRES(MIN_TRES) },
	{ .key = "name", QOS(name) },
	{ .key = "preempt.list", LIST, COLUMN("Preempt") },
	{ .key = "preempt.mode", LIST, .get = preempt_mode },
	{ .key = "preempt.exempt_time", UINT, UNION, .get = exempt_time },
	{ .key = "priority", UINT, UNION, QOS(priority) },
	{ .key = "usage_factor", REAL, UNION, QOS(usage_factor) },
	{ .key = "usage_threshold", REAL, UNION, .get = usage_threshold },
};
/* clang-format on */

/* ---- associations ---------------------------------------------------------------- */

static void
association_flags(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (!row->record->user && row->shown_account &&
	    row->shown_account->flags & 1)
		ft_value_text(value, "UsersAreCoords");
}

static void
shares(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	ft_value_u64(value, row->record->shares == FT_SHARES_PARENT
				? PARENT_SHARES
				: row->record->shares);
}

static void
is_default(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	enum ft_release release = row->list->acct->context->release;

	ft_value_u64(value,
	    row->record->is_default ||
		(!row->record->user && row->shown_account->flags & 1 &&
		    ft_release_has(release, FT_RULE_FLAGGED_IS_DEFAULT)));
}

/* In the order of their numbers. */
static void
qos_list(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct facctmgr_list *list = row->list;
	struct ft_str *str = ft_value_build(value);

	ft_admin_index_qos(list->index, row->assoc, list->inherit, list->has);
	for (size_t i = 0; i < list->acctdb.n_qos; i++)
		if (list->has[i])
			ft_str_addf(str, "%s%s", str->len ? "," : "",
			    list->acctdb.qos[i].name);
}

/* A number that these data parsers forget. */
static void
write_no_number(struct ft_doc *doc, const char *key, const void *at)
{
	(void)at;
	if (ft_doc_shape_of(doc)->complex)
		ft_doc_null(doc, key);
	else
		ft_doc_u64(doc, key, 0);
}

/* An association in few words. */
static void
write_short(struct ft_doc *doc, const char *key,
    const struct facctmgr_list *list, const struct ft_assoc *assoc)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_cluster *cluster =
	    ft_acctdb_cluster(acctdb, assoc->cluster);
	const struct ft_account *account =
	    ft_acctdb_account(acctdb, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	ft_doc_begin(doc, key);
	ft_doc_text(doc, "account", account ? account->name : "");
	ft_doc_text(doc, "cluster", cluster ? cluster->name : "");
	ft_doc_text(doc, "partition", assoc->partition);
	ft_doc_text(doc, "user", user ? user->name : "");
	ft_doc_u64(doc, "id", assoc->number);
	ft_doc_end(doc);
}

static void
write_associations(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facctmgr_row *row = at;
	struct facctmgr_list *list = row->list;
	const uint32_t *next = facctmgr_list_next(list, row);
	uint32_t i = list->request->flags & FACCTMGR_WITH_ASSOC
			 ? facctmgr_list_first(list, row)
			 : FT_INDEX_NONE;

	ft_doc_begin_list(doc, key);
	for (; i != FT_INDEX_NONE; i = next[i])
		if (facctmgr_list_matches(list, i))
			write_short(doc, NULL, list, &list->acctdb.assoc[i]);
	ft_doc_end(doc);
}

/* clang-format off */
static const struct ft_column associations[] = {
	{ .key = "accounting", LIST },
	{ .key = "account", OF(shown_account, ft_account, name) },
	{ .key = "cluster", ROW(cluster_name) },
	{ .key = "comment", OF(record, ft_assoc, comment) },
	{ .key = "default.qos", COLUMN("DefaultQOS") },
	{ .key = "flags", LIST, .get = association_flags },
	{ .key = "max.jobs.per.count", LIMIT(GRP_JOBS) },
	{ .key = "max.jobs.per.accruing", LIMIT(GRP_JOBS_ACCRUE) },
	{ .key = "max.jobs.per.submitted", LIMIT(GRP_SUBMIT_JOBS) },
	{ .key = "max.jobs.per.wall_clock", LIMIT(MAX_WALL) },
	{ .key = "max.jobs.active", LIMIT(MAX_JOBS) },
	{ .key = "max.jobs.accruing", LIMIT(MAX_JOBS_ACCRUE) },
	{ .key = "max.jobs.total", LIMIT(MAX_SUBMIT_JOBS) },
	{ .key = "max.tres.total", TRES(GRP_TRES) },
	{ .key = "max.tres.group.minutes", TRES(GRP_TRES_MINS) },
	{ .key = "max.tres.group.active", TRES(GRP_TRES_RUN_MINS) },
	{ .key = "max.tres.minutes.total", TRES(MAX_TRES_RUN_MINS) },
	{ .key = "max.tres.minutes.per.job", TRES(MAX_TRES_MINS) },
	{ .key = "max.tres.per.job", TRES(MAX_TRES) },
	{ .key = "max.tres.per.node", TRES(MAX_TRES_PN) },
	{ .key = "max.per.account.wall_clock", LIMIT(GRP_WALL) },
	{ .key = "id", .write = write_no_number, UNTIL(25_05) },
	{ .key = "id", UINT, OF(record, ft_assoc, number), SINCE(25_05) },
	{ .key = "is_default", .type = FT_COLUMN_BOOL, .get = is_default },
	{ .key = "lineage", COLUMN("Lineage") },
	{ .key = "min.priority_threshold", LIMIT(MIN_PRIO) },
	{ .key = "parent_account", COLUMN("ParentName") },
	{ .key = "partition", OF(record, ft_assoc, partition) },
	{ .key = "priority", LIMIT(PRIORITY) },
	{ .key = "qos", LIST, .get = qos_list },
	{ .key = "shares_raw", UINT, .get = shares },
	{ .key = "user", ROW(user_name) },
};
/* clang-format on */

/* ---- accounts and users ---------------------------------------------------------- */

/* Returns whether USER himself was made coordinator of ACCOUNT. */
static bool
leads(const struct facctmgr_list *list, const struct ft_account *account,
    const struct ft_user *user)
{
	const struct ft_acctdb *acctdb = &list->acctdb;

	for (size_t i = 0; i < acctdb->n_coord; i++)
		if (acctdb->coord[i].account == account->id &&
		    acctdb->coord[i].user == user->id)
			return true;
	return false;
}

static void
write_coordinator(struct ft_doc *doc, const struct facctmgr_row *row,
    const struct facctmgr_coord *coord)
{
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	const struct ft_account *account = &acctdb->account[coord->account];
	const struct ft_user *user = &acctdb->user[coord->user];

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", row->account ? user->name : account->name);
	ft_doc_bool(doc, "direct", leads(row->list, account, user));
	ft_doc_end(doc);
}

/* Those of an account, or what a user coordinates: by name, in the latter case
 * what he was given comes first. */
struct by_name {
	const char *name;
	bool later;
	const struct facctmgr_coord *coord;
};

static int
compare(const void *left, const void *right)
{
	const struct by_name *a = left, *b = right;

	return a->later != b->later ? a->later - b->later
				    : strcmp(a->name, b->name);
}

static void
write_coordinators(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facctmgr_row *row = at;
	struct facctmgr_list *list = row->list;
	const struct ft_acctdb *acctdb = &list->acctdb;
	struct by_name *found;
	size_t n = 0;

	if (list->request->flags & FACCTMGR_WITH_COORD)
		facctmgr_list_coords(list);
	found = ft_calloc(list->n_coord + 1, sizeof *found);
	for (size_t i = 0; i < list->n_coord; i++) {
		const struct facctmgr_coord *coord = &list->coord[i];
		const struct ft_account *account =
		    &acctdb->account[coord->account];
		const struct ft_user *user = &acctdb->user[coord->user];

		if (row->account ? account == row->account : user == row->user)
			found[n++] = (struct by_name){
				row->account ? user->name : account->name,
				!row->account && !leads(list, account, user),
				coord
			};
	}
	if (n)
		qsort(found, n, sizeof *found, compare);
	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < n; i++)
		write_coordinator(doc, row, found[i].coord);
	ft_doc_end(doc);
	ft_free(found);
}

static void
account_flags(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->account->flags & 1)
		ft_value_text(value, "UsersAreCoords");
}

static const struct ft_column accounts[] = {
	{ .key = "associations", .write = write_associations },
	{ .key = "coordinators", .write = write_coordinators },
	{ .key = "description", OF(account, ft_account, description) },
	{ .key = "name", OF(account, ft_account, name) },
	{ .key = "organization", OF(account, ft_account, organization) },
	{ .key = "flags", LIST, .get = account_flags },
};

static void
write_wckey(struct ft_doc *doc, const struct facctmgr_list *list,
    const struct ft_wckey *wckey)
{
	const struct ft_cluster *cluster =
	    ft_acctdb_cluster(&list->acctdb, wckey->cluster);
	const struct ft_user *user = ft_acctdb_user(&list->acctdb, wckey->user);

	ft_doc_begin(doc, NULL);
	ft_doc_list(doc, "accounting", NULL);
	ft_doc_text(doc, "cluster", cluster ? cluster->name : "");
	ft_doc_u64(doc, "id", wckey->id);
	ft_doc_text(doc, "name", wckey->name);
	ft_doc_text(doc, "user", user ? user->name : "");
	ft_doc_list(doc, "flags", NULL);
	ft_doc_end(doc);
}

static void
write_wckeys(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facctmgr_row *row = at;
	const struct ft_acctdb *acctdb = &row->list->acctdb;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; row->list->request->flags & FACCTMGR_WITH_ASSOC &&
			   i < acctdb->n_wckey;
	     i++)
		if (acctdb->wckey[i].user == row->user->id &&
		    !acctdb->wckey[i].deleted)
			write_wckey(doc, row->list, &acctdb->wckey[i]);
	ft_doc_end(doc);
}

static void
admin_level(const void *at, struct ft_value *value)
{
	ft_value_text(value, facctmgr_levels[((const struct facctmgr_row *)at)
						 ->user->admin_level]);
}

/* The number of the QOS of his default association. */
static void
default_qos(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct facctmgr_list *list = row->list;
	uint32_t i = facctmgr_list_default(row->list, row->user, 0);

	ft_value_u64(value,
	    i == FT_INDEX_NONE
		? 0
		: ft_admin_index_default_qos(list->index, i, list->inherit));
}

static const struct ft_column users[] = {
	{ .key = "administrator_level", LIST, .get = admin_level },
	{ .key = "associations", .write = write_associations },
	{ .key = "coordinators", .write = write_coordinators },
	{ .key = "default.qos", UINT, .get = default_qos, SINCE(25_11) },
	{ .key = "default.account", COLUMN("DefaultAccount") },
	{ .key = "default.wckey", OF(user, ft_user, default_wckey) },
	{ .key = "flags", LIST, .get = ft_column_get_arg, .arg = "NONE" },
	{ .key = "name", OF(user, ft_user, name) },
	{ .key = "old_name" },
	{ .key = "wckeys", .write = write_wckeys },
};

/* ---- clusters, TRES, wckeys ------------------------------------------------------ */

static void
cluster_flags(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (*row->cluster->control_host)
		ft_value_text(value, "MULTIPLE_SLURMD");
}

static void
write_root(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facctmgr_row *row = at;

	if (row->record)
		write_short(doc, key, row->list, row->record);
}

static void
cluster_tres(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	const struct ft_tres_table table = { acctdb->tres, acctdb->n_tres };
	const struct ft_session *session = &row->list->acct->session;
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(table.n + 1, sizeof *amount);
	struct ft_nodes nodes FT_CLEANUP(ft_nodes_free) = { 0 };
	struct ft_error err;
	size_t n = 0;

	ft_value_build(value);
	if (row->cluster->id == session->cluster &&
	    ft_nodes_read(&nodes, &session->conf, &err) == FT_OK && nodes.n)
		n = ft_nodes_amounts(&nodes, &session->conf, &table, amount);
	for (size_t i = 0; i < n; i++)
		add_tres(value->room, ft_tres_get(&table, amount[i].id),
		    amount[i].value);
}

static const struct ft_column clusters[] = {
	{ .key = "controller.host", OF(cluster, ft_cluster, control_host) },
	{ .key = "controller.port",
	    UINT,
	    OF(cluster, ft_cluster, control_port) },
	{ .key = "flags", LIST, .get = cluster_flags },
	{ .key = "name", OF(cluster, ft_cluster, name) },
	{ .key = "nodes", COLUMN("ClusterNodes") },
	{ .key = "select_plugin", UNTIL(26_05) },
	{ .key = "associations.root", .write = write_root },
	{ .key = "rpc_version", UINT, COLUMN("RPC") },
	{ .key = "tres", .type = FT_COLUMN_TRES, .get = cluster_tres },
};

static const struct ft_column tres[] = {
	{ .key = "type", OF(tres, ft_tres, type) },
	{ .key = "name", OF(tres, ft_tres, name) },
	{ .key = "id", UINT, OF(tres, ft_tres, id) },
	{ .key = "count", UINT, .get = ft_column_get_zero },
};

static const struct ft_column wckeys[] = {
	{ .key = "accounting", LIST },
	{ .key = "cluster", ROW(cluster_name) },
	{ .key = "id", UINT, OF(wckey, ft_wckey, id) },
	{ .key = "name", OF(wckey, ft_wckey, name) },
	{ .key = "user", ROW(user_name) },
	{ .key = "flags", LIST },
};

/* ---- documents ------------------------------------------------------------------- */

#define DOCUMENT(name, rows_)                                                  \
	const struct facctmgr_document facctmgr_##name##_document = {          \
		.rows = (rows_),                                               \
		.member = name,                                                \
		.n = FT_COUNT(name),                                           \
	}

DOCUMENT(accounts, "accounts");
DOCUMENT(users, "users");
DOCUMENT(associations, "associations");
DOCUMENT(qos, "qos");
DOCUMENT(tres, "TRES");
DOCUMENT(clusters, "clusters");
DOCUMENT(wckeys, "wckeys");
/* there are none */
const struct facctmgr_document facctmgr_instances_document = {
	.rows = "instances",
};

bool
facctmgr_document_open(struct facctmgr_list *list)
{
	struct facctmgr *acct = list->acct;
	bool failed;

	ft_out_init(&list->out, acct->context->out);
	list->doc = ft_slurmdoc_open(
	    &acct->document, acct->context, &list->out, &failed);
	list->request->status = failed;
	if (list->request->flags & FACCTMGR_WO_LIMITS)
		list->inherit = false;
	if (list->doc)
		ft_doc_begin_list(list->doc, list->how->document->rows);
	else
		ft_out_free(&list->out);
	return list->doc;
}

void
facctmgr_document_row(
    struct facctmgr_list *list, const struct facctmgr_row *row)
{
	const struct facctmgr_document *how = list->how->document;

	ft_doc_object(list->doc, NULL, how->member, how->n, row);
}

void
facctmgr_document_close(struct facctmgr_list *list)
{
	struct facctmgr *acct = list->acct;
	const struct ft_slurmdoc_call call = { .context = acct->context,
		.session = &acct->session,
		.argc = acct->argc - 2,
		.argv = acct->argv + 2 };

	if (!list->doc)
		return;
	ft_doc_end(list->doc);
	ft_slurmdoc_close(list->doc, &acct->document, &call);
	ft_out_free(&list->out);
}
