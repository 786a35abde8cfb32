/* facctmgr log, undo, redo: the history of changes, and taking them back. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "base/num.h"
#include "base/text.h"
#include "base/timefmt.h"
#include "base/vec.h"
#include "store/journal.h"

/* ---- who may ---------------------------------------------------------------- */

bool
acct_may(struct acct *acct, enum ft_right right)
{
	const struct ft_session *session = &acct->session;
	enum ft_admin_level level;
	struct ft_error err;
	uint32_t user;

	return ft_right_actor(acct->registry, session->user,
		   ft_session_is_root(session), &user, &level, &err) == FT_OK &&
	       ft_right_check(session->user, level, right, &err) == FT_OK;
}

/* ---- words ------------------------------------------------------------------ */

/*
 * Returns the value when WORD is NAME=VALUE (NAME may be cut to MIN letters),
 * else NULL.
 */
static const char *
value_of(const char *word, const char *name, unsigned min)
{
	const char *equal = strchr(word, '=');

	return equal && ft_word_is(word, (size_t)(equal - word), name, min)
		   ? equal + 1
		   : NULL;
}

static bool
read_count(struct acct *acct, const char *name, const char *text, uint32_t *out)
{
	if (ft_num_u32(text, out) && *out > 0)
		return true;
	acct_error(acct, "%s is a number from 1, not '%s'", name, text);
	return false;
}

static int
unknown_word(struct acct *acct, const char *verb, const char *word)
{
	acct_error(acct, "%s does not know '%s'", verb, word);
	return 1;
}

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

static void
number_cell(struct log *log, uint32_t number)
{
	if (number)
		ft_table_u64(log->table, number);
	else
		ft_table_unset(log->table);
}

static void
change_cell(struct log *log, const struct ft_change *change, int id)
{
	static const char *const actions[] = {
		[FT_CHANGE_ADD] = "add",
		[FT_CHANGE_MODIFY] = "modify",
		[FT_CHANGE_DELETE] = "delete",
	};
	const char *text = NULL;

	if (change && id == LOG_ACTION)
		text = actions[change->kind];
	else if (change && id == LOG_SUBJECT)
		text = change->subject;
	else if (change && id == LOG_FIELD)
		text = change->field;
	else if (change && id == LOG_BEFORE)
		text = change->before;
	else if (change && id == LOG_AFTER)
		text = change->after;
	ft_table_text(log->table, text);
}

static void
entry_cell(struct log *log, const struct ft_change *change, int id)
{
	const struct ft_journal_entry *entry = log->entry;
	char date[32];

	switch ((enum log_field)id) {
	case LOG_ID:
		ft_table_u64(log->table, entry->id);
		break;
	case LOG_TIME:
		ft_table_text(log->table,
		    ft_time_format_date(date, sizeof date, entry->wall));
		break;
	case LOG_ACTOR:
		ft_table_text(log->table, entry->actor);
		break;
	case LOG_MARK:
		ft_table_text(log->table, mark_of(log));
		break;
	case LOG_UNDOES:
		number_cell(log, entry->undoes);
		break;
	case LOG_UNDONE_BY:
		number_cell(log, entry->undone_by);
		break;
	case LOG_ROWS:
		ft_table_u64(log->table, entry->rows);
		break;
	case LOG_COMMAND:
		ft_table_text(log->table, entry->command);
		break;
	case LOG_ACTION:
	case LOG_SUBJECT:
	case LOG_FIELD:
	case LOG_BEFORE:
	case LOG_AFTER:
		change_cell(log, change, id);
		break;
	}
}

static enum ft_status
print_row(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	struct log *log = ctx;

	(void)err;
	log->any = true;
	for (size_t i = 0; i < log->fields.n; i++)
		entry_cell(log, change, log->fields.item[i].id);
	ft_table_row(log->table);
	return FT_OK;
}

static enum ft_status
print_entry(
    struct log *log, const struct ft_journal_entry *entry, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	log->entry = entry;
	log->any = false;
	if (log->patch)
		status = ft_store_each_change(
		    log->acct->session.store, entry->id, print_row, log, err);
	if (status == FT_OK && !log->any)
		status = print_row(log, NULL, err);
	return status;
}

/* ---- log: all of it --------------------------------------------------------- */

