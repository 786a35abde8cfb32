/* log.c - facctmgr log: the journal of changes. */

#include "facctmgr/journal/journal.h"
#include "facctmgr/list/columns.h"
#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"

/* ---- log: fields ------------------------------------------------------------ */

/* A row: one change of an entry, or just the entry. */
struct log_row {
	const struct ft_journal_entry *entry;
	const struct ft_change *change; /* NULL */
};

/* The number of a change; 0 is none. */
static void
get_entry(const void *at, struct ft_value *value)
{
	const uint32_t *number = ft_column_member(value->column, at);

	if (number && *number)
		ft_value_u64(value, *number);
}

static void
get_mark(const void *at, struct ft_value *value)
{
	const struct ft_journal_entry *entry =
	    ((const struct log_row *)at)->entry;
	struct ft_str *text = ft_value_build(value);

	if (entry->undoes)
		ft_str_addf(text, "%s %u", entry->is_redo ? "redoes" : "undoes",
		    (unsigned)entry->origin);
	if (entry->undone_by)
		ft_str_addf(text, "%sundone by %u", text->len ? ", " : "",
		    (unsigned)entry->undone_by);
}

static void
get_action(const void *at, struct ft_value *value)
{
	static const char *const actions[] = {
		[FT_CHANGE_ADD] = "add",
		[FT_CHANGE_MODIFY] = "modify",
		[FT_CHANGE_DELETE] = "delete",
	};
	const struct ft_change *change = ((const struct log_row *)at)->change;

	if (change)
		ft_value_text(value, actions[change->kind]);
}

#define ENTRY(member)                                                          \
	FT_MEMBER_OF(struct log_row, entry, struct ft_journal_entry, member)
#define CHANGE(member)                                                         \
	FT_MEMBER_OF(struct log_row, change, struct ft_change, member)
#define OF_PATCH 1 /* own: it needs the changes */

/* clang-format off */
static const struct ft_column log_fields[] = {
	{ "ID", .header = "Change", .width = 6, .type = FT_COLUMN_UINT,
	  .key = "id", ENTRY(id), .sentence = "number of the change" },
	{ "Time", .width = -19, .type = FT_COLUMN_TIME, .key = "time",
	  ENTRY(wall), .get = facctmgr_get_date,
	  .sentence = "when it was made" },
	{ "Actor", 3, .width = -10, .key = "actor", ENTRY(actor),
	  .sentence = "who made it" },
	{ "Mark", .width = -12, .key = "mark", .none = "", .get = get_mark,
	  .sentence = "what it undoes or redoes, and what has undone it" },
	{ "Undoes", 5, .width = 6, .type = FT_COLUMN_UINT, .key = "undoes",
	  ENTRY(undoes), .get = get_entry,
	  .sentence = "the change it undoes" },
	{ "UndoneBy", 5, .width = 8, .type = FT_COLUMN_UINT,
	  .key = "undone_by", ENTRY(undone_by), .get = get_entry,
	  .sentence = "the change that undid it" },
	{ "Rows", .width = 6, .type = FT_COLUMN_UINT, .key = "rows",
	  ENTRY(rows), .sentence = "how many records it changed" },
	{ "Command", .width = -30, .key = "command", ENTRY(command),
	  .sentence = "the command line" },
	{ "Action", 3, .width = -6, .key = "action", .get = get_action,
	  .own = OF_PATCH, .sentence = "add, modify or delete" },
	{ "Subject", .width = -24, .key = "subject", CHANGE(subject),
	  .own = OF_PATCH, .sentence = "what was changed" },
	{ "Field", .width = -14, .key = "field", CHANGE(field),
	  .own = OF_PATCH, .sentence = "which of its settings" },
	{ "Before", .width = 10, .key = "before", CHANGE(before),
	  .own = OF_PATCH, .sentence = "the value before" },
	{ "After", 3, .width = 10, .key = "after", CHANGE(after),
	  .own = OF_PATCH, .sentence = "the value after" },
	{ .name = NULL },
};
/* clang-format on */

#define LOG_TABLE "ID,Time,Actor,Mark,Command"
#define LOG_ALL   "ID,Time,Actor,Mark,Undoes,UndoneBy,Rows,Command"
#define LOG_PATCH ",Action,Subject,Field,Before,After"

/* ---- log: rows -------------------------------------------------------------- */

struct log {
	struct facctmgr *acct;
	struct ft_journal_filter filter;
	const char *format, *since;
	bool patch;
	struct ft_columns fields;
	struct facctmgr_table table;
	const struct ft_journal_entry *entry; /* being printed */
	bool any;                             /* it had changes */
};

static enum ft_status
print_row(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	struct log *log = ctx;
	const struct log_row row = { log->entry, change };

	(void)err;
	log->any = true;
	ft_table_put(log->table.rows, &row);
	return FT_OK;
}

static enum ft_status
print_entry(
    struct log *log, const struct ft_journal_entry *entry, struct ft_error *err)
{
	log->entry = entry;
	log->any = false;
	if (log->patch)
		FT_TRY(ft_store_each_change(
		    log->acct->session.store, entry->id, print_row, log, err));
	if (!log->any)
		FT_TRY(print_row(log, NULL, err));
	return FT_OK;
}

