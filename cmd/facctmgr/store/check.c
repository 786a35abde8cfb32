/*
 * check.c - facctmgr check: report everything that is wrong with a store, and save what
 * is intact.  The store is not opened the usual way, which refuses damaged
 * stores.
 */

#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"
#include "files/progress.h"
#include "store/check/check.h"

/* What is printed: lines, or rows for programs. */
struct printing {
	struct facctmgr *acct;
	struct facctmgr_table table;
};
/* One of those rows. */
struct problem {
	const struct problem *self;
	const char *text;
};

static void
print_problem(void *ctx, const char *text)
{
	struct printing *printing = ctx;
	const struct problem problem = { &problem, text };

	if (printing->table.rows)
		ft_table_put(printing->table.rows, &problem);
	else
		facctmgr_print(printing->acct, " %s\n", text);
}

/* Report settings in the store that would fail when a command reads them. */
static size_t
check_settings(struct printing *printing)
{
	struct ft_session session;
	struct ft_error err;
	enum ft_status status;

	ft_session_init(&session);
	session.db = printing->acct->db;
	status = ft_session_open(
	    &session, printing->acct->context, FT_SESSION_GLANCE, &err);
	ft_session_close(&session);
	/* no problem: the next command updates an older store */
	if (status != FT_EINVAL && status != FT_EPARSE && status != FT_EFOREIGN)
		return 0;
	print_problem(printing, err.text);
	return 1;
}

/* Returns the exit status: 0 if PATH is intact, or what is intact was saved. */
static int
check(struct facctmgr *acct, const char *path, const char *repair)
{
	static const struct ft_column columns[] = {
		{ .name = "Problem",
		    .width = 40,
		    .key = "problem",
		    FT_MEMBER(struct problem, text) },
	};
	const struct ft_table_options options = { .schema = "fairtree.check/1",
		.rows = "problems" };
	struct printing printing = { .acct = acct };
	const struct ft_check_to to = { print_problem, &printing,
		ft_progress_meter() };
	enum ft_status status;
	struct ft_error err;
	size_t n = 0;
	bool lines = acct->format == FT_FORMAT_TABLE;

	if (!lines)
		facctmgr_table_open(&printing.table, acct, options, columns, 1);
	status = repair ? ft_store_repair(path, repair, &to, &err)
			: ft_store_check(path, &to, &n, &err);
	if (status == FT_OK && !repair && !n)
		n = check_settings(&printing);
	facctmgr_table_close(&printing.table);
	if (status != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	if (lines && repair)
		facctmgr_print(acct, " Saved what is intact as '%s'\n", repair);
	else if (lines && n == 0)
		facctmgr_print(acct, " The store is intact\n");
	return n && !repair ? 1 : 0;
}

const struct facctmgr_keyword facctmgr_check_keywords[] = {
	{ "repair", 0, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL,
	    0, "file", .complete = FT_COMPLETE_FILE },
	{ 0 },
};

int
facctmgr_check(struct facctmgr *acct, int argc, char **argv)
{
	struct ft_session session;
	const char *repair = NULL;
	struct ft_error err;
	int status;

	if (!facctmgr_read_keywords(
		acct, facctmgr_check_keywords, &repair, argc, argv))
		return 1;
	if (repair && !facctmgr_names_store(acct, repair))
		return 1;
	if (repair && acct->dry_run) {
		facctmgr_error(acct,
		    "check --repair has no dry run: check without it "
		    "writes nothing");
		return 1;
	}
	ft_session_init(&session);
	session.db = acct->db;
	status = ft_session_find(&session, false, &err)
		     ? ft_cmd_fail(acct->context, &err)
		     : check(acct, session.path, repair);
	ft_session_close(&session);
	return status;
}
