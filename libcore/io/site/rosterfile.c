#include "io/site/rosterfile.h"

#include "io/text/csvfile.h"
#include "io/text/logical.h"

static const char *const usual[] = { "account", "user", "shares" };

struct reading {
	struct ft_roster *roster;
	struct ft_csvfile *csv;
	const char **column; /* names */
	struct ft_sync_place *place;
	size_t n, account, user; /* columns; which of them */
};

/* Returns field I without the blanks around it. */
static const char *
trimmed(struct reading *reading, size_t i)
{
	const char *text = ft_csvfile_text(reading->csv, i);
	size_t len;

	while (ft_is_blank(*text))
		text++;
	len = strlen(text);
	while (len && ft_is_blank(text[len - 1]))
		len--;
	return ft_arena_strndup(&reading->roster->arena, text, len);
}

static struct ft_sync_place
place_of(const struct reading *reading, size_t i)
{
	const struct ft_csv_cell *cell = &reading->csv->cell[i];

	return (struct ft_sync_place){ cell->line, cell->column };
}

static bool
is_header(struct reading *reading)
{
	bool account = false, user = false;

	for (size_t i = 0; i < reading->csv->n; i++) {
		const char *name = trimmed(reading, i);

		account = account || strcasecmp(name, "account") == 0;
		user = user || strcasecmp(name, "user") == 0;
	}
	return account && user;
}

static void
room_for_columns(struct reading *reading, size_t n)
{
	struct ft_arena *arena = &reading->roster->arena;

	reading->n = n;
	reading->column = ft_arena_calloc(arena, n, sizeof *reading->column);
	reading->place = ft_arena_calloc(arena, n, sizeof *reading->place);
}

static enum ft_status
take_header(struct reading *reading, struct ft_error *err)
{
	room_for_columns(reading, reading->csv->n);
	for (size_t i = 0; i < reading->n; i++) {
		const char *name = trimmed(reading, i);

		if (!*name)
			return ft_csvfile_fail(
			    reading->csv, i, err, "a column without a name");
		for (size_t j = 0; j < i; j++)
			if (strcasecmp(reading->column[j], name) == 0)
				return ft_csvfile_fail(reading->csv, i, err,
				    "column '%s' again", name);
		if (strcasecmp(name, "account") == 0)
			reading->account = i;
		if (strcasecmp(name, "user") == 0)
			reading->user = i;
		reading->column[i] = name;
		reading->place[i] = place_of(reading, i);
	}
	return FT_OK;
}

static void
take_usual(struct reading *reading)
{
	room_for_columns(reading, FT_COUNT(usual));
	reading->account = 0;
	reading->user = 1;
	for (size_t i = 0; i < reading->n; i++)
		reading->column[i] = usual[i];
}

static enum ft_status
take_row(struct reading *reading, struct ft_error *err)
{
	struct ft_csvfile *csv = reading->csv;
	struct ft_roster_row *row;
	size_t last =
	    reading->account > reading->user ? reading->account : reading->user;

	if (csv->n <= last)
		return ft_csvfile_fail(
		    csv, 0, err, "expected an account and a user");
	if (csv->n > reading->n)
		return ft_csvfile_fail(csv, reading->n, err,
		    "more fields than there are columns (%zu)", reading->n);
	row = ft_roster_add(reading->roster);
	row->account = trimmed(reading, reading->account);
	row->user = trimmed(reading, reading->user);
	row->account_at = place_of(reading, reading->account);
	row->user_at = place_of(reading, reading->user);
	if (!*row->account)
		return ft_csvfile_fail(
		    csv, reading->account, err, "no account");
	for (size_t i = 0; i < csv->n; i++) {
		struct ft_sync_setting setting = { .key = reading->column[i],
			.value = trimmed(reading, i),
			.key_at = reading->place[i],
			.value_at = place_of(reading, i) };

		if (setting.key_at.line == 0)
			setting.key_at = setting.value_at;
		if (i != reading->account && i != reading->user &&
		    *setting.value)
			ft_roster_add_setting(reading->roster, &setting);
	}
	return FT_OK;
}

enum ft_status
ft_rosterfile_parse(struct ft_roster *roster, const char *text, size_t size,
    struct ft_error *err)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);
	struct reading reading = { .roster = roster, .csv = &csv };
	bool more;

	ft_csvfile_init(&csv, roster->file, text, size);
	FT_TRY(ft_csvfile_next(&csv, &more, err));
	if (more && is_header(&reading)) {
		FT_TRY(take_header(&reading, err));
		FT_TRY(ft_csvfile_next(&csv, &more, err));
	} else {
		take_usual(&reading);
	}
	while (more) {
		FT_TRY(take_row(&reading, err));
		FT_TRY(ft_csvfile_next(&csv, &more, err));
	}
	return FT_OK;
}
