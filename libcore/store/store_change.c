/*
 * store_change.c - what an entry of the journal did, in the words of sacctmgr.
 *
 * Before is in the entry, after is what the next entry that touched the same
 * thing found, or how it is now.  Places among siblings are not told.
 */
#include "store/change_int.h"

#include "base/num.h"
#include "base/vec.h"
#include "model/qos.h"

#include <stdlib.h>
#include <string.h>

enum ft_status
ft_change_tell(struct ft_telling *telling, const char *field,
    const char *before, const char *after, struct ft_error *err)
{
	telling->change.field = field;
	telling->change.before = before;
	telling->change.after = after;
	return telling->fn(telling->ctx, &telling->change, err);
}

/* TEXT as a string of the row; STR is empty afterwards. */
static const char *
keep(struct ft_telling *telling, struct ft_str *str)
{
	const char *text = ft_arena_strdup(&telling->scratch, ft_str_text(str));

	ft_str_free(str);
	return text;
}

/* Fill in what the changes of one thing share. */
static enum ft_status
set_subject(struct ft_telling *telling, enum ft_log what, uint32_t key,
    enum ft_change_kind kind, struct ft_error *err)
{
	static const char *const entities[FT_LOG_COUNT] = { [FT_LOG_CLUSTER] =
								"cluster",
		[FT_LOG_ACCOUNT] = "account",
		[FT_LOG_USER] = "user",
		[FT_LOG_ASSOC] = "association",
		[FT_LOG_QOS] = "qos",
		[FT_LOG_WCKEY] = "wckey",
		[FT_LOG_RESOURCE] = "resource" };
	struct ft_str str;
	enum ft_status status;
	const char *blank;

	ft_str_init(&str);
	status =
	    ft_log_words_subject(&telling->words, what, key, NULL, &str, err);
	telling->change = (struct ft_change){ .kind = kind,
		.entity = entities[ft_log_owner(what)],
		.cluster = "",
		.subject = keep(telling, &str) };
	blank = strchr(telling->change.subject, ' ');
	telling->change.name = blank ? blank + 1 : telling->change.subject;
	return status;
}

/* ---- fields ---------------------------------------------------------------- */

/* A value of an image in words, appended; nothing for one that is not set. */
typedef enum ft_status word_fn(struct ft_telling *telling, const char *value,
    struct ft_str *str, struct ft_error *err);

static enum ft_status
as_is(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	(void)telling;
	(void)err;
	ft_str_add(str, value ? value : "");
	return FT_OK;
}

/* What is below zero is not set. */
static enum ft_status
positive(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return as_is(telling, value && *value == '-' ? NULL : value, str, err);
}

static enum ft_status
shares(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return as_is(telling, value ? value : "parent", str, err);
}

static enum ft_status
yes(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return as_is(telling, value && *value == '1' ? "yes" : "no", str, err);
}

static enum ft_status
level(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	static const char *const levels[] = { "Not Set", "None", "Operator",
		"Administrator" };
	uint32_t number = 0;

	if (value && ft_num_u32(value, &number) &&
	    number < sizeof levels / sizeof *levels)
		value = levels[number];
	return as_is(telling, value, str, err);
}

static enum ft_status
account_flags(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	uint32_t flags = 0;

	if (value && ft_num_u32(value, &flags))
		value = flags & 1 ? "UsersAreCoords" : "";
	return as_is(telling, value, str, err);
}

static enum ft_status
qos_flags(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	uint32_t flags = 0;

	if (!value || !ft_num_u32(value, &flags))
		return as_is(telling, value, str, err);
	ft_wordset_add(str, &ft_qos_flag_words, flags);
	return FT_OK;
}

static enum ft_status
preempt_mode(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	uint32_t mode = 0;

	if (value && ft_num_u32(value, &mode) && mode < FT_QOS_PREEMPT_MODES)
		value = ft_qos_preempt_mode(mode);
	return as_is(telling, value, str, err);
}

enum ft_status
ft_change_name(struct ft_telling *telling, enum ft_log what, const char *value,
    struct ft_str *str, struct ft_error *err)
{
	uint32_t id = 0;

	if (!value || !ft_num_u32(value, &id))
		return FT_OK;
	return ft_log_words_name(&telling->words, what, id, str, err);
}

