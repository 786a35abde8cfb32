/*
 * Undo and redo: every operation there and back, what refuses them and how,
 * several at once.  What the journal tells is t_journal's, random histories
 * are p_undo's.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lib/history.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

static void
test_operation(size_t i)
{
	struct history history;
	char *before, *after;
	char file[32], *broken;
	uint32_t id, undo, redo;

	snprintf(file, sizeof file, "op%zu.db", i);
	history_open(&history, file);
	history_fill(&history);
	before = history_dump(&history);
	history_begin(&history, history_ops[i].name);
	history_ops[i].run(&history);
	id = history_commit(&history);
	after = history_dump(&history);
	ok(strcmp(before, after) != 0, "%s", history_ops[i].name);
	ok(history_changes(&history, id) > 0, "changes are told");
	undo = history_take_back(&history, id, false);
	ok(undo == id + 1, "undo is a new entry%s%s", undo ? "" : ": ",
	    undo ? "" : history_err.text);
	history_is_same(history_dump(&history), before, "as before");
	ok(history_changes(&history, undo) > 0, "changes are told");
	redo = history_take_back(&history, id, true);
	ok(redo == id + 2, "redo too%s%s", redo ? "" : ": ",
	    redo ? "" : history_err.text);
	history_is_same(history_dump(&history), after, "as after");
	ok(history_take_back(&history, redo, false) != 0, "undo the redo");
	history_is_same(history_dump(&history), before, "as before");
	ok(history_take_back(&history, redo, true) != 0, "redo it: %s",
	    history_err.text);
	history_is_same(history_dump(&history), after, "as after");
	broken = storefile_ask(history.path, "PRAGMA foreign_key_check");
	is_str(broken, "", "nothing dangles");
	ft_free(broken);
	ft_free(before);
	ft_free(after);
	history_close(&history);
}

/* Whatever is added to a table has to be in its images. */
static void
test_images_are_whole(void)
{
	static const char *const tables[] = { "cluster", "account", "user",
		"assoc", "qos", "usage_mark" };
	struct history history;
	uint32_t id;

	history_open(&history, "images.db");
	history_fill(&history);
	history_begin(&history, "x");
	op_put_account(&history);
	op_put_user(&history);
	op_put_qos(&history);
	op_put_cluster(&history);
	op_put_assoc(&history);
	op_usage(&history);
	id = history_commit(&history);
	ok(history_take_back(&history, id, false), "undo");
	for (size_t i = 0; i < FT_COUNT(tables); i++) {
		char sql[400], *got;

		snprintf(sql, sizeof sql,
		    "SELECT count(*) FROM pragma_table_info('%s') AS c WHERE "
		    "NOT EXISTS (SELECT 1 FROM journal_image WHERE entity = "
		    "'%s' AND instr(images, CAST(c.name || char(0) AS BLOB)))",
		    tables[i], tables[i]);
		got = storefile_ask(history.path, sql);
		is_str(got, "0", "every column of %s", tables[i]);
		ft_free(got);
	}
	history_close(&history);
}

/* ---- usage ----------------------------------------------------------------- */

static double
usage_of(const struct history *history, uint32_t assoc)
{
	const struct ft_decay decay = { FT_DECAY_SLURM, 0 };
	struct ft_tree *tree = NULL;
	ft_real *usage, found = -1;

	history_must(ft_store_read_tree(
	    history->store, 1, FT_SIBLINGS_LFT, &tree, &history_err));
	usage = ft_calloc(tree->n, sizeof *usage);
	history_must(ft_store_read_usage(history->store, tree,
	    &(struct ft_usage_at){ &decay, STOREFILE_NOW + 100, 0, usage },
	    &history_err));
	for (uint32_t i = 0; i < tree->n; i++)
		if (tree->id[i] == assoc)
			found = usage[i];
	ft_free(usage);
	ft_tree_free(tree);
	return (double)found;
}

