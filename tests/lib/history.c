/* history.c - stores whose journal is tested. */
#include "lib/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

struct ft_error history_err;

/* ---- a store and all that is in it ------------------------------------------ */

void
history_open(struct history *history, const char *name)
{
	history->path = storefile_path(name);
	history->store = storefile_open(history->path);
	if (sqlite3_open(history->path, &history->db))
		bail("%s", sqlite3_errmsg(history->db));
	sqlite3_busy_timeout(history->db, 600000);
}

void
history_close(struct history *history)
{
	sqlite3_close(history->db);
	ft_store_close(history->store);
	ft_free(history->path);
}

static void
dump_query(sqlite3 *db, const char *sql, struct ft_str *str)
{
	sqlite3_stmt *stmt = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		bail("%s: %s", sql, sqlite3_errmsg(db));
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const void *value = sqlite3_column_text(stmt, i);

			/* all digits of a real */
			if (sqlite3_column_type(stmt, i) == SQLITE_FLOAT)
				ft_str_addf(
				    str, "|%a", sqlite3_column_double(stmt, i));
			else
				ft_str_addf(str, "|%s",
				    value ? (const char *)value : "NULL");
		}
		ft_str_add_char(str, '\n');
	}
	sqlite3_finalize(stmt);
}

/*
 * Everything but the history itself and the ids it gave out; names of
 * partitions are only a dictionary, and the cache of marks is told by what is read through it.
 */
char *
history_dump(const struct history *history)
{
	sqlite3_stmt *stmt = NULL;
	struct ft_str str = { 0 };
	char sql[200];

	if (sqlite3_prepare_v2(history->db,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name "
		"NOT IN ('journal', 'journal_row', 'journal_image', "
		"'generation', 'usage_sum', "
		"'usage_fold', "
		"'partition_name', 'high_id', 'txn') ORDER BY name",
		-1, &stmt, NULL))
		bail("%s", sqlite3_errmsg(history->db));
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		const void *table = sqlite3_column_text(stmt, 0);

		ft_str_addf(&str, "%s\n", (const char *)table);
		snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" ORDER BY 1, 2",
		    (const char *)table);
		dump_query(history->db, sql, &str);
	}
	sqlite3_finalize(stmt);
	return ft_str_take(&str);
}

/* Compares and frees; shows the first line that differs. */
bool
history_is_same(char *got, const char *want, const char *name)
{
	size_t at = 0;
	bool same = !strcmp(got, want);

	ok(same, "%s", name);
	if (!same) {
		while (got[at] == want[at])
			at++;
		while (at && got[at - 1] != '\n')
			at--;
		diag("got  %.*s", (int)strcspn(got + at, "\n"), got + at);
		diag("want %.*s", (int)strcspn(want + at, "\n"), want + at);
	}
	ft_free(got);
	return same;
}

struct ft_store_actor
history_actor(const char *command)
{
	return (struct ft_store_actor){ "root", command, STOREFILE_NOW + 5 };
}

void
history_begin(struct history *history, const char *command)
{
	struct ft_store_actor actor = history_actor(command);

	if (ft_store_begin(history->store, &actor, &history->r, &history_err))
		bail("begin: %s", history_err.text);
}

uint32_t
history_commit(struct history *history)
{
	uint32_t journal = 0;

	if (ft_store_commit(history->store, &journal, &history_err))
		bail("commit: %s", history_err.text);
	return journal;
}

/* Returns the new entry, 0 if refused. */
uint32_t
history_take_back(struct history *history, uint32_t id, bool redo)
{
	struct ft_store_actor actor = history_actor(redo ? "redo" : "undo");
	const struct ft_undo_request request = {
		.id = &id, .n = 1, .redo = redo
	};
	struct ft_undone_list done;
	enum ft_status status;
	uint32_t entry;

	history_err.text[0] = '\0';
	status = ft_store_undo(
	    history->store, &actor, &request, &done, &history_err);
	entry = status ? 0 : done.item[0].entry;
	ft_free(done.item);
	return entry;
}

/* ---- what to try on --------------------------------------------------------- */

