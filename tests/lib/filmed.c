#include "lib/filmed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

const char filmed_bedrock[] = "bedrock 500\n"
			      "  u:fred 25 usage=301\n"
			      "  u:barney 25 usage=102\n"
			      "  u:wilma 25 usage=37\n"
			      "  u:betty 25 usage=236\n"
			      "managers 500\n"
			      "  u:slate 1 usage=554\n";

struct fview_data *
filmed_new(const char *text, const struct ft_algo *algo, enum ft_ties ties)
{
	struct fview_data *data = ft_calloc(1, sizeof *data);
	struct fixture fixture;
	struct ft_error err = { 0 };

	fixture_init(&fixture, text);
	data->cluster = "cluster";
	data->tree = fixture.tree;
	data->names = fixture.names;
	data->usage = fixture.usage;
	data->params = fixture_input(&fixture, ties).params;
	data->algo = algo;
	ft_free(fixture.own);
	if (fview_data_record(data, &err))
		bail("filmed: %s", err.text);
	return data;
}

void
filmed_add_text(const struct fview_grid *grid, struct ft_str *str)
{
	for (int row = 0; row < grid->rows; row++) {
		size_t end = str->len;

		for (int col = 0; col < grid->cols; col++) {
			const char *text =
			    grid->cell[row * grid->cols + col].text;

			ft_str_add(str, text);
			if (*text && *text != ' ')
				end = str->len;
		}
		str->len = end;
		ft_str_add_char(str, '\n');
	}
}

char
filmed_style_letter(unsigned style)
{
	static const char letters[] = ".fTpduotrsSmKbenX123456";

	_Static_assert(
	    sizeof letters - 1 == FVIEW_STYLE_COUNT, "a letter for each style");
	return letters[style];
}

void
filmed_add_styles(const struct fview_grid *grid, struct ft_str *str)
{
	for (int row = 0; row < grid->rows; row++) {
		size_t end = str->len;

		for (int col = 0; col < grid->cols; col++) {
			unsigned style =
			    grid->cell[row * grid->cols + col].style;

			ft_str_add_char(str, filmed_style_letter(style));
			if (style != FVIEW_STYLE_NORMAL)
				end = str->len;
		}
		str->len = end;
		ft_str_add_char(str, '\n');
	}
}

/* ---- golden files ---------------------------------------------------------- */

/* The golden file NAME, the caller's; NULL if there is none. */
static char *
read_golden(const char *path)
{
	FILE *file = fopen(path, "r");
	struct ft_str str = { 0 };
	char part[4096];
	size_t len;

	if (!file)
		return NULL;
	ft_str_add(&str, "");
	while ((len = fread(part, 1, sizeof part, file)) > 0)
		ft_str_add_n(&str, part, len);
	fclose(file);
	return ft_str_take(&str);
}

void
filmed_check_golden(const char *name, const char *end, const struct ft_str *got)
{
	char path[256];
	char *want;

	snprintf(path, sizeof path, "tests/view/golden/%s.%s", name, end);
	if (getenv("VIEW_GOLDEN")) {
		FILE *file = fopen(path, "w");

		if (!file || fwrite(got->data, 1, got->len, file) != got->len ||
		    fclose(file))
			bail("cannot write %s", path);
	}
	want = read_golden(path);
	if (!ok(want && strcmp(want, got->data) == 0, "%s.%s", name, end))
		is_str(got->data, want, "the frame");
	ft_free(want);
}
