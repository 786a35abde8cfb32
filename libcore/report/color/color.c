#include "report/color/color.h"

struct color {
	short basic, many;
	int rgb;
};

#define OWN FT_COLOR_OWN
#define C(basic, many, rgb)                                                    \
	{                                                                      \
		basic, many, rgb                                               \
	}

static const struct color colors[FT_ROLE_COUNT][FT_THEME_COUNT] = {
#define FT_ROLE(id, automatic, dark, light, high)                              \
	[FT_ROLE_##id] = { [FT_THEME_AUTO] = automatic,                        \
		[FT_THEME_DARK] = dark,                                        \
		[FT_THEME_LIGHT] = light,                                      \
		[FT_THEME_MONO] = C(OWN, OWN, OWN),                            \
		[FT_THEME_HIGH_CONTRAST] = high },
#include "report/color/theme.def"
#undef FT_ROLE
};

/* The colour of ROLE in a picture, where there is no terminal's own. */
static int
picture_color(const struct ft_paint *paint, enum ft_role role)
{
	enum ft_theme theme =
	    paint->theme == FT_THEME_AUTO ? FT_THEME_DARK : paint->theme;

	if (theme == FT_THEME_MONO) /* as on paper */
		return role == FT_ROLE_GROUND ? 0xffffff : 0;
	return colors[role][theme].rgb;
}

int
ft_paint_color(const struct ft_paint *paint, enum ft_role role)
{
	const struct color *color = &colors[role][paint->theme];

	switch (paint->depth) {
	case FT_DEPTH_8:
		return color->basic;
	case FT_DEPTH_256:
		return color->many;
	case FT_DEPTH_TRUE: /* only a picture must replace the terminal's */
		return (role == FT_ROLE_TEXT || role == FT_ROLE_GROUND) &&
			       color->many == FT_COLOR_OWN
			   ? FT_COLOR_OWN
			   : color->rgb;
	case FT_DEPTH_PICTURE:
		return picture_color(paint, role);
	case FT_DEPTH_NONE:
		break;
	}
	return FT_COLOR_OWN;
}

/* base: 30 for text, 40 for the background. */
static void
add_color(struct ft_str *str, const struct ft_paint *paint, int base, int color)
{
	if (color == FT_COLOR_OWN)
		return;
	if (paint->depth == FT_DEPTH_8)
		ft_str_addf(str, ";%d", base + color);
	else if (paint->depth == FT_DEPTH_256)
		ft_str_addf(str, ";%d;5;%d", base + 8, color);
	else
		ft_str_addf(str, ";%d;2;%d;%d;%d", base + 8, color >> 16 & 0xff,
		    color >> 8 & 0xff, color & 0xff);
}

unsigned
ft_paint_attributes(
    const struct ft_paint *paint, unsigned attributes, enum ft_role role)
{
	return ft_paint_color(paint, role) == FT_COLOR_OWN
		   ? attributes
		   : attributes & ~(unsigned)FT_DIM;
}

void
ft_paint_add(struct ft_str *str, const struct ft_paint *paint,
    unsigned attributes, enum ft_role role)
{
	static const struct {
		enum ft_attribute attribute;
		const char *code;
	} codes[] = {
		{ FT_BOLD, ";1" },
		{ FT_DIM, ";2" },
		{ FT_UNDERLINE, ";4" },
		{ FT_REVERSE, ";7" },
	};

	attributes = ft_paint_attributes(paint, attributes, role);
	ft_str_add(str, "\033[0");
	for (size_t i = 0; i < FT_COUNT(codes); i++) {
		if (attributes & codes[i].attribute)
			ft_str_add(str, codes[i].code);
	}
	add_color(str, paint, 30, ft_paint_color(paint, role));
	add_color(str, paint, 40, ft_paint_color(paint, FT_ROLE_GROUND));
	ft_str_add_char(str, 'm');
}

/* Returns WANT's length if AT begins with it, or 0; *cut: its end may come. */
static size_t
match(const struct ft_str *want, const char *at, size_t len, bool *cut)
{
	if (len < want->len) {
		if (memcmp(at, want->data, len) == 0)
			*cut = true;
		return 0;
	}
	return memcmp(at, want->data, want->len) == 0 ? want->len : 0;
}

size_t
ft_paint_match(
    const struct ft_paint *paint, const char *at, size_t len, bool *cut)
{
	static const unsigned attributes[] = { 0, FT_BOLD, FT_DIM };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	size_t found;

	ft_str_add(&str, FT_PAINT_END);
	found = match(&str, at, len, cut);
	for (size_t i = 0;
	     found == 0 && i < FT_COUNT(attributes) * FT_ROLE_COUNT; i++) {
		ft_str_clear(&str);
		ft_paint_add(&str, paint, attributes[i / FT_ROLE_COUNT],
		    (enum ft_role)(i % FT_ROLE_COUNT));
		found = match(&str, at, len, cut);
	}
	return found;
}