void
history_must(enum ft_status status)
{
	if (status)
		bail("%s", history_err.text);
}

void
history_limit(struct history *history, enum ft_entity entity, uint32_t owner,
    enum ft_limit_kind kind, uint32_t tres, uint64_t value)
{
	const struct ft_limit limit = { owner, (uint16_t)kind, tres, value };

	history_must(history->r->ops->put_limit(
	    history->r, entity, &limit, value != 0, &history_err));
}

void
history_refs(struct history *history, enum ft_entity entity, uint32_t owner,
    char op, uint32_t first, uint32_t second)
{
	const struct ft_qosref ref[] = { { owner, op, first },
		{ owner, op, second } };

	history_must(history->r->ops->put_qosrefs(history->r,
	    (struct ft_owner){ entity, owner }, ref,
	    second  ? 2
	    : first ? 1
		    : 0,
	    &history_err));
}

void
history_drop(struct history *history, enum ft_entity entity, uint32_t id)
{
	history_must(
	    history->r->ops->drop(history->r, entity, &id, 1, &history_err));
}

uint32_t
history_add_qos(struct history *history, const char *name)
{
	const struct ft_qos qos = { .name = name,
		.description = name,
		.preempt_exempt_time = -1,
		.usage_factor = 1.0 / 3,
		.usage_threshold = -1,
		.limit_factor = -1 };
	uint32_t id = 0;

	history_must(FT_ADD(history->r, &qos, &id, &history_err));
	return id;
}

uint32_t
history_add_assoc(struct history *history, uint32_t account, uint32_t parent,
    uint32_t user, const char *partition)
{
	const struct ft_assoc assoc = { .cluster = 1,
		.account = account,
		.user = user,
		.parent = parent,
		.shares = 7,
		.partition = partition,
		.comment = "" };
	uint32_t id = 0;

	history_must(FT_ADD(history->r, &assoc, &id, &history_err));
	return id;
}

void
history_opening(struct history *history, uint32_t assoc, int64_t whole)
{
	const struct ft_usage_mark mark = {
		.assoc = assoc, .whole = whole, .micro = 500000
	};

	history_must(ft_store_put_opening(
	    history->store, STOREFILE_NOW, &mark, 1, &history_err));
}

/* phys (ann, bob, lab (eve)), chem (bob): with a bit of everything. */
void
history_fill(struct history *history)
{
	struct ft_assoc assoc;

	history_begin(history, "first");
	storefile_account(history->r, "phys", ROOT);
	storefile_account(history->r, "chem", ROOT);
	storefile_account(history->r, "lab", PHYS);
	storefile_user(history->r, "ann", PHYS);
	storefile_user(history->r, "bob", PHYS);
	history_add_assoc(history, A_CHEM, CHEM, U_BOB, "");
	storefile_user(history->r, "eve", LAB);
	history_must(FT_GET(history->r, BOB, &assoc, &history_err));
	assoc.is_default = true;
	history_must(FT_PUT(history->r, &assoc, &history_err));
	history_add_qos(history, "high");
	history_add_qos(history, "low");
	history_refs(history, FT_ENTITY_QOS, Q_HIGH, '=', Q_NORMAL, Q_LOW);
	history_refs(history, FT_ENTITY_ASSOC, BOB, '+', Q_HIGH, Q_LOW);
	history_refs(history, FT_ENTITY_ASSOC, LAB, '-', Q_LOW, 0);
	history_limit(history, FT_ENTITY_QOS, Q_HIGH, FT_LIMIT_GRP_TRES, 1, 64);
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_GRP_TRES, 1, 9);
	history_limit(
	    history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_GRP_TRES, 2, 4096);
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_MAX_JOBS, 0, 5);
	history_must(history->r->ops->add_coord(
	    history->r, &(struct ft_coord){ A_PHYS, U_ANN }, &history_err));
	history_must(history->r->ops->add_coord(
	    history->r, &(struct ft_coord){ A_LAB, U_ANN }, &history_err));
	history_opening(history, BOB, 1000);
	history_opening(history, EVE, 77);
	history_must(
	    ft_store_put_setting(history->store, "Known", "1", &history_err));
	history_must(
	    ft_store_put_conf(history->store, "A=1\nB=2\n", &history_err));
	history_commit(history);
	history_begin(history, "second");
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ BOB_CHEM }, 1, &history_err));
	storefile_user(history->r, "ned", CHEM); /* user 5, assoc 10 */
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ 10 }, 1, &history_err));
	history_drop(history, FT_ENTITY_USER, 5);
	history_add_qos(history, "old"); /* 4 */
	history_drop(history, FT_ENTITY_QOS, 4);
	storefile_account(history->r, "gone", ROOT); /* account 5, assoc 11 */
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ 11 }, 1, &history_err));
	history_drop(history, FT_ENTITY_ACCOUNT, 5);
	history_commit(history);
	/* as if they had been there for more than a day */
	storefile_do(history->path,
	    "UPDATE assoc SET created = created - 90000, removed = NULL "
	    "WHERE deleted IS NOT NULL; "
	    "UPDATE qos SET created = created - 90000, removed = NULL "
	    "WHERE deleted IS NOT NULL; "
	    "UPDATE account SET created = created - 90000, removed = NULL "
	    "WHERE deleted IS NOT NULL; "
	    "UPDATE user SET created = created - 90000, removed = NULL "
	    "WHERE deleted IS NOT NULL");
}

