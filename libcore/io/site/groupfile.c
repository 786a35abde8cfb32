#include "io/site/groupfile.h"

#include "io/text/cells.h"
#include "io/text/logical.h"

struct reading {
	struct ft_people *people;
	struct ft_cursor cursor;
	struct ft_cells *row;
};

static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	return ft_cursor_fail(&reading->cursor,
	    ft_cells_place(reading->row, &reading->cursor, at), err, "%s",
	    text);
}

static bool
is_empty(const struct ft_cursor *cursor)
{
	size_t i = 0;

	while (i < cursor->len && ft_is_blank(cursor->at[i]))
		i++;
	return i == cursor->len || cursor->at[i] == '#';
}

/* Split the line into WANT fields, of which the first is a name. */
static enum ft_status
split(struct reading *reading, size_t want, const char *form,
    struct ft_error *err)
{
	struct ft_cells *row = reading->row;
	const char *name;

	/* a colon at the end of a line starts a field, too */
	ft_cells_cut(row, &reading->cursor, ':', SIZE_MAX);
	name = row->cell[0];
	if (*name == '+' || *name == '-')
		return fail_at(reading, name, err,
		    "NIS entries are not resolved here (use the output of "
		    "getent)");
	if (row->n < want)
		return ft_cursor_fail(
		    &reading->cursor, NULL, err, "expected %s", form);
	if (row->n > want)
		return fail_at(reading, row->cell[want] - 1, err,
		    "more fields than expected");
	if (!*name)
		return fail_at(reading, name, err, "no name");
	return FT_OK;
}

static enum ft_status
number(const struct reading *reading, size_t field, const char *what,
    uint32_t *out, struct ft_error *err)
{
	const char *text = reading->row->cell[field];

	if (ft_num_u32(text, out))
		return FT_OK;
	return ft_cursor_fail(&reading->cursor,
	    ft_cells_place(reading->row, &reading->cursor, text), err,
	    "a %s is a number, not '%s'", what, text);
}

static enum ft_status
group_line(struct reading *reading, struct ft_error *err)
{
	struct ft_word word;
	const char *at;
	uint32_t gid;
	size_t group;

	FT_TRY(split(reading, 4, "name:password:gid:members", err));
	FT_TRY(number(reading, 2, "gid", &gid, err));
	group =
	    ft_people_add_group(reading->people, reading->row->cell[0], gid);
	at = reading->row->cell[3];
	while (ft_word_next(&at, ",", &word))
		if (word.len)
			ft_people_add_member(
			    reading->people, group, word.at, word.len);
	return FT_OK;
}

static enum ft_status
passwd_line(struct reading *reading, struct ft_error *err)
{
	uint32_t uid, gid;

	FT_TRY(
	    split(reading, 7, "name:password:uid:gid:comment:home:shell", err));
	FT_TRY(number(reading, 2, "uid", &uid, err));
	FT_TRY(number(reading, 3, "gid", &gid, err));
	ft_people_add_person(reading->people, reading->row->cell[0], uid, gid,
	    reading->row->cell[6]);
	return FT_OK;
}

static enum ft_status
parse(struct ft_people *people, const struct ft_input *input,
    enum ft_status (*line)(struct reading *, struct ft_error *),
    struct ft_error *err)
{
	struct ft_cells row FT_CLEANUP(ft_cells_free) = { 0 };
	struct reading reading = { .people = people, .row = &row };

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&reading.cursor)) {
		FT_TRY(ft_logical_check_line(&reading.cursor, err));
		if (!is_empty(&reading.cursor))
			FT_TRY(line(&reading, err));
	}
	return FT_OK;
}

enum ft_status
ft_groupfile_parse(struct ft_people *people, const char *file, const char *text,
    size_t size, struct ft_error *err)
{
	return parse(
	    people, &(struct ft_input){ file, text, size }, group_line, err);
}

enum ft_status
ft_groupfile_parse_passwd(struct ft_people *people, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	return parse(
	    people, &(struct ft_input){ file, text, size }, passwd_line, err);
}