static enum ft_status
qos_name(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return ft_change_name(telling, FT_LOG_QOS, value, str, err);
}

static enum ft_status
user_name(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return ft_change_name(telling, FT_LOG_USER, value, str, err);
}

static enum ft_status
resource_flags(struct ft_telling *telling, const char *value,
    struct ft_str *str, struct ft_error *err)
{
	uint32_t flags = 0;

	if (value && ft_num_u32(value, &flags))
		value = flags & 1 ? "Absolute" : "";
	return as_is(telling, value, str, err);
}

static enum ft_status
parent_name(struct ft_telling *telling, const char *value, struct ft_str *str,
    struct ft_error *err)
{
	return ft_change_name(telling, FT_LOG_ASSOC, value, str, err);
}

/* What is told of each kind of row; first: its value in one newly made. */
static const struct field {
	enum ft_log what;
	const char *column, *word, *first;
	word_fn *fn;
} fields[] = {
	{ FT_LOG_CLUSTER, "name", "Name", NULL, as_is },
	{ FT_LOG_CLUSTER, "classification", "Classification", "", as_is },
	{ FT_LOG_CLUSTER, "control_host", "ControlHost", "", as_is },
	{ FT_LOG_CLUSTER, "control_port", "ControlPort", "0", as_is },
	{ FT_LOG_CLUSTER, "rpc_version", "RPC", "0", as_is },
	{ FT_LOG_CLUSTER, "flags", "Flags", "", as_is },
	{ FT_LOG_CLUSTER, "features", "Features", "", as_is },
	{ FT_LOG_CLUSTER, "federation", "Federation", "", as_is },
	{ FT_LOG_CLUSTER, "fed_id", "FedID", "0", as_is },
	{ FT_LOG_CLUSTER, "fed_state", "FedStateRaw", "0", as_is },
	{ FT_LOG_ACCOUNT, "name", "Name", NULL, as_is },
	{ FT_LOG_ACCOUNT, "description", "Description", "", as_is },
	{ FT_LOG_ACCOUNT, "organization", "Organization", "", as_is },
	{ FT_LOG_ACCOUNT, "flags", "Flags", "0", account_flags },
	{ FT_LOG_USER, "name", "Name", NULL, as_is },
	{ FT_LOG_USER, "admin_level", "AdminLevel", "1", level },
	{ FT_LOG_USER, "default_wckey", "DefaultWCKey", "", as_is },
	{ FT_LOG_QOS, "name", "Name", NULL, as_is },
	{ FT_LOG_QOS, "description", "Description", "", as_is },
	{ FT_LOG_QOS, "priority", "Priority", "0", as_is },
	{ FT_LOG_QOS, "flags", "Flags", "0", qos_flags },
	{ FT_LOG_QOS, "grace_time", "GraceTime", "0", as_is },
	{ FT_LOG_QOS, "preempt_mode", "PreemptMode", "0", preempt_mode },
	{ FT_LOG_QOS, "preempt_exempt_time", "PreemptExemptTime", "-1",
	    positive },
	{ FT_LOG_QOS, "usage_factor", "UsageFactor", "1", as_is },
	{ FT_LOG_QOS, "usage_threshold", "UsageThreshold", "-1", positive },
	{ FT_LOG_QOS, "limit_factor", "LimitFactor", "-1", positive },
	{ FT_LOG_WCKEY, "name", "Name", NULL, as_is },
	{ FT_LOG_WCKEY, "user", "User", NULL, user_name },
	{ FT_LOG_RESOURCE, "name", "Name", NULL, as_is },
	{ FT_LOG_RESOURCE, "server", "Server", NULL, as_is },
	{ FT_LOG_RESOURCE, "server_type", "ServerType", "", as_is },
	{ FT_LOG_RESOURCE, "description", "Description", "", as_is },
	{ FT_LOG_RESOURCE, "flags", "Flags", "0", resource_flags },
	{ FT_LOG_RESOURCE, "count", "Count", "0", as_is },
	{ FT_LOG_RESOURCE, "last_consumed", "LastConsumed", "0", as_is },
	{ FT_LOG_ASSOC, "parent", "ParentName", NULL, parent_name },
	{ FT_LOG_ASSOC, "shares", "Fairshare", "1", shares },
	{ FT_LOG_ASSOC, "is_default", "DefaultAccount", "0", yes },
	{ FT_LOG_ASSOC, "default_qos", "DefaultQOS", NULL, qos_name },
	{ FT_LOG_ASSOC, "comment", "Comment", "", as_is },
};