/* ---- every operation ------------------------------------------------------- */

void
op_add_account(struct history *history)
{
	uint32_t id = storefile_account(history->r, "bio", ROOT);

	history_limit(history, FT_ENTITY_ASSOC, id, FT_LIMIT_MAX_JOBS, 0, 3);
	history_refs(history, FT_ENTITY_ASSOC, id, '=', Q_HIGH, 0);
	history_must(history->r->ops->add_coord(
	    history->r, &(struct ft_coord){ 6, U_EVE }, &history_err));
}

void
op_add_users(struct history *history)
{
	char name[16];

	for (unsigned i = 0; i < 20; i++) {
		snprintf(name, sizeof name, "u%u", i);
		storefile_user(history->r, name, i % 2 ? PHYS : LAB);
	}
}

void
op_add_partition(struct history *history)
{
	history_add_assoc(history, A_PHYS, PHYS, U_BOB, "night");
}

void
op_add_qos(struct history *history)
{
	uint32_t id = history_add_qos(history, "new");

	history_limit(history, FT_ENTITY_QOS, id, FT_LIMIT_GRP_JOBS, 0, 3);
	history_refs(history, FT_ENTITY_QOS, id, '=', Q_LOW, 0);
	history_refs(history, FT_ENTITY_ASSOC, PHYS, '+', id, 0);
}

void
op_add_cluster(struct history *history)
{
	const struct ft_cluster cluster = {
		.name = "two", .classification = "", .control_host = ""
	};
	struct ft_assoc assoc = { .cluster = 0,
		.account = 1,
		.shares = 1,
		.partition = "",
		.comment = "" };
	uint32_t id = 0;

	history_must(
	    FT_ADD(history->r, &cluster, &assoc.cluster, &history_err));
	history_must(FT_ADD(history->r, &assoc, &id, &history_err));
}

void
op_revive(struct history *history)
{
	history_add_qos(history, "old");
	storefile_account(history->r, "gone", ROOT);
	storefile_user(history->r, "ned", CHEM);
	history_add_assoc(history, A_CHEM, CHEM, U_BOB, "");
}

void
op_put_account(struct history *history)
{
	struct ft_account account;

	history_must(FT_GET(history->r, A_PHYS, &account, &history_err));
	account.description = "all of \"physics\"";
	account.flags = 1;
	history_must(FT_PUT(history->r, &account, &history_err));
}

void
op_put_user(struct history *history)
{
	struct ft_user user;

	history_must(FT_GET(history->r, U_BOB, &user, &history_err));
	user.admin_level = FT_ADMIN_OPERATOR;
	user.default_wckey = "k";
	history_must(FT_PUT(history->r, &user, &history_err));
}

