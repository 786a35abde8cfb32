#include "io/lesson/private.h"

#include "base/cursor.h"
#include "io/text/logical.h"
#include "io/slurm/slurmconf.h"

#define WORDS 3 /* of a note: kind, name, number */

enum section { HEAD, ABOUT, SETTINGS, TREE, USAGE, NOTE, SECTIONS };

struct reading {
	struct ft_cursor cursor;
	struct ft_lesson *lesson;
	enum section section;
	bool seen[SECTIONS];
	char *part[SECTIONS]; /* of settings, tree, usage: the file with all
	                         other lines blank */
	struct ft_str text;   /* of the note being read */
	bool gap;             /* an empty line came before */
};

/* ---- texts ---------------------------------------------------------------- */

/* Add one line to a text: joined to the last one, or a new paragraph. */
static void
add_text_line(struct reading *reading, const char *at, size_t len)
{
	struct ft_str *text = &reading->text;

	while (len && ft_is_blank(*at)) {
		at++;
		len--;
	}
	while (len && ft_is_blank(at[len - 1]))
		len--;
	if (!len) {
		reading->gap = true;
		return;
	}
	if (text->len)
		ft_str_add(text, reading->gap ? "\n\n" : " ");
	reading->gap = false;
	ft_str_add_n(text, at, len);
}

/* End the section: its text becomes that of the note or lesson. */
static enum ft_status
end_text(struct reading *reading, struct ft_error *err)
{
	struct ft_lesson *lesson = reading->lesson;
	struct ft_lesson_note *note;

	if (reading->section != ABOUT && reading->section != NOTE)
		return FT_OK;
	note = &lesson->note[lesson->n_note - 1];
	if (!reading->text.len)
		return ft_fail(err, FT_EPARSE, "%s:%lu:1: a note without text",
		    lesson->file, (unsigned long)note->line);
	note->text =
	    ft_arena_strdup(&lesson->arena, ft_str_text(&reading->text));
	if (reading->section == ABOUT)
		lesson->about = note->text;
	ft_str_clear(&reading->text);
	reading->gap = false;
	return FT_OK;
}

/* ---- sections ------------------------------------------------------------- */

static struct ft_lesson_note *
add_note(struct reading *reading)
{
	struct ft_lesson *lesson = reading->lesson;
	struct ft_lesson_note *note;

	note = ft_vec_add(lesson->note, lesson->n_note, lesson->cap_note);
	*note = (struct ft_lesson_note){ .at = FT_LESSON_NOWHERE,
		.node = FT_NODE_NONE,
		.nth = 1,
		.line = (uint32_t)reading->cursor.line };
	return note;
}

static enum ft_event_kind
find_kind(const char *name)
{
	int kind = 0;

	while (kind < FT_EVENT_COUNT &&
	       strcmp(ft_event_infos[kind].name, name) != 0)
		kind++;
	return (enum ft_event_kind)kind;
}

/* words[n]: after "note". */
static enum ft_status
start_note(struct reading *reading, char **word, size_t n, struct ft_error *err)
{
	struct ft_lesson_note *note = add_note(reading);

	if (!n)
		return ft_cursor_fail(
		    &reading->cursor, NULL, err, "a note must name its step");
	note->kind = find_kind(word[0]);
	if (note->kind == FT_EVENT_COUNT)
		return ft_cursor_fail(
		    &reading->cursor, NULL, err, "unknown step '%s'", word[0]);
	if (n == WORDS && (!ft_num_u32(word[2], &note->nth) || !note->nth))
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "'%s' is not the number of a step", word[2]);
	if (n > 1 && strcmp(word[1], "*") != 0)
		note->name = ft_arena_strdup(&reading->lesson->arena, word[1]);
	return FT_OK;
}