static bool
read_log_words(struct log *log, int argc, char **argv)
{
	struct acct *acct = log->acct;

	for (int i = 0; i < argc; i++) {
		const char *word = acct_clean_text(&log->arena, argv[i]);
		const char *value;
		uint32_t *number = NULL;

		if ((value = value_of(word, "Actor", 1)))
			log->filter.actor = acct_clean_text(&log->arena, value);
		else if ((value = value_of(word, "Since", 1)))
			log->since = acct_clean_text(&log->arena, value);
		else if ((value = value_of(word, "Format", 1)))
			log->format = acct_clean_text(&log->arena, value);
		else if ((value = value_of(word, "Last", 1)))
			number = &log->filter.last;
		else if ((value = value_of(word, "ID", 2)))
			number = &log->filter.id;
		else if (ft_word_is(word, strlen(word), "Patch", 1))
			log->patch = true;
		else if (ft_num_u32(word, &log->filter.id))
			value = word, number = &log->filter.id;
		else
			return !unknown_word(acct, "log", word);
		if (number &&
		    !read_count(acct,
			number == &log->filter.id ? "a change" : "last", value,
			number))
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

	ft_arena_init(&log.arena);
	ft_columns_init(&log.fields);
	ft_str_init(&log.text);
	status = read_log_words(&log, argc, argv) ? run_log(&log) : 1;
	ft_str_free(&log.text);
	ft_columns_free(&log.fields);
	ft_arena_clear(&log.arena);
	return status;
}

/* ---- undo and redo ---------------------------------------------------------- */

struct ids {
	uint32_t *item;
	size_t n, cap;
	uint32_t last;
};

/* "12", or "12,14": cut in place. */
static bool
read_ids(struct acct *acct, char *text, struct ids *ids)
{
	char *next;

	for (; text; text = next) {
		next = strchr(text, ',');
		if (next)
			*next++ = 0;
		ids->item = ft_vec_grow(
		    ids->item, &ids->cap, ids->n + 1, sizeof *ids->item);
		if (!read_count(acct, "a change", text, &ids->item[ids->n]))
			return false;
		ids->n++;
	}
	return true;
}

static bool
read_undo_words(struct acct *acct, const char *verb, int argc, char **argv,
    struct ft_arena *arena, struct ids *ids)
{
	for (int i = 0; i < argc; i++) {
		char *word = acct_clean_text(arena, argv[i]);
		const char *value;

		if ((value = value_of(word, "Last", 1))) {
			if (!read_count(acct, "last", value, &ids->last))
				return false;
		} else if ((value = value_of(word, "IDs", 2)) ||
			   !strchr(word, '=')) {
			if (!read_ids(acct,
				ft_arena_strdup(arena, value ? value : word),
				ids))
				return false;
		} else {
			return !unknown_word(acct, verb, word);
		}
	}
	if (ids->n && ids->last) {
		acct_error(acct, "%s takes changes or last=N, not both", verb);
		return false;
	}
	return true;
}

/* What was done to an entry, told by the entry that did it. */
static enum ft_status
read_entry(struct acct *acct, uint32_t id, struct ft_arena *arena,
    struct ft_journal_entry **entry, struct ft_error *err)
{
	struct ft_journal_filter filter = { .id = id };
	size_t n;
	enum ft_status status = ft_store_read_journal(
	    acct->session.store, &filter, arena, entry, &n, err);

	if (status == FT_OK && n != 1)
		status = ft_fail(err, FT_ENOENT, "no change %u", (unsigned)id);
	return status;
}

/* " Change 7. Redo: facctmgr redo 5"; several are undone in a row. */
static void
add_way_back(struct ft_str *text, const struct acct *acct,
    const struct ft_undone *done, size_t n, bool redo, const char *ids)
{
	ft_str_addf(
	    text, " Change%s %u", n == 1 ? "" : "s", (unsigned)done[0].entry);
	if (n > 1)
		ft_str_addf(text, " to %u", (unsigned)done[n - 1].entry);
	ft_str_addf(text, ". %s: %s %s%s\n", redo ? "Redo" : "Undo",
	    acct->context->program, redo ? "redo" : "undo", ids);
}

/*
 * What was done and how to take it back: by the changes it was done to, unless
 * some of them were undone and some redone.  Read before the commit: what fails
 * behind it has not failed.
 */
static enum ft_status
tell_done(struct acct *acct, const struct ft_undone *done, size_t n,
    struct ft_arena *arena, struct ft_str *text, struct ft_error *err)
{
	struct ft_str origins = { 0 }, entries = { 0 };
	enum ft_status status = FT_OK;
	size_t redone = 0;

	for (size_t i = 0; i < n && status == FT_OK; i++) {
		struct ft_journal_entry *entry, *origin;

		status = read_entry(acct, done[i].entry, arena, &entry, err);
		if (status == FT_OK)
			status = read_entry(
			    acct, entry->origin, arena, &origin, err);
		if (status != FT_OK)
			break;
		redone += entry->is_redo;
		ft_str_addf(&origins, " %u", (unsigned)origin->id);
		ft_str_addf(&entries, " %u", (unsigned)entry->id);
		ft_str_addf(text,
		    " %s change %u: ", entry->is_redo ? "Redone" : "Undone",
		    (unsigned)origin->id);
		ft_text_mask(text, origin->command, strlen(origin->command),
		    FT_TEXT_WORD);
		ft_str_add_char(text, '\n');
	}
	if (status == FT_OK && !acct->dry_run)
		add_way_back(text, acct, done, n, redone == 0,
		    ft_str_text(redone && redone < n ? &entries : &origins));
	ft_str_free(&origins);
	ft_str_free(&entries);
	return status;
}

typedef enum ft_status take_back_fn(struct ft_store *store,
    const struct ft_store_actor *actor, const struct ft_undo_wish *wish,
    struct ft_undone **done, size_t *n, struct ft_error *err);

/* Fails for a change that takes more than an operator. */
static enum ft_status
is_operators(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	static const char *const entities[] = { "account", "user",
		"association", "wckey" };

	(void)ctx;
	for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
		if (strcmp(change->entity, entities[i]) == 0 &&
		    (!change->field ||
			(strcmp(change->field, "AdminLevel") != 0 &&
			    strncmp(change->field, "RawUsage", 8) != 0)))
			return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "permission denied: changes of %s are an administrator's",
	    change->subject);
}