void
history_rename_user(struct history *history, uint32_t id, const char *name)
{
	struct ft_user user;

	history_must(FT_GET(history->r, id, &user, &history_err));
	user.name = name;
	history_must(FT_PUT(history->r, &user, &history_err));
}

void
op_names_go_round(struct history *history)
{
	history_rename_user(history, U_ANN, "x");
	history_rename_user(history, U_BOB, "ann");
	history_rename_user(history, U_ANN, "bob");
}

void
op_name_taken_over(struct history *history)
{
	history_rename_user(history, U_ANN, "anna");
	storefile_user(history->r, "ann", LAB);
}

void
op_put_qos(struct history *history)
{
	struct ft_qos qos;

	history_must(FT_GET(history->r, Q_HIGH, &qos, &history_err));
	qos.priority = 100;
	qos.flags = 5;
	qos.usage_factor = 0.1 + 0.2;
	qos.limit_factor = 2;
	history_must(FT_PUT(history->r, &qos, &history_err));
}

void
op_put_cluster(struct history *history)
{
	struct ft_cluster cluster;

	history_must(FT_GET(history->r, 1, &cluster, &history_err));
	cluster.classification = "capacity";
	history_must(FT_PUT(history->r, &cluster, &history_err));
}

void
op_put_assoc(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, BOB, &assoc, &history_err));
	assoc.shares = FT_SHARES_PARENT;
	assoc.comment = "c";
	assoc.default_qos = Q_LOW;
	assoc.is_default = false;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

void
op_move(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, LAB, &assoc, &history_err));
	assoc.parent = CHEM;
	history_must(FT_PUT(history->r, &assoc, &history_err));
	history_must(FT_GET(history->r, PHYS, &assoc, &history_err));
	assoc.parent = LAB;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

void
op_move_to_new(struct history *history)
{
	uint32_t id = storefile_account(history->r, "top", ROOT);
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, PHYS, &assoc, &history_err));
	assoc.parent = id;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

void
op_limits(struct history *history)
{
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_GRP_TRES, 1, 10);
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_MAX_JOBS, 0, 0);
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_MAX_WALL, 0, 90);
	history_limit(history, FT_ENTITY_QOS, Q_LOW, FT_LIMIT_GRP_JOBS, 0,
	    UINT64_MAX - 1);
}

void
op_lists(struct history *history)
{
	history_refs(history, FT_ENTITY_ASSOC, BOB, '=', Q_NORMAL, 0);
	history_refs(history, FT_ENTITY_ASSOC, ANN, '-', Q_HIGH, 0);
	history_refs(history, FT_ENTITY_QOS, Q_HIGH, '=', 0, 0);
}

void
op_coords(struct history *history)
{
	history_must(history->r->ops->add_coord(
	    history->r, &(struct ft_coord){ A_PHYS, U_EVE }, &history_err));
	history_must(history->r->ops->drop_coord(
	    history->r, &(struct ft_coord){ A_LAB, U_ANN }, &history_err));
}

void
op_drop_assoc(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ BOB }, 1, &history_err));
}

void
op_drop_user(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ ANN }, 1, &history_err));
	history_drop(history, FT_ENTITY_USER, U_ANN);
}

void
op_drop_account(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ EVE }, 1, &history_err));
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ LAB }, 1, &history_err));
	history_drop(history, FT_ENTITY_ACCOUNT, A_LAB);
}

void
op_drop_qos(struct history *history)
{
	history_drop(history, FT_ENTITY_QOS, Q_LOW);
}

void
op_drop_cluster(struct history *history)
{
	history_drop(history, FT_ENTITY_CLUSTER, 1);
}

void
op_revive_cluster(struct history *history)
{
	const struct ft_cluster cluster = {
		.name = "cluster", .classification = "x", .control_host = "h"
	};
	uint32_t id = 0;

	history_drop(history, FT_ENTITY_CLUSTER, 1);
	history_must(FT_ADD(history->r, &cluster, &id, &history_err));
}