static void
test_usage(void)
{
	struct history history;
	uint32_t id, other;

	history_open(&history, "usage.db");
	history_fill(&history);
	is_real(usage_of(&history, BOB), 1000.5, "usage of bob");
	history_begin(&history, "delete bob");
	op_drop_assoc(&history);
	id = history_commit(&history);
	is_real(usage_of(&history, PHYS), 1000.5, "goes to the account");
	ok(history_take_back(&history, id, false), "undo");
	is_real(usage_of(&history, BOB), 1000.5, "is back");
	is_real(usage_of(&history, PHYS), 0, "and gone there");
	/* its mark's id is given to another */
	history_begin(&history, "usage of eve");
	history_opening(&history, EVE, 5);
	other = history_commit(&history);
	ok(history_take_back(&history, id, true), "redo: %s", history_err.text);
	is_real(usage_of(&history, PHYS), 1000.5, "goes to the account");
	is_real(usage_of(&history, EVE), 5.5, "the other stays");
	ok(history_take_back(&history, id, false), "undo: %s",
	    history_err.text);
	is_real(usage_of(&history, BOB), 1000.5, "is back");
	ok(history_take_back(&history, other, false), "undo the other: %s",
	    history_err.text);
	is_real(usage_of(&history, EVE), 77.5, "as before");
	history_close(&history);
}

/* ---- refusals -------------------------------------------------------------- */

struct refusal {
	const char *name;
	void (*first)(struct history *history); /* what is to be undone */
	void (*then)(struct history *history);  /* what stands in its way */
	const char *want;
};

static void
then_shares(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, BOB, &assoc, &history_err));
	assoc.shares = 99;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static void
then_limit(struct history *history)
{
	history_limit(history, FT_ENTITY_ASSOC, BOB, FT_LIMIT_GRP_JOBS, 0, 1);
}

static void
then_child(struct history *history)
{
	storefile_user(history->r, "zed", 12);
}

static void
then_child_of_gone(struct history *history)
{
	storefile_user(history->r, "zed", 11);
}

static void
then_new_limit(struct history *history)
{
	history_limit(history, FT_ENTITY_ASSOC, 12, FT_LIMIT_MAX_JOBS, 0, 4);
}

static void
then_usage(struct history *history)
{
	history_opening(history, 12, 4);
}

static void
then_qos_used(struct history *history)
{
	history_refs(history, FT_ENTITY_ASSOC, ANN, '=', 5, 0);
}

static void
then_qos_default(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, ANN, &assoc, &history_err));
	assoc.default_qos = 5;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static void
then_coordinates(struct history *history)
{
	history_must(history->r->ops->add_coord(
	    history->r, &(struct ft_coord){ A_CHEM, 6 }, &history_err));
}

static void
first_drop_coord(struct history *history)
{
	history_must(history->r->ops->drop_coord(
	    history->r, &(struct ft_coord){ A_LAB, U_ANN }, &history_err));
}

static void
first_coord(struct history *history)
{
	history_must(history->r->ops->drop_coord(
	    history->r, &(struct ft_coord){ A_LAB, U_ANN }, &history_err));
	history_must(history->r->ops->drop_coord(
	    history->r, &(struct ft_coord){ A_PHYS, U_ANN }, &history_err));
}

static void
first_list(struct history *history)
{
	history_refs(history, FT_ENTITY_ASSOC, LAB, '=', Q_NORMAL, 0);
}

static void
first_empty_list(struct history *history)
{
	history_refs(history, FT_ENTITY_ASSOC, LAB, '=', 0, 0);
}

static void
first_drop_ann(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ ANN }, 1, &history_err));
}

static void
then_drop_phys(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ PHYS }, 1, &history_err));
}

static void
then_drop_lab(struct history *history)
{
	history_must(history->r->ops->drop_assocs(
	    history->r, (uint32_t[]){ LAB }, 1, &history_err));
	history_drop(history, FT_ENTITY_ACCOUNT, A_LAB);
}

static void
then_take_name(struct history *history)
{
	struct ft_user user = { .name = "bob", .default_wckey = "" };
	uint32_t id = 0;

	history_must(FT_ADD(history->r, &user, &id, &history_err));
}

static void
first_rename(struct history *history)
{
	history_rename_user(history, U_BOB, "robert");
}

static void
then_reset(struct history *history)
{
	history_must(history->r->ops->set_usage(history->r,
	    (struct ft_owner){ FT_ENTITY_ASSOC, PHYS }, 0, 0, &history_err));
}

static void
then_default(struct history *history)
{
	struct ft_assoc assoc;

	history_add_assoc(history, A_CHEM, CHEM, U_BOB, "");
	history_must(FT_GET(history->r, BOB_CHEM, &assoc, &history_err));
	assoc.is_default = true;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static void
first_lab_to_chem(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, LAB, &assoc, &history_err));
	assoc.parent = CHEM;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static void
then_phys_to_lab(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, PHYS, &assoc, &history_err));
	assoc.parent = LAB;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static void