/* ---- log: all of it --------------------------------------------------------- */

#define TO(member) .to = offsetof(struct log, member)
const struct facctmgr_keyword facctmgr_log_keywords[] = {
	{ "Actor", 1, FACCTMGR_KEY_TEXT, 0, TO(filter.actor),
	    .complete = FT_COMPLETE_USER },
	{ "Since", 1, FACCTMGR_KEY_TEXT, 0, TO(since) },
	{ "Last", 1, FACCTMGR_KEY_COUNT, 0, TO(filter.last), "last" },
	{ "Patch", 1, FACCTMGR_KEY_FLAG, 0, TO(patch) },
	{ "Format", 1, FACCTMGR_KEY_TEXT, 0, TO(format) },
	{ "ID", 2, FACCTMGR_KEY_COUNT, FACCTMGR_KEY_BARE | FACCTMGR_KEY_QUIET,
	    TO(filter.id), "a change" },
	{ 0 },
};

static bool
choose_log_fields(struct log *log)
{
	bool table = log->acct->format == FT_FORMAT_TABLE;
	const char *text = log->format;
	struct ft_error err;

	if (!text && log->patch)
		text = table ? "ID" LOG_PATCH : LOG_ALL LOG_PATCH;
	else if (!text)
		text = table ? LOG_TABLE : LOG_ALL;
	if (ft_columns_choose(&log->fields, log_fields, text,
		(struct ft_column_rules){
		    FT_COLUMN_RULE_EMPTY, FT_RELEASE_ANY },
		&err) != FT_OK) {
		facctmgr_error(log->acct, "unknown field '%s'", err.text);
		return false;
	}
	for (size_t i = 0; i < log->fields.n; i++)
		log->patch |= log->fields.item[i].own & OF_PATCH;
	return true;
}

static enum ft_status
print_log(struct log *log, const struct ft_journal_entry *entry, size_t n,
    struct ft_error *err)
{
	const struct ft_table_options options = { .schema = "fairtree.log/1",
		.rows = "log" };
	enum ft_status status = FT_OK;

	facctmgr_table_open(
	    &log->table, log->acct, options, log->fields.item, log->fields.n);
	for (size_t i = 0; i < n && status == FT_OK; i++)
		status = print_entry(log, &entry[i], err);
	facctmgr_table_close(&log->table);
	return status;
}

/* Users who may not see the changes of others see their own. */
static enum ft_status
keep_private(struct log *log, struct ft_error *err)
{
	const struct ft_session *session = &log->acct->session;

	if (ft_visibility_shows_all(
		&session->visibility, FACCTMGR_SIGHT_OF_CHANGES))
		return FT_OK;
	if (log->filter.actor && strcmp(log->filter.actor, session->user) != 0)
		return ft_fail(err, FT_EPERM,
		    "PrivateData hides what others changed: log shows your "
		    "own changes");
	log->filter.actor = session->user;
	return FT_OK;
}

static int
run_log(struct log *log)
{
	struct facctmgr *acct = log->acct;
	enum ft_status status;
	struct ft_journal journal = { .arena = &acct->arena };
	struct ft_error err;

	if (!choose_log_fields(log) || !facctmgr_open(acct, false))
		return 1;
	if (log->since && !ft_time_date(log->since, acct->session.wall, true,
			      &log->filter.since)) {
		facctmgr_error(acct, "not a time: '%s'", log->since);
		return 1;
	}
	status = keep_private(log, &err);
	if (status == FT_OK)
		status = ft_store_read_journal(
		    acct->session.store, &log->filter, &journal, &err);
	if (status == FT_OK && log->filter.id && journal.n == 0) {
		facctmgr_error(acct, "no change %u%s", (unsigned)log->filter.id,
		    log->filter.actor || log->since ? " among those" : "");
		return 1;
	}
	if (status == FT_OK)
		status = print_log(log, journal.entry, journal.n, &err);
	return status == FT_OK ? 0 : ft_cmd_fail(acct->context, &err);
}

int
facctmgr_log(struct facctmgr *acct, int argc, char **argv)
{
	struct log log = { .acct = acct };
	int status = 1;

	if (facctmgr_read_keywords(
		acct, facctmgr_log_keywords, &log, argc, argv))
		status = run_log(&log);
	ft_columns_free(&log.fields);
	return status;
}

enum ft_status
facctmgr_journal_entry(struct ft_store *store, uint32_t id,
    struct ft_arena *arena, struct ft_journal_entry *entry,
    struct ft_error *err)
{
	struct ft_journal_filter filter = { .id = id, .last = id == 0 };
	struct ft_journal journal = { .arena = arena };

	*entry = (struct ft_journal_entry){ 0 };
	FT_TRY(ft_store_read_journal(store, &filter, &journal, err));
	if (journal.n)
		*entry = journal.entry[0];
	return FT_OK;
}