static bool
same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* In words, NULL if not set. */
static enum ft_status
in_words(struct ft_telling *telling, const struct field *field,
    const char *value, const char **words, struct ft_error *err)
{
	struct ft_str str;
	enum ft_status status;

	ft_str_init(&str);
	status = field->fn(telling, value, &str, err);
	*words = str.len ? keep(telling, &str) : NULL;
	ft_str_free(&str);
	return status;
}

/* Whether FIELD is worth telling; a thing's name is when it is changed. */
static bool
is_told(const struct ft_telling *telling, const struct field *field,
    const struct ft_image *before, const struct ft_image *after)
{
	const struct ft_image *there = after->n ? after : before;

	/* a user stands below the account of its association, always */
	if (field->fn == parent_name && ft_image_id(there, "user"))
		return false;
	switch (telling->change.kind) {
	case FT_CHANGE_ADD:
		return strcmp(field->column, "name") != 0 &&
		       !same(ft_image_get(after, field->column), field->first);
	case FT_CHANGE_DELETE:
		return strcmp(field->column, "name") != 0 &&
		       !same(ft_image_get(before, field->column), field->first);
	case FT_CHANGE_MODIFY:
	default:
		return !same(ft_image_get(before, field->column),
		    ft_image_get(after, field->column));
	}
}

static enum ft_status
tell_field(struct ft_telling *telling, const struct field *field,
    const struct ft_image *before, const struct ft_image *after,
    struct ft_error *err)
{
	enum ft_change_kind kind = telling->change.kind;
	const char *old = NULL, *new = NULL;
	enum ft_status status = FT_OK;

	if (kind != FT_CHANGE_ADD)
		status = in_words(telling, field,
		    ft_image_get(before, field->column), &old, err);
	if (!status && kind != FT_CHANGE_DELETE)
		status = in_words(telling, field,
		    ft_image_get(after, field->column), &new, err);
	if (status || same(old, new))
		return status;
	return ft_change_tell(telling, field->word, old, new, err);
}

static bool
is_alive(const struct ft_image *image)
{
	return image->n && !ft_image_get(image, "deleted");
}

static enum ft_status
cluster_of(struct ft_telling *telling, const struct ft_image *image,
    struct ft_error *err)
{
	struct ft_str str;
	enum ft_status status;

	ft_str_init(&str);
	status = ft_log_words_name(&telling->words, FT_LOG_CLUSTER,
	    ft_image_id(image, "cluster"), &str, err);
	telling->change.cluster = keep(telling, &str);
	return status;
}

/* ---- rows ------------------------------------------------------------------ */

/* What the entry did to a row; false: nothing that is seen. */
static bool
kind_of(const struct ft_image *before, const struct ft_image *after,
    enum ft_change_kind *kind)
{
	if (!is_alive(before) && !is_alive(after))
		return false;
	*kind = !is_alive(before) ? FT_CHANGE_ADD
		: is_alive(after) ? FT_CHANGE_MODIFY
				  : FT_CHANGE_DELETE;
	return true;
}

/* Both images of a row. */
static enum ft_status
read_both(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_image *before, struct ft_image *after,
    struct ft_error *err)
{
	const char *now = NULL;
	enum ft_status status = ft_log_words_state(
	    &telling->words, what, key, NULL, &telling->scratch, &now, err);

	if (!status)
		status = ft_image_read(
		    telling->store, json, &telling->scratch, before, err);
	if (!status)
		status = ft_image_read(
		    telling->store, now, &telling->scratch, after, err);
	return status;
}

/* Lists of what the entry itself added have no image. */
static enum ft_status
tell_own_lists(struct ft_telling *telling, enum ft_log what, uint32_t key,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (int list = FT_LOG_ASSOC_LIMIT;
	     !status && list <= FT_LOG_COORDINATOR; list++)
		if (ft_log_owner((enum ft_log)list) == what)
			status = ft_change_items(
			    telling, (enum ft_log)list, key, NULL, err);
	return status;
}