then_setting(struct history *history)
{
	history_must(
	    ft_store_put_setting(history->store, "New", "y", &history_err));
}

static void
first_add_user(struct history *history)
{
	storefile_user(history->r, "new", PHYS); /* user 6, assoc 12 */
}

static void
first_move_to_new(struct history *history)
{
	storefile_account(history->r, "top", ROOT); /* account 6, assoc 12 */
}

static void
then_move_there(struct history *history)
{
	struct ft_assoc assoc;

	history_must(FT_GET(history->r, LAB, &assoc, &history_err));
	assoc.parent = 12;
	history_must(FT_PUT(history->r, &assoc, &history_err));
}

static const struct refusal refusals[] = {
	{ "the same row", op_put_assoc, then_shares,
	    "'user bob@phys' was changed since, see change 4 'the same row'" },
	{ "the same list", op_limits, then_limit,
	    "'user bob@phys' was changed since, see change 4 'the same list'" },
	{ "a limit of what was added", op_add_account, then_new_limit,
	    "'account bio' was changed since, see change 4 'a limit of what "
	    "was added'" },
	{ "a child of what was added", op_add_account, then_child,
	    "'account bio' now has 'user zed@bio', see change 4 'a "
	    "child of what was added'" },
	{ "a child of what was revived", op_revive, then_child_of_gone,
	    "'account gone' now has 'user zed@gone', see change 4 'a "
	    "child of what was revived'" },
	{ "moved into what was added", first_move_to_new, then_move_there,
	    "'account top' now has 'account lab', see change 4 'moved "
	    "into what was added'" },
	{ "usage", first_add_user, then_usage,
	    "'user new@phys' has gained usage since, see change 4 'usage'" },
	{ "a list with the QOS", op_add_qos, then_qos_used,
	    "'qos new' is now used by 'user ann@phys', see change 4 'a list "
	    "with the QOS'" },
	{ "a default QOS", op_add_qos, then_qos_default,
	    "'qos new' is now used by 'user ann@phys', see change 4 'a "
	    "default QOS'" },
	{ "a coordinator", first_add_user, then_coordinates,
	    "'user new' now coordinates 'account chem', see change 4 'a "
	    "coordinator'" },
	{ "no parent", first_drop_ann, then_drop_phys,
	    "'user ann@phys' depends on something deleted since: 'account "
	    "phys', see "
	    "change 4 'no parent'" },
	{ "no QOS", first_list, op_drop_qos,
	    "'account lab' depends on something deleted since: 'qos low', see "
	    "change 4 'no QOS'" },
	{ "a list that was emptied", first_empty_list, then_drop_lab,
	    "'account lab' was changed since, see change 4 'a list that was "
	    "emptied'" },
	{ "no user", first_coord, op_drop_user,
	    "'account phys' depends on something deleted since: 'user ann', "
	    "see "
	    "change 4 'no user'" },
	{ "the list of an account", first_drop_coord, then_drop_lab,
	    "'account lab' was changed since, see change 4 'the list of an "
	    "account'" },
	{ "a name that is taken", first_rename, then_take_name,
	    "'user robert' would have the name of 'user bob', see change 4 'a "
	    "name that is taken'" },
	{ "a reset of the heir", op_drop_assoc, then_reset,
	    "'account phys' has had its usage changed since, see change 4 'a "
	    "reset "
	    "of the heir'" },
	{ "another default", op_drop_assoc, then_default,
	    "'user bob@phys' would be a second default account, beside "
	    "'user bob@chem', see change 4 'another default'" },
	{ "a circle", first_lab_to_chem, then_phys_to_lab,
	    "'account lab' would be below itself, in 'account phys', see "
	    "change 4 'a circle'" },
	{ "a setting", op_settings, then_setting,
	    "'setting New' was changed since, see change 4 'a setting'" },
};

static void
test_refusal(const struct refusal *refusal)
{
	struct history history;
	char *before, want[300];

	history_open(&history, "refusal.db");
	history_fill(&history);
	history_begin(&history, "do");
	refusal->first(&history);
	history_commit(&history);
	history_begin(&history, refusal->name);
	refusal->then(&history);
	history_commit(&history);
	before = history_dump(&history);
	snprintf(want, sizeof want, "cannot undo change 3: %s", refusal->want);
	is_u64(history_take_back(&history, 3, false), 0, "%s", refusal->name);
	is_i64(history_err.status, FT_EINVAL, "status");
	is_str(history_err.text, want, "reason");
	history_is_same(history_dump(&history), before, "nothing has changed");
	ft_free(before);
	before = storefile_ask(history.path, "SELECT count(*) FROM journal");
	is_str(before, "4", "no entry");
	ft_free(before);
	/* out of the way, it works */
	ok(history_take_back(&history, 4, false),
	    "undo what stands in the way: %s", history_err.text);
	ok(history_take_back(&history, 3, false), "then it: %s",
	    history_err.text);
	history_close(&history);
	before = storefile_path("refusal.db");
	remove(before);
	ft_free(before);
}

