#include "fview/output/cast.h"

static void
add_json(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			ft_str_addf(str, "\\%c", c);
		else if (c < ' ')
			ft_str_addf(str, "\\u%04x", c);
		else
			ft_str_add_char(str, (char)c);
	}
	ft_str_add_char(str, '"');
}

static void
add_event(struct fview_cast *cast, int64_t ms, char kind, const char *text)
{
	ft_str_addf(cast->str, "[%d.%03d, \"%c\", ", (int)(ms / 1000),
	    (int)(ms % 1000), kind);
	add_json(cast->str, text);
	ft_str_add(cast->str, "]\n");
}

/* The colours of a picture, so that a player shows what pictures show. */
static void
add_theme(struct ft_str *str, enum ft_theme theme)
{
	/* the eight colours: black, red, green, yellow, blue, magenta ... */
	static const enum ft_role basic[] = { FT_ROLE_GROUND, FT_ROLE_ERROR,
		FT_ROLE_PLACE, FT_ROLE_HERE, FT_ROLE_UNDER, FT_ROLE_EDIT,
		FT_ROLE_MATCH, FT_ROLE_TEXT };
	const struct ft_paint paint = { theme, FT_DEPTH_PICTURE };

	ft_str_addf(str,
	    "\"theme\": {\"fg\": \"#%06x\", \"bg\": \"#%06x\", "
	    "\"palette\": \"",
	    (unsigned)ft_paint_color(&paint, FT_ROLE_TEXT),
	    (unsigned)ft_paint_color(&paint, FT_ROLE_GROUND));
	for (size_t i = 0; i < FT_COUNT(basic); i++)
		ft_str_addf(str, "%s#%06x", i ? ":" : "",
		    (unsigned)ft_paint_color(&paint, basic[i]));
	ft_str_add(str, "\"}, ");
}

void
fview_cast_begin(struct fview_cast *cast, int rows, int cols, const char *title)
{
	struct ft_str *str = cast->str;

	ft_str_addf(str, "{\"version\": 2, \"width\": %d, \"height\": %d, ",
	    cols, rows);
	add_theme(str, cast->theme);
	ft_str_add(str, "\"title\": ");
	add_json(str, title);
	ft_str_add(str, "}\n");
	add_event(cast, 0, 'o', "\033[?25l");
}

void
fview_cast_free(struct fview_cast *cast)
{
	fview_grid_free(&cast->last);
}

void
fview_cast_frame(void *ctx, int64_t ms, const struct fview_grid *grid)
{
	struct fview_cast *cast = ctx;
	struct ft_str change = { 0 };

	fview_ansi_change(&change, cast->shown ? &cast->last : NULL, grid);
	if (change.len > 0)
		add_event(cast, ms, 'o', change.data);
	ft_str_free(&change);
	fview_grid_copy(&cast->last, grid);
	cast->shown = true;
}

void
fview_cast_mark(void *cast, int64_t ms, const char *text)
{
	add_event(cast, ms, 'm', text);
}

void
fview_cast_end(struct fview_cast *cast, int64_t ms)
{
	add_event(cast, ms, 'o', "\033[0m\033[?25h");
}