static enum ft_status
tell_row(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	struct ft_image before, after;
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	enum ft_status status =
	    read_both(telling, what, key, json, &before, &after, err);

	if (status || !kind_of(&before, &after, &kind))
		return status;
	status = set_subject(telling, what, key, kind, err);
	if (!status && (what == FT_LOG_ASSOC || what == FT_LOG_WCKEY))
		status = cluster_of(telling, after.n ? &after : &before, err);
	if (!status && kind != FT_CHANGE_MODIFY)
		status = ft_change_tell(telling, NULL, NULL, NULL, err);
	for (size_t i = 0; !status && i < sizeof fields / sizeof *fields; i++)
		if (fields[i].what == what &&
		    is_told(telling, &fields[i], &before, &after))
			status = tell_field(
			    telling, &fields[i], &before, &after, err);
	if (!status && !json)
		status = tell_own_lists(telling, what, key, err);
	return status;
}

/* A list has been changed by the entry, maybe with its owner. */
static enum ft_status
tell_list(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	enum ft_log owner = ft_log_owner(what);
	struct ft_store *store = telling->store;
	struct ft_image before, after;
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	const char *image = NULL;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_OWN_IMAGE,
	    FT_ARGS(FT_ARG("journal", telling->id),
		FT_ARG("entity", ft_log_name(owner)), FT_ARG("key", key)),
	    err);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	enum ft_status status = step < 0 ? (enum ft_status)step : FT_OK;

	if (step > 0) {
		image = ft_column_text(&telling->scratch, stmt, 0);
		sqlite3_reset(stmt);
	}
	if (!status)
		status =
		    read_both(telling, owner, key, image, &before, &after, err);
	if (!status && image)
		(void)kind_of(&before, &after, &kind);
	if (!status)
		status = set_subject(telling, what, key, kind, err);
	if (!status && owner == FT_LOG_ASSOC)
		status = cluster_of(telling, after.n ? &after : &before, err);
	return status ? status : ft_change_items(telling, what, key, json, err);
}

/* "1000.5", or where usage went. */
static enum ft_status
mark_words(struct ft_telling *telling, const struct ft_image *mark,
    struct ft_str *str, struct ft_error *err)
{
	uint32_t heir = ft_image_id(mark, "heir");
	uint32_t micro = ft_image_id(mark, "micro");
	const char *whole = ft_image_get(mark, "whole");

	if (heir) {
		ft_str_add(str, "to ");
		return ft_log_words_subject(
		    &telling->words, FT_LOG_ASSOC, heir, NULL, str, err);
	}
	ft_str_add(str, whole ? whole : "0");
	if (micro)
		ft_str_addf(str, ".%06lu", (unsigned long)micro);
	return FT_OK;
}

/* What an administrator said about usage; JSON: taken back by this entry. */
static enum ft_status
tell_mark(struct ft_telling *telling, uint32_t key, const char *json,
    struct ft_error *err)
{
	struct ft_image before, after;
	const struct ft_image *mark = &before;
	struct ft_str value, field;
	uint32_t assoc;
	int64_t tres = 0;
	enum ft_status status = read_both(
	    telling, FT_LOG_USAGE_MARK, key, json, &before, &after, err);

	if (!json)
		mark = &after;
	if (status || !mark->n)
		return status;
	ft_str_init(&value);
	ft_str_init(&field);
	assoc = ft_image_id(mark, "assoc");
	status = set_subject(telling, assoc ? FT_LOG_ASSOC : FT_LOG_QOS,
	    assoc ? assoc : ft_image_id(mark, "qos"), FT_CHANGE_MODIFY, err);
	if (!status)
		status = mark_words(telling, mark, &value, err);
	ft_str_add(&field, "RawUsage");
	if (!status && ft_num_i64(ft_image_get(mark, "tres"), &tres) &&
	    tres > 0) {
		ft_str_add_char(&field, '/');
		status = ft_log_words_tres(&telling->words, tres, &field, err);
	}
	if (!status)
		status = ft_change_tell(telling, ft_str_text(&field),
		    json ? ft_str_text(&value) : NULL,
		    json ? NULL : ft_str_text(&value), err);
	ft_str_free(&value);
	ft_str_free(&field);
	return status;
}