/* Split TEXT into at most N words; returns how many there are. */
static size_t
split(char *text, char **word, size_t n)
{
	size_t count = 0;

	for (char *at = text; *at;) {
		char *start = at;

		at += strcspn(at, " \t");
		if (at > start && count++ < n)
			word[count - 1] = start;
		if (*at)
			*at++ = '\0';
	}
	return count;
}

static enum ft_status
start_section(
    struct reading *reading, char **word, size_t n, struct ft_error *err)
{
	static const char *const names[SECTIONS] = { "", "about", "settings",
		"tree", "usage", "note" };
	int section = ABOUT;

	while (section < SECTIONS && strcmp(word[0], names[section]) != 0)
		section++;
	if (section == SECTIONS)
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "unknown section '%s'", word[0]);
	reading->section = (enum section)section;
	if (section == NOTE)
		return start_note(reading, word + 1, n - 1, err);
	if (n > 1)
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "section '%s' takes no arguments", word[0]);
	if (reading->seen[section])
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "section '%s' is repeated", word[0]);
	reading->seen[section] = true;
	if (section == ABOUT)
		add_note(reading)->kind = FT_EVENT_COUNT;
	return FT_OK;
}

/* "[note rank ann 2]" */
static enum ft_status
read_header(struct reading *reading, struct ft_error *err)
{
	const struct ft_cursor *cursor = &reading->cursor;
	const char *end = memchr(cursor->at, ']', cursor->len);
	char *word[WORDS + 1], *text;
	enum ft_status status = end_text(reading, err);
	size_t n;

	if (status != FT_OK)
		return status;
	if (!end)
		return ft_cursor_fail(
		    cursor, NULL, err, "a section must start with [name]");
	for (size_t i = (size_t)(end - cursor->at) + 1; i < cursor->len; i++)
		if (!ft_is_blank(cursor->at[i]))
			return ft_cursor_fail(cursor, cursor->at + i, err,
			    "text after the section name");
	text = ft_strndup(cursor->at + 1, (size_t)(end - cursor->at) - 1);
	n = split(text, word, WORDS + 1);
	if (!n)
		status = ft_cursor_fail(
		    cursor, NULL, err, "a section without a name");
	else if (n > WORDS + 1)
		status = ft_cursor_fail(
		    cursor, NULL, err, "too many words for a section");
	else
		status = start_section(reading, word, n, err);
	ft_free(text);
	return status;
}

/* ---- lines ---------------------------------------------------------------- */

static enum ft_status
read_title(struct reading *reading, struct ft_error *err)
{
	static const char key[] = "Title:";
	struct ft_lesson *lesson = reading->lesson;
	const char *at = reading->cursor.at;
	size_t len = reading->cursor.len;

	while (len && ft_is_blank(at[len - 1]))
		len--;
	if (!len)
		return FT_OK;
	if (len < sizeof key || memcmp(at, key, sizeof key - 1) != 0)
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "a lesson must start with \"Title: ...\"");
	if (*lesson->title)
		return ft_cursor_fail(
		    &reading->cursor, NULL, err, "a second title");
	at += sizeof key - 1;
	len -= sizeof key - 1;
	while (ft_is_blank(*at)) {
		at++;
		len--;
	}
	lesson->title = ft_arena_strndup(&lesson->arena, at, len);
	return FT_OK;
}

/* Keep the line in the copy of its section. */
static void
keep_line(struct reading *reading)
{
	const struct ft_cursor *cursor = &reading->cursor;

	memcpy(reading->part[reading->section] + (cursor->at - cursor->text),
	    cursor->at, cursor->len);
}

static enum ft_status
read_line(struct reading *reading, struct ft_error *err)
{
	const struct ft_cursor *cursor = &reading->cursor;
	enum ft_status status = ft_logical_check_line(cursor, err);

	if (status != FT_OK || (cursor->len && *cursor->at == '#'))
		return status;
	if (cursor->len && *cursor->at == '[')
		return read_header(reading, err);
	switch (reading->section) {
	case HEAD:
		return read_title(reading, err);
	case ABOUT:
	case NOTE:
		add_text_line(reading, cursor->at, cursor->len);
		break;
	case SETTINGS:
	case TREE:
	case USAGE:
		keep_line(reading);
		break;
	case SECTIONS:
		break;
	}
	return FT_OK;
}