void
op_usage(struct history *history)
{
	const struct ft_registry_ops *ops = history->r->ops;

	history_must(ops->set_usage(history->r,
	    (struct ft_owner){ FT_ENTITY_ASSOC, BOB }, 0, 0, &history_err));
	history_must(ops->set_usage(history->r,
	    (struct ft_owner){ FT_ENTITY_ASSOC, ANN }, 5, 1, &history_err));
	history_must(ops->set_usage(history->r,
	    (struct ft_owner){ FT_ENTITY_QOS, Q_LOW }, 5, 0, &history_err));
	history_opening(history, EVE, 12);
	history_must(ft_store_put_opening(history->store, STOREFILE_NOW,
	    &(struct ft_usage_mark){ .assoc = EVE, .whole = 3, .tres = 1 }, 1,
	    &history_err));
}

void
op_settings(struct history *history)
{
	history_must(
	    ft_store_put_setting(history->store, "Known", NULL, &history_err));
	history_must(
	    ft_store_put_setting(history->store, "New", "x", &history_err));
	history_must(ft_store_put_setting(
	    history->store, "FairTreeTies", "slurm", &history_err));
	history_must(
	    ft_store_put_conf(history->store, "B=2\nA=3\n", &history_err));
}

void
op_all(struct history *history)
{
	op_add_account(history);
	op_put_assoc(history);
	op_move(history);
	op_limits(history);
	op_lists(history);
	op_usage(history);
	op_drop_assoc(history);
	op_settings(history);
}

/* A batch in front of a child that has no room there, so that the children get
 * new positions: more of them than one block of images holds. */
void
op_spread(struct history *history)
{
	const int32_t front = INT32_MIN + 1;
	struct ft_assoc assoc;
	char name[16];

	for (unsigned i = 0; i < 600; i++) {
		snprintf(name, sizeof name, "s%u", i);
		storefile_user(history->r, name, CHEM);
	}
	history_must(FT_GET(history->r, BOB_CHEM, &assoc, &history_err));
	assoc.position = front;
	history_must(FT_PUT(history->r, &assoc, &history_err));
	history_must(history->r->ops->batch(history->r, &history_err));
	storefile_user(history->r, "last", CHEM);
	history_must(FT_GET(history->r, BOB_CHEM, &assoc, &history_err));
	if (assoc.position == front)
		bail("the children keep their positions");
}

const struct history_op history_ops[HISTORY_OPS] = {
	{ "add account", op_add_account },
	{ "add users", op_add_users },
	{ "add partition", op_add_partition },
	{ "add qos", op_add_qos },
	{ "add cluster", op_add_cluster },
	{ "add what was deleted", op_revive },
	{ "modify account", op_put_account },
	{ "modify user", op_put_user },
	{ "exchange names", op_names_go_round },
	{ "take over a name", op_name_taken_over },
	{ "modify qos", op_put_qos },
	{ "modify cluster", op_put_cluster },
	{ "modify association", op_put_assoc },
	{ "move", op_move },
	{ "move into a new account", op_move_to_new },
	{ "limits", op_limits },
	{ "lists", op_lists },
	{ "coordinators", op_coords },
	{ "delete association", op_drop_assoc },
	{ "delete user", op_drop_user },
	{ "delete account", op_drop_account },
	{ "delete qos", op_drop_qos },
	{ "delete cluster", op_drop_cluster },
	{ "delete and add cluster", op_revive_cluster },
	{ "usage", op_usage },
	{ "settings", op_settings },
	{ "a bit of all", op_all },
	{ "positions", op_spread },
};

static enum ft_status
count_change(void *ctx, const struct ft_change *change, struct ft_error *e)
{
	size_t *n = ctx;

	(void)e;
	*n += change->subject && *change->subject && change->name &&
	      change->entity && change->cluster;
	return FT_OK;
}

size_t
history_changes(const struct history *history, uint32_t id)
{
	size_t n = 0;

	if (ft_store_each_change(
		history->store, id, count_change, &n, &history_err))
		diag("changes of %lu: %s", (unsigned long)id, history_err.text);
	return n;
}

uint32_t
history_run(struct history *history, void (*op)(struct history *history))
{
	history_begin(history, "op");
	op(history);
	return history_commit(history);
}
