#include "io/site/manifest.h"

#include "base/text/timefmt.h"

#define VERSION 1

/* A line being read: its fields, each terminated. */
struct fields {
	const struct ft_cursor *cursor;
	char *at;         /* the next field; NULL: no more */
	const char *line; /* copy of the line that is being cut */
	size_t start;     /* of the last field, within the line */
};

static enum ft_status
fail(const struct fields *fields, struct ft_error *err, const char *what)
{
	return ft_cursor_fail(fields->cursor,
	    fields->cursor->at + fields->start, err, "%s", what);
}

/* Returns the next field, "" if there is none. */
static const char *
next(struct fields *fields)
{
	char *field = fields->at, *tab;

	if (!field) {
		fields->start = fields->cursor->len;
		return "";
	}
	fields->start = (size_t)(field - fields->line);
	tab = strchr(field, '\t');
	fields->at = tab ? tab + 1 : NULL;
	if (tab)
		*tab = '\0';
	return field;
}

/* Returns whether the next field is a number that is not negative. */
static bool
take_number(struct fields *fields, int64_t *number)
{
	return ft_num_i64(next(fields), number) && *number >= 0;
}

/* Returns whether the next field is a time that can be printed. */
static bool
take_time(struct fields *fields, int64_t *time)
{
	return take_number(fields, time) && *time <= FT_TIME_LAST;
}

bool
ft_manifest_is_inside(const char *name)
{
	if (*name == '/' || !*name)
		return false;
	for (;;) {
		size_t len = strcspn(name, "/");

		if (len == 2 && name[0] == '.' && name[1] == '.')
			return false;
		if (!name[len])
			return true;
		name += len + 1;
	}
}

/* Returns what is wrong with the line, NULL nothing. */
static const char *
take_part(struct fields *fields, struct ft_manifest_part *part)
{
	part->name = next(fields);
	if (!ft_manifest_is_inside(part->name))
		return "not the name of a file in this folder";
	if (!take_time(fields, &part->began))
		return "not the time at which the command began";
	if (!take_time(fields, &part->ended) || part->ended < part->began)
		return "not the time at which the command ended";
	if (!take_number(fields, &part->status))
		return "not an exit status";
	part->command = next(fields);
	return *part->command ? NULL : "no command";
}

static enum ft_status
take_line(struct ft_manifest *manifest, const struct ft_cursor *cursor,
    struct ft_error *err)
{
	char *line =
	    ft_arena_strndup(&manifest->arena, cursor->at, cursor->len);
	struct fields fields = { cursor, line, line, 0 };
	struct ft_manifest_part part = { .line = cursor->line };
	const char *nul = memchr(line, '\0', cursor->len);
	const char *wrong;

	if (nul)
		return ft_cursor_fail(
		    cursor, cursor->at + (nul - line), err, "%s", "a NUL byte");
	wrong = take_part(&fields, &part);
	if (!wrong && !ft_map_put(&manifest->at, part.name, manifest->n)) {
		fields.start = 0;
		wrong = "this file is listed already";
	}
	if (wrong)
		return fail(&fields, err, wrong);
	*ft_vec_add(manifest->part, manifest->n, manifest->cap) = part;
	return FT_OK;
}

static enum ft_status
take_head(struct ft_manifest *manifest, struct ft_cursor *cursor,
    struct ft_error *err)
{
	int64_t version = 0;
	struct fields fields = { .cursor = cursor };
	bool known;

	if (!ft_cursor_line(cursor))
		return ft_fail(
		    err, FT_EPARSE, "%s:1:1: the file is empty", cursor->file);
	fields.line = fields.at =
	    ft_arena_strndup(&manifest->arena, cursor->at, cursor->len);
	known = strcmp(next(&fields), "fairtree-site") == 0;
	if (!known)
		return fail(&fields, err,
		    "not the manifest of a site: its first line is not "
		    "'fairtree-site'");
	if (!take_number(&fields, &version) || version != VERSION)
		return fail(
		    &fields, err, "this version of a site is not known here");
	return FT_OK;
}

enum ft_status
ft_manifest_parse(struct ft_manifest *manifest, const struct ft_input *input,
    struct ft_error *err)
{
	struct ft_cursor cursor;

	ft_cursor_init(&cursor, input->file, input->text, input->size);
	FT_TRY(take_head(manifest, &cursor, err));
	while (ft_cursor_line(&cursor))
		FT_TRY(take_line(manifest, &cursor, err));
	return FT_OK;
}

const struct ft_manifest_part *
ft_manifest_find(const struct ft_manifest *manifest, const char *name)
{
	uint64_t at;

	return ft_map_get(&manifest->at, name, &at) ? &manifest->part[at]
						    : NULL;
}

void
ft_manifest_free(struct ft_manifest *manifest)
{
	ft_map_clear(&manifest->at);
	ft_free(manifest->part);
	ft_arena_clear(&manifest->arena);
}