/* ---- the whole ------------------------------------------------------------ */

/* Returns a copy of the file with nothing but its newlines. */
static char *
blank_copy(const char *text, size_t size)
{
	char *copy = ft_alloc(size + 1);

	for (size_t i = 0; i < size; i++)
		copy[i] = text[i] == '\n' ? '\n' : ' ';
	copy[size] = '\0';
	return copy;
}

static enum ft_status
read_settings(struct ft_lesson *lesson, const char *text, size_t size,
    struct ft_error *err)
{
	enum ft_status status = ft_slurmconf_parse(&lesson->conf,
	    &(struct ft_slurmconf_source){
		.file = lesson->file, .text = text, .size = size },
	    err);

	if (status != FT_OK)
		return status;
	for (size_t i = 0; i < lesson->conf.n_line; i++)
		if (!lesson->conf.line[i].known)
			return ft_fail(err, FT_EPARSE,
			    "%s:1: unknown setting '%s'",
			    lesson->conf.line[i].origin,
			    lesson->conf.line[i].key);
	status = ft_conf_check(&lesson->conf, err);
	if (status != FT_OK)
		ft_error_prefix(err, "%s:1:1: ", lesson->file);
	return status;
}

/* Returns whether NAME, "ann" or "ann@chem", is the name of NODE. */
static bool
is_named(const struct ft_lesson *lesson, uint32_t node, const char *name)
{
	const char *user = ft_tree_user(lesson->tree, &lesson->names, node);
	const char *account =
	    ft_tree_account(lesson->tree, &lesson->names, node);
	size_t len = user ? strlen(user) : 0;

	if (!user)
		return strcmp(account, name) == 0;
	return strncmp(name, user, len) == 0 &&
	       (!name[len] ||
		   (name[len] == '@' && strcmp(name + len + 1, account) == 0));
}

static enum ft_status
name_notes(const struct reading *reading, struct ft_error *err)
{
	const struct ft_lesson *lesson = reading->lesson;

	for (size_t i = 0; i < lesson->n_note; i++) {
		struct ft_lesson_note *note = &lesson->note[i];
		const char *name = note->name;
		uint32_t found = 0;

		for (uint32_t k = 0; name && k < lesson->tree->n; k++)
			if (is_named(lesson, k, name) && !found++)
				note->node = k;
		if (name && found != 1)
			return ft_fail(err, FT_EPARSE,
			    found ? "%s:%lu:1: '%s' is ambiguous"
				  : "%s:%lu:1: no '%s' in the tree",
			    lesson->file, (unsigned long)note->line, name);
	}
	return FT_OK;
}

/* No note has been reached, but one about the whole is there at once. */
static void
await_notes(struct ft_lesson *lesson)
{
	for (size_t i = 0; i < lesson->n_note; i++) {
		struct ft_lesson_note *note = &lesson->note[i];
		bool about = note->kind == FT_EVENT_COUNT;

		note->at = about ? 0 : FT_LESSON_NOWHERE;
		note->left = about ? 0 : note->nth;
	}
}

static enum ft_status
read_all(struct reading *reading, size_t size, struct ft_error *err)
{
	struct ft_lesson *lesson = reading->lesson;

	while (ft_cursor_line(&reading->cursor))
		FT_TRY(read_line(reading, err));
	FT_TRY(end_text(reading, err));
	if (!*lesson->title)
		return ft_fail(err, FT_EPARSE,
		    "%s:1:1: a lesson must start with \"Title: ...\"",
		    lesson->file);
	FT_TRY(read_settings(lesson, reading->part[SETTINGS], size, err));
	FT_TRY(ft_lesson_build(
	    lesson, reading->part[TREE], reading->part[USAGE], size, err));
	FT_TRY(name_notes(reading, err));
	await_notes(lesson);
	return FT_OK;
}

