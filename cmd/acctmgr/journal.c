/* facctmgr log: the history of changes. */

#include "acctmgr/acctmgr.h"
#include "base/timefmt.h"
#include "store/journal.h"

/* ---- log: fields ------------------------------------------------------------ */

enum log_field {
	LOG_ID,
	LOG_TIME,
	LOG_ACTOR,
	LOG_MARK,
	LOG_UNDOES,
	LOG_UNDONE_BY,
	LOG_ROWS,
	LOG_COMMAND,
	LOG_ACTION, /* from here on: of a patch */
	LOG_SUBJECT,
	LOG_FIELD,
	LOG_BEFORE,
	LOG_AFTER
};

static const struct ft_column log_fields[] = {
	{ "ID", 1, LOG_ID, "Change", 6, FT_COLUMN_UINT, 0, "id",
	    .sentence = "number of the change" },
	{ "Time", 1, LOG_TIME, "Time", -19, FT_COLUMN_TIME, 0, "time",
	    .sentence = "when it was made" },
	{ "Actor", 3, LOG_ACTOR, "Actor", -10, FT_COLUMN_TEXT, 0, "actor",
	    .sentence = "who made it" },
	{ "Mark", 1, LOG_MARK, "Mark", -12, FT_COLUMN_TEXT, 0, "mark",
	    .sentence = "what it undoes or redoes, and what has undone it" },
	{ "Undoes", 5, LOG_UNDOES, "Undoes", 6, FT_COLUMN_UINT, 0, "undoes",
	    .sentence = "the change it takes back" },
	{ "UndoneBy", 5, LOG_UNDONE_BY, "UndoneBy", 8, FT_COLUMN_UINT, 0,
	    "undone_by", .sentence = "the change that took it back" },
	{ "Rows", 1, LOG_ROWS, "Rows", 6, FT_COLUMN_UINT, 0, "rows",
	    .sentence = "how many things it touched" },
	{ "Command", 1, LOG_COMMAND, "Command", -30, FT_COLUMN_TEXT, 0,
	    "command", .sentence = "the command line" },
	{ "Action", 3, LOG_ACTION, "Action", -6, FT_COLUMN_TEXT, 0, "action",
	    .sentence = "add, modify or delete" },
	{ "Subject", 1, LOG_SUBJECT, "Subject", -24, FT_COLUMN_TEXT, 0,
	    "subject", .sentence = "what was changed" },
	{ "Field", 1, LOG_FIELD, "Field", -14, FT_COLUMN_TEXT, 0, "field",
	    .sentence = "which of its settings" },
	{ "Before", 1, LOG_BEFORE, "Before", 10, FT_COLUMN_TEXT, 0, "before",
	    .sentence = "the value it had" },
	{ "After", 3, LOG_AFTER, "After", 10, FT_COLUMN_TEXT, 0, "after",
	    .sentence = "the value it got" },
	{ 0 },
};

#define LOG_TABLE "ID,Time,Actor,Mark,Command"
#define LOG_ALL   "ID,Time,Actor,Mark,Undoes,UndoneBy,Rows,Command"
#define LOG_PATCH ",Action,Subject,Field,Before,After"

/* ---- log: rows -------------------------------------------------------------- */

struct log {
	struct acct *acct;
	struct ft_arena arena;
	struct ft_journal_filter filter;
	const char *format, *since;
	bool patch;
	struct ft_columns fields;
	struct ft_table *table;
	const struct ft_journal_entry *entry; /* being printed */
	struct ft_str text;                   /* scratch of cells */
	bool any;                             /* it had changes */
};

static const char *
mark_of(struct log *log)
{
	const struct ft_journal_entry *entry = log->entry;
	struct ft_str *text = &log->text;

	ft_str_clear(text);
	if (entry->undoes)
		ft_str_addf(text, "%s %u", entry->is_redo ? "redoes" : "undoes",
		    (unsigned)entry->origin);
	if (entry->undone_by)
		ft_str_addf(text, "%sundone by %u", text->len ? ", " : "",
		    (unsigned)entry->undone_by);
	return text->len ? text->data : NULL;
}

/* Where the cells of log come from. */
enum log_source { OF_MARK, OF_NUMBER, OF_ROWS, OF_DATE, OF_TEXT, OF_ACTION };
static const struct log_cell {
	enum log_source source;
	size_t at; /* in the entry; from LOG_ACTION on in the change */
} log_cells[] = {
#define ENTRY(member)  offsetof(struct ft_journal_entry, member)
#define CHANGE(member) offsetof(struct ft_change, member)
	[LOG_ID] = { OF_NUMBER, ENTRY(id) },
	[LOG_TIME] = { OF_DATE, ENTRY(wall) },
	[LOG_ACTOR] = { OF_TEXT, ENTRY(actor) },
	[LOG_MARK] = { OF_MARK, 0 },
	[LOG_UNDOES] = { OF_NUMBER, ENTRY(undoes) },
	[LOG_UNDONE_BY] = { OF_NUMBER, ENTRY(undone_by) },
	[LOG_ROWS] = { OF_ROWS, ENTRY(rows) },
	[LOG_COMMAND] = { OF_TEXT, ENTRY(command) },
	[LOG_ACTION] = { OF_ACTION, CHANGE(kind) },
	[LOG_SUBJECT] = { OF_TEXT, CHANGE(subject) },
	[LOG_FIELD] = { OF_TEXT, CHANGE(field) },
	[LOG_BEFORE] = { OF_TEXT, CHANGE(before) },
	[LOG_AFTER] = { OF_TEXT, CHANGE(after) },
};