/* ---- settings -------------------------------------------------------------- */

static enum ft_status
tell_setting(struct ft_telling *telling, const char *key,
    const struct ft_image *before, const struct ft_image *after,
    struct ft_error *err)
{
	const char *old = ft_image_get(before, "value");
	const char *new = ft_image_get(after, "value");

	telling->change = (struct ft_change){ .entity = "setting",
		.name = key,
		.cluster = "",
		.subject = key,
		.kind = !old  ? FT_CHANGE_ADD
			: new ? FT_CHANGE_MODIFY
			      : FT_CHANGE_DELETE };
	return same(old, new) ? FT_OK
			      : ft_change_tell(telling, "Value", old, new, err);
}

struct lines {
	const char **line;
	size_t n, cap;
};

static int
compare_lines(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
split(struct ft_telling *telling, const char *text, struct lines *lines)
{
	*lines = (struct lines){ .n = 0 };
	for (const char *at = text ? text : ""; *at;) {
		size_t len = strcspn(at, "\n");

		if (len) {
			lines->line = ft_vec_grow(lines->line, &lines->cap,
			    lines->n + 1, sizeof *lines->line);
			lines->line[lines->n++] =
			    ft_arena_strndup(&telling->scratch, at, len);
		}
		at += len + (at[len] != '\0');
	}
	if (lines->n)
		qsort(
		    lines->line, lines->n, sizeof *lines->line, compare_lines);
}

/* Lines only one of them has, sorted: order does not matter in the file. */
static enum ft_status
tell_conf(struct ft_telling *telling, const struct ft_image *before,
    const struct ft_image *after, struct ft_error *err)
{
	struct lines old, new;
	enum ft_status status = FT_OK;
	size_t i = 0, j = 0;

	telling->change = (struct ft_change){ .entity = "conf",
		.name = "slurm.conf",
		.cluster = "",
		.subject = "slurm.conf",
		.kind = !before->n ? FT_CHANGE_ADD
			: after->n ? FT_CHANGE_MODIFY
				   : FT_CHANGE_DELETE };
	if (telling->change.kind != FT_CHANGE_MODIFY)
		status = ft_change_tell(telling, NULL, NULL, NULL, err);
	split(telling, ft_image_get(before, "text"), &old);
	split(telling, ft_image_get(after, "text"), &new);
	while (!status && (i < old.n || j < new.n)) {
		int order = i == old.n   ? 1
			    : j == new.n ? -1
					 : strcmp(old.line[i], new.line[j]);

		if (order < 0)
			status = ft_change_tell(
			    telling, "Line", old.line[i++], NULL, err);
		else if (order > 0)
			status = ft_change_tell(
			    telling, "Line", NULL, new.line[j++], err);
		else
			i++, j++;
	}
	ft_free(old.line);
	ft_free(new.line);
	return status;
}

static enum ft_status
tell_text(struct ft_telling *telling, enum ft_log what, const char *key,
    const char *json, struct ft_error *err)
{
	struct ft_image before, after;
	const char *now = NULL;
	enum ft_status status = ft_log_words_state(
	    &telling->words, what, 0, key, &telling->scratch, &now, err);

	if (!status)
		status = ft_image_read(
		    telling->store, json, &telling->scratch, &before, err);
	if (!status)
		status = ft_image_read(
		    telling->store, now, &telling->scratch, &after, err);
	if (status)
		return status;
	return what == FT_LOG_CONF
		   ? tell_conf(telling, &before, &after, err)
		   : tell_setting(telling, key, &before, &after, err);
}

/* ---- the entry ------------------------------------------------------------- */

static enum ft_status
tell_one(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	switch (what) {
	case FT_LOG_CLUSTER:
	case FT_LOG_ACCOUNT:
	case FT_LOG_USER:
	case FT_LOG_ASSOC:
	case FT_LOG_QOS:
	case FT_LOG_WCKEY:
	case FT_LOG_RESOURCE:
		return tell_row(telling, what, key, json, err);
	case FT_LOG_USAGE_MARK:
		return tell_mark(telling, key, json, err);
	case FT_LOG_ASSOC_LIMIT:
	case FT_LOG_QOS_LIMIT:
	case FT_LOG_ASSOC_QOS:
	case FT_LOG_QOS_PREEMPT:
	case FT_LOG_RESOURCE_CLUSTER:
	case FT_LOG_COORDINATOR:
		return tell_list(telling, what, key, json, err);
	case FT_LOG_CONF:
		return tell_text(telling, what, NULL, json, err);
	case FT_LOG_SETTING:
	case FT_LOG_CLOCK:
	case FT_LOG_COUNT:
	default:
		return FT_OK;
	}
}

static enum ft_status
tell_range(struct ft_telling *telling, enum ft_log what, uint32_t first,
    uint32_t last, struct ft_error *err)
{
	struct ft_store *store = telling->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(what)), FT_ARG("first", first),
		FT_ARG("last", last)),
	    err);
	enum ft_status status = FT_OK;
	int step = stmt ? 1 : FT_EIO;

	while (
	    stmt && !status && (step = ft_store_step(store, stmt, err)) > 0) {
		status =
		    tell_one(telling, what, ft_column_u32(stmt, 0), NULL, err);
		ft_arena_clear(&telling->scratch);
	}
	if (status)
		sqlite3_reset(stmt);
	return status ? status : (enum ft_status)step;
}

