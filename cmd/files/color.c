#include "files/color.h"

#include <unistd.h>

#include "base/text/num.h"
#include "files/stream.h"

/*
 * The theme for $COLORFGBG, "TEXT;BACKGROUND" by the numbers of the sixteen
 * colours, which some terminals set: 7 and the bright ones are light.
 */
static enum ft_theme
theme_of_ground(void)
{
	const char *value = ft_cmd_variable("COLORFGBG");
	const char *last = value ? strrchr(value, ';') : NULL;
	uint32_t ground;

	if (!last || !ft_num_u32(last + 1, &ground) || ground > 15)
		return FT_THEME_AUTO;
	return ground == 7 || ground > 8 ? FT_THEME_LIGHT : FT_THEME_DARK;
}

enum ft_theme
ft_color_theme(const struct ft_context *context, struct ft_color color)
{
	static const struct ft_option row = { .name = "theme",
		.arg = FT_THEME_CHOICES };
	const char *wanted = ft_cmd_variable("FAIRTREE_THEME");
	size_t choice = 0;
	struct ft_error err = { 0 };

	if (color.theme == FT_THEME_AUTO && wanted && *wanted &&
	    ft_opt_choice(&row, wanted, &choice, &err) != FT_OK) {
		ft_cmd_warning(context, "FAIRTREE_THEME: %s", err.text);
		choice = 0;
	}
	if (choice)
		color.theme = (enum ft_theme)choice;
	return color.theme == FT_THEME_AUTO ? theme_of_ground() : color.theme;
}

/* How many colours terminals of this kind have. */
static enum ft_depth
depth_of(const char *term)
{
	const char *more = ft_cmd_variable("COLORTERM");

	if (more &&
	    (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0))
		return FT_DEPTH_TRUE;
	if (term && strstr(term, "direct"))
		return FT_DEPTH_TRUE;
	return term && strstr(term, "256color") ? FT_DEPTH_256 : FT_DEPTH_8;
}

static bool
has_colors(const struct ft_context *context, const char *term)
{
	return !context->slurm && !ft_cmd_variable("NO_COLOR") && term &&
	       strcmp(term, "dumb") != 0 && isatty(ft_stream_fd(context->out));
}

struct ft_paint
ft_color_paint(const struct ft_context *context, struct ft_color color)
{
	const char *term = ft_cmd_variable("TERM");
	struct ft_paint paint = { 0 };

	if (color.use == FT_COLOR_ALWAYS ||
	    (color.use == FT_COLOR_AUTO && has_colors(context, term))) {
		paint.theme = ft_color_theme(context, color);
		paint.depth = depth_of(term);
		ft_stream_colors(context->out, &paint);
	}
	return paint;
}