static void
show_cell(struct log *log, const struct ft_change *change, int id)
{
	static const char *const actions[] = {
		[FT_CHANGE_ADD] = "add",
		[FT_CHANGE_MODIFY] = "modify",
		[FT_CHANGE_DELETE] = "delete",
	};
	const struct log_cell *cell = &log_cells[id];
	const void *record =
	    id < LOG_ACTION ? (const void *)log->entry : change;
	const void *at = record ? (const char *)record + cell->at : NULL;
	const char *text = NULL;
	uint64_t number = 0;
	char date[32];

	if (at && cell->source == OF_ROWS)
		number = *(const uint64_t *)at;
	else if (at && cell->source == OF_NUMBER)
		number = *(const uint32_t *)at;
	else if (at && cell->source == OF_MARK)
		text = mark_of(log);
	else if (at && cell->source == OF_DATE)
		text = ft_time_format_date(
		    date, sizeof date, *(const int64_t *)at);
	else if (at && cell->source == OF_TEXT)
		text = *(const char *const *)at;
	else if (at && cell->source == OF_ACTION)
		text = actions[*(const enum ft_change_kind *)at];
	/* 0 is no change, but may be a count of rows */
	if (number || cell->source == OF_ROWS)
		ft_table_u64(log->table, number);
	else
		ft_table_text(log->table, text);
}

static enum ft_status
print_row(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	struct log *log = ctx;

	(void)err;
	log->any = true;
	for (size_t i = 0; i < log->fields.n; i++)
		show_cell(log, change, log->fields.item[i].id);
	ft_table_row(log->table);
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

static bool
read_log_words(struct log *log, int argc, char **argv)
{
	static const struct acct_keyword keys[] = {
		{ "Actor", 1, ACCT_KEY_TEXT, offsetof(struct log, filter.actor),
		    NULL },
		{ "Since", 1, ACCT_KEY_TEXT, offsetof(struct log, since),
		    NULL },
		{ "Format", 1, ACCT_KEY_TEXT, offsetof(struct log, format),
		    NULL },
		{ "Last", 1, ACCT_KEY_COUNT, offsetof(struct log, filter.last),
		    "last" },
		{ "ID", 2, ACCT_KEY_COUNT, offsetof(struct log, filter.id),
		    "a change" },
		{ "Patch", 1, ACCT_KEY_FLAG, offsetof(struct log, patch),
		    NULL },
		{ 0 },
	};
	struct acct *acct = log->acct;

	for (int i = 0; i < argc; i++) {
		const char *word = acct_clean_text(&log->arena, argv[i]);
		enum acct_taken taken =
		    acct_take_key(acct, keys, log, &log->arena, word);
		uint32_t number;

		if (taken == ACCT_BAD)
			return false;
		if (taken == ACCT_TAKEN)
			continue;
		if (!ft_num_u32(word, &number))
			return !acct_unknown_word(acct, "log", word);
		if (!acct_read_count(acct, "a change", word, &log->filter.id))
			return false;
	}
	return true;
}

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
		FT_COLUMN_RULE_EMPTY, &err) != FT_OK) {
		acct_error(log->acct, "unknown field '%s'", err.text);
		return false;
	}
	for (size_t i = 0; i < log->fields.n; i++)
		if (log->fields.item[i].id >= LOG_ACTION)
			log->patch = true;
	return true;
}

static enum ft_status
print_log(struct log *log, const struct ft_journal_entry *entry, size_t n,
    struct ft_error *err)
{
	struct acct *acct = log->acct;
	struct ft_table_options options = {
		.format = acct->format,
		.no_header = acct->no_header,
		.grow = true,
		.schema = "fairtree.log/1",
		.rows = "log",
	};
	enum ft_status status = FT_OK;
	struct ft_out out;

	ft_out_init(&out, acct->context->out);
	log->table =
	    ft_table_open(&out, &options, log->fields.item, log->fields.n);
	for (size_t i = 0; i < n && status == FT_OK; i++)
		status = print_entry(log, &entry[i], err);
	ft_table_close(log->table);
	ft_out_free(&out);
	return status;
}

/* Who may not see what others changed sees his own changes. */
static enum ft_status
keep_private(struct log *log, struct ft_error *err)
{
	const struct ft_session *session = &log->acct->session;

	if (ft_sight_sees_all(&session->sight, ACCT_CHANGES_TELL))
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
	struct acct *acct = log->acct;
	struct ft_journal_entry *entry;
	enum ft_status status;
	struct ft_error err;
	size_t n;

	if (!choose_log_fields(log) || !acct_open(acct, false))
		return 1;
	if (log->since && !ft_time_date(log->since, acct->session.wall, true,
			      &log->filter.since)) {
		acct_error(acct, "not a time: '%s'", log->since);
		return 1;
	}
	status = keep_private(log, &err);
	if (status == FT_OK)
		status = ft_store_read_journal(acct->session.store,
		    &log->filter, &log->arena, &entry, &n, &err);
	if (status == FT_OK && log->filter.id && n == 0) {
		acct_error(acct, "no change %u%s", (unsigned)log->filter.id,
		    log->filter.actor || log->since ? " among those" : "");
		return 1;
	}
	if (status == FT_OK)
		status = print_log(log, entry, n, &err);
	return status == FT_OK ? 0 : ft_cmd_fail(acct->context, &err);
}

int
acct_log(struct acct *acct, int argc, char **argv)
{
	struct log log = { .acct = acct };
	int status;

	status = read_log_words(&log, argc, argv) ? run_log(&log) : 1;
	ft_str_free(&log.text);
	ft_columns_free(&log.fields);
	ft_arena_clear(&log.arena);
	return status;
}
