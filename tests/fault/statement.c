#include "fault/statement.h"

#include <stdbool.h>
#include <string.h>

#include <sqlite3.h>

#include "tap/tap.h"

static struct {
	bool armed;
	long n, count;
	bool due; /* the one that runs now is to fail */
} state;

/* A statement begins.  (Parts of it, such as triggers, have a comment.) */
static int
begin(unsigned kind, void *ctx, void *stmt, void *sql)
{
	(void)kind;
	(void)ctx;
	(void)stmt;
	if (state.armed && strncmp(sql, "--", 2) != 0)
		state.due = ++state.count == state.n;
	return 0;
}

/* Asked while a statement runs; not of BEGIN and COMMIT, which are too short. */
static int
advance(void *ctx)
{
	(void)ctx;
	return state.armed && state.due;
}

/* Asked before a commit; a refused one is rolled back. */
static int
commit(void *ctx)
{
	(void)ctx;
	return state.armed && state.due;
}

static int
watch(sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
	(void)message;
	(void)api;
	sqlite3_trace_v2(db, SQLITE_TRACE_STMT, begin, NULL);
	sqlite3_progress_handler(db, 1, advance, NULL);
	sqlite3_commit_hook(db, commit, NULL);
	return SQLITE_OK;
}

void
statement_install(void)
{
	/* auto extensions have this type on paper, and watch()'s in truth */
	union {
		int (*real)(
		    sqlite3 *, char **, const struct sqlite3_api_routines *);
		void (*paper)(void);
	} entry = { .real = watch };

	if (sqlite3_auto_extension(entry.paper))
		bail("no auto extension");
}

void
statement_arm(long n)
{
	state.armed = true;
	state.due = false;
	state.n = n;
	state.count = 0;
}

long
statement_disarm(void)
{
	state.armed = false;
	return state.count;
}