/* A row of the journal: one thing, or a range of things added. */
static enum ft_status
tell_image(struct ft_telling *telling, enum ft_log what, sqlite3_stmt *stmt,
    struct ft_error *err)
{
	uint32_t first = ft_column_u32(stmt, 0);
	enum ft_status status;
	struct ft_arena held;
	const char *json = NULL;

	if (sqlite3_column_type(stmt, 1) != SQLITE_NULL)
		return tell_range(
		    telling, what, first, ft_column_u32(stmt, 1), err);
	ft_arena_init(&held);
	if (sqlite3_column_type(stmt, 2) != SQLITE_NULL)
		json = ft_column_text(&held, stmt, 2);
	if (what == FT_LOG_SETTING)
		status = tell_text(
		    telling, what, ft_column_text(&held, stmt, 0), json, err);
	else
		status = tell_one(telling, what, first, json, err);
	ft_arena_clear(&telling->scratch);
	ft_arena_clear(&held);
	return status;
}

static enum ft_status
tell_kind(struct ft_telling *telling, enum ft_log what, struct ft_error *err)
{
	struct ft_store *store = telling->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_JOURNAL_IMAGES,
	    FT_ARGS(FT_ARG("journal", telling->id),
		FT_ARG("entity", ft_log_name(what))),
	    err);
	enum ft_status status = FT_OK;
	int step = stmt ? 1 : FT_EIO;

	while (stmt && !status && (step = ft_store_step(store, stmt, err)) > 0)
		status = tell_image(telling, what, stmt, err);
	if (status)
		sqlite3_reset(stmt);
	return status ? status : (enum ft_status)step;
}

static enum ft_status
tell_entry(struct ft_telling *telling, struct ft_error *err)
{
	static const enum ft_log order[] = { FT_LOG_CLUSTER, FT_LOG_QOS,
		FT_LOG_QOS_LIMIT, FT_LOG_QOS_PREEMPT, FT_LOG_ACCOUNT,
		FT_LOG_COORDINATOR, FT_LOG_USER, FT_LOG_ASSOC,
		FT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC_QOS, FT_LOG_WCKEY,
		FT_LOG_RESOURCE, FT_LOG_RESOURCE_CLUSTER, FT_LOG_USAGE_MARK,
		FT_LOG_SETTING, FT_LOG_CONF };
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < sizeof order / sizeof *order; i++)
		status = tell_kind(telling, order[i], err);
	return status;
}

enum ft_status
ft_store_each_change(struct ft_store *store, uint32_t id, ft_change_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct ft_telling telling = {
		.store = store, .id = id, .fn = fn, .ctx = ctx
	};
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);

	ft_arena_init(&telling.scratch);
	if (!status)
		status = ft_journal_need(store, id, err);
	if (!status) {
		status = ft_log_words_init(&telling.words, store, id, err);
		if (!status)
			status = tell_entry(&telling, err);
		ft_log_words_free(&telling.words);
	}
	ft_arena_clear(&telling.scratch);
	if (thaw)
		ft_store_thaw(store);
	return status;
}
