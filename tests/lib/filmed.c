#include "lib/filmed.h"

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
	return ".fTpduotrsSmKbenX"[style];
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