enum ft_status
ft_lesson_parse(struct ft_lesson *lesson, const char *file, const char *text,
    size_t size, struct ft_error *err)
{
	struct reading reading = { .lesson = lesson };
	enum ft_status status;

	lesson->file = ft_arena_strdup(&lesson->arena, file);
	ft_cursor_init(&reading.cursor, lesson->file, text, size);
	for (int i = SETTINGS; i <= USAGE; i++)
		reading.part[i] = blank_copy(text, size);
	status = read_all(&reading, size, err);
	for (int i = SETTINGS; i <= USAGE; i++)
		ft_free(reading.part[i]);
	ft_str_free(&reading.text);
	return status;
}

void
ft_lesson_init(struct ft_lesson *lesson)
{
	*lesson = (struct ft_lesson){ .title = "", .about = "", .cluster = "" };
	ft_conf_init(&lesson->conf);
}

void
ft_lesson_free(struct ft_lesson *lesson)
{
	ft_tree_free(lesson->tree);
	ft_free(lesson->own);
	ft_free(lesson->usage);
	ft_free(lesson->note);
	ft_names_set_free(&lesson->names);
	ft_conf_free(&lesson->conf);
	ft_arena_clear(&lesson->arena);
}

/* ---- another order -------------------------------------------------------- */

/* Put an amount by node where NODE says. */
static void
move_amounts(ft_real **amount, const uint32_t *node, uint32_t n)
{
	ft_real *moved = ft_alloc(n * sizeof *moved);

	for (uint32_t i = 0; i < n; i++)
		moved[node[i]] = (*amount)[i];
	ft_free(*amount);
	*amount = moved;
}

enum ft_status
ft_lesson_reorder(
    struct ft_lesson *lesson, enum ft_siblings order, struct ft_error *err)
{
	struct ft_tree *old = lesson->tree;
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_tree_reorder(
	    old, &lesson->names.account, order, &lesson->tree, err));
	node = ft_tree_match(old, lesson->tree);
	move_amounts(&lesson->own, node, old->n);
	move_amounts(&lesson->usage, node, old->n);
	for (size_t i = 0; i < lesson->n_note; i++)
		if (lesson->note[i].node != FT_NODE_NONE)
			lesson->note[i].node = node[lesson->note[i].node];
	ft_tree_free(old);
	return FT_OK;
}

/* ---- the film ------------------------------------------------------------- */

static void
take(void *ctx, const struct ft_event *event)
{
	struct ft_lesson *lesson = ctx;

	lesson->n_event++;
	for (size_t i = 0; i < lesson->n_note; i++) {
		struct ft_lesson_note *note = &lesson->note[i];

		if (!note->left || note->kind != event->kind ||
		    (note->node != FT_NODE_NONE && note->node != event->node))
			continue;
		if (--note->left == 0)
			note->at = lesson->n_event;
	}
}

struct ft_event_sink
ft_lesson_sink(struct ft_lesson *lesson)
{
	return (struct ft_event_sink){ take, lesson };
}

static int
compare_notes(const void *a_note, const void *b_note)
{
	const struct ft_lesson_note *a = a_note, *b = b_note;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

enum ft_status
ft_lesson_place(struct ft_lesson *lesson, struct ft_error *err)
{
	const struct ft_lesson_note *last;

	if (!lesson->n_note)
		return FT_OK;
	qsort(
	    lesson->note, lesson->n_note, sizeof *lesson->note, compare_notes);
	last = &lesson->note[lesson->n_note - 1];
	if (last->at != FT_LESSON_NOWHERE)
		return FT_OK;
	return ft_fail(err, FT_EPARSE, "%s:%lu:1: this step never occurs",
	    lesson->file, (unsigned long)last->line);
}