/* An operator takes back what he did himself, if he may do it today. */
static enum ft_status
may_take_back(struct acct *acct, const struct ft_undone *done, size_t n,
    struct ft_arena *arena, struct ft_error *err)
{
	struct ft_journal_entry *entry = NULL;
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < n && status == FT_OK; i++) {
		status = read_entry(acct, done[i].target, arena, &entry, err);
		if (status == FT_OK &&
		    strcmp(entry->actor, acct->session.user) != 0)
			status = ft_fail(err, FT_EPERM,
			    "permission denied: change %u was made by user "
			    "'%s'",
			    (unsigned)done[i].target, entry->actor);
		if (status == FT_OK)
			status = ft_store_each_change(acct->session.store,
			    done[i].target, is_operators, NULL, err);
	}
	return status;
}

static int
take_back(struct acct *acct, const char *verb, take_back_fn *fn,
    const struct ids *ids, struct ft_arena *arena)
{
	struct ft_undo_wish wish = { ids->item, ids->n, ids->last };
	struct ft_store_actor actor;
	struct ft_undone *done = NULL;
	struct ft_str text = { 0 };
	struct ft_error err;
	enum ft_status status;
	size_t n = 0;

	if (!acct_begin(acct))
		return 1;
	if (!acct_may(acct, FT_RIGHT_USERS)) {
		acct_error(acct, "only an administrator may %s changes", verb);
		return 1;
	}
	actor = (struct ft_store_actor){ acct->session.user,
		acct->session.command, acct->session.wall };
	status = fn(acct->session.store, &actor, &wish, &done, &n, &err);
	if (status == FT_OK && !acct_may(acct, FT_RIGHT_UNDO))
		status = may_take_back(acct, done, n, arena, &err);
	if (status == FT_OK)
		status = tell_done(acct, done, n, arena, &text, &err);
	if (status == FT_OK) {
		ft_admin_free(acct->admin);
		acct->admin = NULL;
		acct->registry = NULL;
		status = ft_store_commit(acct->session.store, NULL, &err);
	}
	if (status == FT_OK)
		status = acct_committed(acct, &err);
	if (status == FT_OK && !acct->quiet)
		acct_say(acct, "%s", ft_str_text(&text));
	ft_str_free(&text);
	ft_free(done);
	return status == FT_OK ? 0 : ft_cmd_fail(acct->context, &err);
}

static int
run_take_back(struct acct *acct, const char *verb, take_back_fn *fn, int argc,
    char **argv)
{
	struct ids ids = { 0 };
	struct ft_arena arena;
	int status = 1;

	ft_arena_init(&arena);
	if (read_undo_words(acct, verb, argc, argv, &arena, &ids))
		status = take_back(acct, verb, fn, &ids, &arena);
	ft_free(ids.item);
	ft_arena_clear(&arena);
	return status;
}

int
acct_undo(struct acct *acct, int argc, char **argv)
{
	return run_take_back(acct, "undo", ft_store_undo, argc, argv);
}

int
acct_redo(struct acct *acct, int argc, char **argv)
{
	return run_take_back(acct, "redo", ft_store_redo, argc, argv);
}
