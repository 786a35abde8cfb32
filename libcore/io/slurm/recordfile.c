#include "io/slurm/recordfile.h"

#include "base/text/word.h"
#include "io/text/logical.h"

/* By enum ft_record_kind. */
static const char *const names[] = { "NodeName", "PartitionName",
	"ReservationName", "LicenseName" };

struct reading {
	struct ft_cursor cursor;
	struct ft_recordfile *file;
	struct ft_record *record; /* the current one; NULL: none */
	bool said;                /* a line that says that there are none */
};

void
ft_recordfile_free(struct ft_recordfile *file)
{
	for (size_t i = 0; i < file->n; i++)
		ft_free(file->record[i].field);
	ft_free(file->record);
	ft_arena_clear(&file->arena);
}

static const struct ft_record_field *
find(const struct ft_record *record, struct ft_word key)
{
	for (size_t i = 0; i < record->n; i++)
		if (ft_word_equals(key, record->field[i].key))
			return &record->field[i];
	return NULL;
}

const char *
ft_record_value(const struct ft_record *record, const char *key)
{
	const struct ft_record_field *field = find(record, ft_word_of(key));

	return field && strcmp(field->value, "(null)") != 0 ? field->value
							    : NULL;
}

/* ---- values with blanks ------------------------------------------------------ */

static bool
is_text(const char *key)
{
	static const char *const keys[] = { "Reason", "Comment", "Extra",
		"OS" };

	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

/* Whether WORD is a key that ends a text: one that can follow it, and that the
 * record does not have yet. */
static bool
ends_text(const struct ft_record *record, struct ft_word word)
{
	static const char *const keys[] = { "RealMemory", "AllocMem", "State",
		"Reason", "Comment", "Extra", "InstanceId", "InstanceType",
		"Topology", "ReservationName", "FairTreeSlots" };
	struct ft_word value;

	if (!ft_word_split(&word, '=', &value))
		return false;
	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (ft_word_equals(word, keys[i]))
			return !find(record, word);
	return false;
}

/* ---- lines ------------------------------------------------------------------- */

static enum ft_status
begin(struct reading *reading, struct ft_word key, struct ft_word value,
    struct ft_error *err)
{
	struct ft_recordfile *file = reading->file;
	struct ft_record *record;
	size_t kind = 0;

	while (kind < FT_COUNT(names) && !ft_word_equals(key, names[kind]))
		kind++;
	if (kind == FT_COUNT(names))
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "expected a record of scontrol show: NodeName=, "
		    "PartitionName=, ReservationName= or LicenseName=");
	if (!value.len)
		return ft_cursor_fail(
		    &reading->cursor, NULL, err, "a record without a name");
	record = ft_vec_add(file->record, file->n, file->cap);
	*record = (struct ft_record){ .kind = (enum ft_record_kind)kind,
		.line = reading->cursor.line,
		.name = ft_arena_strndup(&file->arena, value.at, value.len) };
	reading->record = record;
	return FT_OK;
}

static void
add_field(struct reading *reading, struct ft_word key, struct ft_word value)
{
	struct ft_arena *arena = &reading->file->arena;
	struct ft_record *record = reading->record;

	*ft_vec_add(record->field, record->n, record->cap) =
	    (struct ft_record_field){ ft_arena_strndup(arena, key.at, key.len),
		    ft_arena_strndup(arena, value.at, value.len) };
}

/* Returns where the text that starts at VALUE ends. */
static const char *
end_of_text(const struct reading *reading, const char *value, const char *end)
{
	const char *at = value, *last = value;

	while (at < end) {
		const char *blank = memchr(at, ' ', (size_t)(end - at));
		struct ft_word word = { at,
			(size_t)((blank ? blank : end) - at) };

		if (at > value && ends_text(reading->record, word))
			break;
		if (word.len)
			last = at + word.len;
		at += word.len + 1;
	}
	return last;
}

/* The words of the line from AT on. */
static enum ft_status
parse_words(struct reading *reading, const char *at, struct ft_error *err)
{
	const char *end = reading->cursor.at + reading->cursor.len;

	while (at < end) {
		const char *blank = memchr(at, ' ', (size_t)(end - at));
		struct ft_word key = { at,
			(size_t)((blank ? blank : end) - at) };
		struct ft_word value;

		if (!key.len) {
			at++;
			continue;
		}
		at += key.len;
		if (!ft_word_split(&key, '=', &value) || !key.len)
			return ft_cursor_fail(&reading->cursor, key.at, err,
			    "expected KEY=VALUE: '%.*s'",
			    key.len < 60 ? (int)key.len : 60, key.at);
		if (!reading->record) {
			FT_TRY(begin(reading, key, value, err));
			continue;
		}
		add_field(reading, key, value);
		if (!is_text(
			reading->record->field[reading->record->n - 1].key))
			continue;
		at = end_of_text(reading, value.at, end);
		reading->record->field[reading->record->n - 1].value =
		    ft_arena_strndup(&reading->file->arena, value.at,
			(size_t)(at - value.at));
	}
	return FT_OK;
}

/* A text of several lines: scontrol indents the further ones. */
static bool
continues_text(struct reading *reading)
{
	struct ft_record *record = reading->record;
	struct ft_record_field *last =
	    record && record->n ? &record->field[record->n - 1] : NULL;
	const char *at = reading->cursor.at;
	const char *end = at + reading->cursor.len;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *blank;

	while (at < end && *at == ' ')
		at++;
	blank = memchr(at, ' ', (size_t)(end - at));
	if (!last || !is_text(last->key) ||
	    ends_text(record,
		(struct ft_word){ at, (size_t)((blank ? blank : end) - at) }))
		return false;
	ft_str_addf(&text, "%s\n", last->value);
	ft_str_add_n(&text, at, (size_t)(end - at));
	last->value = ft_arena_strdup(&reading->file->arena, text.data);
	return true;
}

/* "No nodes in the system", "No licenses configured in Slurm.", the time before
 * the version: texts instead of records. */
static bool
is_remark(const struct ft_cursor *cursor)
{
	return cursor->len > 3 && !strncmp(cursor->at, "No ", 3) &&
	       !memchr(cursor->at, '=', cursor->len);
}

static enum ft_status
parse_line(struct reading *reading, struct ft_error *err)
{
	const struct ft_cursor *cursor = &reading->cursor;

	FT_TRY(ft_logical_check_line(cursor, err));
	if (!cursor->len)
		return FT_OK;
	if (is_remark(cursor)) {
		reading->said = true;
		if (cursor->len > 15 &&
		    !strncmp(cursor->at, "No reservations", 15))
			reading->file->no_reservations = true;
		return FT_OK;
	}
	if (*cursor->at != ' ')
		reading->record = NULL;
	else if (continues_text(reading))
		return FT_OK;
	return parse_words(reading, cursor->at, err);
}

enum ft_status
ft_recordfile_parse(struct ft_recordfile *file, const struct ft_input *input,
    struct ft_error *err)
{
	struct reading reading = { .file = file };

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&reading.cursor))
		FT_TRY(parse_line(&reading, err));
	if (!file->n && !reading.said)
		return ft_cursor_fail(&reading.cursor, NULL, err,
		    "the file is empty: expected the output of scontrol show "
		    "node, partition, reservation or license");
	return FT_OK;
}