/* What jobs and charges need, which have no journal. */
static void
test_jobs(void)
{
	static const struct {
		const char *sql, *want;
	} rows[] = {
		{ "INSERT INTO job (cluster, number, state, assoc, user, "
		  "account, partitions, submitted) VALUES (1, 42, 3, 12, "
		  "'new', 'phys', 'p', 1)",
		    "cannot undo change 3: 'user new@phys' has job 42" },
		{ "DELETE FROM job; INSERT INTO usage_segment (cluster, "
		  "assoc, starts, ends, rate) VALUES (1, 12, 1, 2, 1)",
		    "cannot undo change 3: 'user new@phys' has gained usage "
		    "since" },
	};
	struct history history;

	history_open(&history, "jobs.db");
	history_fill(&history);
	history_begin(&history, "add new");
	first_add_user(&history);
	history_commit(&history);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		storefile_do(history.path, rows[i].sql);
		is_u64(history_take_back(&history, 3, false), 0, "refused");
		is_str(history_err.text, rows[i].want, "reason");
	}
	storefile_do(history.path, "DELETE FROM usage_segment");
	/* what the journal has not seen come */
	storefile_do(history.path,
	    "INSERT INTO wckey (cluster, user, name, created) "
	    "VALUES (1, 6, 'k', 1)");
	is_u64(history_take_back(&history, 3, false), 0, "refused");
	is_str(history_err.text,
	    "cannot undo change 3: 'user new' now has 'wckey k'", "reason");
	storefile_do(history.path, "DELETE FROM wckey");
	ok(history_take_back(&history, 3, false), "undo: %s", history_err.text);

	/* deleted again with a job */
	history_begin(&history, "delete bob");
	op_drop_assoc(&history);
	history_commit(&history);
	ok(history_take_back(&history, 5, false), "undo");
	storefile_do(history.path,
	    "INSERT INTO job (cluster, number, state, assoc, user, account, "
	    "partitions, submitted) VALUES (1, 43, 1, 7, 'bob', 'phys', 'p', "
	    "1)");
	is_u64(history_take_back(&history, 5, true), 0, "redo refused");
	is_str(history_err.text,
	    "cannot redo change 5: 'user bob@phys' has job 43", "reason");
	storefile_do(history.path,
	    "DELETE FROM job; INSERT INTO usage_segment (cluster, assoc, "
	    "starts, ends, rate) VALUES (1, 7, 1, 1800000000, 1)");
	is_u64(history_take_back(&history, 5, true), 0, "redo refused");
	is_str(history_err.text,
	    "cannot redo change 5: 'user bob@phys' has gained usage since",
	    "reason");
	history_close(&history);
}

/* Lists that an owner has got since go with it, or stop it. */
static void
test_lists_since(void)
{
	struct history history;

	history_open(&history, "lists.db");
	history_fill(&history);
	history_run(&history, first_drop_ann); /* 3; ann has no lists */
	ok(history_take_back(&history, 3, false), "undo");
	history_begin(&history, "limit ann");
	history_limit(&history, FT_ENTITY_ASSOC, ANN, FT_LIMIT_MAX_JOBS, 0, 4);
	history_commit(&history);
	is_u64(history_take_back(&history, 3, true), 0, "redo refused");
	is_str(history_err.text,
	    "cannot redo change 3: 'user ann@phys' was changed since, see "
	    "change 5 'limit ann'",
	    "reason");
	ok(history_take_back(&history, 5, false), "undo the limit");
	ok(history_take_back(&history, 3, true), "redo: %s", history_err.text);
	history_close(&history);
}

