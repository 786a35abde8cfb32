/* Comma-separated values: cells written anew are the same, places are true. */
#include "io/text/csvfile.h"

#include "fuzz/fuzz.h"
#include "io/site/rosterfile.h"

/* All records as CSV; false: the text was refused. */
static bool
copy(struct ft_str *str, const char *text, size_t size, struct ft_error *err)
{
	struct ft_csvfile csv;
	enum ft_status status;
	uint32_t line = 0;
	bool more;

	ft_csvfile_init(&csv, "fuzz", text, size);
	while ((status = ft_csvfile_next(&csv, &more, err)) == FT_OK && more) {
		must(csv.n > 0, "a record has a field");
		for (size_t i = 0; i < csv.n; i++) {
			const char *cell = ft_csvfile_text(&csv, i);

			must(csv.cell[i].line >= line && csv.cell[i].column,
			    "places go on");
			line = csv.cell[i].line;
			ft_str_add(str, i ? ",\"" : "\"");
			for (; *cell; cell++) {
				if (*cell == '"')
					ft_str_add_char(str, '"');
				ft_str_add_char(str, *cell);
			}
			ft_str_add_char(str, '"');
		}
		ft_str_add(str, "\r\n");
	}
	ft_csvfile_free(&csv);
	return status == FT_OK;
}

static void
try_roster(const char *text, size_t size)
{
	struct ft_roster roster;
	struct ft_error err = { 0 };

	ft_roster_init(&roster, "fuzz");
	if (ft_rosterfile_parse(&roster, text, size, &err) != FT_OK)
		must_have_place(err.text);
	else
		for (size_t i = 0; i < roster.n_row; i++)
			must(*roster.row[i].account &&
				 roster.row[i].settings.first +
					 roster.row[i].settings.n <=
				     roster.n_setting,
			    "an account and settings that are there");
	ft_roster_free(&roster);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };

	if (copy(&first, (const char *)data, size, &err)) {
		must(copy(&second, ft_str_text(&first), first.len, &err),
		    "what was written can be read");
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same cells");
	} else {
		must_have_place(err.text);
	}
	ft_str_free(&first);
	ft_str_free(&second);
	try_roster((const char *)data, size);
	return 0;
}