static void
test_asked_wrongly(void)
{
	const struct ft_undo_request latest = { .n = 0 };
	const struct ft_undo_request last = { .last = 3, .redo = true };
	const struct ft_undo_request redo = { .redo = true };
	struct ft_store_actor actor = history_actor("undo");
	struct ft_undone_list done = { .n = 7 };
	struct history history;
	uint32_t both[2] = { 1, 9 };
	const struct ft_undo_request request = { .id = both, .n = 2 };

	history_open(&history, "wrong.db");
	is_i64(
	    ft_store_undo(history.store, &actor, &latest, &done, &history_err),
	    FT_ENOENT, "nothing to undo");
	is_str(history_err.text, "there is nothing to undo", "message");
	ok(!done.item && !done.n, "nothing done");
	history_fill(&history);
	is_i64(ft_store_undo(history.store, &actor, &last, &done, &history_err),
	    FT_ENOENT, "nothing to redo");
	is_i64(
	    ft_store_undo(history.store, &actor, &request, &done, &history_err),
	    FT_ENOENT, "no change 9");
	is_str(history_err.text, "no change 9 in the journal", "message");
	is_u64(history_take_back(&history, 1, true), 0, "not undone");
	is_i64(history_err.status, FT_EEXIST, "status");
	is_str(history_err.text, "change 1 is not undone", "message");
	ok(history_take_back(&history, 2, false) == 3, "undone");
	is_u64(history_take_back(&history, 2, false), 0, "twice");
	is_i64(history_err.status, FT_EEXIST, "status");
	is_str(history_err.text, "change 2 is undone already, by change 3",
	    "message");
	/* beside changes of the same transaction */
	history_begin(&history, "x");
	op_put_user(&history);
	is_i64(ft_store_undo(history.store, &actor, &redo, &done, &history_err),
	    FT_EINVAL, "beside changes");
	ft_store_rollback(history.store);
	history_close(&history);
}

/* Several at once, all or nothing; in a transaction of the caller's. */
static void
test_several(void)
{
	struct ft_store_actor actor = history_actor("undo");
	const struct ft_undo_request last = { .last = 3 };
	uint32_t ids[3] = { 3, 5, 3 };
	const struct ft_undo_request named = { .id = ids, .n = 3 };
	const struct ft_undo_request again = {
		.id = ids, .n = 3, .redo = true
	};
	struct ft_undone_list done = { .n = 7 };
	struct history history;
	char *before, *after;

	history_open(&history, "several.db");
	history_fill(&history);
	before = history_dump(&history);
	history_run(&history, then_shares);  /* 3 */
	history_run(&history, op_put_user);  /* 4 */
	history_run(&history, op_put_assoc); /* 5 */
	after = history_dump(&history);
	history_begin(&history, "dry run");
	ok(!ft_store_undo(history.store, &actor, &last, &done, &history_err),
	    "in a transaction: %s", history_err.text);
	ft_free(done.item);
	ft_store_rollback(history.store);
	history_is_same(history_dump(&history), after, "a dry run");
	history_begin(&history, "two things");
	ok(!ft_store_undo(history.store, &actor, &last, &done, &history_err),
	    "in a transaction: %s", history_err.text);
	is_u64(done.n, 3, "three");
	ok(done.item[0].target == 5 && done.item[2].target == 3,
	    "the latest first");
	ok(done.item[0].entry == 6 && done.item[2].entry == 8, "their entries");
	ft_free(done.item);
	op_add_users(&history);
	is_u64(history_commit(&history), 9,
	    "a change that follows is another entry");
	ok(history_take_back(&history, 9, false), "undo: %s", history_err.text);
	history_is_same(history_dump(&history), before, "all are undone");
	ok(!ft_store_undo(history.store, &actor, &again, &done, &history_err),
	    "redo two of them: %s", history_err.text);
	is_u64(done.n, 2, "each once");
	ok(done.n == 2 && done.item[0].target == 3, "the first is done first");
	ft_free(done.item);
	ok(history_take_back(&history, 4, true), "redo the other");
	history_is_same(history_dump(&history), after, "as after");
	ids[1] = 1;
	is_i64(
	    ft_store_undo(history.store, &actor, &named, &done, &history_err),
	    FT_EINVAL, "one of them cannot be undone");
	history_is_same(history_dump(&history), after, "none is");
	history_close(&history);
	ft_free(before);
	ft_free(after);
}

int
main(void)
{
	for (size_t i = 0; i < HISTORY_OPS; i++)
		test_operation(i);
	test_images_are_whole();
	test_usage();
	for (size_t i = 0; i < FT_COUNT(refusals); i++)
		test_refusal(&refusals[i]);
	test_jobs();
	test_lists_since();
	test_asked_wrongly();
	test_several();
	return done_testing();
}
